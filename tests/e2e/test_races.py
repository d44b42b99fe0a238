"""Many at once, through two web processes and a real store: one decision, one answer; one key, one event."""

from __future__ import annotations

import http.client
import json
import threading
from collections import Counter
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.helpers.served import Served, web_and_workers

ROUNDS = 200
TOGETHER = 20


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    generous = {"RATE_MOVES": "1000000/minute", "RATE_REQUESTS": "1000000/minute", "RATE_GAMES": "1000000/minute"}
    with web_and_workers(tmp_path_factory.mktemp("races"), workers=2, WEB_WORKERS="2", **generous) as running:
        yield running


class Client:
    """One player with a connection of its own."""

    def __init__(self, service: Served, token: str = "") -> None:
        self.connection = http.client.HTTPConnection(urlsplit(service.url).netloc, timeout=60)
        self.service = service
        self.token = token or self.ask("POST", "/v1/players", {"name": "Ana"})[1]["token"]

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any, dict[str, str]]:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        if getattr(self, "token", ""):
            headers["Authorization"] = f"Bearer {self.token}"
        if key:
            headers["Idempotency-Key"] = key
        self.connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = self.connection.getresponse()
        return answer.status, json.loads(answer.read()), dict(answer.getheaders())

    def again(self) -> Client:
        return Client(self.service, self.token)


def at_once(calls: list[Any]) -> list[Any]:
    """Make all calls at the same instant, each in a thread; return their results in order."""
    barrier, results = threading.Barrier(len(calls)), [None] * len(calls)

    def run(index: int) -> None:
        barrier.wait()
        results[index] = calls[index]()

    threads = [threading.Thread(target=run, args=(index,)) for index in range(len(calls))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(120)
    return results


def send(client: Client, path: str, body: Any, key: str = "") -> Any:
    """Return a call that sends a move."""
    return lambda: client.ask("POST", path, body, key)


def test_two_different_moves_for_one_version_one_wins(service):
    ana = Client(service)
    pair = [ana.again(), ana.again()]
    decided = 0
    while decided < ROUNDS:
        path, asked = new_table(ana, "little_tavern", 3), None
        while decided < ROUNDS and (asked := wait_for_question(ana, path)):
            decision = asked["decisions"][0]
            known = {"version": asked["version"], "seat": decision["seat"]}
            bodies = [{**known, "choices": [choice]} for choice in decision["choices"][:2]]

            answers = at_once([send(client, path, body) for client, body in zip(pair, bodies, strict=False)])

            statuses = sorted(status for status, _, _ in answers)
            assert ([201, 409] if len(bodies) == 2 else [201]) == statuses, answers
            for status, body, _ in answers:
                if status == 409:
                    assert "stale_version" == body["code"] and body["missed"]
                    decided += 1


def new_table(client: Client, ruleset: str, seats: int) -> str:
    """Start a game in which the client holds every seat; return the path of its moves."""
    body = {"ruleset": ruleset, "seats": [{"player": "me"}] * seats}
    _, game, _ = client.ask("POST", "/v1/games", body)
    return f"/v1/games/{game['id']}/moves"


def wait_for_question(client: Client, path: str) -> Any:
    """Return what the client is asked, as soon as it is asked something; None once the game is over."""
    for _ in range(500):
        _, asked, _ = client.ask("GET", path)
        if asked["decisions"]:
            return asked
        _, game, _ = client.ask("GET", path.removesuffix("/moves"))
        if game["status"] == "finished":
            return None
    raise AssertionError("nobody answers for SYSTEM")


def test_seats_that_are_asked_together_are_all_accepted(service):
    ana = Client(service)
    clients = [ana.again() for _ in range(4)]
    for _ in range(10):
        path = new_table(ana, "parlour", 4)
        _, asked, _ = ana.ask("GET", path)
        assert 4 == len(asked["decisions"])
        bodies = [
            {"version": asked["version"], "seat": decision["seat"], "choices": [decision["choices"][0]]}
            for decision in asked["decisions"]
        ]

        answers = at_once([send(client, path, body) for client, body in zip(clients, bodies, strict=True)])

        assert [201] * 4 == [status for status, _, _ in answers], answers
        assert {2, 3, 4, 5} == {body["version"] for _, body, _ in answers}


@pytest.mark.parametrize("ruleset", ["little_tavern", "parlour"])
def test_one_key_many_times_at_once_is_one_event(service, ruleset):
    ana = Client(service)
    clients = [ana.again() for _ in range(TOGETHER)]
    path = new_table(ana, ruleset, 2)
    for turn in range(5):
        asked = wait_for_question(ana, path)
        decision = asked["decisions"][0]
        body = {"version": asked["version"], "seat": decision["seat"], "choices": [decision["choices"][0]]}

        answers = at_once([send(client, path, body, f"key-{turn}") for client in clients])

        assert {201: TOGETHER} == dict(Counter(status for status, _, _ in answers))
        assert 1 == len({json.dumps(body, sort_keys=True) for _, body, _ in answers})
        replayed = [headers.get("Idempotent-Replayed") for _, _, headers in answers]
        assert Counter({"true": TOGETHER - 1, None: 1}) == Counter(replayed)
        later = ana.ask("POST", path, body, key=f"key-{turn}")
        assert answers[0][1] == later[1]
        _, log, _ = ana.ask("GET", path.replace("/moves", f"/events?after={asked['version']}&limit=1"))
        assert [asked["version"] + 1] == [commit["version"] for commit in log["events"]]
        assert later[1]["version"] == asked["version"] + 1
