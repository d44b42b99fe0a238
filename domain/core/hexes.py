"""The plane of hexagons: names of hexes, corners and sides, and how they touch.

Axial coordinates `(q, r)`, pointy tops; for drawing x = sqrt(3) * (q + r / 2), y = 1.5 * r, and y grows
southwards. A corner is named after the one hex of which it is the north or south corner (`"q,r,N"`), a
side after the one hex of which it is the north-east, east or south-east side (`"q,r,E"`), so that every
corner and every side of the plane has exactly one name. The naming hex need not be part of a board.
"""

Hex = tuple[int, int]

DIRECTIONS: dict[str, Hex] = {"E": (1, 0), "NE": (1, -1), "NW": (0, -1), "W": (-1, 0), "SW": (-1, 1), "SE": (0, 1)}

_CORNERS = {
    "N": (0, 0, "N"),
    "NE": (1, -1, "S"),
    "SE": (0, 1, "N"),
    "S": (0, 0, "S"),
    "SW": (-1, 1, "N"),
    "NW": (0, -1, "S"),
}
_SIDES = {
    "NE": (0, 0, "NE"),
    "E": (0, 0, "E"),
    "SE": (0, 0, "SE"),
    "SW": (-1, 1, "NE"),
    "W": (-1, 0, "E"),
    "NW": (0, -1, "SE"),
}
_HEXES_OF_VERTEX = {"N": ((0, 0), (0, -1), (1, -1)), "S": ((0, 0), (-1, 1), (0, 1))}
_NEIGHBOURS = {
    "N": ((0, -1, "S"), (1, -1, "S"), (1, -2, "S")),
    "S": ((0, 1, "N"), (-1, 1, "N"), (-1, 2, "N")),
}
_EDGES_OF_VERTEX = {
    "N": ((0, 0, "NE"), (0, -1, "SE"), (0, -1, "E")),
    "S": ((0, 0, "SE"), (-1, 1, "NE"), (-1, 1, "E")),
}
_HEXES_OF_EDGE = {"NE": ((0, 0), (1, -1)), "E": ((0, 0), (1, 0)), "SE": ((0, 0), (0, 1))}
_ENDS = {
    "NE": ((0, 0, "N"), (1, -1, "S")),
    "E": ((1, -1, "S"), (0, 1, "N")),
    "SE": ((0, 1, "N"), (0, 0, "S")),
}


def hex_id(place: Hex) -> str:
    """Return the name of a hex: `"q,r"`."""
    return f"{place[0]},{place[1]}"


def split(name: str) -> tuple[int, int, str]:
    """Return the parts of the name of a corner or side."""
    q, r, letters = name.split(",")
    return int(q), int(r), letters


def _beside(q: int, r: int, offset: tuple[int, int, str]) -> str:
    return f"{q + offset[0]},{r + offset[1]},{offset[2]}"


def corners(place: Hex) -> dict[str, str]:
    """Return the six corners of a hex by direction, clockwise from the north."""
    return {direction: _beside(*place, offset) for direction, offset in _CORNERS.items()}


def sides(place: Hex) -> dict[str, str]:
    """Return the six sides of a hex by direction, clockwise from the north-east."""
    return {direction: _beside(*place, offset) for direction, offset in _SIDES.items()}


def hexes_of_vertex(vertex: str) -> tuple[Hex, ...]:
    """Return the three hexes that meet at a corner."""
    q, r, which = split(vertex)
    return tuple((q + dq, r + dr) for dq, dr in _HEXES_OF_VERTEX[which])


def neighbours_of_vertex(vertex: str) -> tuple[str, ...]:
    """Return the three corners that are one side away."""
    q, r, which = split(vertex)
    return tuple(_beside(q, r, offset) for offset in _NEIGHBOURS[which])


def edges_of_vertex(vertex: str) -> tuple[str, ...]:
    """Return the three sides that meet at a corner."""
    q, r, which = split(vertex)
    return tuple(_beside(q, r, offset) for offset in _EDGES_OF_VERTEX[which])


def hexes_of_edge(edge: str) -> tuple[Hex, ...]:
    """Return the two hexes that share a side, the naming one first."""
    q, r, which = split(edge)
    return tuple((q + dq, r + dr) for dq, dr in _HEXES_OF_EDGE[which])


def ends_of_edge(edge: str) -> tuple[str, str]:
    """Return the two corners that a side joins."""
    q, r, which = split(edge)
    first, second = _ENDS[which]
    return _beside(q, r, first), _beside(q, r, second)
