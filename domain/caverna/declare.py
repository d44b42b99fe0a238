"""Declarations: what a space, a furnishing tile or a loot item is, checked when it is made.

A declaration alone holds everything that its thing does; no other module names it. The hooks of a
tile are a closed list; they are data, or pure functions of what they are given.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.caverna.goods import GOODS, Goods
from domain.caverna.state import State

Effect = tuple[Any, ...]
"""A word of the vocabulary with its arguments, or a connector with its parts."""

PERMITS = ("overhang", "rooms_in_tunnels", "both_parts", "disarming", "sixth_dwarf")
GROUPS = ("dwelling", "special", "building_material", "food", "parlor", "storage", "chamber")
COLOURS = {
    "dwelling": "orange", "special": "green", "building_material": "green", "food": "green",
    "parlor": "yellow", "storage": "yellow", "chamber": "yellow",
}  # fmt: skip
PRICED = ("furnish", "fence", "stable", "forge")
"""What a discount may apply to."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Space:
    """An action space. A round card has `rounds` (where it may lie) and its place in the solo game.

    `stock`: goods added when nothing lies there, and otherwise; `dry`: (seats, round) without any.
    `back_of`: the card whose other face this is; `flips`: the card it turns over when revealed.
    """

    name: str
    title: str
    seats: tuple[int, ...]
    does: Effect
    text: str
    cite: str
    title_fr: str = ""
    stock: tuple[Goods, Goods] | None = None
    dry: tuple[tuple[int, int], ...] = ()
    imitable: bool = True
    rounds: tuple[int, ...] = ()
    solo_round: int = 0
    back_of: str = ""
    flips: str = ""


@dataclass(frozen=True, slots=True)
class Container:
    """A place for farm animals: `only` one kind, or of any one kind; `watched`: dogs may keep sheep there."""

    name: str
    cells: tuple[int, ...]
    capacity: int
    only: str = ""
    watched: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Tile:
    """A furnishing tile and its hooks.

    on_built: goods at once, or a function of (state, seat, cell). schedules: goods in the next rounds.
    on_gain: for each piece of a good, more goods. on_bred: from the newborn kinds. on_laid: from the
    cells of a new twin tile. each_round: at its start. discount: (what, good, amount). substitute:
    (good, other good), once each. feeds: what feeds one dwarf. spares: food less to feed. slaughter:
    food more for an animal given for food. houses: room for animals. sleeps: room for dwarfs, or a
    function of the dwarfs in play. trades: (give, get). permits: a rule it switches. pair: tiles that
    are built over each other. score: points at the end, a function of (state, seat, cell).
    """

    name: str
    title: str
    group: str
    cost: Goods
    text: str
    cite: str
    title_fr: str = ""
    points: int | None = None
    intro: bool = False
    unlimited: bool = False
    printed: bool = False
    on_built: Goods | Callable[[State, int, int], Goods] = ()
    schedules: tuple[Goods, int] | None = None
    on_gain: tuple[str, Goods] | None = None
    on_bred: Callable[[tuple[str, ...]], Goods] | None = None
    on_laid: Callable[[tuple[int, ...]], Goods] | None = None
    each_round: Callable[[State, int], Goods] | None = None
    discount: tuple[tuple[str, str, int], ...] = ()
    substitute: tuple[tuple[str, str], ...] = ()
    feeds: tuple[Goods, ...] = ()
    spares: Callable[[State, int], int] | None = None
    slaughter: int = 0
    houses: Callable[[State, int, int], list[Container]] | None = None
    sleeps: int | Callable[[int], int] = 0
    trades: tuple[tuple[Goods, Goods], ...] = ()
    permits: str = ""
    pair: str = ""
    score: Callable[[State, int, int], int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Loot:
    """An item of the expedition list: the strength it needs, and what it does at once or at the end."""

    name: str
    needs: int
    text: str
    cite: str
    does: Effect | None = None
    sharpens: int = 0


SPACES: dict[str, Space] = {}
TILES: dict[str, Tile] = {}
LOOT: dict[str, Loot] = {}


def space(name: str, title: str, **rest: Any) -> Space:
    """Declare a space or round card."""
    made = Space(name=name, title=title, **rest)
    assert name not in SPACES, f"{name} is declared twice"
    assert made.cite and made.text and made.seats, f"{name} lacks its source, text or seats"
    assert not (made.back_of and made.solo_round), f"{name} is a back face and never dealt"
    SPACES[name] = made
    return made


def tile(name: str, title: str, **rest: Any) -> Tile:
    """Declare a furnishing tile."""
    made = Tile(name=name, title=title, **rest)
    assert name not in TILES, f"{name} is declared twice"
    assert made.cite and made.text, f"{name} lacks its source or text"
    assert made.group in GROUPS, f"{name} belongs to no group"
    assert (made.points is None) == (made.score is not None) or made.points == 0, f"{name}: points or a formula"
    assert not made.permits or made.permits in PERMITS, f"{name} permits what is no rule"
    assert all(what in PRICED and good in GOODS and n > 0 for what, good, n in made.discount), f"{name}: discount"
    TILES[name] = made
    return made


def loot(name: str, needs: int, **rest: Any) -> Loot:
    """Declare an item of the expedition list."""
    made = Loot(name=name, needs=needs, **rest)
    assert name not in LOOT, f"{name} is declared twice"
    assert (made.does is None) == bool(made.sharpens), f"{name} does nothing, or two things"
    assert made.cite and made.text and 1 <= needs <= 14, f"{name} lacks its source, text or strength"
    LOOT[name] = made
    return made


def colour(made: Tile) -> str:
    """Return the colour of the name tag: orange, green or yellow."""
    return COLOURS[made.group]
