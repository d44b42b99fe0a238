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
from domain.core.agenda import SYSTEM, Choice
from domain.core.choices import Field, to_named
from domain.core.game import Game
from events.indexes import open_decisions
from service.http.limits import BUDGETS
from service.log_lines import JsonFormatter
from service.usecases import answer
from service.usecases.positions import load
from tests.helpers.pairs import options_of, worlds_of
from tests.helpers.parlour import GAME as PARLOUR
from tests.helpers.services import memory_service
from tests.helpers.twins import Twins, masked
from tests.helpers.web import House, Person

HOST, VIEWER, BOT_SEAT = 0, 1, 2
BOT = "search"
STREAM, LINES = "text/event-stream", "application/x-ndjson"
SECRET = 32  # from so many characters on, a string in a secret is a mark
ONLOOKERS = ("viewer", "stranger", "nobody")
"""Who knows no more than the viewer."""


@dataclass(frozen=True)
class Setting:
    """A table that is laid in both worlds: the rules played in each, its options, and who sits where."""

    games: tuple[Game, Game]
    options: dict[str, Any]
    holders: Sequence[str] = ("host", "viewer", "bot")


def setting(game: Game, **more: Any) -> Setting:
    """Return the table of a game that lays a viewer between the host and a bot."""
    return Setting(worlds_of(game), options_of(game), **more)


class Told(NamedTuple):
    """An answer: who got it, to what, and how it reads."""

    who: str
    label: str
    text: str


@dataclass
class World:
    """One of the two worlds: its people, what they were told, and what was noted meanwhile."""

    house: House
    people: dict[str, Person]
    game: str = ""
    told: list[Told] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)
    counted: dict[str, float] = field(default_factory=dict)

    def tell(self, who: str, label: str, answer: TestResponse) -> TestResponse:
        """Note an answer that somebody has got."""
        headers = sorted((name, text) for name, text in answer.headers.items() if name != "Request-Id")
        self.told.append(Told(who, label, f"{answer.status_code} {headers} {body_of(answer)}"))
        return answer

    def log(self) -> list[dict[str, Any]]:
        """The stored log."""
        return self.house.service.store.read(self.game)


def body_of(answer: TestResponse) -> str:
    """The whole body; of a stream, what comes until its first ping or its end."""
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
    loggers = [logging.getLogger(name) for name in ("", "kancha.http")]
    for logger in loggers:
        logger.addHandler(handler)
    before = samples()
    try:
        yield
    finally:
        for logger in loggers:
            logger.removeHandler(handler)
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
    """A fresh world in which `served` is played instead of the game of its name."""
    registry = {**GAMES, PARLOUR.name: PARLOUR, served.name: served}
    rates = {f"rate_{name}": "1000000/minute" for name in BUDGETS}
    house = House(memory_service(registry, test_seeds=True, heartbeat=0.01, head_poll=0.01, **rates))
    people = {name: house.person(name) for name in ("host", "viewer", "stranger")}
    return World(house, people)


def open_table(world: World, table: Setting, seed: bytes, visibility: str) -> None:
    """Lay the table; the viewer sits down last."""
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
    invite = {} if visibility == "public" else {"invite": made.json["invite"]}
    world.tell("viewer", "join", world.people["viewer"].post(f"/games/{world.game}/seats", invite))


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
        if decision.seat != seat:
            continue
        question = answer.open_question(service, world.game, seat, decision.since)
        assert question is not None
        by = {} if seat == SYSTEM else {"bot": BOT, "level": "1", "budget": 100}
        note = None if seat == SYSTEM else [[list(choice), 7]]
        assert "appended" == answer.answer(service, question, choice, by, note)
        return
    raise AssertionError(f"nothing is asked of {seat}")


def probe(world: World, game: Game, who: str) -> None:
    """Ask everything that can be asked, rightly and wrongly, without moving the game on."""
    person, place = world.people[who], f"/games/{world.game}"
    version = load(world.house.service, world.game).position.version

    def note(label: str, answer: TestResponse) -> None:
        world.tell(who, f"{label} at {version}", answer)

    for seat in ("", "?seat=0", "?seat=1", "?seat=2", "?seat=9"):
        for part in ("", "/moves", "/scores", "/events"):
            note(part + seat, person.get(place + part + seat))
    for at in sorted({1, version // 2, version - 1, version, version + 1}):
        note(f"at={at}", person.get(f"{place}?at={at}"))
    for form in (STREAM, LINES, "application/json", "text/html"):
        note(form, person.get(f"{place}/events?after=1&limit=3", Accept=form))
    note("wait", person.get(f"{place}/events?after={version}&wait=20"))
    note("come back", person.get(f"{place}/events", Accept=STREAM, Last_Event_ID=str(version - 1)))
    note("ahead", person.get(f"{place}/events?after={version + 9}"))
    for path in (
        "/games",
        "/games?mine=true",
        "/games?status=running&limit=1",
        "/players/me",
        f"/rulesets/{game.name}",
    ):
        note(path, person.get(path))
    commands(person, place, game, version, note)
    note("join", person.post(f"{place}/seats", {}))
    note("start", person.post(f"{place}/start"))
    note("mix", person.put(f"{place}/entropy", {"entropy": "x"}))
    mine = {seat["seat"] for seat in person.get(place).json.get("seats", ()) if seat["mine"]}
    for seat in sorted({HOST, VIEWER, BOT_SEAT} - mine):
        note(f"take {seat}", person.put(f"{place}/seats/{seat}", {"player": "me"}))
        note(f"leave {seat}", person.delete(f"{place}/seats/{seat}"))
    assert version == load(world.house.service, world.game).position.version


def commands(person: Person, place: str, game: Game, version: int, note: Any) -> None:
    """Send commands that are refused, or only previewed."""
    listed = person.get(f"{place}/moves").json.get("decisions", [])
    for decision in listed:
        for choice in decision["choices"][:12]:
            body = {"version": version, "choices": [choice]}
            note("preview", person.post(f"{place}/preview", body))
            note("two", person.post(f"{place}/preview", {**body, "choices": [choice, choice]}))
    for wrong in guesses(game):
        legal = any(wrong in decision["choices"] for decision in listed)
        note(f"preview {wrong}", person.post(f"{place}/preview", {"version": version, "choices": [wrong]}))
        for known in (version, 1):
            if known == 1 or not (legal or is_open_ended(listed, wrong["verb"])):
                note(f"{wrong} {known}", person.post(f"{place}/moves", {"version": known, "choices": [wrong]}))
    for seat in (0, 2):
        body = {"version": version, "seat": seat, "choices": [{"verb": "x"}]}
        note(f"as {seat}", person.post(f"{place}/moves", body))
    formed = next(guesses(game))
    note("future", person.post(f"{place}/moves", {"version": version + 5, "choices": [formed]}))
    note("history", person.post(f"{place}/moves", {"version": version, "hash": "0" * 64, "choices": [formed]}))


def guesses(game: Game) -> Iterator[dict[str, Any]]:
    """Choices of every verb, of the right form, most of them illegal."""
    for verb, fields in game.verbs.items():
        for whole, word in ((0, "c1"), (1, "c6"), (2, "zz")):
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


def anonymous(world: World) -> None:
    """Ask without a token."""
    http = world.house.http
    for path in (
        f"/v1/games/{world.game}",
        "/v1/rulesets",
        "/openapi.yaml",
        "/healthz",
        "/readyz",
        "/docs",
        "/nothing",
    ):
        world.tell("nobody", path, http.get(path))


def live(table: Setting, twins: Twins, visibility: str = "public") -> tuple[World, World]:
    """Let both worlds live through the script, and collect all that is told on the way."""

    def script(world: World, side: int) -> None:
        probe_all(world, table.games[0])
        for seat, *choices in twins.script:
            carry_on(world, table, seat, choices[side])
            probe(world, table.games[0], "viewer")
        probe_all(world, table.games[0])

    return both(table, twins.seeds, script, visibility)


def both(
    table: Setting, seeds: tuple[bytes, bytes], script: Callable[[World, int], None], visibility: str = "public"
) -> tuple[World, World]:
    """Lay the table in two worlds and let the script, which is told the side, run in each; all is noted."""
    worlds = []
    for side, seed in enumerate(seeds):
        world = new_world(table.games[side])
        with noted(world):
            open_table(world, table, seed, visibility)
            script(world, side)
            anonymous(world)
        worlds.append(world)
    return worlds[0], worlds[1]


def probe_all(world: World, game: Game) -> None:
    """Ask everything as the viewer and as a stranger."""
    for who in ("viewer", "stranger"):
        probe(world, game, who)


def marks(world: World, seat: int = VIEWER) -> set[str]:
    """The seeds and salts, and what else is long in secrets, that a seat may not read."""
    sealed = [one["sealed"] for one in sealed_in(world.log())]
    return {text for one in sealed if seat not in one["to"] for text in strings(one["secret"]) if len(text) >= SECRET}


def strings(value: Any) -> Iterator[str]:
    """All strings in plain data, names aside."""
    if isinstance(value, str):
        yield value
    for inner in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from strings(inner)


def sealed_in(value: Any) -> Iterator[dict[str, Any]]:
    """Everything in plain data that has a sealed part which can be opened."""
    if isinstance(value, dict) and "secret" in (value.get("sealed") or {}):
        yield value
    for inner in value if isinstance(value, list) else value.values() if isinstance(value, dict) else ():
        yield from sealed_in(inner)


def compare(here: World, there: World, who: Sequence[str] = ONLOOKERS) -> None:
    """Hold all that these were told, and all that was logged, counted and enqueued, against each other."""
    told = [[one for one in world.told if one.who in who] for world in (here, there)]
    assert told[0] and [one[:2] for one in told[0]] == [one[:2] for one in told[1]]
    for one, other in zip(*told, strict=True):
        assert masked(one.text) == masked(other.text), one[:2]
    assert len(here.logged) == len(there.logged)
    for one, other in zip(here.logged, there.logged, strict=True):
        assert masked(one) == masked(other)
    assert here.counted == there.counted
    assert here.house.service.queue.jobs == there.house.service.queue.jobs


def said(world: World, who: Sequence[str] = ONLOOKERS) -> str:
    """All that these were told, and all that was logged, counted and enqueued, as one text."""
    texts = [one.text for one in world.told if one.who in who]
    return "\n".join([*texts, *world.logged, *world.counted, repr(world.house.service.queue.jobs)])
