"""What never changes and a client needs for drawing: geometry, layouts, prices, cards, names."""

from domain.catan_coffee import cards as _declared  # noqa: F401  the register is full once they are read
from domain.catan_coffee.board import Geometry, geometry
from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.goods import BANK, COFFEE, COSTS, LIMITS, RESOURCES, named
from domain.catan_coffee.maps import DRAWN, GROUNDS, PRODUCE, SHAPES, STANDARD, Ground, Shape
from domain.core.plain import Plain


def _hexes(shape: Shape) -> list[Plain]:
    kinds = (("land", shape.land), ("jungle", shape.jungle), ("sea", shape.sea), ("frame", shape.frame))
    return [{"hex": f"{q},{r}", "kind": kind} for kind, places in kinds for q, r in places]


def _edges(table: Geometry) -> list[Plain]:
    return [
        {
            "edge": name,
            "ends": [table.vertices[v] for v in table.ends[e]],
            "hexes": [table.hexes[h] for h in table.hexes_by[e]],
            "road": table.is_road[e],
            "ship": table.is_ship[e] and table.shape.scenario.ships,
        }
        for e, name in enumerate(table.edges)
    ]


def _vertices(table: Geometry) -> list[Plain]:
    return [
        {"vertex": name, "hexes": [table.hexes[h] for h in table.hexes_at[v]], "town": table.is_town[v]}
        for v, name in enumerate(table.vertices)
    ]


def _shape(shape: Shape) -> dict[str, Plain]:
    table = geometry(shape.name)
    scenario = shape.scenario
    return {
        "scenario": scenario.name,
        "seats": list(scenario.seats),
        "target": scenario.target,
        "win": scenario.win,
        "reserve": scenario.reserve,
        "hexes": _hexes(shape),
        "vertices": _vertices(table),
        "edges": _edges(table),
        "villages": [
            {"village": v.name, "vertex": v.vertex, "number": v.number, "coffee": COFFEE} for v in shape.villages
        ],
        "ports": [
            {"port": port.name, "edge": port.edge, "sea": table.hexes[sea]}
            for port, sea in zip(shape.ports, table.port_seas, strict=True)
        ],
    }


def _layout(ground: Ground) -> dict[str, Plain]:
    return {
        "shape": ground.shape.name,
        "terrains": list(ground.terrains),
        "numbers": list(ground.numbers),
        "ports": list(ground.ports),
    }


MATERIAL: dict[str, Plain] = {
    "resources": list(RESOURCES),
    "terrains": dict(PRODUCE),
    "bank": BANK,
    "costs": {item: named(cost) for item, cost in COSTS.items()},
    "pieces": dict(LIMITS),
    "cards": [
        {"card": card.name, "count": card.count, "points": card.points, "text": card.text, "cite": card.cite}
        for card in CARDS.values()
    ],
    "shapes": {shape.name: _shape(shape) for shape in SHAPES},
    "layouts": {
        **{name: _layout(ground) for name, ground in GROUNDS.items()},
        **{name: {"shape": shape.name} for name, shape in DRAWN.items()},
    },
    "standard_layouts": {str(seats): name for seats, name in STANDARD.items()},
    "drawing": "x = sqrt(3) * (q + r / 2), y = 1.5 * r, y grows southwards; terrains and numbers follow the land hexes",
}
