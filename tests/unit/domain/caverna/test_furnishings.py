"""The furnishing tiles: one test for each, named for it."""

from domain.caverna.acts import most_dwarfs, receive, room_for_dwarfs
from domain.caverna.declare import TILES
from domain.caverna.goods import goods
from domain.caverna.housing import containers, fits
from domain.caverna.scoring import bonus_by_tile, parts
from domain.caverna.state import State
from domain.caverna.steps.harvest import food_needed
from domain.core.agenda import SYSTEM
from tests.unit.domain.caverna.scene import asked, at, farm, go, got, lay, listed, paid, start, use


def furnish(tile: str, **supply: int) -> State:
    """Furnish the printed cavern at the price of the tile, with more in the supply."""
    cost = dict(TILES[tile].cost)
    state = farm("housework", supply={good: cost.get(good, 0) + supply.get(good, 0) for good in {*cost, *supply}})
    after = use(state, "housework", ("furnish", tile), ("stop",))
    assert cost == paid(after)
    assert [tile, at(2, 3)] == after.rooms[0][-1]
    assert tile not in after.offer or TILES[tile].unlimited
    return after


def printed(tile: str, **supply: int) -> int:
    """Return the printed points of a tile that was furnished."""
    return parts(furnish(tile, **supply), 0)["furnishing_printed"]


def bonus(tile: str, **supply: int) -> int:
    """Return what the formula of a tile gives for a supply."""
    return bonus_by_tile(farm(tiles=[tile], supply=supply), 0)[tile]


def house(tile: str) -> list[tuple[int, str]]:
    """Return capacity and kind of the containers that a tile makes."""
    with_it = containers(farm(tiles=[tile]), 0)
    return [(place.capacity, place.only) for place in with_it if place.name == tile]


def rooms(*tiles: str, dwarfs: int = 2) -> int:
    """Return the room for dwarfs."""
    return room_for_dwarfs(farm(tiles=tiles, weapons=[0] * dwarfs), 0)


# Dwellings.


def test_entry_level_dwelling():
    assert 2 == rooms() and [(2, "")] == [(place.capacity, place.only) for place in containers(farm(), 0)]
    assert "entry_level_dwelling" not in farm().offer


def test_dwelling():
    assert 3 == printed("dwelling") and 3 == rooms("dwelling") and 4 == rooms("dwelling", "dwelling")
    assert "dwelling" in furnish("dwelling").offer


def test_simple_dwelling_4_2():
    assert 0 == printed("simple_dwelling_4_2") and 3 == rooms("simple_dwelling_4_2")
    assert goods(wood=4, stone=2) == TILES["simple_dwelling_4_2"].cost


def test_simple_dwelling_3_3():
    assert 0 == printed("simple_dwelling_3_3") and 3 == rooms("simple_dwelling_3_3")
    assert goods(wood=3, stone=3) == TILES["simple_dwelling_3_3"].cost


def test_mixed_dwelling():
    assert 4 == printed("mixed_dwelling") and 3 == rooms("mixed_dwelling") and [(2, "")] == house("mixed_dwelling")


def test_couple_dwelling():
    assert 5 == printed("couple_dwelling") and 4 == rooms("couple_dwelling")


def test_additional_dwelling():
    assert 5 == printed("additional_dwelling")
    assert 2 == rooms("additional_dwelling") and 3 == rooms("additional_dwelling", dwarfs=5)
    assert 6 == most_dwarfs(farm(tiles=["additional_dwelling"]), 0) and 5 == most_dwarfs(farm(), 0)


# Special.


def test_cuddle_room():
    assert 2 == printed("cuddle_room") and [(2, "sheep")] == house("cuddle_room")
    crowd = farm(tiles=["cuddle_room"], weapons=[0, 0, 0], supply={"sheep": 3, "cattle": 2})
    assert fits(crowd, 0) and not fits(crowd, 0, ("sheep",))


def test_breakfast_room():
    assert 0 == printed("breakfast_room") and [(3, "cattle")] == house("breakfast_room")


def test_stubble_room():
    assert 1 == printed("stubble_room")
    state = farm(tiles=["stubble_room"], lands={(3, 2): "field", (3, 1): "field"}, supply={"sheep": 3, "donkey": 1})
    assert fits(state, 0)
    state.sown[0].append([at(3, 2), "grain", 1])
    assert not fits(state, 0)


def test_work_room():
    assert 2 == printed("work_room")
    lands = {(1, 3): "tunnel", (1, 4): "deep_tunnel"}
    state = use(farm("housework", tiles=["work_room"], lands=lands, supply={"wood": 1}), "housework")
    where = listed(go(state, ("furnish", "cuddle_room")))
    assert [("site", at(1, 3)), ("site", at(1, 4)), ("site", at(2, 3))] == where
    without = use(farm("housework", lands=lands, supply={"wood": 1}), "housework", ("furnish", "cuddle_room"))
    assert ["cuddle_room", at(2, 3)] == without.rooms[0][-1]


def test_guest_room():
    assert 0 == printed("guest_room")
    state = farm("growth", tiles=["guest_room", "dwelling"])
    assert 3 == len(use(state, "growth", ("gain",), ("grow",)).weapons[0])
    mines = farm("ruby_mine_construction", tiles=["guest_room"], lands={(1, 3): "tunnel", (1, 4): "deep_tunnel"})
    both = use(mines, "ruby_mine_construction", ("mine", at(1, 4)), ("mine", at(1, 3)))
    assert 2 == both.land[0].count("ruby_mine") and {"ruby": 1} == got(both)
    urgent = use(
        farm("urgent_wish_for_children", tiles=["guest_room"], supply={"wood": 4, "stone": 2}),
        "urgent_wish_for_children",
    )
    assert {("gain",), ("furnish", "simple_dwelling_4_2")} == set(listed(urgent))
    after = go(urgent, ("gain",), ("furnish", "simple_dwelling_4_2"), ("grow",))
    assert 3 == len(after.weapons[0]) and {"gold": 3} == got(after)


def test_office_room():
    assert 0 == printed("office_room")
    state = farm("slash_and_burn", tiles=["office_room"], lands={(3, 2): "field", (3, 1): "meadow"})
    state = use(state, "slash_and_burn", ("lay", "meadow_field", at(3, 0), at(4, 0)))
    assert {"gold": 2} == got(state) and "field" == state.land[0][at(4, 0)]
    inside = use(
        farm("slash_and_burn", tiles=["office_room"]), "slash_and_burn", ("lay", "meadow_field", at(2, 2), at(3, 2))
    )
    assert {} == got(inside)


# Building materials.


def test_carpenter():
    assert 0 == printed("carpenter")
    state = farm("housework", tiles=["carpenter"], supply={"wood": 1})
    assert {} == paid(use(state, "housework", ("furnish", "cuddle_room"), ("stop",)))
    fields = {(3, 2): "field", (3, 1): "meadow", (2, 1): "meadow", (1, 1): "meadow"}
    fenced = use(farm("sheep_farming", tiles=["carpenter"], lands=fields, supply={"wood": 4}), "sheep_farming")
    fenced = go(fenced, ("fence", at(3, 1), None), ("fence", at(1, 1), at(2, 1)))
    assert {"wood": 4} == paid(fenced)


def test_stone_carver():
    assert 1 == printed("stone_carver") and {"stone": 2} == got(furnish("stone_carver"))
    state = use(farm("sheep_farming", tiles=["stone_carver"]), "sheep_farming", ("erect", at(0, 0)))
    assert {} == paid(state)
    state = farm("housework", tiles=["stone_carver"], supply={"wood": 3, "stone": 2})
    assert {"wood": 3, "stone": 2} == paid(use(state, "housework", ("furnish", "simple_dwelling_3_3"), ("stop",)))


def test_blacksmith():
    assert 3 == printed("blacksmith") and {"ore": 2} == got(furnish("blacksmith"))
    forging = use(farm("blacksmithing", tiles=["blacksmith"], supply={"ore": 1}), "blacksmithing")
    assert [("forge", 1), ("forge", 2), ("forge", 3)] == listed(forging)
    assert {} == paid(go(forging, ("forge", 2)))
    assert ("forge", 9) not in listed(
        use(farm("blacksmithing", tiles=["blacksmith"], supply={"ore": 9}), "blacksmithing")
    )


def test_miner():
    assert 3 == printed("miner")
    lands = {(0, 3): "ore_mine", (0, 4): "ore_mine", (1, 4): "ruby_mine"}
    state = start(farm(tiles=["miner"], lands=lands, supply={"donkey": 3}), ("begin_round", SYSTEM))
    assert {"ore": 2} == got(state)
    assert {"ore": 1} == got(start(farm(tiles=["miner"], lands=lands, supply={"donkey": 1}), ("begin_round", SYSTEM)))


def test_builder():
    assert 2 == printed("builder")
    state = farm("housework", tiles=["builder"], supply={"wood": 1, "stone": 2, "ore": 2})
    state = use(state, "housework", ("furnish", "blacksmith"))
    assert [("pay", ()), ("pay", ("wood",)), ("pay", ("stone",)), ("pay", ("wood", "stone"))] == listed(state)
    assert {"stone": 1, "ore": 2} == paid(go(state, ("pay", ("wood", "stone")), ("stop",)))


def test_trader():
    assert 2 == printed("trader")
    state = go(farm(tiles=["trader"], supply={"gold": 3}), ("trade", "trader", 0))
    assert {"wood": 1, "stone": 1, "ore": 1} == got(state) and {"gold": 2} == paid(state)
    over = use(
        farm("housework", tiles=["spare_part_storage"], supply={"wood": 1}),
        "housework",
        ("furnish", "trader"),
        ("stop",),
    )
    assert ["spare_part_storage"] == over.covered[0] and "cavern" == over.land[0][at(2, 3)]


def supplied(tile: str, round_: int, seats: int) -> list[int]:
    state = farm("housework", seats=seats, supply=dict(TILES[tile].cost))
    state.round = round_
    return [number for number, _ in use(state, "housework", ("furnish", tile), ("stop",)).due[0]]


def test_wood_supplier():
    assert 2 == printed("wood_supplier")
    assert [4, 5, 6, 7, 8, 9, 10] == supplied("wood_supplier", 3, 3)
    assert [6, 7, 8, 10, 11, 12] == supplied("wood_supplier", 5, 2)


def test_stone_supplier():
    assert 1 == printed("stone_supplier") and [6, 7, 8, 9, 10] == supplied("stone_supplier", 5, 3)
    state = farm(tiles=["stone_supplier"])
    state.due[0] = [[6, "stone"], [7, "stone"]]
    assert {"stone": 1} == got(start(state, ("begin_round", SYSTEM))) and [[7, "stone"]] == state.due[0]


def test_ruby_supplier():
    assert 2 == printed("ruby_supplier") and [8, 10, 11, 12] == supplied("ruby_supplier", 7, 2)


def test_dog_school():
    assert 0 == printed("dog_school")
    state = use(farm("housework"), "housework", ("furnish", "dog_school"), ("gain",))
    assert {"dog": 1, "wood": 1} == got(state)
    assert {"dog": 1} == got(use(farm("housework"), "housework", ("gain",), ("furnish", "dog_school")))


def test_quarry():
    assert 2 == printed("quarry")
    lands = {(0, 0): "large_pasture", (3, 2): "field"}
    state = farm(tiles=["quarry"], supply={"donkey": 2}, lands={(1, 3): "ore_mine", **lands})
    assert {"donkey": 1, "stone": 1} == got(start(state, ("breeding", 0)))


def test_seam():
    assert 1 == printed("seam")
    state = farm(tiles=["seam", "trader"], supply={"gold": 2, "ruby": 1})
    assert {"wood": 1, "stone": 1, "ore": 2} == got(go(state, ("trade", "trader", 0)))
    assert {"stone": 1, "ore": 1} == got(go(state, ("spend", "stone")))


# Food.


def test_slaughtering_cave():
    assert 2 == printed("slaughtering_cave")
    state = farm(
        tiles=["slaughtering_cave", "hunting_parlor"], supply={"donkey": 2, "sheep": 1, "wild_boar": 2, "grain": 1}
    )
    assert {"food": 5} == got(go(state, ("convert", "donkey", 2)))
    assert {"food": 2} == got(go(state, ("convert", "sheep", 1)))
    assert {"food": 1} == got(go(state, ("convert", "grain", 1)))
    assert {"gold": 2, "food": 2} == got(go(state, ("trade", "hunting_parlor", 0)))


def test_cooking_cave():
    assert 2 == printed("cooking_cave")
    state = go(farm(tiles=["cooking_cave"], supply={"grain": 1, "vegetable": 1}), ("trade", "cooking_cave", 0))
    assert {"food": 5} == got(state) and {"grain": 1, "vegetable": 1} == paid(state)


def test_working_cave():
    assert 2 == printed("working_cave")
    state = farm(tiles=["working_cave"], supply={"ore": 2, "wood": 1, "food": 2})
    state = start(state, ("feeding", 0, 0, ()))
    assert [("feed", 2, 2), ("nourish", "wood", "adult"), ("nourish", "ore", "adult")] == listed(state)
    after = go(state, ("nourish", "ore", "adult"))
    assert {"ore": 2, "food": 2} == paid(after) and 0 == after.begging[0]
    special = go(
        start(farm(tiles=["working_cave"], supply={"stone": 1, "food": 1}), ("feeding", 0, 1, ())),
        ("nourish", "stone", "adult"),
    )
    assert {"stone": 1, "food": 1} == paid(special) and 0 == special.begging[0]


def test_mining_cave():
    assert 2 == printed("mining_cave")
    mines = {(0, 3): "ore_mine", (1, 3): "ruby_mine"}
    assert 2 == food_needed(farm(tiles=["mining_cave"], lands=mines, supply={"donkey": 5}), 0, 0, ())
    assert 3 == food_needed(farm(tiles=["mining_cave"], lands=mines, supply={"donkey": 1}), 0, 0, ())
    assert 0 == food_needed(farm(tiles=["mining_cave"], lands=mines, supply={"donkey": 2}), 0, 1, ())


def test_breeding_cave():
    assert 2 == printed("breeding_cave")
    food = []
    for kinds in (1, 2, 3, 4):
        state = farm(
            tiles=["breeding_cave"], supply=dict.fromkeys(("sheep", "donkey", "wild_boar", "cattle")[:kinds], 2)
        )
        for row in range(4):
            lay(state, "large_pasture", (row, 0), (row, 1))
        food.append(got(start(state, ("breeding", 0)))["food"])
    assert [1, 2, 3, 5] == food


def test_peaceful_cave():
    assert 2 == printed("peaceful_cave")
    state = farm(tiles=["peaceful_cave"], weapons=[0, 9])
    state = go(state, ("disarm", 1))
    assert [0, 0] == state.weapons[0] and {"food": 9} == got(state)
    assert not any(choice[0] == "disarm" for choice in listed(state))


# Parlors.


def test_weaving_parlor():
    assert {"food": 2} == got(furnish("weaving_parlor", sheep=2)) and 3 == bonus("weaving_parlor", sheep=7)


def test_milking_parlor():
    assert {"food": 1} == got(furnish("milking_parlor", cattle=1)) and 3 == bonus("milking_parlor", cattle=3)


def test_state_parlor():
    state = furnish("state_parlor")
    assert {"food": 2} == got(state) and {"state_parlor": 4} == bonus_by_tile(state, 0)  # the entry-level dwelling
    far = farm(tiles=["state_parlor", "dwelling", "simple_dwelling_3_3"])
    assert {"state_parlor": 4} == bonus_by_tile(far, 0)


def test_hunting_parlor():
    assert 1 == printed("hunting_parlor")
    state = go(farm(tiles=["hunting_parlor"], supply={"wild_boar": 2}), ("trade", "hunting_parlor", 0))
    assert {"gold": 2, "food": 2} == got(state) and {"wild_boar": 2} == paid(state)


def test_beer_parlor():
    assert 3 == printed("beer_parlor")
    state = farm(tiles=["beer_parlor"], supply={"grain": 2})
    assert {"gold": 3} == got(go(state, ("trade", "beer_parlor", 0)))
    assert {"food": 4} == got(go(state, ("trade", "beer_parlor", 1)))


def test_blacksmithing_parlor():
    assert 2 == printed("blacksmithing_parlor")
    state = go(farm(tiles=["blacksmithing_parlor"], supply={"ruby": 1, "ore": 1}), ("trade", "blacksmithing_parlor", 0))
    assert {"gold": 2, "food": 1} == got(state) and {"ruby": 1, "ore": 1} == paid(state)


# Storages.


def test_stone_storage():
    assert 0 == printed("stone_storage") and 4 == bonus("stone_storage", stone=4)


def test_ore_storage():
    assert 0 == printed("ore_storage") and 2 == bonus("ore_storage", ore=5)


def test_spare_part_storage():
    assert 0 == printed("spare_part_storage")
    state = farm(tiles=["spare_part_storage"], supply={"wood": 1, "stone": 1, "ore": 1})
    assert {"gold": 2} == got(go(state, ("trade", "spare_part_storage", 0)))
    over = use(
        farm("housework", tiles=["trader"], supply={"wood": 2}),
        "housework",
        ("furnish", "spare_part_storage"),
        ("stop",),
    )
    assert ["trader"] == over.covered[0] and 0 == parts(over, 0)["furnishing_printed"]


def test_main_storage():
    assert 0 == printed("main_storage")
    assert (
        6 == bonus_by_tile(farm(tiles=["main_storage", "beer_parlor", "ore_storage", "carpenter"]), 0)["main_storage"]
    )


def test_weapon_storage():
    assert 0 == printed("weapon_storage")
    assert 9 == bonus_by_tile(farm(tiles=["weapon_storage"], weapons=[1, 14, 0, 8]), 0)["weapon_storage"]


def test_supplies_storage():
    assert 0 == printed("supplies_storage") and 0 == bonus("supplies_storage")
    assert {"supplies_storage": 8} == bonus_by_tile(farm(tiles=["supplies_storage"], weapons=[1, 2]), 0)


# Chambers.


def test_broom_chamber():
    assert 0 == printed("broom_chamber")
    points = [bonus_by_tile(farm(tiles=["broom_chamber"], weapons=[0] * n), 0)["broom_chamber"] for n in range(2, 7)]
    assert [0, 0, 0, 5, 10] == points


def test_treasure_chamber():
    assert 0 == printed("treasure_chamber") and 4 == bonus("treasure_chamber", ruby=4)


def test_food_chamber():
    assert 0 == printed("food_chamber")
    state = farm(tiles=["food_chamber"], lands={(3, 2): "field"}, supply={"grain": 1, "vegetable": 3})
    state.sown[0].append([at(3, 2), "grain", 3])
    assert {"food_chamber": 6} == bonus_by_tile(state, 0)


def test_prayer_chamber():
    assert 0 == printed("prayer_chamber") and 8 == bonus("prayer_chamber")
    assert {"prayer_chamber": 0} == bonus_by_tile(farm(tiles=["prayer_chamber"], weapons=[1, 0]), 0)


def test_writing_chamber():
    assert 0 == printed("writing_chamber") and 7 == bonus("writing_chamber")
    lossless = farm(tiles=["writing_chamber"], supply={"sheep": 1, "donkey": 1, "wild_boar": 1})
    lossless.land[0] = [kind or "field" for kind in lossless.land[0]]
    assert {"writing_chamber": 2} == bonus_by_tile(lossless, 0)


def test_fodder_chamber():
    assert 0 == printed("fodder_chamber") and 6 == bonus("fodder_chamber", sheep=19, dog=4)


def test_triggers_go_in_order_of_building():
    state = farm(tiles=["seam"])
    receive(state, 0, goods(stone=2))
    assert [("goods_received", {"stone": 2}), ("goods_received", {"ore": 2})] == [
        (fact, public["goods"]) for fact, public, _, _ in state.facts
    ]
    assert (0, "place_dwarf") == asked(state)
