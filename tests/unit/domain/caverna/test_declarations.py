"""Every declaration has a test, is named in one place, and the box holds what it should."""

import ast
from collections import Counter
from pathlib import Path

import pytest

from domain.caverna.declare import COLOURS, LOOT, SPACES, TILES, Loot, Space, Tile, loot, space, tile
from domain.caverna.goods import GOODS, goods
from domain.caverna.setup import cards_for, offer_for, printed_spaces
from domain.caverna.vocabulary import gain, single, twin

HERE = Path(__file__).parent
ROOT = HERE.parents[3]
PACKAGES = ("domain", "events", "service", "workers")

SHARED_WORDS = {*GOODS, "tunnel", "meadow", "field", "cavern", "sow", "growth", "dwelling"}
"""Names that are words of the game as well: goods, lands, effects, the group of dwellings."""


def modules() -> list[Path]:
    return [path for package in PACKAGES for path in sorted((ROOT / package).rglob("*.py"))]


def strings(path: Path) -> Counter[str]:
    tree = ast.parse(path.read_text())
    return Counter(
        node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


TEXTS = {path: strings(path) for path in modules()}


@pytest.mark.parametrize("name", [*SPACES, *TILES, *LOOT])
def test_a_declaration_is_named_in_its_own_place_only(name):
    if name in SHARED_WORDS:
        return
    places = [path for path, found in TEXTS.items() if name in found]

    assert 1 == len(places) and "domain/caverna" in str(places[0]), [str(path) for path in places]
    assert 1 == TEXTS[places[0]][name]


@pytest.mark.parametrize(("module", "names"), [("spaces", SPACES), ("furnishings", TILES), ("loot", LOOT)])
def test_every_declaration_has_a_test_of_its_own(module, names):
    tree = ast.parse((HERE / f"test_{module}.py").read_text())
    tests = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}

    assert [] == [name for name in names if f"test_{name}" not in tests]


def test_numbers_of_spaces_by_seats():
    assert [8, 12, 15, 13, 19, 19, 22] == [len(printed_spaces(seats)) for seats in range(1, 8)]
    assert [11, 11, 12, 12, 12, 12, 12] == [len(cards_for(seats)) for seats in range(1, 8)]


def test_numbers_of_tiles_by_group_and_game():
    groups = Counter(made.group for made in TILES.values() if not made.printed)
    colours = Counter(COLOURS[made.group] for made in TILES.values() if not made.printed)

    assert {"orange": 6, "green": 24, "yellow": 18} == colours
    assert {6, 12} == set(groups.values())
    assert 48 == len(offer_for(True)) and 27 == len(offer_for(False))


def test_numbers_of_items_by_strength():
    wanted = {1: 3, 2: 5, 3: 7, 4: 9, 5: 10, 6: 11, 7: 12, 8: 13, 9: 15, 10: 17, 11: 19, 12: 21, 13: 21, 14: 23}

    assert wanted == {n: sum(item.needs <= n for item in LOOT.values()) for n in wanted}


@pytest.mark.parametrize(
    "slip",
    [
        lambda: goods(gems=1),
        lambda: goods(wood=0),
        lambda: twin("meadow_meadow"),
        lambda: single("room"),
        lambda: tile("carpenter", "Again", group="special", cost=(), text="t", cite="c", points=1),
        lambda: tile("new_tile", "No group", group="attic", cost=(), text="t", cite="c", points=1),
        lambda: tile("new_tile", "No source", group="special", cost=(), text="t", cite="", points=1),
        lambda: tile("new_tile", "No points", group="special", cost=(), text="t", cite="c"),
        lambda: tile("new_tile", "Permit", group="special", cost=(), text="t", cite="c", points=1, permits="flying"),
        lambda: space("housework", "Again", seats=(1,), does=gain(wood=1), text="t", cite="c"),
        lambda: space("new_space", "For nobody", seats=(), does=gain(wood=1), text="t", cite="c"),
        lambda: loot("dog", 1, does=gain(dog=1), text="t", cite="c"),
        lambda: loot("new_item", 15, does=gain(dog=1), text="t", cite="c"),
        lambda: loot("new_item", 1, text="t", cite="c"),
    ],
)
def test_a_slip_in_a_declaration_is_found_at_import(slip):
    before = (dict(SPACES), dict(TILES), dict(LOOT))

    with pytest.raises(AssertionError):
        slip()

    assert before == (SPACES, TILES, LOOT)


def test_declarations_are_frozen():
    for made in (SPACES["housework"], TILES["carpenter"], LOOT["dog"]):
        assert isinstance(made, Space | Tile | Loot)
        with pytest.raises(AttributeError):
            made.name = "other"  # type: ignore[misc]
