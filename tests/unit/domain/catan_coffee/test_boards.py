"""Shapes and grounds: the figures of the table of layouts, and declarations that are refused."""

from collections import Counter
from dataclasses import replace

import pytest

from domain.catan_coffee.board import BOARDS, board_of, check_ground, check_shape, geometry, ship_distances
from domain.catan_coffee.grounds import HOT, draw_ground, touching_lands
from domain.catan_coffee.maps import (
    BASE_ISLAND,
    COFFEE_ISLANDS,
    DRAWN,
    GROUNDS,
    PRODUCE,
    SPIRAL,
    SPIRAL_NUMBERS,
    Port,
    Village,
)
from domain.core.hexes import ends_of_edge
from tests.helpers.walk import SeededRng

BETWEEN_VILLAGES = """
V3 0 5 4 3 4 4 5 7
V4 5 0 3 4 3 7 6 4
V5 4 3 0 3 4 6 7 5
V6 3 4 3 0 1 3 4 4
V8 4 3 4 1 0 4 3 3
V9 4 7 6 3 4 0 3 5
V10 5 6 7 4 3 3 0 4
V11 7 4 5 4 3 5 4 0
"""
FROM_COASTS = {"V3": (6, 1), "V4": (1, 3), "V5": (4, 1), "V6": (4, 3), "V8": (3, 4), "V9": (3, 1), "V10": (1, 4),
               "V11": (1, 6)}  # fmt: skip
PATH = ("1,-2,E", "1,-1,NE", "1,-1,E", "1,0,NE", "1,0,E", "1,1,NE", "1,1,E")


def test_fewest_ships_between_villages():
    board = BOARDS["coffee_4p"]
    for row in BETWEEN_VILLAGES.strip().splitlines():
        name, *expected = row.split()
        at = [village.name for village in COFFEE_ISLANDS.villages].index(name)
        found = ship_distances(board, board.villages[at])
        assert list(map(int, expected)) == [found[v] for v in board.villages], name


def test_fewest_ships_from_the_coasts():
    board = BOARDS["coffee_3p"]
    for at, village in enumerate(COFFEE_ISLANDS.villages):
        found = ship_distances(board, board.villages[at])
        fewest = []
        for start in (0, 10):
            corners = {v for h in range(start, start + 10) for v in board.corners[h] if board.is_town[v]}
            fewest.append(min(found[v] for v in corners if v in found))
        assert FROM_COASTS[village.name] == tuple(fewest), village.name


def test_the_long_way_round_is_a_line_of_ships():
    board = BOARDS["coffee_4p"]
    at = "2,-3,S"
    for edge in PATH:
        assert board.is_ship[board.edge_index[edge]]
        (at,) = set(ends_of_edge(edge)) - {at}
    assert board.is_town[board.vertex_index[at]]


@pytest.mark.parametrize("name", GROUNDS)
def test_pips_and_balance(name):
    ground = GROUNDS[name]
    for a, b in touching_lands(ground.shape):
        assert not (ground.numbers[a] in HOT and ground.numbers[b] in HOT), "a 6 beside an 8"
    board = BOARDS[name]
    assert board.robber_start == (ground.terrains.index("desert") if "desert" in ground.terrains else 9)


def test_shapes_that_contradict_themselves_are_refused():
    shape = COFFEE_ISLANDS
    inland = Port("P10", "0,-3,E", (1, -4))
    stray = Village("V12", "0,-3,N", 12, (0, -3))
    twin = Village("V3b", "0,1,N", 3, (0, 1))
    for wrong, message in (
        (replace(shape, sea=(*shape.sea, shape.sea[0])), "declared twice"),
        (replace(shape, ports=(*shape.ports, shape.ports[0])), "used twice"),
        (replace(shape, counts=(1, *shape.counts[1:])), "counts"),
        (replace(shape, ports=(*shape.ports, inland)), "coast"),
        (replace(shape, villages=(*shape.villages, stray)), "no native island"),
        (replace(shape, villages=(*shape.villages, twin)), "share a number"),
    ):
        with pytest.raises(AssertionError, match=message):
            check_shape(wrong)


def test_grounds_that_the_boxes_do_not_hold_are_refused():
    ground = GROUNDS["coffee_4p"]
    for wrong, message in (
        (replace(ground, terrains=ground.terrains[1:]), "one terrain"),
        (replace(ground, terrains=("hills", *ground.terrains[1:])), "terrains"),
        (replace(ground, numbers=(6, *ground.numbers[1:])), "number tokens"),
        (replace(ground, ports=("ore", *ground.ports[1:])), "ports"),
    ):
        with pytest.raises(AssertionError, match=message):
            check_ground("wrong", wrong)
    desert = GROUNDS["base_beginner"]
    shifted = (desert.numbers[9], *desert.numbers[1:9], desert.numbers[0], *desert.numbers[10:])
    with pytest.raises(AssertionError, match="with number"):
        check_ground("wrong", replace(desert, numbers=shifted))


@pytest.mark.parametrize("name", DRAWN)
def test_drawn_grounds_keep_their_promises(name):
    shape = DRAWN[name]
    for seed in range(20):
        ground = draw_ground(name, SeededRng(seed))
        check_ground(name, ground)
        assert shape is ground.shape
        for a, b in touching_lands(shape):
            assert not (ground.numbers[a] in HOT and ground.numbers[b] in HOT)
        if shape is COFFEE_ISLANDS:
            for start in (0, 10):
                assert len({PRODUCE[terrain] for terrain in ground.terrains[start : start + 10]}) == 5
                assert len(set(ground.numbers[start : start + 10])) == 10
    assert 1 < len({draw_ground(name, SeededRng(seed)) for seed in range(9)})


def test_the_base_island_is_numbered_along_the_spiral():
    ground = draw_ground("base_random", SeededRng("spiral"))
    laid = [ground.numbers[BASE_ISLAND.land.index(place)] for place in SPIRAL]

    assert list(SPIRAL_NUMBERS) == [number for number in laid if number]
    assert (
        ground.terrains.index("desert")
        == board_of(ground).robber_start
        == BASE_ISLAND.land.index(SPIRAL[laid.index(0)])
    )


def test_every_table_is_indexed_by_the_same_numbers():
    for board in BOARDS.values():
        assert board.hexes_at == geometry(board.shape.name).hexes_at
        for e, (a, b) in enumerate(board.ends):
            assert e in board.edges_of[a] and e in board.edges_of[b]
            assert b in board.neighbours[a] and a in board.neighbours[b]
        assert 6 == Counter(e for edges in board.sides[: len(board.land)] for e in edges).total() / len(board.land)
