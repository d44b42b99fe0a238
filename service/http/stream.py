"""Waiting for commits: long polls, server-sent events, and the export.

A waiting client is woken by the hub, reads from the store, and looks by itself now and then; so a lost
wake-up is a delay and never a gap. Token and eyes are checked again at every look.
"""

import time
from collections.abc import Iterator
from typing import Any

from flask import Response

from service.http import context
from service.http.answers import answer, dumps
from service.http.context import Web, web
from service.http.errors import TABLE, Fault
from service.http.waits import RETRY_AFTER
from service.usecases import events, players
from service.usecases.errors import HistoryChanged, Problem

EVENT_STREAM = "text/event-stream"
NDJSON = "application/x-ndjson"

RECONNECT_MS = 1000
"""How long a client waits before it comes back after a broken stream."""

UNBUFFERED = {"Cache-Control": "private, no-store", "X-Accel-Buffering": "no"}
"""Streams are not kept, nor held back by a proxy."""


class Closing:
    """Ends all waits of a process; `set` may be called by the handler of a signal."""

    def __init__(self, shared: Web) -> None:
        self._shared = shared

    def set(self) -> None:
        """Let streams and long polls end within a second, and new ones be refused."""
        self._shared.hub.close()


def poll(game: str, query: dict[str, Any]) -> Response:
    """Answer as soon as there are commits, or with none when the time is over."""
    shared, player, bearer = web(), context.caller(), context.token()
    follower = events.Follower(shared.service, player, game, query["after"], query.get("seat"), query["limit"])
    found = follower.read()
    wait = min(query["wait"] / 1000, shared.service.settings.max_wait)
    deadline = time.monotonic() + wait
    if found.commits or found.ended:
        return answer(found.body())
    with shared.waits.one(player), shared.hub.waiter(game) as waiter:
        while True:
            found = follower.read()
            left = deadline - time.monotonic()
            if found.commits or found.ended or left <= 0 or shared.hub.closing:
                return answer(found.body())
            waiter.sleep(min(left, shared.service.settings.head_poll))
            players.authenticate(shared.service, bearer)


def follow(game: str, after: int, seat: int | None) -> Response:
    """Open a stream of the commits after a version. What is wrong at its beginning is an ordinary error."""
    shared, player, bearer = web(), context.caller(), context.token()
    if shared.hub.closing:
        raise Fault("too_many_waits", headers={"Retry-After": RETRY_AFTER})
    follower = events.Follower(shared.service, player, game, after, seat)
    try:
        follower.check()
    except HistoryChanged as error:
        return _response(iter([_hello(shared), _event("reset", _reason(error.code))]))
    shared.waits.take(player)
    response = _response(_stream(shared, follower, game, bearer))
    response.call_on_close(lambda: shared.waits.give_back(player))
    return response


def _response(lines: Iterator[str]) -> Response:
    return Response(lines, mimetype=EVENT_STREAM, headers=UNBUFFERED)


def _stream(shared: Web, follower: "events.Follower", game: str, bearer: str) -> Iterator[str]:
    settings = shared.service.settings
    yield _hello(shared)
    with shared.hub.waiter(game) as waiter:
        pinged = time.monotonic()
        while not shared.hub.closing:
            try:
                players.authenticate(shared.service, bearer)
                found = follower.read()
            except HistoryChanged as error:
                yield _event("reset", _reason(error.code))
                return
            except Problem as error:
                if TABLE[error.code].status < 500:
                    yield _event("end", _reason(error.code))
                return
            for commit in found.commits:
                yield _event("commit", commit, commit["version"])
            if found.commits:
                pinged = time.monotonic()
                continue
            if found.ended:
                yield _event("end", _reason("finished"))
                return
            left = pinged + settings.heartbeat - time.monotonic()
            if left <= 0:
                yield _event("ping", {"version": found.version})
                pinged, left = time.monotonic(), settings.heartbeat
            waiter.sleep(min(left, settings.head_poll))


def _hello(shared: Web) -> str:
    heartbeat = round(shared.service.settings.heartbeat * 1000)
    return f"retry: {RECONNECT_MS}\n" + _event("hello", {"heartbeat_ms": heartbeat})


def _reason(code: str) -> dict[str, str]:
    return {"reason": code}


def _event(name: str, data: Any, version: int | None = None) -> str:
    """Write one event; its JSON has no line breaks, so one line of data carries it."""
    identity = "" if version is None else f"id: {version}\n"
    return f"event: {name}\n{identity}data: {dumps(data)}\n\n"


def export(game: str, after: int, seat: int | None) -> Response:
    """Send the whole log after a version, a commit a line."""
    lines = events.export(web().service, context.caller(), game, after, seat)
    first = next(lines, None)
    return Response(_lines(first, lines), mimetype=NDJSON, headers=UNBUFFERED)


def _lines(first: str | None, rest: Iterator[str]) -> Iterator[str]:
    if first is not None:
        yield first
        yield from rest
