"""Operation: health, readiness, metrics, and the pages about the API. Open to everybody, told in aggregates only."""

import logging
from collections.abc import Callable
from functools import cache
from importlib.resources import files
from typing import TypeVar

from flask import Response, current_app

from events.store import StoreError
from service.http import metrics
from service.http.answers import answer
from service.http.context import service
from service.http.describe import Answer, Policy, Resource
from service.http.errors import Fault
from service.http.logs import write
from service.http.requests import JSON
from service.queue import RqQueue

blueprint = Resource("system", __name__, description="Operation and API pages.")

T = TypeVar("T")

FREE = Policy(public=True, budget="")
"""Not counted: probes and scrapers come from one address, and often."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
)
"""The API page may load its own files and ask this service; its styles are set by its script."""

UI = {
    "swagger-ui.css": "text/css",
    "swagger-ui-bundle.js": "text/javascript",
    "favicon-32x32.png": "image/png",
}
"""Files of the packaged API page that are served."""


@blueprint.route("/healthz")
@blueprint.serves(Answer(200, "Health", "The process answers."), policy=FREE)
def check_health() -> Response:
    """Say that this process answers."""
    return answer({"status": "ok"})


@blueprint.route("/readyz")
@blueprint.serves(Answer(200, "Readiness", "The service can work."), problems=("not_ready",), policy=FREE)
def check_readiness() -> Response:
    """Say whether the store answers, and when workers were last seen."""
    try:
        service().store.check()
    except StoreError:
        raise Fault("not_ready", "The store does not answer as it should. Try again later.") from None
    return answer({"status": "ready", "store": "ok", "workers": workers_seen()})


def workers_seen() -> dict[str, int | None]:
    """Return how many workers there are, and for how long none of them has given a sign of life.

    Games go on without workers until a bot or the scoring is asked, so their absence is told and no more.
    """
    nobody: list[int] = []
    silent = _of_queue(RqQueue.silent_for, nobody)
    if silent is None:
        return {"count": None, "silent_for_ms": None}
    return {"count": len(silent), "silent_for_ms": silent[0] * 1000 if silent else None}


def _of_queue(ask: Callable[[RqQueue], T], without: T) -> T | None:
    """Ask the queue; return `without` for another kind of queue, and None if it does not answer."""
    queue = service().queue
    try:
        return ask(queue) if isinstance(queue, RqQueue) else without
    except Exception as error:  # whatever the queue's library raises: neither readiness nor metrics hang on it
        write(logging.WARNING, "queue_silent", error=type(error).__name__)
        return None


@blueprint.route("/metrics")
@blueprint.serves(Answer(200, "string", "Metrics of all web processes.", media="text/plain"), policy=FREE)
def show_metrics() -> Response:
    """Show counts and times in the text format of Prometheus."""
    return Response(metrics.text(_of_queue(RqQueue.depths, {}) or {}), content_type=metrics.CONTENT_TYPE)


@blueprint.route("/")
@blueprint.serves(Answer(302, None, "Go to the API page.", headers={"Location": "Location"}), policy=FREE)
def show_way() -> Response:
    """Lead to the API page."""
    return Response(status=302, headers={"Location": "/docs"})


@blueprint.route("/openapi.yaml")
@blueprint.serves(Answer(200, "string", "This description.", media="application/yaml"), policy=FREE)
def show_description() -> Response:
    """Show the API description."""
    text = current_app.extensions["kancha_description"]["yaml"]()
    return Response(text, content_type="application/yaml; charset=utf-8")


@blueprint.route("/openapi.json")
@blueprint.serves(Answer(200, "Description", "This description."), policy=FREE)
def show_description_as_json() -> Response:
    """Show the API description as JSON."""
    return Response(current_app.extensions["kancha_description"]["json"](), mimetype=JSON)


@blueprint.route("/docs")
@blueprint.serves(Answer(200, "string", "The page.", media="text/html"), policy=FREE)
def show_page() -> Response:
    """Show the API page, from files of this installation alone."""
    response = Response(own_file("docs.html"), content_type="text/html; charset=utf-8")
    response.headers["Content-Security-Policy"] = PAGE_POLICY
    return response


@blueprint.route("/docs/<file:name>")
@blueprint.serves(Answer(200, "string", "The file.", media="*/*"), problems=("not_found",), policy=FREE)
def show_page_file(name: str) -> Response:
    """Show a file of the API page."""
    if name == "docs.js":
        response = Response(own_file(name), content_type="text/javascript; charset=utf-8")
    elif name in UI:
        response = Response(ui_file(name), content_type=UI[name])
    else:
        raise Fault("not_found")
    response.headers["Cache-Control"] = "public, max-age=3600"
    return response


@cache
def own_file(name: str) -> bytes:
    """Read a file beside this package's code."""
    return (files("service.http") / "pages" / name).read_bytes()


@cache
def ui_file(name: str) -> bytes:
    """Read a file of the packaged API page."""
    return (files("flask_swagger_ui") / "dist" / name).read_bytes()
