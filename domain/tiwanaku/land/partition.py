"""Step 1 of the generator: the board falls into regions of one to five cells.

Source: rules, section 14.2, step 1.
"""

from domain.tiwanaku.board import Board, members
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.material import CROP_TOKENS, Limits

_WEIGHTS = ((1, 1), (2, 3), (3, 6), (4, 10), (5, 12))
SIZE_OF_DRAW = tuple(size for size, weight in _WEIGHTS for _ in range(weight))
"""By a draw below the sum of weights: the size that a region is meant to get."""

LONE = 5
"""Number of lists of free cells: by their free neighbours, 0 to 4."""


def partition(board: Board, limits: Limits, rng: SplitMix) -> list[int] | None:
    """Return the regions in order of creation, each a set of cells, or None if they are rejected."""
    regions = _drawn(board, limits, rng)
    if regions is None or len(regions) < limits.regions[0]:
        return None
    if _too_many_of_a_crop(regions) or is_choked(board, regions):
        return None
    return regions


def _drawn(board: Board, limits: Limits, rng: SplitMix) -> list[int] | None:
    """Draw all regions; stop early where there are too many, or too many of one cell."""
    near, near_cells, below, member = board.near, board.near_cells, rng.below, rng.member
    free = board.every
    freedom = [len(cells) for cells in near_cells]
    by_freedom = [0] * LONE
    for cell, count in enumerate(freedom):
        by_freedom[count] |= 1 << cell
    regions: list[int] = []
    singles = 0
    while free:
        if len(regions) == limits.regions[1]:
            return None
        cell = member(next(cells for cells in by_freedom if cells))
        wanted = SIZE_OF_DRAW[below(len(SIZE_OF_DRAW))]
        region = edge = size = 0
        while True:
            bit = 1 << cell
            region |= bit
            free ^= bit
            size += 1
            by_freedom[freedom[cell]] ^= bit
            for other in near_cells[cell]:
                other_bit = 1 << other
                if free & other_bit:
                    count = freedom[other]
                    by_freedom[count] ^= other_bit
                    by_freedom[count - 1] ^= other_bit
                    freedom[other] = count - 1
            edge = (edge | near[cell]) & free
            if size == wanted or not edge:
                break
            cell = member(edge)
        regions.append(region)
        singles += size == 1
        if singles > limits.single_cell_regions:
            return None
    return regions


def _too_many_of_a_crop(regions: list[int]) -> bool:
    """Say whether some crop would need more tokens than the box has."""
    sizes = [region.bit_count() for region in regions]
    return any(sum(size >= crop for size in sizes) > tokens for crop, tokens in CROP_TOKENS.items())


def is_choked(board: Board, regions: list[int]) -> bool:
    """Say whether some cell sees a whole other region that holds every crop it could hold itself."""
    for region in regions:
        seers = board.every & ~region
        for cell in members(region):
            seers &= board.around[cell]
        if seers:
            size = region.bit_count()
            if any(other & seers and other.bit_count() <= size for other in regions):
                return True
    return False
