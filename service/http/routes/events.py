"""Commits as they were accepted: as JSON, waiting or not, as a stream, as an export."""

from dataclasses import replace
from typing import Any

from flask import Response, request

from service.http import stream
from service.http.answers import of_result
from service.http.bodies import EventsQuery
from service.http.context import caller, service
from service.http.describe import Answer, Resource
from service.http.errors import Fault, of_validation
from service.http.requests import JSON
from service.usecases import events

blueprint = Resource("events", __name__, url_prefix="/v1/games/<id:game_id>", description="The log.")

FORMS = (JSON, stream.EVENT_STREAM, stream.NDJSON)


@blueprint.route("/events")
@blueprint.serves(
    Answer(200, "Events", "Commits after a version, as you may read them."),
    Answer(200, "string", "Commits after a version, as you may read them.", media=stream.EVENT_STREAM),
    Answer(200, "string", "Commits after a version, as you may read them.", media=stream.NDJSON),
    problems=(
        "not_found",
        "not_your_seat",
        "invalid_request",
        "history_changed",
        "not_acceptable",
        "too_many_waits",
        "log_incomplete",
    ),
    parameters=("LastEventId",),
)
@blueprint.arguments(EventsQuery, location="query")
def read_events(query: dict[str, Any], game_id: str) -> Response:
    """Read commits after a version: as a page, a stream, or an export.

    `Accept` chooses the form. `application/json`: up to `limit` commits, waiting up to `wait` ms for the first one.
    `text/event-stream`: a stream. Its events are `hello` (`StreamHello`), `commit` (`Commit`; `id` is the version),
    `ping` (`StreamPing`), `reset` (`StreamReset`: what you know is no version of this game, read it again), and
    `end` (`StreamEnd`: nothing more will come). `Last-Event-ID` beats `after`.
    `application/x-ndjson`: the whole log after `after`, one commit a line.
    """
    form = request.accept_mimetypes.best_match(FORMS) if request.accept_mimetypes else JSON
    if form is None:
        raise Fault("not_acceptable", "Accept " + ", ".join(FORMS) + ".")
    come_back_from = last_event_id(query["after"])
    window = events.Window(query["after"], query["limit"], query.get("seat"))
    if form == stream.EVENT_STREAM:
        return stream.follow(game_id, replace(window, after=come_back_from))
    if form == stream.NDJSON:
        return stream.export(game_id, window)
    if query["wait"]:
        return stream.poll(game_id, window, query["wait"] / 1000)
    return of_result(events.events_after(service(), caller(), game_id, window))


def last_event_id(after: int) -> int:
    """Return the version that a stream goes on from: `Last-Event-ID` of a client that comes back, else `after`."""
    given = request.headers.get("Last-Event-ID")
    if given is None:
        return after
    if not given.isascii() or not given.isdigit() or len(given) > 16:
        raise of_validation({"Last-Event-ID": ["must be a version"]})
    return int(given)
