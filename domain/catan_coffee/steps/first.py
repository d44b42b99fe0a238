"""The set-up: a settlement and a route for each seat, twice, in snake order. Source: rules 4."""

from domain.catan_coffee.goods import ROAD, named
from domain.catan_coffee.placing import place_road, place_settlement, place_ship, receive
from domain.catan_coffee.points import judge
from domain.catan_coffee.sites import edge_fault, first_routes, first_sites, vertex_fault
from domain.catan_coffee.state import State
from domain.core.agenda import Entry, Step, tell
from domain.core.choices import Choice


def setup_entries(seats: int) -> list[Entry]:
    """Return the agenda of the set-up, the first entry last."""
    order = [*range(seats), *reversed(range(seats))]
    return [("begin", 0), *[("setup_turn", seat) for seat in reversed(order)]]


class SetupTurn(Step[State]):
    """Make the next seat the one that sets."""

    def run(self, state: State, seat: int) -> None:
        """Ask for its settlement."""
        state.active = seat
        state.agenda.append(("place_settlement", seat))


class PlaceSettlement(Step[State]):
    """Ask for a settlement anywhere on the main islands."""

    asks = True
    verbs = ("place_settlement",)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List every corner that keeps the distance rule."""
        return [("place_settlement", state._board.vertices[v]) for v in first_sites(state)]

    def why_not(self, state: State, seat: int, *, choice: Choice) -> str | None:
        """Give the rules' code."""
        return vertex_fault(state, choice[1])

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Place it; the second one brings a card from each hex around it."""
        board = state._board
        vertex = board.vertex_index[choice[1]]
        cards = board.yields(vertex) if state.settlements[seat] else [0] * 5
        tell(state, "initial_settlement_placed", seat=seat, vertex=choice[1], cards=named(cards))
        place_settlement(state, seat, vertex)
        receive(state, seat, cards)
        state.agenda.append(("place_route", seat, vertex))


class PlaceRoute(Step[State]):
    """Ask for the road or ship at the new settlement."""

    asks = True
    single = True
    verbs = ("place_route",)

    def options(self, state: State, seat: int, vertex: int) -> list[Choice]:
        """List the free sides at the settlement, for roads and for ships."""
        edges = state._board.edges
        return [("place_route", edges[e], kind) for kind, e in first_routes(state, vertex)]

    def why_not(self, state: State, seat: int, vertex: int, *, choice: Choice) -> str | None:
        """Give the rules' code."""
        _, name, kind = choice
        fault = edge_fault(state, kind, name)
        if fault:
            return fault
        return None if vertex in state._board.ends[state._board.edge_index[name]] else "NOT_CONNECTED"

    def take(self, state: State, seat: int, vertex: int, *, choice: Choice) -> None:
        """Place it; a ship may make contact with a village."""
        _, name, kind = choice
        tell(state, "initial_route_placed", seat=seat, edge=name, kind=kind)
        place = place_road if kind == ROAD else place_ship
        place(state, seat, state._board.edge_index[name])
        judge(state)


class Begin(Step[State]):
    """Open the first turn."""

    def run(self, state: State, seat: int) -> None:
        """Ask the first seat to roll."""
        state.active, state.turn = seat, 1
        state.agenda.append(("pre_roll", seat))
