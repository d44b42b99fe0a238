"""A bot that looks one choice ahead and takes what its evaluation likes best."""

from domain.core.agenda import Decision, answer
from domain.core.choices import Choice
from domain.core.game import Game, Rng
from workers.bots.base import Budget, Position, Thought, advance, best_first, best_of, candidates
from workers.bots.eval import Evaluate, adviser, evaluation, is_blind, worth_weighing

SAMPLES = 8
"""Worlds and draws over which a choice is averaged, unless nothing is drawn for it."""


class Watched:
    """Another generator, and whether it was asked since `asked` was last cleared."""

    def __init__(self, rng: Rng) -> None:
        self._rng = rng
        self.asked = False

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        self.asked = True
        return self._rng.below(n)


class Greedy:
    """Tries every choice in several worlds, plays draws out, and compares the evaluations.

    A choice for which neither world nor consequences are drawn is tried once: it would be the same again. Where the
    evaluation hangs on nothing that the seat does not know, one that comes out equal in two worlds is done, too.
    """

    name = "greedy"

    def choose(self, game: Game, state: Position, decision: Decision, rng: Rng, budget: Budget) -> Thought:
        """Take the choice with the best mean evaluation; of equal ones, any."""
        listing = worth_weighing(game, decision, candidates(game, state, decision))
        if len(listing) == 1:
            return Thought(listing[0], (), 0)
        advise = adviser(game)
        if advise is not None:
            return best_of(advise(state, decision, listing, rng), rng)
        trial = Trial(game, decision, rng, listing)
        trial.run(state, budget)
        thought = best_of(trial.totals_at_par(), rng)
        return thought._replace(values=best_first(trial.means()), playouts=sum(trial.counts.values()))


class Trial:
    """The choices of a decision, what their evaluations add up to, and which are worth another sample."""

    def __init__(
        self,
        game: Game,
        decision: Decision,
        rng: Rng,
        listing: list[Choice | None],
        evaluate: Evaluate | None = None,
    ) -> None:
        self.game, self.decision, self.rng = game, decision, Watched(rng)
        self.evaluate, self.is_blind = evaluate or evaluation(game), is_blind(game)
        self.totals, self.counts = dict.fromkeys(listing, 0), dict.fromkeys(listing, 0)
        self.again = listing

    def run(self, state: Position, budget: Budget) -> None:
        """Sample as often as is of use and there is time for, at least once."""
        tried = 0
        while self.again and tried < SAMPLES and not (tried and budget.is_spent()):
            self.sample(state)
            tried += 1

    def means(self) -> dict[Choice | None, int]:
        """Return the mean evaluation after each choice."""
        return {choice: total // self.counts[choice] for choice, total in self.totals.items()}

    def totals_at_par(self) -> dict[Choice | None, int]:
        """Return the totals as if all had the most samples, so that no division makes different values equal."""
        most = max(self.counts.values())
        return {choice: most * total // self.counts[choice] for choice, total in self.totals.items()}

    def sample(self, state: Position) -> None:
        """Try what is worth it in one more world, and find out for what another one would be of use."""
        rng = self.rng
        rng.asked = False
        world = self.game.determinize(state, self.decision.seat, rng)
        is_only_world, again = not rng.asked, []
        for choice in self.again:
            value, is_drawn = self._value(world, choice)
            known = self.counts[choice]
            is_same = is_only_world if not known else self.is_blind and known * value == self.totals[choice]
            self.totals[choice] += value
            self.counts[choice] += 1
            if is_drawn or not is_same:
                again.append(choice)
        self.again = again

    def _value(self, world: Position, choice: Choice | None) -> tuple[int, bool]:
        """Return the evaluation after a choice and its draws, and whether anything was drawn."""
        self.rng.asked = False
        after = world.copy()
        if choice is not None:
            answer(self.game, after, self.decision, choice)
        advance(self.game, after, self.rng)
        return self.evaluate(after, self.decision.seat), self.rng.asked
