"""Worked examples of Caverna: the position that a case gives, built directly.

Anything a case does not mention is empty. Where it gives a number of things without their cells, they
are laid on free cells, the last ones first.
"""

import ast
from collections.abc import Set
from typing import Any

from domain.caverna.board import (
    BARE,
    CELL,
    CELLS,
    ENTRY_DWELLING,
    FIRST_CAVERN,
    IN_FOREST,
    LANDS,
    NEIGHBOURS,
    ON_BOARD,
    ROOM,
    unused_cells,
)
from domain.caverna.declare import SPACES, TILES
from domain.caverna.goods import ANIMALS, GOODS
from domain.caverna.setup import is_card, new_state
from domain.caverna.state import RESTING, State, ready
from domain.caverna.steps.rounds import replenish
from domain.core.agenda import SYSTEM

NAMES = "ABCDEFG"
ROUND = 5


class NoCell(AssertionError):
    """Coordinates where there is no cell, on the board or beside it."""


def cell(at: Any) -> int:
    """Return the cell of coordinates, given as a list or as a text."""
    row, column = ast.literal_eval(at) if isinstance(at, str) else at
    if (row, column) not in CELL:
        raise NoCell(f"{at} is no cell")
    return CELL[row, column]


def cells_in(value: Any) -> set[int]:
    """Return every cell that is named somewhere in a value."""
    if isinstance(value, dict):
        return cells_in([*value, *value.values()])
    if isinstance(value, str) and value.startswith("["):
        return cells_in(ast.literal_eval(value))
    if not isinstance(value, (list, tuple)):
        return set()
    if len(value) == 2 and all(type(each) is int for each in value):
        return {CELL[value[0], value[1]]} if tuple(value) in CELL else set()
    return {each for part in value for each in cells_in(part)}


class Board:
    """Lays things on the home board of one seat."""

    def __init__(self, state: State, seat: int, wanted: Set[int] = frozenset()) -> None:
        self.state, self.seat, self.wanted = state, seat, wanted
        self.land = state.land[seat]

    def free(self, forest: bool) -> int:
        """Return a bare cell, the last one first; rather none that the case names, nor one next to such."""
        cells = [c for c in range(ON_BOARD) if IN_FOREST[c] == forest and not self.land[c]]
        cells = [c for c in cells if c not in self.state.stables[self.seat]]
        assert cells, "the board is full"
        apart = [c for c in cells if c not in self.wanted]
        far = [c for c in apart if not self.wanted & set(NEIGHBOURS[c])]
        return (far or apart or cells)[-1]

    def lay(self, kind: str, at: Any = None, forest: bool = False) -> int:
        """Lay one cell of a kind."""
        where = self.free(forest) if at is None else cell(at)
        self.land[where] = kind
        return where

    def pasture(self, cells: list[int]) -> None:
        """Fence cells."""
        for each in cells:
            self.land[each] = "small_pasture" if len(cells) == 1 else "large_pasture"
        self.state.pastures[self.seat].append(cells)

    def pair(self) -> list[int]:
        """Return two free adjacent forest cells."""
        for row in range(4):
            for column in range(2):
                a, b = CELL[row, column], CELL[row, column + 1]
                if not self.land[a] and not self.land[b]:
                    return [a, b]
        raise AssertionError("no two cells are free")

    def stable(self, where: int) -> None:
        """Put up a stable."""
        self.state.stables[self.seat].append(where)

    def room(self, name: str, at: Any = None) -> int:
        """Furnish a cell."""
        made = TILES[name]
        where = self.free(False) if at is None else cell(at)
        self.land[where] = ROOM
        self.state.rooms[self.seat].append([name, where])
        if not made.unlimited:
            self.state.offer.remove(name)
        return where

    def sow(self, where: int, crops: dict[str, int]) -> None:
        """Put tokens on a field."""
        for crop, tokens in crops.items():
            self.state.sown[self.seat].append([where, crop, tokens])

    def crops(self, crop: str, tokens: int) -> None:
        """Lay sown fields with so many tokens altogether."""
        while tokens > 0:
            self.sow(self.lay("field", forest=True), {crop: min(3, tokens)})
            tokens -= 3


def seats_for(given: dict[str, Any], spaces: list[str]) -> int:
    """Return a number of seats: as given, or one with which the spaces are in play."""
    if "players" in given:
        return int(given["players"])
    for names in (given.get("totals"), given.get("dwarfs")):
        if isinstance(names, dict):
            return len(names)
    if "player_A" in given:
        return 2
    fitting = [n for n in (3, 2, 4, 5, 6, 7, 1) if all(n in SPACES[s].seats for s in spaces if s in SPACES)]
    return fitting[0]


def put_into_play(state: State, name: str) -> None:
    """Reveal a card, or turn it to the face that is wanted."""
    if name in state.spaces or name not in SPACES:
        return
    space = SPACES[name]
    if space.back_of:
        put_into_play(state, space.back_of)
        state.spaces[state.spaces.index(space.back_of)] = name
    elif is_card(name) and name in state.deck:
        state.deck.remove(name)
        state.spaces.append(name)
        if space.stock is not None:
            state.stock[name] = {}
        if space.flips in state.spaces:
            back = next(other.name for other in SPACES.values() if other.back_of == space.flips)
            state.spaces[state.spaces.index(space.flips)] = back


def build(given: dict[str, Any], spaces: list[str], seat: int, wanted: Set[int] = frozenset()) -> State:
    """Return the position of a case, with `seat` asked to place a dwarf; `wanted`: cells that it names."""
    named = [given[key] for key in ("space", "card") if key in given] + spaces
    options = {"reading": "rulebook", **given.get("options", {})}
    assert set(options) <= {"reading", "furnishings"}
    seats = seats_for(given, named)
    state = new_state(seats, options.get("furnishings", "full") == "full", options["reading"])
    state.goods = [dict.fromkeys(GOODS, 0) for _ in range(seats)]
    state.round = int(given.get("round", ROUND))
    for name in named:
        put_into_play(state, name)
    fill(state, seat, given, wanted)
    state.agenda = [("turns", SYSTEM, (seat + 1) % seats)]
    if ready(state, seat):
        state.agenda.append(("place_dwarf", seat))
    return state


def fill(state: State, seat: int, given: dict[str, Any], wanted: Set[int] = frozenset()) -> None:
    """Give a seat what a case says, key by key; rooms last, since they take what is free."""
    board = Board(state, seat, wanted | cells_in(given))
    keys = sorted(given, key=lambda key: _ORDER.index(key) if key in _ORDER else -1)
    for key in keys:
        value = given[key]
        if key in SETTERS:
            SETTERS[key](board, value, given)
        elif key.endswith("_occupied_by"):
            _occupied(board, key.removesuffix("_occupied_by"), value)
        elif key.endswith("_goods"):
            state.stock[_space(state, key.removesuffix("_goods"))] = dict(value)
        elif key.endswith(OWNED) and key.rsplit("_", 2)[0] in TILES:
            owner = seat if value == "self" else (seat + 1) % state.seats
            Board(state, owner).room(key.rsplit("_", 2)[0])
        else:
            raise AssertionError(f"unknown given: {key}")


OWNED = ("_owned_by", "_taken_by", "_built_by")
"""Endings of a key that says who has a tile."""


def _space(state: State, prefix: str) -> str:
    found = [name for name in state.spaces if name.startswith(prefix)]
    assert found, f"no space {prefix}"
    return found[0]


def _occupied(board: Board, prefix: str, by: str) -> None:
    state = board.state
    space = _space(state, prefix)
    assert by in ("opponent", "self")
    state.taken[space] = board.seat if by == "self" else (board.seat + 1) % state.seats
    if by == "self":
        state.weapons[board.seat].append(0)
        state.placed[board.seat].append(space)


def _dwarfs(board: Board, value: Any, given: dict[str, Any]) -> None:
    """Set numbers of dwarfs: of this seat, or by name; the newborn and the placed ones with them."""
    state = board.state
    for seat, n in enumerate(value.values()) if isinstance(value, dict) else [(board.seat, value)]:
        armed = state.weapons[seat] if any(state.weapons[seat]) else []
        assert len(armed) <= n, "more weapons than dwarfs"
        state.weapons[seat], state.placed[seat] = [*armed, *[0] * (n - len(armed))], [""] * n
    state.newborn[board.seat] = newborn = int(given.get("newborn_this_round", 0))
    placed = state.placed[board.seat]
    for dwarf in [*range(int(given.get("placed", 0))), *range(len(placed) - newborn, len(placed))]:
        placed[dwarf] = RESTING


def _acting(board: Board, strength: int, given: dict[str, Any]) -> None:
    """Make one dwarf of a strength due; the others are placed already."""
    others = given.get("other_strengths", [0])
    board.state.weapons[board.seat] = [strength, *others]
    board.state.placed[board.seat] = ["", *[RESTING] * len(others)]


def _strengths(board: Board, value: list[int], given: dict[str, Any]) -> None:
    board.state.weapons[board.seat] = list(value)
    board.state.placed[board.seat] = [""] * len(value)


def _supply(board: Board, value: dict[str, int], given: dict[str, Any]) -> None:
    for good, n in value.items():
        assert good in board.state.goods[board.seat], good
        board.state.goods[board.seat][good] = n


def _lands(kind: str, forest: bool) -> Any:
    def set_lands(board: Board, value: Any, given: dict[str, Any]) -> None:
        for at in [None] * value if isinstance(value, int) else value:
            board.lay(kind, at, forest)

    return set_lands


def _fields(board: Board, value: Any, given: dict[str, Any]) -> None:
    for at in [None] * value if isinstance(value, int) else value:
        where = board.lay("field", at, True)
        if isinstance(value, dict):
            board.sow(where, value[at])


def _small_pastures(board: Board, value: Any, given: dict[str, Any]) -> None:
    for at in [None] * value if isinstance(value, int) else value:
        board.pasture([board.free(True) if at is None else cell(at)])


def _large_pastures(board: Board, value: Any, given: dict[str, Any]) -> None:
    for at in [None] * value if isinstance(value, int) else value:
        board.pasture(board.pair() if at is None else [cell(each) for each in at])


def _stables(board: Board, value: Any, given: dict[str, Any]) -> None:
    for at in [None] * value if isinstance(value, int) else value:
        board.stable(board.free(True) if at is None else cell(at))


def _rooms(board: Board, value: Any, given: dict[str, Any]) -> None:
    """Furnish with tiles, named alone or with their cells."""
    for name in value:
        board.room(name, value[name] if isinstance(value, dict) else None)


def _tiles_of_an_opponent(board: Board, value: Any, given: dict[str, Any]) -> None:
    assert board.state.seats > 1, "there is no opponent"
    opponent = Board(board.state, (board.seat + 1) % board.state.seats)
    for name in value:
        opponent.room(name)


def _dwellings_of_opponents(board: Board, value: int, given: dict[str, Any]) -> None:
    """Give the opponents so many ordinary dwellings, as many as a mountain holds to each."""
    opponents = [seat for seat in range(board.state.seats) if seat != board.seat]
    for n in range(value):
        board.state.rooms[opponents[n % len(opponents)]].append(["dwelling", board.free(False)])


def _covered(board: Board, value: Any, given: dict[str, Any]) -> None:
    for name in value:
        board.state.offer.remove(name)
        board.state.covered[board.seat].append(name)


def _empty_caverns(board: Board, value: int, given: dict[str, Any]) -> None:
    """Leave so many empty caverns; the printed one becomes a mine where there is to be none."""
    if not value:
        board.land[FIRST_CAVERN] = "ruby_mine"
    for _ in range(value - 1):
        board.lay("cavern")


def _on_space(board: Board, value: Any, given: dict[str, Any]) -> None:
    state = board.state
    if value and not set(value) <= set(GOODS):
        for name, lying in value.items():
            put_into_play(state, name)
            state.stock[name] = dict(lying)
        return
    space = given.get("space") or given["_space"]
    state.stock[space] = {good: n for good, n in value.items() if n}


def _mines_with_donkey(kind: str) -> Any:
    def set_mines(board: Board, value: int, given: dict[str, Any]) -> None:
        for _ in range(value):
            board.lay(kind)
        board.state.goods[board.seat]["donkey"] += value

    return set_mines


def _dwarf_room(board: Board, value: int, given: dict[str, Any]) -> None:
    for _ in range(value - 2):
        board.room("dwelling")


def _free_places(board: Board, value: Any, given: dict[str, Any]) -> None:
    assert value == "enough"
    for row in range(4):
        board.pasture([CELL[row, 0], CELL[row, 1]])
    for row in (0, 2):
        board.pasture([CELL[row, 2], CELL[row + 1, 2]])


def _free_sheep_places(board: Board, value: int, given: dict[str, Any]) -> None:
    """The sheep fill the entry-level dwelling; more places are meadows with stables."""
    assert given.get("animals") == {"sheep": 2}
    for _ in range(value):
        board.stable(board.lay("meadow", forest=True))


def _animals_at(board: Board, value: dict[str, dict[str, int]], given: dict[str, Any]) -> None:
    """Every container gets built; the entry-level dwelling is left to other animals."""
    for name, animals in value.items():
        assert name.startswith("forest_stable"), name
        where = board.free(True)
        board.stable(where)
        for kind, n in animals.items():
            board.state.goods[board.seat][kind] += n


def _unused(board: Board, value: int, given: dict[str, Any]) -> None:
    """Cover bare cells until so many are left unused."""
    left = unused_cells(board.state, board.seat)
    for where in left[: len(left) - value]:
        board.land[where] = "field" if IN_FOREST[where] else "tunnel"


def _missing_kinds(board: Board, value: int, given: dict[str, Any]) -> None:
    for kind in ("sheep", "donkey", "wild_boar", "cattle")[value // 2 :]:
        board.state.goods[board.seat][kind] = 1


def _begging(board: Board, n: int) -> None:
    board.state.begging[board.seat] = n


def _nothing(board: Board, value: Any, given: dict[str, Any]) -> None:
    """What needs no setting: it is said otherwise, or read where the case is played."""


def _goods(good: str) -> Any:
    def set_goods(board: Board, value: int, given: dict[str, Any]) -> None:
        board.state.goods[board.seat][good] += value

    return set_goods


def _rounds_unused(board: Board, value: int, given: dict[str, Any]) -> None:
    """Fill a space in so many rounds, from the first in which it is in play."""
    state, space = board.state, given.get("space") or given.get("card") or given["_space"]
    now, begin = state.round, given.get("revealed_in_round", min(SPACES[space].rounds, default=1))
    for number in range(begin, begin + value):
        state.round = number
        replenish(state, space)
    state.round = now


IN_FOREST_KINDS = {"meadow": True, "field": True}

SETTERS: dict[str, Any] = {
    **dict.fromkeys(
        (
            "players", "space", "card", "options", "round", "newborn_this_round", "placed", "other_strengths", "_space",
            "emptied_after_round", "revealed_in_round", "containers", "container", "dogs_here",
            "markers", "event", "other_places", "totals", "urgent", "player_A", "player_B",
        ),
        _nothing,
    ),
    "board": lambda board, value, given: _known(value == "initial"),
    **{good: _goods(good) for good in GOODS},
    **{f"{kind}s": _lands(kind, IN_FOREST_KINDS.get(kind, False)) for kind in LANDS[1:-1] if "pasture" not in kind},
    "supply": _supply, "animals": _supply, "animals_in_entry_level_dwelling": _supply,
    "rubies": _goods("ruby"), "dogs": _goods("dog"),
    "dogs_at": lambda board, value, given: [_goods("dog")(board, n, given) for n in value.values()],
    "rounds_unused": _rounds_unused,
    "on_space": _on_space,
    "occupied_by": lambda board, value, given: _occupied(board, given["space"], value),
    "starting_player": lambda board, value, given: setattr(board.state, "first", NAMES.index(value)),
    "revealed": lambda board, value, given: [put_into_play(board.state, name) for name in value],
    "dwarfs": _dwarfs, "dwarf_strength": _acting, "due_dwarf_strength": _acting, "dwarf_strengths": _strengths,
    "unplaced_strengths": _strengths, "dwarf_room": _dwarf_room, "dwellings": _rooms,
    "fields": _fields, "empty_fields": _lands("field", True),
    "fields_without_crops": _lands("field", True), "stables": _stables,
    "sown": lambda board, value, given: [board.sow(cell(at), {"grain": 3}) for at in value],
    "sown_fields": lambda board, value, given: board.crops("grain", 3 * value),
    "fields_with_crops": lambda board, value, given: board.crops("grain", 3 * value),
    "grain_on_fields": lambda board, value, given: board.crops("grain", value),
    "vegetable_on_fields": lambda board, value, given: board.crops("vegetable", value),
    "grain_supply": _goods("grain"), "vegetable_supply": _goods("vegetable"), "farm_animals": _goods("sheep"),
    "small_pastures": _small_pastures, "large_pastures": _large_pastures,
    "tiles": _rooms, "tiles_active": _rooms, "tiles_covered": _covered, "empty_caverns": _empty_caverns,
    **dict.fromkeys(
        (
            "opponent_tiles", "tiles_taken", "taken_tiles", "opponents_tiles", "tiles_of_opponent",
            "tiles_owned_by_opponent", "tiles_taken_by_opponent", "tiles_gone",
        ),
        _tiles_of_an_opponent,
    ),
    "dwellings_taken": _dwellings_of_opponents,
    "state_parlor_at": lambda board, value, given: board.lay("cavern", value),
    "empty_caverns_at": lambda board, value, given: [board.lay("cavern", at) for at in value],
    "dwellings_at": lambda board, value, given: [board.room("dwelling", at) for at in value],
    "ore_mines_with_donkey": _mines_with_donkey("ore_mine"), "ruby_mines_with_donkey": _mines_with_donkey("ruby_mine"),
    "donkeys_in_mines": _mines_with_donkey("ore_mine"), "free_places": _free_places,
    "free_sheep_places": _free_sheep_places, "animals_at": _animals_at,
    "unused_spaces": _unused, "unused_loss": _unused,
    "missing_kinds_loss": _missing_kinds, "begging": lambda board, value, given: _begging(board, value),
    "begging_loss": lambda board, value, given: _begging(board, value // 3),
    "newborn_count": lambda board, value, given: (
        _free_places(board, "enough", given),
        [_goods(kind)(board, 2, given) for kind in ANIMALS[1 : 1 + value]],
    ),
}  # fmt: skip
"""What each key of `given` sets."""

_ORDER = [
    "dwarfs", "dwellings", "dwarf_room", "tiles", "tiles_active", "empty_caverns", "dwellings_taken", "unused_spaces",
    "unused_loss",
]  # fmt: skip
"""Keys that come after the others, in this order."""


def _known(true: bool) -> None:
    assert true, "another board than the initial one"


def bare_forest(state: State, seat: int) -> None:
    """Clear the board of a seat, entry-level dwelling included, for a container on its own."""
    state.land[seat] = [BARE] * CELLS
    state.rooms[seat] = [room for room in state.rooms[seat] if room[1] != ENTRY_DWELLING]
