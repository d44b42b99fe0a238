"""Names of keys on the server, and the form in which heads and list entries lie there."""

import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from domain.core.plain import canonical
from events.commit import STATUSES
from events.store import Head, Listed, shard_of

LISTS = (*STATUSES, "frozen")
"""The lists of public games; `frozen` is one although no log says so."""

DUE = "due:"
"""Prefix of the fields of a head that mirror the due set."""

VERSION, HASH, TOLD = "version", "hash", "told"
"""The fields of a head: its version and hash, by which the scripts go, and the rest as one JSON document."""

_STORED = tuple(field.name for field in fields(Head) if field.name not in ("version", "hash", "due", "frozen"))


def in_shard(shard: int, rest: str) -> str:
    """Return a key that lies with the games of a shard."""
    return f"kancha:{{{shard:02d}}}:{rest}"


def of_game(kind: str, game: str) -> str:
    """Return the key of one game: `log`, `head`, `keys` or `snap`."""
    return in_shard(shard_of(game), f"{kind}:{game}")


def lobby(shard: int, status: str) -> str:
    """Return the key of a shard's public games with a status."""
    return in_shard(shard, f"lobby:{status}")


def mine(shard: int, player: str) -> str:
    """Return the key of a shard's games in which a player takes part."""
    return in_shard(shard, f"mine:{player}")


def entry_of(head: Head) -> str:
    """Return the entry of a game in lists; their order is that of creation, then of ids."""
    return f"{head.created_at} {head.game}"


def read_entry(entry: str) -> Listed:
    """Return what an entry of a list stands for."""
    created, _, game = entry.partition(" ")
    return Listed(created, game)


def head_fields(head: Head) -> list[str]:
    """Return fields and values of a head in turn, without those that only the scripts keep."""
    told = {name: getattr(head, name) for name in _STORED}
    return [VERSION, str(head.version), HASH, head.hash, TOLD, canonical(told).decode()]


def read_head(stored: Mapping[str, str]) -> Head | None:
    """Return the head that lies in a hash, or None for an empty one."""
    if VERSION not in stored:
        return None
    told: dict[str, Any] = json.loads(stored[TOLD])
    due = {name[len(DUE) :]: int(score) for name, score in stored.items() if name.startswith(DUE)}
    return Head(version=int(stored[VERSION]), hash=stored[HASH], due=due, frozen=stored.get("frozen"), **told)
