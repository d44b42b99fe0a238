"""Finding a game's position: from memory, a snapshot, or its log; and whether the caller may see it.

The store is the truth: what a process remembers is only where folding begins.
"""

import threading
from collections import OrderedDict
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING

from events import snapshots
from events.commit import Commit
from events.errors import LogError
from events.fold import Position, fold
from events.store import LogIncomplete, Reading, Record, StoreError
from service.usecases import errors
from service.usecases.errors import Frozen, NotFound, StoreFull, Unavailable

if TYPE_CHECKING:
    from service.bootstrap import Service


class PositionCache:
    """The latest known position of each game, and some earlier ones, the least recently used dropped first.

    Safe for threads. Whoever gets a position must not alter it.
    """

    def __init__(self, size: int) -> None:
        self._lock = threading.Lock()
        self._size = size
        self._latest: OrderedDict[str, Position] = OrderedDict()
        self._past: OrderedDict[tuple[str, int], Position] = OrderedDict()

    def latest(self, game: str) -> Position | None:
        """Return the latest position known of a game."""
        with self._lock:
            if game in self._latest:
                self._latest.move_to_end(game)
            return self._latest.get(game)

    def keep(self, position: Position) -> None:
        """Remember a position unless a later one of its game is known."""
        with self._lock:
            known = self._latest.get(position.game_id)
            if known is None or known.version <= position.version:
                self._latest[position.game_id] = position
                self._latest.move_to_end(position.game_id)
            if len(self._latest) > self._size:
                self._forget(next(iter(self._latest)))

    def past(self, game: str, version: int) -> Position | None:
        """Return the latest of the earlier positions remembered that is no later than a version."""
        with self._lock:
            known = [of for name, of in self._past if name == game and of <= version]
            return self._past[game, max(known)] if known else None

    def keep_past(self, position: Position) -> None:
        """Remember an earlier position for a while."""
        with self._lock:
            self._past[position.game_id, position.version] = position
            if len(self._past) > max(1, self._size // 8):
                self._past.popitem(last=False)

    def forget(self, game: str) -> None:
        """Forget what is known of a game, since its log says otherwise."""
        with self._lock:
            self._forget(game)

    def _forget(self, game: str) -> None:
        self._latest.pop(game, None)
        for key in [key for key in self._past if key[0] == game]:
            del self._past[key]


@dataclass(frozen=True, slots=True)
class Loaded:
    """A game as found: its position, the version of its head, and the record of the key that was asked for.

    The position is that of the head, but for a frozen game: there it is the last good one.
    """

    position: Position
    version: int
    record: Record | None = None
    frozen: bool = False

    @property
    def finished(self) -> bool:
        """Whether the game has ended, so that everything is open to everybody."""
        return self.position.status == "finished"


@contextmanager
def guarded() -> Iterator[None]:
    """Turn the failures of a store into problems that a client can understand."""
    try:
        yield
    except LogIncomplete as failure:
        raise errors.LogIncomplete from failure
    except StoreError as failure:
        raise Unavailable from failure


def find(service: "Service", caller: str, game_id: str, key: str | None = None) -> Loaded:
    """Return a game that the caller may see. Raises `NotFound`, for private games of others as well."""
    loaded = load(service, game_id, key)
    if not may_see(loaded.position, caller):
        raise NotFound
    return loaded


def may_see(position: Position, caller: str) -> bool:
    """Say whether the caller may see a game: everybody a public one, its seats and its host a private one."""
    if position.visibility == "public" or caller == position.host:
        return True
    return any(caller in (holder.player, holder.gave_up) for holder in position.seats)


def load(service: "Service", game_id: str, key: str | None = None) -> Loaded:
    """Return a game, with the record of an idempotency key (its hash) of the same moment.

    Raises `NotFound`, `LogIncomplete`, `Unavailable`; and `Frozen` for a game of which not even an
    earlier position can be shown.
    """
    start = service.cache.latest(game_id) or _from_snapshot(service, game_id)
    start, reading = _read_from(service, game_id, start, key)
    if reading.head is None:
        raise NotFound
    try:
        position = _advance(service, start, reading)
    except LogError as failure:
        return _last_good(service, start, reading, failure)
    if (position.version, position.hash) != (reading.head.version, reading.head.hash):
        raise errors.LogIncomplete
    if reading.head.frozen is not None:
        with guarded():
            service.store.freeze(game_id, None)
    return Loaded(position, reading.head.version, reading.record)


def _read_from(
    service: "Service", game_id: str, start: Position | None, key: str | None
) -> tuple[Position | None, Reading]:
    """Read what comes after a position; all of the log if that position is not part of it (any more)."""
    if start is not None:
        try:
            with guarded():
                reading = service.store.read_with_key(game_id, start.version, key)
            if _follows(start, reading):
                return start, reading
        except errors.LogIncomplete:
            pass  # the log may be shorter than what we remember: see what all of it says
        service.cache.forget(game_id)
    with guarded():
        return None, service.store.read_with_key(game_id, 0, key)


def _follows(start: Position, reading: Reading) -> bool:
    """Say whether what was read goes on from where we begin."""
    if reading.head is None:
        return False
    if reading.commits:
        first = reading.commits[0]
        return (first["version"], first["prev"]) == (start.version + 1, start.hash)
    return (start.version, start.hash) == (reading.head.version, reading.head.hash)


def _advance(service: "Service", start: Position | None, reading: Reading) -> Position:
    """Fold what was read, and remember where that leads."""
    if start is not None and not reading.commits:
        position = start
    else:
        position = fold(service.games, reading.commits, start)
    service.cache.keep(position)
    if len(reading.commits) >= service.settings.snapshot_every:
        save_snapshot(service, position)
    return position


def _last_good(service: "Service", start: Position | None, reading: Reading, failure: LogError) -> Loaded:
    """Freeze a game that cannot be folded to its head, and return it as far as it can."""
    assert reading.head is not None
    reason = type(failure).__name__
    if reading.head.frozen != reason:
        with guarded():
            service.store.freeze(reading.head.game, reason)
    good = [commit for commit in reading.commits if commit["version"] < (failure.version or 0)]
    if not good and start is None:
        raise Frozen from failure
    position = fold(service.games, good, start) if good else start
    assert position is not None
    service.cache.keep(position)
    return Loaded(position, reading.head.version, reading.record, frozen=True)


def position_at(service: "Service", loaded: Loaded, version: int) -> Position:
    """Return the position of a loaded game as of a version. Raises `NotFound` if there is no such version."""
    latest = loaded.position
    if version == latest.version:
        return latest
    if not 1 <= version <= loaded.version:
        raise NotFound(f"This game has no version {version}; its head is version {loaded.version}.")
    if version > latest.version:
        raise Frozen
    start = service.cache.past(latest.game_id, version) or _from_snapshot(service, latest.game_id)
    if start is None or start.version > version:
        start = None
    commits = commits_between(service, latest.game_id, start.version if start else 0, version)
    position = fold(service.games, commits, start) if commits else start
    if position is None or position.version != version:
        raise errors.LogIncomplete
    service.cache.keep_past(position)
    return position


def commits_between(service: "Service", game_id: str, after: int, last: int) -> list[Commit]:
    """Return the stored commits after one version and up to another, the oldest first."""
    if last <= after:
        return []
    with guarded():
        return service.store.read(game_id, after, last - after)


def _from_snapshot(service: "Service", game_id: str) -> Position | None:
    """Return the position of a snapshot that the log vouches for, or None."""
    with guarded():
        stored = service.store.snapshot(game_id)
        version = None if stored is None else snapshots.version_of(stored)
        if stored is None or version is None:
            return None
        commits = service.store.read(game_id, version - 1, 1)
    return snapshots.restore(service.games, stored, commits[0]) if commits else None


def save_snapshot(service: "Service", position: Position) -> None:
    """Store a position as a disposable snapshot."""
    with guarded():
        service.store.save_snapshot(position.game_id, snapshots.dump(position))


def require_room(service: "Service") -> None:
    """Raise `StoreFull` if the store is too full for anything new."""
    with guarded():
        use = service.store.memory_use()
    if use is not None and use * 100 > service.settings.store_full:
        raise StoreFull
