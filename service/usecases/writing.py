"""The one way in which a use case appends a commit: read, judge, append; and again if somebody was faster.

Where this process knows a position that may well be the present one, a command is judged on that first and
nothing is read: the store takes its commit only if the log ends there, with that very hash. If it does not, or
if the command is refused, all of it is done again on what the store has; so a guess never answers anybody "no".

A command with an idempotency key is looked up in the same moment as the position it is judged on, so a
retry that arrives while its first try lands is answered like the first one, never as stale.
"""

import logging
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.core.plain import Plain
from events.commit import Commit, millis, moment
from events.fold import Position
from events.indexes import append_of
from events.store import Append, Appended, Result, body_hash, idempotency_key, read_member
from events.write import Draft, Written
from service.usecases.errors import IdempotencyMismatch, Problem, Unavailable
from service.usecases.positions import Loaded, commits_between, guarded, position_at, save_snapshot

if TYPE_CHECKING:
    from service.bootstrap import Service

TRIES = 200
"""How often a command is judged again because others were faster; each time, another one got through."""

log = logging.getLogger("kancha.usecases")


class Key(NamedTuple):
    """Under what a command is remembered, and the hash of its body."""

    key: str
    body: str


class Changed(NamedTuple):
    """The outcome of a command: the game now, and the position and commit that the command made.

    `commit` is None if there was nothing to change.
    """

    loaded: Loaded
    position: Position
    commit: Commit | None
    replayed: bool


def remember(caller: str, route: str, seat: int | None, key: str | None, body: Plain) -> Key | None:
    """Return what identifies a command with the client's key; None for one without."""
    return None if key is None else Key(idempotency_key(caller, route, seat, key), body_hash(body))


def draft_on(service: "Service", position: Position | None, by: dict[str, Any], key: Key | None = None) -> Draft:
    """Return an empty draft of the next commit, dated now."""
    return Draft(service.games, position, by, moment(service.clock()), key.key if key else None)


def change(
    service: "Service",
    look: Callable[[], Loaded],
    key: Key | None,
    act: Callable[[Loaded], Draft | None],
    guess: Position | None = None,
) -> Changed:
    """Carry out a command on the game that `look` finds (with the record of `key`), exactly once.

    `act` judges it on what was found and returns the draft of its commit, None if there is nothing to
    do, or raises a problem. It is asked again whenever another commit got in between. `guess` is a
    position that may be the present one; it is tried before anything is read.
    """
    done = None if guess is None else _at_a_guess(service, guess, key, act)
    if done is not None:
        return done
    for _ in range(TRIES):
        loaded = look()
        if loaded.record is not None and key is not None:
            return repeat(service, loaded, key)
        draft = act(loaded)
        if draft is None:
            return Changed(loaded, loaded.position, None, replayed=False)
        done = _append(service, loaded.position, draft, key)
        if done is not None:
            return done
    raise Unavailable("Too many are writing to this game at once: try again.")


def _at_a_guess(
    service: "Service", guess: Position, key: Key | None, act: Callable[[Loaded], Draft | None]
) -> Changed | None:
    """Carry out a command on a position that may be the present one; None if it has to be judged properly."""
    try:
        draft = act(Loaded(guess, guess.version))
    except Problem:
        return None
    return None if draft is None else _append(service, guess, draft, key)


def _append(service: "Service", below: Position, draft: Draft, key: Key | None) -> Changed | None:
    """Store the commit of a draft; None if the log goes on differently, or the key is known by now."""
    written = draft.done()
    if append(service, below, written, key) != "appended":
        return None
    now = Loaded(written.position, written.position.version)
    return Changed(now, written.position, written.commit, replayed=False)


def repeat(service: "Service", loaded: Loaded, key: Key) -> Changed:
    """Return what an earlier command with this key made."""
    assert loaded.record is not None
    if loaded.record.body != key.body:
        raise IdempotencyMismatch
    version = loaded.record.version
    position = position_at(service, loaded, version)
    [commit] = commits_between(service, position.game_id, version - 1, version)
    return Changed(loaded, position, commit, replayed=True)


def append(service: "Service", below: Position | None, written: Written, key: Key | None) -> Result:
    """Store a commit on top of a position; remember the new one, and hand open decisions to the workers.

    Raises `IdempotencyMismatch` if the key is known for another body.
    """
    ready = _patient(service, append_of(service.games, below, written.position, written.commit, key and key.body))
    with guarded():
        outcome: Appended = service.store.append(ready)
    if outcome.outcome == "mismatch":
        raise IdempotencyMismatch
    if outcome.outcome == "appended":
        service.cache.keep(written.position)
        _announce(service, ready)
        if written.position.version % service.settings.snapshot_every == 0:
            _snapshot(service, written.position)
    return outcome.outcome


def _patient(service: "Service", ready: Append) -> Append:
    """Let bots wait for people as long as this installation says, instead of the usual while."""
    if not ready.changes.due_add:
        return ready
    now, pause = millis(ready.commit["at"]), int(service.settings.optional_delay * 1000)
    due = {member: now + pause if at > now else at for member, at in ready.changes.due_add.items()}
    return replace(ready, changes=replace(ready.changes, due_add=due))


def _announce(service: "Service", stored: Append) -> None:
    """Enqueue a job for every decision that is due now; the sweep does so when a later one is.

    What fails is found by the sweep as well: the commit stands, whatever becomes of its jobs.
    """
    now = millis(stored.commit["at"])
    for member, at in stored.changes.due_add.items():
        game, seat, since = read_member(member)
        if at > now:
            continue
        try:
            service.queue.enqueue(game, seat, since, 0)
        except Exception as failure:  # whatever the queue's library raises: the answer must not depend on it
            log.warning("job_not_enqueued", extra={"fields": {"game": game, "error": type(failure).__name__}})


def _snapshot(service: "Service", position: Position) -> None:
    """Save a snapshot; the commit is stored, so nothing that fails here may look as if it were not."""
    try:
        save_snapshot(service, position)
    except Unavailable:
        log.warning("snapshot_not_saved", extra={"fields": {"game": position.game_id}})
