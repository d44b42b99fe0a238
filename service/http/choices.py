"""Schemas of choices, facts and options, made from the tables of the games; no game is named here.

One schema per game and verb (`TiwanakuMoveChoice`), per game their one-of with `verb` as
discriminator, and `Choice`, the any-of of the games: a verb may recur in another game, never with
two forms in one.
"""

from collections.abc import Mapping
from typing import Any

from marshmallow import RAISE, Schema
from marshmallow_oneofschema.one_of_schema import OneOfSchema

from domain.core.choices import Field, document_schema
from domain.core.game import Game
from service.http.fields import Declared, Word

REFERENCE = "#/components/schemas/"


def camel(name: str) -> str:
    """`little_tavern` -> `LittleTavern`."""
    return "".join(part.capitalize() for part in name.split("_"))


def verb_schema(game: Game, verb: str) -> type[Schema]:
    """Return the schema of one verb of a game: the verb and its named fields, nothing else; described by the guide."""

    class Meta:
        unknown = RAISE

    members: dict[str, Any] = {"verb": Word(verb, required=True)}
    members.update((name, Declared(field)) for name, field in game.verbs[verb].items())
    members |= {"Meta": Meta, "__doc__": _said(game, verb)}
    return type(f"{camel(game.name)}{camel(verb)}Choice", (Schema,), members)


def _said(game: Game, verb: str) -> str:
    """Return what the guide of the game says of a verb."""
    verbs = game.guide["verbs"]
    assert isinstance(verbs, dict)
    return str(verbs[verb])


def choice_schema(game: Game) -> type[OneOfSchema]:
    """Return the one-of of a game's verbs."""
    schemas = {verb: verb_schema(game, verb) for verb in game.verbs}
    members = {"type_field": "verb", "type_field_remove": False, "type_schemas": schemas}
    return type(f"{camel(game.name)}Choice", (OneOfSchema,), members)


def components(games: Mapping[str, Game]) -> dict[str, Any]:
    """Return the components that depend on the games, by name: schema classes and plain JSON Schemas.

    Verbs come before the one-of of their game, so that each is registered under its own name.
    """
    found: dict[str, Any] = {}
    for game in games.values():
        name = camel(game.name)
        one_of = choice_schema(game)
        found.update((f"{name}{camel(verb)}Choice", schema) for verb, schema in one_of.type_schemas.items())
        found[f"{name}Choice"] = one_of
        for fact, fields in game.facts.items():
            found[f"{name}{camel(fact)}Fact"] = fact_schema(fact, fields)
        found[f"{name}Options"] = options_schema(game)
    found["Choice"] = any_of(games, "Choice", "A choice of the game: a verb and its named fields.")
    found["Options"] = any_of(games, "Options", "What a table of the game chooses; left out: the default.")
    facts = [f"{camel(game.name)}{camel(fact)}Fact" for game in games.values() for fact in game.facts]
    found["Fact"] = _union(facts, "What happened, for readers; `fact` names it.")
    return found


def any_of(games: Mapping[str, Game], suffix: str, about: str) -> dict[str, Any]:
    """Return the any-of of a component that every game has."""
    return _union([f"{camel(name)}{suffix}" for name in games], about)


def _union(names: list[str], about: str) -> dict[str, Any]:
    if not names:
        return {"type": "object", "description": about}
    return {"anyOf": [{"$ref": REFERENCE + name} for name in names], "description": about}


def options_schema(game: Game) -> dict[str, Any]:
    """Return the schema of the options of a table: all may be left out."""
    return {**document_schema(game.options), "required": []}


def fact_schema(fact: str, fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return the schema of a fact as it stands in a commit: what is secret of it stands in `sealed`."""
    schema = document_schema(fields)
    schema["properties"] = {
        "fact": {"type": "string", "const": fact},
        **schema["properties"],
        "sealed": {"$ref": REFERENCE + "Sealed"},
    }
    return {**schema, "required": ["fact"]}
