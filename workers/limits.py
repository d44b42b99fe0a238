"""A limit for code that may never come back."""

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any


class Late(BaseException):
    """The time is up. No `Exception`, so that whoever catches those does not swallow it."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raise `Late` inside the block after so many seconds of wall-clock time.

    It works by SIGALRM, so only in the main thread, where jobs run; an alarm that somebody has set before
    goes on counting behind it.
    """
    assert threading.current_thread() is threading.main_thread(), "jobs run in the main thread"

    def ring(*_: Any) -> None:
        raise Late

    began = time.monotonic()
    before = signal.signal(signal.SIGALRM, ring)
    remaining, _ = signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if remaining:
            signal.setitimer(signal.ITIMER_REAL, max(0.001, remaining - (time.monotonic() - began)))
