"""Who sits where, and the start."""

from typing import Any

from flask import Response

from service.http.answers import of_result
from service.http.bodies import Entropy, Holder, Join, Start
from service.http.context import caller, service
from service.http.describe import Answer, Policy, Resource
from service.http.requests import idempotency_key
from service.usecases import seats

blueprint = Resource("seats", __name__, url_prefix="/v1/games/<id:game_id>", description="Who sits where.")

CHANGED = {"Idempotent-Replayed": "IdempotentReplayed"}
ANY = ("not_found", "game_over", "idempotency_mismatch", "frozen", "log_incomplete")
KEYED = ("IdempotencyKey",)
BODY = Policy(body=True)
MAYBE_BODY = Policy(body=True, optional=True)


@blueprint.route("/seats", methods=["POST"])
@blueprint.serves(
    Answer(201, "Joined", "The game, with you at the table.", headers=CHANGED),
    problems=(*ANY, "game_full", "seat_taken", "already_seated", "already_started", "too_many_games", "store_full"),
    policy=MAYBE_BODY,
    parameters=KEYED,
)
@blueprint.arguments(Join, required=False)
def join_game(body: dict[str, Any], game_id: str) -> Response:
    """Take an open seat. The game starts when the last one is taken, unless the host starts it.

    A private game wants the `invite` that its host was told; before joining, nothing of it can be seen.
    """
    return of_result(seats.join(service(), caller(), game_id, body, idempotency_key()))


@blueprint.route("/seats/<seat:seat>", methods=["DELETE"])
@blueprint.serves(
    Answer(200, "Left", "You have left the seat.", headers=CHANGED),
    problems=(*ANY, "not_your_seat"),
    parameters=KEYED,
)
def leave_seat(game_id: str, seat: int) -> Response:
    """Leave a seat: it opens before the start; afterwards a bot takes over for good.

    Takes no body; one that is sent is not read. To come back later, hand the seat to a bot with PUT instead. Who leaves
    a private game sees it no more, unless as its host.
    """
    return of_result(seats.leave(service(), caller(), game_id, seat, idempotency_key()))


@blueprint.route("/seats/<seat:seat>", methods=["PUT"])
@blueprint.serves(
    Answer(200, "Game", "The game with the new holder.", headers=CHANGED),
    problems=(*ANY, "not_your_seat", "seat_not_yours_to_take", "not_started"),
    policy=BODY,
    parameters=KEYED,
)
@blueprint.arguments(Holder)
def hand_seat_over(body: dict[str, Any], game_id: str, seat: int) -> Response:
    """Hand your seat to a bot, or take back the seat that you handed over."""
    return of_result(seats.hand_over(service(), caller(), game_id, {**body, "seat": seat}, idempotency_key()))


@blueprint.route("/entropy", methods=["PUT"])
@blueprint.serves(
    Answer(200, "Game", "The game with your entropy.", headers=CHANGED),
    problems=(*ANY, "not_your_seat", "already_started"),
    policy=BODY,
    parameters=KEYED,
)
@blueprint.arguments(Entropy)
def mix_entropy(body: dict[str, Any], game_id: str) -> Response:
    """Mix text of yours into the dice, before the start; the last one counts."""
    return of_result(seats.mix(service(), caller(), game_id, body, idempotency_key()))


@blueprint.route("/start", methods=["POST"])
@blueprint.serves(
    Answer(200, "Game", "The game, running.", headers=CHANGED),
    problems=(*ANY, "not_host", "already_started"),
    policy=MAYBE_BODY,
    parameters=KEYED,
)
@blueprint.arguments(Start, required=False)
def start_game(body: dict[str, Any], game_id: str) -> Response:
    """Start as the host, with bots on the open seats."""
    return of_result(seats.start(service(), caller(), game_id, body, idempotency_key()))
