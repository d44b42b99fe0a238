"""What a viewer may see of a position. Source: rules, section 13.2."""

from domain.core.game import Viewer, sees
from domain.core.plain import Plain
from domain.tiwanaku.board import members
from domain.tiwanaku.guesses import IDS
from domain.tiwanaku.land.generator import VERSION
from domain.tiwanaku.material import CROP_TOKENS, CROPS, TERRAINS
from domain.tiwanaku.movement import destinations
from domain.tiwanaku.scoring import is_challenge, named_cubes, rating, total
from domain.tiwanaku.state import MAIN, NOBODY, RESERVE, Tiwanaku
from domain.tiwanaku.turn import pending, sent


def view(state: Tiwanaku, viewer: Viewer) -> dict[str, Plain]:
    """Return the public position with the viewer's own peeks; the land only once the game is over."""
    explorer, cube = sent(state), pending(state)
    active = state.active()
    return {
        "size": state.size,
        "cooperative": state.cooperative,
        "last_round": state.last_round,
        "stall_guard": state.stall_guard,
        "phase": state.phase,
        "active": None if active == NOBODY else active,
        "actions_remaining": state.actions,
        "divination_open": state.is_open,
        "sent": None if explorer is None else IDS[explorer],
        "pending_overflow": None if cube is None else TERRAINS[cube],
        "last_tile_by": None if state.last_tile_by == NOBODY else state.last_tile_by,
        "quiet_turns": state.quiet,
        "rows": rows(state, viewer),
        "regions": regions(state),
        "supply": named_cubes(state.supply),
        "crop_supply": crop_supply(state),
        "reach": reach(state),
        "seats": [seat_view(state, seat) for seat in range(state.seats)],
        "total": total(state) if is_challenge(state) else None,
        "rating": rating(state) if state.over else None,
        "generator": VERSION,
        "disc_commitment": state.commitment,
        "disc": disc(state),
    }


def rows(state: Tiwanaku, viewer: Viewer) -> list[Plain]:
    """Return the cells row by row, each with its state, terrain, crop, explorer, and known peek."""
    board, known = state.board, peeked(state, viewer)
    who = {
        cell: {"seat": seat, "explorer": IDS[number]}
        for seat, cells in enumerate(state.explorers)
        for number, cell in enumerate(cells)
        if cell != RESERVE
    }

    def one(cell: int) -> dict[str, Plain]:
        is_discovered, is_cultivated = state.tiles >> cell & 1, state.planted >> cell & 1
        return {
            "cell": board.names[cell],
            "state": "cultivated" if is_cultivated else "discovered" if is_discovered else "undiscovered",
            "terrain": TERRAINS[state.terrain_at(cell)] if is_discovered else None,
            "crop": state.crop_at(cell) if is_cultivated else None,
            "peeked": known.get(cell),
            "explorer": who.get(cell),
            "start": bool(state.start >> cell & 1),
        }

    return [[one(cell) for cell in range(at, at + board.columns)] for at in range(0, board.cells, board.columns)]


def peeked(state: Tiwanaku, viewer: Viewer) -> dict[int, int]:
    """Return the crops that the viewer knows from peeks: its own, all of them in a cooperative game."""
    shares = state.cooperative and any(sees(viewer, seat) for seat in range(state.seats))
    known = [cells for seat, cells in enumerate(state.peeks) if shares or sees(viewer, seat)]
    return {cell: state.crop_at(cell) for cells in known for cell in cells}


def visible_groups(state: Tiwanaku) -> list[tuple[int, int, bool]]:
    """Return the connected groups of visible terrain: number of the terrain, cells, whether closed.

    Closed groups are whole regions. Source: rules, section 13.2, "useful consequences".
    """
    board = state.board
    by_terrain = [0] * len(TERRAINS)
    for cell in members(state.tiles):
        by_terrain[state.terrain_at(cell)] |= 1 << cell
    found = []
    for terrain, cells in enumerate(by_terrain):
        for group in board.groups(cells):
            is_closed = (
                group.bit_count() == len(CROPS)
                or not state.supply[terrain]
                or not board.spread(group) & ~group & ~state.tiles
            )
            found.append((terrain, group, is_closed))
    return sorted(found, key=lambda one: one[1] & -one[1])


def regions(state: Tiwanaku) -> list[Plain]:
    """Return the visible groups as documents."""
    return [
        {"terrain": TERRAINS[terrain], "cells": state.board.listed(cells), "closed": is_closed}
        for terrain, cells, is_closed in visible_groups(state)
    ]


def crop_supply(state: Tiwanaku) -> dict[str, Plain]:
    """Return the tokens of the box that are not on the board, never what the land holds."""
    planted = [state.crop_at(cell) for cell in members(state.planted)]
    return {str(crop): CROP_TOKENS[crop] - planted.count(crop) for crop in CROPS}


def reach(state: Tiwanaku) -> dict[str, Plain]:
    """Return where each explorer of the active seat that may still act could go, while an action is owed."""
    if state.over or state.phase != MAIN or not state.actions or pending(state) is not None:
        return {}
    seat, only = state.active(), sent(state)
    return {
        IDS[number]: list(state.board.listed(destinations(state, seat, number)))
        for number in range(len(state.explorers[seat]))
        if only is None or number == only
    }


def seat_view(state: Tiwanaku, seat: int) -> dict[str, Plain]:
    """Return what lies before a seat, all of it public."""
    names = state.board.names
    return {
        "seat": seat,
        "explorers": {
            IDS[number]: None if cell == RESERVE else names[cell] for number, cell in enumerate(state.explorers[seat])
        },
        "cubes": named_cubes(state.cubes[seat]),
        "stones": {str(crop): level for crop, level in zip(CROPS, state.levels[seat], strict=True)},
        "points": state.points(seat),
        "peeks": [names[cell] for cell in state.peeks[seat]],
        "out": state.is_out(seat),
    }


def disc(state: Tiwanaku) -> Plain:
    """Return the whole land with seed and salt, once the game is over."""
    if not state.over:
        return None
    return {"land": state.land().text(), "seed": state.seed, "salt": state.salt}
