"""Trade between seats: who is asked, what is refused, what the table may learn of hands. Source: rules 7.4."""

import pytest

from domain.catan_coffee.game import GAME
from domain.catan_coffee.hidden import _all_deals, determinize
from domain.catan_coffee.offers import covered
from domain.core.agenda import decisions, options
from domain.core.errors import IllegalChoice, NotYourDecision
from tests.helpers.walk import SeededRng
from tests.unit.domain.catan_coffee.scene import go, hand, listed, rule, scene

WOOL_FOR_ORE = ("offer", ("wool",), ("ore",), None)
HANDS = {0: hand(wool=2), 1: hand(ore=1), 2: hand(ore=3)}


def offered():
    return go(scene(players=3, hands=HANDS), WOOL_FOR_ORE)


def optional(state, seat):
    """Return the kinds of the optional decisions of a seat."""
    return [d.kind for d in decisions(GAME, state) if d.optional and d.seat == seat]


def test_an_offer_asks_every_addressee_and_blocks_nobody():
    state = offered()

    assert ["propose", "answer"] == optional(state, 1) == optional(state, 2)
    assert ("main", 0) == state.agenda[-1]
    some = go(scene(players=3, hands=HANDS), ("offer", ("wool",), ("ore",), (2,)))
    assert ["propose"] == optional(some, 1)
    assert [("accept", 1), ("reject", 1)] == [c for d in decisions(GAME, some)[1:] for c in options(GAME, some, d)]


def test_an_answer_replaces_the_earlier_one():
    state = go(offered(), ("accept", 1), seat=1)
    assert [1] == state.offers[0]["accepted"]

    state = go(state, ("reject", 1), seat=1)
    assert ([], [1]) == (state.offers[0]["accepted"], state.offers[0]["rejected"])

    state = go(state, ("accept", 1), seat=1)
    assert ([1], []) == (state.offers[0]["accepted"], state.offers[0]["rejected"])


def test_a_deal_is_looked_at_again_when_it_is_confirmed():
    state = go(go(offered(), ("accept", 1), seat=1), ("accept", 1), seat=2)
    assert [("confirm", 1, 1), ("confirm", 1, 2)] == listed(state, "confirm")

    state.hands[1] = [1, 0, 0, 0, 0]

    assert [("confirm", 1, 2)] == listed(state, "confirm")
    assert "OFFER_NOT_COVERED" == rule(state, ("confirm", 1, 1))
    assert [2] == covered(state, state.offers[0])
    assert [2] == GAME.view(state, (0,))["offers"][0]["covered"]
    assert GAME.view(state, (1,))["offers"][0]["covered"] is None is GAME.view(state, ())["offers"][0]["covered"]


def test_a_deal_moves_the_cards_and_closes_the_offer():
    state = go(go(offered(), ("accept", 1), seat=2), ("confirm", 1, 2))

    assert [[0, 0, 1, 0, 1], [0, 0, 0, 0, 1], [0, 0, 1, 0, 2]] == state.hands
    assert [] == state.offers and ["propose"] == optional(state, 1)


def test_a_counter_offer_is_carried_out_by_the_active_seat():
    state = go(offered(), ("offer", ("ore", "ore"), ("wool",), (0,)), seat=2)
    assert [("accept", 2)] == listed(state, "accept") and [("reject", 2)] == listed(state, "reject")
    assert [("cancel", 2)] == listed(state, "cancel", seat=2)

    done = go(state, ("accept", 2))
    assert [0, 0, 1, 0, 2] == done.hands[0] and [1] == [offer["offer"] for offer in done.offers]

    state.hands[2] = [0, 0, 0, 0, 1]
    assert [] == listed(state, "accept") and "OFFER_NOT_COVERED" == rule(state, ("accept", 2))
    assert [1] == [offer["offer"] for offer in go(state, ("reject", 2)).offers]


def test_offers_stay_open_while_the_thief_moves():
    cities = {0: {"cities": ["2,-3,S", "0,-3,S"]}}
    state = go(scene(players=3, hands=HANDS, pieces=cities, dev={0: [["knight", 3]]}), WOOL_FOR_ORE, ("knight",))

    state = go(state, ("accept", 1), seat=1)
    assert [("cancel", 1)] == listed(state, "cancel")
    assert ("move_thief", 0) == go(state, ("cancel", 1)).agenda[-1]
    assert "WRONG_PHASE" == rule(state, WOOL_FOR_ORE)


def test_nothing_is_offered_before_the_roll():
    state = scene(players=3, phase="PRE_ROLL", hands=HANDS)

    assert [] == optional(state, 1)
    assert "WRONG_PHASE" == rule(state, WOOL_FOR_ORE)
    assert "WRONG_PHASE" == rule(state, ("offer", ("ore",), ("wool",), None), seat=1)
    assert ["propose"] == optional(go(state, ("roll",), ("dice", 1, 2)), 1)


def test_a_seven_opens_the_market_after_the_discards():
    state = go(scene(players=3, phase="PRE_ROLL", hands={1: hand(wool=8)}), ("roll",), ("dice", 1, 6))
    assert [] == optional(state, 1) and [1] == [d.seat for d in decisions(GAME, state)]

    state = go(state, *[("discard", "wool")] * 4, seat=1)
    assert ["propose"] == optional(state, 1)


@pytest.mark.parametrize(
    ("choice", "seat", "code"),
    [
        (("offer", (), ("ore",), None), 0, "EMPTY_SIDE"),
        (("offer", ("wool",), ("wool", "ore"), None), 0, "SAME_RESOURCE"),
        (("offer", ("wool",) * 3, ("ore",), None), 0, "INSUFFICIENT_RESOURCES"),
        (("offer", ("wool",), ("ore",), (0,)), 0, "BAD_ADDRESSEE"),
        (("offer", ("wool",), ("ore",), (1, 1)), 0, "BAD_ADDRESSEE"),
        (("offer", ("wool",), ("ore",), (7,)), 0, "BAD_ADDRESSEE"),
        (("offer", ("wool",), ("ore",), ()), 0, "BAD_ADDRESSEE"),
        (("offer", ("ore",), ("wool",), (2,)), 1, "ACTIVE_PLAYER_ONLY"),
        (("accept", 2), 1, "OFFER_CLOSED"),
        (("accept", 1), 0, "BAD_ADDRESSEE"),
        (("cancel", 1), 1, "NOT_YOUR_OFFER"),
        (("confirm", 1, 1), 0, "NOT_ACCEPTED"),
        (("confirm", 4, 1), 0, "OFFER_CLOSED"),
        (("confirm", 1, 1), 1, "NOT_YOUR_TURN"),
        (("build_road", "0,-3,SE"), 1, "NOT_YOUR_TURN"),
    ],
)
def test_refusals(choice, seat, code):
    state = offered()

    assert code == rule(state, choice, seat=seat)


def test_whom_the_phase_shuts_out_learns_nothing_else():
    free = go(scene(players=3, hands=HANDS, dev={0: [["road_building", 3]]}, pieces={0: {"settlements": ["2,-3,S"]}}),
              ("offer", ("ore",), ("wool",), None), seat=1)  # fmt: skip
    free = go(free, ("road_building",))
    for choice in (("accept", 1), ("reject", 9), ("offer", (), (), None), ("confirm", 1, 1), ("discard", "ore")):
        assert "WRONG_PHASE" == rule(free, choice)
    assert [] == free.offers[0]["rejected"] and "ACTIVE_PLAYER_ONLY" == rule(free, ("offer", ("ore",), ("wool",), (1,)),
                                                                             seat=2)  # fmt: skip
    early = scene(players=3, phase="PRE_ROLL", hands=HANDS)
    assert {"WRONG_PHASE"} == {rule(early, (verb, 1), seat=seat) for verb in ("accept", "reject") for seat in (0, 1)}
    assert "OFFER_CLOSED" == rule(early, ("cancel", 1), seat=1)


def test_who_owes_nothing_on_a_seven_is_told_so_and_nobody_owes_at_other_times():
    state = scene(players=3, phase="DISCARD", hands={1: hand(wool=8)})

    assert "NOTHING_TO_DISCARD" == rule(state, ("discard", "wool"), seat=0)
    paid = go(state, *[("discard", "wool")] * 4, seat=1)
    assert "WRONG_PHASE" == rule(paid, ("discard", "wool"), seat=1)


def test_a_withdrawn_offer_cannot_be_answered():
    state = go(offered(), ("cancel", 1))

    assert "OFFER_CLOSED" == rule(state, ("accept", 1), seat=1)
    assert "OFFER_CLOSED" == rule(state, ("reject", 1), seat=2)
    with pytest.raises((IllegalChoice, NotYourDecision)):
        go(state, ("cancel", 1))


def test_templates_bound_what_may_be_offered():
    state = scene(players=3, hands=HANDS)

    (main,) = GAME.steps["main"].templates(state, 0)
    (other,) = GAME.steps["propose"].templates(state, 1)
    assert ({"wool": 2}, [1, 2]) == (main["give"], main["to"])
    assert ({"ore": 1}, [0]) == (other["give"], other["to"])
    assert [] == GAME.steps["propose"].templates(scene(players=3), 1)
    for choice in GAME.steps["main"].menu(state, 0):
        assert GAME.steps["main"].accepts(state, 0, choice=choice)
    assert [] == GAME.steps["main"].menu(go(state, WOOL_FOR_ORE), 0)


def test_other_worlds_keep_what_the_active_seat_sees_of_deals():
    hands = {0: hand(wool=2, brick=1), 1: hand(ore=3, grain=5, lumber=5), 2: hand(ore=1, wool=4, brick=3)}
    state = go(scene(players=3, hands=hands), ("offer", ("wool",), ("ore", "ore", "ore"), None), seat=0)
    state = go(state, ("offer", ("brick",), ("ore",), None))
    state = go(go(state, ("accept", 1), seat=1), ("accept", 2), seat=2)
    state = go(state, ("offer", ("wool", "wool"), ("brick",), None), seat=2)
    state.hands[2] = [6, 0, 1, 0, 1]
    worlds = [determinize(state, 0, SeededRng(n)) for n in range(40)]

    assert all([covered(state, o) for o in state.offers] == [covered(w, o) for o in w.offers] for w in worlds)
    assert 5 < len({str(world.hands) for world in worlds})
    free = [determinize(state, 1, SeededRng(n)) for n in range(40)]
    assert {True, False} == {world.hands[2][4] > 0 for world in free}


def test_the_search_for_a_deal_finds_all_that_fit_and_no_other():
    deals = list(_all_deals([2, 1, 0, 0, 1], [(1, 2), (2, 2)], []))

    assert 4 == len(deals) == len({str(deal) for deal in deals})
    assert all([2, 1, 0, 0, 1] == [sum(hand[i] for hand in deal.values()) for i in range(5)] for deal in deals)
