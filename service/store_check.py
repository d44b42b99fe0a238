"""Asks a store, before anything is started on it, whether it is there and whether it keeps what it is given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import redis

from events.redis_client import connect
from service.settings import mask

OLDEST = 7  # the first major version with all commands that the store uses


class StoreRefused(RuntimeError):
    """A store on which the service must not run; the text says why and what to do."""


def require(games: str, queues: str) -> None:
    """Check the store of the games and that of the queues, which may be one.

    Raises `StoreRefused` if one of them does not answer, is too old, or may evict keys, or if the queues would lie on a
    group of servers.
    """
    if "+" in queues.partition(":")[0]:
        raise StoreRefused("the queues need a single server: set KANCHA_QUEUE_URL to redis://, rediss:// or unix://")
    for variable, address in {"KANCHA_REDIS_URL": games, "KANCHA_QUEUE_URL": queues}.items():
        if variable == "KANCHA_REDIS_URL" or address != games:
            what = f"the store {mask(address)} ({variable})"
            for facts in _ask(what, address):
                judge(what, facts)


def _ask(what: str, address: str) -> list[dict[str, Any]]:
    """What each server behind an address says about itself."""
    try:
        client = connect(address)
        try:
            facts = client.info()
        finally:
            client.close()
    except ValueError as error:
        raise StoreRefused(f"{what} cannot be used: {error}") from error
    except redis.AuthenticationError as error:
        raise StoreRefused(f"{what} refuses its user or password") from error
    except redis.BusyLoadingError as error:
        raise StoreRefused(f"{what} is still reading its data; try again in a moment") from error
    except (redis.RedisError, OSError) as error:
        raise StoreRefused(f"{what} does not answer: {error}") from error
    return [facts] if "redis_version" in facts else list(facts.values())


def judge(what: str, facts: Mapping[str, Any]) -> None:
    """Refuse a server by what it says about itself in `INFO`. Raises `StoreRefused`."""
    version = str(facts["redis_version"])
    if int(version.partition(".")[0]) < OLDEST:
        raise StoreRefused(f"{what} has version {version}; {OLDEST}.0 or later is needed")
    policy = facts.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        raise StoreRefused(f"{what} may evict games: its maxmemory-policy is {policy}, but must be noeviction")
