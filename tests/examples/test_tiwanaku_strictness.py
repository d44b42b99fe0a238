"""The harness of Tiwanaku notices: whatever a case asserts, another value fails, and so does a strange word."""

import copy
from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from tests.examples import tiwanaku_harness as harness
from tests.examples.loading import HERE
from tests.examples.test_little_tavern_strictness import others

DOCUMENTS = [
    yaml.safe_load((HERE / name).read_text(encoding="utf-8")) for name in ("tiwanaku.yaml", "tiwanaku_more.yaml")
]
CASES = [(document, case) for document in DOCUMENTS for _, case in harness.cases(document)]
QUICK = ("destinations", "known_crops", "phase", "active", "rating", "bonus", "broken_laws", "supply")
SLOW = ("generate", "solutions")
"""Queries of which an answer is found in no time, and those that take too long to be asked again and again."""


def asserted() -> Iterator[Any]:
    """Yield every case with one asserted value, answer or refusal exchanged."""
    for document, case in CASES:
        if any(step.get("query") in SLOW for step in case.get("steps", [])):
            continue
        for n, then in enumerate(others(case.get("then", {}))):
            yield pytest.param(document, {**case, "then": then}, id=f"{case['id']}-then-{n}")
        for at, step in enumerate(case.get("steps", [])):
            for n, other in enumerate(changed(step)):
                steps = [*case["steps"][:at], other, *case["steps"][at + 1 :]]
                yield pytest.param(document, {**case, "steps": steps}, id=f"{case['id']}-{at}-{n}")


def changed(step: dict[str, Any]) -> Iterator[dict[str, Any]]:
    """Yield a step with another answer, another refusal, or strange words."""
    if step.get("query") in QUICK:
        yield from ({**step, "is": other} for other in others(step["is"]))
    if "cmd" in step:
        yield {**step, "expect": "too_late"}
        yield {**step, "cmd": "sing"}
    yield {**step, "loudly": True}


@pytest.mark.parametrize(("document", "case"), list(asserted()))
def test_another_value_fails(document, case):
    with pytest.raises((AssertionError, KeyError)):
        harness.run(case, document)


STRANGE = [{"unless": 1}, {"given": {"weather": "rain"}}, {"then": {"mood": "good"}}, {"steps": [], "then": {}}]


@pytest.mark.parametrize("words", STRANGE)
def test_strange_words_fail(words):
    document, case = copy.deepcopy(CASES[6])

    with pytest.raises(AssertionError):
        harness.run({**case, **words}, document)


def run(steps: list[dict[str, Any]], then: dict[str, Any], **given: Any) -> None:
    """Run a case of one's own."""
    harness.run({"id": "X", "given": given, "steps": steps, "then": then}, DOCUMENTS[0])


def test_a_table_that_does_not_exist_fails():
    with pytest.raises(AssertionError, match="no such table"):
        run([], {"active": "P1"}, players=["P1"], options={"cooperative": True})


def test_an_option_that_does_not_exist_fails():
    with pytest.raises(AssertionError, match="no such options"):
        run([], {"active": "P1"}, options={"last_round": "endless"})


def test_a_cell_given_twice_fails():
    with pytest.raises(AssertionError, match="given twice"):
        run([], {"active": "P1"}, tiles=["A1"], crops=["A1"])
