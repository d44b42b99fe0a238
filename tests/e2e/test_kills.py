"""Processes killed with signal 9 in the middle of games: what was acknowledged stays, the game goes on by itself."""

from __future__ import annotations

import http.client
import json
import os
import signal
import time
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest

from tests.helpers.served import web_and_workers
from tests.helpers.servers import Kancha, kancha_up, wait_until

QUICK = {"SWEEP_EVERY": "0.2", "SWEEP_BOT": "1,2,4", "SWEEP_SYSTEM": "0.5,1,2", "SEARCH_PLAYOUTS": "40"}


class Stubborn:
    """A client on a bad network: it sends a command with its key again until it gets an answer."""

    def __init__(self, service: Kancha) -> None:
        self.service = service
        self.retries = 0
        self.token = self.ask("POST", "/v1/players", {"name": "Ana"})[1]["token"]

    def ask(self, method: str, path: str, body: Any = None, key: str = "") -> tuple[int, Any]:
        headers = {"Content-Type": "application/json"} if body is not None else {}
        headers |= {"Authorization": f"Bearer {self.token}"} if getattr(self, "token", "") else {}
        headers |= {"Idempotency-Key": key} if key else {}
        for _ in range(400):
            try:
                connection = http.client.HTTPConnection(urlsplit(self.service.url).netloc, timeout=10)
                connection.request(method, path, None if body is None else json.dumps(body), headers)
                answer = connection.getresponse()
                text = answer.read()
                if answer.status < 500:
                    return answer.status, json.loads(text)
            except (OSError, http.client.HTTPException):
                pass
            self.retries += 1
            time.sleep(0.05)
        raise AssertionError(f"{method} {path} was never answered")

    def new_game(self, *bots: str) -> str:
        seats = [{"player": "me"}, *[{"bot": bot} for bot in bots]] if bots else [{"player": "me"}] * 2
        status, game = self.ask("POST", "/v1/games", {"ruleset": "little_tavern", "seats": seats}, key="the-game")
        assert status == 201
        return str(game["id"])

    def events(self, game: str) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = []
        while True:
            after = found[-1]["version"] if found else 0
            page = self.ask("GET", f"/v1/games/{game}/events?after={after}")[1]
            found += page["events"]
            if not page["events"]:
                return found

    def play(self, game: str, between: Any, seconds: float = 90) -> dict[int, str]:
        """Play to the end, calling `between(n)` before each move; return version and hash of every 201."""
        acknowledged: dict[int, str] = {}
        deadline = time.monotonic() + seconds
        while time.monotonic() < deadline:
            _, asked = self.ask("GET", f"/v1/games/{game}/moves")
            if not asked["decisions"]:
                if self.ask("GET", f"/v1/games/{game}")[1]["status"] == "finished":
                    return acknowledged
                time.sleep(0.02)
                continue
            between(len(acknowledged))
            decision = asked["decisions"][0]
            choice = decision["choices"][len(acknowledged) % len(decision["choices"])]
            body = {"version": asked["version"], "seat": decision["seat"], "choices": [choice]}
            status, made = self.ask("POST", f"/v1/games/{game}/moves", body, key=f"move-{asked['version']}")
            assert status == 201, made
            acknowledged[made["version"]] = made["hash"]
        raise AssertionError("the game did not end")


def kill_every(n: int, pids: Any) -> Any:
    """Return what kills, before every n-th move, one of the processes that `pids()` names."""
    killed: list[int] = []

    def between(move: int) -> None:
        if move % n == n - 1:
            victims = [pid for pid in pids() if pid not in killed]
            if victims:
                os.kill(victims[move % len(victims)], signal.SIGKILL)
                killed.append(victims[move % len(victims)])

    between.killed = killed
    return between


@pytest.fixture
def service(tmp_path):
    with kancha_up(tmp_path / "var", JOB_WORKERS="2", **QUICK) as running:
        yield running


def assert_nothing_lost(client: Stubborn, game: str, acknowledged: dict[int, str]) -> None:
    """Every acknowledged move is in the log, once, and the log has no gap."""
    log = client.events(game)
    hashes = {commit["version"]: commit["hash"] for commit in log}

    assert list(range(1, len(log) + 1)) == [commit["version"] for commit in log]
    assert acknowledged == {version: hashes[version] for version in acknowledged}
    by_me = [c["version"] for c in log if any(e["type"] == "chose" for e in c["events"]) and "key" in c]
    assert len(by_me) == len(acknowledged)
    assert "finished" == log[-1]["events"][-1]["type"]


@pytest.mark.timeout(150)
def test_web_processes_die_between_and_during_moves(service):
    client = Stubborn(service)
    game = client.new_game()
    master = min(service.members("gunicorn"))
    between = kill_every(6, lambda: [pid for pid in service.members("gunicorn") if pid != master])

    acknowledged = client.play(game, between)

    assert len(between.killed) >= 3
    assert_nothing_lost(client, game, acknowledged)


@pytest.mark.timeout(150)
def test_workers_die_while_bots_play(service):
    client = Stubborn(service)
    game = client.new_game("greedy", "search")
    between = kill_every(3, lambda: service.members("service.cli", "worker"))

    acknowledged = client.play(game, between)

    assert between.killed
    assert_nothing_lost(client, game, acknowledged)


@pytest.mark.timeout(150)
def test_the_store_dies_between_and_during_moves(service):
    client = Stubborn(service)
    game = client.new_game("greedy")
    between = kill_every(3, lambda: service.members("-server", "store.sock"))

    acknowledged = client.play(game, between)

    assert between.killed
    assert client.retries
    assert_nothing_lost(client, game, acknowledged)


@pytest.mark.timeout(150)
def test_without_any_worker_for_a_while_the_game_waits_and_then_goes_on(tmp_path):
    with web_and_workers(Path(tmp_path), workers=2, **QUICK) as service:
        client = Stubborn(service)
        game = client.new_game("greedy", "random")
        for worker in service.workers:
            worker.kill()
            worker.wait()
        seats = [{"bot": "greedy"}, {"bot": "random"}]
        _, made = client.ask("POST", "/v1/games", {"ruleset": "little_tavern", "seats": seats})
        time.sleep(6)
        stuck = client.ask("GET", f"/v1/games/{made['id']}")[1]

        service.start_worker()

        assert "running" == stuck["status"]
        done = lambda: client.ask("GET", f"/v1/games/{made['id']}")[1]["status"] == "finished"  # noqa: E731
        wait_until(done, 60, "the end of the game")
        assert_nothing_lost(client, game, client.play(game, lambda n: None))
