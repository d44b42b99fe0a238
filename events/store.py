"""The port to where logs are kept, with its errors. Two adapters: memory_store and redis_store.

A store keeps, for each game, the log, a head (what lists and sweeps need without folding), the
idempotency records, and a disposable snapshot; over all games the due set, the lists by status and by
player, and a channel that wakes those who wait. `append` does it all in one atomic step.
"""

import hashlib
import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple, Protocol

from domain.core.plain import Plain, canonical
from events.commit import Commit

SHARDS = 64

Result = Literal["appended", "replayed", "stale", "mismatch"]


class StoreError(Exception):
    """The store cannot do what it is asked for."""


class StoreUnavailable(StoreError):
    """The store does not answer; the same call may succeed later."""


class LogIncomplete(StoreError):
    """The head of a game and its log disagree: part of it is lost. Never answer with a shorter game."""

    def __init__(self, game: str) -> None:
        super().__init__(f"the log of {game} does not reach its head")
        self.game = game


class UnsafeStore(StoreError):
    """The server may evict keys, or cannot do what the store needs; the text says which setting."""


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of a game without folding its log.

    `ruleset` is the name of the game, `seats` a list of `{"player": id|None, "bot": name|None}` with
    `gave_up`, a player who may take the seat back, where there is one; `to_act` the seats that owe a
    decision, `options` those of the table: nothing that not everybody may know. `due` (member -> ms)
    and `frozen` (a reason) are kept by the store; `append` ignores what is given there.
    """

    game: str
    version: int
    hash: str
    status: str
    ruleset: str
    revision: int
    host: str | None
    visibility: str
    seats: list[dict[str, str | None]]
    to_act: list[int]
    options: dict[str, Any]
    created_at: str
    updated_at: str
    due: dict[str, int] = field(default_factory=dict)
    frozen: str | None = None


@dataclass(frozen=True, slots=True)
class Changes:
    """What a commit changes in the indexes; made by `events.indexes.index_changes`.

    `due_add` and `due_remove` are members of the due set; `listed` is the status under which the lobby
    lists the game from now on (None: not at all); `mine_add` and `mine_remove` are players.
    """

    due_add: Mapping[str, int] = field(default_factory=dict)
    due_remove: tuple[str, ...] = ()
    listed: str | None = None
    mine_add: tuple[str, ...] = ()
    mine_remove: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Append:
    """One commit to store. `expected` is the version of the head that the writer has read.

    The head has to be the commit that this one follows, hash included: a store that lost its end and
    went on differently has the same number and another history.
    `key` and `body` are the hashes of `idempotency_key` and `body_hash`, both or neither.
    """

    expected: int
    commit: Commit
    head: Head
    changes: Changes
    key: str | None = None
    body: str | None = None


class Appended(NamedTuple):
    """What became of an append.

    `appended`: stored, as `version`. `replayed`: the key is known, and this is the version it made.
    `mismatch`: the key is known for another body. `stale`: the head is at `version`, or has another hash.
    """

    outcome: Result
    version: int


class Record(NamedTuple):
    """An idempotency record: the version that a command made, and the hash of its body."""

    version: int
    body: str


class Reading(NamedTuple):
    """A log from some version on, its head (None: no such game), and an idempotency record, as one."""

    commits: list[Commit]
    head: Head | None
    record: Record | None


class Listed(NamedTuple):
    """An entry of a list of games; newest first. It serves as the cursor for what comes after it."""

    created: str
    game: str


class Wake(NamedTuple):
    """Word that a game has reached a version; may be lost, so nobody may depend on it."""

    game: str
    version: int


class Subscription(Protocol):
    """Everything that is appended from now on, as wake-ups for one process."""

    def get(self, seconds: float) -> Wake | None:
        """Wait for the next wake-up; None when the time is up or the store does not answer."""
        ...

    def close(self) -> None:
        """Stop; a `get` that waits returns None."""
        ...


class EventStore(Protocol):
    """Where logs are kept. Every method may raise `StoreUnavailable`."""

    def append(self, append: Append) -> Appended:
        """Store a commit with its head, record and index changes, all or nothing, and wake who waits.

        Raises `LogIncomplete` if the log does not reach its head.
        """
        ...

    def head(self, game: str) -> Head | None:
        """Return the head of a game."""
        ...

    def heads(self, games: Sequence[str]) -> list[Head | None]:
        """Return the heads of several games, in their order."""
        ...

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[Commit]:
        """Return the commits after a version, as stored; [] if there is no such game.

        Raises `LogIncomplete` if the log has a gap or ends elsewhere than its head.
        """
        ...

    def read_with_key(self, game: str, after: int, key: str | None) -> Reading:
        """Return commits, head and idempotency record of one moment; raises `LogIncomplete`."""
        ...

    def snapshot(self, game: str) -> bytes | None:
        """Return what `save_snapshot` saved last, if it is still there."""
        ...

    def save_snapshot(self, game: str, data: bytes) -> None:
        """Keep a disposable snapshot of a position."""
        ...

    def lobby(self, statuses: Sequence[str], limit: int, before: Listed | None = None) -> list[Listed]:
        """List public games with one of these statuses (`frozen` is one), newest first."""
        ...

    def mine(self, player: str, limit: int, before: Listed | None = None) -> list[Listed]:
        """List the games in which a player sits or may sit again, or which it hosts, newest first."""
        ...

    def due(self, now_ms: int, limit: int) -> list[tuple[str, int]]:
        """List what workers have to answer by now: `(<game>:<seat>:<since>, ms)`, the oldest first."""
        ...

    def drop_due(self, member: str, version: int) -> bool:
        """Take a member out of the due set; False, and nothing is done, if its game is not at this version (any more).

        Whoever found that nothing is to be answered did so at that version; meanwhile a seat may have changed hands.
        Version 0 is that of a game that does not exist.
        """
        ...

    def freeze(self, game: str, reason: str | None) -> None:
        """Mark a game as one that cannot be folded (None: take the mark away); no event."""
        ...

    def reserve(self, player: str, key: str, game: str) -> str:
        """Return the id reserved by this player under this key within a day: `game`, if it is the first."""
        ...

    def subscribe(self) -> Subscription:
        """Return one reader of all wake-ups."""
        ...

    def check(self) -> None:
        """Raise `UnsafeStore` for a server that may evict keys, `StoreUnavailable` for a dead one."""
        ...

    def memory_use(self) -> float | None:
        """Return the share of its memory limit that the store uses, from 0 to 1; None without limit."""
        ...

    def upkeep(self, shard: int) -> int:
        """Compare the indexes of a shard with its heads, repair them, and return how many entries were wrong."""
        ...


def shard_of(name: str) -> int:
    """Return the shard of a game (or of a player): CRC-32 of its id modulo 64."""
    return zlib.crc32(name.encode()) % SHARDS


def due_member(game: str, seat: int, since: int) -> str:
    """Return the member of the due set for an open decision."""
    return f"{game}:{seat}:{since}"


def read_member(member: str) -> tuple[str, int, int]:
    """Return game, seat and since of a member of the due set."""
    game, seat, since = member.rsplit(":", 2)
    return game, int(seat), int(since)


def players_of(seats: Sequence[Mapping[str, str | None]], host: str | None) -> set[str]:
    """Return whose game this is: who sits there, who may take a seat back, and the host."""
    players = {seat.get(name) for seat in seats for name in ("player", "gave_up")} | {host}
    return {player for player in players if player is not None}


def idempotency_key(player: str, route: str, seat: int | None, key: str) -> str:
    """Return under what a command is remembered: SHA-256 of canonical `[player, route, seat, key]`."""
    return hashlib.sha256(canonical([player, route, seat, key])).hexdigest()


def body_hash(body: Plain) -> str:
    """Return the SHA-256 of a canonical body, by which a retry is told from another command."""
    return hashlib.sha256(canonical(body)).hexdigest()
