"""The one table of errors: complete, as designed, documented."""

import pytest

from domain import GAMES
from domain.core import errors as refusals
from service.http.errors import BY_STATUS, TABLE
from service.http.openapi import document
from service.usecases import errors as problems

DESIGNED = {
    400: {"unparsable"},
    401: {"unauthenticated"},
    403: {"not_your_seat"},
    404: {"not_found"},
    409: {
        "stale_version",
        "history_changed",
        "not_your_decision",
        "not_started",
        "game_over",
        "seat_taken",
        "already_seated",
    },
    413: {"body_too_large"},
    415: {"unsupported_media_type"},
    422: {
        "invalid_request",
        "malformed_choice",
        "illegal_choice",
        "crosses_disclosure",
        "idempotency_mismatch",
        "seat_required",
    },
    429: {"rate_limited"},
    503: {"frozen", "log_incomplete"},
}
EVERYWHERE = {"method_not_allowed"}
"""Codes that any path may answer; the description says so at its beginning."""


def subclasses(cls: type) -> set[type]:
    return {cls, *(deeper for direct in cls.__subclasses__() for deeper in subclasses(direct))}


def test_every_problem_of_a_use_case_is_in_the_table():
    codes = {cls.code for cls in subclasses(problems.Problem)} - {problems.Problem.code}
    assert len(codes) > 15
    assert codes <= TABLE.keys()


def test_every_refusal_of_the_rules_is_in_the_table():
    codes = {cls.code for cls in subclasses(refusals.Refusal)} - {refusals.Refusal.code}
    assert len(codes) == 6
    assert codes <= TABLE.keys()


def test_the_table_has_the_statuses_of_the_design():
    for status, codes in DESIGNED.items():
        for code in codes:
            assert status == TABLE[code].status, code


def test_what_the_framework_raises_is_in_the_table():
    for status, code in BY_STATUS.items():
        assert status == TABLE[code].status


@pytest.mark.parametrize("code", TABLE)
def test_every_code_tells_people_what_to_do(code):
    kind = TABLE[code]
    assert 400 <= kind.status < 600
    assert kind.title[0].isupper() and not kind.title.endswith(".")
    assert kind.advice[0].isupper() or kind.advice.startswith("GET")
    assert kind.advice.endswith(".")


def test_one_text_says_who_is_asked_for_a_token_and_what_is_not_there():
    for problem in (problems.Unauthenticated, problems.NotFound, problems.SeedsNotAllowed):
        assert problem.sentence == TABLE[problem.code].advice


@pytest.mark.parametrize("problem", sorted(subclasses(problems.Problem), key=str), ids=lambda problem: problem.__name__)
def test_details_are_sentences(problem):
    assert problem.sentence[0].isupper()
    assert problem.sentence.endswith(".")


def test_every_member_of_a_problem_is_described():
    """What use cases and the web layer add to a problem, by name."""
    described = document(GAMES)["components"]["schemas"]["Problem"]
    members = {
        "errors",
        "rule",
        "index",
        "kind",
        "options",
        "version",
        "hash",
        "missed",
        "seats",
        "seat_counts",
        "policy",
    }
    assert members == described["properties"].keys() - set(described["required"])


def test_every_code_is_documented():
    described = document(GAMES)
    enum = described["components"]["schemas"]["Problem"]["properties"]["code"]["enum"]
    assert list(TABLE) == enum
    texts = [
        answer["description"]
        for path in described["paths"].values()
        for operation in path.values()
        if isinstance(operation, dict)
        for answer in operation["responses"].values()
    ]
    missing = {code for code in TABLE if not any(f"`{code}`" in text for text in texts)}
    assert EVERYWHERE == missing
    assert all(f"`{code}`" in described["info"]["description"] for code in EVERYWHERE)
