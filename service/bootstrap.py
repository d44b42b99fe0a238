"""The composition root: the one place where the application is put together from its adapters."""

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from domain.core.game import Game
from events.store import EventStore
from service.players_store import PlayerStore
from service.queue import Queue
from service.settings import Settings
from service.usecases.positions import PositionCache

_LETTERS = "0123456789abcdefghijklmnopqrstuvwxyz"
_ID_LENGTH = 26


@dataclass(frozen=True, slots=True)
class Service:
    """What use cases work with. `clock` gives ms since 1970 in UTC, `random` that many secret random bytes.

    `spend` takes one request from a named budget of a player where only a use case knows which budget it
    is; whoever keeps budgets sets it, and it raises what they answer when nothing is left.
    """

    settings: Settings
    store: EventStore
    players: PlayerStore
    queue: Queue
    games: Mapping[str, Game]
    clock: Callable[[], int]
    random: Callable[[int], bytes]
    cache: PositionCache = field(default_factory=lambda: PositionCache(512))
    spend: Callable[[str, str], None] = lambda budget, player: None

    def new_id(self, prefix: str) -> str:
        """Return a random id such as `gm_4k2...`: the prefix and 26 letters and digits, more than 128 bits."""
        number = int.from_bytes(self.random(32), "big")
        letters = []
        for _ in range(_ID_LENGTH):
            number, index = divmod(number, len(_LETTERS))
            letters.append(_LETTERS[index])
        return f"{prefix}_{''.join(letters)}"


def now_ms() -> int:
    """Return the time of the operating system, in ms since 1970."""
    return time.time_ns() // 1_000_000


def build(settings: Settings, games: Mapping[str, Game] | None = None) -> Service:
    """Put the application together on the store and the queue of the settings. Nothing is checked here.

    `games` are by default all there are. The queue has short waits of its own, since a move must not wait
    for it.
    """
    from domain import GAMES
    from events.redis_client import connect
    from events.redis_store import RedisStore
    from service.players_store import RedisPlayerStore
    from service.queue import RqQueue

    client = connect(settings.redis_url)
    return Service(
        settings=settings,
        store=RedisStore(client),
        players=RedisPlayerStore(client),
        queue=RqQueue(connect_queue(settings)),
        games=GAMES if games is None else games,
        clock=now_ms,
        random=secrets.token_bytes,
        cache=PositionCache(settings.position_cache),
    )


def connect_queue(settings: Settings) -> Any:
    """Return the connection for the job queues, which answers with bytes, as they need it."""
    from redis import Redis
    from redis.backoff import NoBackoff
    from redis.retry import Retry

    retry = Retry(NoBackoff(), 1)
    return Redis.from_url(
        settings.queue, retry=retry, socket_connect_timeout=1.0, socket_timeout=settings.store_timeout
    )
