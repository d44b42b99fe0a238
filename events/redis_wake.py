"""Wake-ups over the server's pub/sub: one reader for a whole process."""

import time
from typing import Any

from redis.exceptions import RedisError

from events.store import Wake

CHANNEL = "kancha:wake"

_PAUSE = 0.2
"""Seconds between attempts to reach a server that is away."""


def wake_text(game: str, version: int) -> str:
    """Return a wake-up as it is published."""
    return f"{game} {version}"


class RedisSubscription:
    """All wake-ups from now on. It reconnects by itself; what is published meanwhile is lost."""

    def __init__(self, client: Any) -> None:
        self._pubsub = client.pubsub(ignore_subscribe_messages=True)
        self._pubsub.subscribe(CHANNEL)
        self._closed = False

    def get(self, seconds: float) -> Wake | None:
        """Wait for the next wake-up; None when the time is up, the server away, or this is closed."""
        deadline = time.monotonic() + seconds
        while not self._closed and (left := deadline - time.monotonic()) > 0:
            try:
                message = self._pubsub.get_message(timeout=min(left, 1.0))
            except (RedisError, OSError, ValueError):
                time.sleep(min(left, _PAUSE))
                continue
            if message is not None and message["type"] == "message":
                game, _, version = message["data"].partition(" ")
                return Wake(game, int(version))
        return None

    def close(self) -> None:
        """Stop; a `get` that waits ends within a second."""
        self._closed = True
        self._pubsub.close()
