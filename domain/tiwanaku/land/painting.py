"""Step 3 of the generator: regions get terrains. Source: rules, section 14.2, step 3."""

from domain.tiwanaku.board import Board
from domain.tiwanaku.filling import OutOfTrials
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.material import Limits

TRIALS = 2000


class Painter:
    """Gives terrains to regions: no two that touch share one, and every terrain gets its share."""

    def __init__(self, board: Board, limits: Limits, regions: list[int], rng: SplitMix) -> None:
        self.least, self.most = limits.cells_per_terrain
        self.sizes = [region.bit_count() for region in regions]
        halos = [board.halo(region) for region in regions]
        self.touching = [
            [g for g, other in enumerate(regions) if g != i and halo & other] for i, halo in enumerate(halos)
        ]
        self.order = [0, 1, 2, 3]
        rng.shuffle(self.order)
        self.count = [0] * 4
        self.colour = [-1] * len(regions)
        self.left = board.cells
        self.trials = 0

    def paint(self) -> bool:
        """Give terrains to all regions without one; False if that is impossible.

        Raises `OutOfTrials`.
        """
        if sum(max(0, self.least - count) for count in self.count) > self.left:
            return False
        if not self.left:
            return True
        region, choices = self._tightest()
        size = self.sizes[region]
        for terrain in sorted(choices, key=self.count.__getitem__):  # stable: ties stay in random order
            self.trials += 1
            if self.trials > TRIALS:
                raise OutOfTrials
            self.colour[region] = terrain
            self.count[terrain] += size
            self.left -= size
            if self.paint():
                return True
            self.colour[region] = -1
            self.count[terrain] -= size
            self.left += size
        return False

    def _tightest(self) -> tuple[int, list[int]]:
        """Return the region to paint next, and the terrains it can get in random order."""
        best: tuple[int, int, int] | None = None
        found: list[int] = []
        for region, colour in enumerate(self.colour):
            if colour < 0:
                taken = {self.colour[other] for other in self.touching[region]}
                room = self.most - self.sizes[region]
                choices = [t for t in self.order if t not in taken and self.count[t] <= room]
                rank = (len(choices), -len(self.touching[region]), region)
                if best is None or rank < best:
                    best, found = rank, choices
        assert best is not None
        return best[2], found
