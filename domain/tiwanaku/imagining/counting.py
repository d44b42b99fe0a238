"""Exact counts of lands: once little is hidden, all lands that agree with what a seat knows are gone through.

Every map of terrains with exactly the tiles left that keeps L1 and L4 is looked at, and its layers of
crops are counted. With the starting tiles known L5 is used, too: a map whose terrains and starting crops
fit several layers, or none, is no disc, so each map that remains has one layer. If no map at all remains,
the land was made without L5 (as lands made by hand may be), and it is left out of account.
Source: rules, sections 5 and 13.2 (H6).
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from domain.tiwanaku.board import BOARDS, Board, members
from domain.tiwanaku.filling import CropSearch, OutOfTrials
from domain.tiwanaku.knowledge import LARGEST, UNKNOWN, Contradiction, Knowledge, Layers, infer, layers
from domain.tiwanaku.land.inference import Planes
from domain.tiwanaku.land.text import regions_of

HIDDEN = 20
"""Hidden cells from which on maps are too many to be gone through."""

CHECK_EVERY = 3
"""Tiles laid between two looks at what follows for the crops."""

TILES = 6_000
"""Tiles laid before the maps are given up."""

MAPS = 300
"""Maps looked at before they are given up; those that contradict inference do not count."""

TRIALS = 600
"""Crops tried for the layers of one map before all is given up."""


class Lands(NamedTuple):
    """How many lands agree with what is known, exactly, and in how many of them each cell bears what."""

    number: int
    maps: tuple[tuple[Knowledge, int], ...]
    """What would be known with each map of terrains, and the number of its layers."""
    crops: list[list[int]]
    """By cell and crop (from 0)."""
    terrains: list[list[int]]
    """By cell and terrain."""


class TooMany(Exception):
    """More has to be gone through than is worth it."""


Block = tuple[int, int, int, int]


def blocks_of(board: Board) -> tuple[tuple[Block, ...], ...]:
    """Return by cell the blocks of two by two that it is in, each row by row from the north-west."""
    table: list[list[Block]] = [[] for _ in range(board.cells)]
    for corner in range(board.cells - board.columns):
        if not board.not_west >> corner + 1 & 1:
            continue
        block = (corner, corner + 1, corner + board.columns, corner + board.columns + 1)
        for cell in block:
            table[cell].append(block)
    return tuple(tuple(blocks) for blocks in table)


BLOCKS = {size: blocks_of(board) for size, board in BOARDS.items()}


class Maps:
    """A walk through the maps of terrains that agree with what is known and contradict neither laws nor inference."""

    def __init__(self, known: Knowledge) -> None:
        self.known, self.board, self.blocks = known, known.board, BLOCKS[known.size]
        self.terrain, self.supply = list(known.terrain), list(known.supply)
        self.laid = [sum(1 << c for c, t in enumerate(self.terrain) if t == number) for number in range(4)]
        self.order = self._order()
        self.tiles = 0

    def walk(self, depth: int = 0) -> Iterator[Knowledge]:
        """Yield what would be known with each map. Raises `TooMany`."""
        one = self.known
        if depth == len(self.order) or (depth and depth % CHECK_EVERY == 0):
            one = self.known._replace(terrain=tuple(self.terrain), supply=tuple(self.supply))
            try:
                infer(one)
            except Contradiction:
                return
        if depth == len(self.order):
            if self._keeps_apart():
                yield one
            return
        cell = self.order[depth]
        bit = 1 << cell
        for number in range(4):
            if not self.supply[number]:
                continue
            self.tiles += 1
            if self.tiles > TILES:
                raise TooMany
            self.supply[number] -= 1
            self.laid[number] |= bit
            self.terrain[cell] = number
            if self._fits(cell, number):
                yield from self.walk(depth + 1)
            self.laid[number] ^= bit
            self.supply[number] += 1
        self.terrain[cell] = UNKNOWN

    def _order(self) -> list[int]:
        """Return the hidden cells, each with as many neighbours visible or before it as there are."""
        seen = sum(self.laid)
        order = []
        while seen != self.board.every:
            cell = max(members(self.board.every & ~seen), key=lambda c: (self.board.around[c] & seen).bit_count())
            order.append(cell)
            seen |= 1 << cell
        return order

    def _fits(self, cell: int, number: int) -> bool:
        """Say whether a tile just laid makes no region too large, and lets none touch at a corner for good."""
        if self.board.flood(1 << cell, self.laid[number]).bit_count() > LARGEST:
            return False
        terrain = self.terrain
        for one, two, three, four in self.blocks[cell]:
            a, b, c, d = terrain[one], terrain[two], terrain[three], terrain[four]
            if a == d != UNKNOWN and UNKNOWN != b != a and UNKNOWN != c != a:
                return False
            if b == c != UNKNOWN and UNKNOWN != a != b and UNKNOWN != d != b:
                return False
        return True

    def _keeps_apart(self) -> bool:
        """Say whether no two regions of one terrain touch at a corner (L4), even at the far side of both."""
        board = self.board
        return not any(
            board.halo(region) & self.laid[self.terrain[members(region)[0]]] & ~region
            for region in regions_of(board, self.terrain)
        )


@lru_cache(maxsize=256)
def counted_lands(known: Knowledge) -> Lands | None:
    """Count the lands that agree with what is known, or return None if there is too much to go through.

    What it gives up for hangs on what is known alone, never on time.
    """
    if known.terrain.count(UNKNOWN) >= HIDDEN:
        return None
    try:
        whole = _whole_maps(known)
        discs = [one for one in whole if is_disc(one)] if known.start else []
        return _summed(known, discs) or _summed(known, whole)
    except (TooMany, OutOfTrials):
        return None


def _whole_maps(known: Knowledge) -> list[Knowledge]:
    """Return what would be known with each map. Raises `TooMany`."""
    found: list[Knowledge] = []
    for one in Maps(known).walk():
        found.append(one)
        if len(found) > MAPS:
            raise TooMany
    return found


def layers_of(one: Knowledge) -> Layers:
    """Count the layers of crops over a whole map. Raises `TooMany`."""
    found = layers(one, TRIALS)
    if found is None:
        raise TooMany
    return found


def is_disc(one: Knowledge) -> bool:
    """Say whether a whole map with its starting crops fits exactly one layer (L5). Raises `OutOfTrials`."""
    crops = tuple(crop if one.start >> cell & 1 else 0 for cell, crop in enumerate(one.crops))
    try:
        tangle, planes = infer(one._replace(crops=crops))
    except Contradiction:
        return False
    seen = 0

    def second(_: Planes) -> bool:
        nonlocal seen
        seen += 1
        return seen > 1

    CropSearch(tangle, one.board.every, TRIALS).walk(planes, second)
    return seen == 1


def _summed(known: Knowledge, whole: list[Knowledge]) -> Lands | None:
    """Add the layers of maps up; None if there is not one. Raises `TooMany`."""
    found = [(one, layers_of(one)) for one in whole]
    crops, terrains = [[0] * 5 for _ in known.crops], [[0] * 4 for _ in known.crops]
    maps = tuple((one, over.number) for one, over in found if over.number)
    for one, over in found:
        for cell, counts in enumerate(over.counts):
            terrains[cell][one.terrain[cell]] += over.number
            for crop, count in enumerate(counts):
                crops[cell][crop] += count
    return Lands(sum(number for _, number in maps), maps, crops, terrains) if maps else None
