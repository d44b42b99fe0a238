"""What the service answers is what its description says: whole games, at every version, good answers and bad ones."""

from __future__ import annotations

import functools
import string
from collections.abc import Callable
from typing import Any

import jsonschema
import pytest
from werkzeug.test import TestResponse

from domain import GAMES
from service.http import openapi
from service.http.choices import camel
from tests.helpers.parlour import GAME as PARLOUR
from tests.helpers.services import work
from tests.helpers.web import House, Person, house

SERVED = {**GAMES, PARLOUR.name: PARLOUR}
MOST_MOVES = 40
"""Moves made over HTTP; the rest of a game is played without it."""


@functools.cache
def described() -> dict[str, Any]:
    return openapi.document(SERVED)


@functools.cache
def validator(component: str) -> jsonschema.Draft202012Validator:
    """A validator for a component; references lead into the description."""
    schema = {"$ref": f"#/components/schemas/{component}", "components": described()["components"]}
    return jsonschema.Draft202012Validator(schema)


def check(answer: TestResponse, path: str, method: str = "get") -> Any:
    """Hold an answer against its operation; return its body."""
    responses = described()["paths"][f"/v1{path}"][method]["responses"]
    status = str(answer.status_code)
    assert status in responses, (path, method, answer.text)
    content = responses[status].get("content", {})
    if not content:
        assert b"" == answer.data
        return None
    schema = content[answer.mimetype]["schema"]
    component = schema["$ref"].rpartition("/")[2]
    validator(component).validate(answer.json)
    for name in responses[status]["headers"]:
        assert name in answer.headers or name in ("Idempotent-Replayed", "Location"), name
    return answer.json


def check_commits(commits: list[dict[str, Any]], game: str) -> None:
    """Hold every fact against the schema of its name, not of just any fact, and every choice against its verb."""
    for commit in commits:
        for fact in commit["facts"]:
            validator(f"{camel(game)}{camel(fact['fact'])}Fact").validate(fact)
            sealed = fact.get("sealed", {}).get("secret")
            if sealed:
                opened = {name: value for name, value in fact.items() if name != "sealed"} | sealed["value"]
                assert SERVED[game].facts[fact["fact"]].keys() >= opened.keys() - {"fact"}


def check_everything(person: Person, game: str, ruleset: str) -> None:
    """Look at all that can be read of a game."""
    place = f"/games/{game}"
    check(person.get(place), "/games/{game_id}")
    check(person.get(f"{place}/scores"), "/games/{game_id}/scores")
    check(person.get("/games?mine=true"), "/games")
    page: dict[str, Any] = {"version": 1, "events": []}
    after = 0
    while after < page["version"]:
        page = check(person.get(f"{place}/events?after={after}&limit=500"), "/games/{game_id}/events")
        check_commits(page["events"], ruleset)
        after = page["events"][-1]["version"]
    moves = check(person.get(f"{place}/moves"), "/games/{game_id}/moves")
    for decision in moves["decisions"]:
        for choice in decision["choices"]:
            validator(f"{camel(ruleset)}Choice").validate(choice)


def played(home: House, ruleset: str) -> tuple[Person, str]:
    """A game with one person on all seats but one, moved over HTTP for a while."""
    ana = home.person()
    seats = ["me"] * (SERVED[ruleset].seats[0] - 1) + ["random"]
    game = ana.create(*seats, ruleset=ruleset)
    for _ in range(MOST_MOVES):
        work(home.service, game)
        if not ana.get(f"/games/{game}/moves").json["decisions"]:
            break
        command = ana.command(game)
        check(ana.post(f"/games/{game}/preview", command), "/games/{game_id}/preview", "post")
        made = check(ana.post(f"/games/{game}/moves", command), "/games/{game_id}/moves", "post")
        check_commits(made["events"], ruleset)
    return ana, game


@pytest.mark.parametrize("ruleset", SERVED)
def test_a_game_is_answered_as_described_from_its_first_move_on(ruleset: str) -> None:
    home = house()
    ana, game = played(home, ruleset)
    check_everything(ana, game, ruleset)
    check_everything(home.person("Stranger"), game, ruleset)
    check(ana.get(f"/rulesets/{ruleset}"), "/rulesets/{name}")
    check(ana.get("/rulesets"), "/rulesets")


@pytest.mark.parametrize("ruleset", SERVED)
def test_a_finished_game_is_answered_as_described(ruleset: str) -> None:
    home = house()
    ana, game = played(home, ruleset)
    for _ in range(SERVED[ruleset].most_decisions):
        work(home.service, game)
        if not ana.get(f"/games/{game}/moves").json["decisions"]:
            break
        assert 201 == ana.post(f"/games/{game}/moves", ana.command(game)).status_code
    assert "finished" == ana.get(f"/games/{game}").json["status"]
    check_everything(ana, game, ruleset)
    check_everything(home.person("Stranger"), game, ruleset)


BID = {"version": 2, "choices": [{"verb": "bid", "card": "c9"}]}
REFUSED: list[tuple[str, str, Callable[[str], str], Any]] = [
    ("post", "/games", lambda game: "/games", {"ruleset": "chess", "seats": []}),
    ("post", "/games", lambda game: "/games", {"ruleset": "parlour", "seats": []}),
    ("post", "/games", lambda game: "/games", {"seat": 1}),
    ("post", "/games/{game_id}/moves", lambda game: f"/games/{game}/moves", BID),
    ("post", "/games/{game_id}/moves", lambda game: f"/games/{game}/moves", {**BID, "seat": 0}),
    ("post", "/games/{game_id}/moves", lambda game: f"/games/{game}/moves", {**BID, "seat": 1}),
    ("post", "/games/{game_id}/moves", lambda game: f"/games/{game}/moves", {**BID, "version": 1, "seat": 1}),
    ("delete", "/games/{game_id}/seats/{seat}", lambda game: f"/games/{game}/seats/7", None),
    ("get", "/games/{game_id}", lambda game: f"/games/{game}?at=99", None),
    ("get", "/games", lambda game: "/games?ruleset=chess", None),
    ("post", "/games/{game_id}/moves", lambda game: f"/games/{game}/moves", {"version": 1, "choices": [{"verb": "x"}]}),
    ("post", "/games/{game_id}/moves", lambda game: f"/games/{game}/moves", {"version": 99, "choices": []}),
    ("post", "/games/{game_id}/seats", lambda game: f"/games/{game}/seats", {"seat": 0}),
    ("put", "/games/{game_id}/seats/{seat}", lambda game: f"/games/{game}/seats/0", {"bot": "deep"}),
    ("put", "/games/{game_id}/entropy", lambda game: f"/games/{game}/entropy", {"entropy": "late"}),
    ("post", "/games/{game_id}/start", lambda game: f"/games/{game}/start", {}),
    ("get", "/games/{game_id}", lambda game: "/games/gm_" + "0" * 26, None),
    ("get", "/games/{game_id}/events", lambda game: f"/games/{game}/events?after=99", None),
    ("get", "/games", lambda game: "/games?limit=0", None),
]


@pytest.mark.parametrize(("method", "path", "place", "body"), REFUSED)
def test_a_refusal_is_answered_as_described(method: str, path: str, place: Callable[[str], str], body: Any) -> None:
    home = house()
    ana = home.person()
    game = ana.create("me", "me")
    answer = ana.ask(method.upper(), place(game), body)
    assert answer.status_code >= 400
    told = check(answer, path, method)
    assert told["code"]
    assert told.keys() <= described()["components"]["schemas"]["Problem"]["properties"].keys()
    assert told["detail"][0] in string.ascii_uppercase + "`" and told["detail"].endswith(".")
