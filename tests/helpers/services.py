"""A whole service in memory: real use cases on memory stores, with a clock that tests turn and a queue that only notes."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from domain import GAMES
from domain.core.game import Game
from events.memory_store import MemoryStore
from service.bootstrap import Service
from service.players_store import MemoryPlayerStore
from service.settings import Settings
from service.usecases.positions import PositionCache
from tests.helpers.parlour import GAME as PARLOUR

START_MS = 1_800_000_000_000


@dataclass
class Clock:
    """A clock that goes on by a millisecond at each look, and further when it is told to."""

    ticks: Any = field(default_factory=lambda: itertools.count(START_MS))
    ahead: int = 0

    def __call__(self) -> int:
        return next(self.ticks) + self.ahead


@dataclass
class NotedQueue:
    """Notes what was enqueued: `(game, seat, since, attempt, delay_ms)`; `broken` refuses everything."""

    jobs: list[tuple[str, int, int, int, int]] = field(default_factory=list)
    broken: bool = False

    def enqueue(self, game: str, seat: int, since: int, attempt: int, delay_ms: int = 0) -> bool:
        if self.broken:
            raise ConnectionError("the queue is away")
        self.jobs.append((game, seat, since, attempt, delay_ms))
        return True


def memory_service(
    games: Mapping[str, Game] | None = None, store: Any = None, players: Any = None, **settings: Any
) -> Service:
    """A service with all games and the parlour, in memory unless stores are given; ids and seeds are repeatable."""
    known = Settings(**settings)
    return Service(
        settings=known,
        store=store or MemoryStore(),
        players=players or MemoryPlayerStore(),
        queue=NotedQueue(),
        games=games if games is not None else {**GAMES, PARLOUR.name: PARLOUR},
        clock=Clock(),
        random=random.Random(7).randbytes,
        cache=PositionCache(known.position_cache),
    )
