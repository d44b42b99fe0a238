"""A store in the memory of one process, for tests and for trying things out: same promises, no durability."""

import queue
import threading
from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from events.codec import decode, encode, plain
from events.commit import Commit
from events.store import (
    Append,
    Appended,
    Head,
    Listed,
    LogIncomplete,
    Reading,
    Record,
    Wake,
    read_member,
)


@dataclass(slots=True)
class _Game:
    """What is kept for one game. `log` holds the bytes of the commits, version 1 first."""

    head: Head
    log: list[bytes] = field(default_factory=list)
    records: dict[str, Record] = field(default_factory=dict)
    snapshot: bytes | None = None


class MemorySubscription:
    """The wake-ups of a `MemoryStore`."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Wake | None] = queue.SimpleQueue()

    def put(self, wake: Wake | None) -> None:
        """Hand a wake-up over; None ends a wait."""
        self._waiting.put(wake)

    def get(self, seconds: float) -> Wake | None:
        """Wait for the next wake-up."""
        try:
            return self._waiting.get(timeout=seconds)
        except queue.Empty:
            return None

    def close(self) -> None:
        """End a wait."""
        self.put(None)


def _own(head: Head) -> Head:
    return replace(
        head, seats=plain(head.seats), to_act=head.to_act[:], options=plain(head.options), due=dict(head.due)
    )


class MemoryStore:
    """An `EventStore` in memory. Safe for threads; every answer is the caller's own."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._games: dict[str, _Game] = {}
        self._due: dict[str, int] = {}
        self._lobby: dict[str, str] = {}
        self._mine: dict[str, set[str]] = {}
        self._reserved: dict[tuple[str, str], str] = {}
        self._subscriptions: list[MemorySubscription] = []

    def append(self, append: Append) -> Appended:
        """Store a commit with everything that belongs to it, all or nothing."""
        raw, head = encode(append.commit), append.head
        with self._lock:
            game = self._games.get(head.game)
            record = game.records.get(append.key) if game and append.key else None
            if record:
                outcome = "replayed" if record.body == append.body else "mismatch"
                return Appended(outcome, record.version)  # type: ignore[arg-type]
            at = game.head.version if game else 0
            if game and len(game.log) != at:
                raise LogIncomplete(head.game)
            if at != append.expected:
                mine = append.key is None and game is not None and raw in game.log[append.expected :][:1]
                return Appended("appended", append.expected + 1) if mine else Appended("stale", at)
            if game and game.head.hash != append.commit["prev"]:
                return Appended("stale", at)
            self._store(append, raw)
            for subscription in self._subscriptions:
                subscription.put(Wake(head.game, head.version))
            return Appended("appended", head.version)

    def _store(self, append: Append, raw: bytes) -> None:
        changes, head = append.changes, append.head
        game = self._games.get(head.game)
        due = {} if game is None else dict(game.head.due)
        for member in changes.due_remove:
            due.pop(member, None)
            self._due.pop(member, None)
        due |= changes.due_add
        self._due |= changes.due_add
        if game is None:
            game = self._games[head.game] = _Game(head)
        game.head = replace(head, due=due, frozen=None)
        game.log.append(raw)
        if append.key is not None and append.body is not None:
            game.records[append.key] = Record(head.version, append.body)
        self._list(head.game, changes.listed)
        for player in changes.mine_add:
            self._mine.setdefault(player, set()).add(head.game)
        for player in changes.mine_remove:
            self._mine.get(player, set()).discard(head.game)

    def _list(self, game: str, status: str | None) -> None:
        self._lobby.pop(game, None)
        if status is not None:
            self._lobby[game] = status

    def head(self, game: str) -> Head | None:
        """Return the head of a game."""
        with self._lock:
            found = self._games.get(game)
            return _own(found.head) if found else None

    def heads(self, games: Sequence[str]) -> list[Head | None]:
        """Return the heads of several games, in their order."""
        return [self.head(game) for game in games]

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[Commit]:
        """Return the commits after a version."""
        with self._lock:
            found = self._games.get(game)
            if found is None:
                return []
            if len(found.log) != found.head.version:
                raise LogIncomplete(game)
            raw = found.log[after : None if limit is None else after + limit]
        return [decode(line) for line in raw]

    def read_with_key(self, game: str, after: int, key: str | None) -> Reading:
        """Return commits, head and idempotency record of one moment."""
        with self._lock:
            found = self._games.get(game)
            record = found.records.get(key) if found and key else None
            return Reading(self.read(game, after), self.head(game), record)

    def snapshot(self, game: str) -> bytes | None:
        """Return the snapshot saved last."""
        found = self._games.get(game)
        return found.snapshot if found else None

    def save_snapshot(self, game: str, data: bytes) -> None:
        """Keep a snapshot."""
        if game in self._games:
            self._games[game].snapshot = data

    def lobby(self, statuses: Sequence[str], limit: int, before: Listed | None = None) -> list[Listed]:
        """List public games with one of these statuses, newest first."""
        with self._lock:
            found = [game for game, status in self._lobby.items() if status in statuses]
            return self._newest(found, limit, before)

    def mine(self, player: str, limit: int, before: Listed | None = None) -> list[Listed]:
        """List the games of a player, newest first."""
        with self._lock:
            return self._newest(self._mine.get(player, ()), limit, before)

    def _newest(self, games: Sequence[str] | set[str] | tuple[()], limit: int, before: Listed | None) -> list[Listed]:
        listed = [Listed(self._games[game].head.created_at, game) for game in games]
        return sorted((entry for entry in listed if before is None or entry < before), reverse=True)[:limit]

    def due(self, now_ms: int, limit: int) -> list[tuple[str, int]]:
        """List what workers have to answer by now, the oldest first."""
        with self._lock:
            found = sorted((score, member) for member, score in self._due.items() if score <= now_ms)
        return [(member, score) for score, member in found[:limit]]

    def drop_due(self, member: str, version: int) -> bool:
        """Take a member out of the due set, if its game still is at this version."""
        with self._lock:
            game = self._games.get(read_member(member)[0])
            if version != (game.head.version if game else 0):
                return False
            self._due.pop(member, None)
            if game is not None:
                due = {other: score for other, score in game.head.due.items() if other != member}
                game.head = replace(game.head, due=due)
            return True

    def freeze(self, game: str, reason: str | None) -> None:
        """Mark a game as one that cannot be folded, or take the mark away."""
        with self._lock:
            found = self._games.get(game)
            if found is not None:
                found.head = replace(found.head, frozen=reason)
                status = found.head.status if reason is None else "frozen"
                self._list(game, status if found.head.visibility == "public" else None)

    def reserve(self, player: str, key: str, game: str) -> str:
        """Return the id reserved first under this player and key."""
        with self._lock:
            return self._reserved.setdefault((player, key), game)

    def subscribe(self) -> MemorySubscription:
        """Return a reader of all wake-ups."""
        subscription = MemorySubscription()
        with self._lock:
            self._subscriptions.append(subscription)
        return subscription

    def check(self) -> None:
        """Memory of the process evicts nothing and is always there."""

    def memory_use(self) -> float | None:
        """No limit is known."""
        return None

    def upkeep(self, shard: int) -> int:
        """Nothing can come between a commit and its indexes here."""
        return 0
