"""Servers that tests start for themselves, on sockets and ports of their own, and stop by their own process id."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from service.embedded import EmbeddedServer
from service.up import READY

ROOT = Path(__file__).resolve().parents[2]


@contextlib.contextmanager
def store_server(folder: Path, *, fsync: str = "everysec", memory: int = 0) -> Iterator[EmbeddedServer]:
    """A real store with its file under `folder`; `.url` is for redis-py, `.kill()` and `.start()` for crashes."""
    server = EmbeddedServer(folder / "store", fsync=fsync, memory=memory)
    server.start()
    try:
        yield server
    finally:
        server.stop()


@dataclass
class Kancha:
    """A whole service in a process of its own: `kancha up` and what it has started."""

    process: subprocess.Popen[str]
    url: str
    greeting: str

    @property
    def pid(self) -> int:
        """The process id of `kancha up` itself."""
        return self.process.pid

    def family(self) -> dict[int, str]:
        """Every process that the service consists of, besides `kancha up`: id and command line."""
        return {pid: command_line(pid) for pid in descendants(self.pid)}

    def members(self, *words: str) -> list[int]:
        """The processes whose command line has all these words."""
        return [pid for pid, line in self.family().items() if all(word in line for word in words)]

    def ask(self, method: str, path: str, body: Any = None, token: str = "", **headers: str) -> tuple[int, Any]:
        """One request: status and, if it is JSON, the parsed answer. Names of headers are written with `_` for `-`."""
        request = urllib.request.Request(self.url + path, method=method)
        for name, text in headers.items():
            request.add_header(name.replace("_", "-"), text)
        if token:
            request.add_header("Authorization", f"Bearer {token}")
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return answer.status, parsed(answer.read())
        except urllib.error.HTTPError as refusal:
            with refusal:
                return refusal.code, parsed(refusal.read())

    def stop(self, number: signal.Signals = signal.SIGTERM, seconds: float = 30.0) -> int:
        """Signal `kancha up` and wait for its end; its exit code."""
        self.process.send_signal(number)
        return self.process.wait(seconds)


@contextlib.contextmanager
def kancha_up(folder: Path, **settings: str) -> Iterator[Kancha]:
    """A running service with its data under `folder`, on a free port; settings by name, without `KANCHA_`."""
    inherited = {name: text for name, text in os.environ.items() if not name.startswith("KANCHA_")}
    own = {"PORT": "0", "VAR": str(folder), **settings}
    environment = inherited | {f"KANCHA_{name}": text for name, text in own.items()}
    command = [sys.executable, "-m", "service.cli", "up"]
    with (folder.parent / f"{folder.name}.err").open("w+") as errors:
        process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=errors, text=True, start_new_session=True
        )
        assert process.stdout
        try:
            greeting = ""
            while "Ctrl-C" not in greeting:
                line = process.stdout.readline()
                if not line:
                    errors.seek(0)
                    raise AssertionError(f"kancha up ended with code {process.wait()}:\n{errors.read()}")
                greeting += line
            url = greeting.partition(READY)[2].split()[0]
            yield Kancha(process, url, greeting)
        finally:
            if process.poll() is None:
                process.terminate()
                process.wait(30)
            process.stdout.close()


def parsed(text: bytes) -> Any:
    """JSON as data, anything else as text."""
    try:
        return json.loads(text)
    except ValueError:
        return text.decode("utf-8", "replace")


def descendants(pid: int) -> set[int]:
    """The living processes that a process has started, and those that they have."""
    parents: dict[int, int] = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError):
            name, _, rest = stat.read_text().rpartition(")")
            state, parent = rest.split()[:2]
            if state != "Z":
                parents[int(name.split()[0])] = int(parent)
    found: set[int] = set()
    while more := {child for child, parent in parents.items() if parent in {pid, *found}} - found:
        found |= more
    return found


def command_line(pid: int) -> str:
    """The command line of a process, words apart; empty if it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ").strip()
    except OSError:
        return ""


def wait_until(holds: Callable[[], bool], seconds: float = 10.0, what: str = "what the test waits for") -> None:
    """Look again and again until something holds; fails after `seconds`."""
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise AssertionError(f"{what} did not happen within {seconds:g} s")
        time.sleep(0.02)


def alive(pid: int) -> bool:
    """Whether a process runs (a dead one that nobody has collected does not count)."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    stat = Path(f"/proc/{pid}/stat")
    try:
        return stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return not stat.parent.parent.exists()
