"""Worked examples of Caverna: judging what came of a case, key by key."""

import re
from collections.abc import Callable
from typing import Any

from domain.caverna.acts import rounds_of
from domain.caverna.board import COORDINATES, LANDS, unused_cells
from domain.caverna.declare import SPACES, TILES
from domain.caverna.game import GAME
from domain.caverna.goods import GOODS
from domain.caverna.scoring import bonus_by_tile, parts
from domain.caverna.setup import cards_for, printed_spaces
from domain.caverna.steps.exchange import food_for
from domain.core.agenda import decisions
from tests.examples.caverna_example import Example
from tests.examples.caverna_given import NAMES, cell, cells_in
from tests.examples.caverna_play import nonzero


def judge(example: Example, key: str, value: Any) -> None:
    """Assert one key of `then`."""
    if key in ("gain", "newborn") and key in example.found:
        found = example.found[key]
    elif key in JUDGES:
        found = JUDGES[key](example)
    elif key in GOODS:
        found = _mine(example)[key]
    elif key in ("A", "B") and key in example.found:
        found = {name: example.found[key][name] for name in value}
    elif key in SUBSETS:
        whole = SUBSETS[key](example)
        found = {name: whole.get(name, 0) for name in value}
    elif key in example.found:
        found = example.found[key]
    elif key == "newborn":
        found = dict.fromkeys(example.playing_now().born(), 1)
    elif key.endswith("_paid"):
        found = example.playing_now().paid().get(key.removesuffix("_paid"), 0)
    elif key.endswith("_gained"):
        found = example.playing_now().received().get(key.removesuffix("_gained"), 0)
    elif key.startswith("supply_"):
        found = _mine(example)[key.removeprefix("supply_")]
    elif key.endswith("_after_each"):
        name = key.removesuffix("_after_each")
        found = [each if name == "goods" else each.get(name, 0) for each in example.found["after_each"]]
    else:
        found = _special(example, key, value)
    assert value == found, f"{key}: expected {value}, found {found}"


def _mine(example: Example) -> dict[str, int]:
    return example.state.goods[example.seat]


def _special(example: Example, key: str, value: Any) -> Any:
    """Find what is compared with the shape of the value in mind."""
    state, seat = example.state, example.seat
    if key == "card_of_round":
        dealt = {s: ((SPACES[s].solo_round,) if state.seats == 1 else SPACES[s].rounds) for s in cards_for(state.seats)}
        return {number: next(s for s, rounds in dealt.items() if rounds == (number,)) for number in value}
    if key == "fields_after":
        return {at: _tokens(example, cell(at)) for at in value}
    if key == "tokens_on_fields_at":
        return {at: _tokens(example, cell(at)) for at in value}
    if key == "tokens_on_fields":
        return {crop: sum(n for _, kind, n in state.sown[seat] if kind == crop) for crop in value}
    if key == "stables":
        if isinstance(value, int):
            return len(state.stables[seat])
        assert sorted(cell(at) for at in value) == sorted(state.stables[seat])
        return value
    if key == "on_space_after_replenish":
        return {space: nonzero(state.stock[space]) for space in value}
    if key in ("available", "not_available"):
        assert (value in state.spaces) == (key == "available")
        return value
    if key == "unavailable":
        assert not set(value) & set(printed_spaces(state.seats)) and set(value) <= set(SPACES)
        return value
    return _further(example, key, value)


def _further(example: Example, key: str, value: Any) -> Any:
    """Find what is compared with a key that names its subject itself."""
    state, seat = example.state, example.seat
    if key == "must_resolve":
        left = example.found["left_over"]
        return {"convert_or_discard": left} if left else {}
    if key == "convert_yields":
        return {"food": sum(food_for(state, seat, kind, n) for kind, n in example.found["left_over"].items())}
    if key == "points" and "points" not in example.found and isinstance(value, dict):
        for found in ("score_categories", "score_bonus"):
            if found in example.found:
                return example.found[found]
        return {category: parts(state, seat)[category] for category in value}
    if key == "points":
        return next(example.found[name] for name in SCORED if name in example.found)
    arriving = ARRIVALS.fullmatch(key)
    if arriving is not None:
        return [number for number, good in state.due[seat] if good == WORDS_FOR.get(arriving[1], arriving[1])]
    if key in LANDS_TOLD:
        return _cells_or_number(example, LANDS_TOLD[key], value)
    raise AssertionError(f"unknown then: {key}")


ARRIVALS = re.compile(r"(\w+?)_arrives?_in_rounds")
WORDS_FOR = {"rubies": "ruby", "stones": "stone", "woods": "wood"}
LANDS_TOLD = {f"{kind}s": kind for kind in LANDS[1:-1]}
"""Plural of a kind of land -> the kind."""


def _cells_or_number(example: Example, kind: str, value: Any) -> Any:
    """Return the number of cells of a kind, or the value if it names just these cells; pastures are counted whole."""
    land = example.state.land[example.seat]
    found = [where for where in range(len(land)) if land[where] == kind]
    if isinstance(value, int):
        return len(found) // 2 if kind == "large_pasture" else len(found)
    named = sorted(cells_in(value))
    return value if named == found else [COORDINATES[where] for where in found]


SCORED = ("score_category", "score_bonus", "score_loss_total")


def _tokens(example: Example, where: int) -> dict[str, int]:
    return {crop: n for at, crop, n in example.state.sown[example.seat] if at == where}


def _own_tiles(example: Example) -> list[str]:
    return [name for name, _ in example.state.rooms[example.seat] if not TILES[name].printed]


def _order_unchanged(example: Example) -> bool:
    """The seat after the acting one goes on, whoever holds the token now."""
    return decisions_seat(example) == (example.seat + 1) % example.state.seats


def decisions_seat(example: Example) -> int:
    """Return the seat that is asked next."""
    return decisions(GAME, example.state)[0].seat


def _space(example: Example) -> str:
    return str(example.given.get("space") or example.given["_space"])


JUDGES: dict[str, Callable[[Example], Any]] = {
    "legal": lambda example: True,
    "because": lambda example: example.then["because"],
    "note": lambda example: example.then["note"],
    "food_by_seat": lambda example: [
        example.state.goods[(example.state.first + place) % example.state.seats]["food"]
        for place in range(example.state.seats)
    ],
    "marker_rounds": lambda example: (
        [] if example.state.seats == 1 else [number for number in rounds_of(example.state.seats) if number >= 6]
    ),
    "leaf": lambda example: example.state.markers["leaf"],
    "question": lambda example: example.state.markers["question"],
    "rounds_played": lambda example: len(rounds_of(example.state.seats)),
    "exploration_in_deck": lambda example: "exploration" in example.state.deck,
    "total": lambda example: sum(parts(example.state, example.seat).values()),
    "gain": lambda example: nonzero(example.playing_now().received()),
    "paid": lambda example: nonzero(example.playing_now().paid()),
    "on_space_after": lambda example: nonzero(example.state.stock[_space(example)]),
    "points_from_pastures": lambda example: parts(example.state, example.seat)["pastures"],
    "unused_spaces": lambda example: len(unused_cells(example.state, example.seat)),
    "tiles_on_offer": lambda example: len(example.state.offer),
    "dogs": lambda example: _mine(example)["dog"],
    "starting_player_next_round": lambda example: NAMES[example.state.first],
    "current_round_order_unchanged": _order_unchanged,
    "bonus_points_at_end": lambda example: bonus_by_tile(example.state, example.seat)[example.tile],
    "points_of_tile": lambda example: TILES[_own_tiles(example)[-1]].points,
    "tiles_active": _own_tiles,
    "tiles_covered": lambda example: example.state.covered[example.seat],
    "begging": lambda example: example.state.begging[example.seat],
    "dwarf_strength": lambda example: example.state.weapons[example.seat][0],
    "other_strengths": lambda example: example.state.weapons[example.seat][1:],
    "dwarf_strengths": lambda example: sorted(example.state.weapons[example.seat]),
    "dwarfs": lambda example: len(example.state.weapons[example.seat]),
    "newborn_this_round": lambda example: example.state.newborn[example.seat],
    "preprinted_available": lambda example: len(printed_spaces(example.state.seats)),
    "cards": lambda example: example.found["query_card_of_round"],
    "winners": lambda example: example.found["decide_winner"],
}  # fmt: skip
"""What is found for a key."""

SUBSETS: dict[str, Callable[[Example], dict[str, int]]] = {
    "capacity": lambda example: dict(example.found["capacity"]),
    "supply": _mine,
    "animals": _mine,
    "parts": lambda example: parts(example.state, example.seat),
    "animals_gained": lambda example: example.playing_now().received(),
}
"""Where only the keys that are given are compared."""
