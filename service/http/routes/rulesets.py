"""The games that can be played. Open to everybody: what they say is the same for all."""

from flask import Response

from service.http.answers import of_result
from service.http.context import service
from service.http.describe import Answer, Policy, Resource
from service.usecases import rulesets

blueprint = Resource("rulesets", __name__, url_prefix="/v1/rulesets", description="The games.")

OPEN = Policy(public=True, budget="address")
TAGGED = {"ETag": "ETag"}
KNOWN = Answer(304, None, "What you have is what this release says.", headers=TAGGED)


@blueprint.route("")
@blueprint.serves(
    Answer(200, "Rulesets", "All games.", headers=TAGGED), KNOWN, policy=OPEN, parameters=("IfNoneMatch",)
)
def list_rulesets() -> Response:
    """List the games: seats, options, bots, languages."""
    return of_result(rulesets.list_rulesets(service()))


@blueprint.route("/<word:name>")
@blueprint.serves(
    Answer(200, "Ruleset", "The game.", headers=TAGGED),
    KNOWN,
    problems=("not_found",),
    policy=OPEN,
    parameters=("IfNoneMatch",),
)
def read_ruleset(name: str) -> Response:
    """Describe one game: its verbs and facts as JSON Schema, and its material."""
    return of_result(rulesets.ruleset(service(), name))
