"""Positions of Caverna in one line, with seat 0 to place a dwarf, and choices carried out on them."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from domain.caverna.board import CELL, ROOM
from domain.caverna.declare import SPACES, TILES
from domain.caverna.game import GAME
from domain.caverna.goods import GOODS
from domain.caverna.setup import is_card, new_state
from domain.caverna.state import RESTING, State, ready
from domain.core.agenda import SYSTEM, apply, decisions, options, settle
from domain.core.choices import Choice

FREE = [CELL[at] for at in ((0, 5), (1, 5), (2, 5), (3, 5), (0, 4), (1, 4), (0, 3), (1, 3))]
"""Where rooms go that are given without a cell."""


def farm(
    *spaces: str,
    seats: int | None = None,
    reading: str = "rulebook",
    supply: Mapping[str, int] | None = None,
    lying: Mapping[str, int] | None = None,
    lands: Mapping[tuple[int, int], str] | None = None,
    tiles: Sequence[str] = (),
    weapons: Sequence[int] = (0, 0),
) -> State:
    """Return a position in which the spaces are in play; `lying` lies on the first one.

    The dwarf of the first strength is the one to be placed; the others have been placed, if they are weaker.
    """
    fitting = [n for n in (3, 2, 4, 5, 6, 7, 1) if all(n in SPACES[name].seats for name in spaces)]
    state = new_state(seats or fitting[0], True, reading)
    for name in spaces:
        reveal(state, name)
    state.goods = [dict.fromkeys(GOODS, 0) for _ in range(state.seats)]
    state.goods[0].update(supply or {})
    if lying:
        state.stock[spaces[0]] = dict(lying)
    for at, kind in (lands or {}).items():
        lay(state, kind, at)
    for name in tiles:
        cell = next(cell for cell in FREE if not state.land[0][cell])
        room(state, name, cell)
    state.round = 5
    state.weapons[0] = list(weapons)
    state.placed[0] = ["", *(RESTING if weapon < weapons[0] else "" for weapon in weapons[1:])]
    state.agenda = [("turns", SYSTEM, 1 % state.seats), ("place_dwarf", 0)]
    state.facts = []
    return state


def reveal(state: State, name: str) -> None:
    """Put a card into play, with the face that is wanted."""
    space = SPACES[name]
    if space.back_of:
        reveal(state, space.back_of)
        state.spaces[state.spaces.index(space.back_of)] = name
    elif is_card(name) and name in state.deck:
        state.deck.remove(name)
        state.spaces.append(name)
        if space.stock is not None:
            state.stock[name] = {}


def lay(state: State, kind: str, *cells: tuple[int, int], seat: int = 0) -> None:
    """Lay a kind of land, a pasture if there are two cells or the kind says so; `+stable` puts one up."""
    kind, _, stable = kind.partition("+")
    where = [CELL[at] for at in cells]
    for cell in where:
        state.land[seat][cell] = kind if kind != "forest" else ""
    if kind in ("small_pasture", "large_pasture"):
        state.pastures[seat].append(where)
    if stable:
        state.stables[seat] += where[: int(stable[-1]) if stable[-1].isdigit() else 1]


def room(state: State, name: str, cell: int, seat: int = 0) -> None:
    """Furnish a cell."""
    state.land[seat][cell] = ROOM
    state.rooms[seat].append([name, cell])
    if not TILES[name].unlimited:
        state.offer.remove(name)


def at(row: int, column: int) -> int:
    """Return the cell of coordinates."""
    return CELL[row, column]


def asked(state: State) -> tuple[int, str]:
    """Return who is asked what, the first one."""
    decision = decisions(GAME, state)[0]
    return decision.seat, decision.kind


def listed(state: State) -> list[Choice]:
    """Return the choices of the first open decision."""
    return options(GAME, state, decisions(GAME, state)[0])


def go(state: State, *choices: Choice) -> State:
    """Answer the first open decision, one choice after the other; facts are kept."""
    for choice in choices:
        state = apply(GAME, state, asked(state)[0], choice)
    return state


def use(state: State, space: str, *choices: Choice) -> State:
    """Place the dwarf of seat 0 and go on."""
    return go(state, ("place", space), *choices)


def start(state: State, *entries: Any) -> State:
    """Let these entries be the agenda, the last one first, and settle."""
    state.agenda = [("close_round", SYSTEM), *entries]
    state.facts = []
    settle(GAME, state)
    return state


def got(state: State, seat: int = 0) -> dict[str, int]:
    """Return what a seat received."""
    return _sum(state, seat, "goods_received")


def paid(state: State, seat: int = 0) -> dict[str, int]:
    """Return what a seat paid."""
    return _sum(state, seat, "goods_paid")


def _sum(state: State, seat: int, name: str) -> dict[str, int]:
    total: Counter[str] = Counter()
    for fact, public, _, _ in state.facts or []:
        if fact == name and public["seat"] == seat:
            total.update(public["goods"])
    return dict(total)


def can_place(state: State, space: str) -> bool:
    """Say whether the dwarf may be placed there."""
    return ("place", space) in listed(state)


def due(state: State) -> int:
    """Return the strength of the dwarf that is due."""
    return ready(state, 0)[0]
