"""What a seat knows about the land, and what follows from it without trying.

Only the laws L1 to L4, the tiles left, visible terrain, visible crops and own peeks count; nothing
about how lands are made. Announced guesses tell no more than that: a wrong one, too, puts the true crop
on its cell (rules, 10.2), which is stronger than knowing what the crop is not. What L5 adds is taken up
where lands are counted (`imagining.counting`). Source: rules, sections 5 and 13.2.
"""

from collections.abc import Iterator
from functools import reduce
from operator import or_
from typing import NamedTuple

from domain.core.game import Rng
from domain.tiwanaku.board import BOARDS, Board, members
from domain.tiwanaku.filling import CropSearch, OutOfTrials, filling
from domain.tiwanaku.land.inference import Planes, Tangle, close
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.state import Tiwanaku
from domain.tiwanaku.view import peeked

UNKNOWN = -1

LARGEST = 5
"""Cells of the largest region. Source: rules, section 5, L1."""

COUNTING = 4_000
"""Crops tried before a count of layers is given up; a land with a few known crops takes some hundred."""


class Contradiction(Exception):
    """What is assumed cannot be so."""


class Knowledge(NamedTuple):
    """What is known of every cell: numbers of terrains (or `UNKNOWN`), crops (0: unknown), tiles left.

    A crop may be known where the terrain is not. As many tiles are left as terrains are unknown.
    """

    size: str
    terrain: tuple[int, ...]
    crops: tuple[int, ...]
    supply: tuple[int, ...]
    start: int = 0
    """The starting tiles, from which together with all terrains the crops follow (L5); 0: not known."""

    @property
    def board(self) -> Board:
        """The geometry of this size."""
        return BOARDS[self.size]


class Group(NamedTuple):
    """A group of visible tiles of one region and the bounds for the size of its region."""

    terrain: int
    cells: int
    least: int
    most: int

    @property
    def is_whole(self) -> bool:
        """Say whether the region is certainly nothing but the group."""
        return self.least == self.most == self.cells.bit_count()


def knowledge_of(state: Tiwanaku, seat: int | None) -> Knowledge:
    """Return what a seat knows, or a spectator (None)."""
    peeks = peeked(state, () if seat is None else (seat,))
    cells = range(state.board.cells)
    return Knowledge(
        state.size,
        tuple(state.terrain_at(cell) if state.tiles >> cell & 1 else UNKNOWN for cell in cells),
        tuple(state.crop_at(cell) if state.planted >> cell & 1 else peeks.get(cell, 0) for cell in cells),
        tuple(state.supply),
        state.start,
    )


def groups_of(known: Knowledge) -> list[Group]:
    """Return the visible groups with the bounds that space, tiles left and known crops give them.

    Tiles of one terrain that touch, if only at a corner, are of one region (L4); so no tile of a terrain lies
    beside a region of it that is whole. Raises `Contradiction` if tiles that touch cannot be connected.
    """
    board = known.board
    hidden = sum(1 << cell for cell, terrain in enumerate(known.terrain) if terrain == UNKNOWN)
    found: list[Group] = []
    for number, left in enumerate(known.supply):
        mine = sum(1 << cell for cell, terrain in enumerate(known.terrain) if terrain == number)
        parts, room = tuple(_touching(board, mine)), hidden if left else 0
        groups = [_bounded(known, number, cells, mine | room) for cells in parts]
        while room & (shut := _beside_whole(board, groups)):
            room &= ~shut
            groups = [_bounded(known, number, cells, mine | room) for cells in parts]
        found += groups
    return found


def _beside_whole(board: Board, groups: list[Group]) -> int:
    """Return the cells that touch a group which is a whole region."""
    whole = [board.halo(group.cells) for group in groups if group.is_whole]
    return reduce(or_, whole, 0)


def _touching(board: Board, cells: int) -> Iterator[int]:
    """Yield the parts of a set whose cells touch, by sides or corners."""
    while cells:
        part, wider = 0, cells & -cells
        while part != wider:
            part, wider = wider, board.halo(wider) & cells
        yield part
        cells &= ~part


def _bounded(known: Knowledge, number: int, cells: int, inside: int) -> Group:
    """Return a group with the bounds of its region, which lies `inside` a set: visible tiles and hidden cells."""
    board, size = known.board, cells.bit_count()
    reach = board.flood(cells & -cells, inside)
    if cells & ~reach:
        raise Contradiction
    is_whole = board.flood(cells & -cells, cells) == cells
    others = sum(known.terrain[cell] == number for cell in members(reach & ~cells))
    most = min(LARGEST, reach.bit_count(), size + known.supply[number] + others)
    least = max([size if is_whole else size + 1, *(known.crops[cell] for cell in members(cells))])
    return Group(number, cells, least, most)


def infer(known: Knowledge) -> tuple[Tangle, Planes]:
    """Return what inference looks at, and by crop the cells that may hold it.

    What is left out is certainly impossible; what is left in need not be possible. Raises
    `Contradiction` if even so nothing is left, which cannot happen with what is really known.
    """
    board = known.board
    peers = list(board.around)
    planes = [board.every] * 5
    wanted = []
    for group in groups_of(known):
        _, cells, least, most = group
        if least > min(most, LARGEST):
            raise Contradiction
        for cell in members(cells):
            peers[cell] = (peers[cell] | cells) & ~(1 << cell)
        for crop in range(most, 5):
            planes[crop] &= ~cells
        if group.is_whole:
            wanted += [(cells, crop) for crop in range(most)]
    for cell, crop in enumerate(known.crops):
        if crop:
            for other in range(5):
                if other != crop - 1:
                    planes[other] &= ~(1 << cell)
    tangle = Tangle(board.every, peers, wanted)
    if not close(tangle, planes, True):
        raise Contradiction
    return tangle, planes


def candidates(known: Knowledge) -> Planes:
    """Return by crop the cells that may hold it, as far as inference without trying shows."""
    return infer(known)[1]


class Layers(NamedTuple):
    """How many layers of crops fit what is known, and by cell in how many of them it holds each crop."""

    number: int
    counts: list[list[int]]


def layers(known: Knowledge, trials: int = COUNTING) -> Layers | None:
    """Count the layers of crops that fit, exactly, once the terrain of every cell is visible.

    Returns None while there is hidden terrain (what may lie there is for `solver.sample` to imagine: maps of
    terrain are far too many to be counted), and after so many trials.
    """
    if UNKNOWN in known.terrain:
        return None
    tangle, planes = infer(known)
    number, counts = 0, [[0] * 5 for _ in known.crops]

    def keep(solved: Planes) -> bool:
        nonlocal number
        number += 1
        for crop, plane in enumerate(solved):
            for cell in members(plane):
                counts[cell][crop] += 1
        return False

    try:
        CropSearch(tangle, known.board.every, trials).walk(planes, keep)
    except OutOfTrials:
        return None
    return Layers(number, counts)


def chances(known: Knowledge, rng: Rng, draws: int) -> list[list[int]]:
    """Return by cell how often each crop came up in random fillings of the visible tiles.

    Hidden land counts as free of crops there, so these are estimates; a cell with one crop only is
    certain if it is in `candidates`, too. Cells without a tile have no counts.
    """
    tangle, planes = infer(known)
    board, numbers = known.board, SplitMix(rng.below(1 << 62))
    visible = sum(1 << cell for cell, terrain in enumerate(known.terrain) if terrain != UNKNOWN)
    counts = [[0] * 5 for _ in range(board.cells)]
    for _ in range(draws):
        filled = filling(tangle, planes, visible, numbers) or planes
        for crop, plane in enumerate(filled):
            for cell in members(plane & visible):
                counts[cell][crop] += 1
    return counts
