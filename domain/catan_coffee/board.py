"""Boards as tables of numbers, built and checked once, when the declarations load.

Hexes, corners and sides are numbered in the order of the shape; every table is indexed by these numbers.
"""

from collections import Counter
from functools import cache, lru_cache

from domain.catan_coffee.goods import INDEX
from domain.catan_coffee.maps import (
    GENERIC,
    GROUNDS,
    NUMBER_LIMITS,
    PORT_LIMITS,
    PRODUCE,
    SHAPES,
    TERRAIN_LIMITS,
    Ground,
    Shape,
)
from domain.core.hexes import (
    Hex,
    corners,
    edges_of_vertex,
    ends_of_edge,
    hex_id,
    hexes_of_edge,
    hexes_of_vertex,
    neighbours_of_vertex,
    sides,
)

Numbers = tuple[int, ...]

MOST_SEATS = 4


class Geometry:
    """What a shape fixes. Corners and sides are the *playable* ones: at least one inner hex (rules 2.4)."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        places = (*shape.land, *shape.jungle, *shape.sea, *shape.frame)
        self.hexes = tuple(hex_id(place) for place in places)
        self.hex_index = {name: i for i, name in enumerate(self.hexes)}
        inner = places[: len(places) - len(shape.frame)]
        edges = list(dict.fromkeys(side for place in inner for side in sides(place).values()))
        self.edges = tuple(edges)
        self.edge_index = {name: i for i, name in enumerate(edges)}
        self.vertices = tuple(dict.fromkeys(end for edge in edges for end in ends_of_edge(edge)))
        self.vertex_index = {name: i for i, name in enumerate(self.vertices)}
        self._link(places)
        self._judge_places(shape)
        self._place_villages(shape)
        self._write_choices()

    def _link(self, places: tuple[Hex, ...]) -> None:
        """Say what touches what."""
        vertex, edge, hexes = self.vertex_index, self.edge_index, self.hex_index
        self.ends = tuple((vertex[a], vertex[b]) for a, b in map(ends_of_edge, self.edges))
        self.edges_of = tuple(tuple(edge[e] for e in edges_of_vertex(name) if e in edge) for name in self.vertices)
        self.edge_bits: Numbers = tuple(1 << e for e in range(len(self.edges)))
        self.ways = tuple(
            tuple((e, self.edge_bits[e], sum(self.ends[e]) - v) for e in edges) for v, edges in enumerate(self.edges_of)
        )
        """By corner, the sides there: number, bit, and the corner at the other end."""
        self.neighbours = tuple(
            tuple(vertex[v] for v in neighbours_of_vertex(name) if v in vertex) for name in self.vertices
        )
        self.corners = tuple(tuple(vertex[v] for v in corners(p).values() if v in vertex) for p in places)
        self.sides = tuple(tuple(edge[e] for e in sides(p).values() if e in edge) for p in places)
        self.side_sets = tuple(map(frozenset, self.sides))
        self.hexes_at = tuple(
            tuple(hexes[hex_id(p)] for p in hexes_of_vertex(name) if hex_id(p) in hexes) for name in self.vertices
        )
        self.hexes_by = tuple(
            tuple(hexes[hex_id(p)] for p in hexes_of_edge(name) if hex_id(p) in hexes) for name in self.edges
        )

    def _judge_places(self, shape: Shape) -> None:
        """Say what may stand where. Source: rules 2.4."""
        lands, jungles = len(shape.land), len(shape.jungle)
        self.land: Numbers = tuple(range(lands))
        jungle = range(lands, lands + jungles)
        self.sea: Numbers = tuple(range(lands + jungles, len(self.hexes)))
        self.is_road = tuple(any(h < lands for h in hexes) for hexes in self.hexes_by)
        self.is_ship = tuple(any(h in self.sea for h in hexes) for hexes in self.hexes_by)
        self.is_town = tuple(
            any(h < lands for h in hexes) and not any(h in jungle for h in hexes) for hexes in self.hexes_at
        )
        self.towns: Numbers = tuple(v for v, legal in enumerate(self.is_town) if legal)
        self.port_vertices = tuple(tuple(self.vertex_index[v] for v in ends_of_edge(port.edge)) for port in shape.ports)
        self.port_seas: Numbers = tuple(self.hex_index[hex_id(port.sea)] for port in shape.ports)

    def _place_villages(self, shape: Shape) -> None:
        self.villages: Numbers = tuple(self.vertex_index[village.vertex] for village in shape.villages)
        self.village_at = {vertex: i for i, vertex in enumerate(self.villages)}
        self.villages_by_number = tuple(
            tuple(i for i, village in enumerate(shape.villages) if village.number == number) for number in range(13)
        )

    def _write_choices(self) -> None:
        """Write every choice that names a place once, so that listing it makes nothing new."""
        self.build_road = tuple(("build_road", name) for name in self.edges)
        self.build_ship = tuple(("build_ship", name) for name in self.edges)
        self.build_settlement = tuple(("build_settlement", name) for name in self.vertices)
        self.build_city = tuple(("build_city", name) for name in self.vertices)
        self.move_robber = tuple(
            {victim: ("move_robber", name, victim) for victim in (None, *range(MOST_SEATS))} for name in self.hexes
        )

    def counts(self) -> Numbers:
        """Return the figures that a shape declares."""
        both = sum(road and ship for road, ship in zip(self.is_road, self.is_ship, strict=True))
        coastal = sum(any(h in self.sea for h in self.hexes_at[v]) for v in self.towns)
        sizes = (len(self.vertices), len(self.edges), sum(self.is_road), sum(self.is_ship))
        return (*sizes, both, len(self.towns), coastal)


class Board(Geometry):
    """A geometry with terrains, numbers and ports on it."""

    def __init__(self, ground: Ground) -> None:
        self.__dict__.update(geometry(ground.shape.name).__dict__)  # one set of tables for all boards of a shape
        self.ground = ground
        self.scenario = ground.shape.scenario
        self.number = ground.numbers
        made = (PRODUCE[terrain] for terrain in ground.terrains)
        self.resource: Numbers = tuple(-1 if name is None else INDEX[name] for name in made)
        self.by_number = tuple(self._producing(number) for number in range(13))
        """By number, the resources that it brings, in order, with the hexes that bring them."""
        robber = ground.shape.robber
        self.robber_start = self.hex_index[hex_id(robber)] if robber else ground.terrains.index("desert")
        pirate = ground.shape.pirate
        self.pirate_start = self.hex_index[hex_id(pirate)] if pirate else None
        self.port_types = ground.ports

    def _producing(self, number: int) -> tuple[tuple[int, Numbers], ...]:
        places = [h for h in self.land if self.number[h] == number and self.resource[h] >= 0]
        resources = sorted({self.resource[h] for h in places})
        return tuple((i, tuple(h for h in places if self.resource[h] == i)) for i in resources)

    def yields(self, vertex: int) -> list[int]:
        """Return the cards of one production at a corner, int[5]: what a second settlement brings."""
        cards = [0] * 5
        for h in self.hexes_at[vertex]:
            if h < len(self.land) and self.resource[h] >= 0:
                cards[self.resource[h]] += 1
        return cards


def check_shape(shape: Shape) -> None:
    """Refuse a shape that contradicts itself or its own figures."""
    places = (*shape.land, *shape.jungle, *shape.sea, *shape.frame)
    assert len(set(places)) == len(places), f"{shape.name}: a hex is declared twice"
    names = [village.name for village in shape.villages] + [port.name for port in shape.ports]
    assert len(set(names)) == len(names), f"{shape.name}: a name is used twice"
    table = Geometry(shape)
    assert table.counts() == shape.counts, f"{shape.name}: counts are {table.counts()}"
    for port in shape.ports:
        h = {table.hexes[i] for i in table.hexes_by[table.edge_index[port.edge]]}
        inland = [name for name in h if table.hex_index[name] < len(shape.land)]
        assert hex_id(port.sea) in h and len(inland) == 1, f"{port.name} is not on a coast"
        assert port.sea in (*shape.sea, *shape.frame), f"{port.name} opens on no sea"
    for village in shape.villages:
        assert village.hex in shape.jungle, f"{village.name} is on no native island"
        assert village.vertex in corners(village.hex).values(), f"{village.name} is on no corner of its hex"
        coast = ship_distances(table, table.vertex_index[village.vertex])
        for island in shape.islands:
            corners_of = {v for p in island for v in table.corners[table.hex_index[hex_id(p)]]}
            assert any(v in coast and table.is_town[v] for v in corners_of), f"{village.name} cannot be reached"
    for numbers in table.villages_by_number:
        assert len(numbers) <= 1, f"{shape.name}: two villages share a number"


def check_ground(name: str, ground: Ground) -> None:
    """Refuse a ground that does not fit its shape or the contents of the boxes."""
    shape, scenario = ground.shape, ground.shape.scenario.name
    assert len(ground.terrains) == len(ground.numbers) == len(shape.land), f"{name}: not one terrain for each land"
    assert Counter(ground.terrains) == TERRAIN_LIMITS[scenario], f"{name}: terrains"
    tokens = [n for n in ground.numbers if n] + [village.number for village in shape.villages]
    assert Counter(tokens) == NUMBER_LIMITS[scenario], f"{name}: number tokens"
    assert Counter(ground.ports) == PORT_LIMITS, f"{name}: ports"
    for terrain, number in zip(ground.terrains, ground.numbers, strict=True):
        assert (PRODUCE[terrain] is None) == (number == 0), f"{name}: {terrain} with number {number}"


def ship_distances(table: Geometry, start: int) -> dict[int, int]:
    """Return the fewest ships from a corner to every corner that a line of ships can reach."""
    found, front = {start: 0}, [start]
    while front:
        reached = []
        for v in front:
            for e in table.edges_of[v]:
                a, b = table.ends[e]
                w = b if a == v else a
                if table.is_ship[e] and w not in found:
                    found[w] = found[v] + 1
                    reached.append(w)
        front = reached
    return found


@cache
def geometry(name: str) -> Geometry:
    """Return the tables of a shape by its name."""
    return Geometry(next(shape for shape in SHAPES if shape.name == name))


@lru_cache(maxsize=64)
def board_of(ground: Ground) -> Board:
    """Return the board of a ground; fixed ones are always the same object."""
    return Board(ground)


for _shape in SHAPES:
    check_shape(_shape)
for _name, _ground in GROUNDS.items():
    check_ground(_name, _ground)
    assert GENERIC in _ground.ports

BOARDS = {name: board_of(ground) for name, ground in GROUNDS.items()}
"""The boards of the fixed layouts."""
