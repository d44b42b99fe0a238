"""The API description (OpenAPI 3.1), made from the routes, the schemas and the tables of the games."""

from collections.abc import Mapping
from typing import Any

import yaml
from apispec_oneofschema import MarshmallowPlugin
from flask import Flask
from flask_smorest import Api
from flask_smorest.spec.plugins import FlaskPlugin

from domain import GAMES
from domain.core.game import Game
from service.http import choices, shapes
from service.http.examples import EXAMPLES
from service.http.fields import schema_of
from service.http.paths import CONVERTERS
from service.http.routes import BLUEPRINTS

TITLE = "Kancha"
VERSION = "1"
ABOUT = """\
Complete board games behind a REST/JSON API. Every accepted move is an event of the game's own log; what you may not see
never leaves the service; the dice are committed to before anybody sits down.

Errors are problem+json; `code` says what to do. Unknown paths answer 404 `not_found`, methods that a path does
not take 405 `method_not_allowed` with the header `Allow`.

Times are RFC 3339 in UTC, durations integer milliseconds, ids opaque. Members and routes may be added, never renamed.
"""


class Description(Api):
    """The Flask extension that collects the routes; errors and pages are ours, not its own."""

    DEFAULT_ERROR_RESPONSE_NAME = None

    def _register_error_handlers(self) -> None:
        """Leave the errors to `app`."""

    def _register_responses(self) -> None:
        """Leave the answers to `describe`."""

    def _register_etag_headers(self) -> None:
        """Leave the headers to `shapes`."""

    def _register_pagination_header(self) -> None:
        """Lists have cursors in their bodies."""


def register(app: Flask, games: Mapping[str, Game]) -> Description:
    """Register all routes and describe them."""
    app.config.update(API_TITLE=TITLE, API_VERSION=VERSION, OPENAPI_VERSION="3.1.0")
    app.url_map.converters.update((name, converter) for name, (converter, _) in CONVERTERS.items())
    plugin = MarshmallowPlugin(schema_name_resolver=_component_name)
    api = Description(app, spec_kwargs={"marshmallow_plugin": plugin, "info": {"description": ABOUT}})
    plugin.converter.add_attribute_function(schema_of)
    for converter, schema in CONVERTERS.values():
        api.register_converter(converter, lambda _, schema=schema: dict(schema))
    _add_components(api.spec, games)
    for blueprint in BLUEPRINTS:
        api.register_blueprint(blueprint)
    return api


def _component_name(schema: Any) -> str:
    """Name a request's schema after its class; `Body` distinguishes it from answers."""
    name: str = getattr(schema, "__name__", type(schema).__name__)
    return name if name.endswith(("Choice", "Body")) else f"{name}Body"


def _add_components(spec: Any, games: Mapping[str, Game]) -> None:
    components = spec.components
    for name, schema in choices.components(games).items():
        if isinstance(schema, dict):
            components.schema(name, schema)
        else:
            components.schema(name, {"description": schema.__doc__} if schema.__doc__ else None, schema=schema)
    for name, shape in shapes.COMPONENTS.items():
        components.schema(name, shape)
    mapping = {}
    for kind, shape in shapes.EVENTS.items():
        name = f"{kind.capitalize()}Event"
        properties = {"type": {"type": "string", "const": kind}, **shape["properties"]}
        components.schema(name, {**shape, "properties": properties, "required": ["type", *shape["required"]]})
        mapping[kind] = shapes.ref(name)["$ref"]
    discriminator = {"propertyName": "type", "mapping": mapping}
    components.schema("Event", {"oneOf": [{"$ref": path} for path in mapping.values()], "discriminator": discriminator})
    for name, header in shapes.HEADERS.items():
        components.header(name, header)
    for name, parameter in shapes.PARAMETERS.items():
        components.parameter(name, parameter["in"], parameter)
    components.security_scheme("token", {"type": "http", "scheme": "bearer"})
    spec.options["security"] = [{"token": []}]


def path_of(rule: str) -> str:
    """Return a path as the description writes it: `/games/<id:game_id>` -> `/games/{game_id}`."""
    return FlaskPlugin.flaskpath2openapi(rule)


def document(games: Mapping[str, Game]) -> dict[str, Any]:
    """Return the description of the service with these games."""
    return of_api(register(Flask("kancha"), games))


def of_api(api: Description) -> dict[str, Any]:
    """Return the description of an application, its sections in the usual order."""
    described: dict[str, Any] = api.spec.to_dict()
    for path in described["paths"].values():
        for operation in path.values():
            if isinstance(operation, dict):
                operation["responses"] = dict(sorted(operation["responses"].items()))
                if not operation.get("parameters"):
                    operation.pop("parameters", None)
    for name, examples in EXAMPLES.items():
        described["components"]["schemas"][name]["examples"] = examples
    order = ("openapi", "info", "security", "tags", "paths", "components")
    return {name: described[name] for name in order}


def as_text(described: Mapping[str, Any]) -> str:
    """Write a description as YAML."""
    return yaml.dump(described, Dumper=_Dumper, sort_keys=False, allow_unicode=True, width=120)


def text() -> str:
    """Return the description of the service with all its games, as `openapi.yaml` holds it."""
    return as_text(document(GAMES))


class _Dumper(yaml.SafeDumper):
    """Repeats what occurs twice, instead of pointing from one place to the other."""

    def ignore_aliases(self, data: Any) -> bool:
        return True


def _represent_text(dumper: yaml.SafeDumper, text: str) -> Any:
    """Write a text of several lines line by line."""
    return dumper.represent_scalar("tag:yaml.org,2002:str", text, style="|" if "\n" in text else None)


_Dumper.add_representer(str, _represent_text)
