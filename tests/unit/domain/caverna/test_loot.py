"""The expedition list: one test for each item, named for it."""

from domain.caverna.declare import LOOT
from domain.caverna.state import State
from tests.unit.domain.caverna.scene import asked, at, farm, go, got, lay, listed, paid, use


def trip(item: str, *choices, **rest) -> State:
    """Go on an expedition of level 1 with the least strength that the item needs, and take it."""
    state = farm("logging_1_3", weapons=[LOOT[item].needs], **rest)
    weaker = farm("logging_1_3", weapons=[LOOT[item].needs - 1 or 1], **rest)
    if LOOT[item].needs > 1:
        assert ("loot", item) not in listed(use(weaker, "logging_1_3"))
    return use(state, "logging_1_3", ("loot", item), *choices)


def test_all_weapons_plus_1():
    state = farm("logging_1_3", weapons=[3, 13, 14, 0])
    assert [5, 14, 14, 0] == use(state, "logging_1_3", ("loot", "all_weapons_plus_1")).weapons[0]


def test_dog():
    assert {"dog": 1} == got(trip("dog"))


def test_wood():
    assert {"wood": 1} == got(trip("wood"))


def test_sheep():
    assert {"sheep": 1} == got(trip("sheep"))


def test_grain():
    assert {"grain": 1} == got(trip("grain"))


def test_donkey():
    assert {"donkey": 1} == got(trip("donkey"))


def test_stone():
    assert {"stone": 1} == got(trip("stone"))


def test_vegetable():
    assert {"vegetable": 1} == got(trip("vegetable"))


def test_two_ore():
    assert {"ore": 2} == got(trip("two_ore"))


def test_wild_boar():
    assert {"wild_boar": 1} == got(trip("wild_boar"))


def test_two_gold():
    assert {"gold": 2} == got(trip("two_gold"))


def test_furnish_cavern():
    state = trip("furnish_cavern", ("furnish", "stone_carver"), supply={"wood": 2, "stone": 1})
    assert {"wood": 1} == paid(state) and ["stone_carver", at(2, 3)] == state.rooms[0][-1]


def test_free_stable():
    state = trip("free_stable", ("erect", at(1, 1)))
    assert [at(1, 1)] == state.stables[0] and {} == paid(state)


def test_tunnel():
    assert "tunnel" == trip("tunnel", ("cover", "tunnel", at(2, 4))).land[0][at(2, 4)]


def test_small_pasture_for_1_wood():
    state = trip("small_pasture_for_1_wood", supply={"wood": 1}, lands={(3, 2): "meadow"})
    assert [[at(3, 2)]] == state.pastures[0] and {"wood": 1} == paid(state)


def test_cattle():
    assert {"cattle": 1} == got(trip("cattle"))


def test_large_pasture_for_2_wood():
    lands = {(3, 2): "meadow", (3, 1): "meadow"}
    state = trip("large_pasture_for_2_wood", supply={"wood": 2}, lands=lands)
    assert [[at(3, 1), at(3, 2)]] == state.pastures[0] and {"wood": 2} == paid(state)


def test_meadow():
    assert "meadow" == trip("meadow").land[0][at(3, 2)]


def test_dwelling_for_2_wood_2_stone():
    state = trip("dwelling_for_2_wood_2_stone", supply={"wood": 2, "stone": 2})
    assert {"wood": 2, "stone": 2} == paid(state) and ["dwelling", at(2, 3)] == state.rooms[0][-1]


def test_field():
    assert "field" == trip("field").land[0][at(3, 2)]


def test_sow():
    lands = {(3, 2): "field", (3, 1): "field"}
    state = trip("sow", ("sow", "grain", at(3, 2)), ("sow", "grain", at(3, 1)), supply={"grain": 3}, lands=lands)
    assert [[at(3, 2), "grain", 3], [at(3, 1), "grain", 3]] == state.sown[0]


def test_cavern():
    assert "cavern" == trip("cavern", ("cover", "cavern", at(1, 3))).land[0][at(1, 3)]


def test_breed_two():
    state = farm("logging_1_3", weapons=[14], supply={"sheep": 2, "cattle": 2, "donkey": 2})
    for row in range(4):
        lay(state, "large_pasture", (row, 0), (row, 1))
    state = use(state, "logging_1_3", ("loot", "breed_two"), ("breed", "sheep"), ("breed", "cattle"))
    assert {"sheep": 1, "cattle": 1} == got(state) and (1, "place_dwarf") == asked(state)


def test_an_item_is_taken_once_per_expedition():
    state = use(farm("exploration", weapons=[5]), "exploration", ("loot", "dog"))
    assert ("loot", "dog") not in listed(state) and ("stop",) in listed(state)
    assert {"dog": 1, "wood": 1} == got(go(state, ("loot", "wood"), ("stop",)))
