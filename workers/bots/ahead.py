"""Choices compared by what becomes of them when everybody plays on, for a while, as it likes best at once.

All choices meet the same imagined worlds and the same luck, as far as these hang on no choice, so that few samples
tell them apart; and a choice has to gain more than luck explains before it is preferred to the first.
Source: D. Bertsekas, J. Tsitsiklis, C. Wu, "Rollout Algorithms for Combinatorial Optimization", Journal of Heuristics 3
(1997).
"""

import math
import random
import statistics
from collections.abc import Callable, Sequence
from typing import Any

from domain.core.agenda import CHANCE, SYSTEM, Decision, answer, options
from domain.core.choices import Choice
from domain.core.game import Game, Rng
from domain.core.rollout import weighted
from workers.bots.base import Budget, Position, owed

REPLIES = 120
"""Choices that are made at most after the one that is judged."""

IsFar = Callable[[Any], bool]
Values = dict[Choice | None, int]


class Draws:
    """Numbers that come again with the same seed, apart for every kind of draw: equal throws whatever was chosen."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.kinds: dict[str, Numbers] = {}

    def of(self, kind: str) -> Rng:
        """Return the numbers for a kind of draw."""
        if kind not in self.kinds:
            self.kinds[kind] = Numbers(f"{self.seed} {kind}")
        return self.kinds[kind]


class Numbers:
    """Uniform numbers from a seed."""

    def __init__(self, seed: str) -> None:
        self._random = random.Random(seed)

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        return self._random.randrange(n)


class Ahead:
    """Plays on from the choices of a decision. `evaluate(state, seat)`: the bigger, the better."""

    def __init__(self, game: Game, evaluate: Callable[[Any, int], int], rng: Rng, budget: Budget) -> None:
        self.game, self.evaluate, self.rng, self.budget = game, evaluate, rng, budget

    def gains(
        self, state: Position, decision: Decision, choices: Sequence[Choice], is_far: IsFar, samples: int
    ) -> Values:
        """Return what the choices gain on the first of them, each the mean less its standard error.

        Every sample goes on until `is_far` says that a position is far enough or the game is over. There are no more
        samples than the playouts of the budget allow; without time for one nothing is returned.
        """
        gained: list[list[int]] = [[] for _ in choices]
        for _ in range(min(samples, max(1, self.budget.playouts // len(choices)))):
            world, seed = self.game.determinize(state, decision.seat, self.rng), self.rng.below(1 << 62)
            values = []
            for choice in choices:
                after = world.copy()
                answer(self.game, after, decision, choice)
                values.append(self.evaluate(self._played_on(after, is_far, Draws(seed)), decision.seat))
            if self.budget.is_spent():
                break
            for each, value in zip(gained, values, strict=True):
                each.append(value - values[0])
        return {choice: cautious(each) for choice, each in zip(choices, gained, strict=True) if each}

    def _played_on(self, state: Position, is_far: IsFar, draws: Draws) -> Position:
        """Play on until a position is far enough."""
        for _ in range(REPLIES):
            if state.over or is_far(state) or self.budget.is_spent():
                break
            asked = owed(self.game, state)
            if asked.seat >= 0:
                state = self._reply(state, asked)
                continue
            listing, at = options(self.game, state, asked), 0
            if asked.seat != SYSTEM:
                at = weighted(draws.of(asked.kind), self.game.steps[asked.kind].weights(state, CHANCE, *asked.args))
            answer(self.game, state, asked, listing[at])
        return state

    def _reply(self, state: Position, asked: Decision) -> Position:
        """Return the position after the listed choice that its seat likes best at once."""
        best: tuple[int, Position] | None = None
        for choice in options(self.game, state, asked):
            if best and self.budget.is_spent():
                break
            after = state.copy()
            answer(self.game, after, asked, choice)
            value = self.evaluate(after, asked.seat)
            if best is None or value > best[0]:
                best = value, after
        assert best is not None, "somebody was asked without a choice"
        return best[1]


def cautious(gains: list[int]) -> int:
    """Return the mean of some gains less its standard error; one alone at its face value."""
    error = statistics.stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else 0
    return round(statistics.mean(gains) - error)
