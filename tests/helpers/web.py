"""The web application over a service in memory, and people who speak to it as clients do."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from flask import Flask
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from service.bootstrap import Service
from service.http.app import create_app
from tests.helpers.services import memory_service, seats_for


@dataclass
class Person:
    """Somebody with a token. Methods are named after those of HTTP; `path` begins after `/v1`."""

    http: FlaskClient
    id: str
    token: str
    name: str

    def ask(self, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
        """Send a request with the token; `Idempotency_Key="a"` sets a header."""
        sent = {"Authorization": f"Bearer {self.token}"}
        sent.update((name.replace("_", "-"), value) for name, value in headers.items())
        return self.http.open(f"/v1{path}", method=method, json=body, headers=sent)

    def get(self, path: str, **headers: str) -> TestResponse:
        """Read."""
        return self.ask("GET", path, **headers)

    def post(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        """Send."""
        return self.ask("POST", path, body, **headers)

    def put(self, path: str, body: Any = None, **headers: str) -> TestResponse:
        """Set."""
        return self.ask("PUT", path, body, **headers)

    def delete(self, path: str, **headers: str) -> TestResponse:
        """Take away."""
        return self.ask("DELETE", path, **headers)

    def create(self, *who: str, ruleset: str = "parlour", **more: Any) -> str:
        """Create a game with `me`, `open` or bots on its seats; return its id."""
        answer = self.post("/games", {"ruleset": ruleset, "seats": seats_for(*who), **more})
        assert 201 == answer.status_code, answer.text
        return str(answer.json["id"])

    def asked(self, game: str) -> dict[str, Any]:
        """The first decision that is asked of this person."""
        found: dict[str, Any] = self.get(f"/games/{game}/moves").json["decisions"][0]
        return found

    def command(self, game: str) -> dict[str, Any]:
        """The body of a legal move: the first choice of the first decision."""
        moves = self.get(f"/games/{game}/moves").json
        decision = moves["decisions"][0]
        return {"version": moves["version"], "seat": decision["seat"], "choices": [decision["choices"][0]]}


@dataclass
class House:
    """A service with its web application."""

    service: Service
    app: Flask = field(init=False)

    def __post_init__(self) -> None:
        self.app = create_app(self.service)
        self.service = self.app.extensions["kancha"].service

    @property
    def http(self) -> FlaskClient:
        """A client without a token."""
        return self.app.test_client()

    def person(self, name: str = "Ana") -> Person:
        """A new player."""
        answer = self.http.post("/v1/players", json={"name": name})
        assert 201 == answer.status_code, answer.text
        return Person(self.app.test_client(), answer.json["id"], answer.json["token"], name)


def house(**settings: Any) -> House:
    """A service in memory with its web application; settings that differ from the defaults are named."""
    return House(memory_service(**settings))


def problem(answer: TestResponse, status: int, code: str) -> dict[str, Any]:
    """Check that an answer is this problem, in full form, and return its body."""
    assert (status, code) == (answer.status_code, answer.json["code"]), answer.text
    body: dict[str, Any] = answer.json
    assert "application/problem+json" == answer.mimetype
    assert {"type", "title", "status", "code", "detail", "request_id"} <= body.keys()
    assert f"urn:kancha:problem:{code}" == body["type"]
    assert status == body["status"]
    assert answer.headers["Request-Id"] == body["request_id"]
    assert len(body["detail"]) > 5
    return body
