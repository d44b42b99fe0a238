"""Speed of Tiwanaku: lands generated, playouts, lands imagined, bot decisions; `make bench`.

What is asserted is relative to a loop of plain Python measured in the same run.
"""

import time

import pytest

from domain.core.agenda import decisions, options
from domain.core.rollout import playout
from domain.tiwanaku.board import BOARDS
from domain.tiwanaku.game import GAME
from domain.tiwanaku.knowledge import knowledge_of
from domain.tiwanaku.land.generator import MAX_ATTEMPTS, generate, make_attempt, stream_state
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.solver import pool
from tests.helpers.walk import SeededRng, opened, table_options
from workers.bots import BOTS
from workers.bots.base import Budget

LANDS = 100
GAMES_PLAYED = 10


def calibration() -> float:
    """Return the seconds that a fixed loop takes here and now."""
    began = time.process_time()
    total = 0
    for number in range(1_000_000):
        total += number & 7
    return time.process_time() - began


def spent(work):
    """Return the processor seconds that some work takes."""
    began = time.process_time()
    work()
    return time.process_time() - began


def started(size, seed):
    """Return a started game of two."""
    return opened(GAME, 2, table_options(GAME, {"size": size}), SeededRng(seed)).state


@pytest.mark.bench
@pytest.mark.parametrize("size", BOARDS)
def test_generating_lands(size):
    unit = calibration()
    times = sorted(spent(lambda n=n: generate(size, f"bench {n}")) for n in range(LANDS))
    mean = sum(times) / LANDS

    print(f"\n{size} land: mean {1000 * mean:.1f} ms, p99 {1000 * times[-2]:.1f} ms, worst {1000 * times[-1]:.1f} ms")
    assert mean < 3 * unit and times[-1] < 40 * unit


@pytest.mark.bench
@pytest.mark.parametrize("size", BOARDS)
def test_the_longest_start_that_there_can_be(size):
    """Every attempt is made, whatever comes of it, as if all but the last one had failed."""
    unit = calibration()
    streams = [SplitMix(stream_state(size, "bench", attempt)) for attempt in range(MAX_ATTEMPTS)]
    whole = spent(lambda: [make_attempt(size, stream) for stream in streams])

    print(f"\n{size}: {MAX_ATTEMPTS} attempts in {1000 * whole:.0f} ms")
    assert whole < 40 * unit


@pytest.mark.bench
@pytest.mark.parametrize("size", BOARDS)
def test_playing_random_games(size):
    unit = calibration()
    state = started(size, "playouts")
    rng = SeededRng("bench")
    each = spent(lambda: [playout(GAME, state.copy(), rng) for _ in range(GAMES_PLAYED)]) / GAMES_PLAYED

    print(f"\n{size}: {1 / each:.0f} random games a second")
    assert each < 3 * unit


@pytest.mark.bench
@pytest.mark.parametrize(("size", "share"), [("short", 0), ("short", 60), ("long", 0), ("long", 60)])
def test_imagining_lands(size, share):
    state = started(size, f"imagine {share}")
    rng = SeededRng("bench")
    while 100 * state.tiles.bit_count() < share * state.board.cells:
        playout(GAME, state, rng, limit=1)
    made: list[int] = []
    each = spent(lambda: made.append(len(pool(knowledge_of(state, 0), 0))))

    print(f"\n{size}, {share} % discovered: {made[0]} lands in {1000 * each:.0f} ms")


@pytest.mark.bench
@pytest.mark.parametrize("bot", BOTS)
def test_deciding(bot):
    state = started("long", "decide")
    rng = SeededRng("bench")
    playout(GAME, state, rng, limit=150)
    (decision,) = decisions(GAME, state)
    budget = Budget(200, time.monotonic() + 2)
    each = spent(lambda: BOTS[bot].choose(GAME, state, decision, rng, budget))

    print(f"\n{bot}: {1000 * each:.1f} ms for {len(options(GAME, state, decision))} options of {decision.kind}")
    assert each < 4
