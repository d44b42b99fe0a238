"""Catan by plans for the own turn, compared by what the next round makes of them.

In the set-up the others take their places first; later the round goes on to the end of the seat's next turn.
"""

from domain.catan_coffee.game import GAME, SETUP_TURN
from domain.catan_coffee.state import State
from domain.core.agenda import Decision
from domain.core.choices import Choice
from domain.core.game import Rng
from workers.bots.ahead import Ahead, IsFar, Values
from workers.bots.base import Budget
from workers.bots.eval.catan_coffee import BY_PLAY

FIRST_PLANS = 12
"""Plans of the set-up that are played on to the first throw."""

PLANS, ROUNDS = 3, 12
"""Plans that are compared by a round played on, and how often it is."""

CLOSE = 45
"""Plans that are worth less by so much are not looked at again."""


def ponder(state: State, decision: Decision, listing: list[Choice | None], rng: Rng, budget: Budget) -> Values:
    """Return what the seat thinks of the listed choices, or of the best ones."""
    ahead = Ahead(GAME, BY_PLAY.evaluate, state, rng, budget)
    plans = ahead.judge(decision, listing)
    if state.turn == SETUP_TURN:
        values = ahead.play_on(plans[:FIRST_PLANS], lambda after: after.turn > SETUP_TURN, 1)
    else:
        near = [plan for plan in plans[:PLANS] if plan.value > plans[0].value - CLOSE]
        values = ahead.play_on(near, a_round_later(state, decision.seat), ROUNDS) if len(near) > 1 else {}
    return values or {plan.choices[0]: plan.value for plan in plans}


def a_round_later(state: State, seat: int) -> IsFar:
    """Return the test for positions after the next turn of a seat."""
    seats = len(state.hands)
    last = state.turn + ((seat - state.active) % seats or seats)
    return lambda after: after.turn > last
