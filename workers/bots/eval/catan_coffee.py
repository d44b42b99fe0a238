"""What a position of Catan promises a seat: points, production, coffee, places to build, and the worth of its cards.

`POINT` is one point of the score sheet. Production and prospects count for more while the game is long; a hand counts
for what it nearly pays for. Offers count for a part of what the deal would bring, and every offer made in a turn
costs a little, so that no bot offers, cancels and offers again.
"""

from functools import lru_cache
from typing import NamedTuple

from domain.catan_coffee.board import Board, ship_distances
from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.game import GAME
from domain.catan_coffee.goods import CARD, CITY, COSTS, HAND_LIMIT, LIMITS, ROAD, SETTLEMENT, SHIP, Cards
from domain.catan_coffee.lines import road_length
from domain.catan_coffee.points import public_points, total_points
from domain.catan_coffee.sites import rates, road_sites, town_sites
from domain.catan_coffee.state import NOBODY, State
from domain.core.agenda import play

BLIND = True

POINT = 100
WIN = 100 * POINT

PIPS = tuple(6 - abs(7 - number) if number else 0 for number in range(13))
"""In how many of 36 throws a number comes up, the seven left out."""

PIP = (9, 9, 10, 13, 13)
"""Worth of one pip of production, by resource: grain and ore pay for cities and cards."""
VARIETY = 12
"""Worth of producing one more resource at all."""
PORT = (0, 0, 3, 1)
"""Worth of each pip of a resource that the bank takes at 2:1 or 3:1, by rate."""
ROBBED = 67
"""Hundredths of its production that a corner loses by the robber."""
COFFEE_PIP = 11
ODD_MARKER = 46
"""Worth of a marker that is half a point."""
REACH = (0, 50, 26, 16, 9, 5, 3, 2, 1, 0)
"""Worth of a village that is so many ships away."""
OUT_OF_REACH = len(REACH) - 1
SITE_NOW, SITE_NEXT = 55, 25
"""Hundredths of a site's production that it is worth to be able to settle there, now or by one road more."""
ITEMS = {CITY: 75, SETTLEMENT: 50, CARD: 30, SHIP: 20, ROAD: 13}
"""Worth of a hand that pays for an item, or part of it."""
PER_CARD, PER_SPARE = 3, 4
"""Worth of any card, and loss by each card above the limit."""
UNPLAYED, SEEN_CARD, PLAYED_KNIGHT = 16, 25, 9
"""Worth of an own card to play, of a card that somebody else holds, and of a knight that was played."""
ROAD_STEP = 5
PENDING = {"move_thief": 20, "road_building": 24}
"""Worth of being about to move the robber or to lay free routes."""
OFFER_COST = 3
RIVAL = 35
"""Hundredths of the best rival's prospects that count against a seat."""
BREADTH = 6
"""Destinations of a moved ship that are looked at."""
MOST_SHARE, LEAST_SHARE = 115, 20
"""Hundredths of the game that are still to come, at the beginning and at the end."""
REMEMBERED = 1 << 15
"""Standings that are remembered."""


def evaluate(state: State, seat: int) -> int:
    """Return the prospects of a seat against the best of the others; the bigger, the better.

    Of the others counts only what the seat sees: of their cards how many there are.
    """
    if state.over:
        winners = state.winners or []
        return WIN // len(winners) if seat in winners else -WIN
    top = state.agenda[-1]
    if top[0] == "sail" and top[1] == seat:
        return _best_voyage(state, seat)
    points = [public_points(state, s) for s in state.seats]
    points[seat] = total_points(state, seat)
    standings = standings_of(state, _share_left(state, points))
    value = rival = 0
    for s, standing in enumerate(standings):
        worth = POINT * points[s] + standing.worth + PLAYED_KNIGHT * min(state.knights[s], 6)
        if s == seat:
            value = worth + _own_cards(state, seat, standing) + _offers(state, seat, standing)
        else:
            rival = max(rival, worth + _size_worth(sum(state.hands[s])) + SEEN_CARD * len(state.cards[s]))
    if top[1] == seat:
        value += PENDING.get(top[0], 0)
    return value - RIVAL * rival // 100


def _best_voyage(state: State, seat: int) -> int:
    """Evaluate after the best of some destinations of the ship in hand."""
    listing = GAME.steps["sail"].options(state, seat)
    values = []
    for choice in listing[:: -(-len(listing) // BREADTH)]:
        after = state.copy()
        play(GAME, after, seat, choice)
        values.append(evaluate(after, seat))
    return max(values)


def _share_left(state: State, points: list[int]) -> int:
    """Return how much of the game is still to come, in hundredths: at least a fifth."""
    return max(LEAST_SHARE, MOST_SHARE - 100 * max(points) // state.target)


# Pieces.


class Standing(NamedTuple):
    """What the pieces of a seat promise, and what it could place next, had it the cards."""

    worth: int
    items: tuple[str, ...]


def standings_of(state: State, share: int) -> list[Standing]:
    """Return the standing of every seat when `share` hundredths of the game are still to come.

    What the same pieces were worth is remembered, for most choices move none.
    """
    key = (
        state._board, share, state.robber, state.pirate, *state.stock, *state.coffee,
        *[tuple(places) for kind in _pieces(state) for places in kind],
    )  # fmt: skip
    known = _remembered.get(key)
    if known is None:
        if len(_remembered) >= REMEMBERED:
            _remembered.clear()
        known = _remembered[key] = [Standing(_worth(state, s, share), _items(state, s)) for s in state.seats]
    return known


_remembered: dict[tuple[object, ...], list[Standing]] = {}


def _pieces(state: State) -> tuple[list[list[int]], ...]:
    return state.settlements, state.cities, state.roads, state.ships, state.contacts


def _worth(state: State, seat: int, share: int) -> int:
    """Return what the pieces promise: production, places to settle, coffee, roads."""
    value = share * (_production(state, seat) + _sites(state, seat)) // 100
    if state.stock:
        value += _coffee(state, seat, share)
    if state._board.scenario.longest_road:
        value += ROAD_STEP * road_length(state, seat)
    return value


def _items(state: State, seat: int) -> tuple[str, ...]:
    """Return what the seat has pieces and places for, and development cards, which are for everybody."""
    found = [CARD]
    if state.settlements[seat] and len(state.cities[seat]) < LIMITS[CITY]:
        found.append(CITY)
    if len(state.settlements[seat]) < LIMITS[SETTLEMENT] and town_sites(state, seat):
        found.append(SETTLEMENT)
    if len(state.roads[seat]) < LIMITS[ROAD]:
        found.append(ROAD)
    if state._board.scenario.ships and len(state.ships[seat]) < LIMITS[SHIP]:
        found.append(SHIP)
    return tuple(found)


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
            pips[board.resource[state.robber]] -= PIPS[board.number[state.robber]] * state._size[v] * ROBBED // 100
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


def _own_cards(state: State, seat: int, standing: Standing) -> int:
    """Return what the cards of a seat are worth to it."""
    held = sum(UNPLAYED for name, _ in state.cards[seat] if CARDS[name].lists) if state.cards[seat] else 0
    return held + hand_worth(tuple(state.hands[seat]), standing.items)


@lru_cache(maxsize=1 << 14)
def hand_worth(hand: tuple[int, ...], items: tuple[str, ...]) -> int:
    """Return what a hand is worth: its number of cards, and the item it nearly pays for."""
    return _size_worth(sum(hand)) + max(_nearness(hand, item) for item in items)


def _size_worth(size: int) -> int:
    """Return what so many cards are worth, whatever they are."""
    return PER_CARD * min(size, HAND_LIMIT) - PER_SPARE * max(0, size - HAND_LIMIT)


def _nearness(hand: Cards, item: str) -> int:
    """Return what a hand is worth for one item: all of it if it pays for it."""
    cost = COSTS[item]
    paid = sum(min(have, n) for have, n in zip(hand, cost, strict=True))
    total = sum(cost)
    return ITEMS[item] * paid * paid // (total * total)


def _offers(state: State, seat: int, standing: Standing) -> int:
    """Return a part of what open deals would bring the seat, less the price of making offers.

    Of its own offers the best one counts, since it will confirm one; of those it accepted, each may be confirmed.
    """
    if not state.offers:
        return -OFFER_COST * state.offered[seat]
    hand, items = state.hands[seat], standing.items
    own = [_gain(hand, items, offer["want"], offer["give"]) for offer in state.offers if offer["seat"] == seat]
    accepted = [
        _gain(hand, items, offer["give"], offer["want"]) for offer in state.offers if seat in offer["accepted"]
    ]
    return max([0, *own]) // 3 + sum(accepted) // 2 - OFFER_COST * state.offered[seat]


def _gain(hand: Cards, items: tuple[str, ...], got: Cards, given: Cards) -> int:
    """Return what a deal would change in the worth of a hand."""
    after = tuple(have + more - less for have, more, less in zip(hand, got, given, strict=True))
    return hand_worth(after, items) - hand_worth(tuple(hand), items) if min(after) >= 0 else 0
