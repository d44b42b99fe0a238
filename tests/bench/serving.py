"""Web servers to be measured, on stores of their own, with gunicorn as in production and its log in a file."""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.helpers.served import answers
from tests.helpers.servers import ROOT, Kancha, store_server, wait_until

SERVICE = "service.http.app:create_app()"
REFERENCE = "tests.bench.reference:create_app()"

GENEROUS = {f"RATE_{budget}": "10000000/minute" for budget in ("ADDRESS", "ACCOUNTS", "GAMES", "MOVES", "REQUESTS")} | {
    "MAX_GAMES": "1000000",
    "WEB_REQUESTS": "0",
    "TEST_SEEDS": "1",
    "PLAYER_WAITS": "4000",
}
"""Budgets that no measurement meets; they are counted all the same."""


@dataclass
class Web(Kancha):
    """A web server and the store that it works on."""

    store: Any = None

    @property
    def port(self) -> int:
        """The port of the web server."""
        return int(self.url.rpartition(":")[2])

    def processor_seconds(self) -> float:
        """The processor time that the web processes and the store have used so far."""
        return sum(map(processor_seconds, [self.pid, *self.family(), self.store.pid]))


def processor_seconds(pid: int) -> float:
    """The processor time that a process has used so far, in the kernel and outside."""
    times = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:13]
    return sum(map(int, times)) / os.sysconf("SC_CLK_TCK")


@contextlib.contextmanager
def web(folder: Path, target: str = SERVICE, **settings: str) -> Iterator[Web]:
    """A web server on a store of its own, with settings by name, without `KANCHA_`."""
    folder.mkdir(parents=True, exist_ok=True)
    with store_server(folder) as store, (folder / "web.log").open("w") as log:
        port = free_port()
        inherited = {name: text for name, text in os.environ.items() if not name.startswith("KANCHA_")}
        own = {"PORT": str(port), "REDIS_URL": store.url, **GENEROUS, **settings}
        environment = inherited | {f"KANCHA_{name}": text for name, text in own.items()}
        command = [sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf", target]
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=log, text=True, start_new_session=True)
        served = Web(process, f"http://127.0.0.1:{port}", "", store)
        try:
            wait_until(lambda: listens(port) and (target != SERVICE or answers(served.url)), 30, "the web server")
            yield served
        finally:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def free_port() -> int:
    """A port that is free at this moment."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


def listens(port: int) -> bool:
    """Whether anything takes connections there."""
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0
