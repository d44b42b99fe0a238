"""The store on a server of the Redis protocol, 7.0 or later: one, behind Sentinel, or a cluster.

Keys of a game share a hash tag, so that one script is legal in a cluster. With shard = CRC-32 of the
game's id modulo 64, written with two digits:

    kancha:{07}:log:<id>     stream, one entry `<version>-0` for each commit
    kancha:{07}:head:<id>    hash: `version`, `told` (JSON), `frozen`; `due:<member>` mirrors the due set
    kancha:{07}:keys:<id>    hash: idempotency key -> `<version>:<hash of the body>`
    kancha:{07}:snap:<id>    string
    kancha:{07}:due          sorted set: `<id>:<seat>:<since>` by milliseconds
    kancha:{07}:lobby:<status>, kancha:{07}:mine:<player>      sorted sets, all scores 0, of `<created> <id>`
    kancha:{07}:reserved:<hash>      the id reserved by a player under a key, for a day

Wake-ups go through one channel, `kancha:wake`.
"""

import hashlib
from collections.abc import Sequence
from importlib import resources
from typing import Any

from domain.core.plain import canonical
from events.codec import decode, encode
from events.commit import Commit
from events.redis_client import reaching
from events.redis_keys import (
    DUE,
    LISTS,
    entry_of,
    head_fields,
    in_shard,
    lobby,
    mine,
    of_game,
    read_entry,
    read_head,
)
from events.redis_upkeep import Upkeep
from events.redis_wake import CHANNEL, RedisSubscription, wake_text
from events.store import (
    SHARDS,
    Append,
    Appended,
    Head,
    Listed,
    LogIncomplete,
    Reading,
    Record,
    UnsafeStore,
    read_member,
    shard_of,
)

DAY_SECONDS = 86_400
OLDEST = 7
"""The first major version of the server that has every command used here."""


DROP = """
if (redis.call('HGET', KEYS[1], 'version') or '0') ~= ARGV[1] then return 0 end
redis.call('ZREM', KEYS[2], ARGV[2])
redis.call('HDEL', KEYS[1], ARGV[3])
return 1
"""
"""KEYS: head, due set; ARGV: the version that the game has to be at, the member, its field in the head."""


class RedisStore:
    """An `EventStore` on a client of `redis_client.connect`. Safe for threads."""

    def __init__(self, client: Any) -> None:
        self._client = client
        folder = resources.files("events")
        self._append = client.register_script((folder / "append.lua").read_text("utf-8"))
        self._mend = client.register_script((folder / "mend.lua").read_text("utf-8"))
        self._drop = client.register_script(DROP)

    def append(self, append: Append) -> Appended:
        """Store a commit with everything that belongs to it, all or nothing."""
        keys, args = _append_keys(append), _append_values(append)
        with reaching():
            outcome, version = self._append(keys=keys, args=args)
        if outcome == "incomplete":
            raise LogIncomplete(append.head.game)
        return Appended(outcome, version)

    def head(self, game: str) -> Head | None:
        """Return the head of a game."""
        with reaching():
            return read_head(self._client.hgetall(of_game("head", game)))

    def heads(self, games: Sequence[str]) -> list[Head | None]:
        """Return the heads of several games, in their order, with one round trip."""
        pipe = self._client.pipeline(transaction=False)
        for game in games:
            pipe.hgetall(of_game("head", game))
        with reaching():
            return [read_head(stored) for stored in pipe.execute()]

    def read(self, game: str, after: int = 0, limit: int | None = None) -> list[Commit]:
        """Return the commits after a version."""
        return self._read(game, after, None, limit).commits

    def read_with_key(self, game: str, after: int, key: str | None) -> Reading:
        """Return commits, head and idempotency record of one moment."""
        return self._read(game, after, key, None)

    def _read(self, game: str, after: int, key: str | None, limit: int | None) -> Reading:
        pipe = self._client.pipeline(transaction=True)
        pipe.hgetall(of_game("head", game))
        pipe.xrange(of_game("log", game), min=f"{after + 1}-0", max="+", count=limit)
        if key is not None:
            pipe.hget(of_game("keys", game), key)
        with reaching():
            stored, entries, *records = pipe.execute()
        head = read_head(_mapping(stored))
        version = head.version if head else 0
        last = version if limit is None else min(version, after + limit)
        if [f"{n}-0" for n in range(after + 1, last + 1)] != [number for number, _ in entries]:
            raise LogIncomplete(game)
        commits = [decode(_mapping(entry)["commit"]) for _, entry in entries]
        return Reading(commits, head, _record(records[0]) if records else None)

    def snapshot(self, game: str) -> bytes | None:
        """Return the snapshot saved last."""
        with reaching():
            data = self._client.get(of_game("snap", game))
        return None if data is None else str(data).encode()

    def save_snapshot(self, game: str, data: bytes) -> None:
        """Keep a snapshot."""
        with reaching():
            self._client.set(of_game("snap", game), data)

    def lobby(self, statuses: Sequence[str], limit: int, before: Listed | None = None) -> list[Listed]:
        """List public games with one of these statuses, newest first: all shards in one round trip."""
        return self._newest([lobby(shard, status) for shard in range(SHARDS) for status in statuses], limit, before)

    def mine(self, player: str, limit: int, before: Listed | None = None) -> list[Listed]:
        """List the games of a player, newest first: all shards in one round trip."""
        return self._newest([mine(shard, player) for shard in range(SHARDS)], limit, before)

    def _newest(self, keys: Sequence[str], limit: int, before: Listed | None) -> list[Listed]:
        highest = "+" if before is None else f"({before.created} {before.game}"
        pipe = self._client.pipeline(transaction=False)
        for key in keys:
            pipe.zrange(key, highest, "-", desc=True, bylex=True, offset=0, num=limit)
        with reaching():
            found = [entry for entries in pipe.execute() for entry in entries]
        return [read_entry(entry) for entry in sorted(found, reverse=True)[:limit]]

    def due(self, now_ms: int, limit: int) -> list[tuple[str, int]]:
        """List what workers have to answer by now, the oldest first."""
        pipe = self._client.pipeline(transaction=False)
        for shard in range(SHARDS):
            key = in_shard(shard, "due")
            pipe.zrange(key, "-inf", now_ms, byscore=True, offset=0, num=limit, withscores=True)
        with reaching():
            found = [(int(score), member) for entries in pipe.execute() for member, score in entries]
        return [(member, score) for score, member in sorted(found)[:limit]]

    def drop_due(self, member: str, version: int) -> bool:
        """Take a member out of the due set, if its game still is at this version."""
        game, _, _ = read_member(member)
        keys = [of_game("head", game), in_shard(shard_of(game), "due")]
        with reaching():
            return bool(self._drop(keys=keys, args=[version, member, DUE + member]))

    def freeze(self, game: str, reason: str | None) -> None:
        """Mark a game as one that cannot be folded, or take the mark away."""
        head = self.head(game)
        if head is None:
            return
        shard, key = shard_of(game), of_game("head", game)
        pipe = self._client.pipeline(transaction=True)
        if reason is None:
            pipe.hdel(key, "frozen")
        else:
            pipe.hset(key, "frozen", reason)
        if head.visibility == "public":
            for status in LISTS:
                pipe.zrem(lobby(shard, status), entry_of(head))
            pipe.zadd(lobby(shard, head.status if reason is None else "frozen"), {entry_of(head): 0})
        with reaching():
            pipe.execute()

    def reserve(self, player: str, key: str, game: str) -> str:
        """Return the id reserved first under this player and key, for a day."""
        name = hashlib.sha256(canonical([player, key])).hexdigest()
        reserved = in_shard(shard_of(player), f"reserved:{name}")
        with reaching():
            earlier = self._client.set(reserved, game, nx=True, get=True, ex=DAY_SECONDS)
        return game if earlier is None else str(earlier)

    def subscribe(self) -> RedisSubscription:
        """Return a reader of all wake-ups, on a connection of its own."""
        with reaching():
            return RedisSubscription(self._client)

    def check(self) -> None:
        """Refuse a server that may evict keys or is too old."""
        for info in self._infos():
            policy = info.get("maxmemory_policy", "unknown")
            if policy != "noeviction":
                raise UnsafeStore(f"maxmemory-policy is {policy}: set it to noeviction, or games will be lost")
            if int(str(info.get("redis_version", "0")).partition(".")[0]) < OLDEST:
                raise UnsafeStore(f"the server speaks version {info.get('redis_version')}: {OLDEST}.0 is needed")

    def memory_use(self) -> float | None:
        """Return the share of the limit that is used, of the fullest server; None without limit."""
        limited = [info for info in self._infos() if info["maxmemory"]]
        return max((info["used_memory"] / info["maxmemory"] for info in limited), default=None)

    def _infos(self) -> list[dict[str, Any]]:
        """Return what every server says of itself."""
        with reaching():
            nodes = self._client.get_nodes() if hasattr(self._client, "get_nodes") else [None]
            where = [{} if node is None else {"target_nodes": node} for node in nodes]
            return [self._client.info("server", **at) | self._client.info("memory", **at) for at in where]

    def upkeep(self, shard: int) -> int:
        """Compare the indexes of a shard with its heads and repair them."""
        with reaching():
            return Upkeep(self._client, self._mend, shard).run()


def _mapping(answer: Any) -> dict[str, str]:
    """Return a hash whichever way it comes: in a cluster's transaction, the library leaves it a flat list."""
    if isinstance(answer, dict):
        return answer
    return dict(zip(answer[::2], answer[1::2], strict=True))


def _record(stored: str | None) -> Record | None:
    if stored is None:
        return None
    version, _, body = stored.partition(":")
    return Record(int(version), body)


def _append_keys(append: Append) -> list[str]:
    """Return the KEYS of append.lua."""
    game, changes = append.head.game, append.changes
    shard = shard_of(game)
    return [
        *[of_game(kind, game) for kind in ("log", "head", "keys")],
        in_shard(shard, "due"),
        *[lobby(shard, status) for status in LISTS],
        *[mine(shard, player) for player in changes.mine_add],
        *[mine(shard, player) for player in changes.mine_remove],
    ]


def _append_values(append: Append) -> list[str | int | bytes]:
    """Return the ARGV of append.lua."""
    head, changes = append.head, append.changes
    record = "" if append.key is None else f"{append.expected + 1}:{append.body}"
    listed = 0 if changes.listed is None else 1 + LISTS.index(changes.listed)
    opened: list[str | int] = [value for member, score in changes.due_add.items() for value in (score, member)]
    stored = head_fields(head)
    values: list[str | int | bytes] = [
        append.expected,
        encode(append.commit),
        append.key or "",
        record,
        append.body or "",
        entry_of(head),
        len(LISTS),
        listed,
        len(changes.mine_add),
        CHANNEL,
        wake_text(head.game, head.version),
        append.commit["prev"],
    ]
    values += [len(changes.due_remove), *changes.due_remove]
    values += [len(opened), *opened]
    values += [len(stored), *stored]
    return values
