"""Nobody learns what their seat may not know: two worlds that differ in that alone say the same, byte for byte."""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from werkzeug.routing import Rule

from domain import GAMES
from domain.core.agenda import Choice, Step
from domain.core.game import Game, Score, Viewer
from tests.helpers.hidden import hidden_kinds
from tests.helpers.pairs import PAIRS
from tests.helpers.parlour import GAME as PARLOUR
from tests.helpers.parlour import Bid, Parlour, Receive
from tests.helpers.parlour import Game as ParlourGame
from tests.helpers.survey import NOBODY, assert_surveyed, survey, unasked, untimed
from tests.helpers.twins import Search, Table, Twins, find
from tests.helpers.worlds import (
    BOT_SEAT,
    ONLOOKERS,
    VIEWER,
    Setting,
    compare,
    indistinguishable,
    live,
    new_world,
    open_table,
    said,
    setting,
)

NO_GAME = "gm_" + "0" * 26


@cache
def search_for(game: Game, search: Search) -> Twins:
    """Find twins for the tables that `open_table` lays: their ids are those of a fresh world."""
    laid = setting(game)
    world = new_world(laid.games[0])
    open_table(world, laid, b"\0" * 32, "public")
    table = Table(laid.games, world.game, len(laid.holders), laid.options, begins=2)
    return find(table, VIEWER, search)


LONG = Search(tries=1500, longest=8)
SECRETIVE = Search(tries=1500, longest=12, secretive=True)
TALKATIVE = Search(tries=1500, longest=8, mood=5)


@pytest.mark.parametrize("search", [LONG, SECRETIVE, TALKATIVE], ids=["long", "secretive", "talkative"])
def test_nothing_tells_two_worlds_apart_that_differ_only_in_what_is_hidden(search: Search) -> None:
    twins = search_for(PARLOUR, search)
    assert twins.differ and len(twins.script) >= 2
    assert not search.secretive or any(one != other for _, one, other in twins.script)
    here, there = live(setting(PARLOUR), twins)
    indistinguishable(here, there)
    for world in (here, there):
        secrets, heard = world.secrets(), said(world)
        assert len(secrets) > 8
        assert not [secret for secret in secrets if secret in heard]


def test_games_in_which_somebody_may_not_know_something_have_paired_worlds_of_their_own() -> None:
    """Another name here asks for another test like `test_paired_hands.py` and `test_paired_lands.py`."""
    assert ["tiwanaku", "catan_coffee"] == [name for name in GAMES if hidden_kinds(name)]


@pytest.mark.parametrize("name", GAMES)
def test_what_lies_ahead_in_a_real_game_does_not_show(name: str) -> None:
    twins = search_for(GAMES[name], Search(tries=300, longest=6))
    assert twins.script and twins.seeds[0] != twins.seeds[1]
    assert twins.differ or name not in PAIRS
    here, there = live(setting(GAMES[name]), twins, every=3)
    indistinguishable(here, there)
    for world in (here, there):
        secrets, heard = world.secrets(), said(world)
        assert secrets and not [secret for secret in secrets if secret in heard]


def test_a_route_that_is_not_asked_is_missed() -> None:
    world = new_world(PARLOUR)
    open_table(world, setting(PARLOUR), b"\1" * 32, "public")
    for who in ONLOOKERS:
        survey(world, PARLOUR, who)

    assert [[], ["DELETE /v1/players/me"], ["DELETE /v1/players/me"]] == [
        unasked(world, who) for who in (NOBODY, "viewer", "stranger")
    ]
    world.house.app.url_map.add(Rule("/v1/games/<id:game_id>/hints", methods=["GET"], endpoint="hints"))
    hints = ["GET /v1/games/<id:game_id>/hints", "HEAD /v1/games/<id:game_id>/hints"]
    assert hints == unasked(world, NOBODY)
    world.game = NO_GAME
    assert all("game_id" in route for route in unasked(world, NOBODY))
    with pytest.raises(AssertionError, match="hints"):
        assert_surveyed(world, [NOBODY])


def test_of_the_metrics_only_times_are_masked() -> None:
    counts = """kancha_seconds_bucket{le="+Inf",route="/<id>"} 7.0
kancha_seconds_count{route="/<id>"} 7.0
kancha_total{crop="3"} 2.0
# HELP kancha_seconds_created Since when."""
    times = """kancha_seconds_bucket{le="0.1",route="/<id>"} 5.0
kancha_seconds_sum{route="/<id>"} 0.42
kancha_total_created{crop="3"} 1.7e+09
process_cpu_seconds_total 1.3
python_gc_collections_total{generation="0"} 324.0"""

    assert counts == untimed(counts)
    assert [line.rpartition(" ")[0] + " #" for line in times.splitlines()] == untimed(times).splitlines()


def test_a_private_game_of_others_is_like_one_that_is_not_there() -> None:
    twins = Twins((b"\1" * 32, b"\2" * 32), [], differ=False)
    for world in live(setting(PARLOUR), twins, visibility="private", thorough=False):
        stranger = world.people["stranger"]
        body = {"version": 1, "choices": [{"verb": "bid", "card": "c1"}]}
        for method, path, document in (
            ("GET", "", None),
            ("GET", "?at=1", None),
            ("GET", "/moves", None),
            ("GET", "/events", None),
            ("GET", "/scores", None),
            ("POST", "/moves", body),
            ("POST", "/preview", body),
            ("POST", "/seats", {"invite": "no invite"}),
            ("PUT", "/seats/1", {"bot": "random"}),
            ("DELETE", "/seats/1", None),
            ("PUT", "/entropy", {"entropy": "x"}),
            ("POST", "/start", {}),
        ):
            answers = [
                stranger.ask(method, f"/games/{game}{path}", document, Request_Id="same")
                for game in (world.game, NO_GAME)
            ]
            assert 404 == answers[0].status_code, path
            assert answers[0].data == answers[1].data
            assert sorted(answers[0].headers.items()) == sorted(answers[1].headers.items())
        assert world.game not in stranger.get("/games").text


class FlawedReceive(Receive):
    """Says that everybody may see the card that somebody draws."""

    def audience(self, state: Parlour, seat: int, to: int) -> None:
        return None


class FlawedBid(Bid):
    """Explains a refusal by the card that another seat holds."""

    def why_not(self, state: Parlour, seat: int, *, choice: Choice) -> str | None:
        return super().why_not(state, seat, choice=choice) and f"held_{list(state.hands[BOT_SEAT].values())}"


class FlawedView(ParlourGame):
    """Shows how many different cards somebody else holds."""

    def view(self, state: Parlour, viewer: Viewer) -> dict[str, Any]:
        kinds = sum(count > 0 for count in state.hands[0].values())
        return {**super().view(state, viewer), "kinds": kinds}


class FlawedScores(ParlourGame):
    """Counts hidden points in the sum that everybody sees."""

    def scores(self, state: Parlour, viewer: Viewer) -> tuple[Score, ...]:
        return tuple(
            score._replace(points=score.points + sum(state.hands[score.seat].values()) * state.hands[score.seat]["c6"])
            for score in super().scores(state, viewer)
        )


def with_steps(**steps: Step[Any]) -> Game:
    flawed = ParlourGame()
    flawed.steps = {**PARLOUR.steps, **steps}
    return flawed


FLAWED = {
    "a draw that everybody sees": with_steps(receive=FlawedReceive()),
    "a refusal that tells a hand": with_steps(bid=FlawedBid()),
    "a view that counts hidden cards": FlawedView(),
    "a sum of hidden points": FlawedScores(),
}


@pytest.mark.parametrize("flaw", FLAWED)
def test_a_leak_is_found(flaw: str) -> None:
    twins = search_for(PARLOUR, Search(tries=600, longest=3))
    assert twins.differ
    with pytest.raises(AssertionError):
        compare(*live(Setting((FLAWED[flaw], FLAWED[flaw]), setting(PARLOUR).options), twins, thorough=False))


def test_a_difference_in_log_metrics_or_queue_is_found() -> None:
    twins = search_for(PARLOUR, Search(tries=100, longest=1))
    here, there = live(setting(PARLOUR), twins, thorough=False)
    compare(here, there, ["viewer"])
    there.logged.append(there.logged[-1])
    with pytest.raises(AssertionError):
        compare(here, there, ["viewer"])
    there.logged.pop()
    there.counted["kancha_http_requests_total"] = 1
    with pytest.raises(AssertionError):
        compare(here, there, ["viewer"])
    del there.counted["kancha_http_requests_total"]
    there.house.service.queue.jobs.pop()
    with pytest.raises(AssertionError):
        compare(here, there, ["viewer"])
