"""How fast whole random games are played on the rules alone."""

import time

import pytest

from domain import GAMES
from domain.core.rollout import playout
from tests.bench.sheet import medians
from tests.helpers.walk import SeededRng, opened, table_options

SECONDS = 0.3
SECTION = "Rules: random playouts on one core"


@pytest.mark.bench
@pytest.mark.parametrize("name", GAMES)
def test_playouts(name, sheet):
    game, rng = GAMES[name], SeededRng("playouts")
    for seats in (game.seats[0], game.seats[-1]):
        began_at = opened(game, seats, table_options(game, {}), rng).state
        made = played = 0

        def once(began_at=began_at) -> float:
            nonlocal made, played
            begun, games = time.perf_counter(), 0
            while time.perf_counter() - begun < SECONDS:
                state = began_at.copy()
                made += playout(game, state, rng)
                assert state.over
                games += 1
            played += games
            return games / (time.perf_counter() - begun)

        per_second = medians(once, 5)
        sheet.add(
            SECTION, f"{name}, {seats} seats: playouts per second", per_second, f"{made / played:.0f} choices each"
        )
