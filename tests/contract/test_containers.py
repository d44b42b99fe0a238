"""The image and the compose file run what the tests run: the same commands, ports, checks and store settings."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
import sys
import threading
import tomllib
from collections.abc import Iterator
from contextlib import contextmanager
from fnmatch import fnmatch
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
import yaml

from service import cli, settings, store_check
from service.embedded import find_server
from tests.helpers.servers import wait_until

ROOT = Path(__file__).resolve().parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
COMPOSE = yaml.safe_load((ROOT / "compose.yaml").read_text())


def instructions() -> list[tuple[str, str]]:
    """The instructions of the Dockerfile: word and rest, continued lines joined."""
    text = re.sub(r"\\\n", " ", (ROOT / "Dockerfile").read_text())
    lines = [line.strip() for line in text.splitlines()]
    return [(line.split()[0], line.split(maxsplit=1)[1]) for line in lines if line and not line.startswith("#")]


def final_stage() -> dict[str, str]:
    """The last value of each instruction of the last stage."""
    found = instructions()
    start = max(index for index, (word, _) in enumerate(found) if word == "FROM")
    return dict(found[start:])


def environment() -> dict[str, str]:
    """What the image sets for its processes."""
    return dict(pair.split("=", 1) for pair in shlex.split(final_stage()["ENV"]))


def test_the_image_runs_the_web_server():
    assert ["kancha", "web"] == json.loads(final_stage()["CMD"])


@pytest.mark.parametrize(("service", "command"), [("web", ["kancha", "web"]), ("worker", ["kancha", "worker"])])
def test_compose_runs_commands_that_exist(service, command):
    assert command == COMPOSE["services"][service]["command"]
    assert cli.parser().parse_args(command[1:]).run


def test_the_command_of_the_image_is_the_projects():
    assert {"kancha": "service.cli:main"} == PROJECT["project"]["scripts"]


def test_the_image_runs_as_a_user_without_rights_that_it_makes_itself():
    user, group = final_stage()["USER"].split(":")

    assert int(user) > 0 and int(group) > 0
    assert f"--gid {group} " in final_stage()["RUN"] and f"--uid {user} " in final_stage()["RUN"]


def test_all_say_the_same_port():
    published = COMPOSE["services"]["web"]["ports"][0]

    assert environment()["KANCHA_PORT"] == final_stage()["EXPOSE"] == published.rpartition(":")[2]
    assert "0.0.0.0" == environment()["KANCHA_HOST"]


def test_the_published_port_is_this_machines_alone_by_default():
    assert COMPOSE["services"]["web"]["ports"][0].startswith("${KANCHA_HOST:-127.0.0.1}:")


def test_what_they_set_are_settings():
    known = {row[0] for row in settings.Settings().rows()}
    named = {name for service in COMPOSE["services"].values() for name in service.get("environment", {})}
    named |= {name for name in environment() if name.startswith("KANCHA_")}

    assert named <= known


@pytest.mark.parametrize(("status", "healthy"), [(200, True), (503, False)])
def test_the_health_check_tells_a_healthy_server_from_an_ill_one(status, healthy):
    check = json.loads(final_stage()["HEALTHCHECK"].partition("CMD ")[2])

    with web_server(status) as port:
        command = [sys.executable, *check[1:]]
        ended = subprocess.run(command, env={"KANCHA_PORT": str(port)}, capture_output=True, check=False)

    assert "python" == check[0]
    assert healthy == (ended.returncode == 0)


def test_the_health_check_fails_without_a_server():
    check = json.loads(final_stage()["HEALTHCHECK"].partition("CMD ")[2])

    ended = subprocess.run([sys.executable, *check[1:]], env={"KANCHA_PORT": "1"}, capture_output=True, check=False)

    assert 0 != ended.returncode


@contextmanager
def web_server(status: int) -> Iterator[int]:
    """A web server that answers `/healthz` with one status; its port."""

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status if self.path == "/healthz" else 404)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Say nothing."""

    server = HTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield server.server_port
    finally:
        server.shutdown()
        server.server_close()


def test_the_composed_store_keeps_every_game(tmp_path):
    command = COMPOSE["services"]["redis"]["command"]
    assert "redis-server" == command[0]

    path = tmp_path / "s"
    options = ["--port", "0", "--unixsocket", str(path), "--dir", str(tmp_path)]
    with subprocess.Popen([str(find_server()), *command[1:], *options], stdout=subprocess.DEVNULL) as server:
        try:
            wait_until(path.exists)
            store_check.require(f"unix://{path}", f"unix://{path}")
            wait_until(lambda: list(tmp_path.glob("appendonlydir/*.aof")) != [])
        finally:
            server.terminate()


def test_the_store_outlives_its_container_and_is_reached_by_the_service_alone():
    store = COMPOSE["services"]["redis"]

    assert ["games:/data"] == store["volumes"] and "games" in COMPOSE["volumes"]
    assert "ports" not in store
    assert ["store"] == store["networks"] and COMPOSE["networks"]["store"]["internal"]


@pytest.mark.parametrize("service", ["web", "worker"])
def test_services_wait_for_a_healthy_store_and_have_no_more_rights_than_they_need(service):
    composed = COMPOSE["services"][service]

    assert {"redis": {"condition": "service_healthy"}} == composed["depends_on"]
    assert ["ALL"] == composed["cap_drop"] and composed["read_only"]
    assert "redis://redis:6379/0" == composed["environment"]["KANCHA_REDIS_URL"]


def copied() -> Iterator[str]:
    """What the Dockerfile takes from the project's folder."""
    for word, rest in instructions():
        if word == "COPY" and "--from" not in rest:
            yield from rest.split()[:-1]


def test_the_image_gets_every_package_and_what_the_build_needs():
    packages = {pattern.removesuffix("*") for pattern in PROJECT["tool"]["setuptools"]["packages"]["find"]["include"]}

    assert packages | {"pyproject.toml", "constraints.txt"} == set(copied())
    assert all((ROOT / name).exists() for name in copied())


def test_what_is_copied_is_not_ignored():
    admitted = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}

    assert set(copied()) == admitted


def test_files_beside_the_code_are_packed_with_it():
    patterns = PROJECT["tool"]["setuptools"]["package-data"]["*"]
    packages = [name for name in copied() if (ROOT / name).is_dir()]
    files = [path for package in packages for path in (ROOT / package).rglob("*") if path.is_file()]
    loose = [path.name for path in files if path.suffix not in (".py", ".pyc")]

    assert [] == [name for name in loose if not any(fnmatch(name, pattern) for pattern in patterns)]


def test_the_image_has_a_python_that_the_project_allows():
    bases = {rest.split()[0] for word, rest in instructions() if word == "FROM"}
    (version,) = {re.fullmatch(r"python:(\d+\.\d+)-slim", base)[1] for base in bases}

    assert f">={version}" == PROJECT["project"]["requires-python"]
