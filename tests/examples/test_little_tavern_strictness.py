"""The harness of Little Tavern notices: whatever a case asserts, another value fails, and so does a strange word."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.examples import little_tavern_harness as harness
from tests.examples.loading import HERE

DOCUMENT = yaml.safe_load((HERE / "little_tavern.yaml").read_text(encoding="utf-8"))
CASES = dict(harness.cases(DOCUMENT))


def others(value: Any) -> Iterator[Any]:
    """Yield values unlike the given one: each with one thing changed, added or left out."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, int):
        yield value + 1
    elif isinstance(value, str):
        yield f"{value}_too"
    elif isinstance(value, dict):
        for key, item in value.items():
            for other in others(item):
                yield {**value, key: other}
    elif isinstance(value, list):
        yield [*value, "dan_too"]
        if value:
            yield value[:-1]


def asserted() -> Iterator[Any]:
    """Yield every case with one asserted value exchanged."""
    for name, case in CASES.items():
        for n, then in enumerate(others(case["then"])):
            yield pytest.param({**case, "then": then}, id=f"{name}-{n}")


LOOSE = ("visible_to", "views_equal", "public_contains", "public_must_not_contain")
"""Assertions about each item of a list, of which a shorter list asserts less."""


@pytest.mark.parametrize("case", list(asserted()))
def test_another_value_fails(case):
    true = CASES[case["id"]]["then"]
    if any(key in LOOSE and len(case["then"][key]) < len(true[key]) for key in true):
        harness.run(case, DOCUMENT)
        return

    with pytest.raises((AssertionError, KeyError)):
        harness.run(case, DOCUMENT)


def strange(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the case with a word somewhere that no harness knows."""
    yield {**case, "unless": 1}
    yield {**case, "kind": "dance"}
    yield {**case, "then": {**case["then"], "mood": "good"}}
    yield {**case, "then": {}}
    if "given" in case:
        yield {**case, "given": {**case["given"], "weather": "rain"}}
    if case["kind"] == "play":
        for n in range(len(case["when"])):
            for change in ({"command": "sing"}, {"loudly": True}):
                twin = copy.deepcopy(case)
                twin["when"][n] |= change
                yield twin
    elif isinstance(case.get("when"), dict):
        yield {**case, "when": {**case["when"], "weather": "rain"}}


@pytest.mark.parametrize(
    "case", [pytest.param(bad, id=f"{name}-{n}") for name, case in CASES.items() for n, bad in enumerate(strange(case))]
)
def test_strange_words_fail(case):
    with pytest.raises((AssertionError, KeyError)):
        harness.run(case, DOCUMENT)


def play(when: list[dict[str, Any]], then: dict[str, Any], **given: Any) -> None:
    """Run a case in which ana acts and every table has two elves."""
    tables = {"ana": ["elf_01", "elf_02"], "ben": ["elf_03", "elf_04"], "cleo": ["elf_05", "elf_06"]}
    given = {"active": "ana", "tables": tables, **given}
    commands = [{"by": "ana", **command} for command in when]
    harness.run({"id": "X", "kind": "play", "given": given, "when": commands, "then": then}, DOCUMENT)


def resolved(event: str, choices: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the commands that draw an event and resolve it."""
    return [{"command": "draw_event"}, {"command": "resolve_event", "choices": choices}]


PICKS = {"ana": "elf_01", "ben": "elf_03", "cleo": "elf_05"}
INCOMPLETE = [
    ("ev_musical_chairs", {"first": "elf_01"}),
    ("ev_musical_chairs", {"first": "elf_01", "second": "elf_03", "third": "elf_05"}),
    ("ev_musical_chairs", {}),
    ("ev_poached_regular", {"target": "elf_03", "give_back": "elf_01"}),
    ("ev_pass_the_stools", {"picks": PICKS}),
    ("ev_pass_the_stools", {"direction": "left", "picks": {"ana": "elf_01", "ben": "elf_03"}}),
    ("ev_pass_the_stools", {"direction": "left", "picks": {**PICKS, "dan": "elf_07"}}),
    ("ev_pass_the_stools", {"direction": "up", "picks": PICKS}),
    ("ev_coach_arrives", {"seating": {"witch_01": "ana"}}),
    ("ev_coach_arrives", {"seating": {"witch_01": "ana", "witch_02": "ana", "witch_03": "ben"}}),
]


@pytest.mark.parametrize(("event", "choices"), INCOMPLETE)
def test_choices_that_say_too_little_or_too_much_are_invalid(event, choices):
    play(
        resolved(event, choices),
        {"rejected": {"step": 2, "reason": "invalid_choice"}, "phase": "awaiting_event_choices"},
        next_events=[event],
        next_characters=["witch_01", "witch_02"],
    )


def test_a_draw_that_the_case_does_not_give_fails():
    with pytest.raises(AssertionError, match="gives nothing"):
        play([{"command": "draw_character"}], {"active": "ana"})


def test_an_event_is_not_put_into_the_discard_twice():
    play(
        [],
        {"phase": "awaiting_payment", "pile_sizes": {"characters": 38, "events": 6}},
        phase="awaiting_payment",
        current_event="ev_musical_chairs",
        events_used=["ev_musical_chairs"],
    )


def test_a_card_that_is_seated_cannot_be_drawn():
    with pytest.raises(AssertionError, match="cannot be drawn"):
        play([{"command": "draw_character"}], {"active": "ana"}, next_characters=["elf_01"])


def test_a_card_in_two_places_fails():
    with pytest.raises(AssertionError, match="two places"):
        play([], {"active": "ana"}, discard=["elf_01"])


def test_events_wait_for_choices_with_characters_in_hand():
    play(
        [{"command": "resolve_event", "choices": {"keep": "witch_01", "table": "ben"}}],
        {"phase": "awaiting_payment", "discarded": ["witch_02"], "tables": {"ben": ["elf_03", "elf_04", "witch_01"]}},
        event_set="extended",
        phase="awaiting_event_choices",
        current_event="ev_pick_of_the_queue",
        in_hand=["witch_01", "witch_02"],
    )


def test_two_seats_of_one_name_are_refused():
    start = {"players": ["ana", "ana"], "event_set": "standard"}
    then = {"rejected": {"step": 1, "reason": "duplicate_player"}}

    harness.run({"id": "X", "kind": "setup", "when": {"start": start}, "then": then}, DOCUMENT)


def test_an_event_set_that_does_not_exist_is_refused():
    start = {"players": ["ana", "ben"], "event_set": "official"}
    then = {"rejected": {"step": 1, "reason": "unknown_event_set"}}

    harness.run({"id": "X", "kind": "setup", "when": {"start": start}, "then": then}, DOCUMENT)


SEEN = [
    ({"after": "sunset"}, {"views_equal": ["ana"]}, "unknown occasion"),
    ({"after": "draw_event", "by": "ana", "card": "elf_99"}, {"views_equal": ["ana"]}, "unknown card"),
    ({"after": "draw_character", "by": "ana"}, {"public_contains": ["weather"]}, "unknown thing to be seen"),
    ({"after": "draw_character", "by": "ana"}, {"public_must_not_contain": ["weather"]}, "unknown thing not to be"),
    ({"after": "draw_character", "by": "ana", "card": "elf_10"}, {"public_must_not_contain": ["elf_10"]}, "lies open"),
    ({"after": "draw_character", "by": "ana", "card": "elf_10"}, {"public_contains": ["elf_09"]}, "not lie open"),
    ({"after": "draw_character", "by": "ana"}, {"state_unchanged": True}, "nothing else"),
    ({"after": "rejected_draw_event", "by": "ana", "reason": "bad_weather"}, {"state_unchanged": True}, "unknown ref"),
    ({"after": "any_command"}, {"private_information_per_player": "a hand"}, None),
]


@pytest.mark.parametrize(("when", "then", "message"), SEEN)
def test_what_is_not_so_is_not_seen(when, then, message):
    with pytest.raises(AssertionError, match=message):
        harness.run({"id": "X", "kind": "view", "when": when, "then": then}, DOCUMENT)
