"""Jobs for the workers: one hint per open decision of a bot or of SYSTEM. The log is the truth, a lost job no loss.

A job is named, never imported: `workers.jobs.answer(game, seat, since, attempt)`. Its id follows from its
arguments, so that the web, the sweeps and every retry mean the same job.
"""

from datetime import UTC, datetime
from typing import Any, Protocol

from rq import Queue as JobQueue
from rq import Worker
from rq.exceptions import DuplicateJobError
from rq.serializers import JSONSerializer

from domain.core.agenda import SYSTEM

SCORE, PLAY, UPKEEP = "score", "play", "upkeep"
QUEUES = (SCORE, PLAY, UPKEEP)
"""The queues, in the order in which workers look at them."""

ANSWER = "workers.jobs.answer"
UPKEEP_JOB = "workers.jobs.upkeep"

JOB_TIMEOUT = 60
"""Seconds after which a worker gives a job up; a bot's own deadline is far below."""

FAILURE_TTL = 60
"""Seconds for which a failed job keeps its id."""


class Queue(Protocol):
    """The port. Raises the adapter's error when the queue does not answer."""

    def enqueue(self, game: str, seat: int, since: int, attempt: int) -> bool:
        """Ask for an answer to a decision; False if this very job is known already."""
        ...


def job_id(game: str, seat: int, since: int, attempt: int) -> str:
    """Return the id of a job: `<game>-<seat>-<since>-<attempt>`, `s` for SYSTEM."""
    return f"{game}-{'s' if seat == SYSTEM else seat}-{since}-{attempt}"


class RqQueue:
    """The queues on Redis. Arguments are JSON; a done job leaves nothing behind."""

    def __init__(self, connection: Any) -> None:
        self._connection = connection
        self._queues = {
            name: JobQueue(name, connection=connection, serializer=JSONSerializer, default_timeout=JOB_TIMEOUT)
            for name in QUEUES
        }

    def enqueue(self, game: str, seat: int, since: int, attempt: int) -> bool:
        """Ask for an answer to a decision; False if this very job is known already."""
        queue = self._queues[SCORE if seat == SYSTEM else PLAY]
        args = [game, seat, since, attempt]
        return self._put(queue, ANSWER, args, job_id(game, seat, since, attempt))

    def enqueue_upkeep(self, shard: int, round_: int) -> bool:
        """Ask for the repair of a shard's indexes, once for each round that the sweeps agree on."""
        return self._put(self._queues[UPKEEP], UPKEEP_JOB, [shard], f"upkeep-{shard}-{round_}")

    def silent_for(self) -> list[int]:
        """Return for each worker how many seconds ago it gave its last sign of life, the latest first."""
        now = datetime.now(UTC)
        seen = [worker.last_heartbeat for worker in Worker.all(connection=self._connection)]
        return sorted(max(0, round((now - at).total_seconds())) for at in seen if at is not None)

    def depths(self) -> dict[str, int]:
        """Count the jobs that wait in each queue."""
        return {name: queue.count for name, queue in self._queues.items()}

    def _put(self, queue: Any, job: str, args: list[Any], name: str) -> bool:
        settings = {"job_id": name, "result_ttl": 0, "failure_ttl": FAILURE_TTL, "unique": True}
        try:
            queue.enqueue_call(job, args=args, **settings)
        except DuplicateJobError:
            return False
        return True
