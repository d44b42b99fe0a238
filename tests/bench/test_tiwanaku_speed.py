"""Speed of Tiwanaku: lands generated, playouts, lands imagined, bot decisions; `make bench`.

What is asserted is relative to a loop of plain Python measured in the same run.
"""

import time

import pytest

from domain.core.agenda import decisions, options
from domain.core.rollout import playout
from domain.tiwanaku.board import BOARDS
from domain.tiwanaku.game import GAME
from domain.tiwanaku.imagining.counting import counted_lands
from domain.tiwanaku.land.generator import MAX_ATTEMPTS, generate, make_attempt, stream_state
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.solver import pool
from tests.helpers.lands import known_of, stage
from tests.helpers.walk import SeededRng, opened, table_options
from workers.bots import BOTS
from workers.bots.base import Budget

LANDS = 100
GAMES_PLAYED = 10
STATES = 10
"""States of knowledge for each stage."""


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


STAGES = [("short", (0, 3, 6, 10, 15)), ("long", (0, 3, 6, 10, 15, 20, 25, 30))]


@pytest.mark.bench
@pytest.mark.parametrize(("size", "discovered"), [(size, each) for size, stages in STAGES for each in stages])
def test_imagining_lands(size, discovered):
    """No pool takes longer than its steps allow, even where none is found."""
    unit = calibration()
    known = [stage(size, f"bench {n}", discovered, discovered // 3, n % 3)[1] for n in range(STATES)]
    made: list[int] = []
    times = [spent(lambda one=one: made.append(len(pool(one, 0)))) for one in known]

    print(
        f"\n{size}, {discovered} cells discovered: pool mean {1000 * sum(times) / STATES:.0f} ms, "
        f"worst {1000 * max(times):.0f} ms; {sum(made) / sum(times):.0f} lands a second, {made.count(0)} pools empty"
    )
    assert max(times) < 60 * unit


@pytest.mark.bench
@pytest.mark.parametrize(("size", "hidden"), [("short", 6), ("short", 12), ("long", 6), ("long", 12), ("long", 18)])
def test_counting_lands(size, hidden):
    unit = calibration()
    times, given_up = [], 0
    for n in range(STATES):
        made, _ = stage(size, f"count {n}", 0)
        discovered = BOARDS[size].cells - len(made.start) - hidden
        known = known_of(made, discovered, discovered // 3)
        times.append(spent(lambda known=known: counted_lands(known)))
        given_up += counted_lands(known) is None

    print(
        f"\n{size}, {hidden} cells hidden: counted in mean {1000 * sum(times) / STATES:.1f} ms, "
        f"worst {1000 * max(times):.1f} ms; given up {given_up} of {STATES}"
    )
    assert max(times) < 30 * unit


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
