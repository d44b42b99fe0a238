"""The parlour behind the real web server and real workers: `tests.helpers.parlour` is registered here only.

`web_and_workers` runs what `kancha up` runs, with one more game.
"""

from __future__ import annotations

import contextlib
import os
import signal
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from domain import GAMES
from service import bootstrap
from service.settings import Settings
from tests.helpers.parlour import GAME as PARLOUR
from tests.helpers.servers import ROOT, Kancha, store_server, wait_until

REGISTRY = {**GAMES, PARLOUR.name: PARLOUR}


def create_app() -> Any:
    """The web application with the parlour; the target that gunicorn is given."""
    from service.http import app

    return app.create_app(bootstrap.build(Settings.from_environment(os.environ), REGISTRY))


def work() -> None:
    """A worker process with the parlour."""
    from service.bootstrap import connect_queue
    from workers import context
    from workers.main import worker_on
    from workers.sweep import Sweeper

    settings = Settings.from_environment(os.environ)
    service = bootstrap.build(settings, REGISTRY)
    context.use(service)
    Sweeper(service).start()
    worker_on(connect_queue(settings)).work()


@dataclass
class Served(Kancha):
    """A running service: its store, its web server (`process`), its workers, and how to start them again."""

    store: Any = None
    workers: list[subprocess.Popen[str]] = field(default_factory=list)
    environment: dict[str, str] = field(default_factory=dict)

    def start_worker(self) -> subprocess.Popen[str]:
        """Start one more worker."""
        code = "from tests.helpers.served import work; work()"
        worker = subprocess.Popen([sys.executable, "-c", code], cwd=ROOT, env=self.environment, text=True)
        self.workers.append(worker)
        return worker

    def web_processes(self) -> list[int]:
        """The processes that answer requests, without gunicorn's master."""
        return [pid for pid in self.members("gunicorn") if pid != self.pid]


@contextlib.contextmanager
def web_and_workers(folder: Path, workers: int = 1, **settings: str) -> Iterator[Served]:
    """A store, a web server and workers, with settings by name, without `KANCHA_`."""
    with store_server(folder) as store, socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
        free.close()
        inherited = {name: text for name, text in os.environ.items() if not name.startswith("KANCHA_")}
        own = {"PORT": str(port), "REDIS_URL": store.url, "LOG_LEVEL": "error", **settings}
        environment = inherited | {f"KANCHA_{name}": text for name, text in own.items()}
        command = [sys.executable, "-m", "gunicorn", "--config", "python:service.gunicorn_conf"]
        command.append("tests.helpers.served:create_app()")
        web = subprocess.Popen(command, cwd=ROOT, env=environment, text=True, start_new_session=True)
        served = Served(web, f"http://127.0.0.1:{port}", "", store=store, environment=environment)
        try:
            for _ in range(workers):
                served.start_worker()
            wait_until(lambda: answers(served.url), 30, "an answer of the web server")
            yield served
        finally:
            for process in [web, *served.workers]:
                if process.poll() is None:
                    process.send_signal(signal.SIGTERM)
            for process in [web, *served.workers]:
                try:
                    process.wait(20)
                except subprocess.TimeoutExpired:
                    process.kill()
                    process.wait()


def answers(url: str) -> bool:
    """Whether the service answers at all."""
    try:
        with urllib.request.urlopen(url + "/healthz", timeout=5):
            return True
    except OSError:
        return False
