"""What the golden games of Catan have to show besides every verb and fact."""

from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.game import GAME
from tests.golden.catan_coffee_record import MOMENTS, TABLES, moments
from tests.golden.record import read, recordings


def test_every_moment_occurs():
    seen = set().union(*(moments(read(path)) for path in recordings(GAME.name)))

    assert set() == MOMENTS - seen
    assert {f"card {name}" for name, card in CARDS.items() if card.lists} <= seen


def test_every_table_is_recorded():
    logs = [read(path)[0]["events"][0] for path in recordings(GAME.name)]

    assert {(n, given["layout"]) for n, given, _ in TABLES} <= {(len(e["seats"]), e["options"]["layout"]) for e in logs}
