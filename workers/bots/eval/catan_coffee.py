"""What a position of Catan promises a seat: points, production, coffee, places to build, and the worth of its cards.

`POINT` is one point of the score sheet. Production and prospects count for more while the game is long; a hand counts
for what it nearly pays for. Offers count for a part of what the deal would bring, and every offer made in a turn
costs a little, so that no bot offers, cancels and offers again.
"""

from functools import lru_cache

from domain.catan_coffee.board import Board, ship_distances
from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.game import GAME
from domain.catan_coffee.goods import CARD, CITY, COSTS, HAND_LIMIT, LIMITS, ROAD, SETTLEMENT, SHIP, Cards
from domain.catan_coffee.lines import road_length
from domain.catan_coffee.points import total_points
from domain.catan_coffee.sites import rates, road_sites, town_sites
from domain.catan_coffee.state import NOBODY, State
from domain.core.agenda import play

POINT = 100
WIN = 100 * POINT

PIPS = tuple(6 - abs(7 - number) if number else 0 for number in range(13))
"""In how many of 36 throws a number comes up, the seven left out."""

PIP = (9, 9, 8, 11, 11)
"""Worth of one pip of production, by resource: grain and ore pay for cities and cards."""
VARIETY = 12
"""Worth of producing one more resource at all."""
PORT = (0, 0, 5, 2)
"""Worth of each pip of a resource that the bank takes at 2:1 or 3:1, by rate."""
COFFEE_PIP = 9
ODD_MARKER = 40
"""Worth of a marker that is half a point."""
REACH = (0, 50, 32, 20, 12, 7, 4, 2, 1, 0)
"""Worth of a village that is so many ships away."""
OUT_OF_REACH = len(REACH) - 1
SITE_NOW, SITE_NEXT = 55, 25
"""Hundredths of a site's production that it is worth to be able to settle there, now or by one road more."""
ITEMS = {CITY: 75, SETTLEMENT: 75, CARD: 32, SHIP: 16, ROAD: 14}
"""Worth of a hand that pays for an item, or part of it."""
PER_CARD, PER_SPARE = 5, 4
"""Worth of any card, and loss by each card above the limit."""
UNPLAYED, PLAYED_KNIGHT = 16, 9
ROAD_STEP = 5
PENDING = {"move_thief": 20, "road_building": 24}
"""Worth of being about to move the robber or to lay free routes."""
OFFER_COST = 2
RIVAL = 35
"""Hundredths of the best rival's prospects that count against a seat."""
BREADTH = 6
"""Destinations of a moved ship that are looked at."""


def evaluate(state: State, seat: int) -> int:
    """Return the prospects of a seat against the best of the others; the bigger, the better."""
    if state.over:
        winners = state.winners or []
        return WIN // len(winners) if seat in winners else -WIN
    top = state.agenda[-1]
    if top[0] == "sail" and top[1] == seat:
        return _best_voyage(state, seat)
    rivals = max(prospects(state, s) for s in state.seats if s != seat)
    return prospects(state, seat) - RIVAL * rivals // 100


def _best_voyage(state: State, seat: int) -> int:
    """Evaluate after the best of some destinations of the ship in hand."""
    listing = GAME.steps["sail"].options(state, seat)
    values = []
    for choice in listing[:: -(-len(listing) // BREADTH)]:
        after = state.copy()
        play(GAME, after, seat, choice)
        values.append(evaluate(after, seat))
    return max(values)


def prospects(state: State, seat: int) -> int:
    """Return what a seat has and may hope for, by itself."""
    share = _share_left(state)
    value = POINT * total_points(state, seat)
    value += share * (_production(state, seat) + _sites(state, seat)) // 100
    if state.stock:
        value += _coffee(state, seat, share)
    if state._board.scenario.longest_road:
        value += ROAD_STEP * road_length(state, seat)
    value += hand_worth(state, seat, state.hands[seat]) + _cards(state, seat) + _offers(state, seat)
    top = state.agenda[-1]
    return value + PENDING.get(top[0], 0) if top[1] == seat else value


def _share_left(state: State) -> int:
    """Return how much of the game is still to come, in hundredths: at least a fifth."""
    ahead = max(total_points(state, s) for s in state.seats)
    return max(20, 115 - 100 * ahead // state.target)


# Production.


@lru_cache(maxsize=1 << 12)
def site_pips(board: Board, vertex: int) -> tuple[int, ...]:
    """Return the pips of each resource that a settlement on a corner produces, int[5]."""
    pips = [0] * 5
    for place in board.hexes_at[vertex]:
        if place < len(board.land) and board.resource[place] >= 0:
            pips[board.resource[place]] += PIPS[board.number[place]]
    return tuple(pips)


@lru_cache(maxsize=1 << 12)
def site_worth(board: Board, vertex: int) -> int:
    """Return the worth of a settlement's production on a corner."""
    return sum(worth * n for worth, n in zip(PIP, site_pips(board, vertex), strict=True))


def _production(state: State, seat: int) -> int:
    board = state._board
    pips = [0] * 5
    for size, vertices in ((1, state.settlements[seat]), (2, state.cities[seat])):
        for v in vertices:
            for i, n in enumerate(site_pips(board, v)):
                pips[i] += size * n
    for v in board.corners[state.robber]:
        if state._town[v] == seat and board.resource[state.robber] >= 0:
            pips[board.resource[state.robber]] -= PIPS[board.number[state.robber]] * state._size[v] * 2 // 3
    rate = rates(state, seat)
    worth = sum(n * (PIP[i] + (PORT[rate[i]] if rate[i] < 4 else 0)) for i, n in enumerate(pips))
    return worth + VARIETY * sum(1 for n in pips if n > 0)


def _sites(state: State, seat: int) -> int:
    """Return the worth of the best places where the seat could settle: now, and by one road more."""
    if len(state.settlements[seat]) >= LIMITS[SETTLEMENT]:
        return 0
    board = state._board
    now = max((site_worth(board, v) for v in town_sites(state, seat)), default=0)
    beyond = (v for e in road_sites(state, seat) for v in board.ends[e] if board.is_town[v])
    later = max((site_worth(board, v) for v in beyond if _is_open(state, v)), default=0)
    return (SITE_NOW * now + SITE_NEXT * later) // 100


def _is_open(state: State, vertex: int) -> bool:
    near = (vertex, *state._board.neighbours[vertex])
    return all(state._town[v] == NOBODY for v in near)


# Coffee.


@lru_cache(maxsize=64)
def voyages(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return for each village the fewest ships to it from every corner; `OUT_OF_REACH` where no line leads."""
    found = [ship_distances(board, v) for v in board.villages]
    return tuple(
        tuple(min(OUT_OF_REACH, ways.get(v, OUT_OF_REACH)) for v in range(len(board.vertices))) for ways in found
    )


def _coffee(state: State, seat: int, share: int) -> int:
    """Return the worth of half points, of traded villages, and of those nearly reached."""
    value = ODD_MARKER * (state.coffee[seat] % 2)
    shape, board = state._board.ground.shape, state._board
    starts = {*state.settlements[seat], *state.cities[seat]}
    for e in state.ships[seat]:
        starts.update(board.ends[e])
    reach = 0
    for i, village in enumerate(shape.villages):
        if not state.stock[i]:
            continue
        pips = PIPS[village.number]
        if i in state.contacts[seat]:
            value += share * COFFEE_PIP * pips * min(5, state.stock[i] + 1) // 500
        else:
            ways = voyages(board)[i]
            far = min([ways[v] for v in starts], default=OUT_OF_REACH)
            reach = max(reach, REACH[far] * (10 + pips) // 12)
    return value + share * reach // 100


# Cards.


def hand_worth(state: State, seat: int, hand: Cards) -> int:
    """Return what a hand is worth: its number of cards, and the item it nearly pays for."""
    size = sum(hand)
    value = PER_CARD * min(size, HAND_LIMIT) - PER_SPARE * max(0, size - HAND_LIMIT)
    return value + max(_nearness(state, seat, hand, item) for item in ITEMS)


def _nearness(state: State, seat: int, hand: Cards, item: str) -> int:
    if item == CITY:
        possible = bool(state.settlements[seat]) and len(state.cities[seat]) < LIMITS[CITY]
    elif item == SETTLEMENT:
        possible = len(state.settlements[seat]) < LIMITS[SETTLEMENT] and bool(town_sites(state, seat))
    elif item == CARD:
        possible = any(state.deck.values())
    else:
        possible = len(state.placed(item)[seat]) < LIMITS[item] and (item == ROAD or state._board.scenario.ships)
    if not possible:
        return 0
    cost = COSTS[item]
    paid = sum(min(have, n) for have, n in zip(hand, cost, strict=True))
    total = sum(cost)
    return ITEMS[item] * paid * paid // (total * total)


def _cards(state: State, seat: int) -> int:
    held = sum(UNPLAYED for name, _ in state.cards[seat] if CARDS[name].lists)
    return held + PLAYED_KNIGHT * min(state.knights[seat], 6)


def _offers(state: State, seat: int) -> int:
    """Return a part of what open deals would bring the seat, less the price of making offers.

    Of its own offers the best one counts, since it will confirm one; of those it accepted, each may be confirmed.
    """
    own = [_gain(state, seat, offer["want"], offer["give"]) for offer in state.offers if offer["seat"] == seat]
    accepted = [_gain(state, seat, offer["give"], offer["want"]) for offer in state.offers if seat in offer["accepted"]]
    return max([0, *own]) // 3 + sum(accepted) // 2 - OFFER_COST * state.offered[seat]


def _gain(state: State, seat: int, got: Cards, given: Cards) -> int:
    """Return what a deal would change in the worth of the hand."""
    hand = state.hands[seat]
    after = [have + more - less for have, more, less in zip(hand, got, given, strict=True)]
    if min(after) < 0:
        return 0
    return hand_worth(state, seat, after) - hand_worth(state, seat, hand)
