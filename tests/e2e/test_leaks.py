"""Nobody learns what their seat may not know: two worlds that differ in that alone say the same, byte for byte.

In both worlds the same people play the same script. Whatever the service tells the viewer, a spectator, somebody
without a token, its log, its metrics and its queue is collected and compared. Masked are only values that are made to
look random: hashes, digests, seals, salts, ids of requests. Seeds and salts of what the viewer may not know are marks:
they occur nowhere.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any

import pytest
from prometheus_client import REGISTRY
from werkzeug.test import TestResponse

from domain import GAMES
from domain.core.agenda import SYSTEM, Choice, Step
from domain.core.choices import Field, to_named
from domain.core.game import Game, Score, Viewer
from events.indexes import open_decisions
from service.http.limits import BUDGETS
from service.log_lines import JsonFormatter
from service.usecases import answer
from service.usecases.positions import load
from tests.helpers.parlour import GAME as PARLOUR
from tests.helpers.parlour import Bid, Parlour, Receive
from tests.helpers.parlour import Game as ParlourGame
from tests.helpers.services import memory_service
from tests.helpers.twins import Search, Table, Twins, find
from tests.helpers.web import House, Person

VIEWER, BOT_SEAT, SEATS = 1, 2, 3
BOT = "search"
STREAM, LINES = "text/event-stream", "application/x-ndjson"
RANDOM = re.compile(r"[0-9a-f]{64}|[0-9a-f]{32}|rq_[0-9a-z]{26}")
NO_GAME = "gm_" + "0" * 26


@dataclass
class World:
    """One of the two worlds: its people, what they were told, and what was noted meanwhile."""

    house: House
    people: dict[str, Person]
    game: str = ""
    told: list[tuple[str, str]] = field(default_factory=list)
    logged: list[str] = field(default_factory=list)
    counted: dict[str, float] = field(default_factory=dict)

    def tell(self, label: str, answer: TestResponse) -> TestResponse:
        """Note an answer that the viewer or somebody who knows less has got."""
        headers = sorted((name, text) for name, text in answer.headers.items() if name != "Request-Id")
        self.told.append((label, f"{answer.status_code} {headers} {body_of(answer)}"))
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


def game_of(name: str) -> Game:
    return {**GAMES, PARLOUR.name: PARLOUR}[name]


def defaults(game: Game) -> dict[str, Any]:
    return {name: option.default for name, option in game.options.items()}


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


def new_world(served: Game | None = None) -> World:
    """A fresh world; `served` is played instead of the game of its name."""
    registry = {**GAMES, PARLOUR.name: PARLOUR}
    if served is not None:
        registry[served.name] = served
    rates = {f"rate_{name}": "1000000/minute" for name in BUDGETS}
    house = House(memory_service(registry, test_seeds=True, heartbeat=0.01, head_poll=0.01, **rates))
    people = {name: house.person(name) for name in ("host", "viewer", "stranger")}
    return World(house, people)


def open_table(world: World, game: Game, seed: bytes, visibility: str) -> None:
    """Lay the table: the host on seat 0, the viewer on seat 1, a bot on seat 2."""
    body = {
        "ruleset": game.name,
        "seats": [{"player": "me"}, {"open": True}, {"bot": BOT}],
        "visibility": visibility,
        "seed": seed.hex(),
    }
    made = world.people["host"].post("/games", body)
    assert 201 == made.status_code, made.text
    world.game = made.json["id"]
    invite = {} if visibility == "public" else {"invite": made.json["invite"]}
    joined = world.people["viewer"].post(f"/games/{world.game}/seats", invite)
    world.tell("join", joined)


def carry_on(world: World, game: Game, seat: int, choice: Choice) -> None:
    """One commit of the script: by a person over HTTP, by a bot or SYSTEM as a worker does it."""
    if seat in (BOT_SEAT, SYSTEM):
        by_worker(world, game, seat, choice)
        return
    person = world.people["viewer" if seat == VIEWER else "host"]
    moves = f"/games/{world.game}/moves"
    version = person.get(f"/games/{world.game}").json["version"]
    body = {"version": version, "seat": seat, "choices": [to_named(game.verbs, choice)]}
    made = person.post(moves, body, Idempotency_Key=f"key-{version}")
    assert 201 == made.status_code, made.text
    if seat == VIEWER:
        world.tell(f"move {version}", made)
        world.tell(f"retry {version}", person.post(moves, body, Idempotency_Key=f"key-{version}"))


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
        world.tell(f"{who} {label} at {version}", answer)

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
    for seat in (0, BOT_SEAT):
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
        world.tell(f"nobody {path}", http.get(path))


def live(game: Game, twins: Twins, visibility: str = "public", served: Game | None = None) -> tuple[World, World]:
    """Let both worlds live through the script, and collect all that is told on the way."""
    worlds = []
    for side, seed in enumerate(twins.seeds):
        world = new_world(served)
        with noted(world):
            open_table(world, game, seed, visibility)
            probe_all(world, game)
            for seat, *choices in twins.script:
                carry_on(world, game, seat, choices[side])
                probe(world, game, "viewer")
            probe_all(world, game)
            anonymous(world)
        worlds.append(world)
    return worlds[0], worlds[1]


def probe_all(world: World, game: Game) -> None:
    for who in ("viewer", "stranger"):
        probe(world, game, who)


def masked(text: str) -> str:
    """Put the same value for everything that is made to look random; lengths stay."""
    return RANDOM.sub(lambda found: "#" * len(found[0]), text)


def marks(world: World) -> set[str]:
    """The seeds and salts, and the values of notes, that the viewer may not read."""
    found: set[str] = set()

    def walk(value: Any) -> None:
        if isinstance(value, dict):
            sealed = value.get("sealed")
            if sealed and "secret" in sealed and VIEWER not in sealed["to"]:
                secret = sealed["secret"]
                found.add(secret.get("salt") or secret["value"])
            for inner in value.values():
                walk(inner)
        elif isinstance(value, list):
            for inner in value:
                walk(inner)

    walk(world.log())
    return found


def compare(here: World, there: World) -> None:
    """Hold all that was told, logged, counted and enqueued in the two worlds against each other."""
    assert [label for label, _ in here.told] == [label for label, _ in there.told]
    for (label, one), (_, other) in zip(here.told, there.told, strict=True):
        assert masked(one) == masked(other), label
    assert len(here.logged) == len(there.logged)
    for one, other in zip(here.logged, there.logged, strict=True):
        assert masked(one) == masked(other)
    assert here.counted == there.counted
    assert here.house.service.queue.jobs == there.house.service.queue.jobs


@cache
def search_for(game: Game, search: Search) -> Twins:
    """Find twins for the tables that `open_table` lays: their ids are those of a fresh world."""
    world = new_world()
    open_table(world, game, b"\0" * 32, "public")
    table = Table(game, world.game, SEATS, defaults(game), begins=2)
    return find(table, VIEWER, search)


LONG = Search(tries=1500, longest=8)
SECRETIVE = Search(tries=1500, longest=12, secretive=True)
TALKATIVE = Search(tries=1500, longest=8, mood=5)


@pytest.mark.parametrize("search", [LONG, SECRETIVE, TALKATIVE], ids=["long", "secretive", "talkative"])
def test_nothing_tells_two_worlds_apart_that_differ_only_in_what_is_hidden(search: Search) -> None:
    twins = search_for(PARLOUR, search)
    assert twins.differ and len(twins.script) >= 2
    assert not search.secretive or any(one != other for _, one, other in twins.script)
    here, there = live(PARLOUR, twins)
    compare(here, there)
    for world in (here, there):
        secrets = marks(world)
        assert len(secrets) > 8
        said = "\n".join([text for _, text in world.told] + world.logged + list(world.counted))
        said += repr(world.house.service.queue.jobs)
        assert not [secret for secret in secrets if secret in said]


@pytest.mark.parametrize("name", GAMES)
def test_the_dice_of_a_real_game_do_not_show_before_they_fall(name: str) -> None:
    game = game_of(name)
    twins = search_for(game, Search(tries=300, longest=6))
    assert twins.script and twins.seeds[0] != twins.seeds[1]
    here, there = live(game, twins)
    compare(here, there)
    for world in (here, there):
        said = "\n".join([text for _, text in world.told] + world.logged)
        assert not [secret for secret in marks(world) if secret in said]


def test_a_private_game_of_others_is_like_one_that_is_not_there() -> None:
    twins = Twins((b"\1" * 32, b"\2" * 32), [], differ=False)
    for world in live(PARLOUR, twins, visibility="private"):
        stranger = world.people["stranger"]
        body = {"version": 1, "choices": [{"verb": "bid", "card": "c1"}]}
        for method, path, document in (
            ("GET", "", None),
            ("GET", "?at=1", None),
            ("GET", "/moves", None),
            ("GET", "/events", None),
            ("GET", "/scores", None),
            ("POST", "/moves", body),
            ("POST", "/preview", body),
            ("POST", "/seats", {"invite": "no invite"}),
            ("PUT", "/seats/1", {"bot": "random"}),
            ("DELETE", "/seats/1", None),
            ("PUT", "/entropy", {"entropy": "x"}),
            ("POST", "/start", {}),
        ):
            answers = [
                stranger.ask(method, f"/games/{game}{path}", document, Request_Id="same")
                for game in (world.game, NO_GAME)
            ]
            assert 404 == answers[0].status_code, path
            assert answers[0].data == answers[1].data
            assert sorted(answers[0].headers.items()) == sorted(answers[1].headers.items())
        assert world.game not in stranger.get("/games").text


class FlawedReceive(Receive):
    """Says that everybody may see the card that somebody draws."""

    def audience(self, state: Parlour, seat: int, to: int) -> None:
        return None


class FlawedBid(Bid):
    """Explains a refusal by the card that another seat holds."""

    def why_not(self, state: Parlour, seat: int, *, choice: Choice) -> str | None:
        return super().why_not(state, seat, choice=choice) and f"held_{list(state.hands[BOT_SEAT].values())}"


class FlawedView(ParlourGame):
    """Shows how many different cards somebody else holds."""

    def view(self, state: Parlour, viewer: Viewer) -> dict[str, Any]:
        kinds = sum(count > 0 for count in state.hands[0].values())
        return {**super().view(state, viewer), "kinds": kinds}


class FlawedScores(ParlourGame):
    """Counts hidden points in the sum that everybody sees."""

    def scores(self, state: Parlour, viewer: Viewer) -> tuple[Score, ...]:
        return tuple(
            score._replace(points=score.points + sum(state.hands[score.seat].values()) * state.hands[score.seat]["c6"])
            for score in super().scores(state, viewer)
        )


def with_steps(**steps: Step[Any]) -> Game:
    flawed = ParlourGame()
    flawed.steps = {**PARLOUR.steps, **steps}
    return flawed


FLAWED = {
    "a draw that everybody sees": with_steps(receive=FlawedReceive()),
    "a refusal that tells a hand": with_steps(bid=FlawedBid()),
    "a view that counts hidden cards": FlawedView(),
    "a sum of hidden points": FlawedScores(),
}


@pytest.mark.parametrize("flaw", FLAWED)
def test_a_leak_is_found(flaw: str) -> None:
    twins = search_for(PARLOUR, Search(tries=600, longest=3))
    assert twins.differ
    with pytest.raises(AssertionError):
        compare(*live(PARLOUR, twins, served=FLAWED[flaw]))


def test_a_difference_in_log_metrics_or_queue_is_found() -> None:
    twins = search_for(PARLOUR, Search(tries=100, longest=1))
    here, there = live(PARLOUR, twins)
    compare(here, there)
    there.logged.append(there.logged[-1])
    with pytest.raises(AssertionError):
        compare(here, there)
    there.logged.pop()
    there.counted["kancha_http_requests_total"] = 1
    with pytest.raises(AssertionError):
        compare(here, there)
    del there.counted["kancha_http_requests_total"]
    there.house.service.queue.jobs.pop()
    with pytest.raises(AssertionError):
        compare(here, there)
