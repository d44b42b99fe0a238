"""The generator `tiwanaku-board-v1`: from a seed the same land on every machine.

Source: rules, section 14. One attempt makes regions, crops, terrains and starting tiles, or is
rejected; each has a random stream of its own.
"""

import hashlib
from typing import NamedTuple

from domain.tiwanaku.board import BOARDS, Board, members
from domain.tiwanaku.filling import OutOfTrials, filling
from domain.tiwanaku.land.inference import Tangle, assign, close, counted, first_planes, tangle_of
from domain.tiwanaku.land.painting import Painter
from domain.tiwanaku.land.partition import partition
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.land.text import Land, read_land
from domain.tiwanaku.material import FALLBACK, LIMITS, Limits

VERSION = "tiwanaku-board-v1"
MAX_ATTEMPTS = 3000
CROP_TRIALS = 200
SPARE_STARTING_TILES = 4
"""How many starting tiles more than allowed an attempt may have before it removes needless ones."""


class Generated(NamedTuple):
    """A land with its starting tiles, ascending, and the attempt that made it (None: the stored one)."""

    land: Land
    start: list[int]
    attempt: int | None


def generate(size: str, seed: str, attempts: int = MAX_ATTEMPTS) -> Generated:
    """Return the land of a seed: from the first attempt that succeeds, else the stored one."""
    for attempt in range(attempts):
        made = make_attempt(size, SplitMix(stream_state(size, seed, attempt)))
        if made is not None:
            return Generated(*made, attempt)
    text, start = FALLBACK[size]
    return Generated(read_land(text), [BOARDS[size].index[name] for name in start], None)


def stream_state(size: str, seed: str, attempt: int) -> int:
    """Return the first state of the random stream of an attempt."""
    digest = hashlib.sha256(f"{VERSION}|{size}|{seed}|{attempt}".encode()).digest()
    return int.from_bytes(digest[:8], "big")


def make_attempt(size: str, rng: SplitMix) -> tuple[Land, list[int]] | None:
    """Return a land and its starting tiles, or None if the attempt is rejected."""
    board, limits = BOARDS[size], LIMITS[size]
    regions = partition(board, limits, rng)
    if regions is None:
        return None
    tangle = tangle_of(board, regions)
    planes = filling(tangle, first_planes(regions), board.every, rng, CROP_TRIALS)
    if planes is None:
        return None
    painter = Painter(board, limits, regions, rng)
    try:
        if not painter.paint():
            return None
    except OutOfTrials:
        return None
    crops = [0] * board.cells
    for crop, plane in enumerate(planes, 1):
        for cell in members(plane):
            crops[cell] = crop
    start = Starter(board, regions, tangle, crops).choose(limits, rng)
    if start is None:
        return None
    terrain = [0] * board.cells
    for region, colour in zip(regions, painter.colour, strict=True):
        for cell in members(region):
            terrain[cell] = colour
    return Land(size, terrain, crops), sorted(start)


class Starter:
    """Chooses starting tiles from which all crops follow. Source: rules, section 14.2, step 4."""

    def __init__(self, board: Board, regions: list[int], tangle: Tangle, crops: list[int]) -> None:
        self.board, self.regions, self.tangle, self.crops = board, regions, tangle, crops

    def choose(self, limits: Limits, rng: SplitMix) -> list[int] | None:
        """Return the starting tiles, or None if too few or too many would be needed."""
        least, most = limits.starting_tiles
        chosen = self._scattered(least, rng)
        if len(chosen) < least:
            return None
        while left := self.open_after(chosen):
            if len(chosen) >= most + SPARE_STARTING_TILES:
                return None
            chosen.append(rng.member(left))
        candidates = chosen.copy()
        rng.shuffle(candidates)
        for cell in candidates:
            if len(chosen) <= least:
                break
            without = [other for other in chosen if other != cell]
            if not self.open_after(without):
                chosen = without
        return chosen if len(chosen) <= most else None

    def open_after(self, given: list[int]) -> int:
        """Return the set of cells that T1 to T3 leave open if the crops of the `given` are known."""
        planes = first_planes(self.regions)
        for cell in given:
            assign(planes, cell, self.crops[cell])
        is_consistent = close(self.tangle, planes, True)
        assert is_consistent, "a layer of crops contradicts itself"
        return counted(planes)[1]

    def _scattered(self, least: int, rng: SplitMix) -> list[int]:
        """Choose up to `least` cells, no two in one region or side by side."""
        cells = list(range(self.board.cells))
        rng.shuffle(cells)
        chosen: list[int] = []
        barred = 0
        for cell in cells:
            if len(chosen) == least:
                break
            if not barred >> cell & 1:
                chosen.append(cell)
                region = next(region for region in self.regions if region >> cell & 1)
                barred |= region | self.board.near[cell]
        return chosen
