"""What a client needs to draw a position. Everything on the table is public."""

from typing import Any

from domain.caverna.acts import most_dwarfs, room_for_dwarfs
from domain.caverna.board import COORDINATES, IN_FOREST, ON_BOARD
from domain.caverna.declare import LOOT, SPACES, TILES, Effect, Space, Tile, colour
from domain.caverna.goods import ANIMALS, GOODS, SUPPLY
from domain.caverna.housing import arrangement, containers
from domain.caverna.scoring import bonus_by_tile, parts
from domain.caverna.state import State
from domain.caverna.steps.rounds import event
from domain.core.plain import Plain


def view(state: State) -> dict[str, Plain]:
    """Return the whole table as plain data."""
    return {
        "round": state.round,
        "event": event(state) if state.round and (state.round < 6 or state.revealed or state.seats == 1) else None,
        "reading": state.reading,
        "starting_player": state.first,
        "spaces": [_space(state, name) for name in state.spaces],
        "cards_to_come": list(state.deck),
        "markers_to_come": dict(state.markers),
        "markers_revealed": list(state.revealed),
        "offer": list(state.offer),
        "boards": [_board(state, seat) for seat in range(state.seats)],
        "over": state.over,
    }


def _space(state: State, name: str) -> dict[str, Plain]:
    lying = state.stock.get(name)
    return {
        "space": name,
        "goods": None if lying is None else {good: lying[good] for good in GOODS if good in lying},
        "seat": state.taken.get(name),
    }


def _board(state: State, seat: int) -> dict[str, Plain]:
    mine, weapons = state.goods[seat], state.weapons[seat]
    newest = len(weapons) - state.newborn[seat]
    standing = arrangement(containers(state, seat), mine, state.reading)
    score = parts(state, seat)
    return {
        "seat": seat,
        "supply": {good: mine[good] for good in SUPPLY},
        "animals": {kind: mine[kind] for kind in ANIMALS},
        "begging": state.begging[seat],
        "dwarfs": [
            {"strength": weapon, "space": at or None, "newborn": dwarf >= newest}
            for dwarf, (weapon, at) in enumerate(zip(weapons, state.placed[seat], strict=True))
        ],
        "room_for_dwarfs": room_for_dwarfs(state, seat),
        "most_dwarfs": most_dwarfs(state, seat),
        "cells": _cells(state, seat),
        "pastures": [list(cells) for cells in state.pastures[seat]],
        "tiles": [{"tile": name, "cell": cell} for name, cell in state.rooms[seat]],
        "covered": list(state.covered[seat]),
        "due": [{"round": number, "good": good} for number, good in state.due[seat]],
        "housing": [
            {
                "place": at.container.name, "cells": list(at.container.cells), "animal": at.kind, "n": at.n,
                "dogs": at.dogs,
            }
            for at in standing
        ],
        "points": sum(score.values()),
        "parts": {**score},
        "bonus_by_tile": {**bonus_by_tile(state, seat)},
    }  # fmt: skip


def _cells(state: State, seat: int) -> list[Plain]:
    """Return every cell of the board, and those beside it that bear a tile."""
    land, stables = state.land[seat], state.stables[seat]
    sown = {cell: (crop, tokens) for cell, crop, tokens in state.sown[seat]}
    tiles = {cell: name for name, cell in state.rooms[seat]}
    found: list[Plain] = []
    for cell, kind in enumerate(land):
        if kind or cell < ON_BOARD:
            row, column = COORDINATES[cell]
            crop, tokens = sown.get(cell, (None, 0))
            found.append(
                {
                    "cell": cell, "row": row, "column": column, "land": kind or None, "tile": tiles.get(cell),
                    "stable": cell in stables, "crop": crop, "tokens": tokens,
                }
            )  # fmt: skip
    return found


def material() -> dict[str, Plain]:
    """Return what never changes: geometry, spaces, tiles, loot."""
    return {
        "cells": [
            {
                "cell": cell, "row": row, "column": column, "half": "forest" if IN_FOREST[cell] else "mountain",
                "on_board": cell < ON_BOARD,
            }
            for cell, (row, column) in enumerate(COORDINATES)
        ],
        "spaces": {name: _described_space(space) for name, space in SPACES.items()},
        "tiles": {name: _described_tile(tile) for name, tile in TILES.items()},
        "loot": {name: {"needs": item.needs, "text": item.text} for name, item in LOOT.items()},
    }  # fmt: skip


def _described_space(space: Space) -> dict[str, Plain]:
    return {
        "title": space.title, "title_fr": space.title_fr, "text": space.text, "seats": list(space.seats),
        "rounds": list(space.rounds), "back_of": space.back_of or None,
        "stock": None if space.stock is None else [dict(space.stock[0]), dict(space.stock[1])],
        "effect": _plain(space.does),
    }  # fmt: skip


def _described_tile(tile: Tile) -> dict[str, Plain]:
    return {
        "title": tile.title, "title_fr": tile.title_fr, "text": tile.text, "group": tile.group, "colour": colour(tile),
        "cost": dict(tile.cost), "points": tile.points, "introductory": tile.intro, "unlimited": tile.unlimited,
        "printed": tile.printed, "trades": [{"give": dict(give), "get": dict(get)} for give, get in tile.trades],
    }  # fmt: skip


def _plain(tree: Effect) -> Any:
    """Return an effect as lists, for readers."""
    return [_plain(part) if isinstance(part, tuple) else part for part in tree]
