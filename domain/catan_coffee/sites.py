"""Where a seat may build: legal sites, and the rules' code for a site that is not one.

The sites of a seat are kept in the state once they have been asked for, and a new piece alters them where it lies.
They leave out the pirate, who comes and goes: `open_water` adds him. Source: rules 2.4, 6.2, 6.3, 7.3, 10.4.
"""

from collections.abc import Iterable

from domain.catan_coffee.goods import RESOURCES, ROAD, SETTLEMENT, SHIP
from domain.catan_coffee.maps import GENERIC
from domain.catan_coffee.state import NOBODY, Sites, State


def _starts(state: State, seat: int, own: list[int]) -> set[int]:
    """Return the corners from which a road (or ship) may go on: own buildings, and ends of own ones."""
    starts = set(state.settlements[seat])
    starts.update(state.cities[seat])
    town, ends = state._town, state._board.ends
    for e in own:
        a, b = ends[e]
        if town[a] == NOBODY:
            starts.add(a)
        if town[b] == NOBODY:
            starts.add(b)
    return starts


def _free_edges(state: State, starts: Iterable[int], legal: tuple[bool, ...]) -> set[int]:
    road, ship, edges_of = state._road, state._ship, state._board.edges_of
    return {e for v in starts for e in edges_of[v] if legal[e] and road[e] == NOBODY and ship[e] == NOBODY}


def road_sites(state: State, seat: int) -> Sites:
    """Return the sides where the seat could build a road, had it piece and price. Source: rules 6.2."""
    sites = state._road_sites[seat]
    if sites is None:
        starts = _starts(state, seat, state.roads[seat])
        sites = state._road_sites[seat] = tuple(sorted(_free_edges(state, starts, state._board.is_road)))
    return sites


def ship_sites(state: State, seat: int) -> Sites:
    """Return the sides where the seat could build a ship, the pirate left out. Source: rules 6.2."""
    sites = state._ship_sites[seat]
    if sites is None:
        starts = _starts(state, seat, state.ships[seat])
        sites = state._ship_sites[seat] = tuple(sorted(_free_edges(state, starts, state._board.is_ship)))
    return sites


def open_water(state: State, edges: Sites) -> Sites:
    """Leave out the sides of the pirate's hex. Source: rules 10.4."""
    if state.pirate is None:
        return edges
    shut = state._board.side_sets[state.pirate]
    return edges if shut.isdisjoint(edges) else tuple(e for e in edges if e not in shut)


def sites_without(state: State, seat: int, ship: int) -> Sites:
    """Return where one of its ships could go to, the pirate's hex and its own place left out. Source: rules 6.4."""
    starts = _starts(state, seat, [e for e in state.ships[seat] if e != ship])
    return open_water(state, tuple(sorted(_free_edges(state, starts, state._board.is_ship))))


def is_crowded(state: State, vertex: int) -> bool:
    """Say whether a neighbouring corner carries a building. Source: rules 6.3, distance rule."""
    town = state._town
    return any(town[v] != NOBODY for v in state._board.neighbours[vertex])


def town_sites(state: State, seat: int) -> Sites:
    """Return the corners where the seat could build a settlement. Source: rules 6.3."""
    sites = state._town_sites[seat]
    if sites is None:
        ends, is_open = state._board.ends, state._open
        found = {v for e in (*state.roads[seat], *state.ships[seat]) for v in ends[e] if is_open[v]}
        sites = state._town_sites[seat] = tuple(sorted(found))
    return sites


# What a new piece changes in the kept sites; it is in the tables of the state already.


def note_route(state: State, seat: int, edge: int, kind: str) -> None:
    """Let a road or ship open what lies beyond it to its owner, and shut its side to everybody."""
    board, ends = state._board, state._board.ends[edge]
    towns = state._town_sites[seat]
    if towns is not None:
        state._town_sites[seat] = _with(towns, [v for v in ends if state._open[v]])
    passable = [v for v in ends if state._town[v] == NOBODY]
    if kind == ROAD:
        _lead_on(state, state._road_sites, seat, passable, board.is_road)
    else:
        _lead_on(state, state._ship_sites, seat, passable, board.is_ship)
    for kept in (state._road_sites, state._ship_sites):
        for other, sites in enumerate(kept):
            if sites and edge in sites:
                kept[other] = tuple(e for e in sites if e != edge)


def note_lifted(state: State, seat: int, edge: int) -> None:
    """Let a side be free again after its ship has left, and strike from its owner's sites what only it led to."""
    board, ends = state._board, state._board.ends[edge]
    for kept, table, legal in (
        (state._road_sites, state._road, board.is_road),
        (state._ship_sites, state._ship, board.is_ship),
    ):
        for other, sites in enumerate(kept):
            if legal[edge] and sites is not None and _leads_to(state, table, other, edge):
                kept[other] = _with(sites, (edge,))
    sites, towns = state._ship_sites[seat], state._town_sites[seat]
    if sites is not None:
        near = board.edges_of[ends[0]] + board.edges_of[ends[1]]
        found = (e for e in sites if e not in near or _leads_to(state, state._ship, seat, e))
        state._ship_sites[seat] = tuple(found)
    if towns is not None:
        state._town_sites[seat] = tuple(v for v in towns if v not in ends or _is_reached(state, seat, v))


def _leads_to(state: State, table: list[int], seat: int, edge: int) -> bool:
    """Say whether a side goes on from an own building or piece; `table` says whose pieces of its kind lie where."""
    for v in state._board.ends[edge]:
        owner = state._town[v]
        if owner == seat:
            return True
        if owner == NOBODY:
            for e in state._board.edges_of[v]:
                if table[e] == seat:
                    return True
    return False


def _is_reached(state: State, seat: int, vertex: int) -> bool:
    return any(seat in (state._road[e], state._ship[e]) for e in state._board.edges_of[vertex])


def note_town(state: State, seat: int, vertex: int) -> None:
    """Let a settlement shut corners to everybody, bar the way to the others, and let its owner start there."""
    board, is_open = state._board, state._open
    for other, sites in enumerate(state._town_sites):
        if sites:
            state._town_sites[other] = tuple(v for v in sites if is_open[v])
    for kept, table in ((state._road_sites, state._road), (state._ship_sites, state._ship)):
        for e in board.edges_of[vertex]:
            if table[e] not in (NOBODY, seat):
                kept[table[e]] = None
    _lead_on(state, state._road_sites, seat, [vertex], board.is_road)
    _lead_on(state, state._ship_sites, seat, [vertex], board.is_ship)
    state._rates[seat] = None


def _lead_on(state: State, kept: list[Sites | None], seat: int, starts: list[int], legal: tuple[bool, ...]) -> None:
    """Add the free sides at new starts to kept sites of a seat."""
    sites = kept[seat]
    if sites is not None:
        kept[seat] = _with(sites, _free_edges(state, starts, legal))


def _with(sites: Iterable[int], more: Iterable[int]) -> Sites:
    return tuple(sorted({*sites, *more}))


# The set-up, and what costs nothing.


def first_sites(state: State) -> list[int]:
    """Return the corners open to a settlement of the set-up. Source: rules 4."""
    is_open = state._open
    return [v for v in state._board.towns if is_open[v]]


def first_routes(state: State, vertex: int) -> list[tuple[str, int]]:
    """Return the routes open at a settlement of the set-up: kind and side. Source: rules 4."""
    board = state._board
    edges = [e for e in board.edges_of[vertex] if state._road[e] == NOBODY and state._ship[e] == NOBODY]
    routes = [(ROAD, e) for e in edges if board.is_road[e]]
    if board.scenario.ships:
        waters = tuple(e for e in edges if board.is_ship[e])
        routes += [(SHIP, e) for e in open_water(state, waters)]
    return routes


def free_routes(state: State, seat: int) -> list[tuple[str, int]]:
    """Return what a seat could place without paying: kind and side. Source: rules 9.5."""
    routes: list[tuple[str, int]] = []
    if state.pieces_left(seat, ROAD):
        routes += [(ROAD, e) for e in road_sites(state, seat)]
    if state._board.scenario.ships and state.pieces_left(seat, SHIP):
        routes += [(SHIP, e) for e in open_water(state, ship_sites(state, seat))]
    return routes


# Why a site is refused, in the order of rules 12.2; None for a legal one. Prices are not looked at.


def edge_fault(state: State, kind: str, name: str) -> str | None:
    """Say why a side cannot carry a piece at all: wrong ground, taken, or shut by the pirate."""
    board = state._board
    if kind == SHIP and not board.scenario.ships:
        return "NOT_IN_SCENARIO"
    e = board.edge_index.get(name)
    if e is None or not (board.is_ship[e] if kind == SHIP else board.is_road[e]):
        return "EDGE_NOT_SEA" if kind == SHIP else "EDGE_NOT_LAND"
    if state._road[e] != NOBODY or state._ship[e] != NOBODY:
        return "EDGE_OCCUPIED"
    if kind == SHIP and e not in open_water(state, (e,)):
        return "PIRATE_BLOCKS"
    return None


def route_fault(state: State, seat: int, kind: str, name: str) -> str | None:
    """Say why a seat cannot lay a road or ship on a side, pieces and price left out."""
    fault = edge_fault(state, kind, name)
    if fault:
        return fault
    sites = ship_sites(state, seat) if kind == SHIP else road_sites(state, seat)
    return None if state._board.edge_index[name] in sites else "NOT_CONNECTED"


def piece_fault(state: State, seat: int, kind: str, name: str) -> str | None:
    """Say why a seat cannot lay a road or ship, price left out."""
    if kind == SHIP and not state._board.scenario.ships:
        return "NOT_IN_SCENARIO"
    if not state.pieces_left(seat, kind):
        return "NO_PIECES_LEFT"
    return route_fault(state, seat, kind, name)


def vertex_fault(state: State, name: str) -> str | None:
    """Say why nobody can settle on a corner."""
    v = state._board.vertex_index.get(name)
    if v is None or not state._board.is_town[v]:
        return "ILLEGAL_VERTEX"
    if state._town[v] != NOBODY:
        return "VERTEX_OCCUPIED"
    return "DISTANCE_RULE" if is_crowded(state, v) else None


def settlement_fault(state: State, seat: int, name: str) -> str | None:
    """Say why a seat cannot build a settlement on a corner, price left out."""
    if not state.pieces_left(seat, SETTLEMENT):
        return "NO_PIECES_LEFT"
    fault = vertex_fault(state, name)
    if fault:
        return fault
    return None if state._board.vertex_index[name] in town_sites(state, seat) else "NOT_CONNECTED"


def rates(state: State, seat: int) -> Sites:
    """Return how many equal cards of each resource the bank asks for one. Source: rules 7.3, 10.4."""
    known = state._rates[seat]
    if known is None:
        known = state._rates[seat] = _find_rates(state, seat)
    return known


def _find_rates(state: State, seat: int) -> Sites:
    board = state._board
    found = [4] * len(RESOURCES)
    for kind, vertices, sea in zip(board.port_types, board.port_vertices, board.port_seas, strict=True):
        shut = state.blocks_harbours and sea == state.pirate
        if shut or not any(state._town[v] == seat for v in vertices):
            continue
        for i, name in enumerate(RESOURCES):
            if kind == GENERIC:
                found[i] = min(found[i], 3)
            elif kind == name:
                found[i] = 2
    return tuple(found)
