"""Rulesets describe a game completely: no client needs code for it."""

from __future__ import annotations

import pytest

from service.usecases import rulesets
from service.usecases.errors import NotFound
from tests.helpers.parlour import GAME
from tests.helpers.services import memory_service


def test_every_game_is_listed_with_its_seats_options_and_bots():
    service = memory_service()

    listed = rulesets.list_rulesets(service).body["rulesets"]

    assert list(service.games) == [entry["name"] for entry in listed]
    parlour = listed[-1]
    assert ([2, 3, 4], 1, ["en"]) == (parlour["seats"], parlour["revision"], parlour["languages"])
    assert 4 == parlour["options"]["rounds"]["default"]
    assert ["random", "greedy", "search"] == [bot["name"] for bot in parlour["bots"]]


def test_a_ruleset_has_a_closed_schema_for_every_verb_and_fact():
    described = rulesets.ruleset(memory_service(), "parlour").body

    assert set(GAME.verbs) == set(described["verbs"])
    assert set(GAME.facts) == set(described["facts"])
    offer = described["verbs"]["offer"]
    assert ["verb", "to", "tokens"] == offer["required"] == list(offer["properties"]) == ["verb", *offer["x-order"]]
    assert "offer" == offer["properties"]["verb"]["const"]
    assert offer["additionalProperties"] is False
    assert dict(GAME.material) == described["material"]


def test_an_unknown_ruleset_is_not_found():
    with pytest.raises(NotFound):
        rulesets.ruleset(memory_service(), "chess")
