"""Places for waiting clients, and the hub that wakes them."""

import queue
import threading
import time

import pytest

from events.store import Wake
from service.http.errors import Fault
from service.http.hub import Hub
from service.http.waits import Waits


def test_places_are_bounded_for_all_and_for_each_player():
    waits = Waits(3, 2)
    waits.take("a")
    waits.take("a")
    with pytest.raises(Fault) as own:
        waits.take("a")
    waits.take("b")
    with pytest.raises(Fault) as all_taken:
        waits.take("c")
    for refused in (own, all_taken):
        assert "too_many_waits" == refused.value.code
        assert refused.value.headers["Retry-After"]
    waits.give_back("a")
    waits.take("c")


def test_a_place_is_given_back_when_the_wait_fails():
    waits = Waits(1, 1)
    with pytest.raises(RuntimeError), waits.one("a"):
        raise RuntimeError
    waits.take("a")


class Wakes:
    """A store that wakes when told to, and whose subscription fails when told to."""

    def __init__(self):
        self.queue = queue.SimpleQueue()
        self.subscriptions = 0

    def subscribe(self):
        self.subscriptions += 1
        return self

    def get(self, seconds):
        try:
            wake = self.queue.get(timeout=seconds)
        except queue.Empty:
            return None
        if wake is None:
            raise ConnectionError
        return wake

    def close(self):
        pass


def seconds_asleep(waiter, most: float) -> float:
    begun = time.monotonic()
    waiter.sleep(most)
    return time.monotonic() - begun


def test_only_waiters_of_the_game_are_woken():
    store = Wakes()
    hub = Hub(store)
    with hub.waiter("a") as one, hub.waiter("b") as other:
        store.queue.put(Wake("a", 1))
        assert seconds_asleep(one, 5) < 2
        assert seconds_asleep(other, 0.2) >= 0.19
        assert 1 == store.subscriptions


def test_a_wake_up_before_the_sleep_is_not_lost():
    store = Wakes()
    with Hub(store).waiter("a") as one:
        store.queue.put(Wake("a", 1))
        time.sleep(0.2)
        assert seconds_asleep(one, 5) < 1


def test_the_reader_goes_on_after_the_store_failed_and_lets_all_look():
    store = Wakes()
    hub = Hub(store)
    with hub.waiter("a") as one:
        store.queue.put(None)
        assert seconds_asleep(one, 5) < 2
        store.queue.put(Wake("a", 1))
        assert seconds_asleep(one, 5) < 3
        assert 2 == store.subscriptions


def test_closing_wakes_everybody():
    hub = Hub(Wakes())
    with hub.waiter("a") as one:
        threading.Timer(0.1, hub.close).start()
        assert seconds_asleep(one, 5) < 2
        assert hub.closing


def test_nothing_is_kept_of_waiters_that_left():
    hub = Hub(Wakes())
    with hub.waiter("a"):
        pass
    assert not hub._waiters
