"""The bot that plays on from its choices: equal luck for all of them, and no more time than it is given."""

import time

import pytest

from domain.catan_coffee.game import GAME
from domain.core.agenda import decisions
from tests.helpers.walk import SeededRng, opened, table_options
from tests.unit.domain.catan_coffee.scene import hand, scene
from workers.bots.ahead import Ahead, cautious
from workers.bots.base import Budget, candidates
from workers.bots.eval.catan_coffee import BY_PLAY, WIN
from workers.bots.eval.catan_coffee_lookahead import a_round_later, ponder
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


def test_it_stops_in_time_and_names_a_legal_choice():
    state = opened(GAME, 4, table_options(GAME, {}), SeededRng("long")).state
    legal = candidates(GAME, state, decisions(GAME, state)[0])
    for seconds in (0.0, 0.3):
        began = time.process_time()
        assert thought(state, 10_000, seconds).choice in legal
        assert time.process_time() - began < seconds + 0.5


def compared(state, choices, playouts=100, samples=5):
    """Return what the choices gain on the first one by the end of the seat's next turn."""
    ahead = Ahead(GAME, BY_PLAY.evaluate, SeededRng(1), Budget(playouts))
    return ahead.gains(state, decisions(GAME, state)[0], choices, a_round_later(state, 0), samples)


def test_equal_choices_meet_equal_luck(monkeypatch):
    """The same choice twice comes to the same end, though dice, thefts and hands are drawn anew for every sample."""
    state = scene(players=3, pieces={0: {"settlements": ["2,-3,S"]}}, hands={0: hand(ore=1), 1: hand(wool=5)})
    ends, played_on = [], Ahead._played_on

    def noted(*given):
        ends.append(played_on(*given))
        return ends[-1]

    monkeypatch.setattr(Ahead, "_played_on", noted)
    compared(state, [("end_turn",), ("end_turn",)], samples=4)

    assert [end.turn for end in ends] == [state.turn + 4] * 8, "the seat's next turn is over"
    assert [end.hands for end in ends[::2]] == [end.hands for end in ends[1::2]]
    assert len({str(end.hands) for end in ends}) > 1, "samples differ"


def test_what_others_do_next_counts():
    """The next seat is about to win, and so is the seat itself: to pass would lose."""
    pieces = {0: {"settlements": ["2,-3,S"], "cities": ["0,-3,S"]}, 1: {"settlements": ["2,3,N"]}}
    hands = {0: hand(ore=3, grain=2), 1: hand(ore=3, grain=2)}
    state = scene(players=3, pieces=pieces, hands=hands, coffee={0: 20, 1: 24})
    city = ("build_city", "2,-3,S")

    assert {("end_turn",): 0, city: 2 * WIN} == compared(state, [("end_turn",), city])


def test_a_playing_on_keeps_to_playouts_and_time():
    state = scene(players=3, pieces={0: {"settlements": ["2,-3,S"]}}, hands={0: hand(ore=3, grain=2)})
    choices = [("end_turn",), ("build_city", "2,-3,S")]

    assert compared(state, choices, playouts=3, samples=50) == compared(state, choices, samples=1)
    late = Ahead(GAME, BY_PLAY.evaluate, SeededRng(1), Budget(100, 0.0))
    assert {} == late.gains(state, decisions(GAME, state)[0], choices, a_round_later(state, 0), 5)


def test_offers_and_answers_are_judged_at_once():
    """Nobody trades while a round is played on: there no offer would gain anything."""
    hands = {0: hand(ore=2, grain=2), 1: hand(ore=3, wool=3)}
    state = scene(players=3, hands=hands, pieces={0: {"settlements": ["-2,2,S"]}})
    offered = ("offer", ("grain",), ("ore",), None)
    listing = [("end_turn",), offered]

    values = ponder(state, decisions(GAME, state)[0], listing, SeededRng(1), Budget(100))

    assert set(listing) == set(values) and min(values.values()) > 100, "evaluations, not gains"


@pytest.mark.parametrize(
    ("gains", "expected"),
    [([0, 0, 0], 0), ([7], 7), ([5, 5, 5, 5], 5), ([-20, 40, -20, 40], -7)],
)
def test_a_gain_counts_less_its_standard_error(gains, expected):
    assert expected == cautious(gains)
