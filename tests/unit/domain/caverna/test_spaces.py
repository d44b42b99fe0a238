"""The spaces and round cards: one test for each, named for it."""

from domain.caverna.declare import SPACES
from domain.caverna.steps.rounds import replenish
from tests.unit.domain.caverna.scene import asked, at, can_place, farm, go, got, lay, listed, paid, use

MEADOWS = {(3, 2): "field", (3, 1): "meadow", (2, 1): "meadow", (1, 1): "meadow"}
LAID = ("lay", "meadow_field", at(3, 1), at(3, 2))
DUG = ("lay", "cavern_tunnel", at(1, 3), at(0, 3))
BASKET = ("dog", "sheep", "donkey", "wild_boar", "cattle", "wood", "stone", "ore", "grain", "vegetable")
PRICES = (2, 1, 1, 2, 3, 1, 1, 1, 1, 2)


def filled(space: str, rounds: int = 3, seats: int | None = None) -> list[dict[str, int]]:
    """Return what lies on a space after each of some rounds in which nobody used it."""
    state = farm(space, seats=seats)
    state.stock[space] = {}
    found = []
    for number in range(1, rounds + 1):
        state.round = number
        replenish(state, space)
        found.append(dict(state.stock[space]))
    return found


def take(space: str, **lying: int) -> dict[str, int]:
    """Return what an automatic space gives."""
    return got(use(farm(space, lying=lying), space))


def opponent_on(state, space):
    state.taken[space] = 1
    return state


# In play with every number of seats.


def test_ruby_mining():
    assert [{"ruby": 1}, {"ruby": 2}, {"ruby": 3}] == filled("ruby_mining", seats=3)
    assert [{}, {}, {"ruby": 1}] == filled("ruby_mining", seats=2)
    assert {"ruby": 2} == take("ruby_mining", ruby=2)
    with_mines = farm("ruby_mining", lying={"ruby": 2}, lands={(1, 4): "ruby_mine", (2, 4): "ruby_mine"})
    assert {"ruby": 3} == got(use(with_mines, "ruby_mining"))


def test_housework():
    state = farm("housework", supply={"stone": 1})

    both = use(state, "housework", ("furnish", "carpenter"), ("gain",))

    assert {"dog": 1} == got(both) and {"stone": 1} == paid(both)
    assert ("furnish", "dwelling") not in listed(use(state, "housework"))


def test_slash_and_burn():
    state = use(farm("slash_and_burn", supply={"grain": 1}), "slash_and_burn")

    assert {"lay"} == {choice[0] for choice in listed(state)}  # nothing to sow before the field is laid
    state = go(state, LAID)
    assert ("sow", "grain", at(3, 2)) in listed(state) and ("stop",) in listed(state)
    assert [[at(3, 2), "grain", 3]] == go(state, ("sow", "grain", at(3, 2))).sown[0]


# One to three seats.


def test_drift_mining_1_3():
    assert [{"stone": 1}, {"stone": 2}, {"stone": 3}] == filled("drift_mining_1_3")
    state = use(farm("drift_mining_1_3", lying={"stone": 2}), "drift_mining_1_3", DUG)
    assert "tunnel" == state.land[0][at(0, 3)]
    assert {"stone": 2} == got(go(state, ("take",)))


def test_excavation_1_3():
    assert [{"stone": 1}, {"stone": 2}, {"stone": 3}] == filled("excavation_1_3")
    state = use(farm("excavation_1_3", lying={"stone": 1}), "excavation_1_3", ("take",))
    assert DUG in listed(state)
    assert "cavern" == go(state, ("lay", "cavern_cavern", at(0, 3), at(1, 3))).land[0][at(0, 3)]


def test_starting_player_1_3():
    assert [{"food": 1}, {"food": 2}, {"food": 3}] == filled("starting_player_1_3")
    state = farm("starting_player_1_3", lying={"food": 2})
    state.first = 2
    after = use(state, "starting_player_1_3")
    assert 0 == after.first and {"food": 2, "ore": 2} == got(after)
    assert (1, "place_dwarf") == asked(after)  # the order of the running round stays


def test_logging_1_3():
    assert [{"wood": 3}, {"wood": 4}, {"wood": 5}] == filled("logging_1_3")
    state = use(farm("logging_1_3", lying={"wood": 3}, weapons=[4]), "logging_1_3", ("take",), ("travel",))
    assert (0, "loot") == asked(state)
    assert 5 == go(state, ("loot", "grain")).weapons[0][0]


def test_supplies():
    assert {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2} == take("supplies")


def test_ore_mining_1_3():
    assert [{"ore": 2}, {"ore": 3}, {"ore": 4}] == filled("ore_mining_1_3")
    state = farm("ore_mining_1_3", lying={"ore": 2}, lands={(1, 4): "ore_mine", (0, 4): "ore_mine"})
    assert {"ore": 6} == got(use(state, "ore_mining_1_3"))


def test_wood_gathering():
    assert [{"wood": 1}, {"wood": 2}, {"wood": 3}] == filled("wood_gathering")
    assert {"wood": 3} == take("wood_gathering", wood=3)


def test_clearing_1_3():
    assert [{"wood": 1}, {"wood": 2}, {"wood": 3}] == filled("clearing_1_3")
    assert {"wood": 2, "food": 1} == got(use(farm("clearing_1_3", lying={"wood": 2}), "clearing_1_3", ("take",), LAID))


def test_sustenance_1_3():
    assert [{"food": 1}, {"food": 2}, {"food": 3}] == filled("sustenance_1_3")
    state = use(farm("sustenance_1_3", lying={"food": 2}), "sustenance_1_3", LAID, ("take",))
    assert {"food": 3, "grain": 1} == got(state)


def test_strip_mining():
    assert [{"ore": 1}, {"ore": 1, "stone": 1}, {"ore": 1, "stone": 2}] == filled("strip_mining")
    assert {"ore": 1, "stone": 1, "wood": 2} == take("strip_mining", ore=1, stone=1)


def test_imitation_3():
    state = opponent_on(farm("imitation_3", "supplies", supply={"food": 4}), "supplies")
    assert {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2} == got(use(state, "imitation_3"))
    assert {"food": 4} == paid(use(state, "imitation_3"))
    state.goods[0]["food"] = 3
    assert not can_place(state, "imitation_3")


def test_forest_exploration_3():
    assert [{"wood": 1}, {"wood": 2}, {"wood": 3}] == filled("forest_exploration_3")
    assert {"wood": 2, "vegetable": 1} == take("forest_exploration_3", wood=2)


# Four to seven seats.


def test_drift_mining_4_7():
    assert [{"stone": 2}, {"stone": 4}, {"stone": 6}] == filled("drift_mining_4_7")
    assert {"stone": 2} == got(use(farm("drift_mining_4_7", lying={"stone": 2}), "drift_mining_4_7", ("take",), DUG))


def test_excavation_4_7():
    assert [{"stone": 2}, {"stone": 3}, {"stone": 4}] == filled("excavation_4_7")
    state = use(farm("excavation_4_7"), "excavation_4_7")
    assert {"cavern_tunnel", "cavern_cavern"} == {choice[1] for choice in listed(state)}


def test_starting_player_4_7():
    assert [{"food": 1}, {"food": 2}, {"food": 3}] == filled("starting_player_4_7")
    assert {"food": 1, "ruby": 1} == take("starting_player_4_7", food=1)


def test_imitation_4_7():
    state = opponent_on(farm("imitation_4_7", "growth", supply={"food": 2}), "growth")
    assert {"food": 2} == paid(use(state, "imitation_4_7"))


def test_logging_4_7():
    assert [{"wood": 3}, {"wood": 6}, {"wood": 9}] == filled("logging_4_7")
    assert ("travel",) in listed(use(farm("logging_4_7", lying={"wood": 3}, weapons=[1]), "logging_4_7"))


def test_forest_exploration_4_7():
    assert [{"wood": 2}, {"wood": 3}, {"wood": 4}] == filled("forest_exploration_4_7")
    assert {"wood": 2, "food": 2} == take("forest_exploration_4_7", wood=2)


def test_growth():
    assert {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2} == take("growth")
    with_room = use(farm("growth", tiles=["dwelling"]), "growth", ("grow",))
    assert 3 == len(with_room.weapons[0]) and {} == got(with_room)


def test_clearing_4_7():
    assert [{"wood": 2}, {"wood": 4}, {"wood": 6}] == filled("clearing_4_7")
    assert "field" == use(farm("clearing_4_7"), "clearing_4_7", LAID).land[0][at(3, 2)]


def test_ore_mining_4_7():
    assert [{"ore": 3}, {"ore": 5}, {"ore": 7}] == filled("ore_mining_4_7")
    assert {"ore": 5} == got(
        use(farm("ore_mining_4_7", lying={"ore": 3}, lands={(1, 4): "ore_mine"}), "ore_mining_4_7")
    )


def test_sustenance_4_7():
    assert [{"grain": 1}, {"grain": 1, "vegetable": 1}, {"grain": 1, "vegetable": 2}] == filled("sustenance_4_7")
    assert LAID in listed(use(farm("sustenance_4_7", lying={"grain": 1}), "sustenance_4_7"))


# Five seats.


def test_depot_5():
    assert [{"wood": 1, "ore": 1}, {"wood": 2, "ore": 2}, {"wood": 3, "ore": 3}] == filled("depot_5")
    assert {"wood": 2, "ore": 2} == take("depot_5", wood=2, ore=2)


def test_small_scale_drift_mining():
    assert {"stone": 1} == got(use(farm("small_scale_drift_mining"), "small_scale_drift_mining", ("gain",), DUG))
    assert {} == got(use(farm("small_scale_drift_mining"), "small_scale_drift_mining", DUG, ("stop",)))


def test_weekly_market_5():
    state = use(farm("weekly_market_5", supply={"gold": 2}), "weekly_market_5", ("gain",))
    assert {("buy", good) for good in BASKET} <= set(listed(state))
    state = go(state, ("buy", "cattle"), ("buy", "vegetable"))
    assert ("buy", "cattle") not in listed(state) and ("buy", "dog") not in listed(state)
    assert 1 == state.goods[0]["gold"]
    for good, price in zip(BASKET, PRICES, strict=True):
        bought = use(farm("weekly_market_5", supply={"gold": 2}), "weekly_market_5", ("gain",), ("buy", good))
        assert {"gold": price} == paid(bought), good


def test_imitation_5():
    state = opponent_on(farm("imitation_5", "growth", supply={"food": 3}), "growth")
    assert not can_place(state, "imitation_5")


def test_hardware_rental_5():
    state = farm("hardware_rental_5", weapons=[2], lands={(3, 2): "field"})
    state = use(state, "hardware_rental_5", ("loot", "grain"), ("loot", "wood"))
    assert ("sow", "grain", at(3, 2)) in listed(state)
    assert not can_place(farm("hardware_rental_5"), "hardware_rental_5")


def test_fence_building_5():
    assert [{"wood": 1}, {"wood": 2}, {"wood": 3}] == filled("fence_building_5")
    state = use(farm("fence_building_5", lying={"wood": 6}, lands=MEADOWS), "fence_building_5")
    state = go(state, ("fence", at(3, 1), None), ("fence", at(1, 1), at(2, 1)))
    assert [[at(3, 1)], [at(1, 1), at(2, 1)]] == state.pastures[0] and {"wood": 6} == paid(state)


# Six and seven seats.


def test_depot_6_7():
    assert [{"wood": 1, "ore": 1}, {"wood": 2, "ore": 2}, {"wood": 3, "ore": 3}] == filled("depot_6_7")


def test_drift_mining_6_7():
    assert [{"stone": 1}, {"stone": 2}, {"stone": 3}] == filled("drift_mining_6_7")
    assert {"drift_mining_4_7", "drift_mining_6_7"} <= set(farm("drift_mining_6_7").spaces)


def test_weekly_market_6_7():
    state = use(farm("weekly_market_6_7"), "weekly_market_6_7")
    assert {"gold": 4} == got(state)
    assert {("buy", good) for good in BASKET} <= set(listed(state))


def test_imitation_6_7():
    state = opponent_on(farm("imitation_6_7", "growth", supply={"food": 1}), "growth")
    assert {"food": 1} == paid(use(state, "imitation_6_7"))


def test_hardware_rental_6_7():
    state = use(
        farm("hardware_rental_6_7", weapons=[1]), "hardware_rental_6_7", ("gain",), ("travel",), ("loot", "dog")
    )
    assert {"wood": 2, "dog": 1} == got(state)


def test_fence_building_6_7():
    assert [{"wood": 2}, {"wood": 3}, {"wood": 4}] == filled("fence_building_6_7")


def test_large_depot():
    assert [{"wood": 2, "ore": 1, "stone": 1}, {"wood": 3, "ore": 2, "stone": 2}] == filled("large_depot", 2)
    assert {"wood": 2, "ore": 1, "stone": 1} == take("large_depot", wood=2, ore=1, stone=1)


def test_imitation_7():
    state = opponent_on(farm("imitation_7", "growth"), "growth")
    assert {"wood": 1, "stone": 1, "ore": 1, "food": 1, "gold": 2} == got(use(state, "imitation_7"))


def test_extension():
    assert {"wood": 1, "food": 1} == got(use(farm("extension"), "extension", LAID))
    assert {"stone": 1} == got(use(farm("extension"), "extension", DUG))
    both = use(farm("extension", tiles=["guest_room"]), "extension", LAID, DUG)
    assert {"wood": 1, "food": 1, "stone": 1} == got(both) and 1 == both.both_used[0]
    once = farm("extension", tiles=["guest_room"])
    once.both_used[0] = 1
    assert (1, "place_dwarf") == asked(use(once, "extension", LAID))


# Round cards.


def test_blacksmithing():
    state = use(farm("blacksmithing", supply={"ore": 3}), "blacksmithing")
    assert [("forge", 1), ("forge", 2), ("forge", 3)] == listed(state)
    state = go(state, ("forge", 3), ("travel",), ("loot", "wood"), ("loot", "stone"), ("loot", "dog"))
    assert 4 == state.weapons[0][0] and {"wood": 1, "stone": 1, "dog": 1} == got(state)


def test_sheep_farming():
    assert [{"sheep": 1}, {"sheep": 2}, {"sheep": 3}] == filled("sheep_farming")
    state = farm("sheep_farming", lying={"sheep": 2}, lands=MEADOWS, supply={"wood": 2, "stone": 1})
    state = use(state, "sheep_farming", ("fence", at(3, 1), None), ("erect", at(3, 1)), ("take",))
    assert {"sheep": 2} == got(state) and {"wood": 2, "stone": 1} == paid(state)


def test_ore_mine_construction():
    state = farm("ore_mine_construction", lands={(1, 4): "tunnel", (2, 4): "tunnel"}, weapons=[3])
    state = use(state, "ore_mine_construction", ("lay", "ore_mine_deep_tunnel", at(1, 4), at(2, 4)), ("travel",))
    assert "ore_mine" == state.land[0][at(1, 4)] and "deep_tunnel" == state.land[0][at(2, 4)]
    assert {"ore": 3} == got(state) and (0, "loot") == asked(state)


def test_wish_for_children():
    assert not can_place(farm("wish_for_children"), "wish_for_children")
    state = farm("wish_for_children", tiles=["dwelling"], supply={"wood": 4, "stone": 2})
    state = use(state, "wish_for_children")
    assert {("grow",), ("furnish", "simple_dwelling_4_2")} == set(listed(state))
    assert (1, "place_dwarf") == asked(go(state, ("grow",)))


def test_urgent_wish_for_children():
    assert {"gold": 3} == take("urgent_wish_for_children")
    state = farm("urgent_wish_for_children", supply={"wood": 4, "stone": 2})
    state = use(state, "urgent_wish_for_children", ("furnish", "simple_dwelling_4_2"), ("grow",))
    assert 3 == len(state.weapons[0]) and {} == got(state)


def test_donkey_farming():
    assert [{"donkey": 1}, {"donkey": 2}, {"donkey": 3}] == filled("donkey_farming")
    state = use(farm("donkey_farming", lying={"donkey": 1}, supply={"stone": 1}), "donkey_farming", ("erect", at(0, 0)))
    assert {"donkey": 1} == got(go(state, ("take",)))


def test_ruby_mine_construction():
    state = farm("ruby_mine_construction", lands={(1, 4): "tunnel", (2, 4): "deep_tunnel"})
    state = use(state, "ruby_mine_construction")
    assert {} == got(go(state, ("mine", at(1, 4))))
    assert {"ruby": 1} == got(go(state, ("mine", at(2, 4))))
    assert not can_place(farm("ruby_mine_construction"), "ruby_mine_construction")


def test_ore_delivery():
    assert [{"stone": 1, "ore": 1}, {"stone": 2, "ore": 2}] == filled("ore_delivery", 2)
    state = farm("ore_delivery", lying={"stone": 2, "ore": 2}, lands={(1, 4): "ore_mine"})
    assert {"stone": 2, "ore": 4} == got(use(state, "ore_delivery"))


def test_family_life():
    state = farm("family_life", tiles=["dwelling"], supply={"grain": 1}, lands={(3, 2): "field"})
    state = use(state, "family_life", ("sow", "grain", at(3, 2)), ("grow",))
    assert 3 == len(state.weapons[0]) and [[at(3, 2), "grain", 3]] == state.sown[0]


def test_exploration():
    assert not can_place(farm("exploration"), "exploration")
    state = use(
        farm("exploration", weapons=[8]), "exploration", *[("loot", x) for x in ("dog", "wood", "sheep", "stone")]
    )
    assert {"dog": 1, "wood": 1, "sheep": 1, "stone": 1} == got(state) and 9 == state.weapons[0][0]
    assert 1 not in SPACES["exploration"].seats and 2 not in SPACES["exploration"].seats


def test_ore_trading():
    state = use(farm("ore_trading", supply={"ore": 9}), "ore_trading")
    assert [("sell", 1), ("sell", 2), ("sell", 3)] == listed(state)
    assert {"gold": 4, "food": 2} == got(go(state, ("sell", 2)))


def test_adventure():
    state = use(farm("adventure", weapons=[9]), "adventure", ("loot", "wood"), ("travel",), ("loot", "cattle"))
    assert 11 == state.weapons[0][0] and {"wood": 1, "cattle": 1} == got(state)
    again = use(farm("adventure", weapons=[9]), "adventure", ("loot", "wood"), ("travel",))
    assert ("loot", "wood") in listed(again)


def test_ruby_delivery():
    assert [{"ruby": 2}, {"ruby": 3}, {"ruby": 4}] == filled("ruby_delivery")
    state = farm("ruby_delivery", lying={"ruby": 2})
    assert {"ruby": 2} == got(use(state, "ruby_delivery"))
    lay(state, "ruby_mine", (1, 4), (2, 4))
    assert {"ruby": 3} == got(use(state, "ruby_delivery"))
