"""Nobody sees what their seat may not see, on any route: two worlds that differ only in that look alike."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from domain.core.plain import canonical
from service.bootstrap import Service
from service.usecases import events, games, lobby, moves, players, seats
from service.usecases.errors import Problem
from service.usecases.games import Look
from service.usecases.positions import load
from tests.helpers.services import guest, memory_service, move, new_game, state_of, work

MASKED = frozenset({"seal", "digest", "hash", "prev", "commitment", "salt", "etag"})


def masked(data: Any) -> Any:
    """Plain data without the fingerprints that differ between any two games."""
    if isinstance(data, dict):
        return {name: "*" if name in MASKED else masked(value) for name, value in data.items()}
    return [masked(item) for item in data] if isinstance(data, list) else data


def told(act: Any) -> dict[str, Any]:
    """What a caller is told, be it an answer or a problem."""
    try:
        result = act()
    except Problem as problem:
        return {"code": problem.code, "detail": problem.detail, **problem.extra}
    if isinstance(result, list | tuple):
        return {"all": list(result)}
    return {"status": result.status, "body": result.body}


def everything_told(service: Service, caller: str, token: str, game: str) -> Iterator[dict[str, Any]]:
    """All that one caller can ask about a game without altering it, legal or not."""
    version = load(service, game).version
    yield told(lambda: games.read(service, caller, game))
    for seat in range(-2, 4):
        yield told(lambda seat=seat: games.read(service, caller, game, Look(seat=seat)))
        yield told(lambda seat=seat: moves.list_moves(service, caller, game, seat))
        yield told(lambda seat=seat: games.scores(service, caller, game, seat))
        yield told(lambda seat=seat: events.events_after(service, caller, game, events.Window(seat=seat)))
    for at in range(1, version + 1):
        yield told(lambda at=at: games.read(service, caller, game, Look(at=at)))
    yield told(lambda: games.scores(service, caller, game))
    yield told(lambda: moves.list_moves(service, caller, game))
    yield told(lambda: lobby.list_games(service, caller))
    yield told(lambda: lobby.list_games(service, caller, lobby.Filters(mine=True)))
    yield told(lambda: events.events_after(service, caller, game))
    yield told(lambda: list(events.Follower(service, token, game, 0).read()))
    yield told(lambda: [json.loads(line) for line in events.export(service, caller, game)])
    for known in range(1, version + 2):
        for choice in ({"verb": "bid", "card": "c1"}, {"verb": "open", "drawer": 9}, {"verb": "peek", "drawer": 0}):
            asked = {"version": known, "choices": [choice, choice]}
            yield told(lambda asked=asked: moves.preview(service, caller, game, asked))
            wrong = {"version": known, "choices": [choice, {"verb": "accept", "offer": 99}]}
            yield told(lambda wrong=wrong: moves.submit(service, caller, game, wrong, "k"))


class World:
    """A parlour of three with a seed; the viewer sits at seat 0, a spectator beside the table."""

    def __init__(self, seed: str) -> None:
        self.service = memory_service(test_seeds=True)
        self.tokens: dict[str, str] = {}
        self.ana, self.bo, self.eve = (self._guest(name) for name in ("Ana", "Bo", "Eve"))
        self.game = new_game(self.service, self.ana, "me", "open", "random", seed=seed)
        seats.join(self.service, self.bo, self.game, {}, None)

    def _guest(self, name: str) -> str:
        made = players.create_player(self.service, name).body
        self.tokens[made["id"]] = made["token"]
        return str(made["id"])

    def own_cards(self) -> list[Any]:
        """What seat 0 has been dealt, in order."""
        log = events.events_after(self.service, self.ana, self.game).body["events"]
        drawn = [event["sealed"] for commit in log for event in commit["events"] if event["type"] == "drawn"]
        return [sealed["secret"]["value"] for sealed in drawn if "secret" in sealed]

    def others_cards(self) -> list[Any]:
        return state_of(self.service, self.game).hands[1:] + state_of(self.service, self.game).gems

    def told_to(self, caller: str) -> bytes:
        return canonical(masked(list(everything_told(self.service, caller, self.tokens[caller], self.game))))


def twins() -> tuple[World, World]:
    """Two worlds that seat 0 cannot tell apart, with other cards in other hands and drawers."""
    first, n = World("00" * 32), 0
    while True:
        n += 1
        second = World(f"{n:064x}")
        if second.own_cards() == first.own_cards() and second.others_cards() != first.others_cards():
            return first, second


def test_worlds_that_differ_in_what_is_hidden_look_alike_to_seat_and_spectator():
    worlds = twins()

    for act in (
        lambda world: None,
        lambda world: move(world.service, world.bo, world.game),
        lambda world: work(world.service, world.game),
    ):
        for world in worlds:
            act(world)
        for who in ("ana", "eve"):
            first, second = (world.told_to(getattr(world, who)) for world in worlds)
            assert first == second
        assert worlds[0].service.queue.jobs == worlds[1].service.queue.jobs
    assert worlds[0].told_to(worlds[0].bo) != worlds[1].told_to(worlds[1].bo)


@pytest.mark.parametrize("seed", range(3))
def test_no_answer_on_any_route_bears_a_secret_of_another_seat(seed: int):
    service, rng = memory_service(), random.Random(seed)
    made = [players.create_player(service, f"P{n}").body for n in range(4)]
    people, tokens = [entry["id"] for entry in made], [entry["token"] for entry in made]
    game = new_game(service, people[0], "me", "open", "open", options={"rounds": 2})
    for player in people[1:3]:
        seats.join(service, player, game, {}, None)

    while load(service, game).position.status == "running":
        for viewer, (player, token) in enumerate(zip(people, tokens, strict=True)):
            said = canonical(list(everything_told(service, player, token, game)))
            for mark in _marks_hidden_from(service, game, viewer):
                assert mark not in said
        _play_somehow(service, game, people, rng)

    said = canonical(list(everything_told(service, people[3], tokens[3], game)))
    assert load(service, game).position.seed.hex().encode() in said


def _marks_hidden_from(service: Service, game: str, viewer: int) -> set[bytes]:
    """The salts of all that is sealed for others, and the seed."""
    marks = {load(service, game).position.seed.hex().encode()}
    for commit in service.store.read(game):
        for holder in (commit["by"], *commit["events"], *commit["facts"]):
            sealed = holder.get("sealed")
            if sealed and viewer not in sealed["to"] and "salt" in sealed["secret"]:
                marks.add(sealed["secret"]["salt"].encode())
    assert len(marks) > 1
    return marks


def _play_somehow(service: Service, game: str, people: list[str], rng: random.Random) -> None:
    """One random choice of somebody who is asked, optional decisions and offers too; then SYSTEM."""
    asked = [
        (player, decision)
        for player in people[:3]
        for decision in moves.list_moves(service, player, game).body["decisions"]
    ]
    player, decision = rng.choice(asked)
    choices = decision["choices"]
    if decision["templates"] and rng.random() < 0.5:
        to = rng.choice(decision["templates"][0]["to"]["any_of"])
        choices = [{"verb": "offer", "to": to, "tokens": 1}]
    body = {"version": load(service, game).version, "choices": [rng.choice(choices)]}
    moves.submit(service, player, game, body, None)
    work(service, game)


def test_handing_a_seat_over_ends_its_sight_at_once_and_takes_nothing_from_its_owner():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = new_game(service, ana, "me", "open")
    seats.join(service, bo, game, {}, None)

    seats.hand_over(service, bo, game, {"seat": 1, "bot": "random"}, None)

    assert games.read(service, bo, game).body["view"]["hands"][1]["cards"] is None
    assert "secret" not in str(events.events_after(service, bo, game).body["events"])
    assert games.read(service, ana, game).body["view"]["hands"][1]["cards"] is None
    seats.hand_over(service, bo, game, {"seat": 1, "player": "me"}, None)
    assert games.read(service, bo, game).body["view"]["hands"][1]["cards"] is not None


def test_nobody_inherits_the_hand_of_who_resigns():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = new_game(service, ana, "me", "open")
    seats.join(service, bo, game, {}, None)
    seats.leave(service, bo, game, 1, None)

    for who in (ana, bo):
        with pytest.raises(Problem):
            seats.hand_over(service, who, game, {"seat": 1, "player": "me"}, None)
        assert games.read(service, who, game).body["view"]["hands"][1]["cards"] is None
