"""What a position keeps for speed, compared with the same made afresh from the plain position."""

import copy
from collections.abc import Callable
from typing import Any

from domain.catan_coffee.lines import free_ships, road_length
from domain.catan_coffee.sites import is_crowded, rates, road_sites, ship_sites, town_sites
from domain.catan_coffee.state import NOBODY, State
from domain.core.plain import freeze, thaw

TABLES = ("_road", "_ship", "_town", "_size", "_open", "_claims")
"""Tables that every position has."""

KEPT: dict[str, Callable[[State, int], Any]] = {
    "_road_sites": road_sites,
    "_ship_sites": ship_sites,
    "_town_sites": town_sites,
    "_rates": rates,
    "_free": free_ships,
    "_lengths": road_length,
}
"""Answers that a position keeps by seat once they have been asked for, and what gives them."""


def afresh(state: State) -> State:
    """Return the position rebuilt from its plain form."""
    return thaw(State, copy.deepcopy(freeze(state)))


def check_kept(state: State) -> set[tuple[str, int]]:
    """Compare every table and every kept answer; return which answers were kept, by table and seat."""
    fresh = afresh(state)
    for table in TABLES:
        assert getattr(fresh, table) == getattr(state, table), table
    for v, is_open in enumerate(state._open):
        assert is_open == (state._board.is_town[v] and state._town[v] == NOBODY and not is_crowded(state, v))
    found = set()
    for table, find in KEPT.items():
        for seat, known in enumerate(getattr(state, table)):
            if known is not None:
                assert find(fresh, seat) == known, (table, seat)
                found.add((table, seat))
    return found


def ask_everything(state: State) -> None:
    """Ask for every answer that a position keeps."""
    for find in KEPT.values():
        for seat in state.seats:
            find(state, seat)
