"""Random lands that agree with what a seat knows, and estimates made from them.

A land that is imagined keeps L1 to L4, shows everything the seat knows, and is laid out with exactly
the tiles left. It keeps L5 where all lands can be gone through (`imagining.counting`). While more is
hidden L5 is not asked of it: hardly any of the lands found then has only one layer of crops over its
terrains and starting crops. Source of the laws: rules, section 5.
"""

import hashlib
from functools import lru_cache
from typing import NamedTuple

from domain.core.game import Rng
from domain.tiwanaku.imagining.counting import Lands, counted_lands
from domain.tiwanaku.imagining.drafts import Drafter
from domain.tiwanaku.imagining.redrawing import Redrawer
from domain.tiwanaku.knowledge import Knowledge
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.land.text import Land

WIDTH = 8
"""Lands in a pool at most."""

STEPS = 6_000
"""Regions tried for a pool at most. Counted, not timed, so that a pool hangs on knowledge alone."""

POOLS = 2
"""Pools for one state of knowledge, each of which is drawn once and remembered."""

PICKS = 840
"""Numbers to pick a land by: every size of a pool divides it."""


def stream(known: Knowledge, part: int) -> SplitMix:
    """Return the random numbers for a pool: always the same ones for the same knowledge."""
    digest = hashlib.sha256(repr((known, part)).encode()).digest()
    return SplitMix(int.from_bytes(digest[:8], "big"))


@lru_cache(maxsize=256)
def pool(known: Knowledge, part: int) -> tuple[Land, ...]:
    """Return lands that agree with what is known, the same ones every time.

    Where all lands can be gone through they are drawn from those. Elsewhere each but the first is made
    from the one before, so neighbours are alike in part, and there may be fewer than `WIDTH`, even none,
    if `STEPS` do not suffice.
    """
    numbers, found = stream(known, part), list[Land]()
    counted = counted_lands(known)
    if counted is not None:
        return tuple(one_of(counted, numbers) for _ in range(WIDTH))
    redrawer = Redrawer(known, numbers)
    while len(found) < WIDTH:
        land = redrawer.next(STEPS)
        if land is None:
            break
        found.append(land)
    return tuple(found)


def one_of(counted: Lands, numbers: SplitMix) -> Land:
    """Draw a map by the number of its layers, and one of these layers; both at random."""
    at, chosen = numbers.next() % counted.number, 0
    while at >= counted.maps[chosen][1]:
        at -= counted.maps[chosen][1]
        chosen += 1
    drafter = Drafter(counted.maps[chosen][0], numbers)
    return drafter.land(drafter.first)


@lru_cache(maxsize=64)
def patient(known: Knowledge, part: int) -> Land:
    """Return one land that agrees with what is known, however many steps it takes."""
    land = Redrawer(known, stream(known, POOLS + part)).next(None)  # not the numbers that a pool failed with
    assert land is not None, "without a bound a land is looked for until one is found"
    return land


def drawn(known: Knowledge, part: int, pick: int) -> Land:
    """Return the land with a number below `PICKS` of a pool; if the pool is empty, one looked for patiently."""
    found = pool(known, part)
    return found[pick % len(found)] if found else patient(known, part)


def lands(known: Knowledge, rng: Rng) -> tuple[Land, ...]:
    """Return the lands of one of the pools; hardly ever none."""
    return pool(known, rng.below(POOLS))


class Estimate(NamedTuple):
    """What random lands say of the cells. Nothing in it is certain, not even what all of them agree in."""

    samples: int
    """Lands looked at; 0 if none was found in time."""
    crops: list[list[int]]
    """By cell and crop (from 0): in how many of them the cell bears it."""
    terrains: list[list[int]]
    """By cell and terrain: in how many of them the cell has it."""


def estimate(known: Knowledge, rng: Rng) -> Estimate:
    """Count crops and terrains over the lands of one of the pools."""
    found = lands(known, rng)
    crops = [[0] * 5 for _ in known.crops]
    terrains = [[0] * 4 for _ in known.crops]
    for land in found:
        for cell, (number, crop) in enumerate(zip(land.terrain, land.crops, strict=True)):
            crops[cell][crop - 1] += 1
            terrains[cell][number] += 1
    return Estimate(len(found), crops, terrains)
