"""Joining, leaving, handing over, mixing, starting."""

from __future__ import annotations

import pytest

from service.usecases import games, moves, seats
from service.usecases.errors import (
    AlreadySeated,
    AlreadyStarted,
    GameEnded,
    GameFull,
    IdempotencyMismatch,
    InvalidRequest,
    NotFound,
    NotHost,
    NotStarted,
    NotYourSeat,
    Problem,
    SeatNotYoursToTake,
    SeatTaken,
)
from service.usecases.positions import load
from tests.helpers.services import guest, memory_service, move, new_game, play_out, running_game


def last_events(service, game):
    return [event["type"] for event in service.store.read(game)[-1]["events"]]


def test_the_join_that_fills_a_table_starts_it_in_the_same_commit():
    service = memory_service()
    ana, bo = guest(service), guest(service, "Bo")
    game = new_game(service, ana, "me", "open")

    joined = seats.join(service, bo, game, {"entropy": "mine"}, None)

    assert (201, 1, "running", 2) == (
        joined.status, joined.body["seat"], joined.body["status"], joined.body["version"],
    )  # fmt: skip
    assert ["joined", "mixed", "started"] == last_events(service, game)[:3]
    assert {"drawn"} == set(last_events(service, game)[3:])
    assert [None, "mine"] == load(service, game).position.entropy
    assert "Bo" == joined.body["seats"][1]["name"]


def test_a_join_takes_the_first_open_seat_or_the_one_asked_for():
    service = memory_service()
    game = new_game(service, guest(service), "me", "open", "open", "open")

    assert 3 == seats.join(service, guest(service), game, {"seat": 3}, None).body["seat"]
    assert 1 == seats.join(service, guest(service), game, {}, None).body["seat"]
    assert "open" == load(service, game).position.status


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"seat": 0}, SeatTaken),
        ({"seat": 1}, SeatTaken),
        ({"seat": 3}, InvalidRequest),
        ({"seat": -2}, InvalidRequest),
        ({"entropy": "x" * 65}, InvalidRequest),
    ],
)
def test_a_join_that_cannot_be_is_refused(body: dict, problem: type[Problem]):
    service = memory_service()
    game = new_game(service, guest(service), "me", "greedy", "open")

    with pytest.raises(problem):
        seats.join(service, guest(service), game, body, None)

    assert 1 == load(service, game).position.version


def test_nobody_joins_twice_nor_a_game_that_is_full_running_or_over():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    waiting = new_game(service, ana, "me", "open")
    full = new_game(service, ana, "me", "greedy", start="manual")
    running = new_game(service, ana, "me", "me")
    over = new_game(service, ana, "me", "me")
    play_out(service, over)

    for game, who, problem in [
        (waiting, ana, AlreadySeated),
        (full, bo, GameFull),
        (running, bo, AlreadyStarted),
        (running, ana, AlreadySeated),
        (over, bo, GameEnded),
        (over, ana, GameEnded),
    ]:
        with pytest.raises(problem):
            seats.join(service, who, game, {}, None)


def test_a_join_is_made_once_and_its_retry_shows_what_it_showed():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = new_game(service, ana, "me", "open", "open")

    first = seats.join(service, bo, game, {"entropy": "e"}, "k")
    seats.join(service, guest(service), game, {}, None)
    again = seats.join(service, bo, game, {"entropy": "e"}, "k")

    assert (first.status, first.body, True) == (again.status, again.body, again.replayed)
    assert 3 == load(service, game).position.version
    with pytest.raises(IdempotencyMismatch):
        seats.join(service, bo, game, {"entropy": "f"}, "k")


def test_who_gets_up_before_the_start_opens_the_seat_and_the_next_person_is_host():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = new_game(service, ana, "me", "greedy", "open", "open")
    seats.join(service, bo, game, {"entropy": "b"}, None)
    seats.mix(service, ana, game, {"entropy": "a"}, None)

    left = seats.leave(service, ana, game, 0, None)

    position = load(service, game).position
    assert (200, position.version, position.hash, "open") == (
        left.status, left.body["version"], left.body["hash"], left.body["status"],
    )  # fmt: skip
    assert position.seats[0].is_open and bo == position.host
    assert [None, None, "b", None] == position.entropy


def test_with_the_last_person_a_table_that_has_not_started_ends():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "greedy", "open")

    left = seats.leave(service, ana, game, 0, None)

    assert "expired" == left.body["status"]
    assert ["left", "expired"] == last_events(service, game)
    with pytest.raises(GameEnded):
        seats.join(service, guest(service), game, {}, None)
    with pytest.raises(GameEnded):
        seats.start(service, ana, game, {}, None)


def test_a_host_who_keeps_another_seat_stays_host():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "open", "me", "me", "open")
    seats.join(service, guest(service), game, {"seat": 0}, None)

    seats.leave(service, ana, game, 1, None)

    position = load(service, game).position
    assert ("open", ana) == (position.status, position.host)


def test_who_resigns_a_running_game_is_replaced_for_good():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)

    left = seats.leave(service, bo, game, 1, None)

    assert "running" == left.body["status"]
    holder = load(service, game).position.seats[1]
    assert (None, "greedy", None) == (holder.player, holder.bot, holder.gave_up)
    with pytest.raises(SeatNotYoursToTake):
        seats.hand_over(service, bo, game, {"seat": 1, "player": "me"}, None)
    with pytest.raises(NotYourSeat):
        seats.leave(service, bo, game, 1, None)


def test_leaving_is_done_once_even_when_the_private_table_is_out_of_sight_afterwards():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    made = games.create(
        service,
        ana,
        {"ruleset": "parlour", "seats": [{"player": "me"}, {"open": True}, {"open": True}], "visibility": "private"},
        None,
    ).body
    game = made["id"]
    seats.join(service, bo, game, {"invite": made["invite"]}, None)

    first = seats.leave(service, bo, game, 1, "k")
    again = seats.leave(service, bo, game, 1, "k")

    assert (first.body, True) == (again.body, again.replayed)
    with pytest.raises(NotFound):
        seats.leave(service, bo, game, 1, "k2")


def test_nobody_leaves_a_seat_of_others_or_a_game_that_is_over():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)

    for seat in (0, 2, -1):
        with pytest.raises(NotYourSeat):
            seats.leave(service, bo, game, seat, None)
    play_out(service, game)
    with pytest.raises(GameEnded):
        seats.leave(service, bo, game, 1, None)


def test_a_seat_is_handed_to_a_bot_and_taken_back_by_its_owner_alone():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)

    handed = seats.hand_over(service, bo, game, {"seat": 1, "bot": "random"}, None).body

    assert ("random", None, True) == tuple(handed["seats"][1][name] for name in ("bot", "player", "yours_to_take_back"))
    assert handed["view"]["hands"][1]["cards"] is None
    assert (game, 1, 2, 0) == service.queue.jobs[-1]
    with pytest.raises(SeatNotYoursToTake):
        seats.hand_over(service, ana, game, {"seat": 1, "player": "me"}, None)
    with pytest.raises(NotYourSeat):
        move(service, bo, game, 1)

    back = seats.hand_over(service, bo, game, {"seat": 1, "player": "me"}, None).body
    assert (None, bo, True) == tuple(back["seats"][1][name] for name in ("bot", "player", "mine"))
    assert [] == service.store.due(10**15, 10)
    assert 201 == move(service, bo, game).status


def test_what_is_so_already_stays_so_without_a_commit():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)

    seats.hand_over(service, bo, game, {"seat": 1, "player": "me"}, None)
    seats.hand_over(service, bo, game, {"seat": 1, "bot": "random"}, None)
    version = load(service, game).position.version
    seats.hand_over(service, bo, game, {"seat": 1, "bot": "random"}, None)

    assert 3 == version == load(service, game).position.version


def test_handing_over_is_refused_where_it_makes_no_sense():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    waiting, running = new_game(service, ana, "me", "open"), running_game(service, ana, bo)
    over = new_game(service, ana, "me", "me")
    play_out(service, over)

    for game, body, problem in [
        (waiting, {"seat": 0, "bot": "random"}, NotStarted),
        (running, {"seat": 1, "bot": "random"}, NotYourSeat),
        (running, {"seat": 1, "player": "me"}, NotYourSeat),
        (running, {"seat": 7, "bot": "random"}, NotYourSeat),
        (running, {"seat": -1, "bot": "random"}, NotYourSeat),
        (running, {"seat": 0, "bot": "deep"}, InvalidRequest),
        (running, {"seat": 0}, InvalidRequest),
        (running, {"seat": 0, "bot": "random", "player": "me"}, InvalidRequest),
        (running, {"seat": 0, "player": bo}, InvalidRequest),
        (over, {"seat": 0, "bot": "random"}, GameEnded),
    ]:
        with pytest.raises(problem):
            seats.hand_over(service, ana, game, body, None)


def test_what_seats_mix_in_is_public_and_the_last_one_counts():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = new_game(service, ana, "me", "open", "open")
    seats.join(service, bo, game, {}, None)

    seats.mix(service, ana, game, {"entropy": "first"}, None)
    mixed = seats.mix(service, ana, game, {"entropy": "cafe\u0301"}, None).body

    assert ["caf\u00e9", None, None] == mixed["entropy"]
    version = mixed["version"]
    assert version == seats.mix(service, ana, game, {"entropy": "caf\u00e9"}, None).body["version"]
    seats.join(service, guest(service), game, {}, None)
    with pytest.raises(AlreadyStarted):
        seats.mix(service, ana, game, {"entropy": "late"}, None)


def test_mixing_changes_the_draws_of_an_equal_seed():
    def first_hand(entropy: str | None) -> object:
        service = memory_service(test_seeds=True)
        ana = guest(service)
        game = new_game(service, ana, "me", "random", start="manual", seed="11" * 32)
        if entropy is not None:
            seats.mix(service, ana, game, {"entropy": entropy}, None)
        return seats.start(service, ana, game, {}, None).body["view"]["hands"][0]["cards"]

    hands = [first_hand(None), *(first_hand(word) for word in "abcdef")]

    assert hands[0] == first_hand(None)
    assert any(hand != hands[0] for hand in hands[1:])


def test_only_a_seated_player_mixes_and_for_a_seat_of_its_own():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = new_game(service, ana, "me", "me", "open")

    with pytest.raises(NotYourSeat):
        seats.mix(service, bo, game, {"entropy": "x"}, None)
    with pytest.raises(NotYourSeat):
        seats.mix(service, ana, game, {"entropy": "x", "seat": 2}, None)
    assert [None, "x", None] == seats.mix(service, ana, game, {"entropy": "x", "seat": 1}, None).body["entropy"]


def test_the_host_starts_with_bots_on_the_open_seats():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = new_game(service, ana, "me", "open", "open")
    seats.join(service, bo, game, {}, None)

    with pytest.raises(NotHost):
        seats.start(service, bo, game, {}, None)
    with pytest.raises(InvalidRequest):
        seats.start(service, ana, game, {"bot": "deep"}, None)
    started = seats.start(service, ana, game, {"bot": "random"}, "k")

    assert ("running", "random") == (started.body["status"], started.body["seats"][2]["bot"])
    assert started.body == seats.start(service, ana, game, {"bot": "random"}, "k").body
    with pytest.raises(AlreadyStarted):
        seats.start(service, ana, game, {}, None)


def test_the_bots_of_a_new_game_are_asked_at_once():
    service = memory_service()
    game = new_game(service, guest(service), "me", "greedy", "random")

    assert [(game, 1, 1, 0), (game, 2, 1, 0)] == service.queue.jobs
    assert [f"{game}:1:1", f"{game}:2:1"] == [member for member, _ in service.store.due(10**15, 10)]


def test_a_queue_that_is_away_fails_no_request():
    service = memory_service()
    service.queue.broken = True

    game = new_game(service, guest(service), "me", "greedy")

    assert "running" == load(service, game).position.status
    assert [f"{game}:1:1"] == [member for member, _ in service.store.due(10**15, 10)]


def test_a_bots_seat_is_moved_by_nobody_outside():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "greedy")
    card = load(service, game).position.state.hands[1]
    choice = {"verb": "bid", "card": next(name for name, n in card.items() if n)}

    with pytest.raises(NotYourSeat):
        moves.submit(service, ana, game, {"version": 1, "seat": 1, "choices": [choice]}, None)
