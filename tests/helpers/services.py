"""A whole service in memory: real use cases on memory stores, a clock that tests turn, a queue that only notes."""

from __future__ import annotations

import itertools
import random
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from domain import GAMES
from domain.core.agenda import options
from domain.core.game import Game
from events.chain import commit_hash
from events.codec import decode, encode
from events.indexes import is_automatic, open_decisions
from events.memory_store import MemoryStore
from service.bootstrap import Service
from service.players_store import MemoryPlayerStore
from service.settings import Settings
from service.usecases import answer, games, moves, players, seats
from service.usecases.positions import PositionCache, load
from service.usecases.shapes import Result, to_act
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
    """Notes what was enqueued: `(game, seat, since, attempt)`; `broken` refuses everything."""

    jobs: list[tuple[str, int, int, int]] = field(default_factory=list)
    broken: bool = False

    def enqueue(self, game: str, seat: int, since: int, attempt: int) -> bool:
        if self.broken:
            raise ConnectionError("the queue is away")
        self.jobs.append((game, seat, since, attempt))
        return True


def memory_service(
    registry: Mapping[str, Game] | None = None,
    store: Any = None,
    players_store: Any = None,
    seed: int = 7,
    **settings: Any,
) -> Service:
    """A service with all games and the parlour, in memory unless stores are given; ids and seeds are repeatable."""
    known = Settings(**settings)
    return Service(
        settings=known,
        store=store or MemoryStore(),
        players=players_store or MemoryPlayerStore(),
        queue=NotedQueue(),
        games=registry if registry is not None else {**GAMES, PARLOUR.name: PARLOUR},
        clock=Clock(),
        random=random.Random(seed).randbytes,
        cache=PositionCache(known.position_cache),
    )


def guest(service: Service, name: str = "Ana") -> str:
    """Make a player and return its id."""
    return str(players.create_player(service, name).body["id"])


def seats_for(*who: str) -> list[dict[str, Any]]:
    """Seats as a client asks for them: `me`, `open`, or the name of a bot each."""
    forms: dict[str, dict[str, Any]] = {"me": {"player": "me"}, "open": {"open": True}}
    return [forms.get(name, {"bot": name}) for name in who]


def new_game(service: Service, host: str, *who: str, ruleset: str = "parlour", **more: Any) -> str:
    """Create a game and return its id."""
    body = {"ruleset": ruleset, "seats": seats_for(*who), **more}
    return str(games.create(service, host, body, None).body["id"])


def running_game(service: Service, *people: str, ruleset: str = "parlour", **more: Any) -> str:
    """A running game in which these players sit in order; the first one is host."""
    game = new_game(service, people[0], "me", *["open"] * (len(people) - 1), ruleset=ruleset, **more)
    for player in people[1:]:
        seats.join(service, player, game, {}, None)
    return game


def state_of(service: Service, game: str) -> Any:
    """The state of the game as it stands in the store."""
    return load(service, game).position.state


def work(service: Service, game: str) -> int:
    """Answer for SYSTEM and the bots, with the first listed choice, until they owe nothing; count the answers."""
    answers = 0
    while True:
        position = load(service, game).position
        asked = [d for d in open_decisions(service.games, position) if is_automatic(position, d.seat)]
        if not asked:
            return answers
        question = answer.open_question(service, game, asked[0].seat, asked[0].since)
        if question is None:  # another worker was faster
            continue
        choice = options(service.games[position.ruleset], question.position.state, question.decision)[0]
        by = {} if question.bot is None else {"bot": question.bot}
        answers += answer.answer(service, question, choice, by) == "appended"


def move(service: Service, player: str, game: str, seat: int | None = None, key: str | None = None) -> Result:
    """Submit the first choice that one of the player's seats is listed."""
    asked = moves.list_moves(service, player, game, seat).body
    decision = asked["decisions"][0]
    body = {"version": asked["version"], "seat": decision["seat"], "choices": [decision["choices"][0]]}
    return moves.submit(service, player, game, body, key)


def play_out(service: Service, game: str) -> int:
    """Play a game to its end, everybody taking the first listed choice; return the last version."""
    while True:
        work(service, game)
        position = load(service, game).position
        if position.status != "running":
            return position.version
        seat = to_act(service.games[position.ruleset], position.state)[0]
        player = position.seats[seat].player
        assert player is not None
        move(service, player, game, seat)


def spoil(service: Service, game: str, version: int) -> None:
    """Alter the digest of the last stored commit, so that it looks as if other rules had made it."""
    stored = service.store._games[game]  # type: ignore[attr-defined]
    assert version == len(stored.log), "only the last commit can be altered without a gap in the chain"
    commit = decode(stored.log[-1])
    commit["digest"] = "0" * 64
    commit["hash"] = commit_hash(commit)
    stored.log[-1] = encode(commit)
    stored.head = replace(stored.head, hash=commit["hash"])
    service.cache.forget(game)
