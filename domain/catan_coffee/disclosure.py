"""What a choice may show to its seat beyond what it knows: whether cards that others hide decide something.

Everything here is judged by what lies open to the seat, without trying the choice, and rather says yes once too
often. A choice that ends the game by the seat's own points shows nothing: that it will is known before.
"""

from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.maps import AT_ONCE
from domain.catan_coffee.offers import offer_of
from domain.catan_coffee.placing import cut_road
from domain.catan_coffee.points import ROAD_POINTS, public_points
from domain.catan_coffee.state import State


def may_have_won(state: State, seat: int, more: int = 0) -> bool:
    """Say whether a seat would win if all its hidden cards were points; `more` are points it may still get."""
    dearest = max(declared.points for declared in CARDS.values())
    return public_points(state, seat) + more + dearest * len(state.cards[seat]) >= state.target


def may_empty_villages(state: State, seat: int) -> bool:
    """Say whether new contacts of the seat might end the game, which then goes by all points. Source: rules 11.2."""
    fewest = state._board.scenario.fewest_villages
    if fewest is None:
        return False
    emptied = sum(left == 1 and i not in state.contacts[seat] for i, left in enumerate(state.stock))
    return sum(map(bool, state.stock)) - emptied <= fewest


def may_hand_on_road(state: State, seat: int, vertex: int) -> bool:
    """Say whether a settlement might give another seat the longest road, and by it the game. Source: rules 11.1, 13."""
    if state.win != AT_ONCE or not state._board.scenario.longest_road or cut_road(state, seat, vertex) is None:
        return False
    return any(may_have_won(state, s, ROAD_POINTS) for s in state.seats if s not in (seat, state.longest))


def may_settle_next(state: State, seat: int) -> bool:
    """Say whether passing the dice might end the game: what the next seat hides may win. Source: rules 11.1."""
    return state.win != AT_ONCE and may_have_won(state, (seat + 1) % len(state.hands))


def may_uncover(state: State, number: int, partner: int | None = None) -> bool:
    """Say whether a deal might show if its partner still covers another one. Source: rules 7.4.

    Without `partner` the offer is a proposal, and its maker is the partner.
    """
    offer = offer_of(state, number)
    assert offer is not None
    other = offer["seat"] if partner is None else partner
    return any(o is not offer and other in (o["seat"], *o["accepted"]) for o in state.offers)
