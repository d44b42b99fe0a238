"""Rounds and harvests: income, cards, markers, purge, feeding, breeding, the end."""

import pytest

from domain.caverna.game import GAME
from domain.caverna.setup import new_state
from domain.caverna.state import ready
from domain.caverna.steps.harvest import food_needed
from domain.caverna.steps.rounds import candidates, event
from domain.core.agenda import SYSTEM, apply, decisions, options, settle
from tests.unit.domain.caverna.scene import asked, at, farm, go, got, lay, listed, paid, start


def seats_asked(state):
    return [(decision.seat, decision.kind) for decision in decisions(GAME, state)]


def answer(state, seat, *choices):
    for choice in choices:
        state = apply(GAME, state, seat, choice)
    return state


def test_cards_of_a_round_come_from_its_stage():
    state = new_state(3, True, "rulebook")
    found = {}
    for number in range(1, 13):
        state.round = number
        found[number] = set(candidates(state))

    assert {"wish_for_children"} == found[4] and found[1] == found[2] == found[3] and 3 == len(found[1])
    assert found[5] == found[6] and 2 == len(found[5])
    assert 3 == len(found[7]) and 3 == len(found[10])


def test_the_solo_order_is_fixed():
    state = new_state(1, True, "rulebook")
    for number in (1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12):
        state.round = number
        assert 1 == len(candidates(state))


def test_a_new_round_draws_card_then_marker():
    state = farm("wish_for_children", seats=3)
    state.round = 6
    state = start(state, ("begin_round", SYSTEM))

    assert (-1, "draw_card") == asked(state)
    state = go(state, ("reveal", "family_life"))
    assert (-1, "draw_marker") == asked(state) and [("turn", "leaf"), ("turn", "question")] == listed(state)
    assert [4, 3] == GAME.steps["draw_marker"].weights(state, -1)
    state = go(state, ("turn", "question"))
    assert "none" == event(state) and (0, "place_dwarf") == asked(state)


def test_the_last_marker_needs_no_draw():
    state = farm(seats=3)
    state.round, state.markers, state.revealed = 11, {"leaf": 1, "question": 0}, ["question"] * 3
    state.deck = ["adventure"]
    state = start(state, ("begin_round", SYSTEM))

    assert (0, "place_dwarf") == asked(state) and "leaf" == state.revealed[-1]


def test_a_new_card_is_filled_in_its_own_round():
    state = farm("ruby_delivery", seats=3)
    state.round = 12
    state.stock["ruby_delivery"] = {}
    state = start(state, ("replenish", SYSTEM))

    assert {"ruby": 2} == state.stock["ruby_delivery"]


def test_family_life_turns_the_wish_over():
    state = farm("wish_for_children", seats=3)
    state.round = 6
    state = go(start(state, ("begin_round", SYSTEM)), ("reveal", "family_life"))

    assert "urgent_wish_for_children" in state.spaces and "wish_for_children" not in state.spaces


def test_dwarfs_return_home_and_newborn_grow_up_next_round():
    state = farm("supplies", seats=2)
    state.weapons[0], state.placed[0], state.newborn[0] = [0, 0, 0], ["supplies"] * 3, 1
    state.round = 5
    state.goods[0]["food"] = state.goods[1]["food"] = 9
    state.agenda = [("close_round", SYSTEM)]

    state = go(state, ("close",))

    assert {"food": 5} == paid(state)  # 2 + 2 + 1
    assert 3 == len(ready(state, 0)) and 0 == state.newborn[0] and 6 == state.round


@pytest.mark.parametrize(("special", "newborn", "need"), [(0, 0, 6), (0, 1, 5), (1, 0, 3), (1, 1, 3)])
def test_food_needed(special, newborn, need):
    state = farm(weapons=[0, 0, 0])
    state.newborn[0] = newborn

    assert need == food_needed(state, 0, special, ())


def test_food_in_the_supply_is_used_and_the_rest_is_begged_for():
    state = start(farm(supply={"food": 3}), ("feeding", 0, 0, ()))

    assert 1 == state.begging[0] and {"food": 3} == paid(state)  # nothing to decide


def test_conversions_are_voluntary():
    state = start(farm(supply={"food": 3, "grain": 1}), ("feeding", 0, 0, ()))

    assert [("feed", 3, 1), ("convert", "grain", 1)] == listed(state)
    assert 0 == go(state, ("convert", "grain", 1)).begging[0]
    assert 1 == go(state, ("feed", 3, 1)).begging[0]


def test_all_seats_feed_at_once_and_in_any_order():
    state = farm(seats=3, supply={"grain": 1})
    for seat in range(3):
        state.goods[seat].update(grain=1, food=4)
    state.round = 3
    state = start(state, ("harvest", SYSTEM))

    assert [(0, "feed"), (1, "feed"), (2, "feed")] == seats_asked(state)
    state = answer(state, 2, ("feed", 4, 0))
    assert [(0, "feed"), (1, "feed")] == seats_asked(state)


def test_fields_give_one_token_each():
    state = farm(lands={(3, 2): "field", (2, 2): "field"})
    state.sown[0] = [[at(3, 2), "grain", 3], [at(2, 2), "vegetable", 1]]
    state.round = 3
    state = start(state, ("harvest", SYSTEM))

    assert {"grain": 1, "vegetable": 1} == got(state) and [[at(3, 2), "grain", 2]] == state.sown[0]


def test_the_third_question_mark_is_answered_by_each_seat():
    state = farm(seats=2, supply={"food": 4, "sheep": 2}, lands={(3, 2): "field", (0, 0): "meadow+stable"})
    state.sown[0] = [[at(3, 2), "grain", 3]]
    state.goods[1]["food"] = 4
    state.round, state.revealed = 8, ["question"] * 3
    state = start(state, ("harvest", SYSTEM))

    assert [(0, "choose_phase"), (1, "choose_phase")] == seats_asked(state)
    field = answer(state, 0, ("choose", "field"), ("feed", 4, 0))
    assert (1, 2) == (field.goods[0]["grain"], field.goods[0]["sheep"])
    breeding = answer(state, 0, ("choose", "breeding"), ("feed", 4, 0))
    assert (0, 3) == (breeding.goods[0]["grain"], breeding.goods[0]["sheep"])


def test_newborn_come_if_there_is_room():
    state = farm(supply={"sheep": 2, "cattle": 3, "donkey": 1, "dog": 4})
    lay(state, "large_pasture", (0, 0), (0, 1))
    lay(state, "large_pasture", (1, 0), (1, 1))
    state = start(state, ("breeding", 0))

    assert {"sheep": 1, "cattle": 1} == got(state)


def test_with_too_little_room_the_seat_chooses():
    state = farm(supply={"sheep": 2, "cattle": 2}, lands={(0, 0): "meadow+stable", (3, 0): "small_pasture"})
    state = start(state, ("breeding", 0))

    assert [("breed", "sheep"), ("breed", "cattle"), ("stop",)] == listed(state)
    assert {"cattle": 1} == got(go(state, ("breed", "cattle")))
    assert {} == got(go(state, ("stop",)))


def test_single_animals_may_make_room_but_parents_may_not():
    state = farm(supply={"sheep": 2, "cattle": 1, "grain": 1}, lands={(0, 0): "meadow+stable"})
    state = start(state, ("breeding", 0))

    assert ("convert", "cattle", 1) in listed(state) and ("convert", "sheep", 1) not in listed(state)
    assert "parents_are_kept" == GAME.steps["breed"].why_not(state, 0, ("sheep",), (), choice=("convert", "sheep", 1))
    assert {"food": 3, "sheep": 1} == got(go(state, ("convert", "cattle", 1)))


def test_a_boar_that_comes_with_a_tile_needs_a_place_too():
    state = farm(supply={"sheep": 2, "ruby": 1}, lands={(0, 1): "field"})
    state = go(start(state, ("breeding", 0)), ("spend", "field"))

    state = go(state, next(choice for choice in listed(state) if choice[2] == at(0, 2)))
    assert (0, "release") == asked(state)
    assert {"food": 2, "wild_boar": 1} == got(go(state, ("convert", "wild_boar", 1)))


def test_without_room_nobody_is_asked():
    state = start(farm(supply={"sheep": 2, "grain": 3}), ("breeding", 0))

    assert {} == got(state) and (-2, "close_round") == asked(state)


def solo(**stock):
    state = farm(seats=1, supply={"ruby": 1})
    state.round = 2
    for space, lying in stock.items():
        state.stock[space] = lying
    return start(state, ("purge", 0, ()))


def test_solo_purge_is_above_six():
    assert (-2, "close_round") == asked(solo(ore_mining_1_3={"ore": 6}))
    state = solo(ore_mining_1_3={"ore": 7}, logging_1_3={"wood": 8})
    assert {("protect", "ore_mining_1_3"), ("protect", "logging_1_3")} <= set(listed(state))
    kept = go(state, ("protect", "logging_1_3"))
    assert {} == kept.stock["ore_mining_1_3"] and {"wood": 8} == kept.stock["logging_1_3"]
    gone = go(state, ("stop",))
    assert {} == gone.stock["logging_1_3"] == gone.stock["ore_mining_1_3"]


def test_an_animal_bought_while_protecting_needs_a_place():
    state = solo(ore_mining_1_3={"ore": 7})
    state.goods[0].update(sheep=2, ruby=1)

    state = go(state, ("spend", "donkey"))
    assert (0, "release") == asked(state) and ("discard", "donkey") in listed(state)
    assert (-2, "close_round") == asked(go(state, ("discard", "donkey")))


def test_solo_purge_asks_nobody_without_a_ruby():
    state = farm(seats=1)
    state.stock["ore_mining_1_3"] = {"ore": 9}
    state = start(state, ("purge", 0, ()))

    assert {} == state.stock["ore_mining_1_3"]


def test_after_the_last_harvest_come_exchanges_and_the_score():
    state = farm(seats=2, tiles=["beer_parlor"], supply={"grain": 2, "food": 4})
    state.goods[1]["food"] = 4
    state.round, state.revealed = 12, ["leaf"]
    state.agenda = [("close_round", SYSTEM)]
    state = go(state, ("close",), ("feed", 4, 0))
    assert (0, "settle_up") == asked(state)
    state = go(state, ("trade", "beer_parlor", 0), ("stop",))

    assert (SYSTEM, "score_game") == asked(state)
    state = go(state, ("score",))
    assert state.over and [True, False] == [score.won for score in GAME.scores(state, ())]


def test_a_tie_is_shared():
    state = new_state(3, True, "rulebook")
    state.over = True

    assert [True, True, True] == [score.won for score in GAME.scores(state, ())]


def test_starting_food_goes_clockwise_from_the_starting_player():
    state = GAME.setup(5, {"furnishings": "full", "reading": "rulebook"}, None)
    settle(GAME, state)
    assert [("begin", seat) for seat in range(5)] == options(GAME, state, decisions(GAME, state)[0])
    state = apply(GAME, state, -1, ("begin", 3))

    assert [2, 3, 3, 1, 1] == [mine["food"] for mine in state.goods]
