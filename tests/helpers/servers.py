"""Servers that tests start for themselves, on sockets and ports of their own, and stop by their own process id."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterator
from pathlib import Path

from service.embedded import EmbeddedServer


@contextlib.contextmanager
def store_server(folder: Path, *, fsync: str = "everysec", memory: int = 0) -> Iterator[EmbeddedServer]:
    """A real store with its file under `folder`; `.url` is for redis-py, `.kill()` and `.start()` for crashes."""
    server = EmbeddedServer(folder / "store", fsync=fsync, memory=memory)
    server.start()
    try:
        yield server
    finally:
        server.stop()


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
