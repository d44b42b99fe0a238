"""What a bot is, and the playing forward that bots share.

A bot is given a determinized position, one which its seat could not tell from the real one, and the
choices of one decision. It may determinize again from there; the real position never reaches it.
"""

import random
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple, Protocol, TypeVar

from domain.core.agenda import CHANCE, SYSTEM, Decision, answer, decisions, options
from domain.core.choices import Choice
from domain.core.game import Game, Rng
from domain.core.rollout import weighted

Position = Any
"""A state of some game."""

C = TypeVar("C", Choice, Choice | None)


class SystemRng:
    """Uniform numbers from the operating system: no seed, so nobody can foresee a bot."""

    def __init__(self) -> None:
        self._random = random.SystemRandom()

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        return self._random.randrange(n)


@dataclass(frozen=True, slots=True)
class Budget:
    """How long a bot may think: a number of playouts and a moment of `time.monotonic()` to stop at."""

    playouts: int
    deadline: float = field(default=float("inf"))

    def is_spent(self) -> bool:
        """Say whether the time is up."""
        return time.monotonic() >= self.deadline


class Thought(NamedTuple):
    """What a bot came to: its choice (None: it leaves an optional decision alone), and why.

    `values` are its best candidates with their values, best first; `playouts` how often it played on from a choice
    (0 for a bot that plans).
    """

    choice: Choice | None
    values: Sequence[tuple[Choice | None, int]]
    playouts: int


class Bot(Protocol):
    """An opponent."""

    name: str

    def choose(self, game: Game, state: Position, decision: Decision, rng: Rng, budget: Budget) -> Thought:
        """Answer a decision on a determinized position, which may be altered."""
        ...


def candidates(game: Game, state: Position, decision: Decision) -> list[Choice | None]:
    """List what a bot may answer: the options, some instances of the templates, and None (no answer)
    where that is up to the seat."""
    menu = game.steps[decision.kind].menu(state, decision.seat, *decision.args)
    silence = [None] if decision.optional else []
    return [*options(game, state, decision), *menu, *silence]


def owed(game: Game, state: Position) -> Decision:
    """Return the first decision that the table waits for."""
    return decisions(game, state)[0]


def advance(game: Game, state: Position, rng: Rng, limit: int = 200) -> None:
    """Play in place until a player is asked: draws by weight, SYSTEM by its first option."""
    for _ in range(limit):
        if state.over:
            return
        asked = owed(game, state)
        if asked.seat >= 0:
            return
        listing = options(game, state, asked)
        if asked.seat == SYSTEM:
            choice = listing[0]
        else:
            weights = game.steps[asked.kind].weights(state, CHANCE, *asked.args)
            choice = listing[weighted(rng, weights)]
        answer(game, state, asked, choice)


def best_first(values: dict[C, int], most: int = 5) -> list[tuple[C, int]]:
    """Return the best candidates with their values."""
    return sorted(values.items(), key=lambda item: -item[1])[:most]


def best_of(values: dict[Choice | None, int], rng: Rng) -> Thought:
    """Take the choice of most value; of equal ones any, but rather none than one that changes nothing.

    `playouts` is 0: a bot that judges each choice by playing on puts its own number there.
    """
    most = max(values.values())
    likely = [choice for choice, value in values.items() if value == most]
    if None in likely:
        likely = [None]
    return Thought(likely[rng.below(len(likely))], best_first(values), 0)
