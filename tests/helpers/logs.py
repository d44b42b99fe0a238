"""Whole random games as logs, made by the write path of `events`."""

from typing import Any

from domain.core.agenda import decisions
from events.commit import Commit, moment
from events.fold import Position
from events.write import Draft, Table, created
from tests.helpers.walk import SeededRng, batch

HOUR = 1_800_000_000_000


def record(game: Any, seats: int, chosen: dict[str, Any], seed: str = "log") -> tuple[list[Commit], list[Position]]:
    """Play a random game; return its commits and the position after each of them."""
    games, rng = {game.name: game}, SeededRng(f"{seed} {game.name} {seats} {chosen}")
    commits: list[Commit] = []
    positions: list[Position] = []

    def keep(draft: Draft) -> Position:
        written = draft.done()
        commits.append(written.commit)
        positions.append(written.position)
        return written.position

    def draft(position: Position | None, by: dict[str, Any]) -> Draft:
        return Draft(games, position, by, moment(HOUR + 1000 * len(commits)))

    places = [{"player": f"pl_{seat}"} for seat in range(seats)]
    table = Table("gm_test", game.name, game.ruleset, places, chosen, "pl_0")
    first = draft(None, {"player": "pl_0"})
    first.add(created(table, bytes(rng.below(256) for _ in range(32))))
    second = draft(keep(first), {"player": "pl_0"})
    second.start()
    position = keep(second)
    while position.status == "running":
        decision = choose(game, position, rng)
        move = draft(position, {"seat": decision.seat})
        move.choose(decision.seat, batch(game, position.state, decision, rng), position.version)
        position = keep(move)
    return commits, positions


def choose(game: Any, position: Position, rng: SeededRng) -> Any:
    """Pick one of the open decisions, an optional one in some cases."""
    asked = decisions(game, position.state)
    extra = [decision for decision in asked if decision.optional]
    if extra and rng.chance(40):
        return rng.one_of(extra)
    return rng.one_of([decision for decision in asked if not decision.optional])
