"""The sweep: finds decisions whose job was lost, in every worker process.

The due set of the store says which decisions workers have to answer and since when. Whatever has been due
for a while is asked again under the number of the attempt; all sweeps compute the same number, so they mean
the same job, and the queue takes it once.
"""

import logging
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from domain.core.agenda import SYSTEM
from events.store import SHARDS, read_member

if TYPE_CHECKING:
    from service.bootstrap import Service

MOST = 500
"""Decisions that one look takes up."""

UPKEEP_MS = 60_000
"""Time between the repairs of two shards; each of the 64 has its turn about once an hour."""

log = logging.getLogger("kancha.workers")


def attempt_at(age: float, delays: Sequence[float]) -> int:
    """Return the number of the attempt for a decision that has been due for `age` seconds.

    The first one (0) is made at once, the next ones at the given ages; after the last of them there is another
    one whenever that time has passed once more, so that no lost job is the last.
    """
    passed = sum(age >= delay for delay in delays)
    if passed < len(delays):
        return passed
    return passed + int((age - delays[-1]) // delays[-1])


def sweep(service: "Service") -> int:
    """Enqueue a job for every decision that is due; return how many were not known to the queue."""
    now, settings, new = service.clock(), service.settings, 0
    for member, at in service.store.due(now, MOST):
        game, seat, since = read_member(member)
        delays = settings.sweep_system if seat == SYSTEM else settings.sweep_bot
        new += service.queue.enqueue(game, seat, since, attempt_at((now - at) / 1000, delays))
    return new


class Sweeper(threading.Thread):
    """Sweeps again and again until it is stopped; a store that does not answer only makes it wait."""

    def __init__(self, service: "Service", upkeep: Any = None) -> None:
        super().__init__(name="sweep", daemon=True)
        self._service = service
        self._upkeep = upkeep
        self._stopping = threading.Event()
        self._repaired = -1

    def run(self) -> None:
        """Sweep, and ask for the upkeep of one shard a minute."""
        while not self._stopping.wait(self._service.settings.sweep_every):
            try:
                sweep(self._service)
                self._ask_for_upkeep()
            except Exception as failure:  # the next look may succeed; a dead sweep would leave games stuck
                log.warning("sweep_failed", extra={"fields": {"error": type(failure).__name__}})

    def stop(self) -> None:
        """Let the thread end."""
        self._stopping.set()

    def _ask_for_upkeep(self) -> None:
        turn = self._service.clock() // UPKEEP_MS
        if self._upkeep is not None and turn != self._repaired:
            self._upkeep(turn % SHARDS, turn // SHARDS)
            self._repaired = turn
