"""Every route of the application, asked by those who must not learn what is hidden.

`survey` asks all there is to ask about the game at hand, rightly and wrongly, without moving it on; `side_table` does
what needs a table of one's own, `farewell` what comes last. Which routes there are, the application itself says:
`unasked` and `unserved` hold its URL map against what somebody was told, so that a new route is missed until it is
asked here, too. There are no exceptions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from prometheus_client.metrics import MetricWrapperBase
from werkzeug.exceptions import HTTPException
from werkzeug.test import TestResponse

from domain.caverna.game import GAME as CAVERNA
from domain.core.game import Game
from service.http import metrics
from service.usecases.positions import load

if TYPE_CHECKING:
    from tests.helpers.worlds import World

STREAM, LINES = "text/event-stream", "application/x-ndjson"
UNKNOWN = "no route"
NOBODY = "nobody"
"""Who has no token."""

PAGES = (
    *("/", "/docs", "/docs/docs.js", "/docs/nothing.js", "/healthz", "/readyz", "/metrics", "/openapi.json"),
    *("/openapi.yaml", "/nothing", "/v1/rulesets", "/v1/rulesets/{ruleset}", "/v1/rulesets/nothing"),
)
LISTS = (
    *("/v1/players/me", "/v1/games", "/v1/games?mine=true", "/v1/games?status=running&limit=1"),
    *("/v1/games?status=open&ruleset={ruleset}&open=true", "/v1/games?cursor=nothing"),
)
PARTS = ("", "/moves", "/scores", "/events")
WRITTEN = ("/preview", "/seats", "/seats/0", "/entropy", "/start")
"""What can be read of a game, and what else can be sent to one."""

TIMED = re.compile(
    r"^((?:process_|python_gc_)\S+|\w+_created(?:\{.*\})?|\w+_seconds_sum(?:\{.*\})?|\w+_seconds_bucket\{(?!le=\"\+Inf\").*\})"
    r" \S+$",
    re.MULTILINE,
)
"""Lines of the metrics whose values are times, or tell of the process of the tests: only these values are masked."""


def untimed(text: str) -> str:
    """Mask the values in the metrics that are never twice the same; labels, counts and all other lines stay."""
    return TIMED.sub(r"\1 #", text)


def fresh_series() -> None:
    """Forget all that the web server has counted in this process, as a web server that starts anew."""
    for found in vars(metrics).values():
        if isinstance(found, MetricWrapperBase):
            found.clear()
    metrics._series.cache_clear()


# Asking.


def ask(world: World, who: str, method: str, path: str, body: Any = None, **headers: str) -> TestResponse:
    """Send a request as somebody, or without a token; note the answer. `path` is the whole one."""
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if who in world.people:
        sent["Authorization"] = f"Bearer {world.people[who].token}"
    answer = world.house.http.open(path, method=method, json=body, headers=sent)
    return world.tell(who, " ".join([method, path, json.dumps(body), *headers.values()]), answer)


def survey(world: World, game: Game, who: str) -> None:
    """Ask every route as somebody, about the game at hand; it is where it was afterwards."""
    place = f"/v1/games/{world.game}"
    version = load(world.house.service, world.game).position.version
    readings(world, who)
    pages = [path.format(ruleset=game.name) for path in (*PAGES, *LISTS)]
    for path in pages:
        ask(world, who, "GET", path)
    paths = {path.partition("?")[0] for path in pages}
    for path in sorted(paths | {place + part for part in PARTS}):
        ask(world, who, "HEAD", path)
    for path in sorted(paths | {place + part for part in (*PARTS, *WRITTEN)} | {"/v1/players", "/v1/players/me/token"}):
        ask(world, who, "OPTIONS", path)
    write_nothing(world, who, place, version)
    account(world, who)
    assert version == load(world.house.service, world.game).position.version


def readings(world: World, who: str) -> None:
    """Read the game: with each pair of eyes, as of earlier and later versions, in every form."""
    place = f"/v1/games/{world.game}"
    version = load(world.house.service, world.game).position.version
    for seat in ("", "?seat=0", "?seat=1", "?seat=2", "?seat=9"):
        for part in PARTS:
            ask(world, who, "GET", place + part + seat)
    for at in sorted({1, version // 2, version - 1, version, version + 1}):
        ask(world, who, "GET", f"{place}?at={at}")
    for query in (f"after={version}&wait=5", f"after={version + 9}", "after=0&limit=2"):
        ask(world, who, "GET", f"{place}/events?{query}")
    for form in (STREAM, LINES, "application/json", "text/html"):
        ask(world, who, "GET", f"{place}/events?after=1&limit=3", Accept=form)
    ask(world, who, "GET", f"{place}/events", Accept=STREAM, Last_Event_ID=str(version - 1))


def write_nothing(world: World, who: str, place: str, version: int) -> None:
    """Send every command in a form that is refused."""
    for body in ({"version": version, "choices": [{"verb": "x"}]}, {"version": 1, "choices": [{"verb": "x"}]}, None):
        for part in ("/moves", "/preview"):
            ask(world, who, "POST", place + part, body)
    mine = {seat["seat"] for seat in ask(world, who, "GET", place).json.get("seats", ()) if seat["mine"]}
    for seat in {0, 1, 2} - mine:
        ask(world, who, "PUT", f"{place}/seats/{seat}", {"player": "me"})
        ask(world, who, "PUT", f"{place}/seats/{seat}", {"bot": "random"})
        ask(world, who, "DELETE", f"{place}/seats/{seat}")
    ask(world, who, "PUT", f"{place}/entropy", {"entropy": "\0"})
    ask(world, who, "POST", "/v1/games", {"ruleset": "nothing", "seats": []})
    if mine or load(world.house.service, world.game).position.status == "running":
        ask(world, who, "POST", f"{place}/seats", {})
    if who != "host" or load(world.house.service, world.game).position.status == "running":
        ask(world, who, "POST", f"{place}/start", {})


def account(world: World, who: str) -> None:
    """Make an account, and give oneself another token and the name that one has."""
    ask(world, who, "POST", "/v1/players", {"name": "Zoë"})
    ask(world, who, "PATCH", "/v1/players/me", {"name": who})
    rotated = ask(world, who, "POST", "/v1/players/me/token")
    if who in world.people:
        world.people[who].token = rotated.json["token"]
    else:
        ask(world, who, "DELETE", "/v1/players/me")


def side_table(world: World, who: str, other: str) -> None:
    """Lay tables beside the game, the same in all worlds: one that the other joins, one for all a player can do.

    Caverna is played there, since nothing of it is hidden and it can be played alone.
    """
    table = {"ruleset": CAVERNA.name, "start": "manual", "seed": "5" * 64}
    me, anybody = {"player": "me"}, {"open": True}
    shared, alone = (
        f"/v1/games/{ask(world, who, 'POST', '/v1/games', {**table, 'seats': seats}).json['id']}"
        for seats in ([me, anybody], [me])
    )
    ask(world, other, "POST", f"{shared}/seats", {})
    ask(world, who, "PUT", f"{alone}/entropy", {"entropy": "x"})
    ask(world, who, "POST", f"{alone}/start", {})
    asked = ask(world, who, "GET", f"{alone}/moves").json
    move = {"version": asked["version"], "choices": [asked["decisions"][0]["choices"][0]]}
    ask(world, who, "POST", f"{alone}/preview", move)
    for _ in range(2):
        ask(world, who, "POST", f"{alone}/moves", move, Idempotency_Key="side")
    for holder in ({"bot": "random"}, me):
        ask(world, who, "PUT", f"{alone}/seats/0", holder)
    ask(world, who, "DELETE", f"{alone}/seats/0")


def farewell(world: World, who: str) -> None:
    """Delete the account, and leave the game with it."""
    ask(world, who, "DELETE", "/v1/players/me")
    ask(world, who, "GET", "/v1/players/me")


# What was asked.


def route_of(world: World, answer: TestResponse) -> tuple[str, str | None]:
    """Return the route that was asked, as `routes` names it, and the game that was asked about."""
    asked = answer.request
    try:
        rule, args = world.house.app.url_map.bind("").match(asked.path, asked.method, return_rule=True)
    except HTTPException:
        return UNKNOWN, None
    return f"{asked.method} {rule.rule}", args.get("game_id")


def routes(world: World) -> set[str]:
    """Return every route of the application: each rule with each of its methods."""
    return {f"{method} {rule.rule}" for rule in world.house.app.url_map.iter_rules() for method in rule.methods or ()}


def unasked(world: World, who: str) -> list[str]:
    """List the routes that somebody has not asked; where they name a game, about the game at hand."""
    asked = {one.route for one in world.told if one.who == who and one.game in (None, world.game)}
    return sorted(routes(world) - asked)


def unserved(world: World, who: str) -> list[str]:
    """List the routes that have only ever refused somebody."""
    return sorted(routes(world) - {one.route for one in world.told if one.who == who and one.status < 400})


def assert_surveyed(world: World, who: Sequence[str]) -> None:
    """Check that these were told something by every route, and, if they have a token, not by refusals alone."""
    for name in who:
        missing = unasked(world, name)
        assert not missing, f"{name} has not asked {missing}"
        refused = unserved(world, name) if name != NOBODY else []
        assert not refused, f"{name} has only been refused {refused}"
