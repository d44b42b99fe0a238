"""What the evaluation of Catan likes how much: as a player would say, and as games between bots show."""

from typing import NamedTuple

OUT_OF_REACH = 9
"""So many ships away, and more, a village is worth nothing."""


class Weights(NamedTuple):
    """What an evaluation likes how much, in hundredths of a point, by what is named; all lists in canonical order."""

    pip: tuple[int, ...] = (9, 9, 8, 11, 11)
    """One pip of production of each resource: grain and ore pay for cities and cards."""
    variety: int = 12
    """Producing one more resource at all."""
    port: tuple[int, ...] = (0, 0, 5, 2)
    """Each pip of a resource that the bank takes at 2:1 or 3:1, by rate."""
    coffee_pip: int = 9
    odd_marker: int = 40
    """A marker that is half a point."""
    reach: tuple[int, ...] = (0, 50, 32, 20, 12, 7, 4, 2, 1, 0)
    """A village, by how many ships it is away."""
    city: int = 75
    settlement: int = 75
    card: int = 32
    ship: int = 16
    road: int = 14
    """A hand that pays for an item, or part of it."""
    per_card: int = 5
    """Any card, up to the limit of a hand."""

    def item(self, name: str) -> int:
        """Return what a hand is worth that pays for an item."""
        worth: int = getattr(self, name)
        return worth


PLAUSIBLE = Weights()
"""Weights that a player would set."""

TRIED = Weights(
    pip=(9, 9, 10, 11, 11), port=(0, 0, 3, 1), coffee_pip=11, odd_marker=46,
    settlement=50, card=30, ship=20, road=13, per_card=3,
)  # fmt: skip
"""Weights from 246 games between bots, each seat with every weight up or down by half at random: those that told."""
