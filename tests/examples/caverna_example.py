"""Worked examples of Caverna: a case while it is played, and how the acts it names become choices."""

from collections.abc import Callable
from typing import Any

from domain.caverna.declare import SPACES, TILES
from domain.caverna.goods import GOODS
from domain.caverna.state import ready
from tests.examples.caverna_given import NAMES, build, cell, cells_in, put_into_play
from tests.examples.caverna_play import (
    TWIN_HALVES,
    Player,
    Want,
    exactly,
    nonzero,
    want_breed,
    want_crop,
    want_goods,
    want_growth,
    want_loot,
    want_mine,
    want_pasture,
    want_room,
    want_single,
    want_space,
    want_stable,
    want_target,
    want_token,
    want_travel,
    want_twin,
    want_weapon,
    want_what_comes_first,
)  # fmt: skip
from tests.examples.loading import Case


class Example:
    """One case while it is played."""

    def __init__(self, case: Case) -> None:
        self.given: dict[str, Any] = dict(case.get("given") or {})
        when = case["when"]
        self.whens: list[dict[str, Any]] = list(when) if isinstance(when, list) else [when]
        self.then: dict[str, Any] = dict(case["then"])
        self.seat = NAMES.index(self.whens[0]["player"]) if "player" in self.whens[0] else 0
        self.found: dict[str, Any] = {}
        self.tile = ""
        spaces = [when[key] for when in self.whens for key in ("use_space", "target", "space") if key in when]
        if spaces:
            self.given.setdefault("_space", spaces[0])
        self.state = build(self.given, spaces, self.seat, cells_in(self.whens))
        if "furnish" in self.whens[0] and "supply" not in self.given and not spaces:
            cost = TILES[self.whens[0]["furnish"]].cost  # a case about a tile, not about its price
            self.state.goods[self.seat].update(dict(cost))
        self.player: Player | None = None

    def playing(self) -> Player:
        """Let the seat act from here."""
        self.player = Player(self.state, self.seat)
        return self.player

    def playing_now(self) -> Player:
        """Return the player of a case that is played."""
        assert self.player is not None, "nothing is played in this case"
        return self.player

    def perform(self, when: dict[str, Any]) -> None:
        """Carry out one mapping of acts."""
        player = self.playing_now()
        rest = dict(when)
        rest.pop("player", None)
        if "substitute" in rest:
            substitute = rest.pop("substitute")
            assert set(substitute.values()) == {"ore"}
            player.replaced = tuple(good for good in ("wood", "stone") if good in substitute)
        wants = self.wants(rest)
        assert not rest, f"unknown when: {', '.join(rest)}"
        for want in wants:
            player.wish(want)

    def wants(self, when: dict[str, Any]) -> list[Want]:
        """Return what is wanted, in order; keys that are understood are taken out of `when`."""
        if "use_space" in when:
            found = _other_dwarf(self, {**when, "space": when["use_space"]}) if "place_dwarf" in when else []
            found = found or [want_space(when["use_space"])]
            for key in ("use_space", "place_dwarf", *RUBY_PAID):
                when.pop(key, None)
            if "target" in when:
                found.append(want_target(when.pop("target")))
            if when and not {"parts", "parts_in_order", "buy"} & set(when):
                found.append(want_what_comes_first())
            return found + self.parts(when)
        for key, window in WINDOWS.items():
            if key in when:
                return window(self, when)
        space = self.space_for(when)
        return [want_space(space), *self.parts(when)]

    def space_for(self, when: dict[str, Any]) -> str:
        """Choose a space that offers an operation."""
        if "expedition" in when:
            name = {1: "logging", 2: "ore_mine_construction", 3: "blacksmithing", 4: "exploration"}[when["expedition"]]
        elif "place_twin_tile" in when:
            tile = when["place_twin_tile"]
            name = TWINS_ON.get(tile, "excavation")
        else:
            name = next((space for key, space in OFFERED_ON.items() if key in when), "")
        assert name, f"unknown when: {', '.join(when)}"
        if self.given.get("urgent"):
            name = "urgent_wish_for_children"
        found = next((s for s in [*self.state.spaces, *SPACES] if s.startswith(name)), "")
        put_into_play(self.playing_now().state, found)
        return found

    def parts(self, when: dict[str, Any]) -> list[Want]:
        """Return the wants of the parts of a space."""
        player = self.playing_now()
        found: list[Want] = []
        for part in when.pop("parts", []) + when.pop("parts_in_order", []):
            found += self.part(part)
        if "forge" in when:
            found.append(want_weapon(when.pop("forge")))
        in_loot = "loot" in when or "expeditions" in when
        if in_loot and isinstance(when.get("furnish"), list):
            player.furnish = when.pop("furnish")
        if "loot" in when and {"place_twin_tile", *HALVES} & set(when):
            found += self.twin(when)
        for trip in when.pop("expeditions", []):
            found += self.trip(trip, when)
        level = when.pop("expedition", None)
        assert level in (None, 1, 2, 3, 4)
        if "loot" in when:
            found += self.trip(when.pop("loot"), when)
        elif level is not None:
            found.append(want_travel())
        found += [want_breed(kind) for kind in when.pop("kinds", [])]
        if "gain" in when:
            assert when.pop("gain"), "nothing is gained"
            found.append(want_goods("gain"))
        if "times" in when:
            found.append(exactly("sell", when.pop("times")))
        if "buy" in when:
            found += [want_goods("gain"), *[exactly("buy", good) for good in when.pop("buy")]]
        return found + self.tiles(when)

    def trip(self, items: list[Any], when: dict[str, Any]) -> list[Want]:
        """Return the wants of an expedition; an item may name the cells of its tile, or `at` names them."""
        found = [want_travel()]
        for item in items:
            (name, at), = item.items() if isinstance(item, dict) else ((item, None),)
            found.append(want_loot(name))
            meant = LOOT_TILES.get(name)
            if meant is not None:
                key, where = meant
                at = when.pop(key) if at is None and key in when else at
                at = when.pop("at") if at is None and "at" in when and where is want_single else at
                if at is not None:
                    found.append(where(name, at) if where is want_single else SIMPLE[key](at, None)[0])
        return found if items else [*found, exactly("stop")]

    def tiles(self, when: dict[str, Any]) -> list[Want]:
        """Return the wants about tiles, furnishing, sowing, growth."""
        found = self.twin(when)
        for key in [key for key in when if key in SIMPLE]:
            if key in when:
                found += self.part({key: when.pop(key), **({"at": when.pop("at")} if "at" in when else {})})
        return found

    def twin(self, when: dict[str, Any]) -> list[Want]:
        """Return the want of a twin tile, if there is one: by its name, or by its halves."""
        halves = {key: when.pop(key) for key in HALVES if key in when}
        if "place_twin_tile" not in when and not halves:
            return []
        tile = when.pop("place_twin_tile", None) or "_".join(halves)
        cells = when.pop("cells", None) or list(halves.values())
        if cells and isinstance(cells[0], dict):
            kinds = TWIN_HALVES[tile]
            cells = [half["at"] for half in sorted(cells, key=lambda half: kinds.index(half["kind"]))]
        return [want_twin(tile, cells)]

    def part(self, part: Any) -> list[Want]:
        """Return the wants of one part, given as a word or as a mapping."""
        if isinstance(part, str):
            assert part in WORDS, f"unknown part: {part}"
            return [WORDS[part]()]
        rest = dict(part)
        at = rest.pop("at", None)
        if len(rest) != 1:
            return self.parts({**rest, **({"at": at} if at else {})})
        (key, value), = rest.items()
        if key in ("expedition", "loot"):
            return self.trip(value, {}) if isinstance(value, list) else [want_travel()]
        if key in WINDOWS:
            return WINDOWS[key](self, {key: value, **({} if at is None else {"at": at})})
        if key in ("take_accumulated", "take") and isinstance(value, dict):
            return [self.take_all_of(value)]
        assert key in SIMPLE or key == "gain", f"unknown part: {key}"
        if key == "furnish":
            if at is not None:
                where = cell(at) if not isinstance(at, str) or at.startswith("[") else self.cell_of(at)
                self.playing_now().cells.append(where)
                self.playing_now().rooms.append((value, where))
            self.tile = value
            return [want_room(value)]
        return SIMPLE[key](value, at) if key in SIMPLE else [want_goods("gain")]

    def take_all_of(self, wanted: dict[str, int]) -> Want:
        """Want what lies on the space, if it is just this: a part of it cannot be taken."""
        space = self.given.get("space") or self.given["_space"]
        whole = nonzero(self.state.stock[space]) == nonzero(wanted)
        return want_goods("take") if whole else Want(lambda choice: False)

    def cell_of(self, tile: str) -> int:
        """Return the cell of a furnishing tile."""
        return int(next(where for name, where in self.state.rooms[self.seat] if name == tile))


HALVES = ("meadow", "field", "cavern", "tunnel", "ore_mine", "deep_tunnel")


def _sow(value: Any, at: Any) -> list[Want]:
    """Want fields sown: numbers of fields by crop, or crops with their cells."""
    if isinstance(value, list):
        return [want_crop(field["crop"], field.get("at")) for field in value]
    return [want_crop(crop, at) for crop, n in value.items() for _ in range(n)]


SIMPLE: dict[str, Callable[[Any, Any], list[Want]]] = {
    "furnish": lambda value, at: [want_room(value)],
    "build_small_pasture": lambda value, at: [want_pasture(None if value is True else [value], False)],
    "build_large_pasture": lambda value, at: [want_pasture(None if value is True else value, True)],
    "build_stable": lambda value, at: [want_stable(None if value is True else value)],
    "place_ruby_mine": lambda value, at: [want_mine(value)],
    "sow": _sow,
    "place_single_tile": lambda value, at: [want_single(value, at)],
    "family_growth": lambda value, at: [want_growth()],
    "forge": lambda value, at: [want_weapon(value)],
    "forge_weapon": lambda value, at: [want_weapon(value)],
    "take_accumulated": lambda value, at: [want_goods("take")],
    "take": lambda value, at: [want_goods("take")],
    "become_starting_player": lambda value, at: [want_token()],
    "trade": lambda value, at: [exactly("sell", value)],
    "breed": lambda value, at: [want_breed(kind) for kind in value],
    "market": lambda value, at: [exactly("buy", good) for good in value],
}
"""Operations with one value."""

WORDS: dict[str, Callable[[], Want]] = {
    "take_accumulated": lambda: want_goods("take"),
    "gain": lambda: want_goods("gain"),
    "place_twin_tile": lambda: want_twin(None, []),
    "build_small_pasture": lambda: want_pasture(None, False),
    "build_large_pasture": lambda: want_pasture(None, True),
    "build_stable": want_stable,
    "family_growth": want_growth,
    "expedition": want_travel,
    "gain_per": lambda: want_goods("gain"),
    "gain_if": lambda: want_goods("gain"),
    "become_starting_player": want_token,
    "place_ruby_mine": want_mine,
    "furnish": lambda: Want(lambda choice: choice[0] == "furnish", lambda name, fields: name == "cavern_furnished"),
    "sow": lambda: Want(lambda choice: choice[0] == "sow", lambda name, fields: name == "field_sown"),
    "forge_weapon": lambda: Want(lambda choice: choice[0] == "forge", lambda name, fields: name == "weapon_forged"),
    "trade": lambda: exactly("sell", 1),
    "market": lambda: Want(lambda choice: choice[0] == "buy"),
}
"""Operations named alone."""

LOOT_TILES: dict[str, tuple[str, Callable[..., Want] | None]] = {
    **dict.fromkeys(("tunnel", "meadow", "field", "cavern"), ("place_single_tile", want_single)),
    "free_stable": ("build_stable", None),
    "small_pasture_for_1_wood": ("build_small_pasture", None),
    "large_pasture_for_2_wood": ("build_large_pasture", None),
}
"""Items of loot that want a cell: the operation that may name it beside them."""

TWINS_ON = {"meadow_field": "slash_and_burn", "ore_mine_deep_tunnel": "ore_mine_construction"}
OFFERED_ON = {
    "furnish": "housework", "build_stable": "sheep_farming", "build_small_pasture": "sheep_farming",
    "build_large_pasture": "sheep_farming", "place_ruby_mine": "ruby_mine_construction", "sow": "slash_and_burn",
    "forge": "blacksmithing", "family_growth": "wish_for_children",
}  # fmt: skip
"""Where an operation is carried out that a case names without a space."""


def _ruby_tile(example: Example, when: dict[str, Any]) -> list[Want]:
    tile = when.pop("ruby_tile")
    return [exactly("spend", tile), want_single(tile, when.pop("at", None))]


def _ruby(example: Example, when: dict[str, Any]) -> list[Want]:
    """Exchange rubies: for one thing, for several, or for numbers of things (food comes in twos)."""
    got = when.pop("ruby_exchange")
    if isinstance(got, dict):
        got = [good for good, n in got.items() for _ in range(n // 2 if good == "food" else n)]
    named = [got] if isinstance(got, str) else got
    return [exactly("convert", "ruby", 1) if good == "food" else exactly("spend", good) for good in named]


def _discard(example: Example, when: dict[str, Any]) -> list[Want]:
    return [exactly("discard", kind) for kind, n in when.pop("discard").items() for _ in range(n)]


def _convert(example: Example, when: dict[str, Any]) -> list[Want]:
    found = []
    for good, n in when.pop("convert").items():
        found += [exactly("convert", good, n)] if good == "gold" else [exactly("convert", good, 1)] * n
    return found


def _together(example: Example, when: dict[str, Any]) -> list[Want]:
    found = []
    for good, n in when.pop("convert_together").items():
        pairs = n // 2 if good == "donkey" else 0
        found += [exactly("convert", good, 2)] * pairs + [exactly("convert", good, 1)] * (n - 2 * pairs)
    return found


def _all(example: Example, when: dict[str, Any]) -> list[Want]:
    assert when.pop("convert_all") is True
    mine = example.state.goods[example.seat]
    held = {good: mine[good] for good in GOODS if mine[good]}
    gold = held.pop("gold", 0)
    return _together(example, {"convert_together": held}) + ([exactly("convert", "gold", gold)] if gold > 1 else [])


def _trade(example: Example, when: dict[str, Any]) -> list[Want]:
    tile, n, wanted = when.pop("convert_with"), when.pop("times", 1), when.pop("option", None)
    trades = TILES[tile].trades
    option = 0 if wanted is None else next(i for i, (_, get) in enumerate(trades) if wanted in dict(get))
    return [exactly("trade", tile, option)] * n


def _other_dwarf(example: Example, when: dict[str, Any]) -> list[Want]:
    """Place a dwarf of a strength: the due one anywhere, another one by a ruby."""
    strength = when.pop("place_dwarf")
    due = ready(example.playing_now().state, example.seat)
    paid = [when.pop(key) for key in RUBY_PAID if key in when]
    assert all(each in (True, 1, {"ruby": 1}) for each in paid), "one ruby places another dwarf"
    space = when.pop("space", None)
    if strength == "newborn" or not due:
        return [exactly("place", example.state.spaces[0])]
    anywhere = Want(lambda choice: choice[0] == "place", lambda name, fields: name == "dwarf_placed")
    anywhere = anywhere if space is None else want_space(space)
    return [anywhere] if strength == due[0] else [exactly("overtake", strength), anywhere]


RUBY_PAID = ("pay", "pay_ruby", "pay_rubies", "ruby", "rubies", "ruby_override", "spend_ruby", "with_ruby")
"""Keys that say that a ruby is paid to place another dwarf than the due one."""

WINDOWS: dict[str, Callable[[Example, dict[str, Any]], list[Want]]] = {
    "ruby_tile": _ruby_tile,
    "ruby_exchange": _ruby, "discard": _discard,
    "convert": _convert, "convert_together": _together, "convert_all": _all, "convert_with": _trade,
    "convert_separately": lambda example, when: [
        exactly("convert", good, 1) for good, n in when.pop("convert_separately").items() for _ in range(n)
    ],
    "give_up_weapon": lambda example, when: [
        exactly("disarm", example.state.weapons[example.seat].index(when.pop("give_up_weapon")))
    ],
    "place_dwarf": _other_dwarf,
}  # fmt: skip
"""Acts without a space."""
