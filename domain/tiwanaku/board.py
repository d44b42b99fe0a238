"""The two boards: names, neighbours and borders of cells, and sets of cells as integers.

A set of cells is an integer whose bit `i` stands for cell `i`, counted row by row from the north-west
(`A1` is 0). Source: rules, section 3.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache

ROW_LETTERS = "ABCDE"


@dataclass(frozen=True, slots=True)
class Board:
    """The geometry of one size; every tuple is indexed by cell."""

    size: str
    rows: int
    columns: int
    cells: int
    names: tuple[str, ...]
    index: dict[str, int]
    near: tuple[int, ...]
    """Orthogonal neighbours, as sets."""
    around: tuple[int, ...]
    """King neighbours, as sets."""
    near_cells: tuple[tuple[int, ...], ...]
    """Orthogonal neighbours, ascending."""
    border: int
    every: int
    not_west: int
    not_east: int

    def spread(self, cells: int) -> int:
        """Return the orthogonal neighbours of a set; cells of the set may be among them."""
        return (
            ((cells << 1) & self.not_west)
            | ((cells >> 1) & self.not_east)
            | ((cells << self.columns) & self.every)
            | (cells >> self.columns)
        )

    def halo(self, cells: int) -> int:
        """Return a set with all its king neighbours."""
        wide = cells | ((cells << 1) & self.not_west) | ((cells >> 1) & self.not_east)
        return wide | ((wide << self.columns) & self.every) | (wide >> self.columns)

    def flood(self, start: int, inside: int) -> int:
        """Return the cells of `inside` that are connected to `start` within it, `start` included."""
        grown = start
        while True:
            wider = grown | (self.spread(grown) & inside)
            if wider == grown:
                return grown
            grown = wider

    def listed(self, cells: int) -> list[str]:
        """Return the names of a set of cells, ascending."""
        return [self.names[cell] for cell in members(cells)]

    def groups(self, cells: int) -> Iterator[int]:
        """Yield the orthogonally connected parts of a set, by their first cell."""
        while cells:
            group = self.flood(cells & -cells, cells)
            yield group
            cells &= ~group


@lru_cache(maxsize=1 << 16)
def members(cells: int) -> tuple[int, ...]:
    """Return the cells of a set, ascending."""
    found = []
    while cells:
        low = cells & -cells
        found.append(low.bit_length() - 1)
        cells ^= low
    return tuple(found)


def union(cells: Iterable[int]) -> int:
    """Return the set of the given cells."""
    whole = 0
    for cell in cells:
        whole |= 1 << cell
    return whole


def make_board(size: str, rows: int, columns: int) -> Board:
    """Compute the tables of a board."""
    places = [(row, column) for row in range(rows) for column in range(columns)]
    names = tuple(f"{ROW_LETTERS[row]}{column + 1}" for row, column in places)

    def close_to(row: int, column: int, steps: int) -> int:
        """Return the cells next to a place whose row and column differ by at most `steps` in sum."""
        return union(
            cell
            for cell, (r, c) in enumerate(places)
            if 0 < abs(r - row) + abs(c - column) <= steps and abs(r - row) < 2 and abs(c - column) < 2
        )

    near = tuple(close_to(row, column, 1) for row, column in places)
    on_border = [cell for cell, (r, c) in enumerate(places) if r in (0, rows - 1) or c in (0, columns - 1)]
    every = (1 << len(places)) - 1
    return Board(
        size=size,
        rows=rows,
        columns=columns,
        cells=len(places),
        names=names,
        index={name: cell for cell, name in enumerate(names)},
        near=near,
        around=tuple(close_to(row, column, 2) for row, column in places),
        near_cells=tuple(members(cells) for cells in near),
        border=union(on_border),
        every=every,
        not_west=every & ~union(cell for cell, (_, c) in enumerate(places) if c == 0),
        not_east=every & ~union(cell for cell, (_, c) in enumerate(places) if c == columns - 1),
    )


BOARDS = {"long": make_board("long", 5, 9), "short": make_board("short", 5, 5)}
