"""A land as lists and as text, its regions, and the laws it has to obey.

The text has a terrain letter and a crop digit per cell, rows joined by `/`. Source: rules, section
13.2 (H3) for the text and section 5 for the laws.
"""

import hashlib
from typing import NamedTuple

from domain.tiwanaku.board import BOARDS, Board, members
from domain.tiwanaku.material import CROPS, LETTERS, TERRAINS


class Land(NamedTuple):
    """The truth about every cell, row by row: numbers of terrains (0..3), and crops (1..5)."""

    size: str
    terrain: list[int]
    crops: list[int]

    def text(self) -> str:
        """Return the canonical text, for example `f1f2d1s2s1/s5d3d4s3s4/...`."""
        columns = BOARDS[self.size].columns
        cells = [LETTERS[t] + str(crop) for t, crop in zip(self.terrain, self.crops, strict=True)]
        return "/".join("".join(cells[at : at + columns]) for at in range(0, len(cells), columns))


def read_land(text: str) -> Land:
    """Read the canonical text of a land; its size follows from the number of columns."""
    cells = text.replace("/", "")
    columns = len(text.split("/", 1)[0]) // 2
    size = next(size for size, board in BOARDS.items() if board.columns == columns)
    return Land(size, [LETTERS.index(letter) for letter in cells[::2]], [int(digit) for digit in cells[1::2]])


def commitment(salt: str, text: str) -> str:
    """Return the hash that is public from the start: SHA-256 of salt (hex digits) and text, as hex."""
    return hashlib.sha256(bytes.fromhex(salt) + text.encode()).hexdigest()


def regions_of(board: Board, terrain: list[int]) -> list[int]:
    """Return the regions of a map of terrains as sets of cells, by their first cell."""
    found: list[int] = []
    for number in range(len(TERRAINS)):
        mine = sum(1 << cell for cell, t in enumerate(terrain) if t == number)
        found += board.groups(mine)
    return sorted(found, key=lambda region: region & -region)


def broken_laws(board: Board, terrain: list[int], crops: list[int]) -> list[str]:
    """Return which of the laws L1, L3 and L4 a land breaks; with six cells a region breaks L1.

    Source: rules, section 5.
    """
    regions = regions_of(board, terrain)
    cells = range(board.cells)
    broken = []
    if any(sorted(crops[c] for c in members(region)) != [*CROPS[: region.bit_count()]] for region in regions):
        broken.append("L1")
    if any(crops[cell] == crops[other] for cell in cells for other in members(board.around[cell])):
        broken.append("L3")
    kinds = [(region, terrain[members(region)[0]]) for region in regions]
    if any(a != b and s == t and board.halo(a) & b for a, s in kinds for b, t in kinds):
        broken.append("L4")
    return broken
