"""Prometheus metrics: counts and times by route template, method and status; never an id, a name or a value of a game.

With several web processes each writes its numbers into the folder `PROMETHEUS_MULTIPROC_DIR`, which the web server's
configuration sets before it starts them, and any of them answers for all.
"""

import os
from collections.abc import Iterator, Mapping
from functools import cache

from prometheus_client import (
    CONTENT_TYPE_LATEST,
    REGISTRY,
    CollectorRegistry,
    Counter,
    Gauge,
    Histogram,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.multiprocess import MultiProcessCollector

REQUESTS = Counter("kancha_http_requests_total", "Answers given.", ("route", "method", "status"))
SECONDS = Histogram(
    "kancha_http_request_seconds",
    "Time until an answer began, waiting of long polls included.",
    ("route", "method", "status"),
    buckets=(0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0),
)
WAITS = Gauge("kancha_http_waits", "Streams and long polls that are open.", multiprocess_mode="livesum")

UNMATCHED = "unmatched"
"""The route of requests that no route matches: their paths are text of a client."""

CONTENT_TYPE = CONTENT_TYPE_LATEST


def method_label(method: str) -> str:
    """Return the method; those beyond the usual ones are one label, since a client can make them up."""
    return method if method in ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS") else "other"


def observe(route: str, method: str, status: int, seconds: float) -> None:
    """Count one answer."""
    count, time = _series(route, method_label(method), status)
    count.inc()
    time.observe(seconds)


@cache
def _series(route: str, method: str, status: int) -> tuple[Counter, Histogram]:
    """Return the series of some labels: there are few, and finding them takes longer than counting."""
    labels = (route, method, str(status))
    return REQUESTS.labels(*labels), SECONDS.labels(*labels)


class _Jobs:
    """A collector of the jobs that wait, as they were counted for this one answer."""

    def __init__(self, waiting: Mapping[str, int]) -> None:
        self._waiting = waiting

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Yield one gauge for each queue."""
        jobs = GaugeMetricFamily("kancha_queue_jobs", "Jobs that wait for a worker.", labels=("queue",))
        for queue, count in self._waiting.items():
            jobs.add_metric((queue,), count)
        yield jobs


def text(waiting: Mapping[str, int]) -> bytes:
    """Return the metrics of all web processes in the text format, and how many jobs wait in each queue."""
    jobs = CollectorRegistry()
    jobs.register(_Jobs(waiting))  # type: ignore[arg-type]
    if not os.environ.get("PROMETHEUS_MULTIPROC_DIR"):
        return generate_latest(REGISTRY) + generate_latest(jobs)
    registry = CollectorRegistry()
    MultiProcessCollector(registry)
    return generate_latest(registry) + generate_latest(jobs)
