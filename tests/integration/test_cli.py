"""The `kancha` command as a user meets it: what it lists, and how it refuses."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
from pathlib import Path

import pytest
import redis

from service.settings import Settings
from tests.helpers.servers import store_server

ROOT = Path(__file__).resolve().parents[2]


def kancha(*arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """Run the command with these settings alone."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("KANCHA_")}
    environment = inherited | {f"KANCHA_{name}": text for name, text in variables.items()}
    command = [sys.executable, "-m", "service.cli", *arguments]
    return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=60, check=False)


def test_settings_lists_every_setting_with_its_present_value():
    ended = kancha("settings", PORT="9000", REDIS_URL="redis://:hush@store:6379/0")

    lines = {line.split()[0]: line for line in ended.stdout.splitlines()}
    assert 0 == ended.returncode
    assert {row[0] for row in Settings().rows()} == set(lines) - {"variable"}
    assert ["KANCHA_PORT", "9000", "8000", "port"] == lines["KANCHA_PORT"].split()[:4]
    assert "redis://:***@store:6379/0" in lines["KANCHA_REDIS_URL"]
    assert "hush" not in ended.stdout


def test_a_reader_that_goes_away_is_no_error_to_talk_about():
    command = f"{sys.executable} -m service.cli settings | head -1"
    ended = subprocess.run(["sh", "-c", command], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)

    assert "variable" in ended.stdout
    assert "" == ended.stderr


def test_a_wrong_setting_stops_every_command_with_its_name():
    ended = kancha("up", PORT="eighty")

    assert 1 == ended.returncode
    assert "kancha: KANCHA_PORT is 'eighty', but must be a whole number from 0 to 65535\n" == ended.stderr


def test_a_misspelt_setting_is_pointed_out():
    ended = kancha("settings", PROT="9000")

    assert 0 == ended.returncode
    assert "kancha: KANCHA_PROT is no setting (kancha settings lists them)\n" == ended.stderr


def test_up_refuses_a_taken_port_in_one_line(tmp_path):
    with socket.create_server(("127.0.0.1", 0)) as holder:
        port = holder.getsockname()[1]
        ended = kancha("up", PORT=str(port), VAR=str(tmp_path))

    assert 1 == ended.returncode
    assert f"kancha: port {port} of 127.0.0.1 is taken; set KANCHA_PORT to another one" in ended.stderr
    assert 1 == len(ended.stderr.splitlines())
    assert [] == list(tmp_path.iterdir())


@pytest.mark.parametrize("command", ["up", "web", "worker"])
def test_a_store_that_may_evict_is_refused_in_one_line(command, tmp_path):
    with store_server(tmp_path) as server:
        with redis.Redis.from_url(server.url) as client:
            client.config_set("maxmemory-policy", "allkeys-lru")
        ended = kancha(command, PORT="0", VAR=str(tmp_path / "var"), REDIS_URL=server.url)

    assert 1 == ended.returncode
    assert "may evict games: its maxmemory-policy is allkeys-lru, but must be noeviction" in ended.stderr
    assert 1 == len(ended.stderr.splitlines())


@pytest.mark.parametrize("command", ["up", "web", "worker"])
def test_a_store_that_is_not_there_is_refused_in_one_line(command, tmp_path):
    ended = kancha(command, PORT="0", VAR=str(tmp_path), REDIS_URL="redis://127.0.0.1:1/0")

    assert 1 == ended.returncode
    assert "kancha: the store redis://127.0.0.1:1/0 (KANCHA_REDIS_URL) does not answer: " in ended.stderr
    assert 1 == len(ended.stderr.splitlines())


@pytest.mark.parametrize("command", ["web", "worker"])
def test_parts_of_a_service_need_a_store(command):
    ended = kancha(command)

    assert 1 == ended.returncode
    assert "KANCHA_REDIS_URL is not set" in ended.stderr


def test_a_folder_in_use_is_refused(tmp_path):
    with store_server(tmp_path):
        ended = kancha("up", PORT="0", VAR=str(tmp_path))

    assert 1 == ended.returncode
    assert f"kancha: {tmp_path / 'store'} is in use by another Kancha" in ended.stderr


@pytest.mark.parametrize("url", ["ftp://127.0.0.1", "127.0.0.1:8000"])
def test_the_demo_refuses_what_is_no_url(url):
    ended = kancha("demo", "--url", url)

    assert 1 == ended.returncode
    assert f"kancha: {url!r} is no URL of a Kancha" in ended.stderr


def test_the_demo_says_when_nobody_answers():
    ended = kancha("demo", "--url", "http://127.0.0.1:1")

    assert 1 == ended.returncode
    assert "kancha: http://127.0.0.1:1 does not answer: " in ended.stderr
