"""From commits to a position: who sits where, how the game stands, what has been drawn.

Folding trusts the log for its shapes and for what was legal (a store takes nothing else in, and what
comes from elsewhere is verified first), and checks that it got where the log says it should: the
digest of the last commit. If that fails, the log is folded once more to name the first version that
diverges; there is never a silent wrong position.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from domain.core.agenda import play, settle
from domain.core.game import Game
from events.chain import state_digest
from events.codec import hashable
from events.commit import ZERO_HASH, Commit, Event, actor, content
from events.errors import CannotFold, DivergedLog, LogError, MalformedCommit, UnknownRules
from events.upcast import upcast

Games = Mapping[str, Game]


@dataclass(frozen=True, slots=True)
class Holder:
    """Who sits at a seat: a player, a bot, or nobody. Never altered, only replaced.

    `gave_up` is the player who handed the seat to the bot and may take it back.
    """

    player: str | None = None
    bot: str | None = None
    gave_up: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether nobody sits there."""
        return self.player is None and self.bot is None


@dataclass(slots=True)
class Position:
    """Everything a log says as of `version`. Whoever shares one must not alter it: `copy_position`.

    `ruleset` is the name of the game, `revision` the number of its rules; `status` is open, running,
    finished or expired; `state` the game's own state, None before the start; `entropy` what the seats
    mixed in; `draws` counts the draws by kind; `result` is `{"scores": [points by seat], "winners":
    [seats]}` once finished.
    """

    game_id: str
    ruleset: str
    revision: int
    options: dict[str, Any]
    host: str | None
    visibility: str
    start: str
    invite: str | None
    seats: list[Holder]
    commitment: str
    seed: bytes
    seeded: bool
    created_at: str
    status: str = "open"
    version: int = 0
    hash: str = ZERO_HASH
    digest: str = ""
    at: str = ""
    entropy: list[str | None] = field(default_factory=list)
    secret: Any = None
    state: Any = None
    draws: dict[str, int] = field(default_factory=dict)
    result: dict[str, Any] | None = None

    @property
    def is_full(self) -> bool:
        """Whether somebody sits at every seat."""
        return not any(holder.is_open for holder in self.seats)

    def seats_of(self, player: str) -> tuple[int, ...]:
        """Return the seats that a player holds now."""
        return tuple(seat for seat, holder in enumerate(self.seats) if holder.player == player)


def copy_position(position: Position) -> Position:
    """Return a position that may be altered; the parts that are never altered in place are shared."""
    return replace(
        position,
        seats=position.seats[:],
        entropy=position.entropy[:],
        draws=position.draws.copy(),
        state=None if position.state is None else position.state.copy(),
    )


def fold(games: Games, commits: Iterable[Commit], start: Position | None = None) -> Position:
    """Return the position after the commits, which follow `start` (or begin a game) without a gap.

    `start` is not touched. Raises `CannotFold`: `DivergedLog` with the first version whose position is
    not the one the log vouches for, `UnknownRules` for a game that is not among `games`. Raises
    `MalformedCommit` for what is no commit of ours.
    """
    listed = list(commits)
    try:
        position = _fold(games, listed, start, every=False)
    except DivergedLog:
        _fold(games, listed, start, every=True)
        raise
    if position is None:
        raise CannotFold("there is no commit to fold")
    return position


def fold_one(games: Games, commit: Commit, below: Position | None) -> Position:
    """Return the position after a commit of today's shape on top of `below`, which is not touched.

    The digest is not checked: for a writer who compares the position itself. Raises as `fold` does.
    """
    return _follow(games, None if below is None else copy_position(below), commit)


def _fold(games: Games, commits: list[Commit], start: Position | None, every: bool) -> Position | None:
    position = None if start is None else copy_position(start)
    last = len(commits) - 1
    for index, stored in enumerate(commits):
        position = _follow(games, position, upcast(stored))
        if every or index == last:
            _check_digest(position)
    return position


def _follow(games: Games, position: Position | None, commit: Commit) -> Position:
    """Carry a commit out on a position, in place."""
    version, prev = (position.version + 1, position.hash) if position else (1, ZERO_HASH)
    if commit.get("version") != version or commit.get("prev") != prev:
        raise CannotFold("does not follow the commit before it", version)
    try:
        for event in commit["events"]:
            position = advance(games, position, commit, event)
        assert position is not None, "a commit has events"
        position.version, position.at = version, commit["at"]
        position.hash, position.digest = commit["hash"], commit["digest"]
    except LogError:
        raise
    except Exception as problem:  # whatever the rules choke on: the position was another one
        raise DivergedLog(f"cannot be replayed ({type(problem).__name__})", version) from problem
    return position


def _check_digest(position: Position) -> None:
    if state_digest(position.seed, position.version, position.state) != position.digest:
        raise DivergedLog("the position is not the one the log vouches for", position.version)


def advance(games: Games, position: Position | None, commit: Mapping[str, Any], event: Event) -> Position:
    """Carry one event of a commit out, in place, and return the position (a new one for `created`).

    Only `version` and `at` are read from the commit, which may still be in the making.
    """
    if event["type"] == "created":
        if position is not None:
            raise CannotFold("the game exists already", commit["version"])
        return _created(games, commit, event)
    if position is None:
        raise CannotFold("the first event has to create the game", commit["version"])
    handler = _HANDLERS.get(event["type"])
    if handler is None:
        raise MalformedCommit(f"unknown type of event {event['type']!r}", commit["version"])
    handler(games[position.ruleset], position, commit["version"], event)
    return position


def _created(games: Games, commit: Mapping[str, Any], event: Event) -> Position:
    game = games.get(event["ruleset"])
    if game is None or game.ruleset != event["revision"]:
        raise UnknownRules(f"no rules for {event['ruleset']}, revision {event['revision']}", commit["version"])
    if "secret" not in event["sealed"]:
        raise CannotFold("the log is redacted", commit["version"])
    seats = [Holder(place.get("player"), place.get("bot")) for place in event["seats"]]
    return Position(
        game_id=event["game"],
        ruleset=event["ruleset"],
        revision=event["revision"],
        options=event["options"],
        host=event["host"],
        visibility=event["visibility"],
        start=event["start"],
        invite=event["invite"],
        seats=seats,
        commitment=event["commitment"],
        seed=bytes.fromhex(content(event, "seed")),
        seeded=event["seeded"],
        created_at=commit["at"],
        entropy=[None] * len(seats),
    )


def _joined(game: Game, position: Position, version: int, event: Event) -> None:
    position.seats[event["seat"]] = Holder(player=event["player"])


def _left(game: Game, position: Position, version: int, event: Event) -> None:
    position.seats[event["seat"]] = Holder(bot=event["bot"])
    if position.status == "open":
        position.entropy[event["seat"]] = None
    position.host = event.get("host", position.host)


def _seated(game: Game, position: Position, version: int, event: Event) -> None:
    before = position.seats[event["seat"]]
    gave_up = before.player if event["bot"] is not None and before.player else before.gave_up
    keeps = gave_up if event["player"] is None else None
    position.seats[event["seat"]] = Holder(event["player"], event["bot"], keeps)


def _mixed(game: Game, position: Position, version: int, event: Event) -> None:
    position.entropy[event["seat"]] = event["entropy"]


def _started(game: Game, position: Position, version: int, event: Event) -> None:
    position.secret = content(event, "secret")
    state = game.setup(len(position.seats), position.options, position.secret)
    state.version = state.since = version
    state.facts = None
    settle(game, state)
    position.state, position.status = state, "running"


def _made(game: Game, position: Position, version: int, event: Event) -> None:
    position.state.version = version
    if event["type"] == "drawn":
        kind, n = event["draw"]
        position.draws[kind] = n + 1
    play(game, position.state, actor(event), hashable(content(event, "choice")))


def _expired(game: Game, position: Position, version: int, event: Event) -> None:
    position.status = "expired"


def _finished(game: Game, position: Position, version: int, event: Event) -> None:
    position.status = "finished"
    position.result = {"scores": event["scores"], "winners": event["winners"]}


_HANDLERS: Mapping[str, Callable[[Game, Position, int, Event], None]] = {
    "joined": _joined,
    "left": _left,
    "seated": _seated,
    "mixed": _mixed,
    "started": _started,
    "chose": _made,
    "drawn": _made,
    "expired": _expired,
    "finished": _finished,
}
