"""Turns: what is listed, refused, and what follows. The worked examples cover the rest."""

import pytest

from domain.core.agenda import apply, decisions, options
from domain.core.command import Command, carry_out
from domain.core.errors import CrossesDisclosure, Refusal
from domain.core.game import ALL
from domain.tiwanaku.board import BOARDS
from domain.tiwanaku.game import GAME
from domain.tiwanaku.material import TERRAINS
from tests.helpers.walk import SeededRng, table_options, walk


def listed(state):
    """Return what the open decision lists."""
    return options(GAME, state, decisions(GAME, state)[0])


def rule_of(state, seat, choice):
    """Return the rules' code of a refusal."""
    with pytest.raises(Refusal) as refused:
        apply(GAME, state, seat, choice)
    return refused.value.rule


def send(state, seat, explorer, *act):
    """Send an explorer and let it act."""
    return apply(GAME, apply(GAME, state, seat, ("send", explorer)), seat, act)


def test_sending_then_exploring_gives_terrain_and_cube(start):
    state = send(start(), 0, "e2", "explore", "A1")

    assert [-1, BOARDS["short"].index["A1"], -1, -1, -1] == state.explorers[0]
    assert [0, 0, 0, 1] == state.cubes[0]
    assert [("end_turn",)] == listed(state)


def test_between_sending_and_acting_nothing_else_may_be_done(start):
    state = apply(GAME, start(), 0, ("send", "e1"))

    assert "explorer_is_sent" == rule_of(state, 0, ("send", "e2"))
    assert "action_required" == rule_of(state, 0, ("end_turn",))
    assert "no_explorer_sent" == rule_of(start(), 0, ("explore", "A1"))
    assert "wrong_phase" == rule_of(state, 0, ("final_pass",))
    assert "wrong_phase" == rule_of(state, 1, ("final_pass",))
    assert "not_your_turn" == rule_of(state, 1, ("end_turn",))


def test_reach_is_shown_for_whoever_may_act_now(start):
    state = start()
    border = BOARDS["short"].listed(BOARDS["short"].border)
    sent = apply(GAME, state, 0, ("send", "e2"))
    acted = apply(GAME, sent, 0, ("explore", "A1"))

    assert {f"e{n}" for n in range(1, 6)} == GAME.view(state, ())["reach"].keys()
    assert ["e2"] == list(GAME.view(sent, ())["reach"])
    assert set(border) <= set(GAME.view(sent, ())["reach"]["e2"])
    assert {} == GAME.view(acted, ())["reach"]


def test_with_a_fifth_cube_to_settle_nobody_may_act(start):
    state = start()
    state.cubes[0], state.actions = [0, 4, 0, 0], 2
    state = send(state, 0, "e1", "explore", "A1")

    assert {} == GAME.view(state, ())["reach"]
    settled = apply(GAME, state, 0, ("resolve_overflow", "decline", None, None))
    assert 5 == len(GAME.view(settled, ())["reach"])


def test_nothing_follows_a_discovery_in_one_command(start):
    batch = [("send", "e1"), ("explore", "A1"), ("end_turn",)]

    with pytest.raises(CrossesDisclosure) as crossed:
        carry_out(GAME, start(), 2, Command(0, batch, 1), lambda kind, weights: 0)
    assert 2 == crossed.value.index


def test_cubes_may_be_given_in_any_order(start):
    state = start()
    state.cubes[0] = [1, 1, 0, 0]

    after = apply(GAME, state, 0, ("exchange", ("desert", "swamp"), "forest"))

    assert ("exchange", ("desert", "swamp"), "forest") not in listed(state)
    assert [0, 0, 0, 1] == after.cubes[0]


def test_extra_action_takes_no_cell_and_peek_needs_one(start):
    state = start()
    state.cubes[0] = [1, 1, 1, 1]

    assert "bad_cell" == rule_of(state, 0, ("offering", "extra_action", "A1"))
    assert "bad_cell" == rule_of(state, 0, ("offering", "peek", None))
    assert ("offering", "peek", "A1") in listed(state)
    assert ("offering", "peek", "B3") not in listed(state)


@pytest.mark.parametrize(("choice", "code"), [
    (("resolve_overflow", "exchange", None, None), "exchange_two_for_one"),
    (("resolve_overflow", "exchange", ("swamp", "swamp"), None), "exchange_two_for_one"),
    (("resolve_overflow", "decline", ("swamp", "swamp"), "swamp"), "exchange_two_for_one"),
    (("resolve_overflow", "exchange", ("swamp", "swamp"), "swamp"), "not_enough_cubes"),
])  # fmt: skip
def test_fifth_cube_is_settled_properly(start, choice, code):
    state = start()
    state.cubes[0] = [0, 4, 0, 0]
    state = send(state, 0, "e1", "explore", "A1")

    assert code == rule_of(state, 0, choice)
    assert "forest" == GAME.view(state, ())["pending_overflow"]


def test_an_exchange_of_five_leaves_four(start):
    state = start()
    state.cubes[0] = [0, 4, 0, 0]
    state = send(state, 0, "e1", "explore", "A1")

    for choice in listed(state):
        after = apply(GAME, state, 0, choice)
        assert 4 == sum(after.cubes[0])
        assert GAME.census(state) == GAME.census(after)


def test_guesses_are_always_all_five_crops(start):
    state = send(start(), 0, "e1", "explore", "A1")
    state.actions = 1

    assert [("divine", "e1", crop) for crop in range(1, 6)] == [c for c in listed(state) if c[0] == "divine"]


def test_a_wrong_guess_forfeits_what_is_owed(start):
    state = send(start(), 0, "e1", "explore", "A1")
    state.actions = 2

    after = apply(GAME, state, 0, ("divine", "e1", 5))

    assert (1, 1) == (after.active(), after.actions)
    assert [0, 0, -1, 0] == after.parts[0]


def test_stall_guard_ends_a_game_of_endless_moving(start):
    state = start(seats=2, stall_guard=2)
    state.explorers = [[BOARDS["short"].index["B3"], -1, -1, -1, -1], [BOARDS["short"].index["D1"], -1, -1, -1, -1]]
    for turn in range(4):
        assert "main" == state.phase
        seat = turn % 2
        act = ("withdraw",) if turn < 2 else ("move", "D1" if seat else "E3")
        state = apply(GAME, send(state, seat, "e1", *act), seat, ("end_turn",))

    assert state.over and 1 == state.last_tile_by


def test_a_tile_starts_the_count_of_quiet_turns_again(start):
    state = start(stall_guard=2)
    state = apply(GAME, send(state, 0, "e1", "move", "D1"), 0, ("end_turn",))
    state = apply(GAME, send(state, 1, "e1", "explore", "A1"), 1, ("end_turn",))

    assert 0 == state.quiet


def test_view_shows_closed_regions_and_what_is_left(start):
    state = start()
    seen = GAME.view(state, ())

    assert {"terrain": "forest", "cells": ["E3"], "closed": False} in seen["regions"]
    assert {"swamp": 8, "desert": 4, "mountain": 5, "forest": 5} == seen["supply"]
    state.tiles = state.board.every
    assert all(region["closed"] for region in GAME.view(state, ())["regions"])
    assert seen["disc"] is None and "5eed" not in repr(seen)


@pytest.mark.parametrize(("cooperative", "sharing"), [(False, [True, False]), (True, [True, True])])
def test_peeks_are_shown_to_their_seat_or_shared_but_never_to_spectators(start, cooperative, sharing):
    state = start(cooperative=cooperative)
    state.cubes[0] = [1, 1, 1, 1]
    state = apply(GAME, state, 0, ("offering", "peek", "C4"))

    def known(viewer):
        return [cell["peeked"] for row in GAME.view(state, viewer)["rows"] for cell in row if cell["cell"] == "C4"]

    assert [[5] if one else [None] for one in sharing] == [known((0,)), known((1,))]
    assert [None] == known(()) and [5] == known(ALL)


def test_peek_is_told_to_its_seat_alone(start):
    state = start()
    state.cubes[0] = [1, 1, 1, 1]
    outcome = carry_out(GAME, state, 2, Command(0, [("offering", "peek", "C4")], 1), lambda kind, weights: 0)

    (peek,) = [fact for fact in outcome.facts if fact[0] == "peek_revealed"]
    assert ({"seat": 0, "cell": "C4"}, (0,), {"crop": 5}) == peek[1:]


@pytest.mark.parametrize("last_round", ["one_divination", "rotating"])
@pytest.mark.parametrize(("seats", "seed"), [(1, 0), (2, 1), (3, 2), (4, 3), (4, 4)])
def test_seats_are_out_exactly_when_they_are_asked_no_more(seats, seed, last_round):
    chosen = table_options(GAME, {"size": "short", "last_round": last_round})
    turns = list(walk(GAME, seats, chosen, SeededRng(f"out {seed}")))
    outs = [[seat["out"] for seat in GAME.view(turn.before, ())["seats"]] for turn in turns]
    final = next(n for n, turn in enumerate(turns) if turn.before.phase == "final")

    assert all(out == [False] * seats for out in outs[:final])
    for n in range(final, len(turns)):
        asked = {turn.decision.seat for turn in turns[n:]}
        assert outs[n] == [seat not in asked for seat in range(seats)]
    assert all(seat["out"] for seat in GAME.view(turns[-1].outcome.state, ())["seats"])


def test_seats_without_an_explorer_are_out_when_a_stalled_game_ends(start):
    state = start(seats=2, stall_guard=1)
    state = apply(GAME, send(state, 0, "e1", "move", "D1"), 0, ("end_turn",))
    state = apply(GAME, send(state, 1, "e1", "move", "E3"), 1, ("end_turn",))

    assert "finished" == state.phase
    assert [True, True] == [seat["out"] for seat in GAME.view(state, ())["seats"]]


def test_tables_are_refused_where_they_make_no_sense():
    options = {name: field.default for name, field in GAME.options.items()}

    assert "seats" == GAME.refuse_table(5, options)
    assert GAME.refuse_table(1, {**options, "cooperative": True})
    assert GAME.refuse_table(2, {**options, "cooperative": True}) is None


def test_seal_takes_seed_and_salt_from_the_tape():
    taken = []

    class Tape:
        def below(self, n):
            taken.append(n)
            return len(taken) % n

    secret = GAME.seal(2, {"size": "short"}, Tape())
    state = GAME.setup(2, {name: field.default for name, field in GAME.options.items()}, secret)

    assert [256] * 32 == taken
    assert bytes(range(1, 17)).hex() == secret["seed"] and bytes(range(17, 33)).hex() == secret["salt"]
    assert secret["seed"] not in repr(GAME.view(state, ())) and secret["salt"] not in repr(GAME.view(state, (0, 1)))
    assert len(TERRAINS) == len(state.supply)
