"""How one region of a draft grows: to a size at which the crops that its cells can bear fit."""

from domain.tiwanaku.board import Board
from domain.tiwanaku.knowledge import LARGEST
from domain.tiwanaku.land.inference import Planes, counted
from domain.tiwanaku.land.splitmix import SplitMix

SIZE_WEIGHTS = (0, 1, 2, 3, 4, 20)
"""By size of a region: how often it is aimed at. Most regions of agreeing boards are large."""

WEIGHTS_FROM = tuple(sum(SIZE_WEIGHTS[least:]) for least in range(6))

Region = tuple[int, int]
"""Its cells, and the number of its terrain."""


class Growth:
    """Grows regions under the given candidates for crops."""

    def __init__(self, board: Board, rng: SplitMix, planes: Planes) -> None:
        self.board, self.rng, self.planes = board, rng, planes
        once, twice, _ = counted(planes)
        lone = once & ~twice
        self.settled = [plane & lone for plane in planes]
        """By crop: the cells that bear it for sure."""
        self.needy = []
        """The cells that need a region of at least 2, 3, 4, 5 cells."""
        rest = board.every
        for plane in planes[:4]:
            rest &= ~plane
            self.needy.append(rest)

    def grown(self, bit: int, visible: int, open_cells: int, tiles: int) -> int:
        """Return a random region around a cell, or 0 if it came out impossible.

        `visible` are the free tiles of its terrain, all connected ones of which it takes, `open_cells` the
        hidden cells that it may take as long as there are tiles for them.
        """
        board = self.board
        region = board.flood(bit, visible | bit)
        size, least = region.bit_count(), self.least(region)
        if least > LARGEST:
            return 0
        wanted = self._size(least)
        tiles -= bool(bit & ~visible)
        while tiles:
            others = visible & ~region
            touched = others & board.halo(region) if others else 0
            if size >= (LARGEST if touched else wanted):
                break
            edge = board.spread(region) & open_cells & ~region
            for plane in self.settled:
                if plane & region:
                    edge &= ~plane
            if touched:
                edge &= board.spread(touched)
            if not edge:
                break
            tiles -= 1
            more = 1 << self.rng.member(edge)
            region |= board.flood(more, more | others) if board.spread(more) & others else more
            size, least = region.bit_count(), self.least(region)
            wanted = max(wanted, least)
        return region if size >= least and self._is_possible(region, size, visible) else 0

    def least(self, region: int) -> int:
        """Return how large the region of these cells is at least."""
        size = region.bit_count()
        for at in (3, 2, 1, 0):
            if self.needy[at] & region:
                return max(size, at + 2)
        return size

    def _size(self, least: int) -> int:
        """Draw the size aimed at for a region that has at least so many cells."""
        x = self.rng.next() % WEIGHTS_FROM[least]
        while x >= SIZE_WEIGHTS[least]:
            x -= SIZE_WEIGHTS[least]
            least += 1
        return least

    def _is_possible(self, region: int, size: int, visible: int) -> bool:
        """Say whether a region touches no other of its terrain and has a place for each of its crops."""
        if size > LARGEST or self.board.halo(region) & visible & ~region:
            return False
        for plane in self.planes[:size]:
            if not plane & region:
                return False
        for plane in self.settled:
            twins = plane & region
            if twins & (twins - 1):
                return False
        return True
