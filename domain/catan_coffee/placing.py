"""The only ways by which cards, coffee and pieces move, with what follows from them at once.

Nothing else alters hands, bank, stocks or pieces; so no contact, closed line or kept answer is missed.
"""

from domain.catan_coffee.goods import COSTS, RESOURCES, Cards, named
from domain.catan_coffee.lines import newly_closed, reached_villages
from domain.catan_coffee.points import judge_longest, rejudge_longest
from domain.catan_coffee.sites import claims
from domain.catan_coffee.state import NOBODY, Sites, State
from domain.core.agenda import tell

# Cards.


def receive(state: State, seat: int, cards: Cards) -> None:
    """Move cards from the bank to a hand."""
    hand, bank = state.hands[seat], state.bank
    for i, n in enumerate(cards):
        if n:
            hand[i] += n
            bank[i] -= n


def pay(state: State, seat: int, cards: Cards) -> None:
    """Move cards from a hand to the bank."""
    hand, bank = state.hands[seat], state.bank
    for i, n in enumerate(cards):
        if n:
            hand[i] -= n
            bank[i] += n


def pay_for(state: State, seat: int, item: str) -> None:
    """Pay the price of a piece or card."""
    pay(state, seat, COSTS[item])


def exchange(state: State, seat: int, give: int, count: int, get: int) -> None:
    """Give some equal cards to the bank for one other."""
    hand, bank = state.hands[seat], state.bank
    hand[give] -= count
    bank[give] += count
    hand[get] += 1
    bank[get] -= 1


def discard(state: State, seat: int, resource: int) -> None:
    """Move one card from a hand to the bank."""
    state.hands[seat][resource] -= 1
    state.bank[resource] += 1


def hand_card(state: State, giver: int, taker: int, resource: int) -> None:
    """Move one card from hand to hand."""
    state.hands[giver][resource] -= 1
    state.hands[taker][resource] += 1


def hand_over(state: State, giver: int, taker: int, cards: Cards) -> None:
    """Move cards from hand to hand."""
    for i, n in enumerate(cards):
        if n:
            state.hands[giver][i] -= n
            state.hands[taker][i] += n


# Pieces.


def place_road(state: State, seat: int, edge: int) -> None:
    """Lay a road."""
    state.roads[seat].append(edge)
    state._road[edge] = seat
    state._road_sites[seat] = state._town_sites[seat] = None
    _take_edge(state, edge)
    judge_longest(state, seat)


def place_ship(state: State, seat: int, edge: int) -> None:
    """Lay a ship: paid, free, of the set-up, or moved; contacts and closed lines follow."""
    state.ships[seat].append(edge)
    state._ship[edge] = seat
    state._ship_sites[seat] = state._town_sites[seat] = state._free[seat] = None
    _take_edge(state, edge)
    make_contact(state, seat)
    close_lines(state, seat)


def lift_ship(state: State, seat: int, edge: int) -> None:
    """Take a ship off the board, to be moved. Source: rules 6.4."""
    state.ships[seat].remove(edge)
    state._ship[edge] = NOBODY
    state._free[seat] = None
    for other in state.seats:
        state._road_sites[other] = state._ship_sites[other] = state._town_sites[other] = None


def place_settlement(state: State, seat: int, vertex: int) -> None:
    """Set a settlement; it may join lines to a village, close them, or cut an opponent's road."""
    state.settlements[seat].append(vertex)
    state._town[vertex], state._size[vertex] = seat, 1
    _take_vertex(state, seat, vertex)
    _claim(state, vertex)
    if state.ships[seat]:
        make_contact(state, seat)
        close_lines(state, seat)
    if state._board.scenario.longest_road and cuts_road(state, seat, vertex):
        rejudge_longest(state)


def place_city(state: State, seat: int, vertex: int) -> None:
    """Turn a settlement into a city; its piece comes back. Source: rules 6.1."""
    state.settlements[seat].remove(vertex)
    state.cities[seat].append(vertex)
    state._size[vertex] = 2
    _claim(state, vertex)


def move_robber(state: State, place: int) -> None:
    """Put the robber on another hex."""
    state.robber = place


def move_pirate(state: State, place: int) -> None:
    """Put the pirate on another hex; he may shut harbours there. Source: rules 10.4."""
    state.pirate = place
    if state.blocks_harbours:
        state._rates = [None] * len(state.hands)


def _take_edge(state: State, edge: int) -> None:
    """Strike a side from the sites of everybody."""
    for kept in (state._road_sites, state._ship_sites):
        for seat, sites in enumerate(kept):
            if sites and edge in sites:
                kept[seat] = tuple(e for e in sites if e != edge)


def _take_vertex(state: State, seat: int, vertex: int) -> None:
    """Strike a corner and its neighbours from the sites of everybody, and what led across it."""
    board = state._board
    gone: Sites = (vertex, *board.neighbours[vertex])
    for other in state.seats:
        sites = state._town_sites[other]
        if sites:
            state._town_sites[other] = tuple(v for v in sites if v not in gone)
        for e in board.edges_of[vertex]:
            if state._road[e] == other:
                state._road_sites[other] = None
            if state._ship[e] == other:
                state._ship_sites[other] = None
    state._road_sites[seat] = state._ship_sites[seat] = state._free[seat] = state._rates[seat] = None


def _claim(state: State, vertex: int) -> None:
    """Let the hexes around a corner be looked at again."""
    for place in state._board.hexes_at[vertex]:
        state._claims[place] = None


def cuts_road(state: State, seat: int, vertex: int) -> bool:
    """Say whether a road of another seat ran across the corner."""
    owners = [state._road[e] for e in state._board.edges_of[vertex]]
    return any(owner not in (NOBODY, seat) and owners.count(owner) > 1 for owner in owners)


# Coffee.


def make_contact(state: State, seat: int) -> None:
    """Record the villages that the seat's lines reach for the first time. Source: rules 8.2."""
    if not state.ships[seat]:
        return
    for village in reached_villages(state, seat):
        if village in state.contacts[seat]:
            continue
        state.contacts[seat].append(village)
        got = 1 if state.stock[village] else 0
        state.stock[village] -= got
        state.coffee[seat] += got
        tell(state, "village_contacted", seat=seat, village=_name(state, village), coffee=got)


def close_lines(state: State, seat: int) -> None:
    """Record the ships that have become part of a closed line. Source: rules 6.4."""
    ships = newly_closed(state, seat)
    if ships:
        state.closed[seat] += ships
        state.closed[seat].sort()
        state._free[seat] = None
        tell(state, "line_closed", seat=seat, edges=[state._board.edges[e] for e in ships])


def produce_coffee(state: State, number: int, first: int) -> bool:
    """Pay coffee for a roll; say whether any was paid. Source: rules 8.3.

    The village serves first, then the reserve; if both run out, in turn order from the seat `first`.
    """
    paid = False
    n = len(state.hands)
    for village in state._board.villages_by_number[number]:
        traders = [s for s in ((first + i) % n for i in range(n)) if village in state.contacts[s]]
        if not state.stock[village] or not traders:
            continue
        paid = True
        served = traders[: state.stock[village] + state.reserve]
        from_village = min(len(served), state.stock[village])
        state.stock[village] -= from_village
        state.reserve -= len(served) - from_village
        for s in served:
            state.coffee[s] += 1
        from_reserve = len(served) - from_village
        tell(state, "coffee_produced", village=_name(state, village), seats=served, from_reserve=from_reserve)
    return paid


def take_coffee(state: State, thief: int, victim: int) -> None:
    """Move one marker from seat to seat. Source: rules 10.3."""
    state.coffee[victim] -= 1
    state.coffee[thief] += 1
    tell(state, "coffee_stolen", seat=thief, victim=victim)


def _name(state: State, village: int) -> str:
    return state._board.ground.shape.villages[village].name


# Production.


def produce(state: State, number: int) -> None:
    """Pay the resources of a roll. Source: rules 5.2.

    A short bank pays nobody of a resource, unless exactly one seat is due: that one takes the rest.
    """
    due: dict[int, list[int]] = {}
    for place, resource in state._board.by_number[number]:
        if place != state.robber:
            for seat, n in claims(state, place):
                if resource not in due:
                    due[resource] = [0] * len(state.hands)
                due[resource][seat] += n
    for resource, shares in due.items():
        _cap(shares, state.bank[resource])
        _pay_out(state, resource, shares)
    if due and state.facts is not None:
        _tell_production(state, due)


SHORT = -1
"""Marks shares that a short bank has cut."""


def _cap(shares: list[int], left: int) -> None:
    """Cut shares that the bank cannot pay, and mark them so at the end of the list."""
    if sum(shares) > left:
        served = left if sum(1 for n in shares if n) == 1 else 0
        shares[:] = [min(n, served) for n in shares]
        shares.append(SHORT)


def _pay_out(state: State, resource: int, shares: list[int]) -> None:
    for hand, n in zip(state.hands, shares, strict=False):
        if n:
            hand[resource] += n
            state.bank[resource] -= n


def _tell_production(state: State, due: dict[int, list[int]]) -> None:
    paid = [[due[i][seat] if i in due else 0 for i in range(5)] for seat in state.seats]
    if any(map(any, paid)):
        tell(state, "resources_produced", cards=[named(cards) for cards in paid])
    for resource in sorted(due):
        if due[resource][-1] == SHORT:
            tell(state, "production_short", resource=RESOURCES[resource])
