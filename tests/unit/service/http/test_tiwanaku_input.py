"""What Tiwanaku refuses over HTTP: with the codes of its rules, nothing consumed, nothing told. Source: rules, 13.1."""

import pytest

from domain.tiwanaku.game import GAME
from domain.tiwanaku.material import TERRAINS
from tests.helpers.pairs import land, on
from tests.helpers.services import memory_service
from tests.helpers.web import House, problem

LAND = on(GAME, land("SHORT_A", "a"))
HOST = ["A2", "A3", "A4", "D5"]
"""A forest, a desert, a swamp, a mountain: one cube of each."""
OTHER = ["B1", "D1", "E1", "E2"]


@pytest.fixture
def home():
    return House(memory_service({GAME.name: LAND}))


class Table:
    """A running game of two on a known land."""

    def __init__(self, ana, ben, **options):
        self.people = [ana, ben]
        self.game = ana.create("me", "open", ruleset="tiwanaku", options={"size": "short", **options})
        assert 201 == ben.post(f"/games/{self.game}/seats").status_code

    def send(self, seat, *choices, path="moves"):
        """Send choices for a seat, as of the head."""
        person = self.people[seat]
        version = person.get(f"/games/{self.game}").json["version"]
        return person.post(f"/games/{self.game}/{path}", {"version": version, "choices": list(choices)})

    def go(self, seat, *choices):
        """Send choices that are taken."""
        answer = self.send(seat, *choices)
        assert 201 == answer.status_code, answer.text
        return answer.json

    def explore(self, seat, number, cell):
        """A whole turn: discover a cell with an explorer, and end."""
        self.go(seat, {"verb": "send", "explorer": f"e{number}"}, {"verb": "explore", "to": cell})
        self.go(seat, {"verb": "end_turn"})


@pytest.fixture
def table(ana, ben):
    """Each seat has four explorers on the board, and the host, who is asked, a cube of each terrain."""
    laid = Table(ana, ben)
    for number, cells in enumerate(zip(HOST, OTHER, strict=True), 1):
        for seat, cell in enumerate(cells):
            laid.explore(seat, number, cell)
    return laid


def divine(explorer, crop, verb="divine"):
    return {"verb": verb, "explorer": explorer, "crop": crop}


def peek(cell, effect="peek"):
    return {"verb": "offering", "effect": effect, "cell": cell}


def exchange(*give, take="swamp"):
    return {"verb": "exchange", "give": list(give), "take": take}


def to(verb, cell):
    return {"verb": verb, "to": cell}


SENT = {"verb": "send", "explorer": "e5"}
DECLINE = {"verb": "resolve_overflow", "choice": "decline", "give": None, "take": None}
FROM_TURN = [
    *((divine("e1", crop), "bad_crop") for crop in (0, 6, -1, 10**9)),
    (divine("e5", 1), "not_on_board"),
    (divine("e6", 1), "not_your_explorer"),
    ({"verb": "send", "explorer": "e6"}, "not_your_explorer"),
    *((peek(cell), "bad_cell") for cell in ("Z9", "F1", "A6", "A0", "a1", "", None)),
    *((peek(cell), "already_cultivated") for cell in ("A1", "C5", "E3")),
    (peek("A3", effect="dance"), "bad_effect"),
    (exchange("desert", "desert"), "not_enough_cubes"),
    (exchange("desert"), "exchange_two_for_one"),
    (exchange("desert", "forest", "swamp"), "exchange_two_for_one"),
    ({"verb": "end_turn"}, "action_required"),
    (DECLINE, "no_pending_overflow"),
    (divine("e1", 2, verb="final_divine"), "wrong_phase"),
    ({"verb": "final_pass"}, "wrong_phase"),
    (to("explore", "A5"), "no_explorer_sent"),
]
FROM_ACT = [
    (to("move", "A5"), "undiscovered_destination"),
    *((to("explore", cell), "already_discovered") for cell in ("A1", "A2", "B1")),
    *((to("explore", cell), "unreachable") for cell in ("C3", "C2")),
    *((to(verb, "F9"), "bad_cell") for verb in ("explore", "move")),
    (to("move", "B1"), "unreachable"),
    ({"verb": "withdraw"}, "not_on_board"),
    (divine("e1", 1), "explorer_is_sent"),
    ({"verb": "end_turn"}, "action_required"),
]


def refused(table, seat, choices, code, rule, status=422):
    """Check that a command and its preview are refused alike, and that nothing comes of it."""
    log = table.people[0].get(f"/games/{table.game}/events").json
    for path in ("moves", "preview"):
        told = problem(table.send(seat, *choices, path=path), status, code)
        assert (rule, len(choices) - 1) == (told["rule"], told["index"])
    assert log == table.people[0].get(f"/games/{table.game}/events").json


@pytest.mark.parametrize(("choice", "rule"), FROM_TURN, ids=str)
def test_a_wrong_part_of_a_turn(table, choice, rule):
    refused(table, 0, [choice], "illegal_choice", rule)


@pytest.mark.parametrize(("choice", "rule"), FROM_ACT, ids=str)
def test_a_wrong_move_takes_back_who_was_sent(table, choice, rule):
    refused(table, 0, [SENT, choice], "illegal_choice", rule)


@pytest.mark.parametrize(
    "choice", [divine("e1", 1), SENT, {"verb": "end_turn"}, peek("A1"), to("explore", "Z9")], ids=str
)
def test_who_is_not_asked(table, choice):
    refused(table, 1, [choice], "not_your_decision", "not_your_turn", status=409)


@pytest.mark.parametrize(
    "choice",
    [
        {"verb": "divine", "explorer": "e1"},
        *(divine("e1", crop) for crop in ("3", 1.5, True, None)),
        divine(1, 1),
        divine("e1", 1) | {"cell": "A2"},
        peek(3),
        peek("A" * 9),
        exchange("gold", "gold"),
        exchange("desert", "forest", take="gold"),
        {"verb": "exchange", "give": "desert", "take": "swamp"},
        {"verb": "pass"},
    ],
    ids=str,
)
def test_what_has_not_the_form_of_a_choice(table, choice):
    log = table.people[0].get(f"/games/{table.game}/events").json
    for path in ("moves", "preview"):
        problem(table.send(0, choice, path=path), 422, "malformed_choice")
    assert log == table.people[0].get(f"/games/{table.game}/events").json


def test_a_fifth_cube_comes_first_and_a_spent_action_is_gone(table):
    table.go(0, SENT, to("explore", "A5"))
    for choice in (SENT, divine("e1", 2), peek("A3"), exchange("desert", "forest"), {"verb": "end_turn"}):
        refused(table, 0, [choice], "illegal_choice", "pending_overflow")
    swap = {"verb": "resolve_overflow", "choice": "exchange", "take": "forest"}
    refused(table, 0, [swap | {"give": ["desert", "desert"]}], "illegal_choice", "not_enough_cubes")
    refused(table, 0, [swap | {"give": ["desert"]}], "illegal_choice", "exchange_two_for_one")
    table.go(0, DECLINE)
    for choice in (SENT, divine("e1", 2)):
        refused(table, 0, [choice], "illegal_choice", "no_action_left")
    table.go(0, peek("A3"))
    for effect in ("peek", "extra_action", "dance"):
        refused(table, 0, [peek("A3", effect)], "illegal_choice", "need_four_different_cubes")


def test_a_refusal_lists_what_is_possible_and_no_crop(table):
    told = problem(table.send(0, divine("e2", 6)), 422, "illegal_choice")
    asked = table.people[0].get(f"/games/{table.game}/moves").json["decisions"]
    assert [asked[0]["choices"]] == [told["options"]]
    assert [1, 2, 3, 4, 5] == [c["crop"] for c in told["options"] if c.get("explorer") == "e2" and "crop" in c]
    assert set(TERRAINS) == {c["take"] for c in told["options"] if c["verb"] == "exchange"}


def test_nothing_is_taken_after_the_end(ana, ben):
    table = Table(ana, ben, stall_guard=1)
    for seat in (0, 1):
        table.go(seat, {"verb": "send", "explorer": "e1"}, to("move", "E3" if seat else "A1"))
        table.go(seat, {"verb": "end_turn"})
    head = ana.get(f"/games/{table.game}").json
    assert "finished" == head["status"]
    for seat in (0, 1):
        for choice in (divine("e1", 6), {"verb": "end_turn"}, {"verb": "final_pass"}, to("explore", "Z9")):
            for path in ("moves", "preview"):
                problem(table.send(seat, choice, path=path), 409, "game_over")
    assert head["version"] == ben.get(f"/games/{table.game}").json["version"]
