"""How gunicorn runs the application: a few processes with many threads, whose open streams end when a process stops.

gunicorn reads the names below as its settings and calls the functions as its hooks. Run as
`gunicorn --config python:service.gunicorn_conf`, which is what `kancha web` does.
"""

from __future__ import annotations

import json
import os
import secrets
import shutil
import signal
import tempfile
from pathlib import Path
from types import FrameType
from typing import Any

from gunicorn.glogging import Logger
from gunicorn.http.errors import InvalidResponseHeader, InvalidResponseHeaderName, ParseException
from gunicorn.util import write_nonblock
from gunicorn.workers.gthread import ThreadWorker

from service import lifeline, log_lines
from service.settings import Settings

METRICS = "PROMETHEUS_MULTIPROC_DIR"  # where the web processes put the numbers that any of them answers for

_settings = Settings.from_environment(os.environ)

UNREADABLE = {
    "type": "urn:kancha:problem:bad_request",
    "title": "The request cannot be understood",
    "status": 400,
    "code": "bad_request",
    "detail": "The request line, a header or the framing of the body is malformed or too long.",
}  # as the application says it, which never sees such a request
FAILED = {
    "type": "urn:kancha:problem:internal_error",
    "title": "Something went wrong here",
    "status": 500,
    "code": "internal_error",
    "detail": "Try again later; tell the operator the `request_id`.",
}


class Worker(ThreadWorker):
    """A web process that answers what never reaches the application as problems, too."""

    def handle_error(self, req: Any, client: Any, addr: Any, exc: BaseException) -> None:
        """Answer a request that cannot be read. Neither the answer nor the log quotes it: it may hold a token."""
        ours = isinstance(exc, InvalidResponseHeader | InvalidResponseHeaderName)
        known = UNREADABLE if isinstance(exc, ParseException) and not ours else FAILED
        request_id = "rq_" + secrets.token_hex(13)
        fields = {"error": type(exc).__name__, "status": known["status"], "request_id": request_id}
        if known is UNREADABLE:
            self.log.info("unreadable", extra={"fields": fields})
        else:
            self.log.error("unforeseen", exc_info=exc, extra={"fields": fields})
        body = json.dumps({**known, "request_id": request_id})
        head = [
            "HTTP/1.1 400 Bad Request" if known is UNREADABLE else "HTTP/1.1 500 Internal Server Error",
            "Connection: close",
            "Content-Type: application/problem+json",
            f"Content-Length: {len(body)}",
            f"Request-Id: {request_id}",
            "Cache-Control: private, no-store",
            "X-Content-Type-Options: nosniff",
        ]
        try:
            write_nonblock(client, "\r\n".join([*head, "", body]).encode("ascii"))
        except OSError:
            self.log.debug("nobody waits for the answer")


wsgi_app = "service.http.app:create_app()"
bind = f"[{_settings.host}]:{_settings.port}" if ":" in _settings.host else f"{_settings.host}:{_settings.port}"

worker_class = Worker
workers = _settings.web_workers
threads = _settings.web_threads
timeout = _settings.web_timeout
graceful_timeout = _settings.web_graceful
keepalive = 15
max_requests = _settings.web_requests
max_requests_jitter = _settings.web_requests // 10

preload_app = False  # connections to the store are made after the fork
control_socket_disable = True
worker_tmp_dir = "/dev/shm" if Path("/dev/shm").is_dir() else None
proc_name = "kancha-web"
loglevel = _settings.log_level
errorlog = "-"
logconfig_dict = log_lines.configuration(_settings.log_level, ["gunicorn.error"])


class Log(Logger):
    """gunicorn's own messages; requests are logged by the application, which knows what must not be in a line."""

    def access(self, resp: Any, req: Any, environ: Any, request_time: Any) -> None:
        """Leave it to the application."""


logger_class = Log

_own_metrics = "" if os.environ.get(METRICS) else tempfile.mkdtemp(prefix="kancha-metrics-")
if _own_metrics:
    os.environ[METRICS] = _own_metrics


def on_starting(server: Any) -> None:
    """Forget what web processes of a server that was killed left open."""
    for gauge in Path(os.environ[METRICS]).glob("gauge_live*.db"):
        gauge.unlink(missing_ok=True)


def post_fork(server: Any, worker: Any) -> None:
    """Tie a web process to gunicorn's master, so that none is left behind holding the port."""
    lifeline.tie_to(server.pid, signal.SIGTERM)


def post_worker_init(worker: Any) -> None:
    """Tell open streams and long polls about the end of the process as soon as it is asked to stop."""
    leave = signal.getsignal(signal.SIGTERM)

    def close(number: int, frame: FrameType | None) -> None:
        _closing(worker).set()
        if callable(leave):
            leave(number, frame)

    signal.signal(signal.SIGTERM, close)


def post_request(worker: Any, request: Any, environ: Any, response: Any) -> None:
    """Tell them as well when the process has answered as many requests as it may and is to be renewed."""
    if not worker.alive:
        _closing(worker).set()


def child_exit(server: Any, worker: Any) -> None:
    """Take the gauges of an ended process out of the metrics; what it counted stays."""
    from prometheus_client.multiprocess import mark_process_dead  # looks for the folder as soon as it is imported

    mark_process_dead(worker.pid)


def on_exit(server: Any) -> None:
    """Remove the folder of the metrics with the last process, if it was made here."""
    if _own_metrics:
        shutil.rmtree(_own_metrics, ignore_errors=True)


def _closing(worker: Any) -> Any:
    """The event of the application that says that its process is about to end."""
    return worker.wsgi.extensions["kancha_closing"]
