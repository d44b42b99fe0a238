"""How good a position is for a seat, one module per game.

A module is found by the name of its game and has `evaluate(state, seat) -> int`: the bigger, the better
for the seat; worth of one point of the game's score: `POINT` (100). Without a module, the score sheet is
the evaluation.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from domain.core.game import Game

POINT = 100
"""What one point of the score sheet is worth in evaluations."""

Evaluate = Callable[[Any, int], int]


def by_score(game: Game) -> Evaluate:
    """Return the evaluation of a game that has no module: own points before those of the best other."""

    def evaluate(state: Any, seat: int) -> int:
        sheet = game.scores(state, (seat,))
        others = [score.points for score in sheet if score.seat != seat]
        return POINT * (sheet[seat].points - max(others, default=0))

    return evaluate


@cache
def _module_of(name: str) -> Evaluate | None:
    if find_spec(f"{__name__}.{name}") is None:
        return None
    found: Evaluate = import_module(f"{__name__}.{name}").evaluate
    return found


def evaluation(game: Game) -> Evaluate:
    """Return the evaluation of a game."""
    return _module_of(game.name) or by_score(game)
