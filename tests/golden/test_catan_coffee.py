"""What the golden games of Catan have to show besides every verb and fact, each of it read from the logs alone.

What the recorder looks for (`moments`) is asked of positions; here it is told by facts, and by nothing else.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from domain.catan_coffee.board import Board
from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.game import GAME
from domain.catan_coffee.state import board_for
from events.commit import Commit
from tests.golden.catan_coffee_record import MOMENTS, TABLES, moments
from tests.golden.record import read, recordings

GAMES = {path.stem: read(path) for path in recordings(GAME.name)}
COFFEE_TARGET, FEW_VILLAGES, FULL_VILLAGE, LEAST_RING = 14, 3, 5, 3
Fact = Mapping[str, Any]


def facts(commits: list[Commit], *names: str) -> list[Fact]:
    """Return the facts with these names, in order; all of them if none is named."""
    return [fact for commit in commits for fact in commit["facts"] if not names or fact["fact"] in names]


def everywhere(*names: str) -> list[Fact]:
    """Return the facts with these names in all games."""
    return [fact for commits in GAMES.values() for fact in facts(commits, *names)]


def board_of(commits: list[Commit]) -> Board:
    """Return the board of a game."""
    secret = next(e for commit in commits for e in commit["events"] if e["type"] == "started")["sealed"]["secret"]
    return board_for(commits[0]["events"][0]["options"]["layout"], secret["value"])


def endings(reason: str) -> Iterator[tuple[list[Commit], Fact]]:
    """Give the games on the islands that end for a reason, with what they tell at the end."""
    for commits in GAMES.values():
        [told] = facts(commits, "game_ended")
        if told["reason"] == reason and facts(commits, "village_contacted"):
            yield commits, told


def test_every_moment_occurs():
    seen = set().union(*(moments(commits) for commits in GAMES.values()))

    assert set() == MOMENTS - seen


def test_every_table_is_recorded():
    logs = [commits[0]["events"][0] for commits in GAMES.values()]

    assert {(n, given["layout"]) for n, given, _ in TABLES} <= {(len(e["seats"]), e["options"]["layout"]) for e in logs}


def test_a_game_ends_at_fourteen_points():
    for _, told in endings("target"):
        best = told["ranking"][0]
        assert best["points"] >= COFFEE_TARGET and best["seat"] in told["winners"]
    assert list(endings("target"))


def test_a_game_ends_with_three_villages_left():
    for commits, _ in endings("villages"):
        assert FEW_VILLAGES == sum(left > 0 for left in coffee_left(commits).values())
    assert list(endings("villages"))


def coffee_left(commits: list[Commit]) -> dict[str, int]:
    """Return what is left of the coffee of each village, as contacts and production tell it."""
    left = {village.name: FULL_VILLAGE for village in board_of(commits).ground.shape.villages}
    for fact in facts(commits, "village_contacted", "coffee_produced"):
        gone = fact["coffee"] if "coffee" in fact else len(fact["seats"]) - fact["from_reserve"]
        left[fact["village"]] -= gone
    return left


def test_every_card_is_used():
    drawn = {fact["sealed"]["secret"]["value"]["card"] for fact in everywhere("dev_card_bought")}

    assert set(CARDS) == drawn
    assert {name for name, card in CARDS.items() if card.lists} == {f["card"] for f in everywhere("dev_card_played")}


@pytest.mark.parametrize("kind", ["road_built", "ship_built"])
def test_routes_of_both_kinds_are_laid_free(kind):
    assert {True, False} == {fact["free"] for fact in everywhere(kind)}


def test_a_ship_of_a_ring_moves():
    assert any(rings_broken(commits) for commits in GAMES.values())


def rings_broken(commits: list[Commit]) -> list[Fact]:
    """Return the moves of ships that lay on a ring of their owner's ships."""
    board = board_of(commits)
    ships: dict[int, set[str]] = {}
    broken = []
    for fact in facts(commits, "initial_route_placed", "ship_built", "ship_moved"):
        mine = ships.setdefault(fact["seat"], set())
        if fact["fact"] == "ship_moved":
            mine.remove(fact["origin"])
            start, goal = board.ends[board.edge_index[fact["origin"]]]
            if goal in reached(board, mine, start):
                broken.append(fact)
        if fact.get("kind", "ship") == "ship":
            mine.add(fact["edge"])
    return broken


def reached(board: Board, ships: set[str], start: int) -> set[int]:
    """Return the corners that a line of these ships leads to."""
    found, ahead = {start}, [start]
    while ahead:
        here = ahead.pop()
        for edge in ships:
            a, b = board.ends[board.edge_index[edge]]
            for there in {a: {b}, b: {a}}.get(here, set()) - found:
                found.add(there)
                ahead.append(there)
    return found


def test_the_pirate_steals_coffee():
    raids = [commit for commits in GAMES.values() for commit in commits if facts([commit], "coffee_stolen")]

    assert raids
    for commit in raids:
        [raid] = facts([commit], "coffee_stolen")
        [moved] = facts([commit], "pirate_moved")
        assert (raid["seat"], raid["victim"]) == (moved["seat"], moved["victim"])


def test_the_reserve_helps_out():
    helped = [fact for fact in everywhere("coffee_produced") if fact["from_reserve"]]

    assert helped and all(fact["from_reserve"] < len(fact["seats"]) for fact in helped)


def test_an_offer_is_countered_and_the_counter_offer_is_taken():
    assert any(counter_offers(commits) for commits in GAMES.values())


def counter_offers(commits: list[Commit]) -> list[Fact]:
    """Return the deals by an offer that an addressee made to the maker of an open one, asking for something else."""
    open_ones: dict[int, Fact] = {}
    counters: set[int] = set()
    taken = []
    for fact in facts(commits, "trade_offered", "offer_closed", "trade_executed", "turn_ended"):
        if fact["fact"] == "turn_ended":
            open_ones = {}
        elif fact["fact"] == "trade_offered":
            for other in open_ones.values():
                if fact["seat"] in other["addressees"] and [other["seat"]] == fact["addressees"]:
                    counters.add(fact["offer"])
            open_ones[fact["offer"]] = fact
        else:
            if fact["fact"] == "trade_executed" and fact["offer"] in counters:
                taken.append(fact)
            open_ones.pop(fact["offer"], None)
    return taken


def test_an_offer_is_confirmed_with_whoever_accepted_it():
    accepted = {(n, f["seat"], f["offer"]) for n, log in GAMES.items() for f in facts(log, "offer_accepted")}
    deals = [(n, f["partner"], f["offer"]) for n, log in GAMES.items() for f in facts(log, "trade_executed")]

    assert accepted & set(deals)


def test_the_last_commit_ranks_all_seats_by_points_and_coffee():
    for commits in GAMES.values():
        [told] = facts(commits, "game_ended")
        finished = commits[-1]["events"][-1]
        order = [(-row["points"], -row["coffee"]) for row in told["ranking"]]
        assert sorted(order) == order
        assert finished["scores"] == [row["points"] for row in sorted(told["ranking"], key=lambda row: row["seat"])]
