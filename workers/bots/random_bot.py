"""A bot that takes any legal choice."""

from domain.core.agenda import Decision
from domain.core.game import Game, Rng
from workers.bots.base import Budget, Position, Thought, candidates


class Random:
    """Every legal choice is equally likely."""

    name = "random"

    def choose(self, game: Game, state: Position, decision: Decision, rng: Rng, budget: Budget) -> Thought:
        """Pick one of the candidates."""
        listing = candidates(game, state, decision)
        return Thought(listing[rng.below(len(listing))], (), 0)
