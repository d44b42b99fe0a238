"""Lines of ships and trails of roads: closed lines, free ships, reached villages, the longest road.

A seat has fifteen ships and fifteen roads at most, so that walking every simple path is cheap.
Source: rules 6.4, 8.2, 13; official FAQ on ships at the end of a line.
"""

from collections.abc import Iterator

from domain.catan_coffee.state import NOBODY, Sites, State

NOWHERE = -1


def is_anchor(state: State, seat: int, vertex: int) -> bool:
    """Say whether a line can be made fast here: an own building, or any village."""
    return state._town[vertex] == seat or vertex in state._board.village_at


def _ends_of_ways(state: State, seat: int, at: int, seen: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Walk from a corner along every simple path of own ships that ends at an anchor; give the corners passed.

    `seen` are corners that are not to be entered. No path goes on past an opponent's building.
    """
    path = (*seen, at)
    if is_anchor(state, seat, at):
        yield path
    if state._town[at] not in (NOBODY, seat):
        return
    for e, _, far in state._board.ways[at]:
        if state._ship[e] == seat and far not in path:
            yield from _ends_of_ways(state, seat, far, path)


def newly_closed(state: State, seat: int) -> list[int]:
    """Return the ships that lie on a path between two different anchors and are not closed yet."""
    known = state.closed[seat]
    return sorted(e for e in state.ships[seat] if e not in known and joins_anchors(state, seat, e))


def joins_anchors(state: State, seat: int, ship: int) -> bool:
    """Say whether a simple path through this ship has an anchor at each of its two ends."""
    a, b = state._board.ends[ship]
    return any(
        next(_ends_of_ways(state, seat, b, way[1:]), None) is not None for way in _ends_of_ways(state, seat, a, (b,))
    )


def free_ships(state: State, seat: int) -> Sites:
    """Return the ships that could leave their place, the pirate and this turn left out. Source: rules 6.4."""
    known = state._free[seat]
    if known is None:
        closed = state.closed[seat]
        known = state._free[seat] = tuple(
            e for e in sorted(state.ships[seat]) if e not in closed and _is_free(state, seat, e)
        )
    return known


def _is_free(state: State, seat: int, ship: int) -> bool:
    a, b = state._board.ends[ship]
    for v in (a, b):
        if not is_anchor(state, seat, v) and not has_ship_at(state, seat, v, ship):
            return True
    for cycle in _paths(state, seat, a, b, (a,)):
        anchors = [v for v in cycle if is_anchor(state, seat, v)]
        if not anchors or (len(anchors) == 1 and anchors[0] in (a, b)):
            return True
    return False


def has_ship_at(state: State, seat: int, vertex: int, other_than: int = NOWHERE) -> bool:
    """Say whether a ship of the seat, other than the one given, ends at a corner."""
    return any(state._ship[e] == seat and e != other_than for e in state._board.edges_of[vertex])


def _paths(state: State, seat: int, at: int, goal: int, path: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Give every simple path of own ships to the goal, by two ships at least, as corners."""
    for e, _, far in state._board.ways[at]:
        if state._ship[e] != seat or far in path:
            continue
        if far != goal:
            yield from _paths(state, seat, far, goal, (*path, far))
        elif len(path) > 1:
            yield (*path, far)


def reached_villages(state: State, seat: int) -> list[int]:
    """Return the villages that the seat's lines reach now, in the order of the layout. Source: rules 8.2."""
    board, ship = state._board, state._ship
    front = [*state.settlements[seat], *state.cities[seat]]
    front += [board.villages[i] for i in state.contacts[seat]]
    seen = set(front)
    while front:
        v = front.pop()
        if state._town[v] in (NOBODY, seat):
            for e, _, far in board.ways[v]:
                if ship[e] == seat and far not in seen:
                    seen.add(far)
                    front.append(far)
    return [i for v, i in board.village_at.items() if v in seen]


def road_length(state: State, seat: int) -> int:
    """Return the length of the longest trail of own roads: none used twice, no opponent passed."""
    known = state._lengths[seat]
    if known is None:
        bits, ends = state._board.edge_bits, state._board.ends
        trails = [1 + _trail(state, seat, v, bits[e])[0] for e in state.roads[seat] for v in ends[e]]
        known = state._lengths[seat] = max(trails, default=0)
    return known


def lengthen(state: State, seat: int, road: int) -> None:
    """Let a new road make the kept length of the longest trail longer: only trails across it can be."""
    known, bit = state._lengths[seat], state._board.edge_bits[road]
    if known is None:
        return
    a, b = state._board.ends[road]
    one, walked = _trail(state, seat, a, bit)
    other, _ = _trail(state, seat, b, bit)
    if one + 1 + other > known:
        beside, _ = _trail(state, seat, b, walked)
        together = beside == other  # on a ring both ways may want the same roads: then all is looked at again
        state._lengths[seat] = one + 1 + other if together else None


def _trail(state: State, seat: int, at: int, used: int) -> tuple[int, int]:
    """Return how many more roads can be walked from a corner, and the roads used by then.

    Of `used` and the result, every bit is a side, as in `Geometry.edge_bits`.
    """
    best, walked = 0, used
    if state._town[at] in (NOBODY, seat):
        road = state._road
        for e, bit, far in state._board.ways[at]:
            if road[e] == seat and not used & bit:
                more, then = _trail(state, seat, far, used | bit)
                if more >= best:
                    best, walked = more + 1, then
    return best, walked
