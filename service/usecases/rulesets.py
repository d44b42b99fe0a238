"""The games that can be played, described so that a client needs no code for any of them."""

import hashlib
from typing import TYPE_CHECKING, Any

from domain.core.choices import document_schema
from domain.core.game import Game
from domain.core.plain import canonical
from service.usecases.bots import BOTS
from service.usecases.errors import NotFound
from service.usecases.shapes import Result

if TYPE_CHECKING:
    from service.bootstrap import Service

SHARED = {"Cache-Control": "public, no-cache"}


def list_rulesets(service: "Service") -> Result:
    """List all games with their seats, options, bots and languages."""
    return _constant({"rulesets": [_summary(game) for game in service.games.values()]})


def ruleset(service: "Service", name: str) -> Result:
    """Describe one game: its verbs and facts as JSON Schema, its material, and its guide in words.

    Raises `NotFound`.
    """
    game = service.games.get(name)
    if game is None:
        raise NotFound
    body = {
        **_summary(game),
        "verbs": {verb: _verb_schema(game, verb) for verb in game.verbs},
        "facts": {fact: document_schema(fields) for fact, fields in game.facts.items()},
        "variants": [dict(variant) for variant in game.variants],
        "material": dict(game.material),
        "guide": dict(game.guide),
    }
    return _constant(body)


def _constant(body: dict[str, Any]) -> Result:
    """Answer what is the same for everybody as long as this release runs: any cache may keep it, and asks again."""
    return Result(200, body, etag=hashlib.sha256(canonical(body)).hexdigest()[:32], headers=SHARED)


def _summary(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "revision": game.ruleset,
        "seats": list(game.seats),
        "options": {name: field.schema() for name, field in game.options.items()},
        "bots": [bot._asdict() for bot in BOTS],
        "languages": list(game.languages),
    }


def _verb_schema(game: Game, verb: str) -> dict[str, Any]:
    """Return the schema of a choice: the verb itself, then its fields.

    `x-order` is the order of the fields in a choice as the log holds it; answers are written with members sorted.
    """
    schema = document_schema(game.verbs[verb])
    schema["properties"] = {"verb": {"type": "string", "const": verb}, **schema["properties"]}
    schema["required"] = ["verb", *schema["required"]]
    schema["x-order"] = list(game.verbs[verb])
    return schema
