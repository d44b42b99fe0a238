"""A cheap load generator: `python -m tests.bench.load` with a plan on its standard input, figures on its output.

A plan is JSON: `{"port", "connections", "tracks"}`. A track is a list of requests as they go over the wire, to be
sent one after the other; a connection (kept alive) takes the next track when it is through with one. Everything is
made beforehand, and answers are only looked at as far as needed to find their end: the generator shares the cores
with what it measures. Figures: `{"seconds", "latencies", "statuses"}` of all requests that were answered while
every connection had something to send; latencies are microseconds, sorted.
"""

from __future__ import annotations

import json
import selectors
import socket
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.helpers.servers import ROOT

PATIENCE_SECONDS = 30
LENGTH = b"content-length:"


@dataclass
class Line:
    """One connection: the track it is at, and what it has received of the present answer."""

    channel: socket.socket
    track: Iterator[bytes]
    sent: int = 0
    received: bytes = b""

    def send(self, tracks: Iterator[Sequence[bytes]]) -> bool:
        """Send the next request; False if there is none left."""
        request = next(self.track, None)
        while request is None:
            more = next(tracks, None)
            if more is None:
                return False
            self.track = iter(more)
            request = next(self.track, None)
        self.sent = time.perf_counter_ns()
        self.channel.sendall(request)
        return True

    def take(self) -> int | None:
        """Receive; return the status of the answer once all of it is here."""
        data = self.channel.recv(65536)
        if not data:
            raise ConnectionError("the server has closed a connection")
        self.received += data
        head = self.received.find(b"\r\n\r\n")
        if head < 0:
            return None
        status = int(self.received[9:12])
        if len(self.received) < head + 4 + (0 if status == 304 else length(self.received[:head])):
            return None
        self.received = b""
        return status


def length(head: bytes) -> int:
    """The length of the body that follows a head."""
    lower = head.lower()
    at = lower.find(LENGTH)
    if at < 0:
        raise ValueError("an answer without a length")
    return int(lower[at + len(LENGTH) :].split(b"\r\n", 1)[0])


@dataclass
class Figures:
    """What came of a block of requests; latencies in microseconds, sorted."""

    seconds: float = 0.0
    latencies: list[int] = field(default_factory=list)
    statuses: dict[str, int] = field(default_factory=dict)

    @property
    def per_second(self) -> float:
        """Answers per second."""
        return len(self.latencies) / self.seconds

    def percentile(self, percent: float) -> float:
        """The latency, in ms, that so many of a hundred answers do not exceed."""
        return self.latencies[min(len(self.latencies) - 1, int(len(self.latencies) * percent / 100))] / 1000


def run(port: int, connections: int, tracks: Sequence[Sequence[bytes]]) -> Figures:
    """Send all tracks over so many connections, as fast as they are answered."""
    waiting, figures, statuses = iter(tracks), Figures(), Counter[int]()
    there = ("127.0.0.1", port)
    lines = [Line(socket.create_connection(there, PATIENCE_SECONDS), iter(())) for _ in range(connections)]
    with selectors.DefaultSelector() as ready:
        for line in lines:
            line.channel.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            ready.register(line.channel, selectors.EVENT_READ, line)
        began = time.perf_counter_ns()
        busy = [line.send(waiting) for line in lines].count(True)
        full = True
        while busy:
            events = ready.select(PATIENCE_SECONDS)
            if not events:
                raise TimeoutError("the server does not answer")
            for key, _ in events:
                line = key.data
                status = line.take()
                if status is None:
                    continue
                now = time.perf_counter_ns()
                statuses[status] += 1
                if full:
                    figures.latencies.append((now - line.sent) // 1000)
                    figures.seconds = (now - began) / 1e9
                if not line.send(waiting):
                    busy, full = busy - 1, False
    for line in lines:
        line.channel.close()
    figures.latencies.sort()
    figures.statuses = {str(status): count for status, count in statuses.items()}
    return figures


def measure(port: int, connections: int, tracks: Sequence[Sequence[bytes]]) -> Figures:
    """Run a plan in a process of its own."""
    text = [[request.decode("latin-1") for request in track] for track in tracks]
    plan = json.dumps({"port": port, "connections": connections, "tracks": text})
    command = [sys.executable, "-m", "tests.bench.load"]
    done = subprocess.run(command, cwd=ROOT, input=plan, capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, done.stderr
    return Figures(**json.loads(done.stdout))


def request(method: str, path: str, token: str, body: Any = None, **headers: str) -> bytes:
    """A request as it goes over the wire. Names of headers are written with `_` for `-`."""
    content = b"" if body is None else json.dumps(body).encode()
    lines = [f"{method} {path} HTTP/1.1", "Host: kancha", f"Authorization: Bearer {token}"]
    lines += [f"{name.replace('_', '-')}: {text}" for name, text in headers.items()]
    if body is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {len(content)}"]
    return "\r\n".join([*lines, "", ""]).encode() + content


def main() -> None:
    """Read a plan, carry it out, print the figures."""
    plan = json.load(sys.stdin)
    tracks = [[text.encode("latin-1") for text in track] for track in plan["tracks"]]
    found = run(plan["port"], plan["connections"], tracks)
    json.dump({"seconds": found.seconds, "latencies": found.latencies, "statuses": found.statuses}, sys.stdout)


if __name__ == "__main__":
    main()
