"""What a position of Caverna is held to be worth."""

from domain.caverna.game import GAME
from domain.core.agenda import SYSTEM, Decision, answer, decisions, options
from domain.core.plain import canonical, freeze
from tests.helpers.walk import SeededRng, opened, table_options
from tests.unit.domain.caverna.scene import at, farm, go, lay, use
from workers.bots.base import Budget
from workers.bots.eval import evaluation
from workers.bots.eval.caverna import POINT, evaluate, prospects, sensible
from workers.bots.eval.caverna_lookahead import ponder


def best(state):
    """Return the choice of the first decision that the evaluation likes best."""
    asked = decisions(GAME, state)[0]
    values = []
    for choice in options(GAME, state, asked):
        after = state.copy()
        answer(GAME, after, asked, choice)
        values.append((evaluate(after, asked.seat), choice))
    return max(values)[1]


def test_the_bots_find_it():
    assert evaluate is evaluation(GAME)


def test_a_finished_game_is_worth_its_points():
    state = farm(supply={"gold": 7, "wood": 9})
    state.over = True

    assert POINT * GAME.scores(state, ())[0].points == evaluate(state, 0) == prospects(state, 0)


def test_evaluating_changes_nothing():
    state = farm("slash_and_burn", supply={"grain": 2, "ruby": 1})
    state = use(state, "slash_and_burn")
    before = canonical(freeze(state))

    evaluate(state, 0)

    assert before == canonical(freeze(state))


def test_goods_land_parents_dwarfs_and_weapons_count():
    plain = prospects(farm(), 0)
    better = [
        farm(supply={"wood": 3}), farm(supply={"stone": 3}), farm(supply={"food": 2}), farm(supply={"sheep": 2}),
        farm(weapons=[0, 5]), farm(weapons=[0, 0, 0], tiles=["dwelling"]), farm(tiles=["dwelling"]),
        farm(lands={(3, 2): "field", (3, 1): "meadow"}),
    ]  # fmt: skip

    assert all(prospects(state, 0) > plain for state in better)


def test_animals_without_a_place_count_less():
    crowded, housed = farm(supply={"sheep": 4}), farm(supply={"sheep": 4})
    lay(housed, "small_pasture", (3, 1))
    lay(crowded, "field", (3, 1))

    assert prospects(housed, 0) - 2 * POINT > prospects(crowded, 0) - POINT


def test_a_turn_is_judged_by_what_may_follow():
    state = farm("slash_and_burn", lands={(3, 2): "field"}, supply={"grain": 2, "food": 6})
    begun = use(state, "slash_and_burn")

    assert evaluate(begun, 0) > prospects(begun, 0)


def test_it_feeds_rather_than_begs():
    state = farm(supply={"grain": 4, "food": 1})
    state.round, state.revealed = 12, ["leaf"]
    state.agenda = [("close_round", SYSTEM)]
    state = go(state, ("close",))
    while decisions(GAME, state)[0].kind == "feed":
        answer(GAME, state, decisions(GAME, state)[0], best(state))

    assert 0 == state.begging[0]


def test_it_sows_what_it_can():
    state = use(
        farm("slash_and_burn", lands={(3, 2): "field", (3, 1): "field"}, supply={"grain": 2, "food": 6}),
        "slash_and_burn",
    )

    assert best(state)[0] in ("sow", "lay")
    assert at(3, 2) in evaluate_sown(state)


def evaluate_sown(state):
    """Return the fields that are sown when the turn goes on as liked best."""
    while decisions(GAME, state)[0].seat == 0 and decisions(GAME, state)[0].kind != "place_dwarf":
        answer(GAME, state, decisions(GAME, state)[0], best(state))
    return [cell for cell, _, _ in state.sown[0]]


def test_it_beats_chance_by_far():
    rng = SeededRng("farm")
    state = opened(GAME, 2, table_options(GAME, {}), rng).state
    while not state.over:
        asked = decisions(GAME, state)[0]
        answer(GAME, state, asked, best(state) if asked.seat == 0 else rng.one_of(options(GAME, state, asked)))
    mine, theirs = (score.points for score in GAME.scores(state, ()))

    assert mine > theirs + 20


def thought(state, playouts=400, deadline=float("inf")):
    """Return what looking ahead thinks of the choices of the first decision."""
    asked = decisions(GAME, state)[0]
    return ponder(state, asked, options(GAME, state, asked), SeededRng(1), Budget(playouts, deadline))


def test_looking_ahead_weighs_every_choice_and_changes_nothing():
    state = farm("slash_and_burn", "supplies", seats=2, supply={"grain": 2, "food": 4})
    before = canonical(freeze(state))

    values = thought(state)

    assert values == thought(state) and set(values) == set(options(GAME, state, decisions(GAME, state)[0]))
    assert before == canonical(freeze(state))


def test_looking_ahead_finds_turns_no_worse_than_part_by_part():
    state = use(farm("slash_and_burn", lands={(3, 2): "field"}, supply={"grain": 2}), "slash_and_burn")
    asked = decisions(GAME, state)[0]

    values = thought(state)

    for choice in options(GAME, state, asked):
        after = state.copy()
        answer(GAME, after, asked, choice)
        assert values[choice] >= evaluate(after, 0)


def test_looking_ahead_ends_when_time_or_playouts_are_spent():
    state = farm("slash_and_burn", "supplies", seats=2, supply={"grain": 2, "food": 4})

    for values in (thought(state, playouts=0), thought(state, deadline=0.0)):
        assert set(values) == set(options(GAME, state, decisions(GAME, state)[0]))


def test_exchanges_are_not_weighed_against_placing_a_dwarf():
    state = farm("supplies", seats=2, supply={"grain": 2, "ruby": 1})
    asked = decisions(GAME, state)[0]

    assert {"place"} == {choice[0] for choice in sensible(asked, options(GAME, state, asked))}


def test_who_has_the_food_pays_it_and_who_lacks_some_changes_no_more_gold_than_needed():
    feed = Decision(0, "feed", (0, ()), 1, False, None)
    gold = [("convert", "gold", n) for n in range(2, 9)]

    assert [("feed", 4, 0)] == sensible(feed, [("feed", 4, 0), *gold])
    assert [("feed", 2, 2), *gold[:2]] == sensible(feed, [("feed", 2, 2), *gold])


def test_passing_is_weighed_where_there_is_nothing_else():
    asked = Decision(0, "place_dwarf", (), 1, False, None)

    assert [("pass",)] == sensible(asked, [("convert", "grain", 1), ("pass",)])
