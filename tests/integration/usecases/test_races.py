"""The promises of the use cases on a real server, with several processes' worth of services."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from typing import Any

from service.bootstrap import Service
from service.usecases import games, moves
from service.usecases.errors import Problem
from service.usecases.positions import load
from tests.helpers import races
from tests.helpers.services import guest, new_game, play_out, running_game, state_of

Make = Callable[..., Service]


def test_twenty_tries_with_one_key(make: Make):
    for _ in range(5):
        races.check_same_key_twenty_times([make() for _ in range(3)])


def test_two_different_moves_for_one_version(make: Make):
    races.check_two_different_moves([make(), make()], rounds=40)


def test_seats_that_answer_at_one_instant(make: Make):
    for _ in range(5):
        races.check_simultaneous_decisions([make(), make()])


def test_twenty_creations_with_one_key(make: Make):
    races.check_one_creation([make() for _ in range(3)])


def test_eight_people_for_the_last_seat(make: Make):
    races.check_the_last_seat([make(), make()])


def test_many_workers_on_one_game(make: Make):
    races.check_a_whole_game_from_all_sides([make() for _ in range(3)])


def test_games_played_here_read_the_same_from_anywhere(make: Make):
    one, two = make(snapshot_every=5), make(snapshot_every=5)
    ana, bo = guest(one, "Ana"), guest(one, "Bo")
    for ruleset in ("parlour", "little_tavern"):
        game = running_game(one, ana, bo, ruleset=ruleset)
        last = play_out(one, game)

        fresh = games.read(two, bo, game).body

        assert ("finished", last) == (fresh["status"], fresh["version"])
        assert games.read(one, bo, game).body == fresh
        for at in (1, 4, 7, last - 1):
            look = games.Look(at=at)
            assert games.read(one, ana, game, look).body == games.read(two, ana, game, look).body


def _race(url: str, mover: tuple[str, str, dict[str, Any]], barrier: Any, outcomes: Any) -> None:
    """One process that submits a move when all are ready."""
    from events.redis_client import connect
    from events.redis_store import RedisStore
    from service.players_store import RedisPlayerStore
    from tests.helpers.services import memory_service

    client = connect(url)
    service = memory_service(store=RedisStore(client), players_store=RedisPlayerStore(client))
    player, game, body = mover
    load(service, game)
    barrier.wait()
    try:
        outcomes.put(str(moves.submit(service, player, game, body, None).status))
    except Problem as problem:
        outcomes.put(problem.code)


def test_processes_race_for_one_version(make: Make, server: Any):
    service = make()
    ana = guest(service)
    context = multiprocessing.get_context("spawn")
    game = new_game(service, ana, "me", "me")
    for seat in (0, 1):
        asked = {"version": 1, "seat": seat, "choices": [races.first_bid(service, game, seat)]}
        moves.submit(service, ana, game, asked, None)
    winner = state_of(service, game).agenda[-1][1]
    barrier, outcomes = context.Barrier(3), context.Queue()
    choices = [{"verb": "open", "drawer": drawer} for drawer in range(3)]
    movers = [(ana, game, {"version": 3, "seat": winner, "choices": [choice]}) for choice in choices]
    racers = [context.Process(target=_race, args=(server.url, mover, barrier, outcomes)) for mover in movers]

    for racer in racers:
        racer.start()
    told = sorted(outcomes.get(timeout=60) for _ in racers)
    for racer in racers:
        racer.join(timeout=60)

    assert ["201", "stale_version", "stale_version"] == told
    assert 4 == len(service.store.read(game))
