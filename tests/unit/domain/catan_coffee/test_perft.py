"""How many ways lead from a position in so many choices: a change of the rules changes these numbers.

The first two of each row can be counted on the board: corners, and corners with their free sides.
"""

import pytest

from domain.catan_coffee.board import BOARDS
from domain.catan_coffee.game import GAME
from domain.catan_coffee.state import State
from domain.core.agenda import apply, decisions, options, settle
from tests.helpers.walk import table_options
from tests.unit.domain.catan_coffee.scene import hand, scene


def perft(state: State, depth: int) -> int:
    """Count the sequences of choices of a length, draws included, optional answers left out."""
    if state.over or not depth:
        return 1
    decision = decisions(GAME, state)[0]
    listing = options(GAME, state, decision)
    return len(listing) if depth == 1 else sum(perft(apply(GAME, state, decision.seat, c), depth - 1) for c in listing)


def started(layout: str, seats: int) -> State:
    state: State = GAME.setup(seats, table_options(GAME, {"layout": layout}), None)
    settle(GAME, state)
    return state


def test_the_set_up_of_the_base_island():
    board = BOARDS["base_beginner"]
    state = started("base_beginner", 2)

    assert [54, 144] == [perft(state, depth) for depth in (1, 2)]
    assert 144 == sum(len(edges) for edges in board.edges_of)


def test_the_set_up_of_the_coffee_islands():
    board, state = BOARDS["coffee_4p"], started("coffee_4p", 3)
    shut = board.sides[board.pirate_start]
    routes = [(board.is_road[e], board.is_ship[e] and e not in shut) for v in board.towns for e in board.edges_of[v]]

    assert [76, sum(map(sum, routes))] == [perft(state, depth) for depth in (1, 2)]


@pytest.mark.parametrize(
    ("given", "counts"),
    [
        (
            {"pieces": {0: {"settlements": ["2,-3,S"]}}, "hands": {0: hand(brick=2, lumber=3, wool=2, grain=1)}},
            (6, 30, 110),
        ),
        ({"layout": "base_beginner", "phase": "PRE_ROLL", "dev": {0: [["knight", 3]]}}, (2, 39, 108)),
    ],
)
def test_turns(given, counts):
    state = scene(**given)

    assert counts == tuple(perft(state, depth) for depth in (1, 2, 3))
