"""The rules of the games, pure: positions, legal choices, reducers. Standard library only."""

from domain.catan_coffee.game import GAME as CATAN_COFFEE
from domain.caverna.game import GAME as CAVERNA
from domain.core.game import Game
from domain.little_tavern.game import GAME as LITTLE_TAVERN
from domain.tiwanaku.game import GAME as TIWANAKU

GAMES: dict[str, Game] = {game.name: game for game in (LITTLE_TAVERN, TIWANAKU, CATAN_COFFEE, CAVERNA)}
"""Every game by its name; the only place that knows them all."""
