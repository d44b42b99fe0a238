"""Why a part of an effect is refused: the rules' codes."""

from domain.caverna.acts import discounted, most_dwarfs, permitted
from domain.caverna.board import (
    CELLS,
    ENTRANCE,
    FOREST,
    IN_FOREST,
    NEIGHBOURS,
    ON_BOARD,
    STABLES,
    TWINS,
    is_first_in_forest,
    overhangs,
    touches,
)  # fmt: skip
from domain.caverna.declare import SPACES, TILES, Effect
from domain.caverna.goods import CROPS, FARM_ANIMALS, covers
from domain.caverna.state import State
from domain.caverna.steps.effect import WORDS, At
from domain.caverna.steps.rooms import sites, wanted, ways_to_pay
from domain.core.choices import Choice


def words_of(tree: Effect) -> list[Effect]:
    """Return every word of a tree, in printed order."""
    if tree[0] in WORDS:
        return [tree]
    return [word for part in tree[1] for word in words_of(part)]


def why_no_effect(state: State, seat: int, at: At, tree: Effect, choice: Choice) -> str:
    """Name the rule that bars a choice which begins no part of the tree now."""
    words = [effect for effect in words_of(tree) if WORDS[effect[0]].verb == choice[0]]
    if not words:
        return "not_offered_here"
    reason = _REASONS.get(choice[0])
    return reason(state, seat, at, choice, words) if reason else "not_possible_now"


def _on_map(*cells: int | None) -> bool:
    return all(cell is not None and 0 <= cell < CELLS for cell in cells)


def _lay(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    _, tile, a, b = choice
    if not any(tile in effect[1] for effect in words):
        return "not_offered_here"
    if not _on_map(a, b) or b not in NEIGHBOURS[a]:
        return "cells_not_adjacent"
    land = state.land[seat]
    if tile == "ore_mine_deep_tunnel":
        return "needs_two_tunnels"
    if land[a] or land[b]:
        return "cell_not_bare"
    if overhangs((a, b)) and (not permitted(state, seat, "overhang") or (a >= ON_BOARD and b >= ON_BOARD)):
        return "tile_off_board"
    return _not_connected(state, seat, (a, b), TWINS[tile])


def _not_connected(state: State, seat: int, cells: tuple[int, ...], kinds: tuple[str, ...]) -> str:
    land = state.land[seat]
    if IN_FOREST[cells[0]] != (kinds[0] in ("meadow", "field")):
        return "wrong_half_of_board"
    if any(kind == "field" and cell in state.stables[seat] for cell, kind in zip(cells, kinds, strict=True)):
        return "no_field_under_stable"
    if IN_FOREST[cells[0]] and is_first_in_forest(land) and ENTRANCE not in cells:
        return "first_forest_tile_covers_entrance"
    return "not_possible_now" if any(touches(land, cell) for cell in cells) else "not_connected"


def _cover(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    _, tile, cell = choice
    if not any(tile == effect[1] for effect in words):
        return "not_offered_here"
    if not _on_map(cell) or cell >= ON_BOARD:
        return "tile_off_board"
    if state.land[seat][cell]:
        return "cell_not_bare"
    return _not_connected(state, seat, (cell,), (tile,))


def _mine(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    return "needs_empty_tunnel"


def _fence(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    _, a, b = choice
    kind = "small_pasture" if b is None else "large_pasture"
    effect = next((effect for effect in words if effect[0] == kind), None)
    if effect is None:
        return "one_of_each_pasture"
    cells = (a,) if b is None else (a, b)
    if not _on_map(*cells) or any(state.land[seat][cell] != "meadow" for cell in cells):
        return "only_meadows_are_fenced"
    if b is not None and b not in NEIGHBOURS[a]:
        return "cells_not_adjacent"
    price = discounted(state, seat, "fence", (("wood", effect[1]),))
    return "cells_in_other_order" if covers(state.goods[seat], price) else "not_enough_goods"


def _erect(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    cell = choice[1]
    if not _on_map(cell) or cell not in FOREST:
        return "stables_stand_in_the_forest"
    if state.land[seat][cell] == "field":
        return "no_stable_on_field"
    if len(state.stables[seat]) >= STABLES:
        return "three_stables_only"
    if cell in state.stables[seat]:
        return "one_stable_per_cell"
    return "tile_off_board" if cell >= ON_BOARD and not state.land[seat][cell] else "not_enough_goods"


def _furnish(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    made = TILES.get(choice[1])
    if made is None or made.printed:
        return "no_such_tile"
    if made.name not in state.offer:
        return "tile_is_gone"
    if not any(made in wanted(state, effect[1]) for effect in words):
        return "dwellings_only"
    if not sites(state, seat, made):
        return "no_empty_cavern"
    prices = [effect[2] or made.cost for effect in words]
    return "not_possible_now" if any(ways_to_pay(state, seat, price) for price in prices) else "not_enough_goods"


def _grow(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    full = len(state.weapons[seat]) >= most_dwarfs(state, seat)
    return "family_is_complete" if full else "no_room_or_not_now"


def _sow(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    crop = choice[1]
    if crop not in CROPS:
        return "no_such_crop"
    if not any(effect[1 + CROPS.index(crop)] for effect in words):
        return "two_fields_of_a_crop"
    if not state.goods[seat][crop]:
        return "not_enough_goods"
    return "needs_empty_field"


def _forge(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    if state.weapons[seat][at[0]]:
        return "only_unarmed_dwarfs_forge"
    return "strength_one_to_eight" if not 1 <= choice[1] <= 8 else "not_enough_goods"


def _travel(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    return "only_armed_dwarfs_travel"


def _breed(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    kind = choice[1]
    if kind not in FARM_ANIMALS:
        return "only_farm_animals_breed"
    return "needs_two_parents" if state.goods[seat][kind] < 2 else "no_room_for_newborn"


def _sell(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    return "too_many_times" if choice[1] > words[0][1] else "not_enough_goods"


def _buy(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    offered = any(choice[1] == good for effect in words for good, _ in effect[1])
    return "not_enough_goods" if offered else "each_item_once"


def _imitate(state: State, seat: int, at: At, choice: Choice, words: list[Effect]) -> str:
    name = choice[1]
    if name not in state.spaces:
        return "space_not_in_play"
    if not SPACES[name].imitable:
        return "space_cannot_be_imitated"
    if state.taken.get(name, seat) == seat:
        return "only_spaces_of_opponents"
    return "not_enough_goods" if state.goods[seat]["food"] < words[0][1] else "nothing_to_do_there"


_REASONS = {
    "lay": _lay, "cover": _cover, "mine": _mine, "fence": _fence, "erect": _erect, "furnish": _furnish, "grow": _grow,
    "sow": _sow, "forge": _forge, "travel": _travel, "breed": _breed, "sell": _sell, "buy": _buy, "imitate": _imitate,
}  # fmt: skip
