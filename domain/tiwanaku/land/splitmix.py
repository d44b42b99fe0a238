"""SplitMix64, the random numbers of the generator. Source: rules, section 14.1."""

from typing import TypeVar

T = TypeVar("T")

WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
WIDEST = 65

LIMITS = tuple((1 << 64) - ((1 << 64) % n) if n else 0 for n in range(WIDEST))
"""By n: draws from here on are rejected, so that the remainder modulo n is uniform."""


class SplitMix:
    """A stream of 64-bit numbers from a 64-bit state; it is an `Rng` for ranges up to 64."""

    __slots__ = ("state",)

    def __init__(self, state: int) -> None:
        self.state = state

    def next(self) -> int:
        """Return the next 64-bit number."""
        self.state = z = (self.state + GOLDEN) & WORD
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & WORD
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & WORD
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """Return a uniform integer from 0 to n - 1, for n up to 64."""
        limit = LIMITS[n]
        while True:
            x = self.next()
            if x < limit:
                return x % n

    def member(self, cells: int) -> int:
        """Return one cell of a set: the choice from its ascending list."""
        for _ in range(self.below(cells.bit_count())):
            cells &= cells - 1
        return (cells & -cells).bit_length() - 1

    def shuffle(self, items: list[T]) -> None:
        """Put the items into a random order, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = self.below(i + 1)
            items[i], items[j] = items[j], items[i]
