"""What a position keeps for speed stays true from piece to piece, and a copy keeps its own."""

from collections import Counter

import pytest

from domain.catan_coffee.board import BOARDS
from domain.catan_coffee.lines import road_length
from domain.catan_coffee.placing import place_road, place_settlement
from tests.differential.trails import longest_trail
from tests.helpers.walk import SeededRng
from tests.unit.domain.catan_coffee.kept import KEPT, ask_everything, check_kept
from tests.unit.domain.catan_coffee.scene import random_positions, scene

ALWAYS = {"_road_sites", "_ship_sites", "_town_sites", "_lengths"}
"""Answers that most pieces leave known."""


@pytest.mark.parametrize("layout", ["base_random", "coffee_4p", "coffee_random"])
@pytest.mark.parametrize("seed", range(2))
def test_kept_answers_stay_true_in_random_games(layout, seed):
    survived = Counter()
    for state in random_positions(4, f"kept {seed}", layout=layout, pirate_blocks_harbours=bool(seed)):
        survived.update(table for table, _ in check_kept(state))
        ask_everything(state)

    assert set(KEPT) == set(survived)
    assert all(survived[table] > 100 for table in ALWAYS)


def test_a_copy_keeps_what_it_knew_when_the_original_goes_on():
    twin = None
    for n, state in enumerate(random_positions(4, "copies", layout="coffee_4p")):
        if n == 400:
            ask_everything(state)
            twin = state.copy()

    assert twin is not None
    assert twin._ship != state._ship and twin._claims != state._claims
    assert {(table, seat) for table in KEPT for seat in twin.seats} == check_kept(twin)


@pytest.mark.parametrize("seed", range(60))
def test_the_kept_length_of_a_growing_net_of_roads(seed):
    rng, board = SeededRng(f"growing {seed}"), BOARDS["base_beginner"]
    state = scene(layout="base_beginner", pieces={0: {"roads": [board.edges[rng.below(len(board.edges))]]}})
    for _ in range(14):
        ask_everything(state)
        near = {e for road in state.roads[0] for v in board.ends[road] for e in board.edges_of[v]}
        place_road(state, 0, rng.one_of(sorted(near - set(state.roads[0]))))
        check_kept(state)
        assert longest_trail(state, 0) == road_length(state, 0)
        corners = [v for road in state.roads[0] for v in board.ends[road] if state._open[v]]
        if corners and rng.chance(10):
            place_settlement(state, 1, rng.one_of(corners))
            check_kept(state)
            assert longest_trail(state, 0) == road_length(state, 0)


def test_a_ring_is_measured_again_when_its_last_road_is_laid():
    board = BOARDS["base_beginner"]
    ring = board.sides[board.robber_start]
    state = scene(layout="base_beginner", pieces={0: {"roads": [board.edges[e] for e in ring[:-1]]}})
    ask_everything(state)

    place_road(state, 0, ring[-1])

    assert 6 == road_length(state, 0)
