"""One reader of wake-ups per process, which wakes whoever waits for a game of theirs.

A wake-up only says that there is something to read; a lost one costs time, never a commit, since every
waiter looks by itself now and then. The reader starts with the first waiter, hence after the web server
has forked.
"""

import logging
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from events.store import EventStore
from service.http.logs import write

PAUSE_SECONDS = 1.0
"""Before the reader asks again a store that has failed."""

LOOK_SECONDS = 1.0
"""How often the reader looks whether the process is about to end."""


class Waiter:
    """A client that waits for one game."""

    __slots__ = ("_woken",)

    def __init__(self) -> None:
        self._woken = threading.Event()

    def wake(self) -> None:
        """Let it look."""
        self._woken.set()

    def sleep(self, seconds: float) -> None:
        """Return when woken, also by what happened since it slept last, or after so many seconds."""
        self._woken.wait(max(0.0, seconds))
        self._woken.clear()


class Hub:
    """Wakes the waiters of a process."""

    def __init__(self, store: EventStore) -> None:
        self._store = store
        self._lock = threading.RLock()  # a signal's handler may close the hub while its thread is in here
        self._waiters: dict[str, set[Waiter]] = defaultdict(set)
        self._reader: threading.Thread | None = None
        self.closing = False

    @contextmanager
    def waiter(self, game: str) -> Iterator[Waiter]:
        """Register a waiter for a game as long as the context lasts."""
        one = Waiter()
        with self._lock:
            self._waiters[game].add(one)
            if self._reader is None:
                self._reader = threading.Thread(target=self._read, name="hub", daemon=True)
                self._reader.start()
        try:
            yield one
        finally:
            with self._lock:
                self._waiters[game].discard(one)
                if not self._waiters[game]:
                    del self._waiters[game]

    def wake_all(self) -> None:
        """Let everybody look."""
        with self._lock:
            waiters = [one for some in self._waiters.values() for one in some]
        for one in waiters:
            one.wake()

    def close(self) -> None:
        """Let all waits end soon, for good."""
        self.closing = True
        self.wake_all()

    def _wake(self, game: str) -> None:
        with self._lock:
            waiters = list(self._waiters.get(game, ()))
        for one in waiters:
            one.wake()

    def _read(self) -> None:
        while not self.closing:
            try:
                self._pass_on()
            except Exception as error:  # the reader must outlive whatever the store's adapter raises
                write(logging.WARNING, "wake_ups_lost", error=type(error).__name__)
                self.wake_all()
                time.sleep(PAUSE_SECONDS)

    def _pass_on(self) -> None:
        subscription = self._store.subscribe()
        try:
            while not self.closing:
                wake = subscription.get(LOOK_SECONDS)
                if wake is not None:
                    self._wake(wake.game)
        finally:
            subscription.close()
