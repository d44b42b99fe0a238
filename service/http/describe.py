"""How a route says what it does: to the API description, to the token check, and to the budgets."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple

from flask_smorest import Blueprint

from service.http.errors import MEDIA_TYPE, TABLE
from service.http.requests import JSON, StrictParser

SCHEMAS = "#/components/schemas/"

ALWAYS = ("rate_limited", "internal_error", "store_unavailable")
WITH_TOKEN = ("unauthenticated",)
WITH_BODY = ("unparsable", "bad_request", "body_too_large", "unsupported_media_type", "invalid_request")


class Policy(NamedTuple):
    """What must hold before a route is entered.

    A `body` that is `optional` may be left out. `budget` names the budget that a request is taken
    from: of the player or, for `public` routes, of the address. A route that `rotates` tokens lets a token in
    that it has just replaced, to repeat its answer.
    """

    public: bool = False
    budget: str = "requests"
    body: bool = False
    optional: bool = False
    rotates: bool = False


class Answer(NamedTuple):
    """A good answer: its status, the component of its schema (None: no body), and words about it."""

    status: int
    component: str | None
    about: str
    media: str = JSON
    headers: Mapping[str, str] = {}


Route = Callable[..., Any]


class Resource(Blueprint):
    """A blueprint whose routes are described by `serves`."""

    ARGUMENTS_PARSER = StrictParser()

    def serves(
        self,
        *answers: Answer,
        problems: Iterable[str] = (),
        policy: Policy = Policy(),  # noqa: B008 - a tuple, never altered
        parameters: Iterable[str] = (),
    ) -> Callable[[Route], Route]:
        """Describe a route: its good answers, the codes of its problems, what is asked before, and shared parameters.

        Codes that any route may answer are added. To be used above `arguments`.
        """

        def decorate(view: Route) -> Route:
            codes = [*problems, *ALWAYS, *(() if policy.public else WITH_TOKEN), *(WITH_BODY if policy.body else ())]
            doc: dict[str, Any] = {
                "operationId": view.__name__,
                "responses": {**_good(answers), **_bad(codes)},
            }
            if policy.public:
                doc["security"] = []
            described: Route = self.doc(**doc)(view)
            arguments = described._apidoc.setdefault("arguments", {})  # type: ignore[attr-defined]
            arguments.setdefault("parameters", []).extend(parameters)
            described.policy = policy  # type: ignore[attr-defined]
            return described

        return decorate

    def arguments(self, schema: Any, **more: Any) -> Callable[[Route], Route]:
        """Read a body or query by a schema, of which one instance serves all requests: making one takes long."""
        reading: Callable[[Route], Route] = super().arguments(schema(), **more)
        return reading

    @staticmethod
    def _prepare_response_doc(doc: Any, doc_info: Any, **_: Any) -> Any:
        """Leave the answers to `serves`: no catch-all is documented."""
        return doc


def _good(answers: Iterable[Answer]) -> dict[int, Any]:
    by_status: dict[int, Any] = {}
    for answer in answers:
        entry = by_status.setdefault(answer.status, {"description": answer.about, "headers": {}})
        entry["headers"]["Request-Id"] = {"$ref": "#/components/headers/RequestId"}
        entry["headers"].update((name, {"$ref": f"#/components/headers/{ref}"}) for name, ref in answer.headers.items())
        if answer.component:
            entry.setdefault("content", {})[answer.media] = {"schema": _schema(answer.component)}
    return by_status


def _schema(component: str) -> dict[str, Any]:
    return {"type": "string"} if component == "string" else {"$ref": SCHEMAS + component}


def _bad(codes: Iterable[str]) -> dict[int, Any]:
    by_status: dict[int, list[str]] = defaultdict(list)
    for code in dict.fromkeys(codes):
        by_status[TABLE[code].status].append(code)
    return {status: _problems(status, found) for status, found in sorted(by_status.items())}


def _problems(status: int, codes: list[str]) -> dict[str, Any]:
    about = "; ".join(f"`{code}`: {TABLE[code].title}" for code in codes)
    headers = {"Request-Id": {"$ref": "#/components/headers/RequestId"}}
    if status in (429, 503):
        headers["Retry-After"] = {"$ref": "#/components/headers/RetryAfter"}
    return {
        "description": about,
        "headers": headers,
        "content": {MEDIA_TYPE: {"schema": {"$ref": SCHEMAS + "Problem"}}},
    }
