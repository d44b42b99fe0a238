"""Schemas of choices from verb tables: marshmallow, JSON Schema and the rules' own reader agree."""

import jsonschema
import pytest
from marshmallow import ValidationError

from domain.core.choices import document_schema, flag, from_named, many, number, seat, text, word
from domain.core.errors import MalformedChoice
from service.http.choices import choice_schema, components


class Sample:
    """The tables of a game, without rules."""

    name = "sample_game"
    options = {"rounds": number(1, 9, default=3), "solo": flag(default=False)}
    facts = {"card_drawn": {"seat": seat(), "card": word()}}
    verbs = {
        "pass": {},
        "place": {"table": number(0, 5), "note": text(3, optional=True)},
        "give": {"to": seat(), "goods": many(word("wood", "ore"), 2), "kind": word(optional=True), "all": flag()},
    }
    guide = {"verbs": {"pass": "Do nothing.", "place": "Put something on a table.", "give": "Give something away."}}


DOCUMENTS = [
    {"verb": "pass"},
    {"verb": "pass", "table": 1},
    {"verb": "pass", "table": None},
    {"verb": "place", "table": 2},
    {"verb": "place", "table": 2, "note": None},
    {"verb": "place", "table": 2, "note": "abc"},
    {"verb": "place", "table": 2, "note": "abcd"},
    {"verb": "place", "table": 6},
    {"verb": "place", "table": True},
    {"verb": "place", "table": "2"},
    {"verb": "place", "table": None},
    {"verb": "place"},
    {"verb": "place", "table": 2, "tabel": 2},
    {"verb": "give", "to": 1, "goods": ["wood", "ore"], "kind": "a_1", "all": False},
    {"verb": "give", "to": 1, "goods": [], "all": True},
    {"verb": "give", "to": 1, "goods": ["wood", "ore", "ore"], "all": True},
    {"verb": "give", "to": 1, "goods": ["gold"], "all": True},
    {"verb": "give", "to": 1, "goods": "wood", "all": True},
    {"verb": "give", "to": 1, "goods": [], "kind": "A", "all": True},
    {"verb": "give", "to": 1, "goods": [], "all": 1},
    {"verb": "steal"},
    {"verb": ""},
]


def rules_take(document) -> bool:
    try:
        from_named(Sample.verbs, document)
    except MalformedChoice:
        return False
    return True


@pytest.mark.parametrize("document", DOCUMENTS, ids=str)
def test_the_generated_schema_takes_what_the_rules_take(document):
    try:
        choice_schema(Sample)().load(document)
        taken = True
    except ValidationError:
        taken = False
    assert rules_take(document) == taken


@pytest.mark.parametrize("document", [d for d in DOCUMENTS if d["verb"] in Sample.verbs], ids=str)
def test_the_documented_schema_takes_what_the_rules_take(document):
    schema = document_schema(Sample.verbs[document["verb"]])
    given = {name: value for name, value in document.items() if name != "verb"}
    assert rules_take(document) == jsonschema.Draft202012Validator(schema).is_valid(given)


def test_components_are_named_by_game_and_verb():
    names = set(components({"sample_game": Sample}))
    assert {
        "SampleGamePassChoice",
        "SampleGamePlaceChoice",
        "SampleGameGiveChoice",
        "SampleGameChoice",
        "SampleGameCardDrawnFact",
        "SampleGameOptions",
        "Choice",
        "Options",
        "Fact",
    } == names
