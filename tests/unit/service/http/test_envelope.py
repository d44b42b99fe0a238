"""What every answer bears: ids, security headers, caching rules, CORS; and what the log says of it."""

import json
import logging
import re

import pytest

from service.http.logs import LOGGER
from service.log_lines import JsonFormatter
from tests.helpers.web import house

ORIGIN = "https://play.example.org"


@pytest.mark.parametrize("given", ["abc", "A-b_9", "x" * 64])
def test_a_good_request_id_is_kept(home, given):
    assert given == home.http.get("/healthz", headers={"Request-Id": given}).headers["Request-Id"]


@pytest.mark.parametrize("given", ["", "a b", "x" * 65, "ä", "a;b", 'a"b'])
def test_any_other_request_id_is_replaced(home, given):
    made = home.http.get("/healthz", headers={"Request-Id": given}).headers["Request-Id"]
    assert re.fullmatch("rq_[0-9a-z]{26}", made)


@pytest.mark.parametrize("path", ["/healthz", "/v1/games", "/nothing", "/docs", "/v1/rulesets", "/metrics"])
def test_every_answer_is_guarded(home, path):
    headers = home.http.get(path).headers
    assert "nosniff" == headers["X-Content-Type-Options"]
    assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
    assert "no-referrer" == headers["Referrer-Policy"]
    assert "same-origin" == headers["Cross-Origin-Resource-Policy"]
    assert "Authorization" in headers["Vary"]
    assert "Set-Cookie" not in headers
    assert not [name for name, _ in headers if name.startswith("Access-Control")]


def test_answers_are_private_and_asked_for_again(ana, game):
    for path in ("/players/me", f"/games/{game}", "/games"):
        assert "private, no-cache" == ana.get(path).headers["Cache-Control"]
    for path, body in (
        ("/players/me/token", None),
        ("/games", {"ruleset": "parlour", "seats": [{"player": "me"}] * 2}),
    ):
        answer = ana.post(path, body)
        assert "private, no-store" == answer.headers["Cache-Control"]
        ana.token = answer.json.get("token", ana.token)
    assert "no-store" in ana.get(f"/games/{game}/events", Accept="application/x-ndjson").headers["Cache-Control"]


def test_an_allowed_origin_may_read_and_ask():
    http = house(cors_origins=(ORIGIN,)).http
    answer = http.get("/v1/rulesets", headers={"Origin": ORIGIN})
    assert ORIGIN == answer.headers["Access-Control-Allow-Origin"]
    assert "Access-Control-Allow-Credentials" not in answer.headers
    assert "Origin" in answer.headers["Vary"]
    exposed = answer.headers["Access-Control-Expose-Headers"]
    for name in ("ETag", "Request-Id", "Idempotent-Replayed", "Retry-After"):
        assert name in exposed
    asked = {"Origin": ORIGIN, "Access-Control-Request-Method": "PUT"}
    preflight = http.options(f"/v1/games/gm_{'0' * 26}/entropy", headers=asked)
    assert 200 == preflight.status_code
    assert "PUT" in preflight.headers["Access-Control-Allow-Methods"]
    assert "Authorization" in preflight.headers["Access-Control-Allow-Headers"]
    assert ORIGIN == http.get("/v1/games", headers={"Origin": ORIGIN}).headers["Access-Control-Allow-Origin"]


def test_another_origin_may_not():
    http = house(cors_origins=(ORIGIN,)).http
    for origin in ("https://evil.example.org", "null", ""):
        assert "Access-Control-Allow-Origin" not in http.get("/v1/rulesets", headers={"Origin": origin}).headers


def test_any_origin_may_if_the_installation_says_so():
    answer = house(cors_origins=("*",)).http.get("/v1/rulesets", headers={"Origin": "https://a.example"})
    assert "*" == answer.headers["Access-Control-Allow-Origin"]


@pytest.fixture
def lines():
    """The lines that the web server logs meanwhile."""
    written = []

    class Keep(logging.Handler):
        def emit(self, record):
            written.append(JsonFormatter().format(record))

    handler = Keep()
    logging.getLogger(LOGGER).addHandler(handler)
    yield written
    logging.getLogger(LOGGER).removeHandler(handler)


def test_a_request_is_one_line_of_ids_and_codes(ana, game, lines):
    ana.get(f"/games/{game}?seat=0", Request_Id="mine")
    (line,) = [json.loads(text) for text in lines]
    assert 0 <= line.pop("ms") < 10_000
    assert line.pop("at").endswith("Z")
    assert {
        "level": "info",
        "event": "request",
        "route": "/v1/games/<id:game_id>",
        "method": "GET",
        "status": 200,
        "request_id": "mine",
        "game": game,
    } == line


def test_a_refusal_is_logged_by_its_code(ana, lines):
    ana.get("/games/gm_" + "0" * 26)
    assert "not_found" == json.loads(lines[0])["code"]


def test_a_line_bears_nothing_that_was_sent(home, ana, game, lines):
    ana.ask("PATCH", "/players/me", {"name": "Secret Name"})
    ana.post(f"/games/{game}/moves", ana.command(game), Idempotency_Key="secret-key")
    ana.post(f"/games/{game}/moves", {"version": "secret-version"})
    ana.get("/games?cursor=secret-cursor")
    home.http.get("/secret-path", headers={"Request-Id": "secret id", "Authorization": "Bearer secret-token"})
    text = "\n".join(lines)
    assert 6 == len(lines)
    assert "secret" not in text.lower()
    assert ana.token not in text and ana.id not in text


def test_a_bug_is_logged_with_its_place_and_without_its_text(home, ana, game, lines):
    def broken(*_):
        raise RuntimeError("secret hand")

    object.__setattr__(home.service, "clock", broken)
    ana.post(f"/games/{game}/moves", ana.command(game), Request_Id="mine")
    told = [json.loads(text) for text in lines if "unforeseen" in text]
    assert [("error", "RuntimeError", "mine")] == [(line["level"], line["error"], line["request_id"]) for line in told]
    assert any("broken" in place for place in told[0]["where"])
    assert "secret" not in "".join(lines)
