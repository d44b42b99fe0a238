"""Keeps the processes of one installation running, and ends them in order.

The store is started first and ended last. A child that dies is started again, later and later if it keeps dying; what
cannot be mended ends the whole with a clear error. Children are known by their process ids and nothing else is touched.
"""

from __future__ import annotations

import os
import signal
import subprocess
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from service import lifeline
from service.embedded import EmbeddedError, EmbeddedServer

TICK = 0.1  # seconds between two looks at the children
PAUSES = (0.5, 1.0, 2.0, 5.0, 10.0, 30.0)  # seconds before a child that keeps dying is started again
SETTLED = 30.0  # seconds of life after which a death counts as the first one
PATIENCE = 6.0  # seconds that children get to end by themselves
STORE_DEATHS = 30  # deaths of the store in one minute that are one too many
TAIL = 6  # lines of a child's log that a message quotes


class SupervisorError(RuntimeError):
    """Something that belongs to the installation cannot run; the text says what and why."""


@dataclass(slots=True)
class Child:
    """A process to keep alive: its command and the file that takes what it writes."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    log: Path
    pass_fds: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    deaths: int = 0
    start_at: float = 0.0

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self.process is not None and self.process.poll() is None

    def start(self) -> None:
        """Start the process, tied to this one, in a group of its own so that Ctrl-C reaches only the supervisor."""
        with self.log.open("ab") as output:
            self.process = subprocess.Popen(
                lifeline.wrap(self.command, signal.SIGTERM),
                env=self.environment,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                pass_fds=self.pass_fds,
                start_new_session=True,
            )
        self.started = time.monotonic()

    def ended(self) -> str:
        """How the process ended, in words."""
        assert self.process is not None
        code = self.process.returncode
        if code < 0:
            return f"{self.name} (process {self.process.pid}) was ended by signal {signal.Signals(-code).name}"
        return f"{self.name} (process {self.process.pid}) ended with code {code}"

    def tail(self) -> str:
        """The last lines that the child wrote."""
        try:
            text = self.log.read_text("utf-8", "replace")
        except OSError:
            return ""
        return "\n".join("    " + line for line in text.splitlines()[-TAIL:])


@dataclass(slots=True)
class Supervisor:
    """The store, if it is ours, and the children above it. `say` gets a line for whatever happens."""

    store: EmbeddedServer | None
    say: Callable[[str], None]
    children: list[Child] = field(default_factory=list)
    stopping: threading.Event = field(default_factory=threading.Event)
    hurry: bool = False
    store_deaths: list[float] = field(default_factory=list)

    def catch_signals(self) -> None:
        """Have SIGINT, SIGTERM and SIGHUP end everything; a second one ends the patience, too."""

        def stop(number: int, frame: FrameType | None) -> None:
            self.hurry = self.stopping.is_set()
            self.stopping.set()

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, stop)

    def start(self, children: Sequence[Child], ready: Callable[[], bool], timeout: float = 60.0) -> None:
        """Start the children and wait until they are ready, or until a signal asks to stop.

        Raises `SupervisorError` if one of them dies before that or the time is over.
        """
        for child in children:
            self.children.append(child)
            child.start()
        deadline = time.monotonic() + timeout
        while not self.stopping.is_set() and not ready():
            for child in self.children:
                if not child.running:
                    raise SupervisorError(f"{child.ended()} before it was ready:\n{child.tail()}")
            if self.store and not self.store.running:
                raise SupervisorError(f"the embedded store died:\n{self.store.tail()}")
            if time.monotonic() > deadline:
                logs = ", ".join(sorted({str(child.log) for child in children}))
                raise SupervisorError(f"the service was not ready after {timeout:g} s; its logs: {logs}")
            time.sleep(TICK)

    def watch(self) -> None:
        """Mend what dies until a signal asks to stop. Raises `SupervisorError` if the store cannot be mended."""
        while not self.stopping.is_set():
            if self.store and not self.store.running:
                self._mend_store(self.store)
            for child in self.children:
                if not child.running:
                    self._mend(child)
            self.stopping.wait(TICK)

    def stop(self) -> None:
        """End the children together, then the store. What does not end in time is killed."""
        for child in self.children:
            if child.process is not None and child.running:
                child.process.terminate()
        deadline = time.monotonic() + PATIENCE
        while any(child.running for child in self.children) and time.monotonic() < deadline and not self.hurry:
            time.sleep(TICK / 4)
        for child in self.children:
            if child.process is not None and child.running:
                os.killpg(child.process.pid, signal.SIGKILL)  # its own group: see Child.start
                child.process.wait()
        if self.store:
            self.store.stop()

    def _mend(self, child: Child) -> None:
        """Note a death and start the child again when its pause is over."""
        now = time.monotonic()
        if child.start_at == 0.0:
            child.deaths = 1 if now - child.started > SETTLED else child.deaths + 1
            pause = PAUSES[min(child.deaths, len(PAUSES)) - 1]
            child.start_at = now + pause
            words = f"{child.ended()}; it is started again in {pause:g} s"
            self.say(words if child.deaths == 1 else f"{words}. It wrote last:\n{child.tail()}")
        elif now >= child.start_at:
            child.start_at = 0.0
            child.start()

    def _mend_store(self, store: EmbeddedServer) -> None:
        """Start the store again from its file: what it had acknowledged is in there."""
        now = time.monotonic()
        self.store_deaths = [death for death in self.store_deaths if now - death < 60.0] + [now]
        if len(self.store_deaths) >= STORE_DEATHS:
            raise SupervisorError(f"the embedded store died {STORE_DEATHS} times within a minute:\n{store.tail()}")
        self.say(f"the embedded store (process {store.pid}) died; it is started again from its file")
        try:
            store.start()
        except EmbeddedError as error:
            raise SupervisorError(str(error)) from error
