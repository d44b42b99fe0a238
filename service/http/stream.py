"""Waiting for commits: long polls, server-sent events, and the export.

A waiting client is woken by the hub, reads from the store, and looks by itself now and then; so a lost
wake-up is a delay and never a gap. Token and eyes are checked again at every look.
"""

import time
from collections.abc import Iterator
from typing import Any

from flask import Response

from service.http import context
from service.http.answers import of_result
from service.http.context import Web, web
from service.http.errors import TABLE, Fault
from service.http.text import dumps
from service.http.waits import RETRY_AFTER
from service.settings import Settings
from service.usecases import events
from service.usecases.errors import Problem

EVENT_STREAM = "text/event-stream"
NDJSON = "application/x-ndjson"

RECONNECT_MS = 1000
"""How long a client waits before it comes back after a broken stream."""

ENDED = ("finished", "expired")
"""Statuses after which a game gets no further commits."""

UNBUFFERED = {"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"}
"""Streams are not kept, nor held back by a proxy."""


class Closing:
    """Ends all waits of a process; `set` may be called by the handler of a signal."""

    def __init__(self, shared: Web) -> None:
        self._shared = shared

    def set(self) -> None:
        """Let streams and long polls end within a second, and new ones be refused."""
        self._shared.hub.close()


def poll(game: str, window: events.Window, seconds: float) -> Response:
    """Answer as soon as there are commits, or nothing more can come, or the time is over."""
    shared = web()
    settings, player = shared.service.settings, context.caller()
    found = events.events_after(shared.service, player, game, window)
    if found.body["events"] or found.body["status"] in ENDED:
        return of_result(found)
    deadline = time.monotonic() + min(seconds, settings.max_wait)
    with shared.waits.one(player), shared.hub.waiter(game) as waiter:
        while True:
            found = events.events_after(shared.service, player, game, window)
            left = deadline - time.monotonic()
            over = left <= 0 or shared.hub.closing or found.body["status"] in ENDED
            if found.body["events"] or over:
                return of_result(found)
            waiter.sleep(min(left, settings.head_poll))
            context.authenticate()


def follow(game: str, window: events.Window) -> Response:
    """Open a stream of the commits after a version. What is wrong at its beginning is an ordinary error."""
    shared, player = web(), context.caller()
    if shared.hub.closing:
        raise Fault("too_many_waits", headers={"Retry-After": RETRY_AFTER})
    follower = events.Follower(shared.service, context.token(), game, window.after, window.seat)
    first = follower.read(window.limit)
    shared.waits.take(player)
    response = Response(_stream(shared, game, follower, first), mimetype=EVENT_STREAM, headers=UNBUFFERED)
    response.call_on_close(lambda: shared.waits.give_back(player))
    return response


def _stream(shared: Web, game: str, follower: events.Follower, found: events.Batch) -> Iterator[str]:
    settings = shared.service.settings
    yield _hello(settings, found.version)
    with shared.hub.waiter(game) as waiter:
        spoken = time.monotonic()
        while not shared.hub.closing:
            for commit in found.events:
                yield _event("commit", commit, commit["version"])
            if found.reset or found.ended:
                yield _last(found)
                return
            if found.events:
                spoken = time.monotonic()
            elif time.monotonic() - spoken >= settings.heartbeat:
                yield _event("ping", {"version": found.version})
                spoken = time.monotonic()
            if not found.events:
                left = spoken + settings.heartbeat - time.monotonic()
                waiter.sleep(min(left, settings.head_poll))
            try:
                found = follower.read()
            except Problem as error:
                if TABLE[error.code].status < 500:  # a failing store passes: the client comes back
                    yield _event("end", {"reason": error.code, "version": found.version})
                return


def _last(found: events.Batch) -> str:
    """Write the last event of a stream: nothing will follow, or the client knows another history."""
    name, reason = ("reset", "history_changed") if found.reset else ("end", "finished")
    return _event(name, {"reason": reason, "version": found.version})


def _hello(settings: Settings, version: int) -> str:
    hello = {"heartbeat_ms": round(settings.heartbeat * 1000), "version": version}
    return f"retry: {RECONNECT_MS}\n" + _event("hello", hello)


def _event(name: str, data: Any, version: int | None = None) -> str:
    """Write one event; its JSON has no line breaks, so one line of data carries it."""
    identity = "" if version is None else f"id: {version}\n"
    return f"event: {name}\n{identity}data: {dumps(data)}\n\n"


def export(game: str, window: events.Window) -> Response:
    """Send the whole log after a version, a commit a line. What is wrong at its beginning is an ordinary error."""
    lines = events.export(web().service, context.caller(), game, window)
    return Response(lines, mimetype=NDJSON, headers=UNBUFFERED)
