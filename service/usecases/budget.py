"""How often a seat may do what moves nothing on: handovers, optional moves, mixing into the dice.

The log itself is the counter, so every process counts alike: what a seat did since the last draw or the
last ordinary move of another seat.
"""

from typing import TYPE_CHECKING

from domain.core.agenda import SYSTEM
from events.commit import Commit
from events.fold import fold
from service.usecases.errors import RETRY_AFTER, SeatBudget
from service.usecases.positions import Loaded, commits_between, position_at

if TYPE_CHECKING:
    from service.bootstrap import Service

FARTHEST = 2000
"""Commits that are looked at, at most; whoever has gone on that long is counted from there."""


def require_extra(service: "Service", loaded: Loaded, seat: int) -> None:
    """Raise `SeatBudget` if the seat has spent its extra commands for now."""
    allowed = service.settings.seat_extras
    if loaded.position.version <= allowed:
        return
    recent = _since_last_draw(service, loaded)
    if sum(_is_by(commit, seat) for commit in recent) < allowed:
        return
    if _spent(service, loaded, recent, seat) >= allowed:
        policy = f"{allowed} in a row for a seat, until the next draw or another seat's ordinary move"
        raise SeatBudget(policy=policy, retry_after=RETRY_AFTER[SeatBudget.code])


def _since_last_draw(service: "Service", loaded: Loaded) -> list[Commit]:
    """Return the commits after the last one with a draw, the oldest first."""
    page = max(50, service.settings.seat_extras)
    end = loaded.position.version
    found: list[Commit] = []
    while end > 0 and len(found) < FARTHEST:
        begin = max(0, end - page)
        for commit in reversed(commits_between(service, loaded.position.game_id, begin, end)):
            if any(event["type"] == "drawn" for event in commit["events"]):
                return found[::-1]
            found.append(commit)
        end = begin
    return found[::-1]


def _is_by(commit: Commit, seat: int) -> bool:
    """Say whether a commit may count against the seat: made by it, or changing who holds it or what it mixes in."""
    extras = ("seated", "mixed")
    return commit["by"].get("seat") == seat or any(
        event["type"] in extras and event["seat"] == seat for event in commit["events"]
    )


def _spent(service: "Service", loaded: Loaded, recent: list[Commit], seat: int) -> int:
    """Count the seat's extra commands since another seat's last ordinary move.

    An ordinary move opens the agenda's decision anew (`since` is then its own version), an extra does not.
    """
    first = recent[0]["version"]
    position = position_at(service, loaded, first - 1) if first > 1 else None
    spent = 0
    for commit in recent:
        position = fold(service.games, [commit], position)
        author = commit["by"].get("seat")
        ordinary = position.state is not None and position.state.since == position.version
        if not ordinary:
            spent += _is_by(commit, seat)
        elif author not in (None, seat, SYSTEM):
            spent = 0
    return spent
