"""Making responses from plain data."""

from collections.abc import Mapping
from typing import Any

from flask import Response, request

from service.http.requests import JSON
from service.http.text import line
from service.usecases.shapes import Result


def answer(body: Any, status: int = 200, headers: Mapping[str, str] | None = None) -> Response:
    """Return a JSON answer."""
    response = Response(line(body), status, mimetype=JSON)
    response.headers.extend(dict(headers or {}))
    return response


def nothing() -> Response:
    """Return an answer without a body."""
    return Response(status=204)


def secret(result: Result) -> Response:
    """Return an answer that nobody may keep: it bears a token or an invite, which is shown once."""
    response = of_result(result)
    response.headers["Cache-Control"] = "private, no-store"
    return response


def of_result(result: Result) -> Response:
    """Return the answer for what a use case returned; 304 if the client has it already."""
    if result.status == 304 or (result.etag is not None and request.if_none_match.contains_weak(result.etag)):
        response = Response(status=304, headers=dict(result.headers))
    else:
        response = answer(result.body, result.status, result.headers)
    if result.etag is not None:
        response.set_etag(result.etag)
    if result.replayed:
        response.headers["Idempotent-Replayed"] = "true"
    return response
