"""Multisets of cards: a deck that is never shuffled.

A bag counts what has not been seen yet, name by name. A card is drawn at the moment when it becomes
known, with the counts as weights; so no order exists that could leak or would have to be guessed.
"""

from collections.abc import Mapping

Bag = dict[str, int]


def listing(bag: Mapping[str, int]) -> list[str]:
    """Return the names that are still in the bag, in its fixed order."""
    return [name for name, left in bag.items() if left]


def counts(bag: Mapping[str, int]) -> list[int]:
    """Return the counts of `listing(bag)`: the weights of a draw."""
    return [left for left in bag.values() if left]


def size(bag: Mapping[str, int]) -> int:
    """Return how many cards are in the bag."""
    return sum(bag.values())


def remove(bag: Bag, name: str, n: int = 1) -> None:
    """Take cards out of the bag; they have to be in it."""
    assert bag[name] >= n, f"no {name} left"
    bag[name] -= n
