"""The work phase: order of dwarfs, exchanges, parts and connectors, refusals, imitation, passing."""

import pytest

from domain.caverna.game import GAME
from domain.caverna.state import RESTING
from domain.core.agenda import apply, decisions
from domain.core.errors import IllegalChoice, NotYourDecision, Refusal
from domain.core.plain import canonical, freeze
from tests.unit.domain.caverna.scene import asked, at, can_place, farm, go, got, listed, paid, start, use

FIELDS = {(3, 2): "field", (3, 1): "meadow", (2, 1): "meadow"}


def refused(state, *choice):
    """Return the rule of the refusal; nothing may have changed."""
    before = canonical(freeze(state))
    with pytest.raises(Refusal) as error:
        apply(GAME, state, 0, choice)
    assert before == canonical(freeze(state))
    return error.value.rule


def test_the_weakest_dwarf_goes_first_unless_a_ruby_is_paid():
    state = farm("logging_1_3", lying={"wood": 3}, weapons=[0, 5])

    assert "weakest_dwarf_first" == refused(state, "overtake", 5)
    state.goods[0]["ruby"] = 1
    after = go(state, ("overtake", 5), ("place", "logging_1_3"), ("take",))
    assert {"ruby": 1} == paid(after) and ["", "logging_1_3"] == after.placed[0]


def test_a_dwarf_out_of_order_has_to_be_placed():
    state = go(farm("logging_1_3", lying={"wood": 3}, weapons=[0, 5], supply={"ruby": 1}), ("overtake", 5))

    assert {"place"} == {choice[0] for choice in listed(state)}
    assert "space_not_in_play" == refused(state, "place", "growth")


def test_seats_go_round_until_all_dwarfs_are_placed():
    state = farm("supplies", seats=2)
    state.weapons, state.placed = [[0, 0], [0] * 4], [["", ""], [""] * 4]
    order = []
    while (asking := asked(state))[1] != "close_round":
        if asking[1] == "place_dwarf":
            order.append(asking[0])
        state = go(state, listed(state)[0])

    assert [0, 1, 0, 1, 1, 1] == order


@pytest.mark.parametrize(
    ("choice", "rule"),
    [
        (("place", "supplies"), "space_occupied"), (("place", "growth"), "space_not_in_play"),
        (("place", "nowhere"), "space_not_in_play"), (("place", "blacksmithing"), "nothing_to_do_there"),
        (("pass",), "a_dwarf_must_be_placed"), (("overtake", 3), "no_such_dwarf"),
        (("convert", "dog", 1), "no_food_value"), (("convert", "gold", 1), "gold_needs_two"),
        (("convert", "sheep", 1), "not_enough_goods"), (("convert", "grain", 2), "one_at_a_time"),
        (("spend", "wood"), "not_enough_goods"), (("spend", "food"), "not_for_rubies"),
        (("trade", "trader", 0), "tile_not_owned"), (("disarm", 0), "tile_not_owned"),
    ],
)  # fmt: skip
def test_refusals_before_placing(choice, rule):
    state = farm("supplies", "blacksmithing", seats=2, supply={"grain": 2, "gold": 2, "dog": 1})
    state.taken["supplies"] = 1

    assert rule == refused(state, *choice)


@pytest.mark.parametrize(
    ("space", "rule"), [("ore_trading", "not_enough_goods"), ("exploration", "only_armed_dwarfs_travel")]
)
def test_a_space_that_does_one_thing_says_what_is_missing(space, rule):
    assert rule == refused(farm(space), "place", space)


@pytest.mark.parametrize(
    ("space", "choice", "rule"),
    [
        ("slash_and_burn", ("lay", "meadow_field", at(2, 1), at(2, 2)), "first_forest_tile_covers_entrance"),
        ("slash_and_burn", ("lay", "meadow_field", at(3, 2), at(1, 2)), "cells_not_adjacent"),
        ("slash_and_burn", ("lay", "meadow_field", at(3, 2), at(4, 2)), "tile_off_board"),
        ("slash_and_burn", ("lay", "meadow_field", at(1, 3), at(0, 3)), "wrong_half_of_board"),
        ("slash_and_burn", ("lay", "cavern_tunnel", at(1, 3), at(0, 3)), "not_offered_here"),
        ("slash_and_burn", ("lay", "meadow_field", 99, -5), "cells_not_adjacent"),
        ("slash_and_burn", ("sow", "wheat", at(3, 2)), "no_such_crop"),
        ("slash_and_burn", ("sow", "grain", at(3, 2)), "not_enough_goods"),
        ("slash_and_burn", ("grow",), "not_offered_here"),
        ("excavation_1_3", ("lay", "cavern_tunnel", at(0, 4), at(0, 5)), "not_connected"),
        ("excavation_1_3", ("lay", "cavern_tunnel", at(2, 3), at(1, 3)), "cell_not_bare"),
    ],
)  # fmt: skip
def test_refusals_of_tiles(space, choice, rule):
    state = use(farm(space), space)

    assert rule == refused(state, *choice)


def test_refusals_of_fences_and_stables():
    state = use(farm("sheep_farming", lands=FIELDS, supply={"wood": 2, "stone": 1}), "sheep_farming")

    assert "only_meadows_are_fenced" == refused(state, "fence", at(0, 0), None)
    assert "not_enough_goods" == refused(state, "fence", at(2, 1), at(3, 1))
    assert "no_stable_on_field" == refused(state, "erect", at(3, 2))
    assert "stables_stand_in_the_forest" == refused(state, "erect", at(2, 4))
    assert "tile_off_board" == refused(state, "erect", at(4, 0))
    after = go(state, ("erect", at(0, 0)), ("fence", at(2, 1), None))
    assert (1, "place_dwarf") == asked(after)
    full = farm("sheep_farming", lands=FIELDS, supply={"wood": 9, "stone": 1})
    full.stables[0] = [at(0, 0), at(0, 1), at(0, 2)]
    full = use(full, "sheep_farming")
    assert "three_stables_only" == refused(full, "erect", at(1, 1))
    more = farm("sheep_farming", lands={**FIELDS, (1, 1): "meadow", (0, 1): "meadow"}, supply={"wood": 9})
    assert "one_of_each_pasture" == refused(
        use(more, "sheep_farming", ("fence", at(3, 1), None)), "fence", at(2, 1), None
    )


def test_refusals_of_furnishings():
    state = farm("housework", "wish_for_children", supply={"wood": 4, "stone": 2})
    state.offer.remove("cuddle_room")
    state = use(state, "housework")

    assert "tile_is_gone" == refused(state, "furnish", "cuddle_room")
    assert "not_enough_goods" == refused(state, "furnish", "dwelling")
    assert "no_such_tile" == refused(state, "furnish", "palace")
    wish = use(farm("wish_for_children", tiles=["dwelling"], supply={"wood": 4, "stone": 3}), "wish_for_children")
    assert "dwellings_only" == refused(wish, "furnish", "carpenter")
    full = farm("housework", supply={"wood": 4, "stone": 2}, lands={(2, 3): "ore_mine"})
    full.goods[0]["ruby"] = 1
    assert "no_empty_cavern" == refused(use(full, "housework"), "furnish", "carpenter")


def test_refusals_of_weapons_and_loot():
    armed = use(farm("blacksmithing", weapons=[3], supply={"ore": 5}), "blacksmithing", ("loot", "dog"))
    assert "item_once_per_expedition" == refused(armed, "loot", "dog")
    assert "weapon_too_weak" == refused(armed, "loot", "cattle")
    assert "no_such_item" == refused(armed, "loot", "dragon")
    forging = use(farm("blacksmithing", supply={"ore": 5}), "blacksmithing")
    assert "not_enough_goods" == refused(forging, "forge", 6)
    assert "strength_one_to_eight" == refused(forging, "forge", 9)
    first = use(farm("exploration", weapons=[9]), "exploration")
    assert "one_item_must_be_taken" == refused(first, "stop")
    assert "item_cannot_be_carried_out" == refused(first, "loot", "small_pasture_for_1_wood")


def test_growth_needs_room_and_stays_below_the_limit():
    state = farm("family_life", supply={"grain": 1, "vegetable": 1}, lands=FIELDS)
    assert "no_room_or_not_now" == refused(use(state, "family_life"), "grow")
    five = farm("wish_for_children", weapons=[0] * 5, tiles=["couple_dwelling", "dwelling", "simple_dwelling_3_3"])
    assert not can_place(five, "wish_for_children")


def test_an_exchange_is_made_and_the_same_is_asked_again():
    state = farm(supply={"ruby": 2, "food": 1, "donkey": 2, "gold": 3})

    assert {"cattle": 1} == got(go(state, ("spend", "cattle")))
    assert {"food": 3} == got(go(state, ("convert", "donkey", 2)))
    assert {"food": 2} == got(go(state, ("convert", "gold", 3)))
    assert (0, "place_dwarf") == asked(go(state, ("spend", "cavern"), ("cover", "cavern", at(1, 3))))


def test_a_ruby_in_the_middle_makes_the_next_part_possible():
    state = use(
        farm("slash_and_burn", supply={"ruby": 1}), "slash_and_burn", ("lay", "meadow_field", at(3, 1), at(3, 2))
    )

    state = go(state, ("spend", "vegetable"), ("sow", "vegetable", at(3, 2)))

    assert [[at(3, 2), "vegetable", 2]] == state.sown[0]


def test_after_an_action_rubies_may_still_be_spent():
    state = use(farm("wood_gathering", lying={"wood": 1}, supply={"ruby": 1}), "wood_gathering")

    assert (0, "settle_up") == asked(state)
    assert {"wood": 1, "donkey": 1} == got(go(state, ("spend", "donkey")))
    assert (1, "place_dwarf") == asked(go(state, ("stop",)))


def test_no_exchange_before_the_first_part():
    state = use(farm("slash_and_burn", supply={"grain": 2, "ruby": 1}, lands=FIELDS), "slash_and_burn")

    with pytest.raises(IllegalChoice):
        apply(GAME, state, 0, ("convert", "grain", 1))


def test_goods_that_are_left_stay_on_the_space():
    state = use(
        farm("clearing_1_3", lying={"wood": 3}), "clearing_1_3", ("lay", "meadow_field", at(3, 1), at(3, 2)), ("stop",)
    )

    assert {"wood": 3} == state.stock["clearing_1_3"]


def test_imitation_is_of_opponents_only_and_never_of_the_token():
    state = farm("imitation_3", "supplies", "starting_player_1_3", "wood_gathering", "housework", supply={"food": 4})
    state.taken.update(
        {"starting_player_1_3": 1, "wood_gathering": 1, "housework": 0, "supplies": 2, "slash_and_burn": 1}
    )
    state = use(state, "imitation_3")

    assert {("imitate", "supplies"), ("imitate", "slash_and_burn")} == set(listed(state))
    assert "space_cannot_be_imitated" == refused(state, "imitate", "starting_player_1_3")
    assert "only_spaces_of_opponents" == refused(state, "imitate", "housework")
    assert "nothing_to_do_there" == refused(state, "imitate", "wood_gathering")
    assert "space_not_in_play" == refused(state, "imitate", "growth")


def test_a_child_of_an_imitator_stands_with_it():
    state = farm("imitation_4_7", "growth", tiles=["dwelling"], supply={"food": 2})
    state.taken["growth"] = 1
    state = use(state, "imitation_4_7", ("grow",))

    assert "imitation_4_7" == state.placed[0][2] and 1 == state.newborn[0]


def test_what_is_paid_for_imitation_cannot_pay_for_the_tile():
    state = farm("imitation_3", "housework", supply={"food": 4, "wood": 1})
    state.taken["housework"] = 1
    state = use(state, "imitation_3")

    assert ("furnish", "supplies_storage") not in listed(state)


def test_a_seat_that_can_do_nothing_passes_for_the_round():
    state = farm(seats=2)
    state.spaces = ["blacksmithing"]
    state.agenda = [("turns", -2, 0)]
    state = start(state, ("turns", -2, 0))

    assert (-2, "close_round") == asked(state) and [RESTING, RESTING] == state.placed[0]


def test_passing_is_a_choice_where_an_exchange_might_help():
    state = farm(seats=2, supply={"grain": 1})
    state.spaces = ["blacksmithing"]
    state = start(state, ("turns", -2, 0))

    assert [("convert", "grain", 1), ("pass",)] == listed(state)
    assert [RESTING, RESTING] == go(state, ("pass",)).placed[0]


def test_nobody_else_may_choose():
    state = farm("supplies")
    with pytest.raises(NotYourDecision):
        apply(GAME, state, 1, ("place", "supplies"))
    assert 0 == decisions(GAME, state)[0].seat
