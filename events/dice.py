"""Chance that nobody chooses: a seed committed to beforehand, mixed with what the seats sent.

    tape   = HMAC-SHA256(seed, canonical ["tape", game id, entropy])
    number = the first 8 bytes, big-endian, of HMAC-SHA256(tape, canonical [kind, n, a]), for the first
             a = 0, 1, ... with number < 2^64 - (2^64 mod W); number mod W is the draw

Draws are counted by kind, so nothing that happens at the table shifts the n-th roll of a game.
"""

import hashlib
import hmac
from collections.abc import Mapping, Sequence

from domain.core.plain import canonical

SEAL = "seal"
"""The kind of the numbers that a game draws for its sealed set-up."""

_RANGE = 2**64


def commitment(seed: bytes) -> str:
    """Return what is published before anybody sits down: SHA-256 of the seed, in hex."""
    return hashlib.sha256(seed).hexdigest()


def tape_of(seed: bytes, game: str, entropy: Sequence[str | None]) -> bytes:
    """Return the 32 bytes from which every draw of a game follows. `entropy` is listed by seat."""
    return hmac.digest(seed, canonical(["tape", game, list(entropy)]), "sha256")


def number(tape: bytes, kind: str, n: int, total: int) -> int:
    """Return draw `n` (from 0) of a kind: uniform from 0 to `total` - 1."""
    assert 0 < total < _RANGE, "the weights of a draw add up to a positive number below 2^64"
    limit = _RANGE - _RANGE % total
    attempt = 0
    while True:
        block = hmac.digest(tape, canonical([kind, n, attempt]), "sha256")
        x = int.from_bytes(block[:8], "big")
        if x < limit:
            return x % total
        attempt += 1


def pick(weights: Sequence[int], x: int) -> int:
    """Return the index of the outcome that `x`, below the sum of the weights, falls on."""
    for index, weight in enumerate(weights):
        x -= weight
        if x < 0:
            return index
    raise AssertionError("a number beyond the sum of the weights")


class Dice:
    """Draws from a tape, counting by kind; a `Pick` of the kernel.

    `draws` says how many of each kind there have been; it is copied, and `counts` goes on from it.
    """

    def __init__(self, tape: bytes, draws: Mapping[str, int]) -> None:
        self.tape = tape
        self.counts = dict(draws)

    def __call__(self, kind: str, weights: Sequence[int]) -> int:
        """Return the index of the next outcome of this kind."""
        assert kind != SEAL, "the numbers of the sealed set-up are no draws"
        n = self.counts.get(kind, 0)
        self.counts[kind] = n + 1
        return pick(weights, number(self.tape, kind, n, sum(weights)))


class TapeRng:
    """The numbers for a game's sealed set-up: those of kind `seal`, one after the other."""

    def __init__(self, tape: bytes) -> None:
        self.tape = tape
        self.used = 0

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        self.used += 1
        return number(self.tape, SEAL, self.used - 1, n)
