"""A worker process: one RQ worker that runs the jobs of this package, and a sweep beside it."""

import logging
from typing import Any

from rq import Queue, SimpleWorker
from rq.job import Job
from rq.serializers import JSONSerializer

from service.bootstrap import Service, build, connect_queue
from service.queue import ANSWER, QUEUES, UPKEEP_JOB, RqQueue
from service.settings import Settings
from workers import context
from workers.sweep import Sweeper

ALLOWED = frozenset({ANSWER, UPKEEP_JOB})
"""The functions that a worker runs; whatever else lies in the queue is refused."""

MAINTENANCE_SECONDS = 60
"""How often a worker looks for jobs that others have left behind."""

LIFE_SECONDS = 45
"""A worker that gives no sign of life for so long (and a minute more) is forgotten; it gives one 15 s earlier."""

log = logging.getLogger("kancha.workers")


class JobWorker(SimpleWorker):
    """Runs jobs in its own process, one after the other, and only those that are ours."""

    def perform_job(self, job: Job, queue: Queue, *rest: Any) -> bool:
        """Run a job; one that names another function is failed without being imported."""
        if job.func_name not in ALLOWED:
            log.error("job_refused", extra={"fields": {"queue": queue.name}})
            job.delete(remove_from_queue=True)
            return False
        return bool(super().perform_job(job, queue, *rest))


def worker_on(connection: Any) -> JobWorker:
    """Return a worker on all queues, SYSTEM's first."""
    queues = [Queue(name, connection=connection, serializer=JSONSerializer) for name in QUEUES]
    return JobWorker(
        queues,
        connection=connection,
        serializer=JSONSerializer,
        maintenance_interval=MAINTENANCE_SECONDS,
        worker_ttl=LIFE_SECONDS,
        log_job_description=False,
    )


def main(settings: Settings) -> None:
    """Work until SIGTERM or SIGINT; the job at hand is finished first."""
    service: Service = build(settings)
    context.use(service)
    queue = service.queue
    sweeper = Sweeper(service, queue.enqueue_upkeep if isinstance(queue, RqQueue) else None)
    sweeper.start()
    try:
        worker_on(connect_queue(settings)).work(with_scheduler=False)
    finally:
        sweeper.stop()
