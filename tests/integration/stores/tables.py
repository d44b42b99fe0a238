"""Logs of many games, ready to be stored."""

from dataclasses import replace
from functools import lru_cache
from typing import Any

from events.chain import commit_hash
from events.commit import Commit, moment
from events.fold import Position
from events.indexes import append_of
from events.store import Append
from events.write import Draft, Table, created, seated
from tests.helpers.logs import record
from tests.helpers.parlour import GAME

GAMES = {"parlour": GAME}
NOW = 1_800_000_000_000


@lru_cache(maxsize=1)
def game() -> tuple[list[Commit], list[Position]]:
    """Return a whole game of three, `gm_test`."""
    return record(GAME, 3, {"rounds": 2}, seed="stores")


def whole() -> list[Append]:
    """Return the appends of the whole game, in order."""
    commits, positions = game()
    below = [None, *positions]
    return [append_of(GAMES, below[n], positions[n], commit) for n, commit in enumerate(commits)]


def lone(name: str, ms: int = NOW, host: str = "pl_a", **table: Any) -> Append:
    """Return the append that creates a game with an open seat."""
    draft = Draft(GAMES, None, {"player": host}, moment(ms))
    places = table.pop("places", [{"player": host}, {"open": True}])
    draft.add(created(Table(name, "parlour", 1, places, {"rounds": 1}, host, **table), bytes(32)))
    written = draft.done()
    return append_of(GAMES, None, written.position, written.commit)


def handed_over(name: str) -> Append:
    """Return the append that creates a game in which a player has handed the only seat to a bot."""
    draft = Draft(GAMES, None, {"player": "pl_gone"}, moment(NOW))
    places = [{"player": "pl_gone"}, {"open": True}]
    draft.add(created(Table(name, "parlour", 1, places, {"rounds": 1}, None), bytes(32)))
    draft.add(seated(0, None, "greedy"))
    written = draft.done()
    return append_of(GAMES, None, written.position, written.commit)


def keyed(append: Append, key: str, body: str) -> Append:
    """Return the append as one that came with an idempotency key."""
    return replace(append, key=key * 64, body=body * 64)


def rival(append: Append) -> Append:
    """Return another commit for the same place."""
    return _with(append, by={"player": "pl_rival"})


def on_top(append: Append, prev: str) -> Append:
    """Return the append as one that follows the commit with this hash."""
    return _with(append, prev=prev)


def _with(append: Append, **members: Any) -> Append:
    commit = {**append.commit, **members}
    commit["hash"] = commit_hash(commit)
    return replace(append, commit=commit, head=replace(append.head, hash=commit["hash"]))
