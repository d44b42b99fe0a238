"""Guest accounts and their tokens."""

from typing import Any

from flask import Response

from service.http.answers import nothing, of_result, secret
from service.http.bodies import PlayerBody
from service.http.context import caller, service
from service.http.describe import Answer, Policy, Resource
from service.usecases import players

blueprint = Resource("players", __name__, url_prefix="/v1/players", description="Accounts and tokens.")

ACCOUNT = Policy(public=True, budget="accounts", body=True)


@blueprint.route("", methods=["POST"])
@blueprint.serves(Answer(201, "NewPlayer", "The account."), problems=("store_full",), policy=ACCOUNT)
@blueprint.arguments(PlayerBody)
def create_player(body: dict[str, Any]) -> Response:
    """Make a guest account. Its bearer token is in this answer and nowhere else."""
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
    """Leave all seats and erase your name and token. Bots play on for you."""
    players.delete(service(), caller())
    return nothing()


@blueprint.route("/me/token", methods=["POST"])
@blueprint.serves(Answer(200, "NewToken", "The new token."))
def rotate_token() -> Response:
    """Give yourself a new token; the old one is dead from now on."""
    return secret(players.rotate_token(service(), caller()))
