"""How fast Caverna answers: listings, housing, evaluations, and the size and folding of its log."""

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import pytest

from domain import GAMES
from domain.caverna.game import GAME
from domain.caverna.housing import containers, most_kept
from domain.caverna.state import State
from domain.core.agenda import answer, decisions, options
from domain.core.plain import canonical
from domain.core.rollout import playout
from events.fold import fold
from events.snapshots import dump, restore
from tests.bench.sheet import calibration, medians
from tests.helpers.logs import record
from tests.helpers.walk import SeededRng, opened, table_options, walk
from workers.bots import BOTS
from workers.bots.base import Budget

SECTION = "Caverna"
SEVEN = 7
QUESTIONS, PLAYOUTS = 120, 400
"""Decisions that a bot is timed on, and its playouts for each."""
LISTINGS_PER_LOOP = 100
"""At least so many listings per second for a million rounds of the calibration loop."""


def per_second(work: Callable[[Any], Any], things: list[Any]) -> float:
    """Return how many things are worked on in a second."""

    def once() -> float:
        began = time.perf_counter()
        for thing in things:
            work(thing)
        return len(things) / (time.perf_counter() - began)

    return medians(once, 5)


@pytest.fixture(scope="module")
def positions() -> list[State]:
    """Return positions of a random game of seven seats, evenly spread."""
    chosen = table_options(GAME, {})
    turns = list(walk(GAME, SEVEN, chosen, SeededRng("speed")))
    return [turn.before for turn in turns[:: max(1, len(turns) // 120)]]


@pytest.mark.bench
def test_listings(positions, sheet):
    def listings(state: State) -> None:
        for decision in decisions(GAME, state):
            options(GAME, state, decision)

    found = per_second(listings, positions)
    widths = [len(options(GAME, state, d)) for state in positions for d in decisions(GAME, state) if d.seat >= 0]

    sheet.add(SECTION, "positions listed per second, 7 seats", found)
    sheet.add(SECTION, "options of a decision, mean", statistics.mean(widths), f"most: {max(widths)}")
    assert found > LISTINGS_PER_LOOP * calibration()


@pytest.mark.bench
def test_housing(positions, sheet):
    rng = random.Random("housing")
    asked = [(containers(state, seat), dict(state.goods[seat])) for state in positions for seat in range(SEVEN)]
    for _, animals in asked:
        animals.update({kind: rng.randrange(8) for kind in ("dog", "sheep", "donkey", "wild_boar", "cattle")})

    found = per_second(lambda case: most_kept(case[0], case[1], "rulebook"), asked)

    sheet.add(SECTION, "housing questions per second", found)
    assert found > 10 * LISTINGS_PER_LOOP * calibration()


@pytest.mark.bench
@pytest.mark.parametrize("seats", [2, SEVEN])
def test_random_games(seats, sheet):
    rng = SeededRng("playouts")
    begun = opened(GAME, seats, table_options(GAME, {}), rng).state
    made, began = [], time.perf_counter()
    while len(made) < 5 or time.perf_counter() - began < 2:
        state = begun.copy()
        made.append(playout(GAME, state, rng))
        assert state.over
    spent = time.perf_counter() - began

    sheet.add(
        SECTION, f"playouts per second, {seats} seats", len(made) / spent, f"of {statistics.mean(made):.0f} choices"
    )
    sheet.add(SECTION, f"decisions per second, {seats} seats", sum(made) / spent)


@pytest.mark.bench
@pytest.mark.parametrize("name", ["greedy", "search"])
def test_thinking(name, sheet):
    rng = SeededRng("thinking")
    state = opened(GAME, 2, table_options(GAME, {}), rng).state
    times = []
    while not state.over and len(times) < QUESTIONS:
        asked = decisions(GAME, state)[0]
        if asked.seat < 0:
            answer(GAME, state, asked, rng.one_of(options(GAME, state, asked)))
            continue
        began = time.process_time()
        choice = BOTS[name].choose(GAME, state.copy(), asked, rng, Budget(PLAYOUTS)).choice
        times.append(time.process_time() - began)
        answer(GAME, state, asked, choice)

    spent, most = 1000 * statistics.mean(times), 1000 * max(times)
    sheet.add(SECTION, f"a decision of {name}, ms of processor", spent, f"most: {most:.0f}, aim: 3000")
    assert most < 3000


@pytest.mark.bench
def test_the_log_of_seven_seats(sheet):
    commits, reached = record(GAME, SEVEN, table_options(GAME, {}), seed="speed")
    at = len(commits) * 3 // 4
    data = dump(reached[at])

    def cold() -> float:
        began = time.perf_counter()
        fold(GAMES, commits)
        return 1000 * (time.perf_counter() - began)

    def warm() -> float:
        began = time.perf_counter()
        fold(GAMES, commits[at + 1 :], restore(GAMES, data, commits[at]))
        return 1000 * (time.perf_counter() - began)

    sheet.add(SECTION, "commits of a game of seven seats", len(commits))
    sheet.add(SECTION, "bytes of a commit, median", statistics.median(len(canonical(commit)) for commit in commits))
    sheet.add(SECTION, "bytes of a snapshot", len(data))
    slow, fast = medians(cold, 3), medians(warm, 3)
    sheet.add(SECTION, "folding it, ms", slow)
    sheet.add(SECTION, "folding its last quarter from a snapshot, ms", fast)
    assert fast < slow
