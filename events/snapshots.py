"""Snapshots of positions, which save folding a long log from its beginning.

A snapshot is disposable JSON: used only if its sum holds and the digest of its state is the one in
the log's own commit; otherwise the log is folded whole.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from domain.core.plain import canonical, freeze, thaw
from events.chain import state_digest
from events.commit import Commit
from events.fold import Games, Holder, Position

SHAPE = 1
"""Bumped when the members of a position change; a snapshot in another shape is not used."""

_SIMPLE = tuple(field.name for field in fields(Position) if field.name not in ("seats", "seed", "state"))


def dump(position: Position) -> bytes:
    """Return a snapshot of a position. It holds every secret: it must never leave the store."""
    inner = {name: getattr(position, name) for name in _SIMPLE}
    inner["seats"] = [[holder.player, holder.bot, holder.gave_up] for holder in position.seats]
    inner["seed"] = position.seed.hex()
    inner["state"] = None if position.state is None else freeze(position.state)
    return canonical({"shape": SHAPE, "sum": _sum(inner), "position": inner})


def restore(games: Games, data: bytes, commit: Commit) -> Position | None:
    """Return the position of a snapshot if it is that after `commit`, None if it cannot be relied on."""
    try:
        document = json.loads(data)
        inner = document["position"]
        if document["shape"] != SHAPE or document["sum"] != _sum(inner):
            return None
        position = _thawed(games, inner)
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    if (position.version, position.hash) != (commit["version"], commit["hash"]):
        return None
    same = state_digest(position.seed, position.version, position.state) == commit["digest"]
    return position if same else None


def version_of(data: bytes) -> int | None:
    """Return the version a snapshot claims to be of, None if it is unreadable."""
    try:
        version = json.loads(data)["position"]["version"]
    except (ValueError, TypeError, KeyError, RecursionError):
        return None
    return version if isinstance(version, int) and version > 0 else None


def _sum(inner: Mapping[str, Any]) -> str:
    return hashlib.sha256(canonical(inner)).hexdigest()


def _thawed(games: Games, inner: Mapping[str, Any]) -> Position:
    state, game = inner["state"], games[inner["ruleset"]]
    if game.ruleset != inner["revision"]:
        raise ValueError("a snapshot under other rules")
    values = {name: inner[name] for name in _SIMPLE}
    return Position(
        **values,
        seats=[Holder(*holder) for holder in inner["seats"]],
        seed=bytes.fromhex(inner["seed"]),
        state=None if state is None else thaw(game.state, state),
    )
