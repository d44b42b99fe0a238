"""A bot that looks one choice ahead and takes what its evaluation likes best."""

from domain.core.agenda import Decision, answer
from domain.core.choices import Choice
from domain.core.game import Game, Rng
from workers.bots.base import Budget, Position, Thought, advance, best_first, best_of, candidates
from workers.bots.eval import adviser, evaluation, worth_weighing

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

    A choice for which neither world nor consequences are drawn is tried once: it would be the same again.
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
        tried = 0
        while trial.again and tried < SAMPLES and not (tried and budget.is_spent()):
            trial.sample(state)
            tried += 1
        # Multiplied up to the number of samples, so that no division makes different values equal.
        totals = {choice: tried * total // trial.counts[choice] for choice, total in trial.totals.items()}
        means = {choice: total // trial.counts[choice] for choice, total in trial.totals.items()}
        return best_of(totals, rng)._replace(values=best_first(means), playouts=sum(trial.counts.values()))


class Trial:
    """The choices of a decision, what their evaluations add up to, and which are worth another sample."""

    def __init__(self, game: Game, decision: Decision, rng: Rng, listing: list[Choice | None]) -> None:
        self.game, self.decision, self.rng = game, decision, Watched(rng)
        self.evaluate = evaluation(game)
        self.totals, self.counts = dict.fromkeys(listing, 0), dict.fromkeys(listing, 0)
        self.again = listing

    def sample(self, state: Position) -> None:
        """Try what is worth it in one more world; the first time, find out for what something is drawn."""
        game, decision, rng = self.game, self.decision, self.rng
        first = not any(self.counts.values())
        rng.asked = False
        world = game.determinize(state, decision.seat, rng)
        one_world, drawn = not rng.asked, []
        for choice in self.again:
            rng.asked = False
            after = world.copy()
            if choice is not None:
                answer(game, after, decision, choice)
            advance(game, after, rng)
            self.totals[choice] += self.evaluate(after, decision.seat)
            self.counts[choice] += 1
            if rng.asked or not one_world:
                drawn.append(choice)
        if first:
            self.again = drawn
