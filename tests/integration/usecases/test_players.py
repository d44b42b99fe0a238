"""Players on a real server: one suite for both stores, and what only a server can show."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from events.redis_client import connect
from events.store import StoreUnavailable, shard_of
from service import players_store
from service.players_store import MemoryPlayerStore, Player, PlayerStore, RedisPlayerStore, Rotation
from service.usecases import games, players
from service.usecases.errors import Unauthenticated, Unavailable
from tests.helpers.servers import store_server, wait_until
from tests.helpers.services import guest, memory_service, new_game

ANA, BO = Player("pl_a", "Ana", "2026-01-01T00:00:00.000Z", "aa" * 32), Player("pl_b", "Bo", "2026", "bb" * 32)


@pytest.fixture(params=["memory", "redis"])
def store(request: pytest.FixtureRequest) -> PlayerStore:
    if request.param == "memory":
        return MemoryPlayerStore()
    return RedisPlayerStore(request.getfixturevalue("client"))


def test_players_are_found_by_token_in_their_shard(store: PlayerStore):
    store.add(ANA)
    store.add(BO)

    assert "pl_a" == store.find(shard_of("pl_a"), ANA.token)
    assert store.find((shard_of("pl_a") + 1) % 64, ANA.token) is None
    assert store.find(shard_of("pl_a"), "cc" * 32) is None
    assert ANA == store.read("pl_a")
    assert store.read("pl_c") is None
    assert {"pl_a": "Ana", "pl_b": "Bo"} == store.names(["pl_a", "pl_c", "pl_b", "pl_a"])
    assert {} == store.names([])


def test_a_new_token_ends_the_old_one(store: PlayerStore):
    store.add(ANA)

    assert store.rotate("pl_a", ANA.token, "dd" * 32)

    assert store.find(shard_of("pl_a"), ANA.token) is None
    assert "pl_a" == store.find(shard_of("pl_a"), "dd" * 32)
    assert store.rotation(shard_of("pl_a"), ANA.token) is None
    for player, old in (("pl_c", ANA.token), ("pl_a", ANA.token), ("pl_a", "ff" * 32)):
        assert not store.rotate(player, old, "ee" * 32, Rotation(player, "11" * 32, "22" * 32))
    assert "pl_a" == store.find(shard_of("pl_a"), "dd" * 32)
    assert store.rotation(shard_of("pl_a"), ANA.token) is None


def test_how_to_repeat_a_rotation_is_kept_for_a_minute(store: PlayerStore, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(players_store, "RETRY_SECONDS", 1)
    store.add(ANA)
    kept = Rotation("pl_a", "11" * 32, "22" * 32)

    store.rotate("pl_a", ANA.token, "dd" * 32, kept)

    assert kept == store.rotation(shard_of("pl_a"), ANA.token)
    assert store.rotation((shard_of("pl_a") + 1) % 64, ANA.token) is None
    assert store.rotation(shard_of("pl_a"), "dd" * 32) is None
    wait_until(lambda: store.rotation(shard_of("pl_a"), ANA.token) is None, seconds=10.0)
    assert "pl_a" == store.find(shard_of("pl_a"), "dd" * 32)


def test_an_erased_player_leaves_nothing(store: PlayerStore):
    store.add(ANA)
    assert store.rename("pl_a", "Anna") and {"pl_a": "Anna"} == store.names(["pl_a"])

    store.erase("pl_a")
    store.erase("pl_a")

    assert (None, None, {}) == (store.read("pl_a"), store.find(shard_of("pl_a"), ANA.token), store.names(["pl_a"]))
    assert not store.rename("pl_a", "Ana") and not store.rotate("pl_a", ANA.token, "ee" * 32)


def test_an_erased_player_leaves_no_key_on_the_server(client: Any):
    store = RedisPlayerStore(client)
    store.add(ANA)
    store.rotate("pl_a", ANA.token, "dd" * 32)

    store.erase("pl_a")

    assert [] == client.keys("*")


def test_of_rotations_at_one_instant_one_counts(client: Any):
    store = RedisPlayerStore(client)
    store.add(ANA)
    tokens = [f"{n:064x}" for n in range(12)]

    with ThreadPoolExecutor(12) as pool:
        assert 1 == sum(pool.map(lambda token: store.rotate("pl_a", ANA.token, token), tokens))

    assert 1 == sum(store.find(shard_of("pl_a"), token) is not None for token in tokens)
    assert 2 == len(client.keys("*"))


def test_tokens_are_not_on_the_server_in_clear(make: Any, client: Any):
    service = make()
    made = players.create_player(service, "Ana").body
    token = players.rotate_token(service, made["id"], made["token"], "my key").body["token"]

    stored = list(client.keys("*"))
    stored += [str(client.hgetall(key) if client.type(key) == "hash" else client.get(key)) for key in stored]

    assert len(stored) == 6
    for secret in (token[5:], made["token"][5:], "my key"):
        assert not any(secret in text for text in stored)


def test_a_server_that_is_away_is_told_as_such(tmp_path: Any):
    with store_server(tmp_path) as server:
        client = connect(server.url)
        service = memory_service(players_store=RedisPlayerStore(client))
        made = players.create_player(service, "Ana").body
        game = new_game(service, made["id"], "me", "open")
        server.kill()

        with pytest.raises(StoreUnavailable):
            service.players.names([made["id"]])
        for act in (
            lambda: players.authenticate(service, made["token"]),
            lambda: guest(service),
            lambda: games.read(service, made["id"], game),
        ):
            with pytest.raises(Unavailable):
                act()

        server.start()
        assert made["id"] == players.authenticate(service, made["token"])
        with pytest.raises(Unauthenticated):
            players.authenticate(service, made["token"][:-1])
