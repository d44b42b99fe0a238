"""The rules of the games, pure: positions, legal choices, reducers. Standard library only."""

from domain.core.game import Game

GAMES: dict[str, Game] = {}
"""Every game by its name; the only place that knows them all."""
