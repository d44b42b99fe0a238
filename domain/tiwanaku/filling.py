"""Filling in the crops of a board whose regions are known: for new lands, and for those a seat imagines.

Source: rules, section 14.2, step 2 (`fill`).
"""

from collections.abc import Callable

from domain.tiwanaku.board import members
from domain.tiwanaku.land.inference import Planes, Tangle, assign, close, counted
from domain.tiwanaku.land.splitmix import SplitMix

UNLIMITED = 1 << 60


class OutOfTrials(Exception):
    """The budget of a search is used up."""


class CropSearch:
    """A walk through the crops of the cells `inside` that fit their regions and peers."""

    def __init__(self, tangle: Tangle, inside: int, trials: int = UNLIMITED, rng: SplitMix | None = None) -> None:
        self.tangle, self.inside, self.trials, self.rng = tangle, inside, trials, rng

    def walk(self, planes: Planes, visit: Callable[[Planes], bool]) -> bool:
        """Walk from these candidates, which are altered, until `visit` says True; say whether it did.

        Raises `OutOfTrials`.
        """
        if not close(self.tangle, planes, False):
            return False
        _, twice, thrice = counted(planes)
        undecided = twice & self.inside
        if not undecided:
            return visit(planes)
        pairs = undecided & ~thrice
        cell = (pairs & -pairs).bit_length() - 1 if pairs else fewest(planes, undecided)
        crops = [crop for crop in range(1, 6) if planes[crop - 1] >> cell & 1]
        if self.rng is not None:
            self.rng.shuffle(crops)
        for crop in crops:
            self.trials -= 1
            if self.trials < 0:
                raise OutOfTrials
            branch = planes.copy()
            assign(branch, cell, crop)
            if self.walk(branch, visit):
                return True
        return False


def fewest(planes: Planes, cells: int) -> int:
    """Return the cell of a set with the fewest candidates, the first one on ties."""
    return min(members(cells), key=lambda cell: sum(plane >> cell & 1 for plane in planes))


def filling(tangle: Tangle, planes: Planes, inside: int, rng: SplitMix, trials: int = 40) -> Planes | None:
    """Return a random filling of the cells `inside`, or None if none was found within so many trials."""
    found: list[Planes] = []

    def keep(solved: Planes) -> bool:
        found.append(solved)
        return True

    try:
        CropSearch(tangle, inside, trials, rng).walk(planes.copy(), keep)
    except OutOfTrials:
        return None
    return found[0] if found else None
