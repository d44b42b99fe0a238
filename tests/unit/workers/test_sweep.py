"""The sweep: what is due is asked again, under a number that all sweeps agree on."""

from types import SimpleNamespace

import pytest

from domain.core.agenda import SYSTEM
from workers.sweep import Sweeper, attempt_at, sweep

DELAYS = (10.0, 20.0, 40.0)


@pytest.mark.parametrize(
    ("age", "attempt"),
    [(0, 0), (9.9, 0), (10, 1), (19.9, 1), (20, 2), (39.9, 2), (40, 3), (79.9, 3), (80, 4), (120, 5)],
)
def test_attempts_follow_from_the_age(age, attempt):
    assert attempt == attempt_at(age, DELAYS)


class Jobs:
    """A queue that remembers, and takes each job once."""

    def __init__(self) -> None:
        self.known: list[tuple[str, int, int, int]] = []

    def enqueue(self, game, seat, since, attempt, delay_ms=0):
        new = (game, seat, since, attempt) not in self.known
        self.known += [(game, seat, since, attempt)] if new else []
        return new


def service_with(due, now=100_000):
    settings = SimpleNamespace(sweep_bot=DELAYS, sweep_system=(3.0, 6.0, 12.0), sweep_every=0.01)
    store = SimpleNamespace(due=lambda until, most: [(member, at) for member, at in due if at <= until])
    return SimpleNamespace(settings=settings, store=store, queue=Jobs(), clock=lambda: now)


def test_bots_and_system_have_delays_of_their_own():
    service = service_with([("gm_a:1:7", 85_000), (f"gm_a:{SYSTEM}:9", 95_500), ("gm_b:0:3", 60_000)])

    assert sweep(service) == 3

    assert [("gm_a", 1, 7, 1), ("gm_a", SYSTEM, 9, 1), ("gm_b", 0, 3, 3)] == service.queue.known


def test_what_is_not_due_yet_is_left_alone_and_what_is_known_not_counted():
    service = service_with([("gm_a:1:7", 100_000), ("gm_a:2:7", 100_001)])

    assert [sweep(service), sweep(service)] == [1, 0]
    assert [("gm_a", 1, 7, 0)] == service.queue.known


def test_the_thread_goes_on_after_a_failure_and_asks_for_upkeep_once_a_minute():
    service = service_with([("gm_a:1:7", 0)], now=60_000 * 65)
    failures = [ConnectionError()]
    due = service.store.due

    def failing(until, most):
        if failures:
            raise failures.pop()
        return due(until, most)

    service.store.due = failing
    asked: list[tuple[int, int]] = []
    sweeper = Sweeper(service, lambda shard, turn: asked.append((shard, turn)))

    sweeper.start()
    for _ in range(500):
        if len(service.queue.known) and asked:
            break
        sweeper.join(0.01)
    sweeper.stop()
    sweeper.join(5)

    assert not sweeper.is_alive()
    assert service.queue.known and [(1, 1)] == asked
