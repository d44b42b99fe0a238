"""Waiting clients of the real web server: woken across processes, bounded, and gone when it stops."""

from __future__ import annotations

import http.client
import json
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.helpers.served import Served, web_and_workers

SSE = "text/event-stream"


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with web_and_workers(tmp_path, workers=0, HEARTBEAT="2", MAX_WAITS="4", RATE_GAMES="3/minute") as running:
        yield running


class Stream:
    """An open stream, read event by event."""

    def __init__(self, served: Served, token: str, game: str, after: int) -> None:
        place = urlsplit(served.url)
        self.connection = http.client.HTTPConnection(place.hostname or "", place.port, timeout=20)
        headers = {"Authorization": f"Bearer {token}", "Accept": SSE}
        self.connection.request("GET", f"/v1/games/{game}/events?after={after}", headers=headers)
        self.answer = self.connection.getresponse()
        self.status = self.answer.status

    def next(self) -> tuple[str, Any] | None:
        """The next event, or None at the end."""
        name = ""
        while line := self.answer.readline().decode():
            if line.startswith("event: "):
                name = line[7:].strip()
            if line.startswith("data: "):
                return name, json.loads(line[6:])
        return None

    def close(self) -> None:
        self.connection.close()


def player(served: Served) -> str:
    return str(served.ask("POST", "/v1/players", {"name": "Ana"})[1]["token"])


def table(served: Served, token: str) -> str:
    body = {"ruleset": "parlour", "seats": [{"player": "me"}, {"player": "me"}]}
    status, game = served.ask("POST", "/v1/games", body, token)
    assert 201 == status, game
    return str(game["id"])


def move(served: Served, token: str, game: str) -> int:
    asked = served.ask("GET", f"/v1/games/{game}/moves", token=token)[1]
    decision = asked["decisions"][0]
    body = {"version": asked["version"], "seat": decision["seat"], "choices": [decision["choices"][0]]}
    status, made = served.ask("POST", f"/v1/games/{game}/moves", body, token)
    assert 201 == status, made
    return int(made["version"])


def test_streams_of_all_processes_hear_of_a_move_at_once(served: Served) -> None:
    token = player(served)
    game = table(served, token)
    streams = [Stream(served, token, game, 1) for _ in range(4)]
    assert ["hello"] * 4 == [(stream.next() or [""])[0] for stream in streams]
    time.sleep(0.3)
    begun = time.monotonic()
    version = move(served, token, game)
    for stream in streams:
        name, commit = stream.next() or ("", {})
        assert ("commit", version) == (name, commit["version"])
    assert time.monotonic() - begun < 1.5, "nobody waited for the next look at the head"
    for stream in streams:
        stream.close()


def test_a_poll_is_woken_by_a_move_in_another_process(served: Served) -> None:
    token = player(served)
    game = table(served, token)
    threading.Timer(0.5, move, (served, token, game)).start()
    begun = time.monotonic()
    status, found = served.ask("GET", f"/v1/games/{game}/events?after=1&wait=10000", token=token)
    assert (200, [2]) == (status, [commit["version"] for commit in found["events"]])
    assert time.monotonic() - begun < 3


def test_beyond_their_places_waits_are_refused_and_moves_go_on(served: Served) -> None:
    token = player(served)
    game = table(served, token)
    streams = [Stream(served, token, game, 1) for _ in range(14)]
    refused = [stream for stream in streams if stream.status == 503]
    assert 14 - 2 * 4 <= len(refused) < 14, "two processes with 4 places each"
    assert all(stream.answer.getheader("Retry-After") for stream in refused)
    assert "too_many_waits" == json.loads(refused[0].answer.read())["code"]
    assert 2 == move(served, token, game)
    for stream in streams:
        stream.close()


def test_a_stop_ends_streams_and_polls_soon(served: Served) -> None:
    token = player(served)
    game = table(served, token)
    stream = Stream(served, token, game, 1)
    assert "hello" == (stream.next() or [""])[0]
    polled: list[Any] = []

    def poll() -> None:
        polled.append(served.ask("GET", f"/v1/games/{game}/events?after=1&wait=20000", token=token))

    waiting = threading.Thread(target=poll)
    waiting.start()
    time.sleep(0.5)
    begun = time.monotonic()
    served.process.send_signal(signal.SIGTERM)
    while stream.next() is not None:
        pass
    waiting.join(10)
    served.process.wait(20)
    assert time.monotonic() - begun < 6
    assert [(200, [])] == [(status, found["events"]) for status, found in polled]


def test_budgets_and_metrics_are_shared_by_all_processes(served: Served) -> None:
    token = player(served)
    body = {"ruleset": "parlour", "seats": [{"player": "me"}, {"open": True}]}
    answers = [served.ask("POST", "/v1/games", body, token)[0] for _ in range(8)]
    assert [201] * 3 + [429] * 5 == answers
    for _ in range(30):
        served.ask("GET", "/healthz")
    texts = [served.ask("GET", "/metrics")[1] for _ in range(4)]
    line = 'kancha_http_requests_total{method="POST",route="/v1/games",status="429"} 5.0'
    assert all(line in text for text in texts)
