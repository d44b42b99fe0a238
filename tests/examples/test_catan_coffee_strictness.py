"""The harness of Catan notices: whatever an example asserts, another value fails, and so does a strange word."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.examples import catan_coffee_harness as harness
from tests.examples.loading import HERE

DOCUMENT = yaml.safe_load((HERE / "catan_coffee.yaml").read_text(encoding="utf-8"))
CASES = dict(harness.cases(DOCUMENT))


def others(value: Any) -> Iterator[Any]:
    """Yield values unlike the given one: each with one thing changed, or one too many in a list."""
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
        yield [*value, "one_too_many"]
        for at, item in enumerate(value):
            for other in others(item):
                yield [*value[:at], other, *value[at + 1 :]]


@pytest.mark.parametrize("name", CASES)
def test_another_value_fails(name):
    case = CASES[name]
    for then in others(case["then"]):
        with pytest.raises((AssertionError, KeyError, ValueError, TypeError)):
            harness.run({**case, "then": then}, DOCUMENT)


def strange(case: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield the case with a word somewhere that no harness knows."""
    yield {**case, "unless": 1}
    yield {**case, "given": {**case.get("given", {}), "weather": 1}}
    for part in ("state", "query"):
        yield {**case, "then": {**case["then"], part: {**case["then"].get(part, {}), "weather": 1}}}
    for command in case.get("when", [])[:1]:
        yield {**case, "when": [{**command, "args": {**command.get("args", {}), "weather": 1}}]}
        yield {**case, "when": [{**command, "command": "Dance"}]}


@pytest.mark.parametrize("name", CASES)
def test_a_strange_word_fails(name):
    for case in strange(CASES[name]):
        with pytest.raises(AssertionError):
            harness.run(case, DOCUMENT)


def test_chance_that_is_not_asked_for_or_cannot_be_fails():
    robbing = CASES["R-04"]["when"]
    for chance in ({"dice": [1, 2]}, {"card": "wool"}):
        wrong = {**CASES["R-04"], "when": [robbing[0], {**robbing[1], "chance": chance}]}
        with pytest.raises((AssertionError, KeyError)):
            harness.run(wrong, DOCUMENT)
    with pytest.raises(AssertionError, match="not asked"):
        harness.run({**CASES["T-17"], "when": [{**CASES["T-17"]["when"][0], "chance": {"card": "ore"}}]}, DOCUMENT)
