"""`kancha up`: the whole service on one machine, from an empty folder to a URL that answers.

It takes the port first, then starts the embedded store (unless KANCHA_REDIS_URL names another), the web server and the
workers, waits until the service says that it is ready, and keeps them all running until Ctrl-C or SIGTERM.
"""

from __future__ import annotations

import contextlib
import errno
import http.client
import os
import shutil
import socket
import sys
from pathlib import Path

from service import store_check
from service.embedded import EmbeddedServer
from service.settings import Settings, mask
from service.supervisor import Child, Supervisor, SupervisorError

LISTENER = "_KANCHA_LISTENER"  # between `up` and `web` only: the number of a socket that is bound already
METRICS = "PROMETHEUS_MULTIPROC_DIR"  # where web processes put the numbers that any of them answers for
READY = "Kancha is ready at "


def run(settings: Settings) -> int:
    """Start everything, watch over it, and end it in order. Returns the exit code."""
    listener = listen(settings.host, settings.port)
    supervisor = Supervisor(None, lambda line: print(f"kancha: {line}", file=sys.stderr, flush=True))
    supervisor.catch_signals()
    try:
        store = settings.redis_url
        if not store:
            embedded = EmbeddedServer(settings.var / "store", fsync=settings.fsync, memory=settings.store_memory)
            supervisor.store = embedded
            embedded.start()
            store = embedded.url
        store_check.require(store, settings.queue_url or store)
        port = int(listener.getsockname()[1])
        children = _children(settings, store, port, listener.fileno())
        supervisor.start(children, ready=lambda: is_ready(settings.host, port))
        if not supervisor.stopping.is_set():
            _greet(settings, url(settings.host, port))
        supervisor.watch()
        _tell("\nstopping ...")
    finally:
        supervisor.stop()
        listener.close()
    _tell(f"stopped; games are kept in {games_of(settings)}")
    return 0


def _tell(line: str) -> None:
    """Print a line, unless the terminal is gone, which is a way of asking to stop."""
    with contextlib.suppress(OSError):
        print(line, flush=True)


def games_of(settings: Settings) -> str:
    """Where the games are: the folder of the embedded store, or the address of another one."""
    return mask(settings.redis_url) if settings.redis_url else str((settings.var / "store").absolute())


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address of the service; it outlives a web server that has to be started again.

    Raises `SupervisorError` if the port is taken or the address is not one of this machine.
    """
    try:
        family, kind, _, _, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
        listener = socket.socket(family, kind)
    except OSError as error:
        raise SupervisorError(f"KANCHA_HOST is {host!r}, which is no address: {error.strerror}") from error
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(address)
        listener.listen(socket.SOMAXCONN)
    except OSError as error:
        listener.close()
        if error.errno == errno.EADDRINUSE:
            words = f"port {port} of {host} is taken; set KANCHA_PORT to another one (0 takes any that is free)"
        else:
            words = f"cannot listen on port {port} of {host}: {error.strerror}"
        raise SupervisorError(words) from error
    return listener


def url(host: str, port: int) -> str:
    """The address to use on this machine."""
    return f"http://{_reach(host, brackets=True)}:{port}"


def is_ready(host: str, port: int) -> bool:
    """Whether the service answers and says that it can work."""
    connection = http.client.HTTPConnection(_reach(host), port, timeout=2.0)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status == http.client.OK
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def _reach(host: str, *, brackets: bool = False) -> str:
    """A host by which this machine reaches itself where it listens."""
    host = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)
    return f"[{host}]" if brackets and ":" in host else host


def _children(settings: Settings, store: str, port: int, listener: int) -> list[Child]:
    """The web server and the workers, each with its log."""
    logs = settings.var / "log"
    logs.mkdir(mode=0o700, parents=True, exist_ok=True)
    metrics = settings.var / "metrics"
    shutil.rmtree(metrics, ignore_errors=True)  # counts begin anew with the service
    metrics.mkdir()
    environment = {**os.environ, "KANCHA_REDIS_URL": store, "KANCHA_PORT": str(port), METRICS: str(metrics)}
    command = [sys.executable, "-P", "-m", "service.cli"]
    web = Child(
        "the web server",
        [*command, "web"],
        {**environment, LISTENER: str(listener)},
        _fresh(logs / "web.log"),
        pass_fds=(listener,),
    )
    workers = [
        Child(f"worker {number}", [*command, "worker"], environment, _fresh(logs / f"worker-{number}.log"))
        for number in range(1, settings.job_workers + 1)
    ]
    return [web, *workers]


def _fresh(log: Path) -> Path:
    """A log file that begins empty; the one of the run before is kept beside it."""
    if log.exists():
        log.replace(log.with_suffix(".log.1"))
    log.touch(mode=0o600)
    return log


def _greet(settings: Settings, address: str) -> None:
    """Say where everything is, and one command that works as it stands."""
    kept = "" if settings.redis_url else " (kept until you delete it)"
    print(
        f"""
{READY}{address}

  API pages  {address}/docs
  Games      {games_of(settings)}{kept}
  Logs       {(settings.var / "log").absolute()}

Make yourself a player; the answer holds your token:

  curl -s {address}/v1/players -H 'Content-Type: application/json' -d '{{"name": "Ana"}}'

README.md goes on from here: five minutes with curl, to the end of a game. Ctrl-C stops the service.
""",
        flush=True,
    )
