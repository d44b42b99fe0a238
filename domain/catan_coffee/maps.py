"""The boards: scenarios, shapes and grounds, as declarations. `board.py` checks them when they load.

A *shape* says where the hexes lie and what is fixed on them; a *ground* lays terrains, numbers and types
of ports on a shape. Source: rules 3 and 13; the table of layouts that belongs to the rules.
"""

from dataclasses import dataclass

from domain.core.hexes import Hex

AT_ONCE, OWN_TURN = "at_once", "own_turn"

GENERIC = "generic"
"""The type of a port that takes three of anything."""

PRODUCE = {
    "hills": "brick",
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "mountains": "ore",
    "desert": None,
    "jungle": None,
    "sea": None,
}
"""What a terrain produces. Source: rules 1."""


@dataclass(frozen=True)
class Scenario:
    """What differs between the coffee islands and the base game. Source: rules 1, 11, 13."""

    name: str
    seats: tuple[int, ...]
    target: int
    win: str
    ships: bool
    longest_road: bool
    robber_above: int | None
    """The robber moves only if somebody has more public points than this; None: always."""
    fewest_villages: int | None
    """With this many villages or fewer holding coffee, the game ends; None: no villages."""
    reserve: int


@dataclass(frozen=True)
class Village:
    """A place of the natives on the corner of a jungle hex."""

    name: str
    vertex: str
    number: int
    hex: Hex


@dataclass(frozen=True)
class Port:
    """A harbour on a coast edge, reached from both ends of it."""

    name: str
    edge: str
    sea: Hex


@dataclass(frozen=True)
class Shape:
    """Where everything lies: main land by island, jungle, inner sea, the sea of the frame."""

    name: str
    scenario: Scenario
    islands: tuple[tuple[Hex, ...], ...]
    jungle: tuple[Hex, ...]
    sea: tuple[Hex, ...]
    frame: tuple[Hex, ...]
    villages: tuple[Village, ...]
    ports: tuple[Port, ...]
    robber: Hex | None
    """Where the robber starts; None: on the desert."""
    pirate: Hex | None
    counts: tuple[int, ...]
    """Checked: vertices, edges, road edges, ship edges, edges that are both, settlement vertices, coastal ones."""

    @property
    def land(self) -> tuple[Hex, ...]:
        """The hexes of main land, island by island."""
        return tuple(place for island in self.islands for place in island)


@dataclass(frozen=True)
class Ground:
    """Terrains and numbers (0: none) in the order of the shape's land, types in the order of its ports."""

    shape: Shape
    terrains: tuple[str, ...]
    numbers: tuple[int, ...]
    ports: tuple[str, ...]


COFFEE = Scenario(
    "coffee", (3, 4), 14, AT_ONCE, ships=True, longest_road=False, robber_above=3, fewest_villages=3, reserve=10
)
BASE = Scenario(
    "base", (2, 3, 4), 10, OWN_TURN, ships=False, longest_road=True, robber_above=None, fewest_villages=None, reserve=0
)

COFFEE_ISLANDS = Shape(
    "coffee_islands",
    COFFEE,
    islands=(
        ((0, -3), (1, -3), (2, -3), (3, -3), (4, -3), (-1, -2), (0, -2), (3, -2), (4, -2), (-2, -1)),
        ((3, 1), (-3, 2), (-2, 2), (1, 2), (2, 2), (-3, 3), (-2, 3), (-1, 3), (0, 3), (1, 3)),
    ),
    jungle=((1, -1), (-1, 0), (2, 0), (0, 1)),
    sea=(
        *((1, -2), (2, -2), (-1, -1), (0, -1), (2, -1), (3, -1), (4, -1), (-2, 0), (0, 0), (1, 0), (3, 0)),
        *((-3, 1), (-2, 1), (-1, 1), (1, 1), (2, 1), (-1, 2), (0, 2)),
    ),
    frame=(
        *((0, -4), (1, -4), (2, -4), (3, -4), (4, -4), (5, -4), (-1, -3), (5, -3), (-2, -2), (5, -2)),
        *((-3, -1), (5, -1), (-3, 0), (4, 0), (-4, 1), (4, 1), (-4, 2), (3, 2), (-4, 3), (2, 3)),
        *((-4, 4), (-3, 4), (-2, 4), (-1, 4), (0, 4), (1, 4)),
    ),
    villages=(
        Village("V3", "0,1,S", 3, (0, 1)),
        Village("V4", "2,0,N", 4, (2, 0)),
        Village("V5", "2,0,S", 5, (2, 0)),
        Village("V6", "0,1,N", 6, (0, 1)),
        Village("V8", "1,-1,S", 8, (1, -1)),
        Village("V9", "-1,0,S", 9, (-1, 0)),
        Village("V10", "-1,0,N", 10, (-1, 0)),
        Village("V11", "1,-1,N", 11, (1, -1)),
    ),
    ports=(
        Port("P1", "-2,-2,E", (-2, -2)),
        Port("P2", "0,-3,NE", (1, -4)),
        Port("P3", "3,-4,SE", (3, -4)),
        Port("P4", "4,-2,E", (5, -2)),
        Port("P5", "-4,2,E", (-4, 2)),
        Port("P6", "-3,4,NE", (-3, 4)),
        Port("P7", "0,3,SE", (0, 4)),
        Port("P8", "2,2,SE", (2, 3)),
        Port("P9", "3,1,E", (4, 1)),
    ),
    robber=(-2, -1),
    pirate=(4, 0),
    counts=(108, 149, 94, 123, 68, 76, 68),
)

BASE_ISLAND = Shape(
    "base_island",
    BASE,
    islands=(
        (
            *((0, -2), (1, -2), (2, -2), (-1, -1), (0, -1), (1, -1), (2, -1), (-2, 0), (-1, 0), (0, 0)),
            *((1, 0), (2, 0), (-2, 1), (-1, 1), (0, 1), (1, 1), (-2, 2), (-1, 2), (0, 2)),
        ),
    ),
    jungle=(),
    sea=(),
    frame=(
        *((0, -3), (1, -3), (2, -3), (3, -3), (-1, -2), (3, -2), (-2, -1), (3, -1), (-3, 0), (3, 0)),
        *((-3, 1), (2, 1), (-3, 2), (1, 2), (-3, 3), (-2, 3), (-1, 3), (0, 3)),
    ),
    villages=(),
    ports=(
        Port("P1", "1,-2,NE", (2, -3)),
        Port("P2", "2,-1,NE", (3, -2)),
        Port("P3", "2,0,E", (3, 0)),
        Port("P4", "1,1,SE", (1, 2)),
        Port("P5", "-1,2,SE", (-1, 3)),
        Port("P6", "-3,3,NE", (-3, 3)),
        Port("P7", "-3,1,E", (-3, 1)),
        Port("P8", "-2,-1,E", (-2, -1)),
        Port("P9", "0,-3,SE", (0, -3)),
    ),
    robber=None,
    pirate=None,
    counts=(54, 72, 72, 30, 30, 54, 30),
)

SHAPES = (COFFEE_ISLANDS, BASE_ISLAND)


def _ground(shape: Shape, lands: str, ports: str) -> Ground:
    """Read a ground from words: `terrain:number` for each land hex, types for each port."""
    pairs = [word.split(":") for word in lands.split()]
    terrains = tuple(terrain for terrain, _ in pairs)
    return Ground(shape, terrains, tuple(int(number) for _, number in pairs), tuple(ports.split()))


GROUNDS = {
    "coffee_4p": _ground(
        COFFEE_ISLANDS,
        "mountains:5 forest:10 pasture:6 forest:2 fields:4 fields:9 hills:3 mountains:11 hills:8 pasture:12 "
        "fields:10 fields:12 pasture:9 fields:11 forest:6 hills:5 mountains:2 forest:3 mountains:8 pasture:4",
        "brick generic generic lumber generic generic grain ore wool",
    ),
    "coffee_3p": _ground(
        COFFEE_ISLANDS,
        "forest:4 mountains:8 fields:10 forest:5 mountains:2 pasture:6 fields:3 pasture:11 hills:9 hills:12 "
        "mountains:6 fields:3 forest:11 fields:5 forest:10 hills:8 pasture:2 fields:4 pasture:9 mountains:12",
        "generic brick generic lumber generic ore generic grain wool",
    ),
    "base_beginner": _ground(
        BASE_ISLAND,
        "mountains:10 pasture:2 forest:9 fields:12 hills:6 pasture:4 hills:10 fields:9 forest:11 desert:0 "
        "forest:3 mountains:8 forest:8 mountains:3 fields:4 pasture:5 hills:5 fields:6 pasture:11",
        "grain ore generic wool generic generic brick lumber generic",
    ),
}
"""The fixed layouts by name."""

DRAWN = {"coffee_random": COFFEE_ISLANDS, "base_random": BASE_ISLAND}
"""The layouts whose ground is drawn before the game. Source: table of layouts, variable set-up."""

LAYOUTS = (*GROUNDS, *DRAWN)

STANDARD = {2: "base_beginner", 3: "coffee_3p", 4: "coffee_4p"}
"""The layout for a number of seats, where none is chosen. Source: table of layouts, default for players."""

SPIRAL = (
    *((2, 0), (2, -1), (2, -2), (1, -2), (0, -2), (-1, -1), (-2, 0), (-2, 1), (-2, 2), (-1, 2)),
    *((0, 2), (1, 1), (1, 0), (1, -1), (0, -1), (-1, 0), (-1, 1), (0, 1), (0, 0)),
)
"""The base island inwards from its east corner, counter-clockwise."""

SPIRAL_NUMBERS = (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)
"""The numbers laid along the spiral, the desert left out."""

TERRAIN_LIMITS = {
    "coffee": {"fields": 5, "forest": 4, "pasture": 4, "hills": 3, "mountains": 4},
    "base": {"fields": 4, "forest": 4, "pasture": 4, "hills": 3, "mountains": 3, "desert": 1},
}
"""Hexes of each terrain in the boxes that a scenario uses; a ground uses all of them."""

NUMBER_LIMITS = {
    "coffee": {2: 2, 3: 3, 4: 3, 5: 3, 6: 3, 8: 3, 9: 3, 10: 3, 11: 3, 12: 2},
    "base": {2: 1, 3: 2, 4: 2, 5: 2, 6: 2, 8: 2, 9: 2, 10: 2, 11: 2, 12: 1},
}
"""Number tokens in the boxes, villages included; a ground uses all of them."""

PORT_LIMITS = {GENERIC: 4, "brick": 1, "lumber": 1, "wool": 1, "grain": 1, "ore": 1}
