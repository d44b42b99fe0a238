"""Named pairs of sealed set-ups which nobody at the table can tell apart until something hidden comes out.

A game that seals its whole set-up at the start names a pair here; the tests of leaks then play it on both. Only the
drawing of the set-up is replaced, all else is the game as it is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import yaml

from domain.core.game import Game, Options, Rng, Secret
from domain.tiwanaku.land.generator import VERSION

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"


@dataclass(frozen=True)
class Pair:
    """Two sealed set-ups, and the options of the tables that they are for."""

    options: Mapping[str, Any]
    secrets: tuple[Secret, Secret]


def on(game: Game, secret: Secret) -> Game:
    """Return the same game on a given set-up."""

    class Given(type(game)):  # type: ignore[misc]
        """The game, without drawing its set-up."""

        def seal(self, seats: int, options: Options, rng: Rng) -> Secret:
            return secret

    given: Game = Given()
    vars(given).update(vars(game))
    return given


def worlds_of(game: Game) -> tuple[Game, Game]:
    """Return the game on both set-ups of its pair; twice the game itself if it names none."""
    if game.name not in PAIRS:
        return game, game
    here, there = (on(game, secret) for secret in PAIRS[game.name].secrets)
    return here, there


def options_of(game: Game) -> dict[str, Any]:
    """Return the options of a table: the defaults, and what the pair of the game is for."""
    chosen = {name: field.default for name, field in game.options.items()}
    return chosen | (dict(PAIRS[game.name].options) if game.name in PAIRS else {})


def land(fixture: str, mark: str) -> Secret:
    """Return a sealed land of Tiwanaku with the starting tiles that both lands have; `mark` is a hex digit.

    Source: rules, section 13.2, H6.
    """
    rows = yaml.safe_load((EXAMPLES / "tiwanaku.yaml").read_text())["fixtures"][fixture]["rows"]
    return {
        "generator": VERSION,
        "seed": mark * 32,
        "attempt": int(mark, 16),
        "salt": (mark + "e") * 16,
        "land": "/".join(row.replace(" ", "") for row in rows),
        "start": ["A1", "C5", "E3"],
    }


PAIRS: dict[str, Pair] = {
    "tiwanaku": Pair({"size": "short"}, (land("SHORT_A", "a"), land("SHORT_A_ALT", "b"))),
}
"""By game."""
