"""Asks a store, before anything is started on it, whether it is there and whether it keeps what it is given."""

from __future__ import annotations

import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.settings import mask

OLDEST = 7  # the first major version with all commands that the store uses


class StoreRefused(RuntimeError):
    """A store on which the service must not run; the text says why and what to do."""


def require(games: str, queues: str, timeout: float) -> None:
    """Check the store of the games and that of the queues, which may be one.

    Raises `StoreRefused` if one of them does not answer within `timeout` seconds, is too old, or may evict keys.
    """
    _require_one(f"the store {mask(games)} (KANCHA_REDIS_URL)", games, timeout)
    if queues != games:
        _require_one(f"the store {mask(queues)} (KANCHA_QUEUE_URL)", queues, timeout)


def _require_one(what: str, address: str, timeout: float) -> None:
    client = redis.Redis.from_url(
        address,
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
        retry=Retry(NoBackoff(), 0),
        decode_responses=True,
    )
    try:
        facts = client.info("server", "memory")
    except redis.AuthenticationError as error:
        raise StoreRefused(f"{what} refuses its user or password") from error
    except redis.BusyLoadingError as error:
        raise StoreRefused(f"{what} is still reading its data; try again in a moment") from error
    except (redis.RedisError, OSError) as error:
        raise StoreRefused(f"{what} does not answer: {error}") from error
    finally:
        client.close()
    version = str(facts.get("redis_version", "0"))
    if int(version.partition(".")[0]) < OLDEST:
        raise StoreRefused(f"{what} has version {version}; {OLDEST}.0 or later is needed")
    policy = facts.get("maxmemory_policy", "noeviction")
    if policy != "noeviction":
        raise StoreRefused(f"{what} may evict games: its maxmemory-policy is {policy}, but must be noeviction")
