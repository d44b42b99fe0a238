"""The games that can be played, described so that a client needs no code for any of them."""

from typing import TYPE_CHECKING, Any

from domain.core.choices import document_schema
from domain.core.game import Game
from service.usecases.bots import BOTS
from service.usecases.errors import NotFound
from service.usecases.shapes import Result

if TYPE_CHECKING:
    from service.bootstrap import Service


def list_rulesets(service: "Service") -> Result:
    """List all games with their seats, options, bots and languages."""
    return Result(200, {"rulesets": [_summary(game) for game in service.games.values()]})


def ruleset(service: "Service", name: str) -> Result:
    """Describe one game: its verbs and facts as JSON Schema, its material, and its guide in words.

    Raises `NotFound`.
    """
    game = service.games.get(name)
    if game is None:
        raise NotFound("there is no such ruleset")
    body = {
        **_summary(game),
        "verbs": {verb: _verb_schema(game, verb) for verb in game.verbs},
        "facts": {fact: document_schema(fields) for fact, fields in game.facts.items()},
        "variants": [dict(variant) for variant in game.variants],
        "material": dict(game.material),
        "guide": dict(game.guide),
    }
    return Result(200, body)


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
    """Return the schema of a choice: the verb itself, then its fields."""
    schema = document_schema(game.verbs[verb])
    schema["properties"] = {"verb": {"type": "string", "const": verb}, **schema["properties"]}
    schema["required"] = ["verb", *schema["required"]]
    return schema
