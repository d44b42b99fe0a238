"""The API description: in step, valid, complete, and never silently empty."""

from pathlib import Path

import jsonschema
import pytest
import yaml
from flask import Flask
from openapi_spec_validator import validate

from domain import GAMES
from domain.core.choices import document_schema
from service.http import openapi
from service.http.choices import camel
from service.http.errors import MEDIA_TYPE
from service.http.examples import EXAMPLES
from tests.helpers.parlour import GAME as PARLOUR

FILE = Path(__file__).parents[2] / "openapi.yaml"

ROUTES = {
    "/v1/rulesets": {"get"},
    "/v1/rulesets/{name}": {"get"},
    "/v1/players": {"post"},
    "/v1/players/me": {"get", "patch", "delete"},
    "/v1/players/me/token": {"post"},
    "/v1/games": {"get", "post"},
    "/v1/games/{game_id}": {"get"},
    "/v1/games/{game_id}/seats": {"post"},
    "/v1/games/{game_id}/seats/{seat}": {"put", "delete"},
    "/v1/games/{game_id}/entropy": {"put"},
    "/v1/games/{game_id}/start": {"post"},
    "/v1/games/{game_id}/moves": {"get", "post"},
    "/v1/games/{game_id}/preview": {"post"},
    "/v1/games/{game_id}/events": {"get"},
    "/v1/games/{game_id}/scores": {"get"},
    "/healthz": {"get"},
    "/readyz": {"get"},
    "/metrics": {"get"},
    "/": {"get"},
    "/openapi.yaml": {"get"},
    "/openapi.json": {"get"},
    "/docs": {"get"},
    "/docs/{name}": {"get"},
}
OPEN = {"/v1/rulesets", "/v1/rulesets/{name}", "/v1/players"}
WITH_BODY = {
    ("/v1/players", "post"),
    ("/v1/players/me", "patch"),
    ("/v1/games", "post"),
    ("/v1/games/{game_id}/seats", "post"),
    ("/v1/games/{game_id}/seats/{seat}", "put"),
    ("/v1/games/{game_id}/entropy", "put"),
    ("/v1/games/{game_id}/start", "post"),
    ("/v1/games/{game_id}/moves", "post"),
    ("/v1/games/{game_id}/preview", "post"),
}
METHODS = ("get", "put", "post", "delete", "patch")
SERVED = {**GAMES, PARLOUR.name: PARLOUR}


@pytest.fixture(scope="module")
def described():
    return openapi.document(SERVED)


def operations(described):
    for path, item in described["paths"].items():
        for method in METHODS:
            if method in item:
                yield path, method, item[method]


def test_the_committed_file_is_in_step():
    assert FILE.read_text("utf-8") == openapi.text(), "run: make openapi"


@pytest.mark.parametrize("games", [GAMES, SERVED, {}], ids=["ours", "with the test game", "none"])
def test_it_is_valid_openapi_3_1(games):
    described = openapi.document(games)
    assert "3.1.0" == described["openapi"]
    validate(described)


def test_the_text_reads_back_as_the_document(described):
    assert described == yaml.safe_load(openapi.as_text(described))


def test_it_has_exactly_the_routes_of_the_design(described):
    found = {}
    for path, method, _ in operations(described):
        found.setdefault(path, set()).add(method)
    assert ROUTES == found


def test_every_route_of_the_application_is_described(described):
    app = Flask("all", static_folder=None)
    openapi.register(app, SERVED)
    served = {
        (openapi.path_of(rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    assert {(path, method) for path, method, _ in operations(described)} == served


def test_operations_have_names_of_their_own(described):
    names = [operation["operationId"] for _, _, operation in operations(described)]
    assert len(names) == len(set(names))
    for _, _, operation in operations(described):
        assert operation["summary"].endswith(".")
        assert "`" not in operation["summary"], "a summary is a title, in which nothing is rendered"


def test_all_but_the_open_routes_ask_for_a_token(described):
    for path, method, operation in operations(described):
        is_open = path in OPEN or not path.startswith("/v1/")
        assert ([] if is_open else None) == operation.get("security"), (path, method)
        assert ("401" not in operation["responses"]) == is_open, (path, method)
    assert [{"token": []}] == described["security"]
    assert {"type": "http", "scheme": "bearer"} == described["components"]["securitySchemes"]["token"]


def test_routes_with_bodies_say_how_a_body_is_refused(described):
    for path, method, operation in operations(described):
        has_body = (path, method) in WITH_BODY
        assert has_body == ("requestBody" in operation), (path, method)
        if has_body:
            assert {"400", "413", "415", "422"} <= operation["responses"].keys()
            assert {"application/json"} == operation["requestBody"]["content"].keys()


def test_every_error_is_problem_json_and_every_answer_has_its_request_id(described):
    for path, method, operation in operations(described):
        for status, answer in operation["responses"].items():
            assert "Request-Id" in answer["headers"]
            if int(status) >= 400:
                schema = {"$ref": "#/components/schemas/Problem"}
                assert {MEDIA_TYPE: {"schema": schema}} == answer["content"], (path, method, status)
            if status in ("429", "503"):
                assert "Retry-After" in answer["headers"]


@pytest.mark.parametrize("component", EXAMPLES)
def test_examples_are_what_their_schemas_ask_for(described, component):
    schema = described["components"]["schemas"][component]
    assert EXAMPLES[component] == schema["examples"]
    for example in schema["examples"]:
        bound = {"$ref": f"#/components/schemas/{component}", "components": described["components"]}
        jsonschema.Draft202012Validator(bound).validate(example)


def test_bodies_that_a_client_has_to_think_about_have_examples(described):
    assert {"NewGameBody", "JoinBody", "HolderBody", "MoveBody", "Problem"} <= EXAMPLES.keys()


def test_every_path_parameter_is_described(described):
    for path, item in described["paths"].items():
        named = {part[1:-1] for part in path.split("/") if part.startswith("{")}
        assert named == {parameter["name"] for parameter in item.get("parameters", ()) if parameter["in"] == "path"}


@pytest.mark.parametrize("game", SERVED.values(), ids=lambda game: game.name)
def test_every_verb_has_its_schema_from_the_table(described, game):
    schemas = described["components"]["schemas"]
    one_of = schemas[f"{camel(game.name)}Choice"]
    assert "verb" == one_of["discriminator"]["propertyName"]
    assert set(game.verbs) == one_of["discriminator"]["mapping"].keys()
    for verb, fields in game.verbs.items():
        name = f"{camel(game.name)}{camel(verb)}Choice"
        assert {"$ref": f"#/components/schemas/{name}"} in one_of["oneOf"]
        assert f"#/components/schemas/{name}" == one_of["discriminator"]["mapping"][verb]
        expected = document_schema(fields)
        found = schemas[name]
        assert {"verb": {"type": "string", "enum": [verb]}, **expected["properties"]} == found["properties"]
        assert {"verb", *expected["required"]} == set(found["required"])
        assert found["additionalProperties"] is False
    assert {"$ref": f"#/components/schemas/{camel(game.name)}Choice"} in schemas["Choice"]["anyOf"]


@pytest.mark.parametrize("game", SERVED.values(), ids=lambda game: game.name)
def test_every_fact_and_option_has_its_schema_from_the_table(described, game):
    schemas = described["components"]["schemas"]
    for fact, fields in game.facts.items():
        found = schemas[f"{camel(game.name)}{camel(fact)}Fact"]
        assert {"fact", "sealed", *fields} == found["properties"].keys()
    assert set(game.options) == schemas[f"{camel(game.name)}Options"]["properties"].keys()


def test_a_move_refers_to_the_choices_of_the_games(described):
    body = described["components"]["schemas"]["MoveBody"]
    assert {"$ref": "#/components/schemas/Choice"} == body["properties"]["choices"]["items"]


def test_no_schema_is_silently_empty(described):
    for name, schema in described["components"]["schemas"].items():
        assert schema.keys() - {"description"}, name
        closed = schema.get("additionalProperties") is False
        may_be_empty = name.endswith(("Options", "Choice"))
        assert not closed or schema["properties"] or may_be_empty, name


def test_every_reference_leads_somewhere(described):
    def references(value):
        if isinstance(value, dict):
            if isinstance(value.get("$ref"), str):
                yield value["$ref"]
            for inner in value.values():
                yield from references(inner)
        elif isinstance(value, list):
            for inner in value:
                yield from references(inner)

    for reference in set(references(described)):
        place = described
        for step in reference.removeprefix("#/").split("/"):
            assert step in place, reference
            place = place[step]
