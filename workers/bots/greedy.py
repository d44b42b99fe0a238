"""A bot that looks one choice ahead and takes what its evaluation likes best."""

from domain.core.agenda import Decision, answer
from domain.core.game import Game, Rng
from workers.bots.base import Budget, Position, Thought, advance, best_first, candidates
from workers.bots.eval import evaluation

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
        best = max(totals.values())
        likely = [choice for choice in listing if totals[choice] == best]
        means = {choice: total // tried for choice, total in totals.items()}
        return Thought(likely[rng.below(len(likely))], best_first(means), tried * len(listing))
