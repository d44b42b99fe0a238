"""What the evaluation of Catan likes, and how a greedy bot trades by it."""

import pytest

from domain.catan_coffee.game import GAME
from domain.core.agenda import answer, decisions, play
from tests.helpers.walk import SeededRng
from tests.unit.domain.catan_coffee.scene import go, hand, scene
from workers.bots import BOTS
from workers.bots.base import Budget
from workers.bots.eval import evaluation
from workers.bots.eval.catan_coffee import BY_HAND, WIN, Judge, evaluate, voyages
from workers.bots.eval.catan_coffee_weights import PLAUSIBLE
from workers.bots.greedy import Greedy

HARBOUR, SEA = "0,-3,N", [1, -4]
TOWN = {0: {"settlements": ["2,-3,S"]}}


def choose(state, decision):
    """Return what the greedy bot answers."""
    return Greedy().choose(GAME, state.copy(), decision, SeededRng("greedy"), Budget(100)).choice


def test_it_is_found_by_the_name_of_the_game():
    assert evaluate is evaluation(GAME)


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ({"pieces": {0: {"cities": ["2,-3,S"]}}}, {"pieces": TOWN}),
        ({"pieces": TOWN}, {"pieces": TOWN, "robber": [2, -3]}),
        ({"pieces": {0: {"settlements": ["2,-3,S"], "ships": ["1,-2,E"]}}, "coffee": {0: 1}}, {"pieces": TOWN}),
        ({"coffee": {0: 1}}, {}),
        ({"coffee": {0: 2}}, {"coffee": {0: 1}}),
        ({}, {"coffee": {1: 4}}),
        ({"hands": {0: hand(grain=2, ore=3)}, "pieces": TOWN}, {"hands": {0: hand(wool=5)}, "pieces": TOWN}),
        ({"dev": {0: [["knight", 3]]}}, {}),
        ({"knights": {0: 2}}, {"knights": {0: 1}}),
        ({"hands": {0: hand(wool=7)}}, {"hands": {0: hand(wool=9)}}),
    ],
)
def test_it_likes(better, worse):
    assert evaluate(scene(**better), 0) > evaluate(scene(**worse), 0)


def test_what_is_remembered_is_not_mistaken():
    """What is alike but for a rule, the deck, or a piece is valued as by a judge that remembers nothing."""
    harbour = {"pieces": {0: {"settlements": [HARBOUR, "1,2,S"]}}, "hands": {0: hand(wool=1, grain=1, ore=1)}}
    for change in ({}, {"coffee": {0: 1}}, {"pirate": SEA}, {"robber": [2, -3]}, {"dev": {1: [["knight", 1]]}}):
        for blocks in (False, True):
            for is_sold_out in (False, True):
                state = scene(**harbour, **change)
                state.blocks_harbours = blocks
                state.derive()
                if is_sold_out:
                    state.deck = dict.fromkeys(state.deck, 0)
                assert evaluate(state, 0) == Judge(PLAUSIBLE).evaluate(state, 0)


def test_a_harbour_that_the_pirate_shuts_and_a_card_that_is_sold_out_are_worth_less():
    open_, shut = (scene(pieces={0: {"settlements": [HARBOUR]}}, pirate=SEA) for _ in range(2))
    shut.blocks_harbours = True
    shut.derive()
    assert evaluate(open_, 0) > evaluate(shut, 0)

    sold_out = scene(hands={0: hand(wool=1, grain=1, ore=1)})
    before = evaluate(sold_out, 0)
    sold_out.deck = dict.fromkeys(sold_out.deck, 0)
    assert evaluate(sold_out, 0) < before


def test_good_corners_are_worth_more():
    board = scene()._board
    rich, poor = board.vertex_index["2,-4,S"], board.vertex_index["0,-3,N"]

    assert BY_HAND.site_worth(board, rich) > BY_HAND.site_worth(board, poor) > 0
    assert [1, 3] == [voyages(board)[7][board.vertex_index[v]] for v in ("2,-3,S", "1,-1,S")]


def test_the_end_is_all_that_counts():
    pieces = {0: {"cities": ["4,-3,S", "-2,2,S", "1,2,S"], "settlements": ["0,-3,S"]}}
    given = {"coffee": {0: 9}, "army": 0, "knights": {0: 3}, "hands": {0: hand(grain=2, ore=3)}}
    ended = go(scene(pieces=pieces, **given), ("build_city", "0,-3,S"))

    assert [WIN, -WIN] == [evaluate(ended, 0), evaluate(ended, 1)]


def test_a_city_is_built_when_it_can_be_paid():
    state = scene(hands={0: hand(grain=2, ore=3)}, pieces=TOWN)

    assert ("build_city", "2,-3,S") == choose(state, decisions(GAME, state)[0])


def test_a_ship_in_hand_goes_where_it_is_of_use():
    pieces = {0: {"settlements": ["2,-3,S"], "ships": ["2,-3,SE"]}}
    state = go(scene(pieces=pieces), ("move_ship", "2,-3,SE"))

    assert ("sail", "1,-2,E") == choose(state, decisions(GAME, state)[0])


@pytest.mark.parametrize(
    ("give", "want", "answered"),
    [(("ore",), ("wool",), ("accept", 1)), (("wool",), ("ore",), None), (("wool",), ("grain", "ore"), None)],
)
def test_a_deal_is_accepted_if_it_helps(give, want, answered):
    hands = {0: hand(ore=1, wool=1), 1: hand(grain=2, ore=2, wool=2)}
    state = go(scene(players=3, hands=hands, pieces={1: {"settlements": ["-2,2,S"]}}), ("offer", give, want, None))
    (decision,) = [d for d in decisions(GAME, state) if d.seat == 1 and d.kind == "answer"]

    found = choose(state, decision)

    assert found == answered if answered else found in (None, ("reject", 1))


@pytest.mark.parametrize("bot", BOTS.values(), ids=list(BOTS))
def test_a_refused_offer_is_not_made_again(bot):
    """Whoever refuses, the seat offers once in a turn; so no table hangs on offers."""
    hands = {0: hand(ore=2), 1: hand(grain=2, ore=2, wool=2)}
    state = scene(players=3, hands=hands, pieces={1: {"settlements": ["-2,2,S"]}})
    offered = 0
    for n in range(20):
        (decision,) = [d for d in decisions(GAME, state) if d.seat == 1 and d.kind == "propose"]
        found = bot.choose(GAME, state.copy(), decision, SeededRng(n), Budget(20)).choice
        if found is not None:
            answer(GAME, state, decision, found)
        if found is not None and found[0] == "offer":
            offered += 1
            play(GAME, state, 0, ("reject", offered))

    assert offered == 1


def test_it_offers_for_what_it_lacks():
    hands = {0: hand(ore=2), 1: hand(grain=2, ore=2, wool=2)}
    state = scene(players=3, hands=hands, pieces={1: {"settlements": ["-2,2,S"]}})
    (decision,) = [d for d in decisions(GAME, state) if d.seat == 1 and d.kind == "propose"]

    answer(GAME, state, decision, choose(state, decision))

    assert state.offers[0]["want"] == [0, 0, 0, 0, 1], "an ore for the city"
    assert BY_HAND.hand_worth((0, 0, 1, 2, 3), ("city",)) > BY_HAND.hand_worth(tuple(state.hands[1]), ("city",))


def test_an_answer_that_stands_is_not_given_again():
    hands = {0: hand(ore=1, wool=1), 1: hand(grain=2, ore=2, wool=2)}
    offered = ("offer", ("ore",), ("wool",), None)
    state = go(scene(players=3, hands=hands, pieces={1: {"settlements": ["-2,2,S"]}}), offered)
    for expected in (("accept", 1), None):
        (decision,) = [d for d in decisions(GAME, state) if d.seat == 1 and d.kind == "answer"]
        found = choose(state, decision)
        assert found == expected
        if found is not None:
            answer(GAME, state, decision, found)
