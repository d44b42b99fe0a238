"""The second half of a turn: build, buy, trade, move a ship, play a card, in any order. Source: rules 5.3."""

from collections.abc import Callable

from domain.catan_coffee.cards import CARD_DISCLOSES, CARD_VERBS, card_fault, play_card, playable
from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.goods import (
    CARD,
    CITY,
    COSTS,
    INDEX,
    LIMITS,
    RESOURCES,
    ROAD,
    SETTLEMENT,
    SHIP,
    covers,
)
from domain.catan_coffee.lines import free_ships
from domain.catan_coffee.maps import AT_ONCE
from domain.catan_coffee.offers import (
    accept,
    accept_fault,
    cancel,
    cancel_fault,
    close_market,
    confirm_fault,
    make_offer,
    offer_choices,
    offer_fault,
    offer_menu,
    offer_of,
    offer_templates,
    reject,
    reject_fault,
    trade,
)
from domain.catan_coffee.placing import exchange, lift_ship, pay_for, place_city, place_settlement
from domain.catan_coffee.points import judge, total_points
from domain.catan_coffee.sites import (
    open_water,
    piece_fault,
    rates,
    road_sites,
    settlement_fault,
    ship_sites,
    sites_without,
    town_sites,
)
from domain.catan_coffee.state import Sites, State
from domain.catan_coffee.steps.building import lay_road, lay_ship
from domain.core.agenda import CHANCE, Audience, Step, tell
from domain.core.bag import counts, listing
from domain.core.choices import Choice
from domain.core.plain import Plain

END_TURN: Choice = ("end_turn",)
BUY_CARD: Choice = ("buy_card",)
EXCHANGES: list[list[Choice]] = [[("trade", give, get) for get in RESOURCES if get != give] for give in RESOURCES]
"""By resource given, the choices of another one."""


def movable_ships(state: State, seat: int) -> list[int]:
    """Return the ships that the seat could move now. Source: rules 6.4."""
    if state.ship_moved or not state.ships[seat]:
        return []
    found = [e for e in open_water(state, free_ships(state, seat)) if e not in state.new_ships]
    sites = open_water(state, ship_sites(state, seat)) if found else ()
    return [e for e in found if _is_far(state, e, sites) or sites_without(state, seat, e)]


def _is_far(state: State, ship: int, sites: Sites) -> bool:
    """Say whether one of the sites does not touch the ship, and so is open without it."""
    a, b = state._board.ends[ship]
    near = state._board.edges_of[a] + state._board.edges_of[b]
    return any(e not in near for e in sites)


def building_choices(state: State, seat: int) -> list[Choice]:
    """List what the seat can pay for and place."""
    board, hand = state._board, state.hands[seat]
    brick, lumber, wool, grain, ore = hand
    found: list[Choice] = []
    if lumber:
        if brick:
            if len(state.roads[seat]) < LIMITS[ROAD]:
                found += [board.build_road[e] for e in road_sites(state, seat)]
            if wool and grain and len(state.settlements[seat]) < LIMITS[SETTLEMENT]:
                found += [board.build_settlement[v] for v in town_sites(state, seat)]
        if wool and board.scenario.ships and len(state.ships[seat]) < LIMITS[SHIP]:
            found += [board.build_ship[e] for e in open_water(state, ship_sites(state, seat))]
    if ore and grain:
        if covers(hand, COSTS[CITY]) and len(state.cities[seat]) < LIMITS[CITY]:
            found += [board.build_city[v] for v in sorted(state.settlements[seat])]
        if wool and any(state.deck.values()):
            found.append(BUY_CARD)
    return found


def exchange_choices(state: State, seat: int) -> list[Choice]:
    """List the exchanges with the bank. Source: rules 7.3."""
    hand, rate = state.hands[seat], rates(state, seat)
    found: list[Choice] = []
    for give, held in enumerate(hand):
        if held >= rate[give]:
            found += EXCHANGES[give]
    if found and 0 in state.bank:
        return [choice for choice in found if state.bank[INDEX[choice[2]]]]
    return found


class Main(Step[State]):
    """Ask the active seat for its next act, until it ends its turn."""

    asks = True
    single = True
    verbs = (
        *("build_road", "build_ship", "build_settlement", "build_city", "buy_card", "move_ship", "trade"),
        *("offer", "accept", "reject", "confirm", "cancel", "end_turn"),
        *CARD_VERBS,
    )
    discloses = ("build_ship", "build_settlement", "accept", "confirm", "end_turn", *CARD_DISCLOSES)
    """A ship or settlement may end the game at the villages or hand on the longest road, and then hidden points
    of others decide; a deal shows whether its partner still covers another one."""

    def options(self, state: State, seat: int) -> list[Choice]:
        """List everything but new offers."""
        found = building_choices(state, seat)
        found += exchange_choices(state, seat)
        if state.ships[seat]:
            found += [("move_ship", state._board.edges[e]) for e in movable_ships(state, seat)]
        if state.cards[seat]:
            found += playable(state, seat)
        if state.offers:
            found += offer_choices(state, seat)
        found.append(END_TURN)
        return found

    def templates(self, state: State, seat: int) -> list[dict[str, Plain]]:
        """Describe what the seat could offer to others."""
        return offer_templates(state, seat)

    def accepts(self, state: State, seat: int, *, choice: Choice) -> bool:
        """Say whether an offer is legal."""
        return choice[0] == "offer" and offer_fault(state, seat, choice) is None

    def menu(self, state: State, seat: int) -> list[Choice]:
        """List simple offers for bots, once in a turn: so none of them offers for ever."""
        return [] if state.offered[seat] else offer_menu(state, seat)

    def why_not(self, state: State, seat: int, *, choice: Choice) -> str | None:
        """Give the rules' code."""
        if choice[0] in CARDS:
            return card_fault(state, seat, choice)
        return FAULTS[choice[0]](state, seat, choice)

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Carry it out and ask again, unless the turn is over."""
        if choice == END_TURN:
            end_turn(state, seat)
            return
        state.agenda.append(("main", seat))
        if choice[0] in CARDS:
            play_card(state, seat, choice)
        else:
            ACTS[choice[0]](state, seat, choice)


class Bought(Step[State]):
    """Chance: which card was bought. Only the buyer sees it. Source: rules 9.1."""

    asks = True
    single = True
    verbs = ("draw",)

    def options(self, state: State, seat: int, buyer: int) -> list[Choice]:
        """List the kinds that are left."""
        return [("draw", name) for name in listing(state.deck)]

    def weights(self, state: State, seat: int, buyer: int) -> list[int]:
        """Weigh each by the number of cards."""
        return counts(state.deck)

    def audience(self, state: State, seat: int, buyer: int) -> Audience:
        """Only the buyer sees the card."""
        return (buyer,)

    def take(self, state: State, seat: int, buyer: int, *, choice: Choice) -> None:
        """Put the card into the buyer's hand; its points may win at once."""
        state.deck[choice[1]] -= 1
        state.cards[buyer] = [*state.cards[buyer], [choice[1], state.turn]]
        tell(state, "dev_card_bought", to=(buyer,), secret={"card": choice[1]}, seat=buyer)
        judge(state)


def end_turn(state: State, seat: int) -> None:
    """Pass the dice; all offers fall. Under `own_turn` the next seat may have won. Source: rules 5.1, 11.1."""
    if state.facts is not None:  # spares playouts, like the next one, the most frequent facts
        tell(state, "turn_ended", seat=seat)
    close_market(state)
    state.card_played = state.ship_moved = False
    state.new_ships = []
    state.turn += 1
    state.active = (seat + 1) % len(state.hands)
    state.agenda.append(("pre_roll", state.active))
    if state.win != AT_ONCE and total_points(state, state.active) >= state.target:
        judge(state)


# Acts: each carries out a choice that is listed.

Act = Callable[[State, int, Choice], None]
Fault = Callable[[State, int, Choice], str | None]


def _build_road(state: State, seat: int, choice: Choice) -> None:
    pay_for(state, seat, ROAD)
    lay_road(state, seat, state._board.edge_index[choice[1]], free=False)


def _build_ship(state: State, seat: int, choice: Choice) -> None:
    pay_for(state, seat, SHIP)
    lay_ship(state, seat, state._board.edge_index[choice[1]], free=False)


def _build_settlement(state: State, seat: int, choice: Choice) -> None:
    pay_for(state, seat, SETTLEMENT)
    tell(state, "settlement_built", seat=seat, vertex=choice[1])
    place_settlement(state, seat, state._board.vertex_index[choice[1]])
    judge(state)


def _build_city(state: State, seat: int, choice: Choice) -> None:
    pay_for(state, seat, CITY)
    tell(state, "city_built", seat=seat, vertex=choice[1])
    place_city(state, seat, state._board.vertex_index[choice[1]])
    judge(state)


def _buy_card(state: State, seat: int, choice: Choice) -> None:
    pay_for(state, seat, CARD)
    state.agenda.append(("bought", CHANCE, seat))


def _move_ship(state: State, seat: int, choice: Choice) -> None:
    state.lifted = state._board.edge_index[choice[1]]
    lift_ship(state, seat, state.lifted)
    state.agenda.append(("sail", seat))


def _trade(state: State, seat: int, choice: Choice) -> None:
    give, get = INDEX[choice[1]], INDEX[choice[2]]
    rate = rates(state, seat)[give]
    if state.facts is not None:
        tell(state, "maritime_traded", seat=seat, give=choice[1], count=rate, get=choice[2])
    exchange(state, seat, give, rate, get)


def _confirm(state: State, seat: int, choice: Choice) -> None:
    offer = offer_of(state, choice[1])
    assert offer is not None
    trade(state, offer, choice[2])


ACTS: dict[str, Act] = {
    "build_road": _build_road,
    "build_ship": _build_ship,
    "build_settlement": _build_settlement,
    "build_city": _build_city,
    "buy_card": _buy_card,
    "move_ship": _move_ship,
    "trade": _trade,
    "offer": make_offer,
    "accept": lambda state, seat, choice: accept(state, seat, choice[1]),
    "reject": lambda state, seat, choice: reject(state, seat, choice[1]),
    "confirm": _confirm,
    "cancel": lambda state, seat, choice: cancel(state, seat, choice[1]),
}


# Faults: why a choice is refused, in the order of rules 12.2.


def _unpaid(state: State, seat: int, item: str) -> str | None:
    return None if covers(state.hands[seat], COSTS[item]) else "INSUFFICIENT_RESOURCES"


def _city_fault(state: State, seat: int, choice: Choice) -> str | None:
    if state._board.vertex_index.get(choice[1]) not in state.settlements[seat]:
        return "NO_SETTLEMENT_THERE"
    return _unpaid(state, seat, CITY) if state.pieces_left(seat, CITY) else "NO_PIECES_LEFT"


def _card_fault(state: State, seat: int, choice: Choice) -> str | None:
    return _unpaid(state, seat, CARD) if any(state.deck.values()) else "DECK_EMPTY"


def _ship_move_fault(state: State, seat: int, choice: Choice) -> str | None:
    edge = state._board.edge_index.get(choice[1])
    if state.ship_moved:
        return "SHIP_ALREADY_MOVED"
    if edge is None or edge not in state.ships[seat]:
        return "NO_SHIP_THERE"
    if edge in state.new_ships:
        return "SHIP_BUILT_THIS_TURN"
    if not open_water(state, (edge,)):
        return "PIRATE_BLOCKS"
    if edge in state.closed[seat]:
        return "SHIP_CLOSED"
    if edge not in free_ships(state, seat):
        return "SHIP_NOT_FREE"
    return None if edge in movable_ships(state, seat) else "NOT_CONNECTED"


def _exchange_fault(state: State, seat: int, choice: Choice) -> str | None:
    _, give, get = choice
    if give == get:
        return "SAME_RESOURCE"
    if state.hands[seat][INDEX[give]] < rates(state, seat)[INDEX[give]]:
        return "INSUFFICIENT_RESOURCES"
    return None if state.bank[INDEX[get]] else "BANK_EMPTY"


FAULTS: dict[str, Fault] = {
    "build_road": lambda state, seat, choice: piece_fault(state, seat, ROAD, choice[1]) or _unpaid(state, seat, ROAD),
    "build_ship": lambda state, seat, choice: piece_fault(state, seat, SHIP, choice[1]) or _unpaid(state, seat, SHIP),
    "build_settlement": lambda state, seat, choice: (
        settlement_fault(state, seat, choice[1]) or _unpaid(state, seat, SETTLEMENT)
    ),
    "build_city": _city_fault,
    "buy_card": _card_fault,
    "move_ship": _ship_move_fault,
    "trade": _exchange_fault,
    "offer": offer_fault,
    "accept": lambda state, seat, choice: accept_fault(state, seat, choice[1]),
    "reject": lambda state, seat, choice: reject_fault(state, seat, choice[1]),
    "confirm": lambda state, seat, choice: confirm_fault(state, seat, choice[1], choice[2]),
    "cancel": lambda state, seat, choice: cancel_fault(state, seat, choice[1]),
    "end_turn": lambda state, seat, choice: None,
}
