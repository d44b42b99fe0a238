"""The tour of the README is run as it stands, in one shell, against a service of its own."""

from __future__ import annotations

import json
import re
import subprocess
from pathlib import Path

import pytest

from tests.helpers.servers import ROOT, kancha_up

BLOCKS = re.findall(r"^```sh tour\n(.*?)^```", (ROOT / "README.md").read_text(), re.MULTILINE | re.DOTALL)
MARK = "=== end of block"


@pytest.fixture(scope="module")
def answers(tmp_path_factory) -> list[str]:
    """What every block printed, in order."""
    folder: Path = tmp_path_factory.mktemp("readme")
    with kancha_up(folder / "var") as service:
        script = f"\necho '{MARK}'\n".join(BLOCKS).replace("http://127.0.0.1:8000", service.url)
        ended = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script],
            cwd=folder,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
    assert ended.returncode == 0, ended.stdout + ended.stderr
    return [part.strip() for part in ended.stdout.split(MARK)]


def test_every_block_is_run(answers):
    assert len(BLOCKS) == len(answers) == 8


def test_the_game_starts_with_the_tables_in_view(answers):
    assert 2 == len(json.loads(answers[2]))


def test_choices_are_listed_and_a_retry_gets_the_first_answer(answers):
    assert {"verb": "draw", "card": "character"} in json.loads(answers[3])
    first, second = answers[4].split()
    assert first == second


def test_a_wrong_move_is_refused_with_what_would_be_right(answers):
    problem = json.loads(answers[5])
    assert problem["code"] in ("illegal_choice", "stale_version", "not_your_decision")
    assert problem["detail"]


def test_the_game_ends_with_a_score_sheet_a_whole_log_and_any_position(answers):
    assert json.loads(answers[6])["scores"]
    last, tables = answers[7].splitlines()
    assert "finished" == json.loads(last)["events"][-1]["type"]
    assert 2 == len(json.loads(tables))
