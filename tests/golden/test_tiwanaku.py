"""The recorded games of Tiwanaku show everything that can happen in them, in both readings of the last round."""

from itertools import product

import pytest

from domain.tiwanaku.board import BOARDS
from domain.tiwanaku.game import GAME
from tests.golden.record import marks, read, recordings
from tests.golden.tiwanaku_record import MOMENTS, TABLES, is_right, moments, played_at, steps
from tests.helpers.walk import table_options

LOGS = {path.stem: read(path) for path in recordings(GAME.name)}
READINGS = GAME.options["last_round"].words


@pytest.mark.parametrize("reading", READINGS)
def test_every_moment_occurs(reading):
    seen = set().union(*map(moments, LOGS.values()))

    missing = {name for name in MOMENTS - seen if name.startswith(f"{reading}: ")}
    assert not missing, f"record more games: {sorted(missing)}"


def test_every_option_and_way_to_end_occurs():
    seen = set().union(*map(marks, LOGS.values()))
    words = {f"option {name} {word}" for name, field in GAME.options.items() for word in field.words}

    assert words | {"option cooperative True", "end single winner", "end shared victory"} <= seen
    assert any(mark.startswith("option stall_guard") and mark != "option stall_guard 0" for mark in seen)


def test_every_number_of_seats_is_recorded_and_both_boards_in_both_readings():
    played = [played_at(log) for log in LOGS.values()]

    assert all((seats, table_options(GAME, chosen)) in played for seats, chosen, _ in TABLES)
    assert set(product(GAME.seats, BOARDS)) == {(seats, chosen["size"]) for seats, chosen in played}
    assert set(product(BOARDS, READINGS)) == {(chosen["size"], chosen["last_round"]) for _, chosen in played}


@pytest.mark.parametrize("reading", READINGS)
def test_after_a_wrong_guess_in_a_bought_action_the_seat_of_the_last_tile_opens_the_last_round(reading):
    """The last tile has taken the action of the turn, so that any guess after it is a bought one: example END-08."""
    wrong = [
        (seat, after)
        for log in LOGS.values()
        for before, seat, choice, after in steps(log)
        if (before.last_round, before.last_tile_by, choice[0]) == (reading, seat, "divine")
        and not is_right(before, seat, choice)
    ]
    opened = [(seat, after) for seat, after in wrong if after.eligible(seat)]

    assert opened
    assert all("final" == after.phase and seat == after.active() for seat, after in opened)


def test_the_last_round_is_told_as_it_was_read():
    for log in LOGS.values():
        told = [fact for commit in log for fact in commit["facts"] if fact["fact"] == "final_round_started"]
        assert [played_at(log)[1]["last_round"]] == [fact["last_round"] for fact in told]


def test_a_shared_victory_names_all_who_have_the_most():
    ends = [(played_at(log)[1]["cooperative"], log[-1]["events"][-1]) for log in LOGS.values()]

    shared = [end for together, end in ends if len(end["winners"]) > 1 and not together]
    assert shared
    for end in shared:
        best = max(end["scores"])
        assert [seat for seat, points in enumerate(end["scores"]) if points == best] == end["winners"]
