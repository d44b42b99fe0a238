"""Resources, costs, pieces, and what may be paid with what: the facts of the box.

Source: rules 6.1, 7.3, 9.1; base rules, 5th edition.
"""

from collections.abc import Sequence

RESOURCES = ("brick", "lumber", "wool", "grain", "ore")
BRICK, LUMBER, WOOL, GRAIN, ORE = range(5)
INDEX = {name: i for i, name in enumerate(RESOURCES)}

BANK = 19
"""Cards of each resource. Source: rules 4."""

Cards = Sequence[int]
"""Numbers of cards, int[5], in the order of `RESOURCES`."""

ROAD, SHIP, SETTLEMENT, CITY, CARD = "road", "ship", "settlement", "city", "card"

COSTS: dict[str, tuple[int, ...]] = {
    ROAD: (1, 1, 0, 0, 0),
    SHIP: (0, 1, 1, 0, 0),
    SETTLEMENT: (1, 1, 1, 1, 0),
    CITY: (0, 0, 0, 2, 3),
    CARD: (0, 0, 1, 1, 1),
}

LIMITS = {ROAD: 15, SHIP: 15, SETTLEMENT: 5, CITY: 4}
"""Pieces of a seat. Source: rules 4, 6.1."""

COFFEE = 5
"""Markers on each village at the start. Source: rules 8.1."""

HAND_LIMIT = 7
"""Who holds more on a seven gives back half, rounded down. Source: rules 10.1."""

MOST_OFFERS = 5
"""Open offers of a seat. Source: rules 7.4."""


def covers(hand: Cards, need: Cards) -> bool:
    """Say whether a hand holds these cards."""
    brick, lumber, wool, grain, ore = need  # asked so often that a generator is too slow
    return hand[0] >= brick and hand[1] >= lumber and hand[2] >= wool and hand[3] >= grain and hand[4] >= ore


def named(cards: Cards) -> dict[str, int]:
    """Return the cards by name, without those of which there are none."""
    return {name: n for name, n in zip(RESOURCES, cards, strict=True) if n}


def counted(names: Sequence[str]) -> list[int]:
    """Return how often each resource is named, int[5]."""
    return [names.count(name) for name in RESOURCES]


def spelt(cards: Cards) -> tuple[str, ...]:
    """Return the cards one by one, in canonical order."""
    return tuple(name for name, n in zip(RESOURCES, cards, strict=True) for _ in range(n))
