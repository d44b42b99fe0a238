"""Grounds that are drawn before the game. Source: table of layouts, variable set-up."""

from typing import TypeVar

from domain.catan_coffee.board import geometry
from domain.catan_coffee.maps import (
    DRAWN,
    GROUNDS,
    PRODUCE,
    SPIRAL,
    SPIRAL_NUMBERS,
    Ground,
    Shape,
)
from domain.core.game import Rng

ISLAND_NUMBERS = (2, 3, 4, 5, 6, 8, 9, 10, 11, 12)
"""One set of tokens for each of the two coffee islands."""

HOT = (6, 8)

T = TypeVar("T")


def draw_ground(layout: str, rng: Rng) -> Ground:
    """Draw terrains, numbers and ports for a layout of which only the shape is fixed."""
    shape = DRAWN[layout]
    fixed = next(ground for ground in GROUNDS.values() if ground.shape is shape)
    return _draw_islands(fixed, rng) if shape.villages else _draw_spiral(fixed, rng)


def _shuffled(items: tuple[T, ...], rng: Rng) -> tuple[T, ...]:
    order = list(items)
    for i in range(len(order) - 1, 0, -1):
        j = rng.below(i + 1)
        order[i], order[j] = order[j], order[i]
    return tuple(order)


def _draw_islands(fixed: Ground, rng: Rng) -> Ground:
    """Shuffle until no two numbers of 6 and 8, and no two equal ones, touch, and no island lacks a resource."""
    shape = fixed.shape
    ports = _shuffled(fixed.ports, rng)
    while True:
        terrains = _shuffled(fixed.terrains, rng)
        numbers = tuple(n for _ in shape.islands for n in _shuffled(ISLAND_NUMBERS, rng))
        if _is_fair(shape, terrains, numbers):
            return Ground(shape, terrains, numbers, ports)


def _is_fair(shape: Shape, terrains: tuple[str, ...], numbers: tuple[int, ...]) -> bool:
    start = 0
    for island in shape.islands:
        part = terrains[start : start + len(island)]
        if len({PRODUCE[terrain] for terrain in part}) < 5:
            return False
        start += len(island)
    return not any(
        numbers[a] == numbers[b] or (numbers[a] in HOT and numbers[b] in HOT) for a, b in touching_lands(shape)
    )


def touching_lands(shape: Shape) -> list[tuple[int, int]]:
    """Return the pairs of land hexes that share a side."""
    table = geometry(shape.name)
    lands = len(shape.land)
    pairs = (hexes for hexes in table.hexes_by if len(hexes) == 2 and max(hexes) < lands)
    return [(hexes[0], hexes[1]) for hexes in pairs]


def _draw_spiral(fixed: Ground, rng: Rng) -> Ground:
    """Shuffle the terrains, then lay the numbers along the spiral, the desert left out."""
    shape = fixed.shape
    terrains = _shuffled(fixed.terrains, rng)
    at = {place: i for i, place in enumerate(shape.land)}
    producing = [at[place] for place in SPIRAL if PRODUCE[terrains[at[place]]] is not None]
    laid = dict(zip(producing, SPIRAL_NUMBERS, strict=True))
    numbers = tuple(laid.get(i, 0) for i in range(len(shape.land)))
    return Ground(shape, terrains, numbers, _shuffled(fixed.ports, rng))
