"""Finding whole boards: where a draft does not go on, regions are taken out and drawn anew.

A draft in which some cell gets no region loses many of the regions about that cell and some elsewhere,
and is drawn out again. The new draft takes the place of the old one if hardly more cells are free.
"""

from domain.tiwanaku.imagining.drafts import Draft, Drafter
from domain.tiwanaku.imagining.growth import Region
from domain.tiwanaku.knowledge import Knowledge
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.land.text import Land

SLACK = (0, 1, 2, 3, 5)
"""How many cells more may be free in a draft that takes the place of another; one of these, at random."""

LOST_NEAR, LOST_FAR = 65, 30
"""Of a hundred regions near the cell that got none, and of others: how many are taken out."""

WIDE = 75
"""How often, of a hundred times, the regions two steps from that cell count as near, too."""

LOST_FOR_MORE = 40
"""Of a hundred regions of a whole board: how many are taken out to make the next one."""

PATIENCE = 400
"""Steps after which the next board is begun anew from the last one."""


class Redrawer:
    """Finds one whole board after the other; each but the first is made from the one before."""

    def __init__(self, known: Knowledge, rng: SplitMix) -> None:
        self.drafter, self.rng = Drafter(known, rng), rng
        self.last: Draft | None = None

    @property
    def steps(self) -> int:
        """The steps taken so far, in regions tried."""
        return self.drafter.steps

    def next(self, most_steps: int | None) -> Land | None:
        """Return another board, or None if so many steps (None: any number) in all did not bring one about."""
        while most_steps is None or self.steps < most_steps:
            if self.last is None:
                whole = self._whole(self.drafter.first, most_steps)
            else:
                kept = [region for region in self.last.regions if self._draw(100) >= LOST_FOR_MORE]
                bound = self.steps + PATIENCE
                whole = self._whole(self.drafter.of(kept), bound if most_steps is None else min(bound, most_steps))
            if whole is not None:
                self.last = whole
                return self.drafter.land(whole)
        return None

    def _whole(self, draft: Draft, most_steps: int | None) -> Draft | None:
        """Draw a draft out and redraw it until no cell is free, or until so many steps are taken."""
        draft, cell = self.drafter.drawn_out(draft)
        while draft.free:
            if most_steps is not None and self.steps >= most_steps:
                return None
            other, at = self.drafter.drawn_out(self.drafter.of(self._kept(draft, cell)))
            slack = SLACK[self._draw(len(SLACK))]
            if other.free.bit_count() <= draft.free.bit_count() + slack:
                draft, cell = other, at
        return draft

    def _kept(self, draft: Draft, cell: int) -> list[Region]:
        """Return the regions that stay when room is made about a cell."""
        board = self.drafter.board
        near = board.halo(1 << cell)
        if self._draw(100) < WIDE:
            near = board.halo(near)
        return [r for r in draft.regions if self._draw(100) >= (LOST_NEAR if r[0] & near else LOST_FAR)]

    def _draw(self, n: int) -> int:
        """Return a number below n; that small ones are a trifle likelier does not matter here."""
        return self.rng.next() % n
