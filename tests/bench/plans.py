"""Games made over HTTP whose moves are known beforehand: their seeds are chosen here, so draws can be foretold."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from domain import GAMES
from domain.core.agenda import decisions, options
from domain.core.choices import to_named
from domain.core.command import Command, carry_out, open_game
from events.codec import plain
from events.dice import Dice, TapeRng, tape_of
from tests.bench.load import request
from tests.helpers.servers import Kancha
from tests.helpers.walk import SeededRng, table_options


def player(service: Kancha, name: str = "Ana") -> str:
    """Make a player; return the token."""
    status, body = service.ask("POST", "/v1/players", {"name": name})
    assert status == 201, body
    return str(body["token"])


def new_game(service: Kancha, token: str, ruleset: str, seats: int, seed: bytes) -> tuple[str, int]:
    """Start a game in which the player holds every seat; return its id and version."""
    body = {"ruleset": ruleset, "seats": [{"player": "me"}] * seats, "seed": seed.hex()}
    status, game = service.ask("POST", "/v1/games", body, token)
    assert status == 201, game
    return str(game["id"]), int(game["version"])


def foretold(ruleset: str, seats: int, game_id: str, version: int, seed: bytes) -> Iterator[tuple[int, int, Any]]:
    """Yield version, seat and choice of random moves up to the first time that SYSTEM is asked, or the end."""
    game, rng = GAMES[ruleset], SeededRng(seed.hex())
    chosen = table_options(game, {})
    tape = tape_of(seed, game_id, [None] * seats)
    secret = plain(game.seal(seats, chosen, TapeRng(tape)))
    dice = Dice(tape, {})
    state = open_game(game, game.setup(seats, chosen, secret), version, dice).state
    while not state.over:
        decision = next(decision for decision in decisions(game, state) if not decision.optional)
        if decision.seat < 0:
            return
        choice = rng.one_of(options(game, state, decision))
        yield version, decision.seat, choice
        version += 1
        state = carry_out(game, state, version, Command(decision.seat, [choice], version - 1), dice).state


def tracks(service: Kancha, tokens: Sequence[str], number: int, ruleset: str, rng: SeededRng) -> list[list[bytes]]:
    """Start games and return for each the requests that make its moves, up to the first scoring."""
    game, found = GAMES[ruleset], []
    for n in range(number):
        token, seats = tokens[n % len(tokens)], max(game.seats)
        seed = rng.random.randbytes(32)
        game_id, version = new_game(service, token, ruleset, seats, seed)
        found.append(
            [
                request(
                    "POST",
                    f"/v1/games/{game_id}/moves",
                    token,
                    {"version": known, "seat": seat, "choices": [to_named(game.verbs, choice)]},
                    Idempotency_Key=f"{known}",
                )
                for known, seat, choice in foretold(ruleset, seats, game_id, version, seed)
            ]
        )
    return found
