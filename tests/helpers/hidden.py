"""What is not for everybody in a log: the secrets themselves, and of which kinds they are."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from events.commit import Commit
from tests.golden.record import read, recordings

SECRET = 32  # from so many characters on, a string in a secret is a mark


def marks(commits: Sequence[Commit], seat: int) -> set[str]:
    """Return the seeds and salts, and what else is long in secrets, that a seat may not read."""
    sealed = [one["sealed"] for one in sealed_in(list(commits))]
    return {text for one in sealed if seat not in one["to"] for text in strings(one["secret"]) if len(text) >= SECRET}


def strings(value: Any) -> Iterator[str]:
    """Give all strings in plain data, names aside."""
    if isinstance(value, str):
        yield value
    for inner in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from strings(inner)


def sealed_in(value: Any) -> Iterator[dict[str, Any]]:
    """Give everything in plain data that has a sealed part which can be opened."""
    if isinstance(value, dict) and "secret" in (value.get("sealed") or {}):
        yield value
    for inner in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from sealed_in(inner)


def sealed_kinds(commits: Sequence[Commit]) -> set[str]:
    """Return what is not for everybody in a running game: choices and draws by verb, facts by name."""
    found: set[str] = set()
    for commit in commits:
        for event in commit["events"]:
            if event["type"] in ("chose", "drawn") and "sealed" in event:
                found.add(f"{event['type']} {event['sealed']['secret']['value'][0]}")
        found |= {f"fact {fact['fact']}" for fact in commit["facts"] if "sealed" in fact}
    return found


def hidden_kinds(game: str) -> set[str]:
    """Return what a game keeps from anybody, by its recorded games, which show every verb and every fact."""
    return sealed_kinds([commit for path in recordings(game) for commit in read(path)])
