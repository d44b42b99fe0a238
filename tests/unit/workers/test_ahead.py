"""The bot that plans its own turn: whole plans, no counting on luck, and no more time than it is given."""

import time

from domain.catan_coffee.game import GAME
from domain.core.agenda import decisions
from tests.helpers.walk import SeededRng, opened, table_options
from tests.unit.domain.catan_coffee.scene import hand, scene
from workers.bots.ahead import Ahead
from workers.bots.base import Budget, candidates
from workers.bots.eval.catan_coffee import evaluate
from workers.bots.search import Search


def thought(state, playouts=200, seconds=30.0, rng=None):
    """Return what the bot thinks of the first decision."""
    budget = Budget(playouts, time.monotonic() + seconds)
    return Search().choose(GAME, state, decisions(GAME, state)[0], rng or SeededRng("ahead"), budget)


def test_it_trades_for_what_wins_the_game_two_choices_later():
    pieces = {0: {"settlements": ["0,-3,S"], "cities": ["2,-3,S"]}, 1: {"settlements": ["2,3,N"]}}
    state = scene(players=3, pieces=pieces, coffee={0: 20}, hands={0: hand(ore=3, grain=1, wool=4)})
    assert ("trade", "wool", "grain") == thought(state).choice

    state = scene(players=3, pieces=pieces, coffee={0: 20}, hands={0: hand(ore=3, grain=2)})
    assert ("build_city", "0,-3,S") == thought(state).choice


def test_a_plan_ends_where_luck_begins():
    state = scene(players=3, hands={0: hand(ore=1, grain=1, wool=1)}, dev={0: [["monopoly", 3]]})
    decision = decisions(GAME, state)[0]
    plans = Ahead(GAME, evaluate, state, SeededRng(1), Budget(100)).judge(decision, candidates(GAME, state, decision))

    lucky = {plan.choices[0] for plan in plans if plan.ends and len(plan.choices) == 1}
    assert ("buy_card",) in lucky


def test_it_stops_in_time_and_names_a_legal_choice():
    state = opened(GAME, 4, table_options(GAME, {}), SeededRng("long")).state
    legal = candidates(GAME, state, decisions(GAME, state)[0])
    for seconds in (0.0, 0.3):
        began = time.process_time()
        assert thought(state, 10_000, seconds).choice in legal
        assert time.process_time() - began < seconds + 0.5


def test_few_playouts_make_short_work():
    state = scene(players=3, hands={0: hand(brick=4, lumber=5, wool=4, grain=4, ore=4)})
    decision = decisions(GAME, state)[0]
    listing = candidates(GAME, state, decision)
    ahead = Ahead(GAME, evaluate, state, SeededRng(2), Budget(1))

    plans = ahead.judge(decision, listing)

    assert {plan.choices[0] for plan in plans} == set(listing)
    assert ahead.left <= 0 and all(len(plan.choices) <= 2 for plan in plans)
