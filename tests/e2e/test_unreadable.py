"""What is no request of HTTP never reaches the application, and is still a problem that quotes nothing."""

from __future__ import annotations

import contextlib
import json
import os
import re
import socket
from urllib.parse import urlsplit

import pytest

from service.http.errors import TABLE, type_of
from tests.helpers.served import web_and_workers

MARK = b"kn07_MARKEDtoken"


@contextlib.contextmanager
def errors_to(path):
    """Let what is started meanwhile write its standard error into a file."""
    kept = os.dup(2)
    with path.open("wb") as file:
        os.dup2(file.fileno(), 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    return tmp_path_factory.mktemp("unreadable") / "log"


@pytest.fixture(scope="module")
def service(log):
    with contextlib.ExitStack() as stack:
        with errors_to(log):
            running = stack.enter_context(web_and_workers(log.parent, workers=0, LOG_LEVEL="debug"))
        yield running


@pytest.mark.parametrize(
    "sent",
    [
        MARK + b"\r\n\r\n",
        b"GET /" + MARK * 1000 + b" HTTP/1.1\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nAuthorization: Bearer\r\n " + MARK + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nBearer " + MARK + b"\r\n\r\n",
        b"GET /healthz HTTP/1.1\r\nAuthorization: " + MARK * 3000 + b"\r\n\r\n",
        b"POST /v1/players HTTP/1.1\r\nTransfer-Encoding: " + MARK + b"\r\n\r\n",
        b"GET /healthz HTTP/9." + MARK + b"\r\n\r\n",
    ],
    ids=["no request", "long line", "folded header", "no header", "long header", "unknown coding", "unknown version"],
)
def test_it_is_refused_without_a_word_of_it(service, log, sent):
    place = urlsplit(service.url)
    with socket.create_connection((place.hostname, place.port), timeout=20) as connection:
        connection.sendall(sent)
        answer = b"".join(iter(lambda: connection.recv(65_536), b""))

    head, _, body = answer.decode().partition("\r\n\r\n")
    problem = json.loads(body)
    assert head.startswith("HTTP/1.1 400 ")
    assert "Content-Type: application/problem+json" in head
    assert f"Request-Id: {problem['request_id']}" in head
    assert re.fullmatch("rq_[0-9a-z]{26}", problem["request_id"])
    kind = TABLE["bad_request"]
    told = (problem["type"], problem["title"], problem["status"])
    assert (type_of("bad_request"), kind.title, kind.status) == told
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert "unreadable" in [line["event"] for line in lines if line.get("request_id") == problem["request_id"]]
    assert "MARKED" not in answer.decode() + log.read_text()
    assert service.ask("GET", "/healthz")[0] == 200


def test_the_words_of_an_error_behind_the_application_are_those_of_the_table():
    from service.gunicorn_conf import FAILED

    kind = TABLE["internal_error"]
    assert (type_of("internal_error"), kind.title, kind.status, kind.advice) == (
        FAILED["type"],
        FAILED["title"],
        FAILED["status"],
        FAILED["detail"],
    )
