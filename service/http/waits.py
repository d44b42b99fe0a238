"""How many clients may wait at a time: a wait holds a thread, and the others are needed for moves."""

import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager

from service.http import metrics
from service.http.errors import Fault

RETRY_AFTER = "5"


class Waits:
    """Counts the streams and long polls of this process, in all and by player."""

    def __init__(self, most: int, most_of_player: int) -> None:
        self._most, self._most_of_player = most, most_of_player
        self._lock = threading.Lock()
        self._by_player: Counter[str] = Counter()

    @property
    def open(self) -> int:
        """How many places are taken."""
        with self._lock:
            return self._by_player.total()

    @contextmanager
    def one(self, player: str) -> Iterator[None]:
        """Hold a place while the client waits; raises the `Fault` too_many_waits if there is none."""
        self.take(player)
        try:
            yield
        finally:
            self.give_back(player)

    def take(self, player: str) -> None:
        """Take a place, to be given back once; raises the `Fault` too_many_waits if there is none."""
        with self._lock:
            of_all = self._by_player.total() >= self._most
            if of_all or self._by_player[player] >= self._most_of_player:
                whose = "here" if of_all else "of yours"
                detail = f"Too many streams and long polls {whose}. Try again later, or ask without waiting."
                raise Fault("too_many_waits", detail, headers={"Retry-After": RETRY_AFTER})
            self._by_player[player] += 1
        metrics.WAITS.inc()

    def give_back(self, player: str) -> None:
        """Give a place back."""
        with self._lock:
            self._by_player[player] -= 1
            if self._by_player[player] <= 0:
                del self._by_player[player]
        metrics.WAITS.dec()
