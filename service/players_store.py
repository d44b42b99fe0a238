"""Where players are kept, apart from the games: a name that can be erased, and the hash of a bearer token.

A token names the shard of its player (two digits that say nothing about the person), so that the player's
record and the token's share a hash tag: both change in one step, on a cluster too, and finding a token takes
one look. Of the token itself only its SHA-256 is stored.

A token that was replaced under an idempotency key is remembered for a minute, by its SHA-256 and for one
purpose: to tell the new token again to whoever repeats that request.
"""

import threading
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Protocol

from events.redis_client import reaching
from events.store import shard_of


@dataclass(frozen=True, slots=True)
class Player:
    """A guest account. `created_at` is RFC 3339 in UTC, `token` the SHA-256 of the bearer token, in hex."""

    id: str
    name: str
    created_at: str
    token: str


RETRY_SECONDS = 60
"""For how long a rotation can be repeated."""


@dataclass(frozen=True, slots=True)
class Rotation:
    """What repeats the answer to a rotation: whose it was, the SHA-256 of its idempotency key, and its salt, in hex.

    The new token follows from the salt and the old token, so that whoever reads the store has neither.
    """

    player: str
    key: str
    salt: str


class PlayerStore(Protocol):
    """The port. Every method may raise `StoreUnavailable`."""

    def add(self, player: Player) -> None:
        """Keep a new player."""
        ...

    def find(self, shard: int, token: str) -> str | None:
        """Return the id of the player with this token (its SHA-256), or None."""
        ...

    def read(self, player: str) -> Player | None:
        """Return a player, or None if there is none."""
        ...

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """Return the names of those players that there are."""
        ...

    def rename(self, player: str, name: str) -> bool:
        """Change the name; False if there is no such player."""
        ...

    def rotate(self, player: str, old: str, token: str, rotation: Rotation | None = None) -> bool:
        """Put a new token in the place of `old`, which is dead in the same step; keep how to repeat the answer.

        False if the player's token is not `old`.
        """
        ...

    def rotation(self, shard: int, old: str) -> Rotation | None:
        """Return how to repeat the answer that replaced a token, if that was less than `RETRY_SECONDS` ago."""
        ...

    def erase(self, player: str) -> None:
        """Forget name and token, in one step."""
        ...


class MemoryPlayerStore:
    """Players of one process, for tests."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._players: dict[str, Player] = {}
        self._tokens: dict[str, str] = {}
        self._rotations: dict[str, tuple[Rotation, float]] = {}

    def add(self, player: Player) -> None:
        """Keep a new player."""
        with self._lock:
            self._players[player.id] = player
            self._tokens[player.token] = player.id

    def find(self, shard: int, token: str) -> str | None:
        """Return the id of the player with this token (its SHA-256), or None."""
        with self._lock:
            player = self._tokens.get(token)
        return player if player is not None and shard_of(player) == shard else None

    def read(self, player: str) -> Player | None:
        """Return a player, or None if there is none."""
        with self._lock:
            return self._players.get(player)

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """Return the names of those players that there are."""
        with self._lock:
            return {player: self._players[player].name for player in players if player in self._players}

    def rename(self, player: str, name: str) -> bool:
        """Change the name; False if there is no such player."""
        with self._lock:
            if player not in self._players:
                return False
            self._players[player] = replace(self._players[player], name=name)
            return True

    def rotate(self, player: str, old: str, token: str, rotation: Rotation | None = None) -> bool:
        """Put a new token in the place of `old`, which is dead in the same step; keep how to repeat the answer.

        False if the player's token is not `old`.
        """
        with self._lock:
            known = self._players.get(player)
            if known is None or known.token != old:
                return False
            del self._tokens[old]
            self._players[player] = replace(known, token=token)
            self._tokens[token] = player
            if rotation is not None:
                self._rotations[old] = (rotation, time.monotonic() + RETRY_SECONDS)
            return True

    def rotation(self, shard: int, old: str) -> Rotation | None:
        """Return how to repeat the answer that replaced a token, if that was less than `RETRY_SECONDS` ago."""
        with self._lock:
            rotation, until = self._rotations.get(old, (None, 0.0))
        if rotation is None or until <= time.monotonic():
            return None
        return rotation if shard_of(rotation.player) == shard else None

    def erase(self, player: str) -> None:
        """Forget name and token, in one step."""
        with self._lock:
            old = self._players.pop(player, None)
            if old is not None:
                del self._tokens[old.token]


RENAME = """
if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
redis.call('HSET', KEYS[1], 'name', ARGV[1])
return 1
"""

ROTATE = """
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[2])
redis.call('HSET', KEYS[1], 'token', ARGV[2])
redis.call('SET', KEYS[3], ARGV[3])
if ARGV[4] ~= '' then redis.call('SET', KEYS[4], ARGV[4], 'EX', ARGV[5]) end
return 1
"""
"""Swaps the token if it is the one that was shown."""

ERASE = """
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[1])
redis.call('DEL', KEYS[2])
return 1
"""
"""Forgets player and token if the token still is the one that was read."""


class RedisPlayerStore:
    """Players in the Redis of the games, on a client of `events.redis_client.connect`."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._rename = client.register_script(RENAME)
        self._rotate = client.register_script(ROTATE)
        self._erase = client.register_script(ERASE)

    def add(self, player: Player) -> None:
        """Keep a new player."""
        fields = {"name": player.name, "created_at": player.created_at, "token": player.token}
        with reaching(), self._client.pipeline(transaction=True) as pipe:
            pipe.hset(_player_key(player.id), mapping=fields)
            pipe.set(_token_key(shard_of(player.id), player.token), player.id)
            pipe.execute()

    def find(self, shard: int, token: str) -> str | None:
        """Return the id of the player with this token (its SHA-256), or None."""
        with reaching():
            found: str | None = self._client.get(_token_key(shard, token))
        return found

    def read(self, player: str) -> Player | None:
        """Return a player, or None if there is none."""
        with reaching():
            fields: Mapping[str, str] = self._client.hgetall(_player_key(player))
        if not fields:
            return None
        return Player(player, fields["name"], fields["created_at"], fields["token"])

    def names(self, players: Iterable[str]) -> dict[str, str]:
        """Return the names of those players that there are, in one round trip."""
        asked = list(dict.fromkeys(players))
        if not asked:
            return {}
        with reaching(), self._client.pipeline(transaction=False) as pipe:
            for player in asked:
                pipe.hget(_player_key(player), "name")
            found = pipe.execute()
        return {player: name for player, name in zip(asked, found, strict=True) if name is not None}

    def rename(self, player: str, name: str) -> bool:
        """Change the name; False if there is no such player."""
        with reaching():
            return bool(self._rename(keys=[_player_key(player)], args=[name]))

    def rotate(self, player: str, old: str, token: str, rotation: Rotation | None = None) -> bool:
        """Put a new token in the place of `old`, which is dead in the same step; keep how to repeat the answer.

        False if the player's token is not `old`.
        """
        shard = shard_of(player)
        kept = "" if rotation is None else " ".join((rotation.player, rotation.key, rotation.salt))
        keys = [_player_key(player), _token_key(shard, old), _token_key(shard, token), _rotation_key(shard, old)]
        with reaching():
            return bool(self._rotate(keys=keys, args=[old, token, player, kept, RETRY_SECONDS]))

    def rotation(self, shard: int, old: str) -> Rotation | None:
        """Return how to repeat the answer that replaced a token, if that was less than `RETRY_SECONDS` ago."""
        with reaching():
            kept: str | None = self._client.get(_rotation_key(shard, old))
        return None if kept is None else Rotation(*kept.split(" "))

    def erase(self, player: str) -> None:
        """Forget name and token, in one step; again if the token was replaced meanwhile."""
        shard = shard_of(player)
        while True:
            with reaching():
                token = self._client.hget(_player_key(player), "token")
                keys = [_player_key(player), _token_key(shard, token or "")]
                if token is None or self._erase(keys=keys, args=[token]):
                    return


def _player_key(player: str) -> str:
    return f"kancha:{{{shard_of(player):02d}}}:player:{player}"


def _token_key(shard: int, token: str) -> str:
    return f"kancha:{{{shard:02d}}}:token:{token}"


def _rotation_key(shard: int, token: str) -> str:
    return f"kancha:{{{shard:02d}}}:rotation:{token}"
