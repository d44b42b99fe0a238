"""Exact counts of lands: the same as by brute force, never without the truth, and given up in time."""

from itertools import permutations

import pytest

from domain.tiwanaku.board import BOARDS, members
from domain.tiwanaku.imagining import counting
from domain.tiwanaku.imagining.counting import counted_lands
from domain.tiwanaku.knowledge import UNKNOWN, Contradiction, Knowledge, candidates, layers
from domain.tiwanaku.land.generator import Generated
from domain.tiwanaku.land.text import broken_laws, read_land, regions_of
from domain.tiwanaku.solver import pool
from tests.helpers.lands import known_of, stage
from tests.helpers.pairs import PAIRS


def layers_over(known):
    """Count layers, 0 where inference finds a contradiction."""
    try:
        return layers(known).number
    except Contradiction:
        return 0


def by_force(known, is_disc):
    """Return the maps that agree with what is known, each with its layers, trying every order of the tiles left."""
    tiles = [number for number, left in enumerate(known.supply) for _ in range(left)]
    hidden = [cell for cell, number in enumerate(known.terrain) if number == UNKNOWN]
    found = {}
    for order in set(permutations(tiles)):
        terrain = list(known.terrain)
        for cell, number in zip(hidden, order, strict=True):
            terrain[cell] = number
        sizes = [region.bit_count() for region in regions_of(known.board, terrain)]
        if max(sizes) > 5 or "L4" in broken_laws(known.board, terrain, [0] * known.board.cells):
            continue
        one = known._replace(terrain=tuple(terrain), supply=(0, 0, 0, 0))
        start = tuple(crop if known.start >> cell & 1 else 0 for cell, crop in enumerate(one.crops))
        if layers_over(one) and (not is_disc or 1 == layers_over(one._replace(crops=start))):
            found[one.terrain] = layers_over(one)
    return found


@pytest.mark.parametrize("seed", range(6))
def test_lands_are_counted_as_by_brute_force(seed):
    made, _ = stage("short", seed, 0)
    known = known_of(made, 25 - len(made.start) - 6, 6)
    for one, is_disc in ((known, True), (known._replace(start=0), False)):
        expected, found = by_force(one, is_disc), counted_lands(one)

        assert expected == {each.terrain: number for each, number in found.maps}
        assert sum(expected.values()) == found.number
        for cell in range(25):
            by_terrain = [sum(n for terrain, n in expected.items() if terrain[cell] == t) for t in range(4)]
            assert by_terrain == found.terrains[cell] and found.number == sum(found.crops[cell])


@pytest.mark.parametrize("hidden", [1, 3, 6, 10, 14])
@pytest.mark.parametrize("size", BOARDS)
def test_the_truth_is_always_counted_and_what_is_certain_is_true(size, hidden):
    counted = certain = inferred = 0
    for seed in range(6):
        made, _ = stage(size, seed, 0)
        discovered = BOARDS[size].cells - len(made.start) - hidden
        known = known_of(made, discovered, discovered // 2, 1)
        found = counted_lands(known)
        if found is None:
            continue
        counted += 1
        planes = candidates(known)
        for cell, (number, crop) in enumerate(zip(made.land.terrain, made.land.crops, strict=True)):
            assert found.terrains[cell][number] and found.crops[cell][crop - 1]
            certain += found.number == max(found.crops[cell])
            inferred += 1 == sum(plane >> cell & 1 for plane in planes)

    assert certain >= inferred
    assert counted == 6 or hidden > 10


def test_with_l5_fewer_lands_are_left_and_only_those_are_imagined():
    strict = lax = 0
    for seed in range(8):
        made, _ = stage("short", f"few {seed}", 0)
        known = known_of(made, 25 - len(made.start) - 9)
        found, without = counted_lands(known), counted_lands(known._replace(start=0))
        if found is None or without is None:
            continue
        strict += found.number
        lax += without.number

        assert {tuple(land.terrain) for land in pool(known, 0)} <= {one.terrain for one, _ in found.maps}
        assert {one.terrain for one, _ in found.maps} <= {one.terrain for one, _ in without.maps}

    assert 0 < strict < lax


def test_lands_made_without_l5_are_counted_without_it():
    """Source: rules, section 13.2, H6: the paired lands have eighty layers over their terrains."""
    land = read_land(PAIRS["tiwanaku"].secrets[0]["land"])
    start = [BOARDS["short"].index[name] for name in ("A1", "C5", "E3")]
    known = known_of(Generated(land, start, None), 22)

    assert 80 == counted_lands(known).number == counted_lands(known._replace(start=0)).number


def test_counting_is_given_up_where_there_is_too_much(monkeypatch):
    made, known = stage("short", "much", 0)
    assert counted_lands(known) is None

    nearly = known_of(made, 25 - len(made.start) - 8)._replace(crops=(0,) * 25, start=0)
    for name, value in (("TILES", 5), ("MAPS", 0), ("TRIALS", 0)):
        counted_lands.cache_clear()
        with monkeypatch.context() as patch:
            patch.setattr(counting, name, value)
            assert counted_lands(nearly) is None
    counted_lands.cache_clear()
    assert counted_lands(nearly) is not None


def test_maps_have_no_terrain_unknown_and_every_block_is_in_the_table():
    for size, board in BOARDS.items():
        blocks = {block for cell in range(board.cells) for block in counting.BLOCKS[size][cell]}
        assert (board.rows - 1) * (board.columns - 1) == len(blocks)
        assert all(board.around[a] & (1 << d) and board.near[a] & (1 << b) for a, b, _, d in blocks)
    one = Knowledge("short", (UNKNOWN, *([0] * 24)), (0,) * 25, (1, 0, 0, 0))
    assert counted_lands(one) is None and members(1) == (0,)
