"""Whole random games as logs, made by the write path of `events`."""

from collections.abc import Callable, Sequence
from typing import Any

from domain.core.agenda import decisions
from domain.core.choices import Choice
from events.commit import Commit, moment
from events.fold import Position
from events.write import Draft, Table, created, mixed
from tests.helpers.walk import SeededRng, answers, batch

HOUR = 1_800_000_000_000

Answer = tuple[int, list[Choice]]
"""A seat and the choices of its command."""


def record(
    game: Any, seats: int, chosen: dict[str, Any], seed: str = "log", entropy: Sequence[str | None] = ()
) -> tuple[list[Commit], list[Position]]:
    """Play a random game; return its commits and the position after each of them.

    `entropy` is what the seats mix in before the host starts the game, None: nothing; without any, the table starts
    as soon as it is full.
    """
    rng = SeededRng(f"{seed} {game.name} {seats} {chosen}")

    def decide(position: Position) -> Answer:
        decision = choose(game, position, rng)
        return decision.seat, batch(game, position.state, decision, rng)

    return record_answers(game, table_of(game, seats, chosen, entropy), rng, decide, entropy)


def table_of(game: Any, seats: int, chosen: dict[str, Any], entropy: Sequence[str | None] = ()) -> Table:
    """Return a table of people, the first of them its host."""
    places = [{"player": f"pl_{seat}"} for seat in range(seats)]
    start = "manual" if entropy else "full"
    return Table("gm_test", game.name, game.ruleset, places, chosen, "pl_0", start=start)


def record_answers(
    game: Any,
    table: Table,
    rng: SeededRng,
    decide: Callable[[Position], Answer],
    entropy: Sequence[str | None] = (),
) -> tuple[list[Commit], list[Position]]:
    """Play a game in which `decide` finds every command; return its commits and the position after each of them."""
    games = {game.name: game}
    commits: list[Commit] = []
    positions: list[Position] = []

    def keep(draft: Draft) -> Position:
        written = draft.done()
        commits.append(written.commit)
        positions.append(written.position)
        return written.position

    def draft(position: Position | None, by: dict[str, Any]) -> Draft:
        return Draft(games, position, by, moment(HOUR + 1000 * len(commits)))

    first = draft(None, {"player": "pl_0"})
    first.add(created(table, bytes(rng.below(256) for _ in range(32))))
    position = keep(first)
    for seat, text in enumerate(entropy):
        if text is not None:
            mixing = draft(position, {"player": f"pl_{seat}"})
            mixing.add(mixed(seat, text))
            position = keep(mixing)
    start = draft(position, {"player": "pl_0"})
    start.start()
    position = keep(start)
    while position.status == "running":
        seat, choices = decide(position)
        move = draft(position, {"seat": seat})
        move.choose(seat, choices, position.version)
        position = keep(move)
    return commits, positions


def choose(game: Any, position: Position, rng: SeededRng) -> Any:
    """Pick one of the open decisions, an optional one in some cases."""
    asked = decisions(game, position.state)
    extra = [decision for decision in asked if decision.optional and answers(game, position.state, decision)]
    if extra and rng.chance(40):
        return rng.one_of(extra)
    return rng.one_of([decision for decision in asked if not decision.optional])
