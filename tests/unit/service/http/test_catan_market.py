"""Catan over HTTP: trade between two people, and what the rules refuse, on positions that are laid out."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from domain import GAMES
from domain.catan_coffee.game import GAME
from service.http import openapi
from tests.helpers.laid import LaidOut
from tests.helpers.services import memory_service, state_of
from tests.helpers.web import House, Person, problem
from tests.unit.domain.catan_coffee.scene import hand, scene

HANDS = {0: hand(wool=2, brick=1, lumber=2), 1: hand(ore=2, grain=1)}
CLOSED_LINE = {"settlements": ["1,-4,S", "2,-4,S"], "ships": ["1,-4,SE", "1,-3,NE"]}


class Table:
    """A running game of three: Ana on the seats 0 and 2, Ben on seat 1."""

    def __init__(self, **given: Any) -> None:
        self.games = {**GAMES, GAME.name: LaidOut(scene(players=3, **given))}
        self.home = House(memory_service(self.games))
        self.ana, self.ben = self.home.person("Ana"), self.home.person("Ben")
        self.id = self.ana.create("me", "open", "me", ruleset=GAME.name)
        assert 201 == self.ben.post(f"/games/{self.id}/seats").status_code

    def send(self, person: Person, seat: int, *choices: dict[str, Any]) -> Any:
        """Send choices of a seat in one command."""
        version = person.get(f"/games/{self.id}").json["version"]
        body = {"version": version, "seat": seat, "choices": list(choices)}
        return person.post(f"/games/{self.id}/moves", body)

    def make(self, person: Person, seat: int, *choices: dict[str, Any]) -> None:
        """Send choices that are carried out."""
        answer = self.send(person, seat, *choices)
        assert 201 == answer.status_code, answer.text

    def refused(self, person: Person, seat: int, *choices: dict[str, Any]) -> Any:
        """Send choices that are refused; return the rules' code. Nothing is changed by it."""
        before = self.log()
        answer = self.send(person, seat, *choices)
        code = answer.json["code"]
        assert code in ("illegal_choice", "not_your_decision"), answer.text
        body = problem(answer, 422 if code == "illegal_choice" else 409, code)
        assert before == self.log()
        return body["rule"]

    def log(self) -> Any:
        """The stored commits."""
        return self.home.service.store.read(self.id)

    def hands(self) -> list[list[int]]:
        """The cards of all seats."""
        hands: list[list[int]] = state_of(self.home.service, self.id).hands
        return hands

    def listed(self, person: Person, seat: int) -> list[dict[str, Any]]:
        """What is listed to a seat, each held against the API description."""
        decisions = person.get(f"/games/{self.id}/moves?seat={seat}").json["decisions"]
        found = [choice for decision in decisions for choice in decision["choices"]]
        document = openapi.document(self.games)
        schema = {"$ref": "#/components/schemas/CatanCoffeeChoice", "components": document["components"]}
        for choice in found:
            jsonschema.validate(choice, schema)
        return found

    def offers(self, person: Person) -> list[dict[str, Any]]:
        """The open offers as somebody sees them."""
        offers: list[dict[str, Any]] = person.get(f"/games/{self.id}").json["view"]["offers"]
        return offers


def offer(give: list[str], want: list[str], to: list[int] | None = None) -> dict[str, Any]:
    return {"verb": "offer", "give": give, "want": want, "to": to}


def about(verb: str, number: int, **more: Any) -> dict[str, Any]:
    return {"verb": verb, "offer": number, **more}


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
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_the_rules_refuse_is_refused_with_their_code(name: str) -> None:
    given, seat, choice, code = REFUSED[name]
    table = Table(**given)

    assert code == table.refused(table.ben if seat == 1 else table.ana, seat, choice)


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
