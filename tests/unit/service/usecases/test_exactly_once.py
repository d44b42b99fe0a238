"""A command is carried out exactly once, however often and whenever it is sent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from events.memory_store import MemoryStore
from events.store import Append, Appended, Reading, StoreUnavailable
from service.usecases import moves
from service.usecases.errors import StaleVersion, Unavailable
from service.usecases.positions import load
from tests.helpers import races
from tests.helpers.services import guest, memory_service, running_game


class Treacherous(MemoryStore):
    """A store where something happens while a command is judged, and which may lose its answer to an append.

    It happens just after the game was read, or, if it was not read at all, just before the append.
    """

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: Callable[[], Any] | None = None
        self.lose_answers = 0

    def _happen(self) -> None:
        act, self.meanwhile = self.meanwhile, None
        if act is not None:
            act()

    def read_with_key(self, game: str, after: int, key: str | None) -> Reading:
        reading = super().read_with_key(game, after, key)
        self._happen()
        return reading

    def append(self, append: Append) -> Appended:
        self._happen()
        appended = super().append(append)
        if self.lose_answers:
            self.lose_answers -= 1
            raise StoreUnavailable("the answer is lost")
        return appended


def services(count: int = 2):
    """Services like the web processes of one installation: they share stores and nothing else."""
    first = memory_service()
    return [first, *(memory_service(store=first.store, players_store=first.players) for _ in range(count - 1))]


def test_twenty_tries_with_one_key():
    races.check_same_key_twenty_times(services(3))


def test_two_different_moves_for_one_version():
    races.check_two_different_moves(services(), rounds=30)


def test_seats_that_answer_at_one_instant():
    races.check_simultaneous_decisions(services())


def test_twenty_creations_with_one_key():
    races.check_one_creation(services(3))


def test_eight_people_for_the_last_seat():
    races.check_the_last_seat(services())


def test_many_workers_on_one_game():
    races.check_a_whole_game_from_all_sides(services(3))


@pytest.fixture(params=["known", "unknown"])
def table(request: pytest.FixtureRequest):
    """A running parlour on a treacherous store, its position known to the process or not, and another process."""
    store = Treacherous()
    service = memory_service(store=store)
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)
    other = memory_service(store=store, players_store=service.players)
    body = {"version": 2, "choices": [races.first_bid(service, game, 0)], "seat": 0}
    if request.param == "unknown":
        service.cache.forget(game)
    return store, service, other, ana, bo, game, body


def test_a_retry_that_is_judged_while_its_first_try_lands_is_no_stale_one(table: Any):
    store, service, other, ana, _, game, body = table
    firsts: list[Any] = []
    store.meanwhile = lambda: firsts.append(moves.submit(other, ana, game, body, "k"))

    retry = moves.submit(service, ana, game, body, "k")

    assert (201, True, firsts[0].body) == (retry.status, retry.replayed, retry.body)
    assert 3 == len(store.read(game))


def test_without_a_key_the_same_happening_is_stale(table: Any):
    store, service, other, ana, _, game, body = table
    store.meanwhile = lambda: moves.submit(other, ana, game, body, None)

    with pytest.raises(StaleVersion):
        moves.submit(service, ana, game, body, None)


def test_a_move_whose_answer_was_lost_is_there_and_its_retry_says_so(table: Any):
    store, service, _, ana, _, game, body = table
    store.lose_answers = 1
    with pytest.raises(Unavailable):
        moves.submit(service, ana, game, body, "k")

    retry = moves.submit(service, ana, game, body, "k")

    assert (True, 3) == (retry.replayed, retry.body["version"])
    assert 3 == load(service, game).position.version == len(store.read(game))


def test_who_loses_a_race_is_judged_on_the_new_head(table: Any):
    store, service, other, ana, bo, game, body = table
    theirs = {"version": 2, "choices": [races.first_bid(other, game, 1)]}
    store.meanwhile = lambda: moves.submit(other, bo, game, theirs, None)

    moved = moves.submit(service, ana, game, body, None)

    assert (4, [3, 4]) == (moved.body["version"], [commit["version"] for commit in moved.body["events"]])


def test_whoever_is_always_too_late_is_told_to_try_again(table: Any, monkeypatch: pytest.MonkeyPatch):
    store, service, _, ana, _, game, body = table
    monkeypatch.setattr(store, "append", lambda append: Appended("stale", append.expected))

    with pytest.raises(Unavailable):
        moves.submit(service, ana, game, body, None)
