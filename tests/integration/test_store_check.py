"""Stores on which the service must not start are refused in one line that says why."""

from __future__ import annotations

import pytest
import redis

from service import store_check
from service.embedded import EmbeddedServer
from service.store_check import StoreRefused
from tests.helpers.servers import store_server


def test_a_store_that_keeps_everything_is_taken(tmp_path):
    with store_server(tmp_path) as server:
        store_check.require(server.url, server.url)


@pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-ttl", "allkeys-random"])
def test_a_store_that_may_evict_is_refused(tmp_path, policy):
    with store_server(tmp_path) as server:
        redis.Redis.from_url(server.url).config_set("maxmemory-policy", policy)

        with pytest.raises(StoreRefused, match=rf"KANCHA_REDIS_URL. may evict games: its maxmemory-policy is {policy}"):
            store_check.require(server.url, server.url)


def test_the_store_of_the_queues_is_asked_as_well(tmp_path):
    with store_server(tmp_path / "games") as games, store_server(tmp_path / "queues") as queues:
        redis.Redis.from_url(queues.url).config_set("maxmemory-policy", "allkeys-lru")

        with pytest.raises(StoreRefused, match=r"KANCHA_QUEUE_URL. may evict"):
            store_check.require(games.url, queues.url)


def test_a_store_that_is_not_there_is_refused():
    with pytest.raises(StoreRefused, match=r"redis://127.0.0.1:1/0 .KANCHA_REDIS_URL. does not answer: .*refused"):
        store_check.require("redis://127.0.0.1:1/0", "redis://127.0.0.1:1/0")


def test_a_wrong_password_is_refused_and_not_shown(tmp_path):
    with EmbeddedServer(tmp_path / "store", sockets=False) as server:
        place = server.url.partition("@")[2]

        with pytest.raises(StoreRefused, match=r"refuses its user or password") as refused:
            store_check.require(f"redis://:wrong@{place}", f"redis://:wrong@{place}")
        assert "wrong" not in str(refused.value)


@pytest.mark.parametrize("address", ["redis+cluster://127.0.0.1:1", "redis+sentinel://127.0.0.1:1/name"])
def test_queues_on_a_group_of_servers_are_refused(address):
    with pytest.raises(StoreRefused, match=r"set KANCHA_QUEUE_URL"):
        store_check.require(address, address)


@pytest.mark.parametrize("version", ["6.2.14", "5.0.0"])
def test_a_store_that_is_too_old_is_refused(version):
    with pytest.raises(StoreRefused, match=rf"it has version {version}; 7.0 or later is needed"):
        store_check.judge("it", {"redis_version": version, "maxmemory_policy": "noeviction"})


@pytest.mark.parametrize("version", ["7.0.15", "7.2.4", "8.2.1", "10.0.0"])
def test_a_store_that_is_new_enough_is_taken(version):
    store_check.judge("it", {"redis_version": version, "maxmemory_policy": "noeviction"})
