"""Moves, polls and subscriptions over HTTP, against a server as it is run in production: two gunicorn processes.

Moves are measured in turns with the reference (`tests.bench.reference`), a server of the same stack that only
appends. Figures of one round meet the same machine; the ratio is the median of the rounds' ratios.
"""

from __future__ import annotations

import selectors
import socket
import statistics
import time
from dataclasses import dataclass, field

import pytest

from tests.bench import plans
from tests.bench.load import Figures, Line, measure, request
from tests.bench.serving import REFERENCE, Web, web
from tests.helpers.walk import SeededRng

GAME = "little_tavern"
ROUNDS = 7
TRACKS = 40
CONNECTIONS = 16
POLLS = 150
SUBSCRIBED_GAMES = 4
SETTLE_SECONDS = 0.02
LEAST_SHARE = 0.12
"""The processor time of an append is at least this part of that of a move: half of what a crowded machine shows."""


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    with web(tmp_path_factory.mktemp("service")) as running:
        yield running


@pytest.fixture(scope="module")
def reference(tmp_path_factory):
    with web(tmp_path_factory.mktemp("reference"), REFERENCE) as running:
        yield running


@dataclass
class Series:
    """The rounds of one server: figures, and processor time of web processes and store for a move, in microseconds."""

    server: Web
    rounds: list[Figures] = field(default_factory=list)
    costs: list[float] = field(default_factory=list)

    def run(self, tracks: list[list[bytes]]) -> None:
        """Measure one round."""
        before = self.server.processor_seconds()
        figures = measure(self.server.port, CONNECTIONS, tracks)
        assert {"201"} == figures.statuses.keys()
        self.costs.append((self.server.processor_seconds() - before) / figures.statuses["201"] * 1e6)
        self.rounds.append(figures)

    def per_second(self) -> float:
        """Moves per second, median of the rounds."""
        return statistics.median(figures.per_second for figures in self.rounds)

    def percentile(self, percent: float) -> float:
        """A percentile of the latency in ms, median of the rounds."""
        return statistics.median(figures.percentile(percent) for figures in self.rounds)


@pytest.mark.bench
def test_moves(service, reference, sheet):
    tokens = [plans.player(service, f"P{n}") for n in range(CONNECTIONS)]
    rng = SeededRng("moves")
    ours, theirs = Series(service), Series(reference)
    for n in range(ROUNDS + 1):
        block = plans.tracks(service, tokens, TRACKS, GAME, rng)
        for series in (ours, theirs) if n % 2 else (theirs, ours):
            series.run(block)
    for series in (ours, theirs):
        del series.rounds[0], series.costs[0]  # the first round warms caches up

    ratios = [a.per_second / b.per_second for a, b in zip(ours.rounds, theirs.rounds, strict=True)]
    costs = [b / a for a, b in zip(ours.costs, theirs.costs, strict=True)]
    section = f"Moves over HTTP: {CONNECTIONS} connections, 2 web processes, {ROUNDS} rounds in turns"
    for name, series in (("service", ours), ("append only", theirs)):
        sheet.add(section, f"{name}: moves per second", series.per_second())
        sheet.add(section, f"{name}: p50, ms", series.percentile(50))
        sheet.add(section, f"{name}: p99, ms", series.percentile(99))
        sheet.add(section, f"{name}: processor time for a move, µs", statistics.median(series.costs))
    sheet.add(section, "moves per second: part of append only, %", 100 * statistics.median(ratios), "aim: 70")
    sheet.add(section, "processor time: append only, part of ours, %", 100 * statistics.median(costs))
    assert statistics.median(costs) > LEAST_SHARE


@pytest.mark.bench
def test_polls_for_what_is_known_already(service, sheet):
    token = plans.player(service)
    found = []
    for n in range(CONNECTIONS):
        game, _ = plans.new_game(service, token, GAME, 5, bytes([n]) * 32)
        path = f"/v1/games/{game}"
        tag = etag(service, path, token)
        found.append([request("GET", path, token, If_None_Match=tag)] * POLLS)
    figures = [measure(service.port, CONNECTIONS, found) for _ in range(5)]
    assert {"304"} == {status for one in figures for status in one.statuses}
    section = f"Polls answered with 304: {CONNECTIONS} connections"
    sheet.add(section, "polls per second", statistics.median(one.per_second for one in figures))
    sheet.add(section, "p50, ms", statistics.median(one.percentile(50) for one in figures))
    sheet.add(section, "p99, ms", statistics.median(one.percentile(99) for one in figures))


def etag(service: Web, path: str, token: str) -> str:
    """The entity tag of a game as it is now."""
    with socket.create_connection(("127.0.0.1", service.port), 20) as channel:
        channel.sendall(request("GET", path, token, Connection="close"))
        with channel.makefile("rb") as answer:
            head = answer.read().split(b"\r\n\r\n")[0].decode()
    return next(line.split(":", 1)[1].strip() for line in head.split("\r\n") if line.lower().startswith("etag:"))


@pytest.mark.bench
def test_subscribers(service, sheet):
    """From sending a move to its commit at a subscriber: the move itself is part of it."""
    token, rng = plans.player(service), SeededRng("subscribers")
    delays: dict[str, list[float]] = {"move": [], "stream": [], "long poll": []}
    for track in plans.tracks(service, [token], SUBSCRIBED_GAMES, GAME, rng):
        follow(service, token, track, delays)
    section = "From sending a move to its commit at a subscriber, one at a time"
    for name, found in delays.items():
        found.sort()
        note = "" if name == "move" else "aim: p50 at most 15 ms from the append"
        sheet.add(section, f"{name}: p50, ms", statistics.median(found), note)
        sheet.add(section, f"{name}: p99, ms", found[int(len(found) * 0.99)])
    for name in ("stream", "long poll"):
        assert statistics.median(delays[name]) < 5 * statistics.median(delays["move"])


def follow(service: Web, token: str, track: list[bytes], delays: dict[str, list[float]]) -> None:
    """Make the moves of a game one by one beside a stream and a long poll; note when each has it, in ms."""
    path = track[0].split()[1].decode().removesuffix("/moves")
    version = int(track[0].split(b"Idempotency-Key: ")[1].split(b"\r\n")[0])
    there = ("127.0.0.1", service.port)
    lines = {name: Line(socket.create_connection(there, 20), iter(())) for name in delays}
    subscription = request("GET", f"{path}/events?after={version}", token, Accept="text/event-stream")
    lines["stream"].channel.sendall(subscription)
    heard = b""
    with selectors.DefaultSelector() as ready:
        for name, line in lines.items():
            line.channel.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            ready.register(line.channel, selectors.EVENT_READ, name)
        for move in track:
            lines["long poll"].channel.sendall(request("GET", f"{path}/events?after={version}&wait=20000", token))
            time.sleep(SETTLE_SECONDS)
            version += 1
            began, waited_for = time.perf_counter(), set(lines)
            lines["move"].channel.sendall(move)
            while waited_for:
                for key, _ in ready.select(20):
                    if key.data == "stream":
                        heard = heard[-200:] + lines["stream"].channel.recv(65536)
                        done = b"id: %d\n" % version in heard
                    else:
                        done = lines[key.data].take() is not None
                    if done:
                        waited_for.discard(key.data)
                        delays[key.data].append(1000 * (time.perf_counter() - began))
    for line in lines.values():
        line.channel.close()
