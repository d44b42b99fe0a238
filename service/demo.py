"""`kancha demo`: bots play one whole game over HTTP, shown move by move, with the score sheet at the end.

It is a client like any other: everything it knows comes from the public API, over one plain HTTP connection. Without a
service to use it starts one of its own, on a free port and a temporary folder, and ends it afterwards.
"""

from __future__ import annotations

import contextlib
import http.client
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from typing import Any
from urllib.parse import urlsplit

from service import lifeline, up
from service.settings import Settings

PATIENCE = 120.0  # seconds without a move after which the demo gives up
WAIT_MS = 10_000  # how long one question for new moves may wait
WIDTH = 100  # characters of a line about one move
Plain = dict[str, Any]


class DemoError(RuntimeError):
    """The demo cannot go on; the text says why."""


def run(settings: Settings, url: str | None, ruleset: str, bots: Sequence[str]) -> int:
    """Have bots play one game of a ruleset and show it. Returns the exit code."""
    with _service(settings, url) as address:
        client = _Client(address)
        try:
            account = client.ask("POST", "/v1/players", {"name": "Demo"})
            client.token = account["token"]
            seats = [{"bot": bot} for bot in bots]
            game = client.ask("POST", "/v1/games", {"ruleset": ruleset, "seats": seats, "visibility": "private"})
            print(f"{ruleset}, game {game['id']} at {address}: {', '.join(bots)} at the table\n")
            names = [f"{bot} {seat}" for seat, bot in enumerate(bots)]
            _follow(client, f"/v1/games/{game['id']}", _Screen(names))
            _print_scores(client.ask("GET", f"/v1/games/{game['id']}/scores"), names)
            client.ask("DELETE", "/v1/players/me")
        finally:
            client.close()
    return 0


class _Client:
    """Speaks JSON with one service over one connection."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise DemoError(f"{address!r} is no URL of a Kancha, such as http://127.0.0.1:8000")
        kind = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self.address = address
        self.connection = kind(parts.hostname, parts.port, timeout=60.0)
        self.token = ""

    def ask(self, method: str, path: str, body: Plain | None = None) -> Plain:
        """One request; the answer's JSON. Raises `DemoError` with the service's own words if it refuses."""
        headers = {"Accept": "application/json"}
        if self.token:
            headers["Authorization"] = f"Bearer {self.token}"
        if body is not None:
            headers["Content-Type"] = "application/json"
        try:
            self.connection.request(method, path, json.dumps(body) if body is not None else None, headers)
            response = self.connection.getresponse()
            text = response.read()
        except (OSError, http.client.HTTPException) as error:
            self.connection.close()
            raise DemoError(f"{self.address} does not answer: {error or type(error).__name__}") from error
        try:
            answer = json.loads(text) if text else {}
        except ValueError as error:
            raise DemoError(f"{self.address}{path} answers no JSON: is it a Kancha?") from error
        if response.status >= http.client.BAD_REQUEST:
            raise DemoError(f"{method} {path}: {response.status} {answer.get('code', '')}: {answer.get('detail', '')}")
        return dict(answer)

    def close(self) -> None:
        """End the connection."""
        self.connection.close()


class _Screen:
    """Shows moves as lines, and below them, on a terminal, a line of progress that overwrites itself."""

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names
        self.live = sys.stdout.isatty()
        self.started = time.monotonic()
        self.moves = 0
        self.columns = min(shutil.get_terminal_size().columns, WIDTH) - 1

    def show(self, commit: Plain) -> None:
        """One line for each event of a commit; what followed from it stands behind the last one."""
        self._clear()
        actor = commit["by"].get("seat")
        facts = "; ".join(_fact(fact, actor) for fact in commit.get("facts", ()))
        last = len(commit["events"]) - 1
        for index, event in enumerate(commit["events"]):
            who, what = "", event["type"]
            if what in ("chose", "drawn"):
                self.moves += what == "chose"
                who = self.who(event["seat"]) if what == "chose" else "chance"
                what = " ".join(map(_word, event["choice"])) if "choice" in event else "(hidden)"
            self._line(commit["version"], who, what, facts if index == last else "")

    def who(self, seat: int) -> str:
        """The name of a seat; negative ones are the table's own."""
        return self.names[seat] if seat >= 0 else "table"

    def progress(self, version: int, scores: Sequence[Plain]) -> None:
        """Write the line of progress anew."""
        if not self.live:
            return
        points = " · ".join(f"{self.who(score['seat'])}: {score['points']}" for score in scores)
        seconds = time.monotonic() - self.started
        line = f"version {version} · {self.moves} moves · {self.moves / seconds:.1f}/s · {points}"
        print(f"\r\x1b[2K\x1b[7m {line[: self.columns - 2]} \x1b[0m", end="", flush=True)

    def end(self) -> None:
        """Remove the line of progress and say how long the game took."""
        self._clear()
        print(f"\n{self.moves} moves in {time.monotonic() - self.started:.1f} s")

    def _clear(self) -> None:
        if self.live:
            print("\r\x1b[2K", end="")

    def _line(self, version: int, who: str, what: str, facts: str) -> None:
        line = f"{version:5}  {who:<10}  {what:<28}  {facts}".rstrip()
        print(line if not self.live or len(line) <= self.columns else line[: self.columns - 1] + "…", flush=True)


def _follow(client: _Client, game: str, screen: _Screen) -> None:
    """Show every commit of a game until it has ended."""
    version, heard = 0, time.monotonic()
    while True:
        batch = client.ask("GET", f"{game}/events?after={version}&wait={WAIT_MS}")
        for commit in batch["events"]:
            version, heard = commit["version"], time.monotonic()
            screen.show(commit)
            if any(event["type"] in ("finished", "expired") for event in commit["events"]):
                screen.end()
                return
        if time.monotonic() - heard > PATIENCE:
            raise DemoError(f"no move for {PATIENCE:g} s: do workers run?")
        if screen.live and batch["events"] and version > 2:
            screen.progress(version, client.ask("GET", f"{game}/scores").get("scores", ()))


def _print_scores(sheet: Plain, names: Sequence[str]) -> None:
    """The score sheet: a column for each seat, a row for each part."""
    scores = sorted(sheet["scores"], key=lambda score: score["seat"])
    parts = list(dict.fromkeys(part for score in scores for part in score["parts"]))
    winners = ["won" if score["won"] else "" for score in scores]
    rows: list[Sequence[str]] = [["", *(names[score["seat"]] for score in scores)]]
    rows += [[part.replace("_", " "), *(str(score["parts"].get(part, "")) for score in scores)] for part in parts]
    rows += [["points", *(str(score["points"]) for score in scores)], ["", *winners]]
    first = max(len(row[0]) for row in rows)
    print()
    for row in rows:
        print("  ".join([row[0].ljust(first), *(cell.rjust(10) for cell in row[1:])]).rstrip())


def _fact(fact: Mapping[str, Any], actor: int | None) -> str:
    """A fact in one phrase, such as `character_placed card=elf_03 table=1`; who acted is known from the line."""
    fields = [
        f"{name}={_word(value)}"
        for name, value in fact.items()
        if name not in ("fact", "sealed") and not (name == "seat" and value == actor)
    ]
    return " ".join([str(fact["fact"]), *fields])


def _word(value: Any) -> str:
    """A value as a person reads it in a line."""
    if isinstance(value, list):
        return "+".join(map(_word, value)) or "-"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "-" if value is None else str(value) if not isinstance(value, dict) else json.dumps(value)


@contextlib.contextmanager
def _service(settings: Settings, url: str | None) -> Iterator[str]:
    """The address of a service: the one that is named, one that runs where the settings say, or one of our own."""
    if url:
        yield url.rstrip("/")
    elif up.is_ready(settings.host, settings.port):
        yield up.url(settings.host, settings.port)
    else:
        with tempfile.TemporaryDirectory(prefix="kancha-demo-") as folder, _own_service(folder) as address:
            yield address


@contextlib.contextmanager
def _own_service(folder: str) -> Iterator[str]:
    """Start `kancha up` on a free port and with a store of its own in `folder`; end it afterwards."""
    own = {"KANCHA_HOST": "127.0.0.1", "KANCHA_PORT": "0", "KANCHA_VAR": folder}
    environment = {**os.environ, **own, "KANCHA_REDIS_URL": "", "KANCHA_QUEUE_URL": ""}
    command = lifeline.wrap([sys.executable, "-P", "-m", "service.cli", "up"], signal.SIGTERM)
    print("starting a service for the demo ...", flush=True)
    with subprocess.Popen(
        command, env=environment, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as service:
        assert service.stdout
        try:
            ready = next((line for line in service.stdout if line.startswith(up.READY)), "")
            if not ready:
                raise DemoError("the service did not start")
            yield ready.removeprefix(up.READY).strip()
        finally:
            service.terminate()
            service.wait()
