"""Answers of workers go through the same write path, name their author, and come too late harmlessly."""

from __future__ import annotations

import pytest

from domain.core.agenda import SYSTEM, options
from domain.core.errors import IllegalChoice, Refusal
from events.commit import millis
from service.usecases import answer, moves, seats
from service.usecases.errors import Frozen
from service.usecases.positions import load
from service.usecases.shapes import players_of
from tests.helpers.services import guest, memory_service, move, new_game, running_game, spoil, state_of, work


def bots_table(**settings):
    service = memory_service(**settings)
    ana = guest(service)
    return service, new_game(service, ana, "me", "greedy"), ana


def bid_of(service, game, seat):
    return ("bid", next(card for card, n in state_of(service, game).hands[seat].items() if n))


def test_a_question_holds_position_decision_and_bot():
    service, game, _ = bots_table()

    question = answer.open_question(service, game, 1, 1)

    assert question is not None
    assert ("bid", "greedy", 1) == (question.decision.kind, question.bot, question.position.version)


@pytest.mark.parametrize(("seat", "since"), [(0, 1), (1, 2), (1, 0), (SYSTEM, 1)])
def test_nothing_is_asked_of_people_or_at_other_versions(seat: int, since: int):
    service, game, _ = bots_table()

    assert answer.open_question(service, game, seat, since) is None


def test_an_answer_names_bot_level_and_budget_and_seals_the_note_for_its_seat():
    service, game, _ = bots_table()
    question = answer.open_question(service, game, 1, 1)
    assert question is not None

    told = answer.answer(
        service, question, bid_of(service, game, 1), {"bot": "greedy", "level": 2, "budget": 6}, {"best": [["c1", 3]]}
    )

    by = service.store.read(game)[-1]["by"]
    assert "appended" == told
    assert ({"seat": 1, "bot": "greedy", "level": 2, "budget": 6}, [1], {"best": [["c1", 3]]}) == (
        {name: value for name, value in by.items() if name != "sealed"},
        by["sealed"]["to"],
        by["sealed"]["secret"]["value"],
    )
    assert answer.open_question(service, game, 1, 1) is None


def test_that_others_have_moved_meanwhile_is_no_harm():
    service, game, ana = bots_table()
    question = answer.open_question(service, game, 1, 1)
    assert question is not None
    move(service, ana, game)

    assert "appended" == answer.answer(service, question, bid_of(service, game, 1), {"bot": "greedy"})


def test_a_second_answer_to_one_question_is_gone():
    service, game, _ = bots_table()
    question = answer.open_question(service, game, 1, 1)
    assert question is not None
    choice = bid_of(service, game, 1)

    assert ["appended", "gone"] == [answer.answer(service, question, choice, {"bot": "greedy"}) for _ in range(2)]
    assert 2 == load(service, game).position.version


def test_an_answer_for_a_seat_that_was_taken_back_is_gone():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)
    seats.hand_over(service, bo, game, {"seat": 1, "bot": "random"}, None)
    question = answer.open_question(service, game, 1, 2)
    assert question is not None
    seats.hand_over(service, bo, game, {"seat": 1, "player": "me"}, None)

    assert "gone" == answer.answer(service, question, bid_of(service, game, 1), {"bot": "random"})


def test_an_illegal_answer_is_refused_by_the_rules():
    service, game, _ = bots_table()
    question = answer.open_question(service, game, 1, 1)
    assert question is not None

    with pytest.raises(IllegalChoice):
        answer.answer(service, question, ("bid", "c9"), {"bot": "greedy"})
    with pytest.raises(Refusal):
        answer.answer(service, question, ("fly",), {"bot": "greedy"})
    assert 1 == load(service, game).position.version


def test_system_is_asked_and_answers_without_a_bot():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "me")
    for _ in range(2):
        move(service, ana, game)
    moved = move(service, ana, game)

    version = moved.body["version"]
    assert ([], []) == (moved.body["to_act"], moved.body["decisions"])
    assert (game, SYSTEM, version, 0) == service.queue.jobs[-1]
    question = answer.open_question(service, game, SYSTEM, version)
    assert question is not None and question.bot is None
    assert "appended" == answer.answer(service, question, ("tally",), {})
    assert {"seat": SYSTEM} == service.store.read(game)[-1]["by"]


def offers_to_bots():
    """A parlour in which seat 0, a person, has made a bot at seat 1 two offers in one command."""
    for tries in range(50):
        service = memory_service(seed=tries)
        ana = guest(service)
        game = new_game(service, ana, "me", "random")
        move(service, ana, game)
        work(service, game)
        if state_of(service, game).agenda[-1] == ("act", 0):
            break
    offer = {"verb": "offer", "to": 1, "tokens": 1}
    version = load(service, game).position.version
    moves.submit(service, ana, game, {"version": version, "choices": [offer, offer]}, None)
    return service, game, version + 1


def test_optional_decisions_that_share_a_version_are_asked_one_after_the_other():
    service, game, version = offers_to_bots()

    answered = []
    while question := answer.open_question(service, game, 1, version):
        assert question.decision.optional
        answered.append(question.decision.args[0])
        assert "appended" == answer.answer(service, question, ("decline", answered[-1]), {"bot": "random"})

    assert [1, 2] == answered
    assert f"{game}:1:{version}" not in dict(service.store.due(10**15, 99))


def test_an_optional_decision_is_left_unanswered_for_good():
    service, game, version = offers_to_bots()
    question = answer.open_question(service, game, 1, version)
    assert question is not None
    assert f"{game}:1:{version}" in dict(service.store.due(10**15, 99))

    answer.decline(service, question)

    assert f"{game}:1:{version}" not in dict(service.store.due(10**15, 99))


def test_a_bot_waits_for_people_whom_it_has_offered_something_as_long_as_the_installation_says():
    for tries in range(50):
        service = memory_service(seed=tries, optional_delay=2.5)
        ana = guest(service)
        game = new_game(service, ana, "me", "random")
        move(service, ana, game)
        work_once = answer.open_question(service, game, 1, 1)
        assert work_once is not None
        answer.answer(service, work_once, bid_of(service, game, 1), {"bot": "random"})
        if state_of(service, game).agenda[-1] == ("act", 1):
            break
    version = load(service, game).position.version
    question = answer.open_question(service, game, 1, version)
    assert question is not None

    service.queue.jobs.clear()

    answer.answer(service, question, ("offer", 0, 1), {"bot": "random"})

    made = millis(service.store.read(game)[-1]["at"])
    assert [] == service.queue.jobs
    assert {f"{game}:1:{version + 1}": made + 2500} == dict(service.store.due(10**15, 99))


def test_nothing_is_asked_of_a_frozen_game():
    service, game, ana = bots_table()
    move(service, ana, game)
    spoil(service, game, 2)

    with pytest.raises(Frozen):
        answer.open_question(service, game, 1, 1)
    assert [ana, None] == players_of(load(service, game).position.seats)


def test_a_bot_that_lost_its_seat_to_another_while_it_thought_answers_nothing():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "me")
    asked = moves.list_moves(service, ana, game, 0).body["decisions"][0]
    seats.hand_over(service, ana, game, {"seat": 0, "bot": "greedy"}, None)
    question = answer.open_question(service, game, 0, asked["since"])
    assert question is not None and question.bot == "greedy"
    choice = options(service.games["parlour"], question.position.state, question.decision)[0]
    seats.hand_over(service, ana, game, {"seat": 0, "player": "me"}, None)
    seats.hand_over(service, ana, game, {"seat": 0, "bot": "random"}, None)

    assert "gone" == answer.answer(service, question, choice, {"bot": "greedy"})

    assert 4 == load(service, game).position.version
    assert f"{game}:0:{asked['since']}" in dict(service.store.due(10**15, 9))


def test_a_seat_that_changes_hands_while_a_job_finds_nothing_to_do_stays_due(monkeypatch):
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "me")
    since = moves.list_moves(service, ana, game, 0).body["decisions"][0]["since"]
    drop = service.store.drop_due

    def drop_late(member, version):
        seats.hand_over(service, ana, game, {"seat": 0, "bot": "greedy"}, None)
        return drop(member, version)

    monkeypatch.setattr(service.store, "drop_due", drop_late)

    assert answer.open_question(service, game, 0, since) is None
    assert f"{game}:0:{since}" in dict(service.store.due(10**15, 9))
