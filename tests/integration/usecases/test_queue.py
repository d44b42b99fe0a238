"""Jobs on a real server: named, unique, JSON, each in its queue."""

from __future__ import annotations

from typing import Any

import pytest
from redis import Redis
from rq.job import Job
from rq.serializers import JSONSerializer

from domain.core.agenda import SYSTEM
from service.bootstrap import build
from service.http.app import create_app
from service.queue import RqQueue
from service.settings import Settings
from service.usecases.positions import load
from tests.helpers.parlour import GAME
from tests.helpers.services import guest, new_game


@pytest.fixture
def connection(server: Any, client: Any) -> Any:
    connection = Redis.from_url(server.url)
    yield connection
    connection.close()


def test_a_job_is_named_by_its_arguments_and_known_once(connection: Any):
    queue = RqQueue(connection)

    assert queue.enqueue("gm_a", 1, 42, 0)
    assert not queue.enqueue("gm_a", 1, 42, 0)
    assert queue.enqueue("gm_a", 1, 42, 1)

    job = Job.fetch("gm_a-1-42-0", connection=connection, serializer=JSONSerializer)
    assert ("workers.jobs.answer", ["gm_a", 1, 42, 0], "play") == (job.func_name, list(job.args), job.origin)
    assert {"score": 0, "play": 2, "upkeep": 0} == queue.depths()


def test_scoring_goes_to_a_queue_of_its_own(connection: Any):
    queue = RqQueue(connection)

    queue.enqueue("gm_a", SYSTEM, 7, 0)
    queue.enqueue_upkeep(3, 12)
    queue.enqueue_upkeep(3, 12)

    assert {"score": 1, "play": 0, "upkeep": 1} == queue.depths()
    assert "score" == Job.fetch("gm_a-s-7-0", connection=connection, serializer=JSONSerializer).origin


def test_the_composition_root_makes_a_service_that_works(server: Any, client: Any, connection: Any):
    service = build(Settings(redis_url=server.url), games={"parlour": GAME})

    game = new_game(service, guest(service), "me", "greedy")

    assert "running" == load(service, game).position.status
    assert {"score": 0, "play": 1, "upkeep": 0} == RqQueue(connection).depths()
    assert f"{game}-1-1-0" == connection.lindex("rq:queue:play", 0).decode()


def test_waiting_jobs_and_workers_are_told_in_metrics_and_readiness(server: Any, client: Any, connection: Any):
    service = build(Settings(redis_url=server.url), games={"parlour": GAME})
    web = create_app(service).test_client()
    new_game(service, guest(service), "me", "greedy")

    told = web.get("/metrics").text

    assert 'kancha_queue_jobs{queue="play"} 1.0' in told
    assert 'kancha_queue_jobs{queue="score"} 0.0' in told
    assert {"count": 0, "silent_for_ms": None} == web.get("/readyz").json["workers"]


def test_a_queue_that_is_away_is_left_out(server: Any, client: Any):
    service = build(Settings(redis_url=server.url, queue_url="redis://127.0.0.1:1/0"), games={"parlour": GAME})
    web = create_app(service).test_client()

    answer = web.get("/metrics")

    assert (200, False) == (answer.status_code, "kancha_queue_jobs{" in answer.text)
    assert {"count": None, "silent_for_ms": None} == web.get("/readyz").json["workers"]
