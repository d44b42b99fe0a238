"""Catan begun in a position that is laid out, not drawn; everything after that is the game as it is."""

from __future__ import annotations

from domain.catan_coffee.game import CatanCoffee
from domain.catan_coffee.state import State
from domain.core.game import Options, Secret


class LaidOut(CatanCoffee):
    """The game on a given position, which need not be reachable."""

    def __init__(self, position: State) -> None:
        self.position = position

    def setup(self, seats: int, options: Options, secret: Secret) -> State:
        """Return the given position."""
        return self.position.copy()
