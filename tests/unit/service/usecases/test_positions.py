"""Finding positions: memory and snapshots only save time, the store is the truth."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from domain.core.plain import freeze
from events.codec import decode
from events.store import LogIncomplete as StoreLogIncomplete
from events.store import StoreUnavailable
from events.verify import verify
from service.usecases import games, moves
from service.usecases.errors import Frozen, LogIncomplete, NotFound, Refused, Unavailable
from service.usecases.positions import PositionCache, load, position_at
from tests.helpers.services import guest, memory_service, move, new_game, play_out, running_game, spoil


def table(**settings: Any):
    service = memory_service(**settings)
    ana, bo = guest(service), guest(service)
    return service, running_game(service, ana, bo), ana, bo


def test_a_position_is_kept_and_not_folded_again():
    service, game, _, _ = table()

    assert load(service, game).position is load(service, game).position


def test_a_position_kept_grows_by_what_others_have_appended():
    service, game, ana, _ = table()
    other = memory_service(store=service.store, players_store=service.players)
    load(other, game)
    move(service, ana, game)

    assert 3 == load(other, game).position.version
    assert load(service, game).position.hash == load(other, game).position.hash


def test_a_store_that_lost_its_last_commits_is_believed():
    service, game, ana, _ = table()
    move(service, ana, game)
    stored = service.store._games[game]
    stored.log.pop()
    before = decode(stored.log[-1])
    stored.head = replace(stored.head, version=2, hash=before["hash"])

    assert (2, before["hash"]) == (load(service, game).position.version, load(service, game).position.hash)
    assert 3 == move(service, ana, game).body["version"]


def test_a_rewritten_log_is_not_mixed_with_what_is_remembered():
    service, game, ana, bo = table()
    other = memory_service(store=service.store, players_store=service.players)
    move(service, ana, game)
    load(other, game)
    stored = service.store._games[game]
    stored.log.pop()
    stored.head = replace(stored.head, version=2, hash=decode(stored.log[-1])["hash"])
    move(service, bo, game)

    assert load(service, game).position.hash == load(other, game).position.hash
    assert not load(other, game).frozen
    assert [None, True] == [bid and True for bid in load(other, game).position.state.bids]


def test_a_rewritten_log_that_has_grown_beyond_what_is_remembered_is_read_anew():
    service, game, ana, bo = table()
    other = memory_service(store=service.store, players_store=service.players)
    move(service, ana, game)
    load(other, game)
    stored = service.store._games[game]
    stored.log.pop()
    stored.head = replace(stored.head, version=2, hash=decode(stored.log[-1])["hash"])
    move(service, bo, game)
    move(service, ana, game)

    found = load(other, game)

    assert (4, False) == (found.position.version, found.frozen)


def test_a_move_is_never_appended_to_another_history_than_it_was_judged_on():
    service, game, ana, bo = table()
    other = memory_service(store=service.store, players_store=service.players)
    asked = moves.list_moves(service, bo, game).body["decisions"][0]["choices"][0]
    move(service, ana, game)
    load(other, game)
    stored = service.store._games[game]
    stored.log.pop()
    stored.head = replace(stored.head, version=2, hash=decode(stored.log[-1])["hash"])
    move(service, bo, game)

    with pytest.raises(Refused) as refused:
        moves.submit(other, bo, game, {"version": 3, "choices": [asked]}, "k")

    assert "not_your_decision" == refused.value.code
    assert 3 == len(service.store.read(game))
    assert verify(service.games, service.store.read(game)).ok


def test_every_earlier_position_is_found_with_and_without_snapshot_and_memory():
    service, game, _, _ = table(snapshot_every=4)
    last = play_out(service, game)
    fresh = memory_service(store=service.store, players_store=service.players)
    assert service.store.snapshot(game) is not None

    for version in range(2, last + 1):
        here, there = (position_at(one, load(one, game), version) for one in (service, fresh))
        assert (version, freeze(here.state)) == (there.version, freeze(there.state))


def test_a_spoilt_snapshot_is_ignored():
    service, game, _, _ = table(snapshot_every=2)
    good = service.store.snapshot(game)
    assert good is not None

    for spoilt in (b"", b"{}", good[:-5], good.replace(b'"round":1', b'"round":2')):
        service.store.save_snapshot(game, spoilt)
        service.cache.forget(game)
        assert 1 == load(service, game).position.state.round


def test_a_snapshot_is_used_for_what_it_is():
    service, game, _, _ = table(snapshot_every=2)
    fresh = memory_service(store=service.store, players_store=service.players)
    reads: list[int] = []
    read = service.store.read_with_key
    service.store.read_with_key = lambda game, after, key: reads.append(after) or read(game, after, key)

    load(fresh, game)

    assert [2] == reads


def test_the_memory_drops_what_was_not_used_for_longest():
    cache = PositionCache(2)
    service = memory_service()
    ana = guest(service)
    made = [load(service, new_game(service, ana, "me", "open")).position for _ in range(3)]

    cache.keep(made[0])
    cache.keep(made[1])
    cache.latest(made[0].game_id)
    cache.keep(made[2])

    kept = [cache.latest(position.game_id) is not None for position in made]
    assert [True, False, True] == kept


def test_the_memory_never_goes_back():
    service, game, ana, _ = table()
    before = load(service, game).position
    move(service, ana, game)

    service.cache.keep(before)

    known = service.cache.latest(game)
    assert known is not None and 3 == known.version


def test_earlier_positions_are_remembered_for_a_while():
    cache = PositionCache(8)
    service, game, _, _ = table()
    first, second = (position_at(service, load(service, game), version) for version in (1, 2))

    cache.keep_past(second)
    assert cache.past(game, 1) is None
    assert second is cache.past(game, 2) is cache.past(game, 99)

    cache.keep_past(first)
    assert first is cache.past(game, 99)
    cache.forget(game)
    assert cache.past(game, 99) is None


def test_earlier_positions_go_with_the_latest_one():
    cache = PositionCache(1)
    service, game, _, _ = table()
    other = new_game(service, guest(service), "me", "open")
    cache.keep(load(service, game).position)
    cache.keep_past(position_at(service, load(service, game), 1))

    cache.keep(load(service, other).position)

    assert cache.latest(game) is None and cache.past(game, 99) is None


def test_a_replay_step_by_step_folds_each_commit_once():
    service, game, _, _ = table()
    last = play_out(service, game)
    reads: list[tuple[int, int | None]] = []
    read = service.store.read
    service.store.read = lambda game, after=0, limit=None: reads.append((after, limit)) or read(game, after, limit)

    for version in range(1, last):
        games.read(service, guest(service), game, games.Look(at=version))

    assert [(version - 1, 1) for version in range(1, last)] == [entry for entry in reads if entry[1] is not None]


def test_a_game_thaws_when_a_release_can_fold_it_again():
    service, game, ana, bo = table()
    move(service, ana, game)
    good = service.store._games[game].log[-1]
    spoil(service, game, 3)
    assert "frozen" == games.read(service, ana, game).body["status"]
    assert service.store.head(game).frozen is not None

    stored = service.store._games[game]
    stored.log[-1] = good
    stored.head = replace(stored.head, hash=decode(good)["hash"])

    assert "running" == games.read(service, ana, game).body["status"]
    assert service.store.head(game).frozen is None
    assert 4 == move(service, bo, game).body["version"]


def test_a_game_of_unknown_rules_is_frozen_whole():
    service, game, ana, _ = table()
    other = memory_service(registry={}, store=service.store, players_store=service.players)

    with pytest.raises(Frozen):
        games.read(other, ana, game)


def test_the_frozen_are_not_folded_from_the_beginning_each_time():
    service, game, ana, _ = table()
    move(service, ana, game)
    spoil(service, game, 3)

    first, second = load(service, game), load(service, game)

    assert (True, 2, 3) == (first.frozen, first.position.version, first.version)
    assert second.frozen and first.position is second.position


def test_failures_of_the_store_are_told_in_words_of_the_service(monkeypatch: pytest.MonkeyPatch):
    service, game, ana, _ = table()

    def fail(error: Exception):
        def read(*args: Any) -> None:
            raise error

        return read

    for error, problem in ((StoreUnavailable("away"), Unavailable), (StoreLogIncomplete(game), LogIncomplete)):
        monkeypatch.setattr(service.store, "read_with_key", fail(error))
        with pytest.raises(problem):
            games.read(service, ana, game)


def test_a_game_that_is_not_there_is_not_found():
    service = memory_service()

    with pytest.raises(NotFound):
        load(service, "gm_" + "0" * 26)


def test_a_snapshot_that_cannot_be_saved_does_not_fail_the_move(monkeypatch: pytest.MonkeyPatch):
    service, game, ana, _ = table(snapshot_every=3)

    def fail(*args: Any) -> None:
        raise StoreUnavailable("full")

    monkeypatch.setattr(service.store, "save_snapshot", fail)

    assert 3 == move(service, ana, game).body["version"]
