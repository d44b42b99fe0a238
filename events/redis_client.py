"""Connections to the store: one server, a socket, a group watched by Sentinel, or a cluster.

    redis://[user:password@]host:port/db            rediss:// with TLS
    unix:///path/to/socket?db=0
    redis+sentinel://host:port,host:port/name       the master called `name`
    redis+cluster://host:port,host:port             any nodes of the cluster

A dead server is noticed at once instead of after many attempts: one retry, short timeouts. Retrying is
safe, since a second append of the same commit answers as the first.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from redis import Redis
from redis.backoff import NoBackoff
from redis.cluster import ClusterNode, RedisCluster
from redis.exceptions import (
    ClusterError,
    ConnectionError,
    OutOfMemoryError,
    ReadOnlyError,
    RedisClusterException,
    ResponseError,
    TimeoutError,
)
from redis.retry import Retry
from redis.sentinel import Sentinel

from events.store import StoreUnavailable

CONNECT_SECONDS = 2.0
ANSWER_SECONDS = 5.0
"""How long one answer may take; a blocking call has to stay below it."""

PORT, SENTINEL_PORT = 6379, 26379

_TROUBLE = (ConnectionError, TimeoutError, OutOfMemoryError, ReadOnlyError, ClusterError, RedisClusterException)
_PASSING = re.compile("(^|caused error: )(MISCONF|NOREPLICAS|MASTERDOWN|TRYAGAIN) ")
"""Refusals that say "not now", on their own or in a pipeline: a full disk, missing replicas, a master that is gone."""


@contextmanager
def reaching() -> Iterator[None]:
    """Turn the ways in which a server can be away, full or changing hands into `StoreUnavailable`."""
    try:
        yield
    except _TROUBLE as trouble:
        raise StoreUnavailable(f"the store does not answer ({type(trouble).__name__})") from trouble
    except ResponseError as refusal:
        if not _PASSING.search(str(refusal)):
            raise
        raise StoreUnavailable("the store takes nothing for now") from refusal


def connect(url: str) -> Any:
    """Return a client for the URL; nothing is sent before its first command.

    Only a cluster is asked for its nodes at once. Raises `ValueError` for a URL of another kind.
    """
    scheme, _, kind = urlsplit(url).scheme.partition("+")
    if kind == "sentinel":
        return _sentinel(url, scheme)
    if kind == "cluster":
        return _cluster(url, scheme)
    if kind or scheme not in ("redis", "rediss", "unix"):
        raise ValueError("the URL of a store begins with redis://, rediss://, unix://, redis+sentinel:// or so")
    return Redis.from_url(url, retry=_retry(), **_settings())


def _settings() -> dict[str, Any]:
    """Settings of every connection. The protocol is pinned, since shapes of answers depend on it."""
    return {
        "decode_responses": True,
        "protocol": 2,
        "socket_connect_timeout": CONNECT_SECONDS,
        "socket_timeout": ANSWER_SECONDS,
        "health_check_interval": 30,
        "client_name": "kancha",
    }


def _retry() -> Retry:
    return Retry(NoBackoff(), 1)


def _parts(url: str, scheme: str, port: int) -> tuple[list[tuple[str, int]], dict[str, Any]]:
    """Return the nodes of a URL that lists several, and the settings that follow from it."""
    parts = urlsplit(url)
    login, _, addresses = parts.netloc.rpartition("@")
    nodes = []
    for address in addresses.split(","):
        host, colon, number = address.rpartition(":")
        nodes.append((host.strip("[]"), int(number)) if colon and number.isdigit() else (address, port))
    settings = _settings()
    if login:
        user, _, password = login.partition(":")
        settings |= {"username": unquote(user) or None, "password": unquote(password) or None}
    if scheme == "rediss":
        settings["ssl"] = True
    return nodes, settings


def _sentinel(url: str, scheme: str) -> Any:
    nodes, settings = _parts(url, scheme, SENTINEL_PORT)
    parts = urlsplit(url)
    name, query = parts.path.strip("/"), dict(parse_qsl(parts.query))
    if not name:
        raise ValueError("the URL of a Sentinel ends with the name of its master: redis+sentinel://host:port/name")
    watch = {"socket_timeout": CONNECT_SECONDS, "password": query.get("sentinel_password")}
    if scheme == "rediss":
        watch["ssl"] = True
    watchers: Any = Sentinel  # the library leaves its constructor without types
    sentinel = watchers(nodes, sentinel_kwargs=watch)
    return sentinel.master_for(name, db=int(query.get("db", "0")), retry=_retry(), **settings)


def _cluster(url: str, scheme: str) -> Any:
    nodes, settings = _parts(url, scheme, PORT)
    node: Any = ClusterNode
    return RedisCluster(startup_nodes=[node(host, port) for host, port in nodes], **settings)
