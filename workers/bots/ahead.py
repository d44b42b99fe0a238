"""Looking ahead over a seat's own choices, until chance or somebody else is asked.

For games in which a turn is a plan of many choices. Wide lists make tree search blind there, while the order of
choices hardly matters: a beam follows the best positions reached so far, each set of choices in one order only.
What hangs on chance or on hidden things is averaged over worlds, and no plan goes on behind it, so none counts on luck
or on what the seat cannot know. The best plans may then be compared by playing on under the same draws.
"""

import math
import random
import statistics
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from domain.core.agenda import CHANCE, SYSTEM, Decision, answer, decisions, options
from domain.core.choices import Choice
from domain.core.game import Game, Rng
from domain.core.rollout import weighted
from workers.bots.base import Budget, Position, advance, owed

WORLDS = 8
"""Worlds and draws over which luck is averaged."""

WIDTH, DEPTH = 10, 6
"""Positions that a beam keeps, and choices that it follows after the first."""

REPLIES = 120
"""Choices that are played on at most after a plan."""

POSITIONS = 10
"""Positions to value that count as one playout of a budget: about as much work."""

Values = dict[Choice | None, int]
IsFar = Callable[[Any], bool]


class Draws:
    """Numbers that come again with the same seed, apart for every kind of draw: an equal throw for unequal plans."""

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


class Plan(NamedTuple):
    """Choices of the seat, the position after them in the first world, its value less that of now.

    Every choice costs 1, so that of two ways to one end the shorter is taken. `ends` says that nothing may be planned
    behind: luck is involved, or nothing was chosen.
    """

    choices: tuple[Choice | None, ...]
    after: Position
    value: int
    ends: bool


class Ahead:
    """One decision of a seat, thought over within a budget. `evaluate(state, seat)`: the bigger, the better."""

    def __init__(
        self, game: Game, evaluate: Callable[[Any, int], int], state: Position, rng: Rng, budget: Budget
    ) -> None:
        self.game, self.evaluate, self.rng, self.budget = game, evaluate, rng, budget
        self.state, self.left = state, budget.playouts * POSITIONS

    def judge(self, decision: Decision, listing: Sequence[Choice | None]) -> list[Plan]:
        """Return for the listed choices, as far as the time allows, the best plans that begin with them, best first."""
        self.first, self.seat = decision, decision.seat
        self.worlds = [self.game.determinize(self.state, self.seat, self.rng) for _ in range(WORLDS)]
        self.base = [self.evaluate(world, self.seat) for world in self.worlds]
        best: dict[Choice | None, Plan] = {}
        for choice in listing:
            if best and self.budget.is_spent():
                break
            best[choice] = self._follow((choice,), self.worlds[0], decision)
        beam, seen = list(best.values()), set[frozenset[Any]]()
        for _ in range(DEPTH):
            beam = [plan for before in by_value(beam)[:WIDTH] for plan in self._longer(before, seen)]
            for plan in beam:
                if plan.value > best[plan.choices[0]].value:
                    best[plan.choices[0]] = plan
        return by_value(list(best.values()))

    def play_on(self, plans: Sequence[Plan], is_far: IsFar, samples: int) -> Values:
        """Return what the first choices of some plans gain on the first plan when everybody plays on as it likes best.

        All plans meet the same worlds and draws, as far as these hang on no choice, until `is_far` says that a position
        is far enough or the game is over. A gain is the mean less its standard error: of two plans that luck does not
        tell apart the first is taken. Without time for a sample there are no values.
        """
        gains: list[list[int]] = [[] for _ in plans]
        for sample in range(min(samples, max(1, self.budget.playouts // len(plans)))):
            seed, world = self.rng.below(1 << 62), sample % WORLDS
            ends = [self._played_on(self._replay(plan.choices, world), is_far, Draws(seed)) for plan in plans]
            if self.budget.is_spent():
                break
            values = [self.evaluate(end, self.seat) - len(p.choices) for p, end in zip(plans, ends, strict=True)]
            for gained, value in zip(gains, values, strict=True):
                gained.append(value - values[0])
        return {plan.choices[0]: cautious(gained) for plan, gained in zip(plans, gains, strict=True) if gained}

    def _played_on(self, state: Position, is_far: IsFar, draws: "Draws") -> Position:
        """Play on until a position is far enough."""
        for _ in range(REPLIES):
            if state.over or is_far(state) or self.budget.is_spent():
                break
            asked = owed(self.game, state)
            if asked.seat == CHANCE:
                weights = self.game.steps[asked.kind].weights(state, CHANCE, *asked.args)
                listing = options(self.game, state, asked)
                answer(self.game, state, asked, listing[weighted(draws.of(asked.kind), weights)])
            elif asked.seat == SYSTEM:
                answer(self.game, state, asked, options(self.game, state, asked)[0])
            else:
                state = self._reply(state)
        return state

    def _reply(self, state: Position) -> Position:
        """Return the position after the listed choice that its seat likes best at once."""
        asked = owed(self.game, state)
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

    def _longer(self, plan: Plan, seen: set[frozenset[Any]]) -> list[Plan]:
        """Return a plan with each next choice, but for sets of choices that have been looked at in another order."""
        if plan.ends or plan.after.over:
            return []
        asked = decisions(self.game, plan.after)[0]
        if asked.seat != self.seat or asked.optional:
            return []
        longer = []
        for choice in options(self.game, plan.after, asked):
            choices = (*plan.choices, choice)
            alike = frozenset((one, choices.count(one)) for one in choices)
            if self.left <= 0 or self.budget.is_spent():
                break
            if alike not in seen:
                seen.add(alike)
                longer.append(self._follow(choices, plan.after, asked))
        return longer

    def _follow(self, choices: tuple[Choice | None, ...], before: Position, asked: Decision) -> Plan:
        """Make the last of some choices; `before` is the position of the first world without it."""
        after, is_drawn = self._after(before, asked, choices[-1])
        value = self.evaluate(after, self.seat) - self.base[0]
        self.left -= 1
        if not (is_drawn or self._tells(choices, after, asked)):
            return Plan(choices, after, value - len(choices), choices[-1] is None)
        worlds = 1
        while worlds < WORLDS and not self.budget.is_spent():
            value += self.evaluate(self._replay(choices, worlds), self.seat) - self.base[worlds]
            worlds += 1
        self.left -= worlds - 1
        return Plan(choices, after, value // worlds - len(choices), True)

    def _tells(self, choices: tuple[Choice | None, ...], after: Position, asked: Decision) -> bool:
        """Say whether the seat sees other things in another world after its last choice."""
        choice, view = choices[-1], self.game.view
        if choice is None or choice[0] not in self.game.steps[asked.kind].discloses:
            return False
        return view(after, (self.seat,)) != view(self._replay(choices, 1), (self.seat,))

    def _replay(self, choices: tuple[Choice | None, ...], world: int) -> Position:
        """Make some choices in another world."""
        state, asked = self.worlds[world], self.first
        for n, choice in enumerate(choices):
            state, _ = self._after(state, decisions(self.game, state)[0] if n else asked, choice)
        return state

    def _after(self, state: Position, asked: Decision, choice: Choice | None) -> tuple[Position, bool]:
        """Return the position after a choice and the draws that follow it, and whether there were any."""
        after = state.copy()
        if choice is not None:
            answer(self.game, after, asked, choice)
        is_drawn = not after.over and owed(self.game, after).seat == CHANCE
        advance(self.game, after, self.rng)
        return after, is_drawn


def by_value(plans: list[Plan]) -> list[Plan]:
    """Sort plans, best first."""
    return sorted(plans, key=lambda plan: -plan.value)


def cautious(gains: list[int]) -> int:
    """Return the mean of some gains less its standard error; one alone at its face value."""
    error = statistics.stdev(gains) / math.sqrt(len(gains)) if len(gains) > 1 else 0
    return round(statistics.mean(gains) - error)
