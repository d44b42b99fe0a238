"""The recorded games of Caverna show every space, furnishing, loot item, harvest event and kind of tile."""

from domain.caverna.game import GAME
from tests.golden.caverna_games import everything, shown
from tests.golden.record import read, recordings


def test_everything_occurs_in_a_recorded_game():
    seen: set[str] = set().union(*(shown(read(path)) for path in recordings(GAME.name)))

    assert not sorted(everything() - seen)
