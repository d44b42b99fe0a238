"""Clients that wait do not starve those who move; beyond capacity only they are refused; they hold up no stop."""

from __future__ import annotations

import contextlib
import json
import signal
import socket
import time
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from tests.bench import plans
from tests.bench.load import measure, request
from tests.helpers.served import Served, web_and_workers
from tests.helpers.servers import wait_until
from tests.helpers.walk import SeededRng

GENEROUS = {"RATE_MOVES": "1000000/minute", "RATE_REQUESTS": "1000000/minute", "RATE_GAMES": "1000000/minute"}
MOVERS = 4
ROUNDS = 3
GAMES_A_BLOCK = 6
STREAM = {"Accept": "text/event-stream"}


@dataclass
class Table:
    """A quiet game of one player, at which clients wait."""

    service: Served
    token: str = ""
    path: str = ""
    version: int = 0
    open: list[socket.socket] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.token = plans.player(self.service)
        game, self.version = plans.new_game(self.service, self.token, "little_tavern", 2, bytes(range(32)))
        self.path = f"/v1/games/{game}"

    @property
    def port(self) -> int:
        return int(self.service.url.rpartition(":")[2])

    def ask(self, form: str) -> socket.socket:
        """Begin to wait, as a `stream` or with a long `poll`; return the connection, on which nothing was read yet."""
        headers = STREAM if form == "stream" else {}
        after = f"?after={self.version}" + ("" if form == "stream" else "&wait=25000")
        channel = socket.create_connection(("127.0.0.1", self.port), 20)
        channel.sendall(request("GET", f"{self.path}/events{after}", self.token, **headers))
        self.open.append(channel)
        return channel

    def waits(self) -> int:
        """How many waits the service counts."""
        with urllib.request.urlopen(self.service.url + "/metrics", timeout=20) as answer:
            lines = answer.read().decode().splitlines()
        return sum(int(float(line.split()[1])) for line in lines if line.startswith("kancha_http_waits"))

    def move(self) -> int:
        """Make a move at this table, which answers the long polls; return the status."""
        status, asked = self.service.ask("GET", f"{self.path}/moves", token=self.token)
        assert status == 200
        decision = asked["decisions"][0]
        body = {"version": asked["version"], "seat": decision["seat"], "choices": [decision["choices"][0]]}
        status, moved = self.service.ask("POST", f"{self.path}/moves", body, self.token)
        self.version = moved.get("version", self.version)
        return status

    def release(self) -> None:
        """Let everybody go, and wait until their places are free."""
        for channel in self.open:
            channel.close()
        self.open.clear()
        self.move()
        wait_until(lambda: self.waits() == 0, 20, "the end of all waits")

    @contextlib.contextmanager
    def waited_at(self, number: int) -> Iterator[None]:
        """Let so many clients wait, half of them with streams."""
        for n in range(number):
            self.ask("stream" if n % 2 else "poll")
        wait_until(lambda: self.waits() == number, 20, "the beginning of all waits")
        yield
        assert number == self.waits(), "somebody did not wait to the end"
        self.release()


def answer(channel: socket.socket) -> tuple[int, dict[str, str], Any]:
    """Read an answer of known length: status, headers, document."""
    with channel.makefile("rb") as stream:
        status = int(stream.readline().split()[1])
        headers: dict[str, str] = {}
        while line := stream.readline().decode().strip():
            name, _, text = line.partition(":")
            headers[name.lower()] = text.strip()
        return status, headers, json.loads(stream.read(int(headers["content-length"])))


def latencies(table: Table, rng: SeededRng) -> list[int]:
    """Make moves in games of their own; return how long each took, in microseconds."""
    block = plans.tracks(table.service, [table.token], GAMES_A_BLOCK, "little_tavern", rng)
    figures = measure(table.port, MOVERS, block)
    assert {"201"} == figures.statuses.keys()
    return figures.latencies


def p99(found: list[int]) -> int:
    return sorted(found)[int(len(found) * 0.99)]


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    settings = {**GENEROUS, "TEST_SEEDS": "1", "WEB_WORKERS": "2", "HEARTBEAT": "1"}
    with web_and_workers(tmp_path_factory.mktemp("waiting"), workers=0, **settings) as running:
        yield running


def test_sixty_four_waiting_clients_do_not_slow_moves_down(service):
    """In turns without and with them, so that whatever else the machine does meets both; once more if it was noise."""
    table, rng = Table(service), SeededRng("waiting")
    ratios = []
    for _ in range(2):
        alone: list[int] = []
        beside: list[int] = []
        for _ in range(ROUNDS):
            alone += latencies(table, rng)
            with table.waited_at(64):
                beside += latencies(table, rng)
        ratios.append(p99(beside) / p99(alone))
        if ratios[-1] <= 2:
            return
    raise AssertionError(f"the p99 of moves beside waiting clients is {ratios} times that without them")


def test_beyond_capacity_only_waits_are_refused(tmp_path):
    settings = {**GENEROUS, "TEST_SEEDS": "1", "WEB_WORKERS": "1", "MAX_WAITS": "2", "HEARTBEAT": "1"}
    with web_and_workers(tmp_path / "full", workers=0, **settings) as service:
        table = Table(service)
        table.ask("stream")
        table.ask("poll")
        wait_until(lambda: table.waits() == 2, what="two waits")

        for form in ("stream", "poll"):
            status, headers, problem = answer(table.ask(form))
            assert (503, "too_many_waits") == (status, problem["code"])
            assert 1 <= int(headers["retry-after"]) <= 60
        for path in ("", "/moves", "/events?after=0"):
            assert 200 == service.ask("GET", table.path + path, token=table.token)[0]
        assert 201 == table.move()

        table.release()
        table.ask("stream")
        table.ask("poll")
        wait_until(lambda: table.waits() == 2, what="room for others")


def test_open_streams_do_not_hold_up_a_stop(tmp_path):
    settings = {**GENEROUS, "TEST_SEEDS": "1", "WEB_WORKERS": "2"}
    with web_and_workers(tmp_path / "stop", workers=0, **settings) as service:
        table = Table(service)
        streams = [table.ask("stream") for _ in range(8)]
        polls = [table.ask("poll") for _ in range(8)]
        wait_until(lambda: table.waits() == 16, what="the beginning of all waits")

        began = time.monotonic()
        service.process.send_signal(signal.SIGTERM)
        service.process.wait(20)

        assert time.monotonic() - began < 6
        for poll in polls:
            status, _, body = answer(poll)
            assert (200, [], table.version) == (status, body["events"], body["version"])
        for stream in streams:
            with stream.makefile("rb") as whole:
                text = whole.read()
            assert b"event: hello" in text
            assert text.endswith(b"0\r\n\r\n"), "a stream was cut off instead of ended"
