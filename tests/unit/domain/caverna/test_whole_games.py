"""Whole random games: what holds after every choice, at every number of seats."""

import pytest

from domain.caverna.board import CELLS, STABLES
from domain.caverna.game import GAME
from domain.caverna.goods import FARM_ANIMALS
from domain.caverna.housing import fits
from domain.caverna.state import State
from domain.core.agenda import CHANCE, GATHER, answer, decisions, options, settle
from tests.helpers.walk import SeededRng, table_options

EXCHANGES = ("convert", "spend", "trade", "disarm", "stop")


def started(seats: int, variant: int) -> State:
    state = GAME.setup(seats, table_options(GAME, GAME.variants[variant]), None)
    settle(GAME, state)
    return state


def check(state: State) -> None:
    """Assert what always holds."""
    for seat in range(state.seats):
        assert min(state.goods[seat].values()) >= 0
        assert 2 <= len(state.weapons[seat]) == len(state.placed[seat]) <= 6
        assert all(0 <= weapon <= 14 for weapon in state.weapons[seat])
        assert 0 <= state.newborn[seat] <= len(state.weapons[seat]) - 2
        assert len(state.stables[seat]) == len(set(state.stables[seat])) <= STABLES
        assert len(state.land[seat]) == CELLS
        rooms = [cell for _, cell in state.rooms[seat]]
        assert len(rooms) == len(set(rooms)) == state.land[seat].count("room")
        fenced = [cell for cells in state.pastures[seat] for cell in cells]
        assert sorted(fenced) == [cell for cell, kind in enumerate(state.land[seat]) if "pasture" in kind]
        for cell, _, tokens in state.sown[seat]:
            assert state.land[seat][cell] == "field" and 1 <= tokens <= 3
        assert not set(state.stables[seat]) & {cell for cell, kind in enumerate(state.land[seat]) if kind == "field"}
    taken = [at for seat in range(state.seats) for at in set(state.placed[seat]) if at in state.spaces]
    assert sorted(taken) == sorted(state.taken)


def check_housed(state: State) -> None:
    """Between turns and rounds every animal has a place."""
    top = state.agenda[-1] if state.agenda else (None,)
    if top[0] in ("close_round", "score_game") or state.over:
        assert all(fits(state, seat) for seat in range(state.seats))


@pytest.mark.parametrize("busy", [False, True], ids=["any", "busy"])
@pytest.mark.parametrize("seats", GAME.seats)
def test_a_random_game(seats, busy):
    rng = SeededRng(f"whole {seats} {busy}")
    state = started(seats, seats % 3)
    made, widest = 0, 0
    while not state.over:
        asked = next((d for d in decisions(GAME, state) if d.seat == CHANCE), None) or rng.one_of(
            decisions(GAME, state)
        )
        listing = options(GAME, state, asked)
        widest = max(widest, len(listing))
        useful = [choice for choice in listing if choice[0] not in EXCHANGES] if busy else listing
        answer(GAME, state, asked, rng.one_of(useful or listing))
        check(state)
        check_housed(state)
        made += 1

    assert made <= GAME.most_decisions
    assert widest <= 200
    assert state.round == 12 and not state.agenda
    assert all(sum(state.goods[seat][kind] for kind in FARM_ANIMALS) < 200 for seat in range(seats))


def test_rounds_of_a_game_of_two_have_no_ninth():
    rng, state, rounds = SeededRng("two"), started(2, 0), set()
    while not state.over:
        rounds.add(state.round)
        asked = decisions(GAME, state)[0]
        answer(GAME, state, asked, rng.one_of(options(GAME, state, asked)))

    assert {0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12} == rounds


def test_seats_are_asked_at_once_in_the_harvest_only():
    rng, state = SeededRng("lanes"), started(4, 0)
    while not state.over:
        found = decisions(GAME, state)
        if len(found) > 1:
            assert state.agenda[-1][0] == GATHER and not state.taken
        answer(GAME, state, found[0], rng.one_of(options(GAME, state, found[0])))
