"""Every game says in words all that its tables hold, and no more: what is not described does not exist for a client."""

import json
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import pytest

from domain import GAMES
from domain.core.agenda import CHANCE, Step, answer, decisions, options, settle
from domain.core.game import ALL
from domain.core.plain import canonical
from service.http import openapi
from service.http.choices import camel
from service.usecases import rulesets
from tests.helpers.parlour import GAME as PARLOUR
from tests.helpers.services import memory_service
from tests.helpers.walk import SeededRng, answers, tables

EVERY = {**GAMES, PARLOUR.name: PARLOUR}
PARTS = {"goal", "verbs", "kinds", "view", "draws", "facts"}
OF_A_DRAW = {"outcomes", "weights", "order"}
SAMPLES = 60
"""Positions of a game whose views are looked at."""


@dataclass
class Walked:
    """What was seen in random games: views of all eyes, and the lists of outcomes by kind of draw."""

    views: list[dict[str, Any]] = field(default_factory=list)
    draws: list[tuple[str, list[Any]]] = field(default_factory=list)


@lru_cache(maxsize=1)
def schemas() -> dict[str, Any]:
    """Return the components of the API description."""
    found: dict[str, Any] = openapi.document(EVERY)["components"]["schemas"]
    return found


@lru_cache
def walked(name: str) -> Walked:
    """Play a random game of the smallest table and one of the largest, choice by choice."""
    game, seen = EVERY[name], Walked()
    for seats, chosen in (tables(game)[0], tables(game)[-1]):
        rng, positions = SeededRng(f"guide {name}"), []
        state = game.setup(seats, chosen, game.seal(seats, chosen, rng))
        settle(game, state)
        while not state.over:
            positions.append(state.copy())
            asked = [decision for decision in decisions(game, state) if answers(game, state, decision)]
            decision = asked[0] if asked[0].seat == CHANCE else rng.one_of(asked)
            if decision.seat == CHANCE:
                seen.draws.append((decision.kind, options(game, state, decision)))
            answer(game, state, decision, rng.one_of(answers(game, state, decision)))
        for position in [*positions[:: max(1, len(positions) // SAMPLES)], state]:
            eyes = [(), *((seat,) for seat in range(seats)), ALL]
            seen.views += [game.view(position, viewer) for viewer in eyes]
    return seen


def draws(game: Any) -> set[str]:
    """Return the kinds of a game's random numbers: those that ask chance, and `seal` where anything is sealed."""
    kinds = {kind for kind, step in game.steps.items() if type(step).weights is not Step.weights}
    sealed = [game.seal(seats, chosen, SeededRng("seal")) for seats, chosen in tables(game)]
    return kinds | ({"seal"} if any(secret is not None for secret in sealed) else set())


def texts(value: Any) -> list[Any]:
    """Return every text of a guide, at whatever depth, but the names in an order."""
    if isinstance(value, dict):
        return [text for key, inner in value.items() if key != "order" for text in texts(inner)]
    return [value]


def occurs(value: Any, path: list[str]) -> bool:
    """Say whether a view has such an inner member; lists are looked into."""
    if not path:
        return True
    if isinstance(value, list):
        return any(occurs(item, path) for item in value)
    return isinstance(value, dict) and path[0] in value and occurs(value[path[0]], path[1:])


@pytest.mark.parametrize("name", EVERY)
class TestGuide:
    def test_it_has_its_six_parts_in_whole_sentences(self, name):
        guide = EVERY[name].guide

        assert PARTS == set(guide)
        assert len(guide["goal"]) > 150
        for text in texts(guide):
            assert isinstance(text, str) and text == text.strip(), text
            assert len(text) > 5 and text[-1] in ".?" and not text[0].islower(), text

    def test_it_tells_every_verb_fact_and_kind_and_no_other(self, name):
        game = EVERY[name]

        assert set(game.verbs) == set(game.guide["verbs"])
        assert set(game.facts) == set(game.guide["facts"])
        assert {kind for kind, step in game.steps.items() if step.asks} == set(game.guide["kinds"])

    def test_arguments_that_may_be_left_out_come_last(self, name):
        for fields in EVERY[name].verbs.values():
            optional = [field.optional for field in fields.values()]
            assert sorted(optional) == optional, "the log format says so"

    def test_it_tells_every_member_of_a_view_and_no_other(self, name):
        told = EVERY[name].guide["view"]

        seen = {member for view in walked(name).views for member in view}
        assert {member for member in told if "." not in member} == seen

    def test_inner_members_that_it_tells_occur(self, name):
        left = {member for member in EVERY[name].guide["view"] if "." in member}

        for view in walked(name).views:
            left -= {member for member in left if occurs(view, member.split("."))}
        assert not left

    def test_it_tells_how_each_kind_of_number_is_used(self, name):
        game = EVERY[name]

        assert {kind for kind, _ in walked(name).draws} <= draws(game) == set(game.guide["draws"])
        for kind, draw in game.guide["draws"].items():
            assert {"outcomes", "weights"} <= set(draw) <= OF_A_DRAW, kind

    def test_names_are_listed_in_the_order_that_it_tells(self, name):
        told = {kind: draw["order"] for kind, draw in EVERY[name].guide["draws"].items() if "order" in draw}

        for kind, listing in walked(name).draws:
            if kind in told:
                places = [told[kind].index(outcome) for _, outcome in listing]
                assert sorted(set(places)) == places, kind

    def test_clients_read_it_with_the_ruleset(self, name):
        described = rulesets.ruleset(memory_service(), name).body

        assert json.loads(canonical(EVERY[name].guide)) == json.loads(canonical(described))["guide"]

    def test_choices_are_described_by_it_in_the_api_description(self, name):
        for verb, text in EVERY[name].guide["verbs"].items():
            assert text == schemas()[f"{camel(name)}{camel(verb)}Choice"]["description"]
