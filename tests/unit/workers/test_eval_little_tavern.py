"""What a position of Little Tavern is held to be worth."""

import pytest

from domain.little_tavern.game import GAME
from tests.helpers.walk import SeededRng, tables, walk
from tests.unit.domain.little_tavern.scene import go, read, scene
from workers.bots.eval import evaluation
from workers.bots.eval.little_tavern import POINT, TEMPO, WIN, evaluate, prospects

FULL = "dwarf_01 dwarf_02 dwarf_03 dwarf_04"


def test_the_bots_find_it():
    assert evaluate is evaluation(GAME)


def test_full_tables_are_worth_their_coins_and_tips():
    assert [POINT * (3 + 4) + TEMPO, POINT * (5 + 16)] == prospects(
        scene(FULL, "elf_01 elf_02 elf_03 elf_04", coins=[3, 5], active=0)
    )


def test_a_free_seat_is_worth_something():
    goblins = prospects(scene("goblin_01 goblin_02 goblin_03", FULL, active=1))
    full = prospects(scene("goblin_01 goblin_02 goblin_03 goblin_04", FULL, active=1))

    assert goblins[0] > full[0]


def test_a_free_seat_beside_good_company_is_worth_more():
    elves, mixed = scene("elf_01 elf_02 elf_03", FULL, active=1), scene("elf_01 goblin_01 witch_01", FULL, active=1)
    gain = [prospects(state)[0] - POINT * (3 + GAME.view(state, ())["sums"][0]) for state in (elves, mixed)]

    assert gain[0] > gain[1]


def test_coins_and_the_turn_count():
    tables = ("elf_01", "elf_02", "elf_03")

    assert evaluate(scene(*tables, coins=[4, 3, 3]), 0) > evaluate(scene(*tables), 0)
    assert evaluate(scene(*tables, active=0), 0) > evaluate(scene(*tables, active=1), 0)
    assert evaluate(scene(*tables, coins=[3, 9, 3]), 0) < evaluate(scene(*tables), 0)


@pytest.mark.parametrize(
    ("coins", "worth"),
    [
        ([22, 9], [WIN + POINT, -WIN - POINT]),
        ([20, 12], [-WIN - 4 * POINT, WIN + 4 * POINT]),
        ([21, 9], [WIN // 2, WIN // 2]),
    ],
)
def test_winning_is_worth_more_than_any_lead(coins, worth):
    start = scene(FULL, "elf_01 elf_02 elf_03", coins=coins)

    ended = go(start, ("draw", "character"), ("character", "elf_04"), ("place", 1), ("score",))

    assert ended.over
    assert worth == [evaluate(ended, 0), evaluate(ended, 1)]


def test_in_the_middle_of_a_turn_the_best_answer_is_thought_of():
    start = scene("goblin_01 goblin_02 goblin_03 elf_01", "romantic_01 romantic_02 romantic_03", coins=[9, 3])
    waiting = read(start, "ev_not_my_section")
    poaching = read(start, "ev_poached_regular")

    best = max(
        evaluate(go(poaching, ("pick", target), ("pick", given)), 0)
        for target in start.tables[1]
        for given in start.tables[0]
    )

    assert evaluate(poaching, 0) == best
    assert evaluate(waiting, 0) > evaluate(go(waiting, ("pick", "elf_01"), ("choose", 1)), 0)


@pytest.mark.parametrize(("seats", "chosen"), tables(GAME)[-2:])
def test_every_position_has_a_worth_and_stays_as_it_is(seats, chosen):
    for turn in walk(GAME, seats, chosen, SeededRng("worth")):
        before = GAME.view(turn.before, ())
        values = [evaluate(turn.before, seat) for seat in range(seats)]

        assert all(type(value) is int for value in values)
        assert before == GAME.view(turn.before, ())
