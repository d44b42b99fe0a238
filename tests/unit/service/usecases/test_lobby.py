"""The lobby and the inbox: filters, pages, cursors."""

from __future__ import annotations

import base64

import pytest

from service.usecases import games, players, seats
from service.usecases.errors import InvalidCursor, InvalidRequest, UnknownRuleset
from service.usecases.lobby import Filters, list_games
from tests.helpers.services import guest, memory_service, move, new_game, play_out, running_game


def ids(result) -> list[str]:
    return [game["id"] for game in result.body["games"]]


def test_the_lobby_lists_public_games_newest_first_and_no_private_one():
    service = memory_service()
    ana, bo = guest(service, "Ana"), guest(service)
    first = new_game(service, ana, "me", "open")
    new_game(service, ana, "me", "open", visibility="private")
    second = running_game(service, ana, bo)

    listed = list_games(service, bo)

    assert [second, first] == ids(listed)
    assert listed.body["cursor"] is None
    entry = listed.body["games"][1]
    assert ("parlour", "open", 1, {"rounds": 4}) == tuple(
        entry[name] for name in ("ruleset", "status", "version", "options")
    )
    assert [("Ana", False), (None, True)] == [(seat["name"], seat["open"]) for seat in entry["seats"]]


def test_filters_narrow_the_lobby():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    opened = new_game(service, ana, "me", "open")
    full = new_game(service, ana, "me", "greedy", start="manual")
    tavern = running_game(service, ana, bo, ruleset="little_tavern")
    over = new_game(service, ana, "me", "me")
    play_out(service, over)

    assert [full, opened] == ids(list_games(service, bo, Filters(status="open")))
    assert [opened] == ids(list_games(service, bo, Filters(open_only=True)))
    assert [tavern] == ids(list_games(service, bo, Filters(status="running")))
    assert [tavern] == ids(list_games(service, bo, Filters(ruleset="little_tavern")))
    assert [over] == ids(list_games(service, bo, Filters(status="finished")))
    assert [] == ids(list_games(service, bo, Filters(status="running", open_only=True)))
    with pytest.raises(InvalidRequest):
        list_games(service, bo, Filters(status="closed"))


def test_the_inbox_says_where_it_is_my_turn():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    private = games.create(
        service,
        ana,
        {"ruleset": "parlour", "seats": [{"player": "me"}, {"open": True}], "visibility": "private"},
        None,
    ).body["id"]
    running = running_game(service, ana, bo)
    new_game(service, bo, "me", "open")
    move(service, ana, running)

    mine = list_games(service, ana, Filters(mine=True))
    theirs = list_games(service, bo, Filters(mine=True, status="running"))

    assert [running, private] == ids(mine)
    assert [False, False] == [game["my_turn"] for game in mine.body["games"]]
    assert [(running, True)] == [(game["id"], game["my_turn"]) for game in theirs.body["games"]]
    assert [False, True] == [seat["mine"] for seat in theirs.body["games"][0]["seats"]]


@pytest.mark.parametrize("mine", [True, False])
@pytest.mark.parametrize("number", [3, 100, 101])
def test_there_is_a_cursor_exactly_when_there_is_more(number: int, mine: bool):
    service = memory_service()
    ana = guest(service)
    made = [new_game(service, ana, "me", "open") for _ in range(number)]

    exact = list_games(service, ana, Filters(mine=mine, limit=min(number, 100)))
    fewer = list_games(service, ana, Filters(mine=mine, limit=min(number, 100) - 1))

    assert (number <= 100) == (exact.body["cursor"] is None)
    assert fewer.body["cursor"]
    rest = list_games(service, ana, Filters(mine=mine, limit=50, cursor=fewer.body["cursor"]))
    assert made[::-1] == ids(fewer) + ids(rest)
    assert rest.body["cursor"] is None


def test_a_ruleset_that_is_not_there_is_refused():
    service = memory_service()

    with pytest.raises(UnknownRuleset):
        list_games(service, guest(service), Filters(ruleset="chess"))


def test_pages_follow_each_other_without_gap_or_double():
    service = memory_service()
    ana = guest(service)
    made = [new_game(service, ana, "me", "open") for _ in range(7)]
    found, cursor = [], None

    while True:
        page = list_games(service, ana, Filters(limit=3, cursor=cursor))
        found += ids(page)
        new_game(service, ana, "me", "open")
        cursor = page.body["cursor"]
        if cursor is None:
            break

    assert made[::-1] == found


def test_a_filter_that_fits_few_still_reaches_the_old_ones():
    service = memory_service()
    ana = guest(service)
    old = new_game(service, ana, "me", "open", ruleset="little_tavern")
    for _ in range(230):
        new_game(service, ana, "me", "open")

    assert [old] == ids(list_games(service, ana, Filters(ruleset="little_tavern")))


@pytest.mark.parametrize(
    "cursor",
    [
        "",
        "x",
        "!!!",
        base64.urlsafe_b64encode(b'["a","b","c"]').decode(),
        base64.urlsafe_b64encode(b"[1,2,3]").decode(),
    ],
)
def test_a_cursor_that_was_not_given_out_is_refused(cursor: str):
    service = memory_service()

    with pytest.raises(InvalidCursor):
        list_games(service, guest(service), Filters(cursor=cursor))


def test_a_cursor_belongs_to_its_filters_and_an_inbox_to_its_owner():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    for _ in range(3):
        running_game(service, ana, bo)
    lobby = list_games(service, ana, Filters(limit=1)).body["cursor"]
    inbox = list_games(service, ana, Filters(limit=1, mine=True)).body["cursor"]

    assert 2 == len(ids(list_games(service, bo, Filters(cursor=lobby))))
    for wrong in (Filters(status="running", cursor=lobby), Filters(mine=True, cursor=lobby), Filters(cursor=inbox)):
        with pytest.raises(InvalidCursor):
            list_games(service, ana, wrong)
    with pytest.raises(InvalidCursor):
        list_games(service, bo, Filters(mine=True, cursor=inbox))


def test_a_game_handed_to_a_bot_stays_in_the_inbox_and_one_left_goes():
    service = memory_service()
    ana, bo = guest(service), guest(service)
    handed, gone = running_game(service, bo, ana), running_game(service, bo, ana)

    seats.hand_over(service, ana, handed, {"seat": 1, "bot": "random"}, None)
    seats.leave(service, ana, gone, 1, None)

    assert [handed] == ids(list_games(service, ana, Filters(mine=True)))


def test_an_erased_player_has_no_name_in_lists():
    service = memory_service()
    ana, bo = guest(service, "Ana"), guest(service)
    game = new_game(service, ana, "me", "me")
    play_out(service, game)

    players.delete(service, ana)

    entry = list_games(service, bo).body["games"][0]
    assert [None, None] == [seat["name"] for seat in entry["seats"]]
