"""Every answer that is an error: one table from code to status and title, and one shape (RFC 9457).

A client knows from `code` whether to refresh, to retry, or to ask the person. `detail` is written for
people and says what to do; an unforeseen error tells nothing but its `request_id`.
"""

import logging
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from flask import Response, g
from werkzeug.exceptions import HTTPException

from service.http.logs import write
from service.http.text import line
from service.log_lines import where
from service.usecases.errors import RETRY_AFTER, NotFound, Problem, SeedsNotAllowed, Unauthenticated, complaint

MEDIA_TYPE = "application/problem+json"

MOST_ERRORS = 50
"""Members of `errors` in one answer."""


class Kind(NamedTuple):
    """What a code means: the status it is sent with, its title, and what a client can do."""

    status: int
    title: str
    advice: str


def _refresh(title: str, advice: str) -> Kind:
    return Kind(409, title, advice)


TABLE: dict[str, Kind] = {
    "unparsable": Kind(400, "The body is no JSON that can be read", "Correct the body and send it again."),
    "bad_request": Kind(400, "The request cannot be understood", "Correct the request."),
    "unauthenticated": Kind(401, "A token is missing or not valid", Unauthenticated.sentence),
    "not_your_seat": Kind(403, "The seat is not yours", "Act for a seat that you hold."),
    "seeds_not_allowed": Kind(403, "This installation takes no seeds", SeedsNotAllowed.sentence),
    "not_host": Kind(403, "Only the host may do this", "Ask the host of the game."),
    "not_found": Kind(404, "There is no such thing", NotFound.sentence),
    "method_not_allowed": Kind(405, "The path does not take this method", "Use a method of the header `Allow`."),
    "not_acceptable": Kind(406, "The answer has no form that you accept", "Accept one of the documented forms."),
    "stale_version": _refresh("The game has moved on", "Read what was missed, then decide anew."),
    "history_changed": _refresh("The history is not the one you know", "Read the game again from its beginning."),
    "not_your_decision": _refresh(
        "Nothing is asked of this seat now", "Wait for `events` after `version`, then look at `moves` again."
    ),
    "not_started": _refresh("The game has not started", "Wait until the seats are taken, or let the host start."),
    "already_started": _refresh("The game has started already", "Read the game again."),
    "game_over": _refresh("The game has ended", "Read the result; nothing can be chosen any more."),
    "game_full": _refresh("All seats are taken", "Look for another game, or create one."),
    "seat_taken": _refresh("The seat is taken", "Take another seat."),
    "already_seated": _refresh("You sit there already", "Go on with the seat that you hold."),
    "seat_not_yours_to_take": _refresh(
        "This seat is not yours to take back", "Only a seat that you handed over with PUT can be taken back."
    ),
    "body_too_large": Kind(413, "The body is too large", "Send less at a time."),
    "unsupported_media_type": Kind(415, "The body has another type", "Send application/json in UTF-8, not compressed."),
    "invalid_request": Kind(422, "A value has the wrong type or form", "Correct what `errors` names."),
    "invalid_table": Kind(422, "There is no such table of this game", "Choose seats and options that go together."),
    "invalid_cursor": Kind(422, "The cursor belongs to another listing", "Start again without a cursor."),
    "unknown_ruleset": Kind(422, "There is no such game", "GET /v1/rulesets names the games."),
    "seat_required": Kind(422, "Several seats are yours", "Say with `seat` which one acts."),
    "malformed_choice": Kind(422, "That is no choice of this game", "GET .../moves lists choices as they are sent."),
    "illegal_choice": Kind(422, "The choice is not legal now", "Choose one of `options`."),
    "crosses_disclosure": Kind(
        422, "The command goes past a draw or a disclosure", "Send what follows `index` as a command of its own."
    ),
    "idempotency_mismatch": Kind(422, "The key was used for another body", "Use a new `Idempotency-Key`."),
    "rate_limited": Kind(429, "Too many requests", "Wait as long as `Retry-After` says."),
    "too_many_games": Kind(429, "Too many unfinished games", "Finish or leave some games."),
    "internal_error": Kind(500, "Something went wrong here", "Try again later; tell the operator the `request_id`."),
    "frozen": Kind(503, "The game is frozen", "It goes on after a repair; its last good position can be read."),
    "log_incomplete": Kind(503, "The game's log is incomplete", "Try again later; the operator has to restore it."),
    "store_full": Kind(503, "The store is nearly full", "Try again later; games that run go on."),
    "store_unavailable": Kind(503, "The store does not answer", "Try again later; a retry with the same key is safe."),
    "too_many_waits": Kind(503, "Too many clients wait", "Try again later, or ask without waiting."),
    "not_ready": Kind(503, "The service is not ready", "Try again later."),
}

BY_STATUS = {
    400: "bad_request",
    401: "unauthenticated",
    404: "not_found",
    405: "method_not_allowed",
    406: "not_acceptable",
    413: "body_too_large",
    415: "unsupported_media_type",
    422: "invalid_request",
    429: "rate_limited",
}
"""The code of an error that the web framework itself raises."""


class Fault(Exception):
    """An error of the HTTP layer itself: a code of the table, and what the answer says besides."""

    def __init__(
        self,
        code: str,
        detail: str | None = None,
        *,
        headers: Mapping[str, str] | None = None,
        **extra: Any,
    ) -> None:
        super().__init__(code)
        self.code = code
        self.detail = detail
        self.headers = dict(headers or {})
        self.extra = extra


def type_of(code: str) -> str:
    """The URI that names a kind of problem."""
    return f"urn:kancha:problem:{code}"


def problem(
    code: str,
    detail: str | None = None,
    extra: Mapping[str, Any] | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """The answer for a code. Members of `extra` that are None are left out."""
    kind = TABLE[code]
    body = {
        "type": type_of(code),
        "title": kind.title,
        "status": kind.status,
        "code": code,
        "detail": detail or kind.advice,
        "request_id": g.get("request_id"),
    }
    body.update((name, value) for name, value in (extra or {}).items() if value is not None)
    g.problem = code
    answer = Response(line(body), kind.status, mimetype=MEDIA_TYPE)
    answer.headers.extend(dict(headers or {}))
    if kind.status in (429, 503):
        answer.headers.setdefault("Retry-After", "5")
    if kind.status == 401:
        answer.headers["WWW-Authenticate"] = 'Bearer realm="kancha"'
    return answer


def of_fault(fault: Fault) -> Response:
    """The answer for an error of the HTTP layer."""
    return problem(fault.code, fault.detail, fault.extra, fault.headers)


def of_http_exception(error: HTTPException) -> Response:
    """The answer for an error of the web framework: its headers (`Allow`) are kept, its text is not."""
    status = error.code or 500
    code = BY_STATUS.get(status, "bad_request" if status < 500 else "internal_error")
    headers = {name: value for name, value in error.get_headers() if name in ("Allow", "Retry-After")}
    return problem(code, headers=headers)


def of_problem(error: Problem) -> Response:
    """The answer for a use case that was refused."""
    wait = RETRY_AFTER.get(error.code)
    headers = {} if wait is None else {"Retry-After": str(wait)}
    return problem(error.code, error.detail, error.extra, headers)


def of_validation(messages: Any) -> Fault:
    """The error of a body or query that does not fit its schema; `messages` as marshmallow nests them."""
    found = list(flatten(messages))[:MOST_ERRORS]
    told = [complaint(error["path"], error["message"]) for error in found[:3]]
    return Fault("invalid_request", " ".join(told), errors=found)


def flatten(messages: Any, path: tuple[str | int, ...] = ()) -> Iterator[dict[str, Any]]:
    """Turn nested messages into `{"path": ["seats", 1], "message": ...}`."""
    if isinstance(messages, dict):
        for name, inner in messages.items():
            yield from flatten(inner, path if name == "_schema" else (*path, name))
    elif isinstance(messages, list):
        for inner in messages:
            yield from flatten(inner, path)
    else:
        yield {"path": list(path), "message": str(messages)}


def of_unforeseen(error: Exception) -> Response:
    """The answer for a bug. Where it happened goes to the log, without the text of the exception."""
    request_id = g.get("request_id")
    write(logging.ERROR, "unforeseen", error=type(error).__name__, where=where(error), request_id=request_id)
    return problem("internal_error")
