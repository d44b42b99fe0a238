"""Services on a real server, as several web processes of one installation."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from events.redis_client import connect
from events.redis_store import RedisStore
from service.bootstrap import Service
from service.embedded import EmbeddedServer
from service.players_store import RedisPlayerStore
from tests.helpers.servers import store_server
from tests.helpers.services import memory_service


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[EmbeddedServer]:
    with store_server(tmp_path_factory.mktemp("usecases")) as running:
        yield running


@pytest.fixture
def client(server: EmbeddedServer) -> Iterator[Any]:
    """A client of an empty server."""
    client = connect(server.url)
    client.flushall()
    yield client
    client.close()


@pytest.fixture
def make(server: EmbeddedServer, client: Any) -> Iterator[Callable[..., Service]]:
    """Make a service with a connection and memory of its own."""
    clients = []

    def build(**settings: Any) -> Service:
        clients.append(connect(server.url))
        store, players = RedisStore(clients[-1]), RedisPlayerStore(clients[-1])
        return memory_service(store=store, players_store=players, seed=len(clients), **settings)

    yield build
    for made in clients:
        made.close()
