"""Creating games and reading them."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest

from service.usecases import games, moves, seats
from service.usecases.errors import (
    IdempotencyMismatch,
    InvalidRequest,
    NotFound,
    NotYourSeat,
    Problem,
    Refused,
    SeedsNotAllowed,
    StoreFull,
    TooManyGames,
    UnknownRuleset,
)
from service.usecases.games import Look
from service.usecases.positions import load
from tests.helpers.services import guest, memory_service, move, new_game, play_out, running_game, seats_for, work

SEED = "ab" * 32


def body(*who: str, **more: Any) -> dict[str, Any]:
    return {"ruleset": "parlour", "seats": seats_for(*who), **more}


def test_a_new_game_waits_for_players_and_shows_its_commitment():
    service = memory_service()
    ana = guest(service, "Ana")

    made = games.create(service, ana, body("me", "greedy", "open", options={"rounds": 2}), None)

    shown = made.body
    assert (201, "open", 1, ana) == (made.status, shown["status"], shown["version"], shown["host"])
    assert {"rounds": 2} == shown["options"]
    assert shown["view"] is None and shown["result"] is None and shown["seeded"] is False
    seed = load(service, shown["id"]).position.seed
    assert hashlib.sha256(seed).hexdigest() == shown["commitment"]
    assert seed.hex() not in str(shown)
    assert [("Ana", None, False, True), (None, "greedy", False, False), (None, None, True, False)] == [
        (seat["name"], seat["bot"], seat["open"], seat["mine"]) for seat in shown["seats"]
    ]


def test_options_left_out_get_their_defaults():
    service = memory_service()

    made = games.create(service, guest(service), body("me", "open"), None)

    assert {"rounds": 4} == made.body["options"]


def test_a_full_table_starts_at_once_in_its_first_commit():
    service = memory_service()
    ana = guest(service)

    made = games.create(service, ana, body("me", "me"), None).body

    assert ("running", 1, [0, 1]) == (made["status"], made["version"], made["to_act"])
    assert [3, 3] == [hand["size"] for hand in made["view"]["hands"]]


def test_a_full_table_with_a_manual_start_waits_for_its_host():
    service = memory_service()
    ana = guest(service)

    made = games.create(service, ana, body("me", "random", start="manual"), None).body

    assert ("open", "manual") == (made["status"], made["start"])
    started = seats.start(service, ana, made["id"], {}, None).body
    assert "running" == started["status"]


@pytest.mark.parametrize(
    ("wrong", "problem", "path"),
    [
        ({"ruleset": "chess"}, UnknownRuleset, None),
        ({"options": {"rounds": 7}}, InvalidRequest, ["options", "rounds"]),
        ({"options": {"rounds": None}}, InvalidRequest, ["options", "rounds"]),
        ({"options": {"speed": 1}}, InvalidRequest, ["options", "speed"]),
        ({"seats": [{"player": "me"}, {"bot": "deep"}]}, InvalidRequest, ["seats", 1, "bot"]),
        ({"seats": [{"player": "pl_1"}, {"open": True}]}, InvalidRequest, ["seats", 0]),
        ({"seats": [{"player": "me", "open": True}, {"open": True}]}, InvalidRequest, ["seats", 0]),
        ({"seats": [{"open": False}, {"open": True}]}, InvalidRequest, ["seats", 0]),
        ({"seed": SEED}, SeedsNotAllowed, None),
    ],
)
def test_a_table_that_cannot_be_is_refused(wrong: dict[str, Any], problem: type[Problem], path: list[Any] | None):
    service = memory_service()
    ana = guest(service)

    with pytest.raises(problem) as refused:
        games.create(service, ana, body("me", "open") | wrong, "k")

    if path is not None:
        assert path == refused.value.extra["errors"][0]["path"]
    assert [] == service.store.mine(ana, 10)


@pytest.mark.parametrize("count", [1, 5])
def test_a_number_of_seats_the_rules_refuse_bears_their_code(count: int):
    service = memory_service()

    with pytest.raises(Refused) as refused:
        games.create(service, guest(service), body(*["open"] * count), None)

    assert ("invalid_table", "invalid_player_count") == (refused.value.code, refused.value.extra["rule"])


def test_a_seed_is_taken_only_where_tests_run_and_the_log_says_so():
    service = memory_service(test_seeds=True)
    ana = guest(service)

    made = games.create(service, ana, body("me", "open", seed=SEED), None).body

    assert made["seeded"] is True
    assert bytes.fromhex(SEED) == load(service, made["id"]).position.seed
    with pytest.raises(InvalidRequest):
        games.create(service, ana, body("me", "open", seed="ab"), None)


def test_a_retry_of_a_creation_finds_the_game():
    service = memory_service()
    ana = guest(service)

    first = games.create(service, ana, body("me", "open", visibility="private"), "k")
    again = games.create(service, ana, body("me", "open", visibility="private"), "k")
    other = games.create(service, ana, body("me", "open", visibility="private"), "k2")

    assert (first.status, first.body) == (again.status, again.body)
    assert (False, True) == (first.replayed, again.replayed)
    assert other.body["id"] != first.body["id"]
    assert 2 == len(service.store.mine(ana, 10))


def test_a_key_used_for_another_table_is_a_mismatch():
    service = memory_service()
    ana = guest(service)
    games.create(service, ana, body("me", "open"), "k")

    with pytest.raises(IdempotencyMismatch):
        games.create(service, ana, body("me", "greedy"), "k")


def test_the_keys_of_two_players_have_nothing_to_do_with_each_other():
    service = memory_service()

    made = [games.create(service, guest(service), body("me", "open"), "k").body["id"] for _ in range(2)]

    assert 2 == len(set(made))


def test_a_retry_answers_as_of_the_first_version_even_when_the_game_has_moved_on():
    service = memory_service()
    ana = guest(service)
    first = games.create(service, ana, body("me", "open"), "k")
    seats.join(service, guest(service), first.body["id"], {}, None)

    again = games.create(service, ana, body("me", "open"), "k")

    assert first.body == again.body
    assert 1 == again.body["version"]


def test_the_invite_of_a_private_game_is_shown_in_its_201_alone_and_stored_as_a_hash():
    service = memory_service()
    ana = guest(service)

    made = games.create(service, ana, body("me", "open", visibility="private"), None).body

    invite = made["invite"]
    assert "invite" not in games.read(service, ana, made["id"]).body
    assert invite not in str(service.store.read(made["id"]))
    assert hashlib.sha256(invite.encode()).hexdigest() == load(service, made["id"]).position.invite
    assert "invite" not in games.create(service, ana, body("me", "open"), None).body


def test_unfinished_games_of_a_player_are_bounded():
    service = memory_service(max_games=3)
    ana, bo = guest(service), guest(service)
    made = [new_game(service, ana, "me", "open") for _ in range(3)]
    others = new_game(service, bo, "me", "open")

    for attempt in (
        lambda: games.create(service, ana, body("me", "open"), None),
        lambda: seats.join(service, ana, others, {}, None),
    ):
        with pytest.raises(TooManyGames) as refused:
            attempt()
        assert "3 unfinished games per player" == refused.value.extra["policy"]
    seats.leave(service, ana, made[0], 0, None)
    assert 201 == seats.join(service, ana, others, {}, None).status


def test_a_retry_is_answered_though_the_quota_is_used_up_by_its_first_try():
    service = memory_service(max_games=1)
    ana = guest(service)
    first = games.create(service, ana, body("me", "open"), "k")

    assert first.body == games.create(service, ana, body("me", "open"), "k").body


def test_nothing_is_created_while_the_store_is_nearly_full_but_moves_go_on(monkeypatch: pytest.MonkeyPatch):
    service = memory_service(store_full=80)
    ana = guest(service)
    game = new_game(service, ana, "me", "me")
    monkeypatch.setattr(service.store, "memory_use", lambda: 0.9)

    with pytest.raises(StoreFull):
        games.create(service, ana, body("me", "open"), None)

    assert 201 == move(service, ana, game, 0).status


def test_a_game_is_read_as_of_any_version_with_present_eyes():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)
    move(service, ana, game)
    move(service, bo, game)
    before = games.read(service, ana, game, Look(at=2)).body

    assert (1, None, "open") == (
        games.read(service, ana, game, Look(at=1)).body["version"],
        games.read(service, ana, game, Look(at=1)).body["view"],
        games.read(service, ana, game, Look(at=1)).body["status"],
    )
    assert (2, [0, 1]) == (before["version"], before["to_act"])
    assert before["view"]["hands"][0]["cards"] is not None
    assert before["view"]["hands"][1]["cards"] is None
    play_out(service, game)
    assert all(hand["cards"] for hand in games.read(service, ana, game, Look(at=2)).body["view"]["hands"])


@pytest.mark.parametrize("at", [0, -1, 99])
def test_a_version_that_is_none_is_not_found(at: int):
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "open")

    with pytest.raises(NotFound):
        games.read(service, ana, game, Look(at=at))


def test_one_seat_alone_can_be_looked_through_where_one_phone_goes_round():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "me")

    both = games.read(service, ana, game).body["view"]["hands"]
    one = games.read(service, ana, game, Look(seat=1)).body["view"]["hands"]

    assert all(hand["cards"] for hand in both)
    assert [None, both[1]["cards"]] == [hand["cards"] for hand in one]
    for seat in (2, -1, -2):
        with pytest.raises(NotYourSeat):
            games.read(service, ana, game, Look(seat=seat))


def test_after_the_end_everybody_sees_everything_or_what_one_seat_sees():
    service = memory_service()
    ana, other = guest(service), guest(service)
    game = new_game(service, ana, "me", "me")
    play_out(service, game)

    everything = games.read(service, other, game).body
    one = games.read(service, other, game, Look(seat=1)).body["view"]

    assert "finished" == everything["status"]
    assert load(service, game).position.seed.hex() == everything["result"]["seed"]
    assert None not in everything["view"]["drawers"]
    assert one["hands"][0]["cards"] is None
    with pytest.raises(NotYourSeat):
        games.read(service, other, game, Look(seat=-2))


def test_an_etag_spares_the_body_until_something_changes():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)
    first = games.read(service, ana, game)
    assert first.etag is not None

    same = games.read(service, ana, game, Look(known=(first.etag,)))
    others = games.read(service, bo, game, Look(known=(first.etag,)))
    move(service, bo, game)
    later = games.read(service, ana, game, Look(known=(first.etag,)))

    assert (304, {}, first.etag) == (same.status, same.body, same.etag)
    assert 200 == others.status
    assert 200 == later.status and first.etag != later.etag


def test_scores_hide_until_the_end_what_only_their_seat_may_know():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)

    mine, theirs = games.scores(service, ana, game).body["scores"]

    assert "hand" in mine["parts"] and "hand" not in theirs["parts"]
    assert mine["won"] is None
    play_out(service, game)
    final = games.scores(service, guest(service), game).body
    assert all("hand" in score["parts"] for score in final["scores"])
    assert any(score["won"] for score in final["scores"])
    assert 4 == len(final["scores"][0]["rounds"])


def test_there_are_no_scores_before_the_start():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "open")

    assert ("open", []) == tuple(games.scores(service, ana, game).body[name] for name in ("status", "scores"))


def test_private_games_do_not_exist_for_others_on_any_route():
    service = memory_service()
    ana, bo, eve = guest(service), guest(service), guest(service)
    made = games.create(service, ana, body("me", "open", visibility="private"), None).body
    game = made["id"]
    choice = {"version": 1, "choices": [{"verb": "bid", "card": "c1"}]}

    routes = [
        lambda who: games.read(service, who, game),
        lambda who: games.scores(service, who, game),
        lambda who: moves.list_moves(service, who, game),
        lambda who: moves.submit(service, who, game, choice, None),
        lambda who: moves.preview(service, who, game, choice),
        lambda who: seats.leave(service, who, game, 0, None),
        lambda who: seats.hand_over(service, who, game, {"seat": 0, "bot": "greedy"}, None),
        lambda who: seats.mix(service, who, game, {"entropy": "x"}, None),
        lambda who: seats.start(service, who, game, {}, None),
        lambda who: seats.join(service, who, game, {}, None),
        lambda who: seats.join(service, who, game, {"invite": "no"}, None),
    ]
    for route in routes:
        with pytest.raises(NotFound) as unseen:
            route(eve)
        with pytest.raises(NotFound) as missing:
            games.read(service, eve, "gm_" + "0" * 26)
        assert missing.value.detail == unseen.value.detail
    assert 201 == seats.join(service, bo, game, {"invite": made["invite"]}, None).status
    assert "running" == games.read(service, bo, game).body["status"]


def test_a_bots_only_table_plays_itself():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "random", "greedy", "search")

    assert work(service, game) > 10

    assert "finished" == games.read(service, ana, game).body["status"]
