"""Random boards that agree with what a seat knows.

Many drafts of a board are divided into regions at once, one region after the other, each with its
terrain and beginning where least room is left. A region is kept only if crops can still be found for
all of them. Drafts with the same number of free cells compete: a random choice of them goes on. L5 is
not used: an agreeing board need not have a unique solution. Source of the laws: rules, section 5.
"""

import hashlib
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from domain.core.game import Rng
from domain.tiwanaku.board import members
from domain.tiwanaku.filling import UNLIMITED, filling
from domain.tiwanaku.knowledge import UNKNOWN, Knowledge, candidates, groups_of
from domain.tiwanaku.land.inference import Planes, Tangle, close
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.land.text import Land

WIDTH = 8
"""Drafts with the same number of free cells that go on."""

TRIES = 2
"""Regions drawn for each of them."""

CHECK_TRIALS = 12
"""Crops tried to see whether a draft can still be filled; twice as many whenever all drafts failed."""

EXACT = 5
"""Rounds of drafts that use up exactly the tiles left."""

POOLS = 2
"""Crowds of boards for one state of knowledge, each of which is drawn once and remembered."""

SIZE_WEIGHTS = (0, 1, 2, 3, 4, 20)
"""By size of a region: how often it is aimed at. Most regions of agreeing boards are large."""

Sets = tuple[int, ...]
Region = tuple[int, int]
"""Its cells, and the number of its terrain."""


class Draft(NamedTuple):
    """A board in the making."""

    free: int
    """Cells that are in no region yet."""
    barred: Sets
    """By terrain: the cells that touch a region of it."""
    supply: Sets
    regions: tuple[Region, ...]
    tangle: Tangle
    planes: Planes


class Divider:
    """Draws random boards from what is known."""

    def __init__(self, known: Knowledge, rng: SplitMix) -> None:
        self.known, self.board, self.rng = known, known.board, rng
        self.trials = CHECK_TRIALS
        cells = range(self.board.cells)
        self.hidden = sum(1 << cell for cell in cells if known.terrain[cell] == UNKNOWN)
        self.visible = tuple(sum(1 << c for c in cells if known.terrain[c] == number) for number in range(4))
        planes = candidates(known)
        tangle = Tangle(self.board.every, list(self.board.around), [])
        blank = Draft(self.board.every, (0, 0, 0, 0), known.supply, (), tangle, planes)
        whole = [(g.cells, g.terrain) for g in groups_of(known) if g.least == g.most == g.cells.bit_count()]
        self.first = self._with(blank, whole)

    def boards(self, width: int) -> list[Land]:
        """Return up to `width` boards, which may be alike in part; none if all drafts came to nothing."""
        waiting: list[list[Draft]] = [[] for _ in range(self.board.cells + 1)]
        came = [0] * len(waiting)
        waiting[self.first.free.bit_count()].append(self.first)
        for free in range(self.board.cells, 0, -1):
            drafts, waiting[free] = waiting[free], []
            for turn in range(width * TRIES if drafts else 0):
                draft = drafts[turn % len(drafts)]
                longer = self._lengthen(draft, self._tightest(draft.free))
                if longer is None:
                    continue
                left = longer.free.bit_count()
                came[left] += 1
                if len(waiting[left]) < width:
                    waiting[left].append(longer)
                else:
                    place = self.rng.next() % came[left]
                    if place < width:
                        waiting[left][place] = longer
        whole = waiting[0] if self.first.free else [self.first] * width
        return [self._filled(draft) for draft in whole]

    def _tightest(self, free: int) -> int:
        """Return a free cell with as few free neighbours as any has."""
        board = self.board
        west, east = (free << 1) & board.not_west, (free >> 1) & board.not_east
        north, south = free << board.columns, free >> board.columns
        some = free & (west | east | north | south)
        pairs = (west & east) | (north & south) | ((west | east) & (north | south))
        three = (west & east & (north | south)) | (north & south & (west | east))
        return self.rng.member((free & ~some) or (some & ~pairs) or (some & ~three) or some)

    def _lengthen(self, draft: Draft, seed: int) -> Draft | None:
        """Draw a region around a free cell; return the longer draft, or None if it came to nothing."""
        region = self._region(draft, seed)
        if region is None:
            return None
        longer = self._with(draft, [region])
        if not close(longer.tangle, longer.planes, True):
            return None
        inside = self.board.every & ~longer.free
        found = filling(longer.tangle, longer.planes, inside, self.rng, self.trials)
        return None if found is None else longer

    def _region(self, draft: Draft, seed: int) -> Region | None:
        """Draw a region around a free cell, or return None if it came out impossible."""
        number = self.known.terrain[seed]
        if number == UNKNOWN:
            number = self._terrain(draft, 1 << seed)
        return None if number == UNKNOWN else self._grown(draft, 1 << seed, number)

    def _terrain(self, draft: Draft, bit: int) -> int:
        """Draw a terrain for a hidden cell by the tiles left, or return `UNKNOWN` if none fits."""
        weights = [0 if barred & bit else left for barred, left in zip(draft.barred, draft.supply, strict=True)]
        whole = sum(weights)
        if not whole:
            return UNKNOWN
        x, number = self.rng.next() % whole, 0
        while x >= weights[number]:
            x -= weights[number]
            number += 1
        return number

    def _grown(self, draft: Draft, bit: int, number: int) -> Region | None:
        """Grow a region from a cell; None if it touches others of its terrain or gets too large."""
        board = self.board
        visible = self.visible[number] & draft.free
        region = board.flood(bit, visible | bit)
        wanted = self._size(region.bit_count())
        hidden = draft.free & self.hidden & ~draft.barred[number]
        left = draft.supply[number] - (region & self.hidden).bit_count()
        while region.bit_count() < wanted and left:
            edge = board.spread(region) & hidden & ~region
            if not edge:
                break
            left -= 1
            region = board.flood(region, region | visible | 1 << self.rng.member(edge))
        if region.bit_count() > 5 or board.halo(region) & visible & ~region:
            return None
        return region, number

    def _size(self, least: int) -> int:
        """Draw the size aimed at for a region that has `least` cells already."""
        x = self.rng.next() % sum(SIZE_WEIGHTS[least:])
        while x >= SIZE_WEIGHTS[least]:
            x -= SIZE_WEIGHTS[least]
            least += 1
        return least

    def _with(self, draft: Draft, more: list[Region]) -> Draft:
        """Return a draft with more regions; inference is still to be done."""
        free, regions = draft.free, draft.regions
        barred, supply = list(draft.barred), list(draft.supply)
        peers, wanted, planes = draft.tangle.peers.copy(), draft.tangle.wanted.copy(), draft.planes.copy()
        for cells, number in more:
            size = cells.bit_count()
            free &= ~cells
            for cell in members(cells):
                peers[cell] = (peers[cell] | cells) & ~(1 << cell)
            wanted += [(cells, crop) for crop in range(size)]
            for crop in range(size, 5):
                planes[crop] &= ~cells
            barred[number] |= self.board.halo(cells)
            supply[number] -= (cells & self.hidden).bit_count()
        tangle = Tangle(draft.tangle.every, peers, wanted)
        return Draft(free, tuple(barred), tuple(supply), (*regions, *more), tangle, planes)

    def _filled(self, draft: Draft) -> Land:
        """Give a whole draft crops at random; there are some, since it was checked."""
        planes = filling(draft.tangle, draft.planes, self.board.every, self.rng, UNLIMITED)
        assert planes is not None, "a draft that could be filled cannot be filled"
        terrain, crops = [0] * self.board.cells, [0] * self.board.cells
        for cells, number in draft.regions:
            for cell in members(cells):
                terrain[cell] = number
        for crop, plane in enumerate(planes, 1):
            for cell in members(plane):
                crops[cell] = crop
        return Land(self.known.size, terrain, crops)


@lru_cache(maxsize=256)
def pool(known: Knowledge, part: int) -> tuple[Land, ...]:
    """Return some boards that agree with what is known, at least one; the same ones every time.

    While drafts come to nothing new ones are begun with more patience, after `EXACT` rounds also with
    some tiles more of each terrain than are left: where hardly anything is known, boards with exactly
    the tiles left are too rare to wait for.
    """
    digest = hashlib.sha256(repr((known, part)).encode()).digest()
    numbers = SplitMix(int.from_bytes(digest[:8], "big"))
    for tried in count():
        spare = max(0, tried + 1 - EXACT)
        supply = tuple(left and left + spare for left in known.supply)
        divider = Divider(known._replace(supply=supply), numbers)
        divider.trials = CHECK_TRIALS << min(tried // 4, 8)
        found = divider.boards(WIDTH)
        if found:
            return tuple(found)
    raise AssertionError("drafts are begun until a board is found")


def lands(known: Knowledge, rng: Rng) -> tuple[Land, ...]:
    """Return some random boards that agree with what is known, at least one; they may be alike in part."""
    return pool(known, rng.below(POOLS))


def sample(known: Knowledge, rng: Rng) -> Land:
    """Return a random board that agrees with what is known."""
    found = lands(known, rng)
    return found[rng.below(len(found))]
