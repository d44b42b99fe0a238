"""Where players are kept, apart from the games: a name that can be erased, and the hash of a bearer token.

A token names the shard of its player (two digits that say nothing about the person), so that the player's
record and the token's share a hash tag: both change in one step, on a cluster too, and finding a token takes
one look. Of the token itself only its SHA-256 is stored.
"""

import threading
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

    def rotate(self, player: str, token: str) -> bool:
        """Give a new token; the old one is dead in the same step. False if there is no such player."""
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

    def rotate(self, player: str, token: str) -> bool:
        """Give a new token; the old one is dead in the same step. False if there is no such player."""
        with self._lock:
            old = self._players.get(player)
            if old is None:
                return False
            del self._tokens[old.token]
            self._players[player] = replace(old, token=token)
            self._tokens[token] = player
            return True

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

REPLACE = """
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('DEL', KEYS[2])
if ARGV[2] == '' then
  redis.call('DEL', KEYS[1])
else
  redis.call('HSET', KEYS[1], 'token', ARGV[2])
  redis.call('SET', KEYS[3], ARGV[3])
end
return 1
"""
"""Swaps the token if it still is the one that was read; without a new one, forgets the player."""


class RedisPlayerStore:
    """Players in the Redis of the games, on a client of `events.redis_client.connect`."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._rename = client.register_script(RENAME)
        self._replace = client.register_script(REPLACE)

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

    def rotate(self, player: str, token: str) -> bool:
        """Give a new token; the old one is dead in the same step. False if there is no such player."""
        return self._swap(player, token)

    def erase(self, player: str) -> None:
        """Forget name and token, in one step."""
        self._swap(player, "")

    def _swap(self, player: str, token: str) -> bool:
        """Put another token in the place of the present one, again if somebody else did so meanwhile."""
        shard = shard_of(player)
        while True:
            with reaching():
                old = self._client.hget(_player_key(player), "token")
                if old is None:
                    return False
                keys = [_player_key(player), _token_key(shard, old), _token_key(shard, token)]
                if self._replace(keys=keys, args=[old, token, player]):
                    return True


def _player_key(player: str) -> str:
    return f"kancha:{{{shard_of(player):02d}}}:player:{player}"


def _token_key(shard: int, token: str) -> str:
    return f"kancha:{{{shard:02d}}}:token:{token}"
