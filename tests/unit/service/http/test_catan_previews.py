"""Catan over HTTP: what can be previewed and sent in one command, and where hidden cards forbid it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.helpers.catan_table import Table, about, offer
from tests.helpers.web import problem
from tests.unit.domain.catan_coffee.scene import hand

RICH = {0: hand(brick=2, lumber=3, wool=3, grain=3, ore=3), 1: hand(ore=3)}
SECRETS = {1: [["knight", 3]], 2: [["knight", 3]]}
COAST = {0: {"settlements": ["2,-3,S"], "ships": ["1,-2,NE"]}}
GIVEN: dict[str, Any] = {"hands": RICH, "dev": SECRETS, "pieces": COAST}
FREE_ROUTES = {**GIVEN, "dev": {**SECRETS, 0: [["road_building", 3]]}}
LAST_BUT_FOUR = {"V3": 0, "V4": 0, "V5": 0, "V6": 0}
OWN_TURN = {"options": {"win": "own_turn"}}

END = {"verb": "end_turn"}
SHIP, NEXT_SHIP = {"verb": "build_ship", "edge": "1,-2,E"}, {"verb": "build_ship", "edge": "1,-1,NE"}
SAIL = [{"verb": "move_ship", "edge": "1,-2,NE"}, {"verb": "sail", "edge": "1,-2,E"}]
FREE_SHIPS = [
    {"verb": "road_building"},
    {"verb": "place_route", "edge": "1,-2,E", "kind": "ship"},
    {"verb": "place_route", "edge": "2,-3,SE", "kind": "road"},
]
ORDINARY: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "the end of a turn": (GIVEN, [END]),
    "the end of a turn where only the active seat wins": ({**GIVEN, **OWN_TURN, "coffee": {1: 24}}, [END]),
    "a ship": (GIVEN, [SHIP]),
    "two ships": (GIVEN, [SHIP, NEXT_SHIP]),
    "a ship to one of four villages that keeps something": ({**GIVEN, "villages": LAST_BUT_FOUR}, [SHIP]),
    "a ship that sails": (GIVEN, SAIL),
    "free routes": (FREE_ROUTES, FREE_SHIPS),
    "a whole turn": (
        GIVEN, [SHIP, {"verb": "build_road", "edge": "2,-3,SE"}, {"verb": "build_city", "vertex": "2,-3,S"}, END],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", ORDINARY)
def test_what_hides_nothing_is_previewed_and_then_made_in_one_command(name: str) -> None:
    given, choices = ORDINARY[name]
    table = Table(**given)

    shown = table.preview(table.ana, 0, *choices)

    assert 200 == shown.status_code, shown.text
    assert table.view(table.ana) != shown.json["view"]
    table.make(table.ana, 0, *choices)
    assert table.view(table.ana) == shown.json["view"]


LAST = {"villages": {**LAST_BUT_FOUR, "V11": 1}}
TELLING: dict[str, tuple[dict[str, Any], list[dict[str, Any]]]] = {
    "a ship that may be the last": ({**GIVEN, **LAST}, [SHIP]),
    "a ship that sails, perhaps as the last": ({**GIVEN, **LAST}, SAIL),
    "a free ship that may be the last": ({**FREE_ROUTES, **LAST}, FREE_SHIPS[:2]),
    "the end of a turn before somebody who may win": ({**GIVEN, **OWN_TURN, "coffee": {1: 26}}, [END]),
}


@pytest.mark.parametrize("name", TELLING)
def test_where_hidden_cards_may_decide_nothing_is_previewed_and_nothing_follows(name: str) -> None:
    given, choices = TELLING[name]
    table = Table(**given)

    shown = problem(table.preview(table.ana, 0, *choices), 422, "crosses_disclosure")
    assert len(choices) - 1 == shown["index"]
    before = table.log()
    told = problem(table.send(table.ana, 0, *choices, NEXT_SHIP), 422, "crosses_disclosure")
    assert (len(choices), before) == (told["index"], table.log())
    table.make(table.ana, 0, *choices)


def test_a_deal_is_previewed_unless_it_may_uncover_another_one() -> None:
    table = Table(**{**GIVEN, "hands": {**RICH, 2: hand(ore=1, grain=2)}})
    for number, want in enumerate((["ore", "ore"], ["ore"]), start=1):
        table.make(table.ana, 0, offer(["wool"], want, [1]))
        table.make(table.ben, 1, about("accept", number))
    deal = about("confirm", 1, partner=1)

    problem(table.preview(table.ana, 0, deal), 422, "crosses_disclosure")
    table.make(table.ana, 0, about("cancel", 2))

    shown = table.preview(table.ana, 0, deal).json["view"]["seats"][0]["hand"]
    assert (2, 5) == (shown["wool"], shown["ore"])
    table.make(table.ana, 0, deal, END)


def test_draws_are_never_previewed_and_nothing_follows_them() -> None:
    table = Table(**GIVEN)
    buy = {"verb": "buy_card"}

    assert 0 == problem(table.preview(table.ana, 0, buy), 422, "crosses_disclosure")["index"]
    assert 1 == problem(table.send(table.ana, 0, buy, END), 422, "crosses_disclosure")["index"]
    early = Table(**{**GIVEN, "phase": "PRE_ROLL"})
    assert 0 == problem(early.preview(early.ana, 0, {"verb": "roll"}), 422, "crosses_disclosure")["index"]
