"""Worked examples of Caverna: a case while it is played, and how the acts it names become choices."""

from collections.abc import Callable
from typing import Any

from domain.caverna.declare import SPACES, TILES
from domain.caverna.goods import GOODS
from domain.caverna.state import ready
from tests.examples.caverna_given import NAMES, build, cell, put_into_play
from tests.examples.caverna_play import (
    Player,
    Want,
    exactly,
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
    want_travel,
    want_twin,
    want_weapon,
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
        spaces = [when[key] for when in self.whens for key in ("use_space", "target") if key in when]
        if spaces:
            self.given.setdefault("_space", spaces[0])
        self.state = build(self.given, spaces, self.seat)
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
            space = when.pop("use_space")
            found = [want_space(space)] + ([want_target(when.pop("target"))] if "target" in when else [])
            plain = not when
            inner = self.parts(when)
            return found + (inner if not plain else [])
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
        for trip in when.pop("expeditions", []):
            found += [want_travel(), *[want_loot(item) for item in trip]]
        level = when.pop("expedition", None)
        if "loot" in when:
            found += [want_travel(), *[want_loot(item) for item in when.pop("loot")]]
        assert level in (None, 1, 2, 3, 4)
        found += [want_breed(kind) for kind in when.pop("kinds", [])]
        if "times" in when:
            found.append(exactly("sell", when.pop("times")))
        if "buy" in when:
            found += [want_goods("gain"), *[exactly("buy", good) for good in when.pop("buy")]]
        return found + self.tiles(when)

    def tiles(self, when: dict[str, Any]) -> list[Want]:
        """Return the wants about tiles, furnishing, sowing, growth."""
        found: list[Want] = []
        halves = {key: when.pop(key) for key in HALVES if key in when}
        if "place_twin_tile" in when or halves:
            tile = when.pop("place_twin_tile", None) or "_".join(halves)
            found.append(want_twin(tile, when.pop("cells", None) or list(halves.values())))
        for key in [key for key in when if key in SIMPLE]:
            if key in when:
                found += self.part({key: when.pop(key), **({"at": when.pop("at")} if "at" in when else {})})
        return found

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
            loot = value if isinstance(value, list) else []
            return [want_travel(), *[want_loot(item) for item in loot]]
        assert key in SIMPLE or key == "gain", f"unknown part: {key}"
        if key == "furnish":
            if at is not None:
                where = cell(at) if not isinstance(at, str) or at.startswith("[") else self.cell_of(at)
                self.playing_now().cells.append(where)
            self.tile = value
            return [want_room(value)]
        return SIMPLE[key](value, at) if key in SIMPLE else [want_goods("gain")]

    def cell_of(self, tile: str) -> int:
        """Return the cell of a furnishing tile."""
        return int(next(where for name, where in self.state.rooms[self.seat] if name == tile))


HALVES = ("meadow", "field", "cavern", "tunnel", "ore_mine", "deep_tunnel")


def _sow(value: dict[str, int], at: Any) -> list[Want]:
    return [want_crop(crop, at) for crop, n in value.items() for _ in range(n)]


SIMPLE: dict[str, Callable[[Any, Any], list[Want]]] = {
    "furnish": lambda value, at: [want_room(value)],
    "build_small_pasture": lambda value, at: [want_pasture(None if value is True else [value], False)],
    "build_large_pasture": lambda value, at: [want_pasture(None if value is True else value, True)],
    "build_stable": lambda value, at: [want_stable(None if value is True else value)],
    "place_ruby_mine": lambda value, at: [want_mine(value)],
    "sow": _sow,
    "family_growth": lambda value, at: [want_growth()],
    "forge_weapon": lambda value, at: [want_weapon(value)],
    "take_accumulated": lambda value, at: [want_goods("take")],
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
}
"""Operations named alone."""

TWINS_ON = {"meadow_field": "slash_and_burn", "ore_mine_deep_tunnel": "ore_mine_construction"}
OFFERED_ON = {
    "furnish": "housework", "build_stable": "sheep_farming", "build_small_pasture": "sheep_farming",
    "build_large_pasture": "sheep_farming", "place_ruby_mine": "ruby_mine_construction", "sow": "slash_and_burn",
    "forge": "blacksmithing", "family_growth": "wish_for_children",
}  # fmt: skip
"""Where an operation is carried out that a case names without a space."""


def _ruby_tile(example: Example, when: dict[str, Any]) -> list[Want]:
    tile = when.pop("ruby_tile")
    return [exactly("spend", tile), want_single(tile, when.pop("at"))]


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
    due = ready(example.state, example.seat)
    if strength == "newborn" or not due:
        return [exactly("place", example.state.spaces[0])]
    anywhere = Want(lambda choice: choice[0] == "place", lambda name, fields: name == "dwarf_placed")
    return [anywhere] if strength == due[0] else [exactly("overtake", strength), anywhere]


WINDOWS: dict[str, Callable[[Example, dict[str, Any]], list[Want]]] = {
    "ruby_tile": _ruby_tile,
    "ruby_exchange": lambda example, when: [exactly("spend", when.pop("ruby_exchange"))],
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
