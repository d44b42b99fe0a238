"""The tables that the conformance suite plays: every number of seats on both boards, every option with others."""

from itertools import product

from domain.tiwanaku.board import BOARDS
from domain.tiwanaku.game import GAME
from tests.helpers.walk import tables

PLAYED = tables(GAME)


def test_every_number_of_seats_is_played_on_both_boards():
    assert set(product(GAME.seats, BOARDS)) == {(seats, chosen["size"]) for seats, chosen in PLAYED}


def test_every_option_is_played_on_both_boards():
    seen = {(chosen["size"], name, bool(value) if name == "stall_guard" else value)
            for _, chosen in PLAYED for name, value in chosen.items()}  # fmt: skip
    values = {
        "last_round": GAME.options["last_round"].words,
        "cooperative": (False, True),
        "stall_guard": (False, True),
    }

    assert {(size, name, value) for size in BOARDS for name in values for value in values[name]} <= seen


def test_both_readings_of_the_last_round_are_played_with_and_without_a_guard_and_a_lone_seat_has_one():
    readings = GAME.options["last_round"].words
    seen = {(chosen["last_round"], chosen["cooperative"], bool(chosen["stall_guard"])) for _, chosen in PLAYED}

    assert {(reading, False, guard) for reading in readings for guard in (False, True)} <= seen
    assert {(reading, True) for reading in readings} <= {key[:2] for key in seen}
    assert any(seats == 1 and chosen["stall_guard"] for seats, chosen in PLAYED)


def test_tables_are_few_enough_for_every_run():
    assert len(PLAYED) <= 12
