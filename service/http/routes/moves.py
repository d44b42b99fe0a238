"""What is asked, and answering it."""

from typing import Any

from flask import Response

from service.http.answers import of_result
from service.http.bodies import Move, SeatQuery
from service.http.context import caller, service
from service.http.describe import Answer, Policy, Resource
from service.http.requests import idempotency_key
from service.usecases import moves

blueprint = Resource("moves", __name__, url_prefix="/v1/games/<id:game_id>", description="Decisions and moves.")

READ = ("not_found", "log_incomplete", "frozen")
JUDGED = (
    *READ,
    "not_your_seat",
    "seat_required",
    "not_started",
    "game_over",
    "history_changed",
    "stale_version",
    "not_your_decision",
    "malformed_choice",
    "illegal_choice",
    "crosses_disclosure",
)


@blueprint.route("/moves")
@blueprint.serves(
    Answer(200, "Moves", "Your open decisions.", headers={"ETag": "ETag"}),
    Answer(304, None, "What you have is what you are asked now.", headers={"ETag": "ETag"}),
    problems=(*READ, "not_your_seat", "invalid_request"),
    parameters=("IfNoneMatch",),
)
@blueprint.arguments(SeatQuery, location="query")
def list_moves(query: dict[str, Any], game_id: str) -> Response:
    """List what your seats are asked, each question with its legal choices."""
    return of_result(moves.list_moves(service(), caller(), game_id, query.get("seat")))


@blueprint.route("/moves", methods=["POST"])
@blueprint.serves(
    Answer(201, "MoveMade", "The move is stored.", headers={"Idempotent-Replayed": "IdempotentReplayed"}),
    problems=(*JUDGED, "idempotency_mismatch"),
    policy=Policy(budget="moves", body=True),
    parameters=("IdempotencyKey",),
)
@blueprint.arguments(Move)
def make_move(body: dict[str, Any], game_id: str) -> Response:
    """Carry out one or more choices of a seat, all or nothing.

    Send an `Idempotency-Key`: a retry with the same key and body gets the first answer, also when the game has moved
    on.
    """
    return of_result(moves.submit(service(), caller(), game_id, body, idempotency_key()))


@blueprint.route("/preview", methods=["POST"])
@blueprint.serves(
    Answer(200, "Preview", "The position after those choices."),
    problems=JUDGED,
    policy=Policy(budget="previews", body=True),
)
@blueprint.arguments(Move)
def preview_move(body: dict[str, Any], game_id: str) -> Response:
    """Show where choices would lead, without writing anything; refuses draws and disclosures."""
    return of_result(moves.preview(service(), caller(), game_id, body))
