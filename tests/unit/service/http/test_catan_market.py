"""Catan over HTTP: trade between two people, and what the rules refuse, on positions that are laid out."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.catan_table import Table, about, offer
from tests.helpers.web import problem
from tests.unit.domain.catan_coffee.scene import hand

HANDS = {0: hand(wool=2, brick=1, lumber=2), 1: hand(ore=2, grain=1)}
CLOSED_LINE = {"settlements": ["1,-4,S", "2,-4,S"], "ships": ["1,-4,SE", "1,-3,NE"]}
OPEN_LINE = {"settlements": ["2,-4,S"], "ships": ["1,-3,NE", "1,-4,SE"]}
TWO_LINES = {"settlements": ["2,-4,S", "-2,-1,S"], "ships": ["1,-3,NE", "-2,-1,SE"]}
RAID = {
    "phase": "MOVE_THIEF",
    "contacts": {0: ["V3"]},
    "pieces": {1: {"settlements": ["2,-3,S"], "ships": ["1,-2,E"]}},
}


def test_a_deal_is_offered_accepted_and_confirmed() -> None:
    table = Table(hands=HANDS)
    table.make(table.ana, 0, offer(["wool"], ["ore"]))
    assert about("accept", 1) in table.listed(table.ben, 1)

    table.make(table.ben, 1, about("accept", 1))
    assert [None] == [one["covered"] for one in table.offers(table.ben)]
    assert [[1]] == [one["covered"] for one in table.offers(table.ana)]
    assert about("confirm", 1, partner=1) in table.listed(table.ana, 0)
    table.make(table.ana, 0, about("confirm", 1, partner=1))

    assert [[1, 2, 1, 0, 1], [0, 0, 1, 1, 1], [0] * 5] == table.hands()
    assert [] == table.offers(table.ana)


def test_a_counter_offer_is_accepted_at_once_and_the_first_one_declined() -> None:
    table = Table(hands=HANDS)
    table.make(table.ana, 0, offer(["wool"], ["ore"], [1]))
    table.make(table.ben, 1, offer(["ore"], ["wool", "lumber"]))
    table.make(table.ben, 1, about("reject", 1))
    assert [2] == [one["offer"] for one in table.offers(table.ana)]

    table.make(table.ana, 0, about("accept", 2))

    assert [[1, 1, 1, 0, 1], [0, 1, 1, 1, 1], [0] * 5] == table.hands()


def test_offers_are_withdrawn_and_then_answered_no_more() -> None:
    table = Table(hands=HANDS)
    table.make(table.ana, 0, offer(["wool"], ["ore"]))
    table.make(table.ben, 1, offer(["grain"], ["wool"]))
    table.make(table.ana, 0, about("cancel", 1))
    table.make(table.ben, 1, about("cancel", 2))

    assert "OFFER_CLOSED" == table.refused(table.ben, 1, about("accept", 1))
    assert "OFFER_CLOSED" == table.refused(table.ana, 0, about("accept", 2))
    assert "OFFER_CLOSED" == table.refused(table.ana, 0, about("reject", 2))


def test_a_deal_is_not_confirmed_once_hands_have_changed() -> None:
    table = Table(hands=HANDS)
    for give in ("wool", "lumber"):
        table.make(table.ana, 0, offer([give], ["ore", "ore"], [1]))
    table.make(table.ben, 1, about("accept", 1))
    table.make(table.ben, 1, about("accept", 2))
    table.make(table.ana, 0, about("confirm", 1, partner=1))

    assert about("confirm", 2, partner=1) not in table.listed(table.ana, 0)
    assert "OFFER_NOT_COVERED" == table.refused(table.ana, 0, about("confirm", 2, partner=1))


def test_an_answer_may_change_until_the_deal_is_made() -> None:
    table = Table(hands=HANDS)
    table.make(table.ana, 0, offer(["wool"], ["ore"]))
    table.make(table.ben, 1, about("accept", 1))
    table.make(table.ben, 1, about("reject", 1))

    assert "NOT_ACCEPTED" == table.refused(table.ana, 0, about("confirm", 1, partner=1))


def raid(victim: int | None, loot: str | None) -> dict[str, Any]:
    return {"verb": "move_pirate", "hex": "1,-2", "victim": victim, "loot": loot}


FULL = {"hands": {0: hand(brick=4, lumber=4, wool=4, grain=4, ore=4), 1: hand(ore=1)}}
REFUSED: dict[str, tuple[dict[str, Any], int, dict[str, Any], str]] = {
    "a side that does not exist": (FULL, 0, {"verb": "build_road", "edge": "99,99,E"}, "EDGE_NOT_LAND"),
    "words for a side": (FULL, 0, {"verb": "build_ship", "edge": "over there"}, "EDGE_NOT_SEA"),
    "a corner that does not exist": (FULL, 0, {"verb": "build_settlement", "vertex": "99,99,N"}, "ILLEGAL_VERTEX"),
    "a road for the natives": (FULL, 0, {"verb": "build_road", "edge": "1,-1,NE"}, "EDGE_NOT_LAND"),
    "a settlement for the natives": (FULL, 0, {"verb": "build_settlement", "vertex": "1,-1,N"}, "ILLEGAL_VERTEX"),
    "a city where nothing stands": (FULL, 0, {"verb": "build_city", "vertex": "0,-3,S"}, "NO_SETTLEMENT_THERE"),
    "trade with oneself": (FULL, 0, offer(["wool"], ["ore"], [0]), "BAD_ADDRESSEE"),
    "trade with nobody known": (FULL, 0, offer(["wool"], ["ore"], [3]), "BAD_ADDRESSEE"),
    "trade without the cards": (FULL, 0, offer(["wool"] * 5, ["ore"]), "INSUFFICIENT_RESOURCES"),
    "trade without the cards of the seat": (FULL, 1, offer(["wool"], ["ore"], [0]), "INSUFFICIENT_RESOURCES"),
    "trade beside the active seat": (FULL, 1, offer(["ore"], ["wool"], [2]), "ACTIVE_PLAYER_ONLY"),
    "a gift": (FULL, 0, offer(["wool"], []), "EMPTY_SIDE"),
    "the same for the same": (FULL, 0, offer(["wool"], ["wool", "ore"]), "SAME_RESOURCE"),
    "a closed ship": ({"pieces": {0: CLOSED_LINE}}, 0, {"verb": "move_ship", "edge": "1,-3,NE"}, "SHIP_CLOSED"),
    "a ship that is not there": (FULL, 0, {"verb": "move_ship", "edge": "1,-3,NE"}, "NO_SHIP_THERE"),
    "the robber without a reason": (FULL, 0, {"verb": "move_robber", "hex": "0,-3", "victim": None}, "WRONG_PHASE"),
    "building before the throw": (
        {**FULL, "phase": "PRE_ROLL"}, 0, {"verb": "build_road", "edge": "0,-3,SE"}, "WRONG_PHASE",
    ),
    "out of turn": (FULL, 1, {"verb": "end_turn"}, "NOT_YOUR_TURN"),
    "discarding without need": (FULL, 1, {"verb": "discard", "resource": "ore"}, "WRONG_PHASE"),
    "a card that is not held": (FULL, 0, {"verb": "knight"}, "CARD_NOT_OWNED"),
    "an offer that never was": (FULL, 1, about("accept", 9), "OFFER_CLOSED"),
    "a ship in the midst of a line": (
        {"pieces": {0: OPEN_LINE}}, 0, {"verb": "move_ship", "edge": "1,-3,NE"}, "SHIP_NOT_FREE",
    ),
    "loot left open where there are two kinds": (
        {**RAID, "coffee": {1: 1}, "hands": {1: hand(ore=1)}}, 0, raid(1, None), "LOOT_REQUIRED",
    ),
    "cards of somebody who has coffee alone": ({**RAID, "coffee": {1: 1}}, 0, raid(1, "resource"), "BAD_LOOT"),
    "coffee of somebody who has cards alone": ({**RAID, "hands": {1: hand(ore=1)}}, 0, raid(1, "coffee"), "BAD_LOOT"),
    "nobody robbed where somebody must be": ({**RAID, "coffee": {1: 1}}, 0, raid(None, None), "VICTIM_REQUIRED"),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_rules_refuse_is_refused_with_their_code(name: str) -> None:
    given, seat, choice, code = REFUSED[name]
    table = Table(**given)

    assert code == table.refused(table.ben if seat == 1 else table.ana, seat, choice)


AFTERWARDS: dict[str, tuple[dict[str, Any], list[dict[str, Any]], dict[str, Any], str]] = {
    "a second ship in one turn": (
        {"pieces": {0: TWO_LINES}},
        [{"verb": "move_ship", "edge": "1,-3,NE"}, {"verb": "sail", "edge": "2,-4,SE"}],
        {"verb": "move_ship", "edge": "-2,-1,SE"},
        "SHIP_ALREADY_MOVED",
    ),
    "a ship just built": (
        {**FULL, "pieces": {0: {"settlements": ["2,-4,S"]}}},
        [{"verb": "build_ship", "edge": "1,-3,NE"}],
        {"verb": "move_ship", "edge": "1,-3,NE"},
        "SHIP_BUILT_THIS_TURN",
    ),
    "a sixth offer": (
        FULL, [offer(["wool"], ["ore"] * n) for n in range(1, 6)], offer(["ore"], ["wool"]), "TOO_MANY_OFFERS",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", AFTERWARDS)
def test_what_the_turn_has_used_up_is_refused_in_the_next_command_and_in_the_same(name: str) -> None:
    given, before, choice, code = AFTERWARDS[name]
    table = Table(**given)

    told = table.problem(table.ana, 0, *before, choice)
    assert (code, len(before)) == (told["rule"], told["index"])
    table.make(table.ana, 0, *before)
    assert code == table.refused(table.ana, 0, choice)


DISCARD = {"verb": "discard", "resource": "wool"}


@pytest.mark.parametrize("others", [{}, {2: hand(ore=9)}])
def test_more_discards_than_owed_are_refused_as_a_whole_whoever_still_owes(others: dict[int, Any]) -> None:
    table = Table(phase="DISCARD", hands={0: hand(wool=8), **others}, pieces={0: {"cities": ["2,-3,S", "0,-3,S"]}})

    told = table.problem(table.ana, 0, *[DISCARD] * 5)

    assert ("BAD_DISCARD", 4, []) == (told["rule"], told["index"], told["options"])
    assert "`index`" in told["detail"]
    table.make(table.ana, 0, *[DISCARD] * 3)
    assert 1 == table.view(table.ana)["seats"][0]["discards"]
    assert ("BAD_DISCARD", 1) == tuple(table.problem(table.ana, 0, *[DISCARD] * 2)[key] for key in ("rule", "index"))
    table.make(table.ana, 0, DISCARD)
    assert ("NOTHING_TO_DISCARD" if others else "WRONG_PHASE") == table.refused(table.ana, 0, DISCARD)


def test_a_bundle_without_cards_or_with_others_is_refused() -> None:
    table = Table(phase="DISCARD", hands={0: hand(wool=8)})
    before = table.log()

    problem(table.send(table.ana, 0), 422, "invalid_request")

    assert before == table.log()
    assert "BAD_DISCARD" == table.refused(table.ana, 0, DISCARD, {"verb": "discard", "resource": "ore"})


def test_an_offer_is_taken_back_while_a_ship_is_in_hand() -> None:
    table = Table(hands=HANDS, pieces={0: OPEN_LINE})
    table.make(table.ana, 0, offer(["wool"], ["ore"]), {"verb": "move_ship", "edge": "1,-4,SE"})
    assert "1,-4,SE" == table.view(table.ana)["ship_in_hand"]
    assert about("cancel", 1) in table.listed(table.ana, 0)
    assert "OFFER_CLOSED" == table.refused(table.ana, 0, about("cancel", 2))

    table.make(table.ana, 0, about("cancel", 1))

    assert [] == table.offers(table.ben)
    assert {"sail"} == {choice["verb"] for choice in table.listed(table.ana, 0)}
    table.make(table.ana, 0, {"verb": "sail", "edge": "2,-4,SE"})
    assert ["1,-3,NE", "2,-4,SE"] == [ship["edge"] for ship in table.view(table.ben)["ships"]]


def test_a_ship_in_hand_is_not_in_stock() -> None:
    table = Table(pieces={0: OPEN_LINE, 1: {"ships": ["1,-2,E"]}})

    table.make(table.ana, 0, {"verb": "move_ship", "edge": "1,-4,SE"})
    in_hand = [seat["pieces_left"]["ship"] for seat in table.view(table.ana)["seats"]]
    table.make(table.ana, 0, {"verb": "sail", "edge": "2,-4,SE"})

    assert [13, 14, 15] == in_hand == [seat["pieces_left"]["ship"] for seat in table.view(table.ana)["seats"]]


def test_the_view_has_the_throw_of_the_turn() -> None:
    table = Table(phase="PRE_ROLL", hands=HANDS)
    assert table.view(table.ben)["dice"] is None

    table.make(table.ana, 0, {"verb": "roll"})

    facts = [fact for commit in table.log() for fact in commit["facts"] if fact["fact"] == "dice_rolled"]
    assert [table.view(table.ben)["dice"]] == [fact["dice"] for fact in facts]


def test_whatever_is_sent_after_the_end_is_refused_with_the_code_of_the_rules() -> None:
    table = Table(hands={0: hand(grain=2, ore=3)}, coffee={0: 26}, pieces={0: {"settlements": ["2,-3,S"]}})
    table.make(table.ana, 0, {"verb": "build_city", "vertex": "2,-3,S"})

    for person, seat, choice in (
        (table.ana, 0, {"verb": "end_turn"}),
        (table.ben, 1, about("accept", 1)),
        (table.ben, 1, DISCARD),
    ):
        assert ("game_over", "GAME_OVER") == tuple(table.problem(person, seat, choice)[key] for key in ("code", "rule"))
        assert "GAME_OVER" == problem(table.preview(person, seat, choice), 409, "game_over")["rule"]


def test_the_robber_does_not_move_before_everybody_has_discarded() -> None:
    robbing = {"verb": "move_robber", "hex": "0,-3", "victim": None}
    table = Table(phase="DISCARD", hands={1: hand(wool=8)}, pieces={0: {"cities": ["2,-3,S", "0,-3,S"]}})

    assert "WRONG_PHASE" == table.refused(table.ana, 0, robbing)
    table.make(table.ben, 1, *[{"verb": "discard", "resource": "wool"}] * 4)
    assert robbing["verb"] in {choice["verb"] for choice in table.listed(table.ana, 0)}


def test_a_command_with_one_bad_choice_is_refused_as_a_whole() -> None:
    table = Table(hands=HANDS)

    exchange = {"verb": "trade", "give": "wool", "get": "ore"}
    assert "INSUFFICIENT_RESOURCES" == table.refused(table.ana, 0, offer(["wool"], ["ore"]), exchange)
    assert [] == table.offers(table.ana) and [1, 2, 2, 0, 0] == table.hands()[0]
