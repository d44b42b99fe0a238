"""The service with starts as slow as can be: every land of Tiwanaku goes through all attempts before it is kept."""

from __future__ import annotations

import os
from typing import Any

from domain import GAMES
from domain.core.game import Options, Rng, Secret
from domain.tiwanaku.game import GAME, Game
from domain.tiwanaku.land.generator import MAX_ATTEMPTS, make_attempt, stream_state
from domain.tiwanaku.land.splitmix import SplitMix
from service import bootstrap
from service.settings import Settings


class WorstCase(Game):
    """Tiwanaku with lands that are hard to find."""

    def seal(self, seats: int, options: Options, rng: Rng) -> Secret:
        """Make all attempts that there may be, whatever comes of them, then draw as usual."""
        seed = str(rng.below(1 << 32))
        for attempt in range(MAX_ATTEMPTS):
            make_attempt(options["size"], SplitMix(stream_state(options["size"], seed, attempt)))
        return super().seal(seats, options, rng)


def create_app() -> Any:
    """The web application with the slow game; the target that gunicorn is given."""
    from service.http import app

    registry = {**GAMES, GAME.name: WorstCase()}
    return app.create_app(bootstrap.build(Settings.from_environment(os.environ), registry))
