"""How good a position is for a seat, one module per game.

A module is found by the name of its game and has `evaluate(state, seat) -> int`: the bigger, the better
for the seat; worth of one point of the game's score: `POINT` (100). Without a module, the score sheet is
the evaluation.

A module may also have `advise(state, decision, listing, rng) -> dict`: what the seat itself, from what it knows,
thinks of each listed choice; and a module `<game>_lookahead` a function `ponder` of the same form, with a budget,
that thinks harder. They are for games in which playing on in random worlds says little.

`BLIND = True` in it says that `evaluate` looks at nothing but what the seat knows: a position is worth the same in
all worlds, unless different things happened in them.

And it may have `sensible(decision, listing) -> list`: the candidates that are worth weighing, at least one.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from domain.core.agenda import Decision
from domain.core.game import Game, Rng
from workers.bots.base import Budget

POINT = 100
"""What one point of the score sheet is worth in evaluations."""

Evaluate = Callable[[Any, int], int]
Advise = Callable[[Any, Decision, list[Any], Rng], dict[Any, int]]
Sensible = Callable[[Decision, list[Any]], list[Any]]
Ponder = Callable[[Any, Decision, list[Any], Rng, Budget], dict[Any, int]]


def by_score(game: Game) -> Evaluate:
    """Return the evaluation of a game that has no module: own points before those of the best other."""

    def evaluate(state: Any, seat: int) -> int:
        sheet = game.scores(state, (seat,))
        others = [score.points for score in sheet if score.seat != seat]
        return POINT * (sheet[seat].points - max(others, default=0))

    return evaluate


def evaluation(game: Game) -> Evaluate:
    """Return the evaluation of a game."""
    found: Evaluate | None = _found(game.name, "evaluate")
    return found or by_score(game)


def is_blind(game: Game) -> bool:
    """Say whether the evaluation of a game looks at nothing but what the seat knows."""
    return bool(_found(game.name, "BLIND"))


@cache
def _found(module: str, name: str) -> Any:
    """Return something of a module beside this one, or None where there is no such thing."""
    if find_spec(f"{__name__}.{module}") is None:
        return None
    return getattr(import_module(f"{__name__}.{module}"), name, None)


def adviser(game: Game) -> Advise | None:
    """Return the `advise` of a game, if it has one."""
    found: Advise | None = _found(game.name, "advise")
    return found


def worth_weighing(game: Game, decision: Decision, listing: list[Any]) -> list[Any]:
    """Return the candidates that are worth weighing: all of them, if the game has no opinion."""
    found: Sensible | None = _found(game.name, "sensible")
    return listing if found is None else found(decision, listing)


def ponderer(game: Game) -> Ponder | None:
    """Return the `ponder` of a game, if it has one."""
    found: Ponder | None = _found(f"{game.name}_lookahead", "ponder")
    return found
