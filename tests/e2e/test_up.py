"""`kancha up` as a newcomer meets it: one command, a service that answers, and nothing left behind."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import time
import urllib.request
from contextlib import ExitStack

import pytest

from tests.helpers.servers import Kancha, alive, kancha_up, parsed, wait_until


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """One service for the tests that do it no lasting harm."""
    with kancha_up(tmp_path_factory.mktemp("up") / "var") as running:
        yield running


def new_player(service: Kancha, name: str = "Ana") -> str:
    """Make a guest account; its token."""
    status, answer = service.ask("POST", "/v1/players", {"name": name})
    assert 201 == status
    return answer["token"]


def test_the_printed_command_works_as_it_stands(service):
    (command,) = re.findall(r"^  (curl .*)$", service.greeting, re.MULTILINE)

    ended = subprocess.run(["sh", "-c", command], capture_output=True, text=True, timeout=30, check=True)

    assert "Ana" == parsed(ended.stdout.encode())["name"]
    assert parsed(ended.stdout.encode())["token"]


def test_the_printed_page_is_there_and_needs_no_other_host(service):
    (address,) = re.findall(r"API pages +(\S+)", service.greeting)

    with urllib.request.urlopen(address, timeout=30) as answer:
        page = answer.read().decode()

    assert "text/html" in answer.headers["Content-Type"]
    loaded = re.findall(r"(?:src|href)=\"([^\"]+)\"", page)
    assert loaded
    for path in loaded:
        assert path.startswith("/"), path
        assert 200 == service.ask("GET", path)[0], path


def test_it_consists_of_a_store_a_web_server_and_workers(service):
    assert 1 == len(service.members("-server unixsocket:"))
    assert 3 == len(service.members("gunicorn"))
    assert 2 == len(service.members("service.cli", "worker"))


def test_no_password_or_address_of_the_store_is_in_a_command_line(service):
    assert not [line for line in service.family().values() if "redis://" in line or "unix://" in line]


def test_a_web_server_that_is_killed_comes_back_on_its_port(service):
    token = new_player(service)
    (master,) = [pid for pid in service.members("gunicorn") if os.getpgid(pid) == pid]

    os.kill(master, signal.SIGKILL)

    wait_until(lambda: not alive(master))
    status, answer = service.ask("GET", "/v1/players/me", token=token)  # waits in the queue of the port
    assert (200, "Ana") == (status, answer["name"])


def test_a_worker_that_is_killed_comes_back(service):
    workers = service.members("service.cli", "worker")

    os.kill(workers[0], signal.SIGKILL)

    wait_until(lambda: len(set(service.members("service.cli", "worker")) - {workers[0]}) == len(workers))


def test_a_store_that_is_killed_comes_back_with_everything_that_was_acknowledged(service):
    token = new_player(service, "Bea")
    (store,) = service.members("-server unixsocket:")

    os.kill(store, signal.SIGKILL)

    wait_until(lambda: service.ask("GET", "/readyz")[0] == 200)
    wait_until(lambda: service.ask("GET", "/v1/players/me", token=token)[0] == 200)
    assert "Bea" == service.ask("GET", "/v1/players/me", token=token)[1]["name"]


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_a_signal_ends_everything_soon_and_in_good_order(tmp_path, number):
    with kancha_up(tmp_path / "var") as service:
        token = new_player(service)
        body = {"ruleset": "little_tavern", "seats": [{"player": "me"}, {"open": True}]}
        game = service.ask("POST", "/v1/games", body, token=token)[1]["id"]
        with open_stream(service, game, token) as stream:
            assert stream.readline()
            family = service.family()

            begun = time.monotonic()
            code = service.stop(number)
        assert service.process.stdout
        last = service.process.stdout.read().split("\n")

        assert 0 == code
        assert ["stopping ...", f"stopped; games are kept in {tmp_path / 'var' / 'store'}", ""] == last[-3:]
        assert time.monotonic() - begun < 5.0
        assert len(family) >= 6
        assert not [line for pid, line in family.items() if alive(pid)]


def open_stream(service: Kancha, game: str, token: str):
    """An open stream of a game's events."""
    request = urllib.request.Request(f"{service.url}/v1/games/{game}/events")
    request.add_header("Accept", "text/event-stream")
    request.add_header("Authorization", f"Bearer {token}")
    return urllib.request.urlopen(request, timeout=30)


def test_a_kill_leaves_nothing_running(tmp_path):
    with kancha_up(tmp_path / "var") as service:
        family = service.family()

        service.stop(signal.SIGKILL)

        wait_until(lambda: not any(map(alive, family)), seconds=20.0)


def test_accounts_and_games_are_there_after_a_restart(tmp_path):
    with kancha_up(tmp_path / "var") as service:
        token = new_player(service)
        body = {"ruleset": "little_tavern", "seats": [{"player": "me"}, {"open": True}]}
        created = service.ask("POST", "/v1/games", body, token=token)[1]
        service.stop()
    with kancha_up(tmp_path / "var") as service:
        status, game = service.ask("GET", f"/v1/games/{created['id']}", token=token)

    assert 200 == status
    assert (created["version"], created["hash"]) == (game["version"], game["hash"])


def test_two_services_run_side_by_side(tmp_path, service):
    with kancha_up(tmp_path / "var", JOB_WORKERS="1", WEB_WORKERS="1") as other:
        token = new_player(other)

        assert 200 == other.ask("GET", "/v1/players/me", token=token)[0]
        assert 401 == service.ask("GET", "/v1/players/me", token=token)[0]


def test_it_runs_on_a_store_that_exists_already(tmp_path):
    with ExitStack() as stack:
        first = stack.enter_context(kancha_up(tmp_path / "first", JOB_WORKERS="1", WEB_WORKERS="1"))
        address = f"unix://{tmp_path / 'first' / 'store' / 'store.sock'}"
        second = stack.enter_context(kancha_up(tmp_path / "second", REDIS_URL=address, WEB_WORKERS="1"))
        token = new_player(first)

        assert 200 == second.ask("GET", "/v1/players/me", token=token)[0]
        assert [] == second.members("-server unixsocket:")
        assert not (tmp_path / "second" / "store").exists()
