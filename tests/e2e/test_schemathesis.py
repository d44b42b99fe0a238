"""Generated requests, good and bad, against the running service: no server error, no undocumented answer."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.helpers.served import Served, web_and_workers
from tests.helpers.servers import ROOT

CHECKS = (
    "not_a_server_error",
    "status_code_conformance",
    "content_type_conformance",
    "response_headers_conformance",
    "response_schema_conformance",
    "negative_data_rejection",
    "unsupported_method",
    "allow_header_conformance",
    "ignored_auth",
)
"""Not asked: that data which fit the schema are accepted. Rules refuse many of them, with 409 and 422."""

KILLERS = ("delete_player", "rotate_token")
"""Operations after which a token is dead; they are tested with one of their own."""

RATES = ("ADDRESS", "ACCOUNTS", "GAMES", "MOVES", "PREVIEWS", "REQUESTS")


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    rates = {f"RATE_{name}": "1000000/minute" for name in RATES}
    folder = tmp_path_factory.mktemp("schemathesis")
    with web_and_workers(folder, HEARTBEAT="0.2", MAX_WAIT="1", **rates) as running:
        yield running


def token(served: Served) -> str:
    status, player = served.ask("POST", "/v1/players", {"name": "Schema"})
    assert 201 == status
    return str(player["token"])


def run(served: Served, folder: Path, bearer: str, phases: str, *more: str) -> None:
    """Run schemathesis with a fixed seed; fails with its report.

    One worker: on Python 3.11 two threads that parse source at the same time break each other, and it does parse.
    """
    command = [sys.executable, "-m", "schemathesis.cli", "run", f"{served.url}/openapi.yaml", "--no-color"]
    command += ["--checks", ",".join(CHECKS), "--phases", phases, "--seed", "1", "--workers", "1"]
    command += ["--header", f"Authorization: Bearer {bearer}", "--request-timeout", "20", "--warnings", "off"]
    environment = {**os.environ, "PYTHONPATH": str(ROOT), "NO_COLOR": "1"}
    done = subprocess.run(
        [*command, *more], cwd=folder, env=environment, capture_output=True, text=True, timeout=170, check=False
    )
    assert 0 == done.returncode, done.stdout[-20_000:] + done.stderr[-5_000:]


def test_no_request_makes_an_error_or_an_answer_that_is_not_described(served: Served, tmp_path: Path) -> None:
    excluded = [word for name in KILLERS for word in ("--exclude-operation-id", name)]
    more = ("--max-examples", "4", "--exclude-path-regex", "^/docs/", *excluded)
    run(served, tmp_path, token(served), "coverage,fuzzing", *more)


def test_nor_do_those_that_kill_the_token(served: Served, tmp_path: Path) -> None:
    included = [word for name in KILLERS for word in ("--include-operation-id", name)]
    checks = ",".join(check for check in CHECKS if check != "ignored_auth")
    run(served, tmp_path, token(served), "coverage", "--checks", checks, *included)


@pytest.mark.parametrize("table", ["waiting", "running", "finished"])
def test_nor_do_those_about_a_game_that_is_there(served: Served, tmp_path: Path, table: str) -> None:
    bearer = token(served)
    seats = [{"player": "me"}, {"open": True} if table == "waiting" else {"player": "me"}]
    body = {"ruleset": "parlour", "seats": seats, "options": {"rounds": 1}}
    status, game = served.ask("POST", "/v1/games", body, bearer)
    assert 201 == status
    if table == "finished":
        play_out(served, bearer, game["id"])
    (tmp_path / "schemathesis.toml").write_text(f'[parameters]\n"path.game_id" = "{game["id"]}"\n')
    more = ("--max-examples", "6", "--include-path-regex", "game_id", "--exclude-method", "DELETE")
    run(served, tmp_path, bearer, "fuzzing", *more)


def play_out(served: Served, bearer: str, game: str) -> None:
    """Play a game to its end, taking the first choice each time; a worker scores."""
    place = f"/v1/games/{game}"
    for _ in range(300):
        asked = served.ask("GET", f"{place}/moves", token=bearer)[1]
        if not asked["decisions"]:
            if served.ask("GET", place, token=bearer)[1]["status"] == "finished":
                return
            served.ask("GET", f"{place}/events?after={asked['version']}&wait=1000", token=bearer)
            continue
        decision = asked["decisions"][0]
        move = {"version": asked["version"], "seat": decision["seat"], "choices": [decision["choices"][0]]}
        served.ask("POST", f"{place}/moves", move, bearer)
    raise AssertionError("the game did not end")
