"""Races that every store has to referee: many threads at one instant, on services that share a store."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from service.bootstrap import Service
from service.usecases import games, moves, seats
from service.usecases.errors import Problem
from service.usecases.positions import load
from service.usecases.shapes import Result
from tests.helpers.services import guest, new_game, running_game, seats_for, state_of, work

Outcome = Result | str
"""An answer, or the code of a problem."""


def at_once(acts: Sequence[Callable[[], Result]]) -> list[Outcome]:
    """Do everything at the same instant, each in its own thread; return the outcomes in order."""
    barrier = threading.Barrier(len(acts))

    def run(act: Callable[[], Result]) -> Outcome:
        barrier.wait()
        try:
            return act()
        except Problem as problem:
            return problem.code

    with ThreadPoolExecutor(len(acts)) as pool:
        return list(pool.map(run, acts))


def codes(outcomes: Sequence[Outcome]) -> Counter[str]:
    """Count answers by status, and problems by code."""
    return Counter(one if isinstance(one, str) else str(one.status) for one in outcomes)


def first_bid(service: Service, game: str, seat: int) -> dict[str, Any]:
    """A card that the seat may lay, as a choice."""
    hand = state_of(service, game).hands[seat]
    return {"verb": "bid", "card": next(card for card, n in hand.items() if n)}


def check_same_key_twenty_times(services: Sequence[Service]) -> None:
    """Twenty tries with one key at one instant: one commit, one first answer, the same body for all."""
    ana, bo = guest(services[0]), guest(services[0])
    game = running_game(services[0], ana, bo)
    body = {"version": 2, "choices": [first_bid(services[0], game, 0)]}

    outcomes = at_once(
        [lambda n=n: moves.submit(services[n % len(services)], ana, game, body, "one key") for n in range(20)]
    )

    answers = [one for one in outcomes if isinstance(one, Result)]
    assert {"201": 20} == codes(outcomes)
    assert 1 == sum(not answer.replayed for answer in answers)
    assert all(answers[0].body == answer.body for answer in answers)
    assert 3 == len(services[0].store.read(game))


def check_two_different_moves(services: Sequence[Service], rounds: int) -> None:
    """Two legal moves of one seat for one version at one instant: one is accepted, the other one stale."""
    ana = guest(services[0])
    for _ in range(rounds):
        game = new_game(services[0], ana, "me", "me")
        for seat in (0, 1):
            body = {"version": 1, "seat": seat, "choices": [first_bid(services[0], game, seat)]}
            moves.submit(services[0], ana, game, body, None)
        winner = state_of(services[0], game).agenda[-1][1]
        bodies = [
            {"version": 3, "seat": winner, "choices": [{"verb": "open", "drawer": drawer}]} for drawer in range(2)
        ]

        outcomes = at_once(
            [
                lambda n=n, game=game, body=body: moves.submit(services[n % len(services)], ana, game, body, f"k{n}")
                for n, body in enumerate(bodies)
            ]
        )

        assert {"201": 1, "stale_version": 1} == codes(outcomes)
        assert 4 == len(services[0].store.read(game))


def check_simultaneous_decisions(services: Sequence[Service]) -> None:
    """Seats that are asked at the same time and answer at the same instant are all accepted."""
    people = [guest(services[0]) for _ in range(4)]
    game = running_game(services[0], *people)
    version = load(services[0], game).version
    bodies = [{"version": version, "choices": [first_bid(services[0], game, seat)]} for seat in range(4)]

    outcomes = at_once(
        [lambda n=n: moves.submit(services[n % len(services)], people[n], game, bodies[n], None) for n in range(4)]
    )

    assert {"201": 4} == codes(outcomes)
    versions = sorted(one.body["version"] for one in outcomes if isinstance(one, Result))
    assert [version + 1, version + 2, version + 3, version + 4] == versions


def check_one_creation(services: Sequence[Service]) -> None:
    """Twenty creations with one key at one instant make one game and show the same."""
    ana = guest(services[0])
    body = {"ruleset": "parlour", "seats": seats_for("me", "greedy"), "visibility": "private"}

    outcomes = at_once([lambda n=n: games.create(services[n % len(services)], ana, body, "one key") for n in range(20)])

    assert {"201": 20} == codes(outcomes)
    shown = [one.body for one in outcomes if isinstance(one, Result)]
    assert all(shown[0] == other for other in shown)
    assert 1 == len(services[0].store.mine(ana, 10))


def check_the_last_seat(services: Sequence[Service]) -> None:
    """Eight people want the last seat at one instant: one gets it, and the game starts once."""
    host, *others = [guest(services[0]) for _ in range(9)]
    game = new_game(services[0], host, "me", "open")

    outcomes = at_once(
        [lambda n=n: seats.join(services[n % len(services)], others[n], game, {}, None) for n in range(len(others))]
    )

    assert {"201": 1, "already_started": 7} == codes(outcomes)
    log = services[0].store.read(game)
    assert 1 == sum(event["type"] == "started" for commit in log for event in commit["events"])


def check_a_whole_game_from_all_sides(services: Sequence[Service]) -> None:
    """Bots' decisions answered by many workers at one instant are each answered once, to the end."""
    host = guest(services[0])
    game = new_game(services[0], host, "random", "random", "random")

    with ThreadPoolExecutor(6) as pool:
        answered = sum(pool.map(lambda n: work(services[n % len(services)], game), range(6)))

    log = services[0].store.read(game)
    assert "finished" == load(services[0], game).position.status
    assert len(log) - 1 == sum(1 for commit in log if "seat" in commit["by"])
    assert answered >= len(log) - 1, "two workers that write the very same bytes may both call it theirs"
