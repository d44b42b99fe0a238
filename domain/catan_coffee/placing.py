"""The only ways by which cards, coffee and pieces move, with what follows from them at once.

Nothing else alters hands, bank, stocks or pieces; so no contact, closed line or kept answer is missed.
"""

from domain.catan_coffee.goods import COSTS, RESOURCES, ROAD, SHIP, Cards, named
from domain.catan_coffee.lines import has_ship_at, joins_anchors, lengthen, newly_closed, reached_villages
from domain.catan_coffee.points import judge_longest, rejudge_longest
from domain.catan_coffee.sites import note_lifted, note_route, note_town
from domain.catan_coffee.state import NOBODY, State, put
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
    state.roads[seat] = [*state.roads[seat], edge]
    state._road = put(state._road, edge, seat)
    lengthen(state, seat, edge)
    note_route(state, seat, edge, ROAD)
    judge_longest(state, seat)


def place_ship(state: State, seat: int, edge: int) -> None:
    """Lay a ship: paid, free, of the set-up, or moved; contacts and closed lines follow."""
    state.ships[seat] = [*state.ships[seat], edge]
    state._ship = put(state._ship, edge, seat)
    state._free[seat] = None
    note_route(state, seat, edge, SHIP)
    make_contact(state, seat)
    if joins_anchors(state, seat, edge):  # a line that does not lead across the new ship was closed before
        close_lines(state, seat)


def lift_ship(state: State, seat: int, edge: int) -> None:
    """Take a ship off the board, to be moved. Source: rules 6.4."""
    state.ships[seat] = [e for e in state.ships[seat] if e != edge]
    state._ship = put(state._ship, edge, NOBODY)
    state._free[seat] = None
    note_lifted(state, seat, edge)


def place_settlement(state: State, seat: int, vertex: int) -> None:
    """Set a settlement; it may join lines to a village, close them, or cut an opponent's road."""
    state.settlements[seat] = [*state.settlements[seat], vertex]
    state.enter_town(seat, vertex, 1)
    note_town(state, seat, vertex)
    state._free[seat] = None
    if has_ship_at(state, seat, vertex):
        make_contact(state, seat)
        close_lines(state, seat)
    cut = _cut_road(state, seat, vertex)
    if cut is not None:
        state._lengths[cut] = None
        if state._board.scenario.longest_road:
            rejudge_longest(state)


def place_city(state: State, seat: int, vertex: int) -> None:
    """Turn a settlement into a city; its piece comes back. Source: rules 6.1."""
    state.settlements[seat] = [v for v in state.settlements[seat] if v != vertex]
    state.cities[seat] = [*state.cities[seat], vertex]
    state.enter_town(seat, vertex, 2)


def move_robber(state: State, place: int) -> None:
    """Put the robber on another hex."""
    state.robber = place


def move_pirate(state: State, place: int) -> None:
    """Put the pirate on another hex; he may shut harbours there. Source: rules 10.4."""
    state.pirate = place
    if state.blocks_harbours:
        state._rates = [None] * len(state.hands)


def _cut_road(state: State, seat: int, vertex: int) -> int | None:
    """Return the other seat whose road ran across the corner; of its three sides, no two seats have two."""
    owners = [state._road[e] for e in state._board.edges_of[vertex]]
    return next((owner for owner in owners if owner not in (NOBODY, seat) and owners.count(owner) > 1), None)


# Coffee.


def make_contact(state: State, seat: int) -> None:
    """Record the villages that the seat's lines reach for the first time. Source: rules 8.2."""
    board, known = state._board, state.contacts[seat]
    ends = {v for e in state.ships[seat] for v in board.ends[e]}
    if all(i in known or v not in ends for v, i in board.village_at.items()):
        return
    for village in reached_villages(state, seat):
        if village in known:
            continue
        state.contacts[seat] = [*state.contacts[seat], village]
        got = 1 if state.stock[village] else 0
        state.stock[village] -= got
        state.coffee[seat] += got
        tell(state, "village_contacted", seat=seat, village=_name(state, village), coffee=got)


def close_lines(state: State, seat: int) -> None:
    """Record the ships that have become part of a closed line. Source: rules 6.4."""
    ships = newly_closed(state, seat)
    if ships:
        state.closed[seat] = sorted([*state.closed[seat], *ships])
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
    """Pay the resources of a roll. Source: rules 5.2."""
    before = None if state.facts is None else [hand[:] for hand in state.hands]
    short = []
    for resource, places in state._board.by_number[number]:
        claims = [claim for place in places if place != state.robber for claim in state._claims[place]]
        if claims and not _pay_out(state, resource, claims):
            short.append(resource)
    if before is not None:
        _tell_production(state, before, short)


def _pay_out(state: State, resource: int, claims: list[tuple[int, int]]) -> bool:
    """Pay what seats claim of a resource; say whether the bank could pay all of it.

    A short bank pays nobody, unless exactly one seat is due: that one takes the rest.
    """
    due, left = 0, state.bank[resource]
    for _, n in claims:
        due += n
    enough = due <= left
    if not enough:
        seat = claims[0][0]
        claims = [(seat, left)] if all(other == seat for other, _ in claims) else []
    for seat, n in claims:
        state.hands[seat][resource] += n
        state.bank[resource] -= n
    return enough


def _tell_production(state: State, before: list[list[int]], short: list[int]) -> None:
    paid = [[n - had for n, had in zip(*hands, strict=True)] for hands in zip(state.hands, before, strict=True)]
    if any(map(any, paid)):
        tell(state, "resources_produced", cards=[named(cards) for cards in paid])
    for resource in short:
        tell(state, "production_short", resource=RESOURCES[resource])
