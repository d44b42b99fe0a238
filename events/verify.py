"""Checking a log that somebody hands over: redacted or whole, in mid game or finished.

Of any log: shapes, the chain, the seals of what is open, the commitment, the numbering of the draws, the
entropy, and receipts. Of one in which every secret is open, the rest as well (`recompute`). The first
problem is named and ends the check.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from events import dice
from events.chain import commit_hash
from events.commit import ZERO_HASH, Commit, Event, check_commit, is_sound, sealed_parts
from events.errors import LogError
from events.fold import Games
from events.recompute import Recomputation, Trouble
from events.upcast import upcast

Receipt = tuple[int, str]
"""A version, and the hash that somebody kept for it."""


@dataclass(slots=True)
class Verification:
    """What came of a check. `problem` is a word, `version` where it is, `detail` a sentence.

    Problems: shape, order, time, chain, receipt, seal, commitment, entropy, draw, set_up, choice,
    author, facts, table, digest, result, rules.

    `complete` says whether everything was recomputed: the rules are known and no secret was missing.
    Without it, what is hidden was not checked. `checked` counts commits, seals, hidden (seals that
    could not be opened), receipts, choices, draws, facts, digests.
    """

    ok: bool = True
    problem: str | None = None
    version: int | None = None
    detail: str = ""
    complete: bool = False
    checked: dict[str, int] = field(default_factory=dict)

    def count(self, what: str, n: int = 1) -> None:
        """Note that so many were checked."""
        self.checked[what] = self.checked.get(what, 0) + n


def verify(games: Games, commits: Iterable[Commit], receipts: Sequence[Receipt] = ()) -> Verification:
    """Check a log from its first commit on; it may end anywhere."""
    result = Verification()
    visible = _Visible(result, dict(receipts))
    whole: Recomputation | None = Recomputation(games, result.count)
    version = 0
    try:
        for version, stored in enumerate(commits, 1):
            commit = visible.check(stored, version)
            if whole is not None and not _is_open(games, commit):
                whole = None
            if whole is not None:
                whole.check(commit)
        if not version:
            raise Trouble("order", "there is no commit")
        missing = [receipt for receipt in visible.receipts if receipt > version or receipt < 1]
        if missing:
            version = missing[0]
            raise Trouble("receipt", "the log has no such version")
        result.complete = whole is not None
    except Trouble as trouble:
        result.ok, result.problem, result.detail = False, trouble.word, trouble.detail
        result.version = version or None
    return result


def _is_open(games: Games, commit: Commit) -> bool:
    """Say whether a commit can be recomputed: no secret is missing, and a game begins whose rules are known."""
    if not all("secret" in sealed for sealed in sealed_parts(commit)):
        return False
    begun = [event for event in commit["events"] if event["type"] == "created"]
    return all(event["ruleset"] in games and games[event["ruleset"]].ruleset == event["revision"] for event in begun)


class _Visible:
    """What can be checked of any log, commit by commit; raises `Trouble`."""

    def __init__(self, result: Verification, receipts: Mapping[int, str]) -> None:
        self.receipts = receipts
        self._result = result
        self._hash, self._at = ZERO_HASH, ""
        self._entropy: list[str | None] = []
        self._draws: dict[str, int] = {}
        self._started = False
        self._commitment = ""

    def check(self, stored: Commit, version: int) -> Commit:
        """Check the next commit, and return it in today's shape."""
        try:
            commit = upcast(stored)
            check_commit(commit)
        except LogError as malformed:
            raise Trouble("shape", malformed.message) from malformed
        self._check_chain(stored, commit, version)
        self._check_seals(commit)
        for event in commit["events"]:
            self._check_event(event)
        self._result.count("commits")
        return commit

    def _check_chain(self, stored: Commit, commit: Commit, version: int) -> None:
        if commit["version"] != version:
            raise Trouble("order", f"version {commit['version']} stands where {version} should")
        if commit["prev"] != self._hash:
            raise Trouble("chain", "prev is not the hash of the commit before it")
        self._hash = commit_hash(stored)
        if commit["hash"] != self._hash:
            raise Trouble("chain", "hash is not that of the commit")
        if commit["at"] < self._at:
            raise Trouble("time", "it is dated before the commit below it")
        self._at = commit["at"]
        if version in self.receipts:
            if self.receipts[version] != self._hash:
                raise Trouble("receipt", "the hash is another than the one that was kept")
            self._result.count("receipts")

    def _check_seals(self, commit: Commit) -> None:
        for sealed in sealed_parts(commit):
            if "secret" not in sealed:
                self._result.count("hidden")
                continue
            if not is_sound(sealed):
                raise Trouble("seal", "a secret is not the one that was sealed")
            self._result.count("seals")

    def _check_event(self, event: Event) -> None:
        kind = event["type"]
        if (kind == "created") == bool(self._commitment):
            raise Trouble("order", "the first event, and no other, creates the game")
        if kind == "created":
            self._commitment = event["commitment"]
            self._entropy = [None] * len(event["seats"])
            if event["sealed"]["seal"] != self._commitment or event["sealed"]["to"] != []:
                raise Trouble("commitment", "the seed is not the one committed to")
        elif kind == "mixed":
            self._set_entropy(event["seat"], event["entropy"])
        elif kind == "left" and not self._started:
            self._set_entropy(event["seat"], None)
        elif kind == "started":
            self._check_start(event)
        elif kind == "drawn":
            self._check_draw(event)
        elif kind == "finished" and dice.commitment(bytes.fromhex(event["seed"])) != self._commitment:
            raise Trouble("commitment", "the seed is not the one committed to")

    def _set_entropy(self, seat: int, entropy: str | None) -> None:
        if self._started or seat >= len(self._entropy):
            raise Trouble("table", "there is no such seat, or the game has started")
        self._entropy[seat] = entropy

    def _check_start(self, event: Event) -> None:
        if self._started:
            raise Trouble("order", "a game starts once")
        if event["entropy"] != self._entropy:
            raise Trouble("entropy", "what the seats mixed in is listed otherwise")
        self._started = True

    def _check_draw(self, event: Event) -> None:
        kind, n = event["draw"]
        if n != self._draws.get(kind, 0):
            raise Trouble("draw", f"draw {n} of {kind} stands where {self._draws.get(kind, 0)} should")
        self._draws[kind] = n + 1
