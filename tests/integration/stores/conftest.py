"""Both stores, empty for each test; the server of the one is started once."""

from collections.abc import Iterator
from typing import Any

import pytest

from events.memory_store import MemoryStore
from events.redis_client import connect
from events.redis_store import RedisStore
from service.embedded import EmbeddedServer
from tests.helpers.servers import store_server


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with store_server(tmp_path_factory.mktemp("stores")) as running:
        yield running


@pytest.fixture
def client(server: EmbeddedServer) -> Iterator[Any]:
    """A client of an empty server."""
    client = connect(server.url)
    client.flushall()
    yield client
    client.close()


@pytest.fixture(params=["memory", "redis"])
def store(request: pytest.FixtureRequest) -> Any:
    if request.param == "memory":
        return MemoryStore()
    return RedisStore(request.getfixturevalue("client"))
