"""Inference rules for crops, on candidate sets. Source: rules, section 14.2, step 2.

Candidates are held by crop: `planes[v - 1]` is the set of cells that can still take crop v.
"""

from typing import NamedTuple

from domain.tiwanaku.board import Board, members

Planes = list[int]


class Tangle(NamedTuple):
    """What inference looks at.

    `peers[c]` are the cells which may not hold the same crop as cell c; `wanted` lists regions with
    the crops (from 0) that they certainly hold.
    """

    every: int
    peers: list[int]
    wanted: list[tuple[int, int]]


def tangle_of(board: Board, regions: list[int]) -> Tangle:
    """Return what inference needs of a board that is divided into these regions."""
    peers = list(board.around)
    for region in regions:
        for cell in members(region):
            peers[cell] = (peers[cell] | region) & ~(1 << cell)
    return Tangle(board.every, peers, [(region, crop) for region in regions for crop in range(region.bit_count())])


def first_planes(regions: list[int]) -> Planes:
    """Return the first candidates: every cell can take the crops up to the size of its region."""
    sizes = [(region, region.bit_count()) for region in regions]
    return [sum(region for region, size in sizes if size > crop) for crop in range(5)]


def counted(planes: Planes) -> tuple[int, int, int]:
    """Return the sets of cells with at least one, two, and three candidates."""
    once = twice = thrice = 0
    for plane in planes:
        thrice |= twice & plane
        twice |= once & plane
        once |= plane
    return once, twice, thrice


def assign(planes: Planes, cell: int, crop: int) -> None:
    """Leave a cell one candidate only, in place."""
    bit = 1 << cell
    for other in range(5):
        if other == crop - 1:
            planes[other] |= bit
        else:
            planes[other] &= ~bit


def close(tangle: Tangle, planes: Planes, with_peers_of_places: bool) -> bool:
    """Apply the rules T1 and T2, and T3 if asked for, until nothing changes; in place.

    Returns False on a contradiction: a cell without candidate, or a crop without place in a region.
    """
    every, peers, wanted = tangle
    settled = 0
    while True:
        once, twice, _ = counted(planes)
        if once != every:
            return False
        fresh = once & ~twice & ~settled
        if fresh:
            settled |= fresh
            _t1(planes, peers, fresh)
            continue
        outcome = _t2(planes, wanted, twice)
        if outcome < 0:
            return False
        if outcome or (with_peers_of_places and _t3(planes, peers, wanted, twice)):
            continue
        return True


def _t1(planes: Planes, peers: list[int], fresh: int) -> None:
    """The peers of cells with one candidate lose it. Two peers with the same one end without any."""
    for crop in range(5):
        mine = planes[crop] & fresh
        if mine:
            lost = 0
            for cell in members(mine):
                lost |= peers[cell]
            planes[crop] &= ~lost


def _t2(planes: Planes, wanted: list[tuple[int, int]], open_cells: int) -> int:
    """A crop with one place left in a region goes there: 1 if one did, 0 if none, -1 without place."""
    changed = 0
    for region, crop in wanted:
        places = planes[crop] & region
        if not places & (places - 1):
            if not places:
                return -1
            if places & open_cells:
                for other in range(5):
                    if other != crop:
                        planes[other] &= ~places
                open_cells &= ~places
                changed = 1
    return changed


def _t3(planes: Planes, peers: list[int], wanted: list[tuple[int, int]], open_cells: int) -> bool:
    """Whoever sees all places of a crop in a region loses that crop; say whether anything changed."""
    changed = False
    for region, crop in wanted:
        places = planes[crop] & region
        if places & open_cells:
            seers = planes[crop]
            for cell in members(places):
                seers &= peers[cell]
                if not seers:
                    break
            if seers:
                planes[crop] &= ~seers
                changed = True
    return changed
