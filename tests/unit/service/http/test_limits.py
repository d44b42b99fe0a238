"""Budgets: spent by name and by who, refused with the policy and the time to wait."""

import pytest
from limits.storage import MemoryStorage, storage_from_string

from service.http.errors import Fault
from service.http.limits import BUDGETS, Limits, address_of, build
from service.settings import Settings


def limits(**rates: str) -> Limits:
    return Limits(storage_from_string("memory://"), rates)


def test_a_budget_is_spent_by_name_and_by_who():
    some = limits(moves="2/minute", requests="1/minute")
    some.spend("requests", "a")
    with pytest.raises(Fault):
        some.spend("requests", "a")
    some.spend("requests", "b")
    some.spend("moves", "a")
    some.spend("moves", "a")


def test_the_refusal_names_the_policy_and_the_time_to_wait():
    some = limits(games="1/minute;100/day")
    some.spend("games", "a")
    with pytest.raises(Fault) as refused:
        some.spend("games", "a")
    assert "rate_limited" == refused.value.code
    assert {"name": "games", "limit": 1, "window_ms": 60_000} == refused.value.extra["policy"]
    assert 1 <= int(refused.value.headers["Retry-After"]) <= 60
    assert "games" in refused.value.detail


def test_all_parts_of_a_rate_hold():
    some = limits(games="100/minute;2/day")
    some.spend("games", "a")
    some.spend("games", "a")
    with pytest.raises(Fault) as refused:
        some.spend("games", "a")
    assert 86_400_000 == refused.value.extra["policy"]["window_ms"]


def test_every_budget_has_its_setting():
    build(Settings()).spend("moves", "a")
    assert all(getattr(Settings(), f"rate_{name}") for name in BUDGETS)


def test_a_socket_is_written_as_the_library_wants_it():
    assert "redis+unix:///run/k.sock" == address_of("unix:///run/k.sock")
    assert "rediss://h:1/0" == address_of("rediss://h:1/0")


class Counting(MemoryStorage):
    """Counts how often it is asked."""

    asked = 0

    def acquire_sliding_window_entry(self, *args, **kwargs):
        self.asked += 1
        return super().acquire_sliding_window_entry(*args, **kwargs)


def test_a_large_budget_is_taken_by_the_hundredth_and_yet_spent_to_the_last():
    storage = Counting()
    some = Limits(storage, {"moves": "1000/hour"})
    for _ in range(1000):
        some.spend("moves", "a")
    assert 100 == storage.asked
    with pytest.raises(Fault):
        some.spend("moves", "a")
    some.spend("moves", "b")


def test_processes_share_a_budget_and_what_is_left_is_counted_one_by_one():
    storage = Counting()
    here, there = Limits(storage, {"moves": "300/hour"}), Limits(storage, {"moves": "300/hour"})
    there.spend("moves", "a")
    spent = 0
    with pytest.raises(Fault):
        while True:
            here.spend("moves", "a")
            spent += 1
    assert 297 == spent
    there.spend("moves", "a")
    there.spend("moves", "a")
    with pytest.raises(Fault):
        there.spend("moves", "a")


def test_shares_do_not_pile_up(monkeypatch):
    monkeypatch.setattr("service.http.limits.MOST_SHARES", 10)
    some = limits(moves="1000/hour")
    for n in range(100):
        some.spend("moves", f"player {n}")
        assert len(some._shares) <= 10
