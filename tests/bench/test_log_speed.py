"""Speed and size of the log: `make bench`, or `python -m tests.bench.test_log_speed` for the table alone.

Every figure is the median of several runs. What is asserted is relative to a loop of plain Python, measured
in the same run, so that a slow or busy machine does not fail.
"""

import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from domain import GAMES
from domain.core.agenda import decisions, options
from domain.core.plain import canonical
from events.commit import Commit
from events.fold import Position, fold
from events.indexes import append_of
from events.redact import redact
from events.redis_client import connect
from events.redis_keys import of_game
from events.redis_store import RedisStore
from events.snapshots import dump, restore, version_of
from events.verify import verify
from events.write import Draft, seated
from tests.bench.sheet import Sheet
from tests.helpers.logs import record
from tests.helpers.servers import store_server
from tests.helpers.walk import table_options

RUNS = 5
LENGTH = 1000
GAME = "little_tavern"


def seconds(work: Callable[[], Any]) -> float:
    """Return the median time that the work takes."""
    times = []
    for _ in range(RUNS):
        began = time.perf_counter()
        work()
        times.append(time.perf_counter() - began)
    return statistics.median(times)


def calibration() -> float:
    """Return the seconds of a loop that encodes a small document 10,000 times."""
    document = {"seats": [{"player": f"pl_{n}", "goods": list(range(8))} for n in range(4)], "round": 3}
    return seconds(lambda: [canonical(document) for _ in range(10_000)])


def whole_game() -> tuple[list[Commit], list[Position]]:
    """Return a game of five seats."""
    game = GAMES[GAME]
    return record(game, game.seats[-1], table_options(game, {}), seed="bench")


def long_log() -> tuple[list[Commit], list[Position]]:
    """Return 1,000 commits of one unfinished game: every choice of it, with seats handed to and fro in between."""
    commits, positions = whole_game()
    commands = [commit["events"] for commit in commits[2:-1]]
    kept, built = commits[:2], positions[:2]
    gap = (LENGTH - 2) // len(commands)
    while len(kept) < LENGTH:
        position = built[-1]
        if len(kept) % gap == 0 and commands:
            made = [event for event in commands.pop(0) if event["type"] == "chose"]
            draft = Draft(GAMES, position, {"seat": made[0]["seat"]}, position.at)
            draft.choose(made[0]["seat"], [tuple(event["choice"]) for event in made], position.version)
        else:
            draft = Draft(GAMES, position, {"player": "pl_0"}, position.at)
            away = position.seats[0].player is None
            draft.add(seated(0, "pl_0", None) if away else seated(0, None, "greedy"))
        written = draft.done()
        kept.append(written.commit)
        built.append(written.position)
    return kept, built


def rewritten(positions: list[Position]) -> Callable[[], Any]:
    """Return the work of making one commit on each of these positions."""

    def work() -> None:
        for position in positions:
            decision = decisions(GAMES[GAME], position.state)[0]
            draft = Draft(GAMES, position, {"seat": decision.seat}, position.at)
            draft.choose(decision.seat, [options(GAMES[GAME], position.state, decision)[0]], position.version)
            draft.done()

    return work


def measure(folder: Path) -> dict[str, float]:
    """Return every figure by what it says."""
    figures = {"calibration loop, ms": 1000 * calibration()}
    commits, positions = whole_game()
    running = [position for position in positions if position.status == "running"]
    figures["commits in the game"] = len(commits)
    figures["commits made per second, from choice to hash"] = len(running) / seconds(rewritten(running))
    figures["commits redacted per second"] = len(commits) / seconds(lambda: [redact(c, (0,), False) for c in commits])
    figures["commits verified per second"] = len(commits) / seconds(lambda: verify(GAMES, commits))
    figures["bytes of a commit, median"] = statistics.median(len(canonical(commit)) for commit in commits)
    with store_server(folder) as server:
        figures |= on_server(RedisStore(connect(server.url)), connect(server.url), commits, positions)
    return figures


def on_server(store: RedisStore, client: Any, commits: list[Commit], positions: list[Position]) -> dict[str, float]:
    """Return the figures that need a server."""
    below = [None, *positions]
    appends = [append_of(GAMES, below[n], positions[n], commit) for n, commit in enumerate(commits)]
    game = positions[0].game_id

    def append_all() -> None:
        client.flushall()
        for append in appends:
            assert store.append(append).outcome == "appended"

    figures = {"PING per second": LENGTH / seconds(lambda: [client.ping() for _ in range(LENGTH)])}
    figures["appends per second, one client"] = len(appends) / seconds(append_all)
    used = client.memory_usage(of_game("log", game), samples=0)
    figures["bytes of the store for a commit"] = used / len(commits)

    log, reached = long_log()
    client.flushall()
    for n, commit in enumerate(log):
        store.append(append_of(GAMES, reached[n - 1] if n else None, reached[n], commit))
    figures["log of the cold load, commits"] = len(log)

    def cold() -> None:
        assert fold(GAMES, store.read(game)).hash == log[-1]["hash"]

    def warm() -> None:
        data = store.snapshot(game)
        assert data is not None
        start = restore(GAMES, data, store.read(game, (version_of(data) or 1) - 1, limit=1)[0])
        assert start is not None
        assert fold(GAMES, store.read(game, start.version), start).hash == log[-1]["hash"]

    store.save_snapshot(game, dump(reached[-26]))
    figures["cold load without snapshot, ms"] = 1000 * seconds(cold)
    figures["cold load with snapshot, ms"] = 1000 * seconds(warm)
    figures["reading the log alone, ms"] = 1000 * seconds(lambda: store.read(game))
    figures["folding it, ms"] = 1000 * seconds(lambda: fold(GAMES, log))
    return figures


@pytest.mark.bench
def test_the_log_is_fast_enough(tmp_path: Path, sheet: Sheet) -> None:
    figures = measure(tmp_path)
    for what, value in figures.items():
        sheet.add("Log, on one core and one store", what, value)

    loop = figures["calibration loop, ms"]
    assert figures["cold load with snapshot, ms"] < figures["cold load without snapshot, ms"] / 3
    assert figures["cold load without snapshot, ms"] < 6 * loop
    assert figures["appends per second, one client"] > figures["PING per second"] / 12
    assert figures["commits redacted per second"] > 200_000 / loop


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as folder:
        for what, value in measure(Path(folder)).items():
            print(f"{value:12,.1f}  {what}")
