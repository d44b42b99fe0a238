"""Games: creating, listing, looking at them."""

from typing import Any

from flask import Response, request

from service.http.answers import of_result, secret
from service.http.bodies import GameQuery, GamesQuery, NewGame, SeatQuery
from service.http.context import caller, service
from service.http.describe import Answer, Policy, Resource
from service.http.requests import idempotency_key
from service.usecases import games, lobby

blueprint = Resource("games", __name__, url_prefix="/v1/games", description="Tables and positions.")

CREATED = {"Location": "Location", "Idempotent-Replayed": "IdempotentReplayed"}
SEEN = ("not_found", "invalid_request", "log_incomplete")


@blueprint.route("", methods=["POST"])
@blueprint.serves(
    Answer(201, "NewGame", "The game, with the invite of a private one.", headers=CREATED),
    problems=(
        "unknown_ruleset",
        "invalid_table",
        "idempotency_mismatch",
        "seeds_not_allowed",
        "too_many_games",
        "store_full",
    ),
    policy=Policy(budget="games", body=True),
    parameters=("IdempotencyKey",),
)
@blueprint.arguments(NewGame)
def create_game(body: dict[str, Any]) -> Response:
    """Create a game. It starts by itself when no seat is open.

    Unless `start` is `manual`: then the host starts it. The `invite` of a private game is in this answer and nowhere
    else, but that a retry with the same `Idempotency-Key` shows it again.
    """
    result = games.create(service(), caller(), body, idempotency_key())
    response = secret(result)
    response.headers["Location"] = f"/v1/games/{result.body['id']}"
    return response


@blueprint.route("")
@blueprint.serves(
    Answer(200, "Games", "Newest first."), problems=("invalid_request", "invalid_cursor", "unknown_ruleset")
)
@blueprint.arguments(GamesQuery, location="query")
def list_games(query: dict[str, Any]) -> Response:
    """List public games, or your own and where it is your turn.

    `mine=true` lists your own, private ones included. A page may hold fewer games than `limit` and still have a
    `cursor`: the service looks through a thousand games at a time.
    """
    filters = lobby.Filters(
        status=query.get("status"),
        ruleset=query.get("ruleset"),
        open_only=query.get("open", False),
        mine=query.get("mine", False),
        cursor=query.get("cursor"),
        limit=query["limit"],
    )
    return of_result(lobby.list_games(service(), caller(), filters))


@blueprint.route("/<id:game_id>")
@blueprint.serves(
    Answer(200, "Game", "The game as you see it.", headers={"ETag": "ETag"}),
    Answer(304, None, "What you have is the present position.", headers={"ETag": "ETag"}),
    problems=(*SEEN, "not_your_seat"),
    parameters=("IfNoneMatch",),
)
@blueprint.arguments(GameQuery, location="query")
def read_game(query: dict[str, Any], game_id: str) -> Response:
    """Show a game and your view of its position, now or at an earlier version.

    Everybody with a token may watch a public game, seeing what no seat hides. A private game is seen by its seats, by
    who handed one to a bot, and by its host, even without a seat; whoever is invited joins before seeing anything.
    """
    look = games.Look(query.get("at"), query.get("seat"), request.if_none_match.as_set(include_weak=True))
    return of_result(games.read(service(), caller(), game_id, look))


@blueprint.route("/<id:game_id>/scores")
@blueprint.serves(
    Answer(200, "Scores", "The score sheet as you see it.", headers={"ETag": "ETag"}),
    Answer(304, None, "What you have is the present sheet.", headers={"ETag": "ETag"}),
    problems=(*SEEN, "not_your_seat", "frozen"),
    parameters=("IfNoneMatch",),
)
@blueprint.arguments(SeatQuery, location="query")
def read_scores(query: dict[str, Any], game_id: str) -> Response:
    """Show the score sheet: by seat, part and round. Hidden points stay hidden until the end."""
    return of_result(games.scores(service(), caller(), game_id, query.get("seat")))
