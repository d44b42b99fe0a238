"""How a move is judged: what is taken, what is refused with which code, in which order."""

from __future__ import annotations

from typing import Any

import pytest

from service.usecases import games, moves, seats
from service.usecases.errors import (
    Frozen,
    GameEnded,
    HistoryChanged,
    IdempotencyMismatch,
    InvalidRequest,
    NotFound,
    NotStarted,
    NotYourSeat,
    Problem,
    Refused,
    SeatRequired,
    StaleVersion,
    Unavailable,
)
from service.usecases.games import Look
from service.usecases.positions import load
from tests.helpers.services import guest, memory_service, move, new_game, play_out, running_game, spoil, state_of

UNKNOWN = "gm_" + "0" * 26


def table(*, seat_count: int = 2, **settings: Any):
    """A running parlour; returns service, game, and the players by seat."""
    service = memory_service(**settings)
    people = [guest(service, f"P{n}") for n in range(seat_count)]
    return service, running_game(service, *people), people


def bid(service, game: str, seat: int) -> dict[str, Any]:
    """A bid of a card that the seat holds."""
    hand = state_of(service, game).hands[seat]
    return {"verb": "bid", "card": next(card for card, n in hand.items() if n)}


def at_act(seat_count: int = 2, **settings: Any):
    """A parlour in which all cards of the first round lie open; returns service, game, people, the winner's seat."""
    service, game, people = table(seat_count=seat_count, **settings)
    for player in people:
        move(service, player, game)
    return service, game, people, state_of(service, game).agenda[-1][1]


def body(version: int, *choices: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"version": version, "choices": list(choices), **more}


def test_a_seat_is_told_what_it_is_asked_and_nothing_of_others():
    service, game, (ana, _) = table()

    asked = moves.list_moves(service, ana, game).body

    assert 2 == asked["version"]
    [decision] = asked["decisions"]
    assert (0, "bid", ["bid"], 2, False, []) == tuple(
        decision[name] for name in ("seat", "kind", "discloses", "since", "optional", "templates")
    )
    held = {card for card, n in state_of(service, game).hands[0].items() if n}
    assert [{"verb": "bid", "card": card} for card in sorted(held)] == decision["choices"]
    assert [] == moves.list_moves(service, guest(service), game).body["decisions"]
    with pytest.raises(NotYourSeat):
        moves.list_moves(service, ana, game, 1)


def test_a_template_is_told_with_its_bounds():
    service, game, people, winner = at_act()

    [decision] = moves.list_moves(service, people[winner], game).body["decisions"]

    [template] = decision["templates"]
    assert ("offer", {"any_of": [1 - winner]}, {"low": 1, "high": 5}) == tuple(template.values())


def test_an_accepted_move_is_answered_with_its_commit_and_what_comes_next():
    service, game, (ana, bo) = table()

    moved = moves.submit(service, ana, game, body(2, bid(service, game, 0)), None)

    assert (201, 3, False, [1], []) == (
        moved.status,
        moved.body["version"],
        moved.replayed,
        moved.body["to_act"],
        moved.body["decisions"],
    )
    [commit] = moved.body["events"]
    assert (3, moved.body["hash"], {"seat": 0}) == (commit["version"], commit["hash"], commit["by"])
    assert moved.body["hash"] == games.read(service, bo, game).body["hash"]
    assert commit["hash"] == service.store.read(game)[-1]["hash"]


def test_seats_that_decide_at_once_do_not_make_each_other_stale_and_hear_what_they_missed():
    service, game, (ana, bo) = table()
    theirs = bid(service, game, 1)
    moves.submit(service, ana, game, body(2, bid(service, game, 0)), None)

    moved = moves.submit(service, bo, game, body(2, theirs), None)

    assert [3, 4] == [commit["version"] for commit in moved.body["events"]]
    assert "secret" not in str(moved.body["events"][0]["events"])


def test_a_client_behind_the_head_is_stale_whatever_it_asks():
    service, game, people, winner = at_act()
    moves.submit(service, people[winner], game, body(4, {"verb": "open", "drawer": 0}), None)
    head = load(service, game).position.version

    for choice in (
        {"verb": "open", "drawer": 1},
        {"verb": "open", "drawer": 99},
        {"verb": "bid", "card": "c9"},
        {"verb": "tally"},
    ):
        with pytest.raises(StaleVersion) as stale:
            moves.submit(service, people[winner], game, body(4, choice), None)
        assert (head, [5]) == (stale.value.extra["version"], [c["version"] for c in stale.value.extra["missed"]])


def test_a_decision_that_was_opened_later_is_stale_though_it_lists_the_choice():
    service, game, people, winner = at_act()
    offer = {"verb": "offer", "to": 1 - winner, "tokens": 1}
    moves.submit(service, people[winner], game, body(4, offer), None)

    with pytest.raises(StaleVersion):
        moves.submit(service, people[winner], game, body(4, {"verb": "open", "drawer": 0}), None)

    assert 201 == moves.submit(service, people[winner], game, body(5, {"verb": "open", "drawer": 0}), None).status


def test_what_was_missed_is_the_first_fifty_commits_and_redacted():
    service, game, people, winner = at_act()
    offer = {"verb": "offer", "to": 1 - winner, "tokens": 1}
    for version in range(4, 64):
        moves.submit(service, people[winner], game, body(version, offer), None)

    with pytest.raises(StaleVersion) as stale:
        moves.submit(service, people[winner], game, body(2, {"verb": "open", "drawer": 0}), None)

    missed = stale.value.extra["missed"]
    assert list(range(3, 53)) == [commit["version"] for commit in missed]
    other = next(commit for commit in missed if commit["by"] == {"seat": 1 - winner})
    assert "secret" not in other["events"][0]["sealed"]


def test_the_201_after_many_commits_ends_with_the_new_one():
    service, game, people, winner = at_act()
    offer = {"verb": "offer", "to": 1 - winner, "tokens": 1}
    for version in range(4, 64):
        moves.submit(service, people[winner], game, body(version, offer), None)

    replied = moves.submit(service, people[1 - winner], game, body(5, {"verb": "decline", "offer": 1}), None)

    assert list(range(16, 66)) == [commit["version"] for commit in replied.body["events"]]


@pytest.mark.parametrize(
    ("choice", "code", "rule"),
    [
        ({"verb": "open", "drawer": 99}, "illegal_choice", "unknown_drawer"),
        ({"verb": "offer", "to": 0, "tokens": 99}, "illegal_choice", None),
        ({"verb": "bid", "card": "c1"}, "illegal_choice", "wrong_phase"),
        ({"verb": "fly"}, "malformed_choice", None),
        ({"verb": "open"}, "malformed_choice", None),
        ({"verb": "open", "drawer": "0"}, "malformed_choice", None),
        ({"verb": "open", "drawer": 0, "more": 1}, "malformed_choice", None),
        ({}, "malformed_choice", None),
    ],
)
def test_a_client_at_the_head_hears_the_proper_refusal(choice: dict[str, Any], code: str, rule: str | None):
    service, game, people, winner = at_act()

    with pytest.raises(Refused) as refused:
        moves.submit(service, people[winner], game, body(4, choice), None)

    assert code == refused.value.code
    assert 0 == refused.value.extra["index"]
    if rule:
        assert rule == refused.value.extra["rule"]
    if code == "illegal_choice":
        listed = moves.list_moves(service, people[winner], game).body["decisions"][0]["choices"]
        assert listed == refused.value.extra["options"]
    assert 4 == load(service, game).position.version


def test_a_seat_that_is_not_asked_hears_so_and_no_options_of_others():
    service, game, people, winner = at_act()

    with pytest.raises(Refused) as refused:
        moves.submit(service, people[1 - winner], game, body(4, {"verb": "open", "drawer": 0}), None)

    assert ("not_your_decision", None) == (refused.value.code, refused.value.extra.get("options"))


def test_a_batch_is_all_or_nothing_and_says_which_choice_failed():
    service, game, people, winner = at_act()
    offer, wrong = {"verb": "offer", "to": 1 - winner, "tokens": 1}, {"verb": "open", "drawer": 77}

    with pytest.raises(Refused) as refused:
        moves.submit(service, people[winner], game, body(4, offer, offer, wrong), None)

    assert ("illegal_choice", 2) == (refused.value.code, refused.value.extra["index"])
    assert 4 == load(service, game).position.version
    moved = moves.submit(service, people[winner], game, body(4, offer, offer, {"verb": "open", "drawer": 1}), None)
    assert 3 == len([event for event in moved.body["events"][0]["events"] if event["type"] == "chose"])


def test_nothing_follows_a_disclosure_in_its_command():
    service, game, people, winner = at_act()

    with pytest.raises(Refused) as refused:
        again = {"verb": "open", "drawer": 1}
        moves.submit(service, people[winner], game, body(4, {"verb": "open", "drawer": 0}, again), None)

    assert ("crosses_disclosure", 1) == (refused.value.code, refused.value.extra["index"])


def test_the_seat_is_named_by_who_holds_several_and_must_be_ones_own():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = new_game(service, ana, "me", "me", "open")
    seats.join(service, bo, game, {}, None)
    choice = bid(service, game, 1)

    with pytest.raises(SeatRequired) as required:
        moves.submit(service, ana, game, body(2, choice), None)
    for seat in (2, 7, -1, -2):
        with pytest.raises(NotYourSeat):
            moves.submit(service, ana, game, body(2, choice, seat=seat), None)
    with pytest.raises(NotYourSeat):
        moves.submit(service, guest(service), game, body(2, choice), None)

    assert [0, 1] == required.value.extra["seats"]
    assert {"seat": 1} == moves.submit(service, ana, game, body(2, choice, seat=1), None).body["events"][-1]["by"]


def test_a_game_that_has_not_started_or_is_over_takes_no_move():
    service = memory_service()
    ana = guest(service)
    waiting, over = new_game(service, ana, "me", "open"), new_game(service, ana, "me", "me")
    last = play_out(service, over)
    expired = new_game(service, ana, "me", "open")
    choice = {"verb": "bid", "card": "c1"}
    seats.leave(service, ana, expired, 0, None)

    for game, version, problem in ((waiting, 1, NotStarted), (over, last, GameEnded), (over, 2, GameEnded)):
        for judge in (
            lambda game, asked: moves.submit(service, ana, game, asked, "k"),
            lambda game, asked: moves.preview(service, ana, game, asked),
        ):
            with pytest.raises(problem):
                judge(game, body(version, choice, seat=0))
    with pytest.raises(NotYourSeat):
        moves.submit(service, ana, expired, body(2, choice), None)
    with pytest.raises(NotFound):
        moves.submit(service, ana, UNKNOWN, body(1, choice), None)


@pytest.mark.parametrize(("version", "hash_"), [(3, None), (99, None), (2, "0" * 64), (1, "f" * 64)])
def test_a_client_with_another_history_is_told_so(version: int, hash_: str | None):
    service, game, (ana, _) = table()

    with pytest.raises(HistoryChanged) as changed:
        moves.submit(service, ana, game, body(version, bid(service, game, 0), hash=hash_), None)

    assert 2 == changed.value.extra["version"]


def test_the_hash_of_the_version_that_the_client_knows_is_compared():
    service, game, (ana, bo) = table()
    known = service.store.read(game)[1]["hash"]
    choice = bid(service, game, 1)
    moves.submit(service, ana, game, body(2, bid(service, game, 0)), None)

    assert 201 == moves.submit(service, bo, game, body(2, choice, hash=known), None).status


def test_malformed_choices_are_told_before_seats_keys_and_states():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "open")

    with pytest.raises(Refused) as refused:
        moves.submit(service, guest(service), game, body(99, {"verb": "bid", "card": "c1"}, {"verb": "fly"}), None)

    assert ("malformed_choice", 1) == (refused.value.code, refused.value.extra["index"])
    with pytest.raises(InvalidRequest):
        moves.submit(service, ana, game, body(1), None)


def test_the_last_move_ends_the_game_in_its_own_commit_and_opens_everything():
    service, game, _ = table()

    last = play_out(service, game)

    commit = service.store.read(game)[-1]
    assert [("chose"), ("finished")] == [event["type"] for event in commit["events"]]
    position = load(service, game).position
    assert (last, position.seed.hex()) == (position.version, commit["events"][-1]["seed"])
    seen = games.read(service, guest(service), game).body
    assert ("finished", [], position.result["winners"]) == (seen["status"], seen["to_act"], seen["result"]["winners"])


class TestKeys:
    def test_a_retry_answers_like_the_first_time(self):
        service, game, (ana, _) = table()
        asked = body(2, bid(service, game, 0))

        first = moves.submit(service, ana, game, asked, "k")
        again = moves.submit(service, ana, game, asked, "k")

        assert (first.status, first.body, False, True) == (again.status, again.body, first.replayed, again.replayed)
        assert 3 == load(service, game).position.version

    def test_a_retry_answers_as_of_its_version_however_far_the_game_has_gone(self):
        service, game, (ana, bo) = table()
        asked = body(2, bid(service, game, 0))
        first = moves.submit(service, ana, game, asked, "k")
        move(service, bo, game)

        assert first.body == moves.submit(service, ana, game, asked, "k").body

    def test_a_retry_after_the_end_is_no_game_over_and_sees_with_present_eyes(self):
        service, game, (ana, bo) = table()
        move(service, bo, game)
        asked = body(2, bid(service, game, 0))
        first = moves.submit(service, ana, game, asked, "k").body
        play_out(service, game)

        again = moves.submit(service, ana, game, asked, "k").body

        assert (first["version"], first["hash"]) == (again["version"], again["hash"])
        assert "secret" not in first["events"][0]["events"][0]["sealed"]
        assert "secret" in again["events"][0]["events"][0]["sealed"]

    def test_the_same_key_for_another_body_is_a_mismatch(self):
        service, game, (ana, _) = table()
        held = [card for card, n in state_of(service, game).hands[0].items() if n]
        moves.submit(service, ana, game, body(2, {"verb": "bid", "card": held[0]}), "k")

        with pytest.raises(IdempotencyMismatch):
            moves.submit(service, ana, game, body(3, {"verb": "bid", "card": held[0]}), "k")

    def test_a_refused_command_is_not_remembered(self):
        service, game, (ana, _) = table()
        with pytest.raises(Refused):
            moves.submit(service, ana, game, body(2, {"verb": "bid", "card": "c9"}), "k")

        assert 201 == moves.submit(service, ana, game, body(2, bid(service, game, 0)), "k").status

    def test_keys_are_remembered_by_seat_and_never_stored_in_clear(self):
        service = memory_service()
        ana = guest(service)
        game = new_game(service, ana, "me", "me")

        for seat in (0, 1):
            moves.submit(service, ana, game, body(1, bid(service, game, seat), seat=seat), "secret-key")

        assert 3 == load(service, game).position.version
        assert "secret-key" not in str(service.store.read(game))

    def test_who_has_given_the_seat_away_gets_no_answer_for_it_any_more(self):
        service, game, (ana, _) = table()
        asked = body(2, bid(service, game, 0))
        moves.submit(service, ana, game, asked, "k")
        seats.hand_over(service, ana, game, {"seat": 0, "bot": "random"}, None)

        with pytest.raises(NotYourSeat):
            moves.submit(service, ana, game, asked, "k")

    def test_a_seat_taken_back_in_another_process_is_known_at_once(self):
        service, game, (ana, _) = table()
        other = memory_service(store=service.store, players_store=service.players)
        seats.hand_over(service, ana, game, {"seat": 0, "bot": "random"}, None)
        games.read(other, ana, game)
        seats.hand_over(service, ana, game, {"seat": 0, "player": "me"}, None)

        assert 201 == moves.submit(other, ana, game, body(4, bid(service, game, 0)), "k").status

    @pytest.mark.parametrize("key", ["k", None])
    def test_a_seat_given_away_in_another_process_is_moved_no_more(self, key: str | None):
        service, game, (ana, _) = table()
        other = memory_service(store=service.store, players_store=service.players)
        games.read(other, ana, game)
        asked = body(2, bid(service, game, 0))
        seats.hand_over(service, ana, game, {"seat": 0, "bot": "random"}, None)

        for sent in (asked, asked | {"seat": 0}):
            with pytest.raises(NotYourSeat):
                moves.submit(other, ana, game, sent, key)

        assert 3 == len(service.store.read(game))

    def test_a_seat_that_changes_hands_under_a_command_makes_it_try_again(self):
        service = memory_service()
        ana = guest(service)
        game = new_game(service, ana, "me", "me")
        seats.hand_over(service, ana, game, {"seat": 1, "bot": "random"}, None)
        other = memory_service(store=service.store, players_store=service.players)
        games.read(other, ana, game)
        seats.hand_over(service, ana, game, {"seat": 1, "player": "me"}, None)
        seats.hand_over(service, ana, game, {"seat": 0, "bot": "random"}, None)
        asked = body(4, bid(service, game, 1))

        with pytest.raises(Unavailable):
            moves.submit(other, ana, game, asked, "k")

        assert {"seat": 1} == moves.submit(other, ana, game, asked, "k").body["events"][-1]["by"]


class TestPreview:
    def test_it_shows_what_would_be_and_writes_nothing(self):
        service, game, people, winner = at_act()
        offer = {"verb": "offer", "to": 1 - winner, "tokens": 2}

        shown = moves.preview(service, people[winner], game, body(4, offer, offer))

        assert (200, 4, [winner]) == (shown.status, shown.body["version"], shown.body["to_act"])
        assert "act" == shown.body["decisions"][0]["kind"]
        assert games.read(service, people[winner], game).body["view"]["tokens"] == shown.body["view"]["tokens"]
        assert 4 == load(service, game).position.version == len(service.store.read(game))

    @pytest.mark.parametrize("choice", [{"verb": "open", "drawer": 0}, {"verb": "peek", "drawer": 0}])
    def test_it_discloses_nothing(self, choice: dict[str, Any]):
        service, game, people, winner = at_act()

        with pytest.raises(Refused) as refused:
            moves.preview(service, people[winner], game, body(4, choice))

        assert "crosses_disclosure" == refused.value.code

    def test_it_does_not_draw(self):
        service = memory_service()
        ana = guest(service)
        game = new_game(service, ana, "me", "me", ruleset="little_tavern")
        [decision] = moves.list_moves(service, ana, game).body["decisions"]

        refusals = 0
        for choice in decision["choices"]:
            try:
                moves.preview(service, ana, game, body(1, choice, seat=decision["seat"]))
            except Refused as refused:
                assert "crosses_disclosure" == refused.code
                refusals += 1
        assert refusals > 0
        assert 1 == load(service, game).position.version

    def test_it_is_judged_like_a_move(self):
        service, game, people, winner = at_act()
        offer = {"verb": "offer", "to": 1 - winner, "tokens": 2}
        cases: list[tuple[int, dict[str, Any], type[Problem]]] = [
            (1 - winner, body(4, offer), Refused),
            (winner, body(3, offer), StaleVersion),
            (winner, body(5, offer), HistoryChanged),
            (winner, body(4, {"verb": "open", "drawer": 9}), Refused),
            (winner, body(4, offer, seat=1 - winner), NotYourSeat),
        ]

        for seat, asked, problem in cases:
            with pytest.raises(problem):
                moves.preview(service, people[seat], game, asked)

    def test_it_shows_no_more_than_the_view_does(self):
        service, game, people, winner = at_act()
        offer = {"verb": "offer", "to": 1 - winner, "tokens": 1}

        view = moves.preview(service, people[winner], game, body(4, offer)).body["view"]

        assert view["hands"][1 - winner]["cards"] is None
        assert [None] * 6 == view["drawers"]


def test_a_frozen_game_takes_no_move_but_shows_its_last_good_position():
    service, game, (ana, bo) = table()
    choice = bid(service, game, 0)
    tags = (games.read, games.scores, moves.list_moves)
    running = [read(service, ana, game).etag for read in tags]
    move(service, bo, game)
    spoil(service, game, 3)

    assert not set(running) & {read(service, ana, game).etag for read in tags}
    for judge in (
        lambda: moves.submit(service, ana, game, body(2, choice), None),
        lambda: moves.preview(service, ana, game, body(2, choice)),
        lambda: seats.leave(service, ana, game, 0, None),
        lambda: seats.hand_over(service, ana, game, {"seat": 0, "bot": "random"}, None),
        lambda: games.read(service, ana, game, Look(at=3)),
    ):
        with pytest.raises(Frozen):
            judge()

    seen = games.read(service, ana, game).body
    assert ("frozen", 2) == (seen["status"], seen["version"])
    assert [] == moves.list_moves(service, ana, game).body["decisions"]
    assert service.store.head(game).frozen is not None
    assert seen["view"]["hands"][1]["cards"] is None
