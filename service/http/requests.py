"""Reading requests: the body by the strict loader, then body and query by their schemas."""

import re
from typing import Any

import flask
from flask import current_app, g, request
from webargs.flaskparser import FlaskParser

from service.http import loader
from service.http.errors import Fault, of_validation
from service.settings import Settings

JSON = "application/json"
KEY = re.compile(r"[\x21-\x7e]{1,128}")
EMPTY = "The body is empty: send a JSON object."
REQUEST_ID = re.compile(r"[A-Za-z0-9_-]{1,64}")


def document() -> Any:
    """Return the JSON document of the request's body.

    Raises the `Fault` unsupported_media_type, body_too_large or unparsable.
    """
    if "document" not in g:
        g.document = _read()
    return g.document


def _read() -> Any:
    if not request.content_length and "Transfer-Encoding" not in request.headers:
        if g.policy.optional:
            return {}
        raise Fault("unparsable", EMPTY)
    settings: Settings = current_app.extensions["kancha"].service.settings
    if not _is_json():
        raise Fault("unsupported_media_type")
    if (request.content_length or 0) > settings.max_body:
        raise too_large(settings.max_body)
    data = request.get_data(cache=False)
    if len(data) > settings.max_body:
        raise too_large(settings.max_body)
    if not data.strip():
        raise Fault("unparsable", EMPTY)
    try:
        return loader.load(data, depth=settings.max_depth)
    except loader.Unparsable as error:
        raise Fault("unparsable", f"The body cannot be read: {error}.") from None


def _is_json() -> bool:
    """Say whether the body calls itself JSON in UTF-8, not compressed."""
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        return False
    if request.content_type == JSON:  # what nearly all clients send: nothing to take apart
        return True
    return request.mimetype == JSON and request.mimetype_params.get("charset", "utf-8").lower() in ("utf-8", "utf8")


def too_large(most: int) -> Fault:
    """The error of a body with more than `most` bytes."""
    return Fault("body_too_large", f"A body has at most {most} bytes. Send less at a time.")


def idempotency_key() -> str | None:
    """Return the header `Idempotency-Key`, or None; raises a `Fault` for one of another form."""
    key = request.headers.get("Idempotency-Key")
    if key is not None and not KEY.fullmatch(key):
        raise of_validation({"Idempotency-Key": ["must have 1 to 128 visible ASCII characters"]})
    return key


class StrictParser(FlaskParser):
    """Reads bodies and queries for the routes; unknown members are the schemas' matter."""

    DEFAULT_UNKNOWN_BY_LOCATION: dict[str, str | None] = {"json": None, "query": None}

    def load_json(self, req: flask.Request, schema: Any) -> Any:
        """Return the document of the strict loader."""
        return document()

    def handle_error(self, error: Any, req: Any, schema: Any, *, error_status_code: Any, error_headers: Any) -> Any:
        """Raise the error as a `Fault`; its messages come by location."""
        (messages,) = error.messages.values()
        raise of_validation(messages) from None
