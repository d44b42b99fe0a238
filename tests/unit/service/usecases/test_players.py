"""Guest accounts: tokens are shown once, stored as hashes, and die at once; names can be erased."""

from __future__ import annotations

import re

import pytest

from service.usecases import games, players, seats
from service.usecases.errors import GameEnded, InvalidRequest, StoreFull, Unauthenticated
from service.usecases.positions import load
from tests.helpers.services import guest, memory_service, new_game, running_game


def test_a_new_player_is_found_by_its_token_and_by_no_other():
    service = memory_service()

    made = players.create_player(service, "  Ana\u0308  ")

    assert (201, "An\u00e4") == (made.status, made.body["name"])
    assert re.fullmatch(r"pl_[0-9a-z]{26}", made.body["id"])
    assert made.body["id"] == players.authenticate(service, made.body["token"])
    for other in ("", "x", made.body["token"][:-1], made.body["token"][:-1] + "!", "kn99_" + "a" * 43):
        with pytest.raises(Unauthenticated):
            players.authenticate(service, other)


def test_a_token_carries_256_bits_and_is_not_kept_in_clear():
    service = memory_service()

    token = players.create_player(service, "Ana").body["token"]

    assert re.fullmatch(r"kn\d\d_[A-Za-z0-9_-]{43}", token)
    assert token not in repr(vars(service.players))


def test_a_token_of_another_shard_is_nobody():
    service = memory_service()
    token = players.create_player(service, "Ana").body["token"]
    shard = (int(token[2:4]) + 1) % 64

    with pytest.raises(Unauthenticated):
        players.authenticate(service, f"kn{shard:02d}{token[4:]}")


@pytest.mark.parametrize("name", ["", "   ", "a" * 41, "a\nb", "a\u200fb", "\u0000"])
def test_a_name_must_be_short_and_visible(name: str):
    service = memory_service()

    with pytest.raises(InvalidRequest) as refused:
        players.create_player(service, name)

    assert ["name"] == refused.value.extra["errors"][0]["path"]


def test_a_name_can_be_changed_and_shows_in_games_at_once():
    service = memory_service()
    ana = guest(service, "Ana")
    game = new_game(service, ana, "me", "open")

    renamed = players.rename(service, ana, "Anna")

    assert "Anna" == renamed.body["name"] == players.me(service, ana).body["name"]
    assert "Anna" == games.read(service, ana, game).body["seats"][0]["name"]
    with pytest.raises(InvalidRequest):
        players.rename(service, ana, "")


@pytest.mark.parametrize("key", [None, "k-1"])
def test_rotating_kills_the_old_token_at_once(key: str | None):
    service = memory_service()
    made = players.create_player(service, "Ana").body

    rotated = players.rotate_token(service, made["id"], made["token"], key).body

    with pytest.raises(Unauthenticated):
        players.authenticate(service, made["token"])
    assert made["id"] == players.authenticate(service, rotated["token"])
    assert re.fullmatch(r"kn\d\d_[A-Za-z0-9_-]{43}", rotated["token"])


def test_a_rotation_whose_answer_was_lost_is_answered_again():
    service = memory_service()
    made = players.create_player(service, "Ana").body
    first = players.rotate_token(service, made["id"], made["token"], "k-1")

    again = players.rotate_token(service, made["id"], made["token"], "k-1")

    assert (first.body, False, True) == (again.body, first.replayed, again.replayed)
    assert made["id"] == players.authenticate(service, made["token"], replaced=True)
    for key in (None, "k-2"):
        with pytest.raises(Unauthenticated):
            players.rotate_token(service, made["id"], made["token"], key)


def test_a_rotation_is_not_repeated_once_its_token_is_replaced_or_erased():
    service = memory_service()
    made = players.create_player(service, "Ana").body
    second = players.rotate_token(service, made["id"], made["token"], "k-1").body["token"]
    third = players.rotate_token(service, made["id"], second, "k-1").body["token"]

    with pytest.raises(Unauthenticated):
        players.rotate_token(service, made["id"], made["token"], "k-1")
    assert third == players.rotate_token(service, made["id"], second, "k-1").body["token"]
    assert 3 == len({made["token"], second, third})
    players.delete(service, made["id"])
    with pytest.raises(Unauthenticated):
        players.rotate_token(service, made["id"], second, "k-1")


def test_deleting_erases_name_and_token_and_leaves_all_seats():
    service = memory_service()
    made = players.create_player(service, "Ana").body
    ana, bo = made["id"], guest(service, "Bo")
    running = running_game(service, ana, bo)
    waiting = new_game(service, bo, "me", "open", "open")
    seats.join(service, ana, waiting, {}, None)
    alone = new_game(service, ana, "me", "open")

    assert 204 == players.delete(service, ana).status

    with pytest.raises(Unauthenticated):
        players.authenticate(service, made["token"])
    with pytest.raises(Unauthenticated):
        players.me(service, ana)
    with pytest.raises(Unauthenticated):
        players.rotate_token(service, ana, made["token"], None)
    with pytest.raises(Unauthenticated):
        players.rename(service, ana, "Ana")
    assert {} == service.players.names([ana])
    assert "greedy" == load(service, running).position.seats[0].bot
    assert load(service, waiting).position.seats[1].is_open
    assert "expired" == load(service, alone).position.status
    assert "Ana" not in str(service.store.read(running)) + str(service.store.read(waiting))


def test_tables_that_wait_for_a_host_without_a_seat_end_with_its_account():
    service = memory_service()
    ana, bo = guest(service), guest(service, "Bo")
    waiting = new_game(service, ana, "open", "open", start="manual")
    seats.join(service, bo, waiting, {}, None)
    running = new_game(service, ana, "open", "random")
    seats.join(service, bo, running, {}, None)

    players.delete(service, ana)

    assert "expired" == load(service, waiting).position.status
    assert "running" == load(service, running).position.status
    assert (1, {"player": ana}) == (len(service.store.read(waiting, 2)), service.store.read(waiting, 2)[0]["by"])
    with pytest.raises(GameEnded):
        seats.start(service, ana, waiting, {}, None)


def test_a_broken_log_keeps_nobody_from_deleting_the_account():
    service = memory_service()
    made = players.create_player(service, "Ana").body
    ana, bo = made["id"], guest(service, "Bo")
    broken, whole = running_game(service, ana, bo), running_game(service, ana, bo)
    service.store._games[broken].log.pop()
    service.cache.forget(broken)

    assert 204 == players.delete(service, ana).status

    assert {} == service.players.names([ana])
    assert "greedy" == load(service, whole).position.seats[0].bot


def test_deleting_leaves_more_seats_than_fit_on_a_page():
    service = memory_service(max_games=1000)
    ana, bo = guest(service), guest(service)
    made = [new_game(service, bo, "me", "open") for _ in range(205)]
    for game in made:
        seats.join(service, ana, game, {}, None)

    players.delete(service, ana)

    assert all(load(service, game).position.seats[1].bot == "greedy" for game in made)


def test_no_account_is_made_while_the_store_is_nearly_full(monkeypatch: pytest.MonkeyPatch):
    service = memory_service(store_full=80)
    monkeypatch.setattr(service.store, "memory_use", lambda: 0.81)

    with pytest.raises(StoreFull):
        players.create_player(service, "Ana")
