"""What moves nothing on is bounded for each seat, until the next draw or another seat's ordinary move."""

from __future__ import annotations

from dataclasses import replace

import pytest

from service.usecases import moves, seats
from service.usecases.errors import SeatBudget
from service.usecases.positions import load
from tests.helpers.services import guest, memory_service, move, new_game, running_game, state_of, work


def hand_to_and_fro(service, player, game, seat, times):
    for n in range(times):
        body = {"seat": seat, "bot": "random"} if n % 2 == 0 else {"seat": seat, "player": "me"}
        seats.hand_over(service, player, game, body, None)


def test_handovers_in_a_row_are_bounded():
    service = memory_service(seat_extras=4)
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)
    hand_to_and_fro(service, bo, game, 1, 4)

    with pytest.raises(SeatBudget) as refused:
        hand_to_and_fro(service, bo, game, 1, 1)

    assert "rate_limited" == refused.value.code
    assert "4 in a row" in refused.value.extra["policy"]
    hand_to_and_fro(service, ana, game, 0, 2)


def test_another_seats_ordinary_move_makes_room_and_ones_own_does_not():
    service = memory_service(seat_extras=4)
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)
    hand_to_and_fro(service, bo, game, 1, 4)
    move(service, bo, game)
    with pytest.raises(SeatBudget):
        hand_to_and_fro(service, bo, game, 1, 1)

    move(service, ana, game)

    hand_to_and_fro(service, bo, game, 1, 4)
    with pytest.raises(SeatBudget):
        hand_to_and_fro(service, bo, game, 1, 1)


def test_a_draw_makes_room():
    service = memory_service(seat_extras=4)
    ana = guest(service)
    game = new_game(service, ana, "me", "me")
    for _ in range(2):
        move(service, ana, game)
    winner = state_of(service, game).agenda[-1][1]
    hand_to_and_fro(service, ana, game, winner, 4)
    version = load(service, game).position.version
    moves.submit(
        service, ana, game, {"version": version, "seat": winner, "choices": [{"verb": "open", "drawer": 0}]}, None
    )
    with pytest.raises(SeatBudget):
        hand_to_and_fro(service, ana, game, winner, 1)

    work(service, game)

    assert any(event["type"] == "drawn" for event in service.store.read(game)[-1]["events"])
    hand_to_and_fro(service, ana, game, winner, 4)


def test_optional_moves_count_and_ordinary_ones_do_not():
    service = memory_service(seat_extras=2)
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)
    people = (ana, bo)
    for player in people:
        move(service, player, game)
    giver = state_of(service, game).agenda[-1][1]
    offer = {"verb": "offer", "to": 1 - giver, "tokens": 1}
    version = load(service, game).position.version
    moves.submit(service, people[giver], game, {"version": version, "choices": [offer, offer, offer]}, None)

    for n in (1, 2):
        answered = {"version": version + 1, "choices": [{"verb": "decline", "offer": n}]}
        moves.submit(service, people[1 - giver], game, answered, None)
    with pytest.raises(SeatBudget):
        third = {"version": version + 1, "choices": [{"verb": "decline", "offer": 3}]}
        moves.submit(service, people[1 - giver], game, third, None)

    for n in range(4):
        body = {"version": version + 3 + n, "choices": [offer]}
        assert 201 == moves.submit(service, people[giver], game, body, None).status
    assert 201 == moves.submit(service, people[1 - giver], game, third, None).status


def test_an_optional_move_that_is_judged_again_is_counted_once():
    spent = []
    service = replace(memory_service(), spend=lambda budget, player: spent.append((budget, player)))
    other = memory_service(store=service.store, players_store=service.players)
    people = (guest(service), guest(service))
    game = running_game(service, *people)
    for player in people:
        move(service, player, game)
    giver = state_of(service, game).agenda[-1][1]
    version = load(service, game).position.version
    offer = {"version": version, "choices": [{"verb": "offer", "to": 1 - giver, "tokens": 1}]}
    moves.submit(service, people[giver], game, offer, None)
    again = {**offer, "version": version + 1}
    moves.submit(other, people[giver], game, again, None)

    answered = {"version": version + 1, "choices": [{"verb": "decline", "offer": 1}]}
    assert version + 3 == moves.submit(service, people[1 - giver], game, answered, None).body["version"]

    assert [("optional_moves", people[1 - giver])] == spent


def test_mixing_before_the_start_is_bounded():
    service = memory_service(seat_extras=3)
    ana = guest(service)
    game = new_game(service, ana, "me", "open")
    for n in range(3):
        seats.mix(service, ana, game, {"entropy": f"e{n}"}, None)

    with pytest.raises(SeatBudget):
        seats.mix(service, ana, game, {"entropy": "e3"}, None)


def test_the_usual_case_costs_no_fold(monkeypatch: pytest.MonkeyPatch):
    service = memory_service(seat_extras=4)
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)
    monkeypatch.setattr("service.usecases.budget.fold", lambda *args: pytest.fail("folded"))

    hand_to_and_fro(service, bo, game, 1, 3)
