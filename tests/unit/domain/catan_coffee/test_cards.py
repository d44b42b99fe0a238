"""One test for each development card, named for it."""

import sys
from pathlib import Path

import pytest

import domain.catan_coffee
from domain.catan_coffee.deck import CARDS, Card, card, full_deck
from domain.catan_coffee.game import GAME
from domain.catan_coffee.points import hidden_points, public_points, total_points
from tests.unit.domain.catan_coffee.scene import go, hand, listed, rule, scene

TOWN = {0: {"settlements": ["2,-3,S"]}}


def test_every_card_has_a_test():
    here = sys.modules[__name__]
    assert [] == [name for name in CARDS if not hasattr(here, f"test_{name}")]


def test_no_other_module_names_a_card():
    folder = Path(domain.catan_coffee.__file__).parent
    others = {path.name: path.read_text() for path in folder.rglob("*.py") if path.name != "cards.py"}
    assert [] == [(name, path) for name in CARDS for path, text in others.items() if f'"{name}"' in text and
                  (name, path) not in ACTS_OF_THEIR_OWN]  # fmt: skip


ACTS_OF_THEIR_OWN = {("road_building", name) for name in ("__init__.py", "building.py", "guide.py", "view.py")}
"""The kind of decision in which free routes are laid bears the name of its phase in the rules."""


def test_knight():
    state = scene(
        dev={0: [["knight", 3], ["knight", 10]]}, knights={0: 2}, pieces={0: {"cities": ["2,-3,S", "0,-3,S"]}}
    )
    after = go(state, ("knight",))

    assert (3, 0, [["knight", 10]]) == (after.knights[0], after.army, after.cards[0])
    assert ("move_thief", 0) == after.agenda[-1]
    assert after.card_played and 1 == after.played["knight"]
    moved = go(after, ("move_robber", "0,3", None))
    assert "DEV_CARD_ALREADY_PLAYED" == rule(moved, ("knight",))


def test_victory_point():
    state = scene(dev={0: [["victory_point", 10]]}, pieces=TOWN)

    assert (1, 1, 2) == (hidden_points(state, 0), public_points(state, 0), total_points(state, 0))
    assert "victory_point" not in GAME.verbs
    theirs, own = (GAME.view(state, (seat,))["seats"][0] for seat in (1, 0))
    assert (None, None, 1) == (theirs["total"], theirs["development_hand"], theirs["development_cards"])
    assert (2, [{"card": "victory_point", "bought": 10}]) == (own["total"], own["development_hand"])


def test_road_building():
    state = scene(dev={0: [["road_building", 3]]}, pieces=TOWN)
    first = go(state, ("road_building",))
    second = go(first, ("place_route", "2,-3,SE", "road"))

    assert "MUST_PLACE_ONE" == rule(first, ("stop",))
    assert "WRONG_PHASE" == rule(first, ("end_turn",))
    assert [("stop",)] == listed(second, "stop")
    assert ("main", 0) == go(second, ("stop",)).agenda[-1]
    both = go(second, ("place_route", "1,-2,E", "ship"))
    assert (1, [7], ("main", 0)) == (both.coffee[0], both.contacts[0], both.agenda[-1])
    assert "NO_LEGAL_PLACEMENT" == rule(scene(dev={0: [["road_building", 3]]}), ("road_building",))


def test_year_of_plenty():
    state = scene(phase="PRE_ROLL", dev={0: [["year_of_plenty", 3]]}, bank={"ore": 1, "brick": 0})
    after = go(state, ("year_of_plenty", "wool", "ore"))

    assert [0, 0, 1, 0, 1] == after.hands[0] and [0, 19, 18, 19, 0] == after.bank
    assert 15 - 5 - 1 == len(listed(state, "year_of_plenty"))
    assert "BANK_EMPTY" == rule(state, ("year_of_plenty", "ore", "ore"))
    assert "BAD_CARDS" == rule(state, ("year_of_plenty", "ore", "wool"))
    assert "BAD_CARDS" == rule(state, ("year_of_plenty", "ore", None))
    none = dict.fromkeys(("brick", "lumber", "wool", "grain", "ore"), 0)
    last = scene(dev={0: [["year_of_plenty", 3]]}, bank=none | {"grain": 1})
    assert [("year_of_plenty", "grain", None)] == listed(last, "year_of_plenty")
    assert [0, 0, 0, 1, 0] == go(last, ("year_of_plenty", "grain", None)).hands[0]
    assert "BANK_EMPTY" == rule(scene(dev={0: [["year_of_plenty", 3]]}, bank=none), ("year_of_plenty", "ore", "ore"))


def test_monopoly():
    hands = {0: hand(ore=1), 1: hand(ore=2, wool=1), 3: hand(ore=4)}
    after = go(scene(dev={0: [["monopoly", 3]]}, hands=hands), ("monopoly", "ore"))

    assert [[0, 0, 0, 0, 7], [0, 0, 1, 0, 0], [0] * 5, [0] * 5] == after.hands
    assert all("monopoly" in GAME.steps[kind].discloses for kind in ("pre_roll", "main"))


def test_cards_are_bought_from_what_is_left():
    state = scene(hands={0: hand(wool=1, grain=1, ore=1)}, deck=["monopoly", "knight", "knight"])
    bought = go(state, ("buy_card",))
    step = GAME.steps["bought"]

    assert [("draw", "knight"), ("draw", "monopoly")] == step.options(bought, -1, 0)
    assert [2, 1] == step.weights(bought, -1, 0)
    assert (0,) == step.audience(bought, -1, 0)
    after = go(bought, ("draw", "monopoly"))
    assert [["monopoly", 10]] == after.cards[0] and 2 == sum(after.deck.values())
    assert "CARD_TOO_NEW" == rule(after, ("monopoly", "ore"))
    assert "CARD_NOT_OWNED" == rule(after, ("knight",))


def test_the_deck_and_incomplete_declarations():
    assert {"knight": 14, "victory_point": 5, "road_building": 2, "year_of_plenty": 2, "monopoly": 2} == full_deck()
    for wrong, message in (
        (Card("knight", 1, "text", "cite", points=1), "twice"),
        (Card("joker", 1, "", "cite", points=1), "incomplete"),
        (Card("joker", 1, "text", "cite"), "does nothing"),
        (Card("joker", 1, "text", "cite", lists=lambda state, seat: []), "belong together"),
    ):
        with pytest.raises(AssertionError, match=message):
            card(wrong)
    assert "joker" not in CARDS
