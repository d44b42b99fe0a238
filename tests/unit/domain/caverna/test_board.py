"""The home board: geometry, and where tiles may be laid."""

import pytest

from domain.caverna.board import (
    BONUS,
    CELLS,
    COORDINATES,
    FOREST,
    IN_FOREST,
    NEIGHBOURS,
    ON_BOARD,
    large_pasture_places,
    single_places,
    small_pasture_places,
    stable_places,
    twin_places,
    unused_cells,
)  # fmt: skip
from tests.unit.domain.caverna.scene import at, farm, go, got, lay, listed, use


def twins(state, tile, overhang=False):
    return set(twin_places(state, 0, tile, overhang))


def test_cells_and_neighbours():
    assert 43 == CELLS and 24 == ON_BOARD and 22 == len(FOREST)
    assert all(a in NEIGHBOURS[b] for a in range(CELLS) for b in NEIGHBOURS[a])
    assert all(IN_FOREST[a] == IN_FOREST[b] for a in range(CELLS) for b in NEIGHBOURS[a])
    assert (4, 3) not in COORDINATES and (-1, 2) in COORDINATES
    assert {at(2, 4), at(4, 4), at(3, 5), at(3, 3)} == set(NEIGHBOURS[at(3, 4)])


def test_no_two_bonus_cells_are_adjacent():
    assert not any(other in BONUS for cell in BONUS for other in NEIGHBOURS[cell])


def test_first_forest_tile_covers_the_entrance():
    assert all(at(3, 2) in cells for cells in twins(farm(), "meadow_field"))
    assert 4 == len(twins(farm(), "meadow_field"))
    assert [at(3, 2)] == single_places(farm(), 0, "meadow") == single_places(farm(), 0, "field")


def test_a_stable_on_the_entrance_takes_the_meadow_half():
    state = farm()
    state.stables[0] = [at(3, 2)]

    assert {(at(3, 2), at(3, 1)), (at(3, 2), at(2, 2))} == twins(state, "meadow_field")
    assert [] == single_places(state, 0, "field") and [at(3, 2)] == single_places(state, 0, "meadow")


def test_later_forest_tiles_touch_one():
    state = farm(lands={(3, 2): "field", (3, 1): "meadow"})

    assert (at(2, 1), at(1, 1)) in twins(state, "meadow_field")
    assert (at(1, 1), at(0, 1)) not in twins(state, "meadow_field")
    assert at(2, 2) in single_places(state, 0, "field") and at(1, 2) not in single_places(state, 0, "field")


def test_a_stable_is_no_neighbour_and_bars_the_field_half():
    state = farm(lands={(3, 2): "field"})
    state.stables[0] = [at(2, 2), at(0, 0)]

    places = twins(state, "meadow_field")

    assert (at(2, 2), at(1, 2)) in places and (at(1, 2), at(2, 2)) not in places
    assert not any(at(0, 1) in cells for cells in places)
    assert at(2, 2) not in single_places(state, 0, "field")


def test_mountain_twins_touch_what_is_occupied():
    places = twins(farm(), "cavern_tunnel")

    assert (at(1, 3), at(0, 3)) in places and (at(0, 3), at(1, 3)) in places
    assert (at(0, 4), at(0, 5)) not in places
    assert len(places) == 2 * len(twins(farm(), "cavern_cavern"))


def test_overhanging_twins_have_one_half_on_the_board():
    state = farm(lands={(3, 2): "field", (3, 1): "meadow", (3, 0): "field"})

    more = twins(state, "meadow_field", True) - twins(state, "meadow_field")

    assert more and all(sum(cell >= ON_BOARD for cell in cells) == 1 for cells in more)
    assert not any(at(4, 0) in cells for cells in more)  # its only neighbour on the board is covered
    lay(state, "field", (4, 0))
    assert at(4, 1) not in single_places(state, 0, "field")


def test_ore_mines_need_two_plain_tunnels():
    state = farm(lands={(1, 3): "tunnel", (1, 4): "tunnel", (1, 5): "deep_tunnel"})

    assert {(at(1, 3), at(1, 4)), (at(1, 4), at(1, 3))} == twins(state, "ore_mine_deep_tunnel")


def test_pastures_on_meadows_only():
    state = farm(lands={(3, 2): "meadow", (3, 1): "meadow", (2, 2): "small_pasture", (2, 1): "field"})

    assert [at(3, 1), at(3, 2)] == small_pasture_places(state, 0)
    assert [(at(3, 1), at(3, 2))] == large_pasture_places(state, 0)


def test_stables_stand_in_the_forest_but_on_no_field():
    state = farm(lands={(3, 2): "field", (3, 1): "meadow", (3, 0): "small_pasture"})

    assert set(range(ON_BOARD)) & set(FOREST) - {at(3, 2)} == set(stable_places(state, 0))
    state.stables[0] = [at(0, 0), at(0, 1), at(0, 2)]
    assert [] == stable_places(state, 0)


def test_a_stable_beside_the_board_needs_a_meadow():
    state = farm(lands={(4, 0): "meadow", (4, 1): "field"})

    places = stable_places(state, 0)

    assert at(4, 0) in places and at(4, 1) not in places and at(4, 2) not in places


def test_unused_cells():
    state = farm()

    assert 22 == len(unused_cells(state, 0))
    state.stables[0] = [at(0, 0)]
    lay(state, "field", (4, 0))
    assert 21 == len(unused_cells(state, 0))


@pytest.mark.parametrize("place", [(0, 2), (2, 0), (3, 1), (3, 4), (0, 5)])
def test_a_bonus_is_paid_once_when_the_cell_is_covered(place):
    row, column = place
    half = "meadow" if column < 3 else "cavern"
    beside = next(cell for cell in NEIGHBOURS[at(row, column)] if cell < ON_BOARD and cell != at(3, 3))
    state = farm(
        "slash_and_burn", supply={"ruby": 2}, lands={COORDINATES[beside]: "meadow" if half == "meadow" else "tunnel"}
    )
    spent = use_ruby(state, half, at(row, column))

    assert dict(BONUS[at(row, column)]) == got(spent)


def use_ruby(state, tile, cell):
    state = go(state, ("spend", tile))
    return go(state, ("cover", tile, cell)) if ("cover", tile, cell) in listed(state) else state


def test_a_stable_neither_pays_nor_destroys_a_bonus():
    state = farm("sheep_farming", supply={"stone": 1, "ruby": 1}, lands={(1, 2): "field"})
    state = use(state, "sheep_farming", ("erect", at(0, 2)))

    assert {} == got(state)
    after = use_ruby(state, "meadow", at(0, 2))
    assert {"wild_boar": 1} == got(after) and [at(0, 2)] == after.stables[0]
