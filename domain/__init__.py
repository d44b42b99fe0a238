"""The rules of the games, pure: positions, legal choices, reducers. Standard library only."""

from domain.caverna.game import GAME as CAVERNA
from domain.core.game import Game
from domain.little_tavern.game import GAME as LITTLE_TAVERN
from domain.tiwanaku.game import GAME as TIWANAKU

_EVERY: tuple[Game, ...] = (LITTLE_TAVERN, TIWANAKU, CAVERNA)

GAMES: dict[str, Game] = {game.name: game for game in _EVERY}
"""Every game by its name; the only place that knows them all."""
