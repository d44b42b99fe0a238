"""What a viewer sees of a position, and the score sheet. Source: rules 12.4.

The board's geometry is not in it: that stands under the material of the game.
"""

from typing import Any

from domain.catan_coffee.goods import CITY, LIMITS, RESOURCES, SETTLEMENT, SHIP, named
from domain.catan_coffee.lines import road_length
from domain.catan_coffee.offers import covered
from domain.catan_coffee.points import (
    ARMY_POINTS,
    CITY_POINTS,
    ROAD_POINTS,
    coffee_points,
    hidden_points,
    public_points,
    total_points,
)
from domain.catan_coffee.sites import rates
from domain.catan_coffee.state import State
from domain.core.agenda import GATHER
from domain.core.game import Score, Viewer, sees
from domain.core.plain import Plain

PHASES = {
    "place_settlement": "setup_settlement",
    "place_route": "setup_route",
    "pre_roll": "pre_roll",
    "dice": "pre_roll",
    "discard": "discard",
    "move_thief": "move_thief",
    "steal": "move_thief",
    "road_building": "road_building",
    "main": "main",
    "bought": "main",
    "sail": "main",
}
"""The phase of the rules for each kind of decision. Source: rules 5.1."""


def phase_of(state: State) -> str:
    """Return the phase of the rules."""
    if state.over or not state.agenda:
        return "game_over"
    top = state.agenda[-1]
    return PHASES["discard" if top[0] == GATHER else top[0]]


def owed_discards(state: State) -> dict[int, int]:
    """Return how many cards each seat still has to give back."""
    if not state.agenda:
        return {}
    top = state.agenda[-1]
    asked = [lane[-1] for lane in top[2:]] if top[0] == GATHER else [top]
    return {entry[1]: entry[2] for entry in asked if entry[0] == "discard"}


def view_of(state: State, viewer: Viewer) -> dict[str, Plain]:
    """Return the whole view: board, bank, offers, seats, and what the turn is at."""
    board = state._board
    pirate = None if state.pirate is None else board.hexes[state.pirate]
    lifted = None if state.lifted is None else board.edges[state.lifted]
    ground = state.ground
    return {
        "layout": state.layout,
        "ground": None if ground is None else {key: list(value) for key, value in ground.items()},
        "win": state.win,
        "target": state.target,
        "pirate_blocks_harbours": state.blocks_harbours,
        "phase": phase_of(state),
        "turn": state.turn,
        "active": state.active,
        "dice": None if state.dice is None else state.dice[:],
        "card_played": state.card_played,
        "ship_moved": state.ship_moved,
        "new_ships": [board.edges[e] for e in state.new_ships],
        "ship_in_hand": lifted,
        "robber": board.hexes[state.robber],
        "pirate": pirate,
        "villages": _villages(state),
        "reserve": state.reserve,
        "towns": _towns(state),
        "roads": [{"edge": board.edges[e], "seat": s} for s in state.seats for e in state.roads[s]],
        "ships": [
            {"edge": board.edges[e], "seat": s, "closed": e in state.closed[s]}
            for s in state.seats
            for e in state.ships[s]
        ],
        "bank": dict(zip(RESOURCES, state.bank, strict=True)),
        "deck": sum(state.deck.values()),
        "played": dict(state.played),
        "army": state.army,
        "longest_road": state.longest,
        "offers": [_offer(state, offer, viewer) for offer in state.offers],
        "seats": [_seat(state, s, viewer) for s in state.seats],
        "result": None if not state.over else {"reason": state.reason, "winners": list(state.winners or [])},
    }


def _villages(state: State) -> list[Plain]:
    shape = state._board.ground.shape
    traders = [[s for s in state.seats if i in state.contacts[s]] for i in range(len(shape.villages))]
    return [
        {"village": village.name, "coffee": state.stock[i], "contacts": traders[i]}
        for i, village in enumerate(shape.villages)
    ]


def _towns(state: State) -> list[Plain]:
    vertices = state._board.vertices
    found: list[Plain] = []
    for s in state.seats:
        found += [{"vertex": vertices[v], "seat": s, "kind": SETTLEMENT} for v in state.settlements[s]]
        found += [{"vertex": vertices[v], "seat": s, "kind": CITY} for v in state.cities[s]]
    return found


def _offer(state: State, offer: dict[str, Any], viewer: Viewer) -> Plain:
    """Show an offer; who still holds the cards for it, the active seat alone."""
    shown = {key: list(offer[key]) for key in ("to", "accepted", "rejected")}
    return {
        "offer": offer["offer"],
        "seat": offer["seat"],
        "give": named(offer["give"]),
        "want": named(offer["want"]),
        **shown,
        "covered": covered(state, offer) if sees(viewer, state.active) else None,
    }


def _seat(state: State, seat: int, viewer: Viewer) -> Plain:
    """Show a seat: hands as counts, and in full to their owner."""
    own = sees(viewer, seat)
    villages = state._board.ground.shape.villages
    cards: list[Plain] = [{"card": name, "bought": turn} for name, turn in state.cards[seat]]
    return {
        "seat": seat,
        "cards": sum(state.hands[seat]),
        "hand": dict(zip(RESOURCES, state.hands[seat], strict=True)) if own else None,
        "development_cards": len(cards),
        "development_turns": sorted(turn for _, turn in state.cards[seat]),
        "development_hand": cards if own else None,
        "knights": state.knights[seat],
        "coffee": state.coffee[seat],
        "contacts": [villages[i].name for i in state.contacts[seat]],
        "points": public_points(state, seat),
        "total": total_points(state, seat) if own else None,
        "pieces_left": _pieces_left(state, seat),
        "rates": dict(zip(RESOURCES, rates(state, seat), strict=True)),
        "road_length": road_length(state, seat) if state._board.scenario.longest_road else None,
        "discards": owed_discards(state).get(seat, 0),
    }


def _pieces_left(state: State, seat: int) -> dict[str, Plain]:
    """Return the pieces of a seat's stock; a ship that it has in hand is none of them."""
    left: dict[str, Plain] = {piece: state.pieces_left(seat, piece) for piece in LIMITS}
    if state.lifted is not None and seat == state.active:
        left[SHIP] = state.pieces_left(seat, SHIP) - 1
    return left


def scores_of(state: State, viewer: Viewer) -> tuple[Score, ...]:
    """Return the score sheet; hidden points only to their seat until the game is over."""
    return tuple(_score(state, seat, state.over or sees(viewer, seat)) for seat in state.seats)


def _score(state: State, seat: int, in_full: bool) -> Score:
    parts = {
        "settlements": len(state.settlements[seat]),
        "cities": CITY_POINTS * len(state.cities[seat]),
        "coffee": coffee_points(state.coffee[seat]),
        "largest_army": ARMY_POINTS if state.army == seat else 0,
        "longest_road": ROAD_POINTS if state.longest == seat else 0,
    }
    if in_full:
        parts["victory_point_cards"] = hidden_points(state, seat)
    won = seat in (state.winners or []) if state.over else None
    return Score(seat, sum(parts.values()), parts, won=won)


def pieces_census(state: State) -> dict[str, int]:
    """Count every kind of piece wherever it lies."""
    counts = {name: state.bank[i] + sum(hand[i] for hand in state.hands) for i, name in enumerate(RESOURCES)}
    counts["coffee"] = sum(state.stock) + state.reserve + sum(state.coffee)
    held = sum(len(cards) for cards in state.cards)
    counts["development_cards"] = sum(state.deck.values()) + sum(state.played.values()) + held
    board = state._board
    for piece in LIMITS:
        for seat in state.seats:
            counts[f"{piece}_{seat}"] = len(state.placed(piece)[seat]) + state.pieces_left(seat, piece)
    owned = sum(owner >= 0 for table in (state._road, state._ship) for owner in table)
    counts["loose_sides"] = owned - sum(len(edges) for edges in (*state.roads, *state.ships))
    counts["loose_corners"] = sum(owner >= 0 for owner in state._town) - sum(
        len(vertices) for vertices in (*state.settlements, *state.cities)
    )
    counts["sides"] = len(board.edges)
    return counts
