"""Whole tables of Catan through the service: bots play to the end, and four people set up."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from domain import GAMES
from domain.catan_coffee.game import GAME
from events.store import read_member
from service.bootstrap import Service
from service.usecases.positions import load
from tests.helpers.services import memory_service
from tests.helpers.walk import SeededRng
from tests.helpers.web import House, Person, problem
from workers import context, jobs

ROUNDS = 3_000
"""Looks at what is due, of which no table needs a third."""

MOST_OFFERS = 2
"""Offers of a seat in one turn that are no nuisance to the others."""


@pytest.fixture
def worked_service(monkeypatch):
    """A service whose jobs this process runs itself; its bots choose alike in every run."""
    rng = SeededRng("tables")
    monkeypatch.setattr(jobs, "SystemRng", lambda: rng)
    service = memory_service(GAMES, bot_pace=0.0)
    context.use(service)
    yield service
    context.use(None)


def work(service: Service) -> None:
    """Run a job for everything that is due by now, optional decisions included."""
    due = service.store.due(service.clock(), 100)
    assert due, "nothing is due, and the game goes on"
    for member, _ in due:
        game, seat, since = read_member(member)
        jobs.answer(game, seat, since, attempt=0)


@pytest.mark.parametrize(
    ("bots", "layout"),
    [
        (["greedy", "random"], "base_beginner"),
        (["random", "greedy", "random"], "coffee_3p"),
        (["random", "random", "greedy", "random"], "coffee_4p"),
    ],
    ids=["two", "three", "four"],
)
def test_bots_play_every_table_to_its_end_and_trade_without_covering_it_with_offers(worked_service, bots, layout):
    ana = House(worked_service).person("Ana")
    game = ana.create(*bots, ruleset=GAME.name)

    for _ in range(ROUNDS):
        if load(worked_service, game).position.status != "running":
            break
        work(worked_service)

    told = ana.get(f"/games/{game}").json
    facts = [fact for commit in worked_service.store.read(game) for fact in commit.get("facts", [])]
    offers = offers_by_turn(facts)
    assert ("finished", layout) == (told["status"], told["view"]["layout"])
    assert len(offers) > 10 and MOST_OFFERS >= max(offers.values())
    assert {"offer_rejected", "dice_rolled"} <= {fact["fact"] for fact in facts}
    assert "fallback" not in str(worked_service.store.read(game))
    check_end(ana, game, told, len(bots))


def offers_by_turn(facts: list[dict[str, Any]]) -> Counter[tuple[int, int]]:
    """Count the offers of each seat in each turn."""
    found: Counter[tuple[int, int]] = Counter()
    turn = 0
    for fact in facts:
        turn += fact["fact"] == "turn_ended"
        if fact["fact"] == "trade_offered":
            found[turn, fact["seat"]] += 1
    return found


def check_end(person: Person, game: str, told: dict[str, Any], seats: int) -> None:
    """The result, the view and the score sheet agree on who has won, and by how much."""
    scores = person.get(f"/games/{game}/scores").json["scores"]
    winners = [score["seat"] for score in scores if score["won"]]
    assert list(range(seats)) == [score["seat"] for score in scores]
    assert winners == told["result"]["winners"] == told["view"]["result"]["winners"]
    assert [score["points"] for score in scores] == [seat["total"] for seat in told["view"]["seats"]]
    if told["view"]["result"]["reason"] == "target":
        assert all(scores[seat]["points"] >= told["view"]["target"] for seat in winners)


PLACES = [
    ("2,-3,S", "1,-2,E", "ship"),
    ("0,-2,S", "0,-2,SE", "road"),
    ("-1,3,N", "-1,3,NE", "ship"),
    ("1,2,N", "1,2,NE", "road"),
    ("-2,2,N", "-2,2,NE", "road"),
    ("3,-2,S", "3,-2,SE", "ship"),
    ("0,-3,S", "0,-3,SE", "road"),
    ("2,3,N", "2,2,SE", "road"),
]
SNAKE = [0, 1, 2, 3, 3, 2, 1, 0]


def test_four_people_set_up_in_snake_order_and_the_first_one_begins():
    home = House(memory_service(GAMES))
    people = [home.person(name) for name in ("Ana", "Ben", "Cleo", "Dan")]
    game = people[0].create("me", "open", "open", "open", ruleset=GAME.name)
    for person in people[1:]:
        assert 201 == person.post(f"/games/{game}/seats").status_code
    for seat, (vertex, edge, kind) in zip(SNAKE, PLACES, strict=True):
        table = people[0].get(f"/games/{game}").json
        assert [seat] == table["to_act"] and "setup_settlement" == table["view"]["phase"]
        settle = {"verb": "place_settlement", "vertex": vertex}
        for person in people:
            asked = person.get(f"/games/{game}/moves").json["decisions"]
            if person is people[seat]:
                assert settle in asked[0]["choices"]
            else:
                assert [] == asked
                body = {"version": table["version"], "choices": [settle]}
                told = problem(person.post(f"/games/{game}/moves", body), 409, "not_your_decision")
                assert "NOT_YOUR_TURN" == told["rule"]
        lay = {"verb": "place_route", "edge": edge, "kind": kind}
        body = {"version": table["version"], "choices": [settle, lay]}
        assert 200 == people[seat].post(f"/games/{game}/preview", body).status_code
        assert 201 == people[seat].post(f"/games/{game}/moves", body).status_code
    table = people[0].get(f"/games/{game}").json
    assert (["pre_roll", 1, 0], [0]) == ([table["view"][name] for name in ("phase", "turn", "active")], table["to_act"])
    seats = table["view"]["seats"]
    assert (["V11"], 1) == (seats[0]["contacts"], seats[0]["coffee"])
    placed = [fact for commit in home.service.store.read(game) for fact in commit.get("facts", [])]
    brought = [fact["cards"] for fact in placed if fact["fact"] == "initial_settlement_placed"]
    assert [{}] * 4 == brought[:4] and all(brought[4:])
    assert [sum(brought[7 - seat].values()) for seat in range(4)] == [seat["cards"] for seat in seats]
