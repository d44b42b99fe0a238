"""Positions of Tiwanaku for tests."""

from typing import Any

import pytest

from domain.core.agenda import settle
from domain.tiwanaku.game import GAME
from domain.tiwanaku.state import Tiwanaku

SHORT_A = "f1f2d1s2s1/s5d3d4s3s4/s4m1d2d5f1/s2m5m3m4m2/s3s1f2f1f3"


def position(seats: int = 2, **chosen: Any) -> Tiwanaku:
    """Return a started game on the short land SHORT_A with its starting tiles B3, D1, E3."""
    options = {name: field.default for name, field in GAME.options.items()} | {"size": "short"} | chosen
    secret = {"land": SHORT_A, "start": ["B3", "D1", "E3"], "seed": "5eed", "salt": "5a" * 16}
    state = GAME.setup(seats, options, secret)
    settle(GAME, state)
    return state


@pytest.fixture
def start() -> Any:
    """Return the maker of started games."""
    return position
