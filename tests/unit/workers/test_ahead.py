"""The bot that plans its own turn: whole plans, no counting on luck, and no more time than it is given."""

import time

import pytest

from domain.catan_coffee.game import GAME
from domain.core.agenda import decisions
from tests.helpers.walk import SeededRng, opened, table_options
from tests.unit.domain.catan_coffee.scene import hand, scene
from workers.bots.ahead import Ahead, Plan, cautious
from workers.bots.base import Budget, candidates
from workers.bots.eval.catan_coffee import BY_PLAY, WIN, evaluate
from workers.bots.eval.catan_coffee_lookahead import a_round_later
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


def compared(state, choices, rng=1, playouts=100, samples=5):
    """Return what `play_on` says of plans of one choice each, to the end of the seat's next turn."""
    ahead = Ahead(GAME, BY_PLAY.evaluate, state, SeededRng(rng), Budget(playouts))
    found = {plan.choices[0]: plan for plan in ahead.judge(decisions(GAME, state)[0], choices)}
    plans = [found[choice]._replace(choices=(choice,)) for choice in choices]
    return ahead.play_on(plans, a_round_later(state, 0), samples)


def test_equal_plans_meet_equal_luck():
    """Two names for one act differ by nothing, though dice, thefts and hands are drawn anew for every sample."""
    state = scene(players=3, pieces={0: {"settlements": ["2,-3,S"]}}, hands={0: hand(ore=1), 1: hand(wool=5)})
    plan = Plan((("end_turn",),), state, 0, True)
    ahead = Ahead(GAME, BY_PLAY.evaluate, state, SeededRng(3), Budget(100))
    ahead.judge(decisions(GAME, state)[0], [("end_turn",)])
    ends = []
    follow = ahead._played_on

    def noted(*given):
        ends.append(follow(*given))
        return ends[-1]

    ahead._played_on = noted
    assert {("end_turn",): 0} == ahead.play_on([plan, plan], a_round_later(state, 0), 4)
    assert [end.turn for end in ends] == [state.turn + 4] * 8, "the seat's next turn is over"
    assert [end.hands for end in ends[::2]] == [end.hands for end in ends[1::2]]
    assert len({str(end.hands) for end in ends}) > 1, "samples differ"


def test_what_others_do_next_counts():
    """Passing looks cheap at once; but the next seat is about to win, and so is the seat itself."""
    pieces = {0: {"settlements": ["2,-3,S"], "cities": ["0,-3,S"]}, 1: {"settlements": ["2,3,N"]}}
    hands = {0: hand(ore=3, grain=2), 1: hand(ore=3, grain=2)}
    state = scene(players=3, pieces=pieces, hands=hands, coffee={0: 20, 1: 24})
    city = ("build_city", "2,-3,S")

    assert {("end_turn",): 0, city: 2 * WIN} == compared(state, [("end_turn",), city])


def test_playing_on_keeps_to_playouts_and_time():
    state = scene(players=3, pieces={0: {"settlements": ["2,-3,S"]}}, hands={0: hand(ore=3, grain=2)})
    choices = [("end_turn",), ("build_city", "2,-3,S")]
    one = compared(state, choices, playouts=3, samples=50)
    assert one == compared(state, choices, samples=1), "three playouts are one sample of two plans"

    ahead = Ahead(GAME, BY_PLAY.evaluate, state, SeededRng(1), Budget(100, 0.0))
    plans = ahead.judge(decisions(GAME, state)[0], choices)
    assert {} == ahead.play_on(plans, a_round_later(state, 0), 5)


@pytest.mark.parametrize(
    ("gains", "expected"),
    [([0, 0, 0], 0), ([7], 7), ([5, 5, 5, 5], 5), ([-20, 40, -20, 40], -7)],
)
def test_a_gain_counts_less_its_standard_error(gains, expected):
    assert expected == cautious(gains)
