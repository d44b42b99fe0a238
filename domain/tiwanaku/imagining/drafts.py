"""Boards in the making: some regions are drawn, and so far nothing speaks against the rest.

A draft keeps L1 to L4 and never uses a tile that is not left. It is dropped as soon as the free cells
cannot use up exactly the tiles left, as a crop has no place any more, or as no crops are found for the
regions drawn. Source of the laws: rules, section 5.
"""

from typing import NamedTuple

from domain.tiwanaku.board import members
from domain.tiwanaku.filling import UNLIMITED, filling
from domain.tiwanaku.imagining.growth import Growth, Region
from domain.tiwanaku.knowledge import UNKNOWN, Knowledge, candidates, groups_of
from domain.tiwanaku.land.inference import Planes, Tangle, close
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.land.text import Land

TRIES = 4
"""Regions tried around a cell before a draft is given up; each is a step."""

DRAWS = 12
"""Regions drawn for a try until the tiles left can be laid out beside one."""

CHECK_TRIALS = 12
"""Crops tried to see whether a draft can still be filled."""

CHECK_FROM = 8
"""Free cells from which on it is worth to look for crops."""

Sets = tuple[int, ...]

TERRAINS_LEFT_OUT = tuple(
    (tuple(t for t in range(4) if chosen >> t & 1), tuple(t for t in range(4) if not chosen >> t & 1))
    for chosen in range(15)
)
"""Every set of terrains but the whole one, with the terrains that are not in it."""


class Draft(NamedTuple):
    """A board in the making."""

    free: int
    """Cells that are in no region yet."""
    barred: Sets
    """By terrain: the cells that touch a region of it."""
    supply: Sets
    """By terrain: the tiles left for the free cells."""
    regions: tuple[Region, ...]
    """The regions drawn; regions that are closed from the start are not among them."""
    tangle: Tangle
    planes: Planes


class Drafter:
    """Draws random regions into drafts that agree with what is known."""

    def __init__(self, known: Knowledge, rng: SplitMix) -> None:
        self.known, self.board, self.rng = known, known.board, rng
        self.steps = 0
        """Regions tried so far."""
        cells = range(self.board.cells)
        self.hidden = sum(1 << cell for cell in cells if known.terrain[cell] == UNKNOWN)
        self.visible = tuple(sum(1 << c for c in cells if known.terrain[c] == number) for number in range(4))
        self.closed: list[Region] = [(g.cells, g.terrain) for g in groups_of(known) if g.is_whole]
        tangle = Tangle(self.board.every, list(self.board.around), [])
        blank = Draft(self.board.every, (0, 0, 0, 0), known.supply, (), tangle, candidates(known))
        self.first = self._with(blank, self.closed)._replace(regions=())
        """The draft in which nothing is drawn."""

    def of(self, regions: list[Region]) -> Draft:
        """Return the draft of some regions that were drawn together before."""
        draft = self._with(self.first, regions)
        is_consistent = self._has_room(draft) and close(draft.tangle, draft.planes, True)
        assert is_consistent, "fewer regions contradict what more did not"
        return draft

    def drawn_out(self, draft: Draft) -> tuple[Draft, int]:
        """Draw regions where least room is left until there is none left, or a cell gets none.

        Returns the last draft, and the cell (`UNKNOWN` if all cells are in regions).
        """
        while draft.free:
            cell = self._tightest(draft.free)
            longer = self._lengthened(draft, cell)
            if longer is None:
                return draft, cell
            draft = longer
        return draft, UNKNOWN

    def land(self, draft: Draft) -> Land:
        """Give a whole draft crops at random; there are some, since it was checked."""
        planes = filling(draft.tangle, draft.planes, self.board.every, self.rng, UNLIMITED)
        assert planes is not None, "a draft that could be filled cannot be filled"
        terrain, crops = [0] * self.board.cells, [0] * self.board.cells
        for cells, number in (*self.closed, *draft.regions):
            for cell in members(cells):
                terrain[cell] = number
        for crop, plane in enumerate(planes, 1):
            for cell in members(plane):
                crops[cell] = crop
        return Land(self.known.size, terrain, crops)

    def _tightest(self, free: int) -> int:
        """Return a free cell with as few free neighbours as any has."""
        board = self.board
        west, east = (free << 1) & board.not_west, (free >> 1) & board.not_east
        north, south = free << board.columns, free >> board.columns
        some = free & (west | east | north | south)
        pairs = (west & east) | (north & south) | ((west | east) & (north | south))
        three = (west & east & (north | south)) | (north & south & (west | east))
        return self.rng.member((free & ~some) or (some & ~pairs) or (some & ~three) or some)

    def _lengthened(self, draft: Draft, cell: int) -> Draft | None:
        """Draw a region around a free cell; return the longer draft, or None if all tries failed."""
        growth = Growth(self.board, self.rng, draft.planes)
        for _ in range(TRIES):
            self.steps += 1
            region = self._region(draft, growth, cell)
            if region is None:
                continue
            longer = self._with(draft, [region])
            if not self._has_room(longer) or not close(longer.tangle, longer.planes, True):
                continue
            if longer.free.bit_count() > CHECK_FROM:
                return longer
            inside = self.board.every & ~longer.free
            if filling(longer.tangle, longer.planes, inside, self.rng, CHECK_TRIALS) is not None:
                return longer
        return None

    def _region(self, draft: Draft, growth: Growth, cell: int) -> Region | None:
        """Draw a region around a free cell beside which the tiles left have room, or return None."""
        bit, number = 1 << cell, self.known.terrain[cell]
        for _ in range(DRAWS):
            terrain = self._terrain(draft, bit) if number == UNKNOWN else number
            if terrain == UNKNOWN:
                return None
            visible = self.visible[terrain] & draft.free
            open_cells = draft.free & self.hidden & ~draft.barred[terrain]
            region = growth.grown(bit, visible, open_cells, draft.supply[terrain])
            if region and self._can_lay(draft, region, terrain):
                return region, terrain
        return None

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

    def _can_lay(self, draft: Draft, region: int, terrain: int) -> bool:
        """Say whether every other hidden cell could get a tile of its own, as far as L4 shows by now.

        That is so if for each set of terrains there are enough tiles for the cells that can take no other.
        Source: P. Hall, "On Representatives of Subsets", Journal of the London Mathematical Society 10 (1935).
        """
        free = draft.free & ~region & self.hidden
        supply = list(draft.supply)
        supply[terrain] -= (region & self.hidden).bit_count()
        fits = [free & ~barred if left else 0 for barred, left in zip(draft.barred, supply, strict=True)]
        fits[terrain] &= ~self.board.halo(region)
        for inside, outside in TERRAINS_LEFT_OUT:
            bound = free
            for number in outside:
                bound &= ~fits[number]
            if bound.bit_count() > sum([supply[number] for number in inside]):
                return False
        return True

    def _has_room(self, draft: Draft) -> bool:
        """Take from the free cells the crops for which no region gets large enough; say if each has room."""
        board, free = self.board, draft.free
        by_size = [0] * 6
        for number, left in enumerate(draft.supply):
            visible = self.visible[number] & free
            rest = visible | (free & self.hidden & ~draft.barred[number] if left else 0)
            while rest:
                part = board.flood(rest & -rest, rest)
                rest ^= part
                by_size[min(5, part.bit_count(), left + (part & visible).bit_count())] |= part
        roomy = 0
        for crop in (4, 3, 2, 1, 0):
            roomy |= by_size[crop + 1]
            draft.planes[crop] &= ~free | roomy
        return not free & ~roomy

    def _with(self, draft: Draft, more: list[Region]) -> Draft:
        """Return a draft with more regions; inference is still to be done."""
        free = draft.free
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
        return Draft(free, tuple(barred), tuple(supply), (*draft.regions, *more), tangle, planes)
