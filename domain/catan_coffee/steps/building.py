"""Laying routes: the destination of a moved ship, and the two free pieces of road building."""

from domain.catan_coffee.disclosure import may_empty_villages
from domain.catan_coffee.goods import ROAD, SHIP
from domain.catan_coffee.offers import cancel, cancel_choices, cancel_fault
from domain.catan_coffee.placing import place_road, place_ship
from domain.catan_coffee.points import judge
from domain.catan_coffee.sites import free_routes, open_water, piece_fault, route_fault, ship_sites
from domain.catan_coffee.state import Sites, State
from domain.core.agenda import Step, tell
from domain.core.choices import Choice


def lay_road(state: State, seat: int, edge: int, *, free: bool) -> None:
    """Build a road, paid by now if it is not free."""
    before = state.longest
    tell(state, "road_built", seat=seat, edge=state._board.edges[edge], free=free)
    place_road(state, seat, edge)
    if state.longest != before:
        judge(state)


def lay_ship(state: State, seat: int, edge: int, *, free: bool) -> None:
    """Build a ship, paid by now if it is not free; it may not move in the same turn."""
    state.new_ships.append(edge)
    tell(state, "ship_built", seat=seat, edge=state._board.edges[edge], free=free)
    place_ship(state, seat, edge)
    judge(state)


def destinations(state: State, seat: int) -> Sites:
    """Return where the lifted ship may be put down: not where it came from. Source: rules 6.4."""
    return tuple(e for e in open_water(state, ship_sites(state, seat)) if e != state.lifted)


class Sail(Step[State]):
    """Ask where the lifted ship goes. Source: rules 6.4."""

    asks = True
    single = True
    verbs = ("sail", "cancel")
    discloses = ("sail",)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List the legal destinations."""
        listing: list[Choice] = [("sail", state._board.edges[e]) for e in destinations(state, seat)]
        return listing + cancel_choices(state, seat)

    def tells(self, state: State, seat: int, *, choice: Choice) -> bool:
        """Say whether a contact might end the game."""
        return choice[0] == "sail" and may_empty_villages(state, seat)

    def why_not(self, state: State, seat: int, *, choice: Choice) -> str | None:
        """Give the rules' code."""
        if choice[0] == "cancel":
            return cancel_fault(state, seat, choice[1])
        if state._board.edge_index.get(choice[1]) == state.lifted:
            return "SAME_EDGE"
        return route_fault(state, seat, SHIP, choice[1])

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Put the ship down; contacts and closed lines follow."""
        if choice[0] == "cancel":
            state.agenda.append(("sail", seat))
            cancel(state, seat, choice[1])
            return
        board = state._board
        assert state.lifted is not None
        came_from, edge = board.edges[state.lifted], board.edge_index[choice[1]]
        state.lifted = None
        state.ship_moved = True
        state.new_ships.append(edge)
        tell(state, "ship_moved", seat=seat, origin=came_from, edge=choice[1])
        place_ship(state, seat, edge)
        judge(state)


class RoadBuilding(Step[State]):
    """Ask for a free road or ship; `left` are still to come, and the last may be waived. Source: rules 9.5."""

    asks = True
    single = True
    verbs = ("place_route", "stop", "cancel")
    discloses = ("place_route",)

    def options(self, state: State, seat: int, left: int) -> list[Choice]:
        """List every legal placement."""
        edges = state._board.edges
        listing: list[Choice] = [("place_route", edges[e], kind) for kind, e in free_routes(state, seat)]
        if left == 1:
            listing.append(("stop",))
        return listing + cancel_choices(state, seat)

    def tells(self, state: State, seat: int, left: int, *, choice: Choice) -> bool:
        """Say whether a ship's contact might end the game; the longest road of the seat's own is no secret."""
        return choice[0] == "place_route" and choice[2] == SHIP and may_empty_villages(state, seat)

    def why_not(self, state: State, seat: int, left: int, *, choice: Choice) -> str | None:
        """Give the rules' code."""
        if choice[0] == "stop":
            return None if left == 1 else "MUST_PLACE_ONE"
        if choice[0] == "cancel":
            return cancel_fault(state, seat, choice[1])
        return piece_fault(state, seat, choice[2], choice[1])

    def take(self, state: State, seat: int, left: int, *, choice: Choice) -> None:
        """Place it, and ask for the second one if there is a place and a piece for it."""
        verb, *args = choice
        if verb == "cancel":
            state.agenda.append(("road_building", seat, left))
            cancel(state, seat, args[0])
        elif verb == "place_route":
            lay = lay_road if args[1] == ROAD else lay_ship
            lay(state, seat, state._board.edge_index[args[0]], free=True)
            if left > 1 and free_routes(state, seat):
                state.agenda.append(("road_building", seat, left - 1))
