"""A bot that looks one choice ahead and takes what its evaluation likes best."""

from domain.core.agenda import Decision, answer
from domain.core.game import Game, Rng
from workers.bots.base import Budget, Position, Thought, advance, best_first, best_of, candidates
from workers.bots.eval import adviser, evaluation

SAMPLES = 8
"""Worlds and draws over which a choice is averaged."""


class Greedy:
    """Tries every choice in several worlds, plays draws out, and compares the evaluations."""

    name = "greedy"

    def choose(self, game: Game, state: Position, decision: Decision, rng: Rng, budget: Budget) -> Thought:
        """Take the choice with the best mean evaluation; of equal ones, any."""
        listing = candidates(game, state, decision)
        if len(listing) == 1:
            return Thought(listing[0], (), 0)
        advise = adviser(game)
        if advise is not None:
            return best_of(advise(state, decision, listing, rng), rng)
        evaluate = evaluation(game)
        totals = dict.fromkeys(listing, 0)
        tried = 0
        while tried < SAMPLES and not (tried and budget.is_spent()):
            world = game.determinize(state, decision.seat, rng)
            for choice in listing:
                after = world.copy()
                if choice is not None:
                    answer(game, after, decision, choice)
                advance(game, after, rng)
                totals[choice] += evaluate(after, decision.seat)
            tried += 1
        means = {choice: total // tried for choice, total in totals.items()}
        return best_of(totals, rng)._replace(values=best_first(means), playouts=tried * len(listing))
