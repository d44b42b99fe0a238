"""The rules of the games, pure: positions, legal choices, reducers. Standard library only."""

from domain.core.game import Game
from domain.tiwanaku.game import GAME as TIWANAKU

GAMES: dict[str, Game] = {TIWANAKU.name: TIWANAKU}
"""Every game by its name; the only place that knows them all."""
