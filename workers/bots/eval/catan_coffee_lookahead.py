"""Catan by what the next round makes of a choice: the choices that look best are compared by playing on.

The round goes to the end of the seat's next turn. Nobody trades with others in it, so offers and answers to them are
judged at once, as are the first settlements, after which a round shows little.
"""

from domain.catan_coffee.game import GAME, SETUP_TURN
from domain.catan_coffee.state import State
from domain.core.agenda import Decision
from domain.core.choices import Choice
from domain.core.game import Rng
from workers.bots.ahead import Ahead, IsFar, Values
from workers.bots.base import Budget, best_first
from workers.bots.eval.catan_coffee import BY_PLAY, WIN
from workers.bots.greedy import SAMPLES as TRIALS
from workers.bots.greedy import Trial

MOST, SAMPLES = 3, 12
"""Choices that are compared by a round played on, and how often it is."""

CLOSE = 45
"""Choices that are worth less by so much are not looked at again, unless the best one won a game by luck."""

LUCKY = WIN // (2 * TRIALS)
"""A lead that only a won game in one of the trials explains: others may win more surely."""


def ponder(state: State, decision: Decision, listing: list[Choice | None], rng: Rng, budget: Budget) -> Values:
    """Return what the seat thinks of the listed choices: of the best ones what they gain on the best, if played on."""
    trial = Trial(GAME, decision, rng, listing, BY_PLAY.evaluate)
    trial.run(state, budget)
    values = trial.means()
    if decision.optional or state.turn == SETUP_TURN:
        return values
    best, most = best_first(values)[0]
    if best is None or best[0] == "offer":
        return values
    acts = {choice: value for choice, value in values.items() if choice is not None and choice[0] != "offer"}
    near = [choice for choice, value in best_first(acts, MOST) if not CLOSE <= most - value < LUCKY]
    if len(near) < 2:
        return values
    ahead = Ahead(GAME, BY_PLAY.evaluate, rng, budget)
    return ahead.gains(state, decision, near, a_round_later(state, decision.seat), SAMPLES) or values


def a_round_later(state: State, seat: int) -> IsFar:
    """Return the test for positions after the next turn of a seat."""
    seats = len(state.hands)
    last = state.turn + ((seat - state.active) % seats or seats)
    return lambda after: after.turn > last
