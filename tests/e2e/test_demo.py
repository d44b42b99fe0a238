"""`kancha demo`: a whole game by bots, over HTTP, shown move by move."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.servers import kancha_up

ROOT = Path(__file__).resolve().parents[2]


def demo(*arguments: str, **settings: str) -> subprocess.CompletedProcess[str]:
    """Run the demo with these settings alone."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("KANCHA_")}
    environment = inherited | {f"KANCHA_{name}": text for name, text in settings.items()}
    command = [sys.executable, "-m", "service.cli", "demo", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=150, check=False)


def points(output: str) -> list[int]:
    """The last line of points of a score sheet."""
    return [int(number) for number in re.findall(r"^points((?: +\d+)+)$", output, re.MULTILINE)[-1].split()]


@pytest.fixture(scope="module")
def service(tmp_path_factory):
    """A service whose bots do not think long."""
    with kancha_up(tmp_path_factory.mktemp("demo") / "var", SEARCH_PLAYOUTS="20") as running:
        yield running


def test_it_plays_a_whole_game_on_a_running_service(service):
    ended = demo("--url", service.url, "--bots", "greedy,random,search")

    assert (0, "") == (ended.returncode, ended.stderr)
    versions = [int(number) for number in re.findall(r"^ *(\d+)  ", ended.stdout, re.MULTILINE)]
    assert versions == sorted(versions) and len(set(versions)) == versions[-1]  # every commit, in order
    assert {"greedy 0", "random 1", "search 2"} <= set(re.findall(r"(?:greedy|random|search) \d", ended.stdout))
    assert 3 == len(points(ended.stdout)) and max(points(ended.stdout)) >= 25
    assert "won" in ended.stdout.splitlines()[-1]


def test_it_finds_the_service_of_the_settings(service):
    ended = demo("--bots", "random,random", PORT=service.url.rpartition(":")[2])

    assert (0, "") == (ended.returncode, ended.stderr)
    assert f" at {service.url}: random, random at the table" in ended.stdout
    assert 2 == len(points(ended.stdout))


def test_it_starts_a_service_of_its_own_and_removes_it(tmp_path, monkeypatch):
    temporary, var = tmp_path / "tmp", tmp_path / "var"
    temporary.mkdir()
    monkeypatch.setenv("TMPDIR", str(temporary))

    ended = demo("--bots", "random,greedy", PORT="1", VAR=str(var))

    assert (0, "") == (ended.returncode, ended.stderr)
    assert ended.stdout.startswith("starting a service for the demo ...\n")
    assert 2 == len(points(ended.stdout))
    assert not var.exists()
    assert [] == list(temporary.iterdir())


def test_it_passes_on_what_the_service_refuses(service):
    ended = demo("--url", service.url, "--ruleset", "chess")

    assert 1 == ended.returncode
    assert re.match(r"kancha: POST /v1/games: 4\d\d unknown_ruleset: ", ended.stderr)
