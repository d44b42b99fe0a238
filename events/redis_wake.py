"""Wake-ups over the server's pub/sub: one reader for a whole process."""

import threading
import time
from typing import Any

from redis.exceptions import RedisError

from events.store import Wake

CHANNEL = "kancha:wake"

_MOMENT = 0.25
"""Seconds within which a closed reader notices it, and between attempts to reach a server that is away."""


def wake_text(game: str, version: int) -> str:
    """Return a wake-up as it is published."""
    return f"{game} {version}"


class RedisSubscription:
    """All wake-ups from now on. It subscribes anew when its server was away; what is published meanwhile is lost."""

    def __init__(self, client: Any) -> None:
        self._client = client
        self._closed = False
        self._busy = threading.Lock()
        self._pubsub: Any = self._subscribed()

    def get(self, seconds: float) -> Wake | None:
        """Wait for the next wake-up; None when the time is up, the server away, or this is closed."""
        deadline = time.monotonic() + seconds
        with self._busy:
            while not self._closed and (left := deadline - time.monotonic()) > 0:
                message = self._next(left)
                if message is not None and message["type"] == "message":
                    game, _, version = message["data"].partition(" ")
                    return Wake(game, int(version))
        return None

    def close(self) -> None:
        """Stop, once a `get` that waits has ended: the connection belongs to it as long as it runs."""
        self._closed = True
        with self._busy:
            self._drop()

    def _next(self, left: float) -> dict[str, Any] | None:
        """Return the next message of whatever type, None after at most a moment without."""
        try:
            if self._pubsub is None:
                self._pubsub = self._subscribed()
            message: dict[str, Any] | None = self._pubsub.get_message(timeout=min(left, _MOMENT))
        except (RedisError, OSError):
            self._drop()  # the next attempt may find another server in its place
            time.sleep(min(left, _MOMENT))
            return None
        return message

    def _subscribed(self) -> Any:
        pubsub = self._client.pubsub(ignore_subscribe_messages=True)
        pubsub.subscribe(CHANNEL)
        return pubsub

    def _drop(self) -> None:
        pubsub, self._pubsub = self._pubsub, None
        if pubsub is not None:
            pubsub.close()
