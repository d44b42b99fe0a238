"""The home board: its cells and neighbours, and where tiles may be laid.

A cell is an int: 0..23 on the board (row * 6 + column; columns 0-2 forest, 3-5 mountain), from 24 on
the cells next to the board that the overhang permit opens. Source: rule book p. 12-13, p. 16-19;
geometry as printed on the home board.
"""

from collections.abc import Iterator

from domain.caverna.goods import Goods
from domain.caverna.state import State

ROWS, COLUMNS, ON_BOARD = 4, 6, 24

_BESIDE_FOREST = [(r, -1) for r in range(4)] + [(-1, c) for c in range(3)] + [(4, c) for c in range(3)]
_BESIDE_MOUNTAIN = [(r, 6) for r in range(4)] + [(-1, c) for c in range(3, 6)] + [(4, 4), (4, 5)]
# (4, 3) is unreachable: its only neighbour on the board is the entry-level dwelling.

COORDINATES: tuple[tuple[int, int], ...] = (
    *((r, c) for r in range(ROWS) for c in range(COLUMNS)),
    *_BESIDE_FOREST,
    *_BESIDE_MOUNTAIN,
)
CELL = {at: cell for cell, at in enumerate(COORDINATES)}
CELLS = len(COORDINATES)

IN_FOREST = tuple(column < 3 for _, column in COORDINATES)
FOREST = tuple(cell for cell in range(CELLS) if IN_FOREST[cell])
MOUNTAIN = tuple(cell for cell in range(CELLS) if not IN_FOREST[cell])
FOREST_ON_BOARD = tuple(cell for cell in FOREST if cell < ON_BOARD)
MOUNTAIN_ON_BOARD = tuple(cell for cell in MOUNTAIN if cell < ON_BOARD)


def _neighbours(cell: int) -> tuple[int, ...]:
    row, column = COORDINATES[cell]
    around = [(row - 1, column), (row, column - 1), (row, column + 1), (row + 1, column)]
    return tuple(CELL[at] for at in around if at in CELL and IN_FOREST[CELL[at]] == IN_FOREST[cell])


NEIGHBOURS = tuple(_neighbours(cell) for cell in range(CELLS))
"""Orthogonal neighbours in the same half: forest and mountain never touch."""

ENTRANCE, FIRST_CAVERN, ENTRY_DWELLING = CELL[3, 2], CELL[2, 3], CELL[3, 3]
BONUS: dict[int, Goods] = {
    CELL[0, 2]: (("wild_boar", 1),),
    CELL[2, 0]: (("wild_boar", 1),),
    CELL[3, 1]: (("food", 1),),
    CELL[3, 4]: (("food", 1),),
    CELL[0, 5]: (("food", 2),),
}
"""Paid once, when a landscape tile first covers the cell."""

BARE = ""
ROOM = "room"
GRASS = ("meadow", "small_pasture", "large_pasture")
MINES = ("ore_mine", "ruby_mine")
LANDS = (BARE, "meadow", "field", "small_pasture", "large_pasture", "cavern", "tunnel", "deep_tunnel", *MINES, ROOM)

TWINS = {
    "meadow_field": ("meadow", "field"),
    "cavern_tunnel": ("cavern", "tunnel"),
    "cavern_cavern": ("cavern", "cavern"),
    "ore_mine_deep_tunnel": ("ore_mine", "deep_tunnel"),
}
SINGLES = ("meadow", "field", "tunnel", "cavern")
STABLES = 3
"""Stables of a seat. Source: rule book p. 1, p. 19."""


def _pairs(cells: tuple[int, ...], on_board: bool) -> tuple[tuple[int, int], ...]:
    """Return ordered pairs of neighbours: both on the board, or exactly one of them."""
    return tuple(
        (a, b)
        for a in cells
        for b in NEIGHBOURS[a]
        if (a < ON_BOARD and b < ON_BOARD if on_board else (a < ON_BOARD) != (b < ON_BOARD))
    )


_INSIDE = {True: _pairs(FOREST, True), False: _pairs(MOUNTAIN, True)}
_OVERHANGING = {True: _pairs(FOREST, False), False: _pairs(MOUNTAIN, False)}
_UPGRADES = tuple((a, b) for a in MOUNTAIN for b in NEIGHBOURS[a])
_MEADOW_PAIRS = tuple((a, b) for a in FOREST for b in NEIGHBOURS[a] if a < b)


def overhangs(cells: tuple[int, ...]) -> bool:
    """Say whether a tile on these cells lies partly beside the board."""
    return any(cell >= ON_BOARD for cell in cells)


def is_first_in_forest(land: list[str]) -> bool:
    """Say whether no tile lies in the forest yet: the first one has to cover the entrance."""
    return not any(land[cell] for cell in FOREST)


def touches(land: list[str], cell: int) -> bool:
    """Say whether a tile lies next to the cell."""
    return any(land[near] for near in NEIGHBOURS[cell])


def twin_places(state: State, seat: int, tile: str, overhang: bool) -> Iterator[tuple[int, int]]:
    """Yield the cells for the first and second half of a twin tile; equal halves once only."""
    land = state.land[seat]
    if tile == "ore_mine_deep_tunnel":
        yield from ((a, b) for a, b in _UPGRADES if land[a] == land[b] == "tunnel")
        return
    forest = tile == "meadow_field"
    same = tile == "cavern_cavern"
    first = forest and is_first_in_forest(land)
    stables = state.stables[seat] if forest else ()
    for a, b in _INSIDE[forest] + _OVERHANGING[forest] if overhang else _INSIDE[forest]:
        if land[a] or land[b] or (same and b < a) or b in stables:
            continue  # the second half of a forest tile is the field: never under a stable
        if ENTRANCE in (a, b) if first else touches(land, a) or touches(land, b):
            yield a, b


def single_places(state: State, seat: int, tile: str) -> list[int]:
    """Return the cells where a single tile may be laid: on the board only."""
    land = state.land[seat]
    if tile in ("tunnel", "cavern"):
        return [cell for cell in MOUNTAIN_ON_BOARD if not land[cell] and touches(land, cell)]
    barred = state.stables[seat] if tile == "field" else ()
    if is_first_in_forest(land):
        return [] if ENTRANCE in barred else [ENTRANCE]
    return [cell for cell in FOREST_ON_BOARD if not land[cell] and cell not in barred and touches(land, cell)]


def small_pasture_places(state: State, seat: int) -> list[int]:
    """Return the meadows that can be fenced."""
    land = state.land[seat]
    return [cell for cell in FOREST if land[cell] == "meadow"]


def large_pasture_places(state: State, seat: int) -> list[tuple[int, int]]:
    """Return the pairs of adjacent meadows that can be fenced together."""
    land = state.land[seat]
    return [(a, b) for a, b in _MEADOW_PAIRS if land[a] == land[b] == "meadow"]


def stable_places(state: State, seat: int) -> list[int]:
    """Return the cells for a stable: forest, meadow or pasture without one; bare only on the board."""
    land, stables = state.land[seat], state.stables[seat]
    if len(stables) >= STABLES:
        return []
    return [
        cell
        for cell in FOREST
        if cell not in stables and (land[cell] in GRASS or (not land[cell] and cell < ON_BOARD))
    ]


def empty_fields(state: State, seat: int) -> list[int]:
    """Return the fields without crops."""
    sown = {field[0] for field in state.sown[seat]}
    land = state.land[seat]
    return [cell for cell in FOREST if land[cell] == "field" and cell not in sown]


def unused_cells(state: State, seat: int) -> list[int]:
    """Return the cells of the board that bear neither tile nor stable."""
    land, stables = state.land[seat], state.stables[seat]
    return [cell for cell in range(ON_BOARD) if not land[cell] and cell not in stables]
