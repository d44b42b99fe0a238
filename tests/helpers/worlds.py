"""Two worlds behind the web server, and all that they tell: answers, logs, metrics, queue.

In both worlds the same people play the same script. Whatever the service tells a viewer, a spectator, somebody
without a token, its log, its metrics and its queue is collected and compared. Masked are only values that are made to
look random: hashes, digests, seals, salts, ids of requests. Seeds and salts of what the viewer may not know are marks:
they occur nowhere.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from prometheus_client import REGISTRY
from werkzeug.test import TestResponse

from domain import GAMES
from domain.core.agenda import SYSTEM, Choice, listed
from domain.core.choices import Field, to_named
from domain.core.game import Game
from events.indexes import open_decisions
from service.http.limits import BUDGETS
from service.log_lines import JsonFormatter
from service.usecases import answer
from service.usecases.positions import load
from tests.helpers.hidden import marks
from tests.helpers.pairs import options_of, worlds_of
from tests.helpers.parlour import GAME as PARLOUR
from tests.helpers.services import memory_service
from tests.helpers.survey import (
    NOBODY,
    STREAM,
    ask,
    assert_surveyed,
    farewell,
    fresh_series,
    readings,
    route_of,
    side_table,
    survey,
    untimed,
)
from tests.helpers.twins import Twins, masked
from tests.helpers.web import House, Person

HOST, VIEWER, BOT_SEAT = 0, 1, 2
BOT = "search"
VAIN = {"Request-Id"}
"""Headers that are never twice the same; of the metrics, with their many times, the length is, too."""
ONLOOKERS = ("viewer", "stranger", NOBODY)
"""Who knows no more than the viewer."""


@dataclass(frozen=True)
class Setting:
    """A table that is laid in both worlds: the rules played in each, its options, and who sits where."""

    games: tuple[Game, Game]
    options: dict[str, Any]
    holders: Sequence[str] = ("host", "viewer", "bot")
    eyes: str = "viewer"
    """Who sits there without knowing which world it is."""

    @property
    def onlookers(self) -> tuple[str, ...]:
        """Who knows no more than these eyes."""
        return (self.eyes, "stranger", NOBODY)


def setting(game: Game, **more: Any) -> Setting:
    """Return the table of a game that lays a viewer between the host and a bot."""
    return Setting(worlds_of(game), options_of(game), **more)


class Told(NamedTuple):
    """An answer: who got it, to what, and how it reads; the route that gave it, about which game, and its status."""

    who: str
    label: str
    text: str
    route: str
    game: str | None
    status: int


@dataclass
class World:
    """One of the two worlds: its people, what they were told, and what was noted meanwhile."""

    house: House
    people: dict[str, Person]
    game: str = ""
    invite: dict[str, str] = field(default_factory=dict)
    told: list[Told] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)
    counted: dict[str, float] = field(default_factory=dict)

    def tell(self, who: str, label: str, answer: TestResponse) -> TestResponse:
        """Note an answer that somebody has got."""
        vain = VAIN | ({"Content-Length"} if answer.request.path == "/metrics" else set())
        headers = sorted((name, "#" if name in vain else text) for name, text in answer.headers.items())
        text = f"{answer.status_code} {headers} {body_of(answer)}"
        self.told.append(Told(who, label, text, *route_of(self, answer), answer.status_code))
        return answer

    def log(self) -> list[dict[str, Any]]:
        """The stored log."""
        return self.house.service.store.read(self.game)

    def secrets(self, seat: int = VIEWER) -> set[str]:
        """The seeds and salts, and what else is long in secrets, that a seat may not read."""
        return marks(self.log(), seat)


def body_of(answer: TestResponse) -> str:
    """The whole body; of a stream, what comes until its first ping or its end."""
    if answer.request.path == "/metrics":
        return untimed(answer.text)
    if answer.mimetype != STREAM:
        return answer.text
    parts = []
    for part in answer.iter_encoded():
        parts.append(part.decode())
        if "event: ping" in parts[-1]:
            break
    answer.close()
    return "".join(parts)


@contextmanager
def noted(world: World) -> Iterator[None]:
    """Note every line of every logger, and what the metrics count."""

    class Keep(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            line = json.loads(JsonFormatter().format(record))
            world.logged.append(json.dumps({**line, "at": "", "ms": 0}, sort_keys=True))

    handler = Keep()
    everything, web = logging.getLogger(), logging.getLogger("kancha.http")
    everything.addHandler(handler)
    written, web.handlers = web.handlers, [handler]
    before = samples()
    try:
        yield
    finally:
        everything.removeHandler(handler)
        web.handlers = written
        world.counted = {name: value - before.get(name, 0) for name, value in samples().items()}


def samples() -> dict[str, float]:
    """The counters of the web server by name and labels; times are left out."""
    return {
        f"{sample.name}{sorted(sample.labels.items())}": sample.value
        for metric in REGISTRY.collect()
        if metric.name.startswith("kancha")
        for sample in metric.samples
        if sample.name.endswith(("_total", "_count", "_waits"))
    }


def new_world(served: Game) -> World:
    """A fresh world in which `served` is played instead of the game of its name; nothing was counted in it yet."""
    fresh_series()
    registry = {**GAMES, PARLOUR.name: PARLOUR, served.name: served}
    rates = {f"rate_{name}": "1000000/minute" for name in BUDGETS}
    house = House(memory_service(registry, test_seeds=True, heartbeat=0.01, head_poll=0.01, **rates))
    people = {name: house.person(name) for name in ("host", "viewer", "stranger")}
    return World(house, people)


def open_table(world: World, table: Setting, seed: bytes, visibility: str) -> None:
    """Lay the table and start the game."""
    lay_table(world, table, seed, visibility)
    sit_down(world)


def lay_table(world: World, table: Setting, seed: bytes, visibility: str) -> None:
    """Let the host create the game."""
    seats = {"host": {"player": "me"}, "viewer": {"open": True}, "bot": {"bot": BOT}}
    body = {
        "ruleset": table.games[0].name,
        "seats": [seats[holder] for holder in table.holders],
        "options": table.options,
        "visibility": visibility,
        "seed": seed.hex(),
    }
    made = world.people["host"].post("/games", body)
    assert 201 == made.status_code, made.text
    world.game = made.json["id"]
    world.invite = {} if visibility == "public" else {"invite": made.json["invite"]}


def sit_down(world: World) -> None:
    """Let the viewer take the last seat: the game starts."""
    joined = ask(world, "viewer", "POST", f"/v1/games/{world.game}/seats", world.invite)
    assert 201 == joined.status_code, joined.text


def carry_on(world: World, table: Setting, seat: int, choice: Choice) -> None:
    """One commit of the script: by a person over HTTP, by a bot or SYSTEM as a worker does it."""
    game = table.games[0]
    who = "system" if seat == SYSTEM else table.holders[seat]
    if who not in world.people:
        by_worker(world, game, seat, choice)
        return
    person = world.people[who]
    moves = f"/games/{world.game}/moves"
    version = person.get(f"/games/{world.game}").json["version"]
    body = {"version": version, "seat": seat, "choices": [to_named(game.verbs, choice)]}
    made = person.post(moves, body, Idempotency_Key=f"key-{version}")
    assert 201 == made.status_code, made.text
    world.tell(who, f"move {version}", made)
    world.tell(who, f"retry {version}", person.post(moves, body, Idempotency_Key=f"key-{version}"))


def by_worker(world: World, game: Game, seat: int, choice: Choice) -> None:
    service = world.house.service
    position = load(service, world.game).position
    for decision in open_decisions(service.games, position):
        if decision.seat != seat or not listed(game, position.state, decision, choice):
            continue
        question = answer.open_question(service, world.game, seat, decision.since)
        assert question is not None
        by = {} if seat == SYSTEM else {"bot": BOT, "level": "1", "budget": 100}
        note = None if seat == SYSTEM else [[list(choice), 7]]
        assert "appended" == answer.answer(service, question, choice, by, note)
        return
    raise AssertionError(f"nothing is asked of {seat}")


def probe(world: World, game: Game, who: str) -> None:
    """Read the game in every way and send what is refused or previewed, without moving it on."""
    readings(world, who)
    commands(world, game, who)


def probe_all(world: World, table: Setting) -> None:
    """Ask everything by every route as who sits there, as a stranger and without a token."""
    for who in table.onlookers:
        survey(world, table.games[0], who)
        if who in world.people:
            commands(world, table.games[0], who)


def glance(world: World, who: str) -> None:
    """Ask what a client asks after every commit."""
    place = f"/v1/games/{world.game}"
    version = load(world.house.service, world.game).version
    for path in ("", "/moves", "/scores", f"/events?after={version - 1}", f"?at={version - 1}"):
        ask(world, who, "GET", place + path)
    late = {"version": version - 1, "choices": [{"verb": "x"}]}
    ask(world, who, "POST", f"{place}/moves", late)


def commands(world: World, game: Game, who: str) -> None:
    """Send commands that are refused, or only previewed."""
    place, version = f"/v1/games/{world.game}", load(world.house.service, world.game).position.version
    listed = ask(world, who, "GET", f"{place}/moves").json.get("decisions", [])
    for decision in listed:
        for choice in decision["choices"][:12]:
            for choices in ([choice], [choice, choice]):
                ask(world, who, "POST", f"{place}/preview", {"version": version, "choices": choices})
    for whole, word, known in ((0, "c1", version), (1, "c6", version), (2, "zz", version), (0, "c1", 1)):
        for wrong in guesses(game, whole, word):
            legal = any(wrong in decision["choices"] for decision in listed) or is_open_ended(listed, wrong["verb"])
            body = {"version": known, "choices": [wrong]}
            if known == version:
                ask(world, who, "POST", f"{place}/preview", body)
            if known == 1 or not legal:
                ask(world, who, "POST", f"{place}/moves", body)
    for seat in (0, 2):
        ask(world, who, "POST", f"{place}/moves", {"version": version, "seat": seat, "choices": [{"verb": "x"}]})
    formed = next(guesses(game, 0, "c1"))
    ask(world, who, "POST", f"{place}/moves", {"version": version + 5, "choices": [formed]})
    ask(world, who, "POST", f"{place}/moves", {"version": version, "hash": "0" * 64, "choices": [formed]})
    assert version == load(world.house.service, world.game).position.version


def guesses(game: Game, whole: int, word: str) -> Iterator[dict[str, Any]]:
    """Choices of every verb, of the right form, made of one number and one word; most of them illegal."""
    for verb, fields in game.verbs.items():
        yield {"verb": verb, **{name: guess(field, whole, word) for name, field in fields.items()}}


def guess(declared: Field, whole: int, word: str) -> Any:
    """A value of the right form."""
    if declared.words:
        return declared.words[whole % len(declared.words)]
    plain = {"number": whole, "seat": whole, "flag": bool(whole), "many": []}
    return plain.get(declared.form, word)


def is_open_ended(listed: list[dict[str, Any]], verb: str) -> bool:
    """Say whether a verb is offered as a template, so that what is not listed may be legal, too."""
    return any(template.get("verb") == verb for decision in listed for template in decision["templates"])


def live(
    table: Setting, twins: Twins, visibility: str = "public", *, every: int = 1, thorough: bool = True
) -> tuple[World, World]:
    """Let both worlds live through the script, and collect all that is told on the way.

    After every commit the game is looked at, after every so many of them all commands are tried, and in the end all
    routes are asked. Unless `thorough`, only who sits there asks, and only by the routes that tell of the game.
    """

    def script(world: World, side: int) -> None:
        look_at(world, table)
        for n, (seat, *choices) in enumerate(twins.script, start=1):
            carry_on(world, table, seat, choices[side])
            glance(world, table.eyes)
            if n % every == 0:
                commands(world, table.games[0], table.eyes)
        (probe_all if thorough else look_at)(world, table)

    return both(table, twins.seeds, script, visibility, thorough=thorough)


def look_at(world: World, table: Setting) -> None:
    """Ask about the game as who sits there."""
    probe(world, table.games[0], table.eyes)
    ask(world, table.eyes, "GET", "/metrics")


def both(
    table: Setting,
    seeds: tuple[bytes, bytes],
    script: Callable[[World, int], None],
    visibility: str = "public",
    *,
    thorough: bool = True,
) -> tuple[World, World]:
    """Lay the table in two worlds and let the script, which is told the side, run in each; all is noted.

    If `thorough`, all routes are asked before the start, and everybody does afterwards what else can be done.
    """
    worlds = []
    for side, seed in enumerate(seeds):
        world = new_world(table.games[side])
        with noted(world):
            lay_table(world, table, seed, visibility)
            if thorough:
                survey(world, table.games[0], "stranger")
            sit_down(world)
            script(world, side)
            if thorough:
                take_leave(world)
        worlds.append(world)
    return worlds[0], worlds[1]


def take_leave(world: World) -> None:
    """Let everybody do what is left, at a table of their own, and go."""
    names = list(world.people)
    for who, other in zip(names, names[1:] + names[:1], strict=True):
        side_table(world, who, other)
    for who in names:
        farewell(world, who)


def compare(here: World, there: World, who: Sequence[str] = ONLOOKERS) -> None:
    """Hold all that these were told, and all that was logged, counted and enqueued, against each other."""
    for one, other in paired(here, there, who):
        assert masked(one.text) == masked(other.text), (one.who, one.label)
    assert len(here.logged) == len(there.logged)
    for line, counterpart in zip(here.logged, there.logged, strict=True):
        assert masked(line) == masked(counterpart)
    assert here.counted == there.counted
    assert here.house.service.queue.jobs == there.house.service.queue.jobs


def paired(here: World, there: World, who: Sequence[str]) -> list[tuple[Told, Told]]:
    """Return what these were told in one world, each with what they were told to the same in the other."""
    told = [[one for one in world.told if one.who in who] for world in (here, there)]
    assert told[0] and [one[:2] for one in told[0]] == [one[:2] for one in told[1]]
    return list(zip(*told, strict=True))


def telling(here: World, there: World, who: Sequence[str] = ONLOOKERS) -> set[str]:
    """Return the routes that have told these which of the worlds they are in."""
    return {one.route for one, other in paired(here, there, who) if masked(one.text) != masked(other.text)}


def indistinguishable(here: World, there: World, who: Sequence[str] = ONLOOKERS) -> None:
    """Check that these have asked every route of the application and cannot tell the two worlds apart.

    Whatever game is played, this is what its paired worlds have to stand.
    """
    compare(here, there, who)
    for world in (here, there):
        assert_surveyed(world, who)


def said(world: World, who: Sequence[str] = ONLOOKERS) -> str:
    """All that these were told, and all that was logged, counted and enqueued, as one text."""
    texts = [one.text for one in world.told if one.who in who]
    return "\n".join([*texts, *world.logged, *world.counted, repr(world.house.service.queue.jobs)])
