"""Guest accounts and their tokens."""

from typing import Any

from flask import Response

from service.http.answers import nothing, of_result, secret
from service.http.bodies import PlayerBody
from service.http.context import caller, service, token
from service.http.describe import Answer, Policy, Resource
from service.http.requests import idempotency_key
from service.usecases import players

blueprint = Resource("players", __name__, url_prefix="/v1/players", description="Accounts and tokens.")

ACCOUNT = Policy(public=True, budget="accounts", body=True)


@blueprint.route("", methods=["POST"])
@blueprint.serves(Answer(201, "NewPlayer", "The account."), problems=("store_full",), policy=ACCOUNT)
@blueprint.arguments(PlayerBody)
def create_player(body: dict[str, Any]) -> Response:
    """Make a guest account. Its bearer token is in this answer and nowhere else.

    Takes no `Idempotency-Key`: if the answer is lost, make another account.
    """
    return secret(players.create_player(service(), body["name"]))


@blueprint.route("/me")
@blueprint.serves(Answer(200, "Player", "Your account."))
def read_player() -> Response:
    """Show your account."""
    return of_result(players.me(service(), caller()))


@blueprint.route("/me", methods=["PATCH"])
@blueprint.serves(Answer(200, "Player", "Your account."), policy=Policy(body=True))
@blueprint.arguments(PlayerBody)
def rename_player(body: dict[str, Any]) -> Response:
    """Change your name; all games show the new one at once."""
    return of_result(players.rename(service(), caller(), body["name"]))


@blueprint.route("/me", methods=["DELETE"])
@blueprint.serves(Answer(204, None, "The account is gone."))
def delete_player() -> Response:
    """Leave all seats and erase your name and token. Bots play on for you.

    Takes no `Idempotency-Key`: a retry that is answered with 401 says that it is done.
    """
    players.delete(service(), caller())
    return nothing()


@blueprint.route("/me/token", methods=["POST"])
@blueprint.serves(
    Answer(200, "NewToken", "The new token.", headers={"Idempotent-Replayed": "IdempotentReplayed"}),
    problems=("invalid_request",),
    policy=Policy(rotates=True),
    parameters=("IdempotencyKey",),
)
def rotate_token() -> Response:
    """Give yourself a new token; the old one is dead from now on.

    Send an `Idempotency-Key`: if the answer is lost, the same request with the old token and the same key is answered
    again for a minute. Nothing else can be done with the old token.
    """
    return secret(players.rotate_token(service(), caller(), token(), idempotency_key()))
