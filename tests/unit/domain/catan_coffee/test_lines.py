"""Lines of ships against an independent method: blocks of a graph, as the rules' own equivalent formulation says."""

import networkx
import pytest

from domain.catan_coffee.board import BOARDS
from domain.catan_coffee.lines import free_ships, is_anchor, newly_closed, reached_villages, road_length
from domain.catan_coffee.state import State
from tests.differential.trails import longest_trail
from tests.helpers.walk import SeededRng
from tests.unit.domain.catan_coffee.scene import scene

BOARD = BOARDS["coffee_4p"]
RING = ["4,-1,NE", "4,-1,E", "4,-1,SE", "3,0,NE", "3,-1,E", "4,-2,SE"]


def random_fleet(seed: int) -> State:
    """Return a position with random ships in a narrow region, own buildings and an opponent's on their way."""
    rng = SeededRng(f"fleet {seed}")
    start = rng.one_of([e for e in range(len(BOARD.edges)) if BOARD.is_ship[e]])
    fleet = [start]
    while len(fleet) < 4 + rng.below(12):
        near = sorted({e for ship in fleet for v in BOARD.ends[ship] for e in BOARD.edges_of[v]} - set(fleet))
        fleet.append(rng.one_of([e for e in near if BOARD.is_ship[e]] or [start]))
    fleet = sorted(set(fleet))
    ends = sorted({v for e in fleet for v in BOARD.ends[e] if BOARD.is_town[v]})
    towns: dict[int, list[str]] = {0: [], 1: []}
    for v in ends:
        if rng.chance(45):
            towns[rng.below(2)].append(BOARD.vertices[v])
    pieces = {seat: {"settlements": names} for seat, names in towns.items()}
    pieces[0]["ships"] = [BOARD.edges[e] for e in fleet]
    return scene(pieces=pieces, contacts={0: []}, pirate=[4, 0])


def ship_graph(state: State) -> networkx.Graph:
    """Return the ships of seat 0 as a graph; a corner with an opponent's building ends every line that comes to it."""
    graph = networkx.Graph()
    for e in state.ships[0]:
        ends = [(v, e) if state._town[v] == 1 else (v, None) for v in BOARD.ends[e]]
        graph.add_edge(*ends, ship=e)
    return graph


def closed_by_blocks(state: State) -> list[int]:
    """Return the ships that share a block with a node joined to every anchor. Source: rules 6.4."""
    graph = ship_graph(state)
    for node in list(graph.nodes):
        if is_anchor(state, 0, node[0]):
            graph.add_edge("shore", node)
    blocks = [block for block in networkx.biconnected_component_edges(graph) if any("shore" in pair for pair in block)]
    ships = {
        graph.edges[pair].get("ship") for block in blocks for pair in block if "shore" not in pair and len(block) > 1
    }
    return sorted(ships - {None})


def cycles_of(state: State) -> list[list[int]]:
    """Return every simple cycle of own ships, as corners."""
    graph = networkx.Graph([BOARD.ends[e] for e in state.ships[0]])
    return list(networkx.simple_cycles(graph))


@pytest.mark.parametrize("seed", range(120))
def test_closed_and_free_ships_of_random_fleets(seed):
    state = random_fleet(seed)
    closed = closed_by_blocks(state)

    assert closed == state.closed[0]
    assert [] == newly_closed(state, 0)
    free = set()
    for e in set(state.ships[0]) - set(closed):
        for v in BOARD.ends[e]:
            others = [s for s in state.ships[0] if s != e and v in BOARD.ends[s]]
            if not others and not is_anchor(state, 0, v):
                free.add(e)
        for cycle in cycles_of(state):
            anchors = [v for v in cycle if is_anchor(state, 0, v)]
            pairs = {frozenset(pair) for pair in zip(cycle, cycle[1:] + cycle[:1], strict=True)}
            if frozenset(BOARD.ends[e]) in pairs and len(anchors) <= 1 and set(anchors) <= set(BOARD.ends[e]):
                free.add(e)
    assert sorted(free) == list(free_ships(state, 0))


@pytest.mark.parametrize("seed", range(60))
def test_villages_reached_by_random_fleets(seed):
    state = random_fleet(seed)
    graph = ship_graph(state)
    sources = [node for node in graph.nodes if state._town[node[0]] == 0]
    joined = {node[0] for source in sources for node in networkx.node_connected_component(graph, source)}

    assert [i for i, v in enumerate(BOARD.villages) if v in joined] == reached_villages(state, 0)


def test_the_random_fleets_show_every_case():
    fleets = [random_fleet(seed) for seed in range(120)]

    assert any(state.closed[0] for state in fleets) and any(free_ships(state, 0) for state in fleets)
    assert any(cycles_of(state) for state in fleets) and any(state.settlements[1] for state in fleets)
    assert any(reached_villages(state, 0) for state in fleets[:60])


def test_a_ring_at_a_settlement_moves_at_the_settlement_only():
    ring = scene(pirate=[0, 0], pieces={0: {"settlements": ["4,-2,S"], "ships": RING}})

    assert ["3,-1,E", "4,-2,SE"] == sorted(BOARD.edges[e] for e in free_ships(ring, 0))


@pytest.mark.parametrize("seed", range(80))
def test_longest_trails_of_random_roads(seed):
    rng, board = SeededRng(f"roads {seed}"), BOARDS["base_beginner"]
    roads = [rng.below(len(board.edges))]
    while len(roads) < 4 + rng.below(11):
        near = sorted({e for road in roads for v in board.ends[road] for e in board.edges_of[v]} - set(roads))
        roads.append(rng.one_of(near))
    corners = sorted({v for e in roads for v in board.ends[e]})
    towns = [board.vertices[v] for v in corners if rng.chance(12)]
    pieces = {0: {"roads": [board.edges[e] for e in roads]}, 1: {"settlements": towns}}
    state = scene(layout="base_beginner", pieces=pieces)

    assert longest_trail(state, 0) == road_length(state, 0)
