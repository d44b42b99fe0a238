"""What a choice may show its seat: exactly where worlds that it cannot tell apart would look different afterwards."""

from typing import Any, NamedTuple

import pytest

from domain.catan_coffee.disclosure import may_have_won
from domain.catan_coffee.game import GAME
from domain.catan_coffee.hidden import determinize
from domain.catan_coffee.state import State
from domain.core.agenda import apply, find
from domain.core.choices import Choice
from domain.core.plain import canonical
from tests.helpers.walk import SeededRng
from tests.unit.domain.catan_coffee.scene import go, hand, scene

WORLDS = 30
RICH = {0: hand(brick=2, lumber=3, wool=3, grain=3, ore=3)}
SECRETS = {1: [["knight", 3]], 2: [["knight", 3]]}
"""Cards of the others, which in some worlds are points."""

COAST = {0: {"settlements": ["2,-3,S"]}}
LAST_BUT_FOUR = {"V3": 0, "V4": 0, "V5": 0, "V6": 0}
"""Four villages have coffee left; with one less the game ends."""

BY_SHIP = {"players": 3, "hands": RICH, "dev": SECRETS, "pieces": COAST, "coffee": {1: 4, 2: 4}}
GAP = {
    "settlements": ["1,-3,S"],
    "ships": ["1,-3,SE", "1,-2,NE", "2,-3,SE", "2,-2,NE", "2,-2,E", "2,-2,SE", "1,-1,NE"],
}
"""A line to V11, cut by a settlement on 2,-3,S; one on 3,-3,S joins it again."""

BY_TOWN = {**BY_SHIP, "contacts": {0: []}, "pieces": {0: GAP, 1: {"settlements": ["2,-3,S"]}}}
ROADS = {
    0: {"roads": ["1,-1,NE"]},
    1: {"settlements": ["0,-1,N"], "roads": ["0,-1,NE", "1,-2,SE", "1,-2,E", "1,-2,NE", "0,-2,SE"]},
    2: {
        "settlements": ["2,0,S"],
        "cities": ["-2,0,N", "0,2,S", "-2,2,S"],
        "roads": ["0,2,NE", "0,2,E", "0,2,SE", "-1,3,NE", "-1,2,E"],
    },
}
"""Seat 0 may cut the road of seat 1, which hands two points to seat 2, who has seven."""

BY_ROAD = {
    "players": 3, "layout": "base_beginner", "longest_road": 1, "hands": RICH, "dev": SECRETS, "pieces": ROADS,
}  # fmt: skip
AT_ONCE, OWN_TURN = {"win": "at_once"}, {"win": "own_turn"}
TRADERS = {
    "players": 3,
    "hands": {0: hand(wool=2, lumber=2, brick=1), 1: hand(ore=2, grain=1), 2: hand(ore=1, grain=3)},
}


class Case(NamedTuple):
    """A choice on a position: what is given, what seats did before, what seat 0 is about to do."""

    given: dict[str, Any]
    choice: Choice
    before: tuple[tuple[int, Choice], ...] = ()


def offer(seat: int, give: str, *want: str) -> tuple[int, Choice]:
    return seat, ("offer", (give,), want, None)


SHIP, CITY, SAIL = ("build_ship", "1,-2,E"), ("build_city", "2,-3,S"), ("sail", "1,-2,E")
FREE_SHIP, FREE_ROAD = ("place_route", "1,-2,E", "ship"), ("place_route", "2,-3,SE", "road")
FREE_ROUTES = {**BY_SHIP, "dev": {**SECRETS, 0: [["road_building", 3]]}}
MOVABLE = {**BY_SHIP, "pieces": {0: {"settlements": ["2,-3,S"], "ships": ["1,-2,NE"]}}}
LAST = {**LAST_BUT_FOUR, "V11": 1}
TWO_DEALS = (offer(0, "wool", "ore", "ore"), offer(0, "lumber", "ore"), (1, ("accept", 1)), (1, ("accept", 2)))

TELLING = {
    "the last ship to the villages": Case({**BY_SHIP, "villages": LAST}, SHIP),
    "the last ship to the villages, moved": Case({**MOVABLE, "villages": LAST}, SAIL, ((0, ("move_ship", "1,-2,NE")),)),
    "the last ship to the villages, free": Case(
        {**FREE_ROUTES, "villages": LAST}, FREE_SHIP, ((0, ("road_building",)),)
    ),
    "a settlement that joins the last line": Case({**BY_TOWN, "villages": LAST}, ("build_settlement", "3,-3,S")),
    "a road cut for somebody who may win": Case({**BY_ROAD, "options": AT_ONCE}, ("build_settlement", "1,-1,N")),
    "the end of a turn before somebody who may win": Case(
        {**BY_SHIP, "options": OWN_TURN, "coffee": {1: 26}}, ("end_turn",)
    ),
    "a deal with somebody who has accepted another one": Case(TRADERS, ("confirm", 1, 1), TWO_DEALS),
    "a deal with somebody who proposes another one": Case(
        TRADERS, ("accept", 1), (offer(1, "ore", "wool"), offer(1, "ore", "lumber"))
    ),
    "a monopoly": Case({**TRADERS, "dev": {0: [["monopoly", 3]]}}, ("monopoly", "ore")),
}
SILENT = {
    "a ship": Case(BY_SHIP, SHIP),
    "a ship to one village of many": Case({**BY_SHIP, "villages": {"V11": 1}}, SHIP),
    "a ship to a village that keeps something": Case({**BY_SHIP, "villages": {**LAST_BUT_FOUR, "V11": 2}}, SHIP),
    "a ship once the last coffee is known to be out of reach": Case(
        {**BY_SHIP, "villages": LAST, "contacts": {0: ["V11"]}}, SHIP
    ),
    "a ship that goes elsewhere": Case(MOVABLE, SAIL, ((0, ("move_ship", "1,-2,NE")),)),
    "a ship that is taken up": Case({**MOVABLE, "villages": LAST}, ("move_ship", "1,-2,NE")),
    "a free ship": Case(FREE_ROUTES, FREE_SHIP, ((0, ("road_building",)),)),
    "a free road": Case({**FREE_ROUTES, "villages": LAST}, FREE_ROAD, ((0, ("road_building",)),)),
    "a settlement": Case(BY_TOWN, ("build_settlement", "3,-3,S")),
    "a city": Case({**BY_SHIP, "villages": LAST}, CITY),
    "a city that wins": Case({**BY_SHIP, "coffee": {0: 26}}, CITY),
    "a road cut for nobody": Case(
        {**BY_ROAD, "options": AT_ONCE, "pieces": {**ROADS, 2: {}}}, ("build_settlement", "1,-1,N")
    ),
    "a road cut for somebody without cards": Case(
        {**BY_ROAD, "options": AT_ONCE, "dev": {1: SECRETS[1]}}, ("build_settlement", "1,-1,N")
    ),
    "a road cut where only the active seat wins": Case(BY_ROAD, ("build_settlement", "1,-1,N")),
    "a settlement that cuts nothing": Case(
        {**BY_ROAD, "options": AT_ONCE, "pieces": {**ROADS, 0: {"roads": ["-1,1,NE"]}}}, ("build_settlement", "-1,1,N")
    ),
    "a road": Case({**BY_ROAD, "options": AT_ONCE}, ("build_road", "1,-1,E")),
    "the end of a turn": Case(BY_SHIP, ("end_turn",)),
    "the end of a turn where anybody would have won": Case({**BY_SHIP, "coffee": {1: 26}}, ("end_turn",)),
    "the end of a turn before somebody far away": Case(
        {**BY_SHIP, "options": OWN_TURN, "coffee": {1: 24, 2: 26}}, ("end_turn",)
    ),
    "a deal": Case(TRADERS, ("confirm", 1, 1), (offer(0, "wool", "ore"), (1, ("accept", 1)))),
    "a deal beside one with somebody else": Case(
        TRADERS, ("confirm", 1, 1), (offer(0, "wool", "ore"), offer(0, "wool", "ore"), (1, ("accept", 1)),
                                     (2, ("accept", 2))),
    ),
    "a proposal beside one of somebody else": Case(
        TRADERS, ("accept", 1), (offer(1, "ore", "wool"), offer(2, "ore", "wool"))
    ),
    "an offer": Case(TRADERS, offer(0, "wool", "ore")[1]),
    "a knight": Case({**BY_SHIP, "dev": {**SECRETS, 0: [["knight", 3]]}}, ("knight",)),
    "a knight for the army, which wins": Case(
        {**BY_SHIP, "dev": {**SECRETS, 0: [["knight", 3]]}, "knights": {0: 2}, "coffee": {0: 24}}, ("knight",)
    ),
    "two cards of the bank": Case({**BY_SHIP, "dev": {0: [["year_of_plenty", 3]]}}, ("year_of_plenty", "ore", "ore")),
}  # fmt: skip
EVERY = {**TELLING, **SILENT}


def position(case: Case) -> State:
    """Return the position of a case, seat 0 asked for its choice."""
    state = scene(**case.given)
    for seat, choice in case.before:
        state = go(state, choice, seat=seat)
    return state


def told(state: State, choice: Choice) -> bool:
    """Say whether the choice of seat 0 may tell something."""
    decision = find(GAME, state, 0, choice)
    assert decision is not None
    return GAME.steps[decision.kind].tells(state, 0, *decision.args, choice=choice)


def sights(state: State, choice: Choice) -> set[bytes]:
    """Return what seat 0 may see after its choice, in worlds that look alike to it before."""
    worlds = [determinize(state, 0, SeededRng(n)) for n in range(WORLDS)]
    assert 1 == len({canonical(GAME.view(world, (0,))) for world in worlds})
    return {canonical(GAME.view(apply(GAME, world, 0, choice), (0,))) for world in worlds}


@pytest.mark.parametrize("name", EVERY)
def test_a_choice_tells_exactly_where_worlds_look_different_afterwards(name):
    state = position(EVERY[name])
    choice = EVERY[name].choice

    assert (name in TELLING) == told(state, choice)
    assert (name in TELLING) == (len(sights(state, choice)) > 1)


@pytest.mark.parametrize("name", EVERY)
def test_whether_a_choice_tells_is_the_same_in_every_world(name):
    state = position(EVERY[name])

    for n in range(5):
        assert (name in TELLING) == told(determinize(state, 0, SeededRng(n)), EVERY[name].choice)


def test_every_verb_that_discloses_is_seen_to_tell_and_but_for_monopoly_not_to():
    declared = {verb for step in GAME.steps.values() for verb in step.discloses}

    assert declared == {case.choice[0] for case in TELLING.values()}
    assert declared - {"monopoly"} <= {case.choice[0] for case in SILENT.values()}


@pytest.mark.parametrize(("cards", "more", "expected"), [(0, 0, False), (0, 2, True), (1, 0, False), (2, 0, True)])
def test_every_hidden_card_counts_as_a_point(cards, more, expected):
    state = scene(coffee={1: 24}, dev={1: [["knight", 3]] * cards})

    assert expected == may_have_won(state, 1, more)
