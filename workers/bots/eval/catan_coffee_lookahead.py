"""Catan by plans for the own turn; in the set-up also by what the others will take."""

from domain.catan_coffee.game import GAME, SETUP_TURN
from domain.catan_coffee.state import State
from domain.core.agenda import Decision
from domain.core.choices import Choice
from domain.core.game import Rng
from workers.bots.ahead import Ahead, Values
from workers.bots.base import Budget
from workers.bots.eval.catan_coffee import evaluate

PLANS = 12
"""Plans of the set-up that are played on to the first throw."""


def ponder(state: State, decision: Decision, listing: list[Choice | None], rng: Rng, budget: Budget) -> Values:
    """Return what the seat thinks of each listed choice, or in the set-up of the best ones."""
    ahead = Ahead(GAME, evaluate, state, rng, budget)
    plans = ahead.judge(decision, listing)
    values = ahead.play_on(plans[:PLANS]) if state.turn == SETUP_TURN else {}
    return values or {plan.choices[0]: plan.value for plan in plans}
