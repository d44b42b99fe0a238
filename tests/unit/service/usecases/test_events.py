"""Reading the log: pages, followers, exports, each with the eyes of the moment."""

from __future__ import annotations

import json

import pytest

from events.verify import verify
from service.usecases import events, players, seats
from service.usecases.errors import HistoryChanged, LogIncomplete, NotFound, NotYourSeat, Unauthenticated
from service.usecases.events import Follower, Window, events_after, export
from tests.helpers.parlour import GAME
from tests.helpers.services import guest, memory_service, move, new_game, play_out, running_game, spoil


def secrets_in(commits: list) -> int:
    return str(commits).count("'secret'")


def test_a_page_holds_what_came_after_a_version():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)
    move(service, ana, game)
    move(service, bo, game)

    page = events_after(service, ana, game, Window(after=1, limit=2)).body

    assert ([2, 3], 4, "running") == ([c["version"] for c in page["events"]], page["version"], page["status"])
    assert [] == events_after(service, ana, game, Window(after=4)).body["events"]
    assert 4 == len(events_after(service, ana, game).body["events"])
    with pytest.raises(HistoryChanged):
        events_after(service, ana, game, Window(after=5))


def test_a_page_shows_what_is_sealed_for_the_caller_and_no_more():
    service = memory_service()
    ana, bo, eve = guest(service), guest(service), guest(service)
    game = running_game(service, ana, bo)

    mine, none = (events_after(service, who, game, Window(after=1)).body["events"] for who in (ana, eve))

    assert (6, 0) == (secrets_in(mine), secrets_in(none))
    with pytest.raises(NotYourSeat):
        events_after(service, ana, game, Window(seat=1))
    play_out(service, game)
    assert secrets_in(events_after(service, eve, game, Window(limit=500)).body["events"]) > 12


def test_one_seat_of_several_can_be_read_alone():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "me")

    assert 12 == secrets_in(events_after(service, ana, game).body["events"])
    assert 6 == secrets_in(events_after(service, ana, game, Window(seat=1)).body["events"])


def test_an_export_is_the_log_line_by_line_and_verifies_after_the_end():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    game = running_game(service, ana, bo)
    play_out(service, game)

    lines = list(export(service, guest(service), game))

    commits = [json.loads(line) for line in lines]
    assert all(line.endswith(b"\n") and line.count(b"\n") == 1 for line in lines)
    assert service.store.read(game) == commits
    assert verify({"parlour": GAME}, commits).ok


def test_a_long_export_comes_in_several_pages(monkeypatch: pytest.MonkeyPatch):
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "me")
    last = play_out(service, game)
    monkeypatch.setattr(events, "MOST", 4)

    def versions(after: int) -> list[int]:
        return [json.loads(line)["version"] for line in export(service, ana, game, Window(after))]

    assert list(range(1, last + 1)) == versions(0)
    assert list(range(7, last + 1)) == versions(6)
    assert [] == versions(last)
    with pytest.raises(HistoryChanged):
        versions(last + 1)


def test_private_logs_do_not_exist_for_others():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    eve = players.create_player(service, "Eve").body
    game = new_game(service, ana, "me", "open", visibility="private")

    for read in (
        lambda: events_after(service, bo, game),
        lambda: export(service, bo, game),
        lambda: Follower(service, eve["token"], game, 0).read(),
        lambda: events_after(service, bo, "gm_" + "0" * 26),
    ):
        with pytest.raises(NotFound):
            read()


def test_who_handed_over_a_seat_of_a_private_game_still_sees_it_but_not_the_hand():
    service = memory_service()
    ana = guest(service)
    bo = players.create_player(service, "Bo").body
    game = new_game(service, ana, "me", "open", visibility="private")
    invite = _invite(service, game)
    seats.join(service, bo["id"], game, {"invite": invite}, None)

    seats.hand_over(service, bo["id"], game, {"seat": 1, "bot": "random"}, None)

    assert 0 == secrets_in(events_after(service, bo["id"], game).body["events"])
    seats.hand_over(service, bo["id"], game, {"seat": 1, "player": "me"}, None)
    seats.leave(service, bo["id"], game, 1, None)
    with pytest.raises(NotFound):
        events_after(service, bo["id"], game)


def _invite(service, game: str) -> str:
    from service.usecases.positions import load
    from service.usecases.tables import invite_of

    return invite_of(load(service, game).position.seed)


class TestFollower:
    def test_it_reads_on_from_where_it_was(self):
        service = memory_service()
        made = players.create_player(service, "Ana").body
        game = running_game(service, made["id"], guest(service))
        follower = Follower(service, made["token"], game, 1)

        first = follower.read()
        move(service, made["id"], game)
        second, third = follower.read(), follower.read()

        assert ([2], [3], []) == tuple([c["version"] for c in batch.events] for batch in (first, second, third))
        assert (False, False) == (third.ended, third.reset)

    def test_it_says_when_all_has_been_sent_and_no_sooner(self):
        service = memory_service()
        made = players.create_player(service, "Ana").body
        game = new_game(service, made["id"], "me", "me")
        last = play_out(service, game)
        follower = Follower(service, made["token"], game, 0)

        batches = [follower.read(limit=last - 1), follower.read(limit=last - 1), follower.read()]

        assert [False, True, True] == [batch.ended for batch in batches]
        assert last == sum(len(batch.events) for batch in batches)

    def test_a_client_beyond_the_head_is_reset(self):
        service = memory_service()
        made = players.create_player(service, "Ana").body
        game = new_game(service, made["id"], "me", "open")

        batch = Follower(service, made["token"], game, 9).read()

        assert ([], 1, True, False) == tuple(batch)

    def test_a_rotated_token_reads_nothing_more(self):
        service = memory_service()
        made = players.create_player(service, "Ana").body
        game = running_game(service, made["id"], guest(service))
        follower = Follower(service, made["token"], game, 0)
        follower.read()

        players.rotate_token(service, made["id"], made["token"], None)

        with pytest.raises(Unauthenticated):
            follower.read()

    def test_eyes_are_those_of_the_moment(self):
        service = memory_service()
        made = players.create_player(service, "Ana").body
        game = running_game(service, made["id"], guest(service))
        follower = Follower(service, made["token"], game, 1)
        assert 6 == secrets_in(follower.read().events)
        move(service, made["id"], game)

        seats.hand_over(service, made["id"], game, {"seat": 0, "bot": "random"}, None)

        assert 0 == secrets_in(follower.read().events)

    def test_a_seat_that_was_lost_cannot_be_followed_alone(self):
        service = memory_service()
        made = players.create_player(service, "Ana").body
        game = running_game(service, made["id"], guest(service))
        follower = Follower(service, made["token"], game, 1, seat=0)
        follower.read()
        seats.leave(service, made["id"], game, 0, None)

        with pytest.raises(NotYourSeat):
            follower.read()


def test_a_game_that_freezes_after_its_end_opens_nothing():
    service = memory_service()
    ana, eve = guest(service), guest(service)
    game = new_game(service, ana, "me", "me")
    last = play_out(service, game)
    spoil(service, game, last)
    players_eyes = events_after(service, eve, game).body
    assert secrets_in(players_eyes["events"]) > 0

    from service.usecases import games

    assert "frozen" == games.read(service, eve, game).body["status"]
    frozen = events_after(service, eve, game, Window(limit=500)).body
    assert ("frozen", 0) == (frozen["status"], secrets_in(frozen["events"]))


def test_a_log_with_a_hole_is_never_a_shorter_game():
    service = memory_service()
    ana = guest(service)
    game = new_game(service, ana, "me", "me")
    move(service, ana, game, 0)
    service.store._games[game].log.pop()
    service.cache.forget(game)

    from service.usecases import games

    for read in (
        lambda: events_after(service, ana, game),
        lambda: export(service, ana, game),
        lambda: games.read(service, ana, game),
    ):
        with pytest.raises(LogIncomplete):
            read()
