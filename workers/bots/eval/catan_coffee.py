"""What a position of Catan promises a seat: points, production, coffee, places to build, and the worth of its cards.

`POINT` is one point of the score sheet. Production and prospects count for more while the game is long; a hand counts
for what it nearly pays for. Offers count for a part of what the deal would bring, and every offer made in a turn
costs a little, so that no bot offers, cancels and offers again.
"""

from functools import lru_cache
from operator import mul
from typing import NamedTuple

from domain.catan_coffee.board import Board, ship_distances
from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.game import GAME
from domain.catan_coffee.goods import CARD, CITY, COSTS, HAND_LIMIT, LIMITS, ROAD, SETTLEMENT, SHIP, Cards
from domain.catan_coffee.lines import road_length
from domain.catan_coffee.points import public_points, total_points
from domain.catan_coffee.sites import rates, road_sites, town_sites
from domain.catan_coffee.state import State
from domain.core.agenda import play
from workers.bots.eval.catan_coffee_weights import OUT_OF_REACH, PLAUSIBLE, TRIED, Weights

BLIND = True

POINT = 100
WIN = 100 * POINT

PIPS = tuple(6 - abs(7 - number) if number else 0 for number in range(13))
"""In how many of 36 throws a number comes up, the seven left out."""

ROBBED = 67
"""Hundredths of its production that a corner loses by the robber."""
SITE_NOW, SITE_NEXT = 55, 25
"""Hundredths of a site's production that it is worth to be able to settle there, now or by one road more."""
PER_SPARE = 4
"""Loss by each card above the limit."""
UNPLAYED, SEEN_CARD, PLAYED_KNIGHT = 16, 25, 9
"""Worth of an own card to play, of a card that somebody else holds, and of a knight that was played."""
ROAD_STEP = 5
PENDING = {"move_thief": 20, "road_building": 24}
"""Worth of being about to move the robber or to lay free routes."""
OFFER_COST = 3
RIVAL = 35
"""Hundredths of the best rival's prospects that count against a seat."""
MOST_SHARE, LEAST_SHARE = 115, 20
"""Hundredths of the game that are still to come, at the beginning and at the end."""
BREADTH = 6
"""Destinations of a moved ship that are looked at."""
REMEMBERED = 1 << 15
"""Standings that are remembered."""


class Standing(NamedTuple):
    """What the pieces of a seat promise, and what it could place next, had it the cards."""

    worth: int
    items: tuple[str, ...]


def _share_left(state: State, points: list[int]) -> int:
    """Return how much of the game is still to come, in hundredths."""
    return max(LEAST_SHARE, MOST_SHARE - 100 * max(points) // state.target)


def _items(state: State, seat: int) -> tuple[str, ...]:
    """Return what the seat has pieces and places for, and development cards while there are any."""
    found = [CARD] if any(state.deck.values()) else []
    if state.settlements[seat] and len(state.cities[seat]) < LIMITS[CITY]:
        found.append(CITY)
    if len(state.settlements[seat]) < LIMITS[SETTLEMENT] and town_sites(state, seat):
        found.append(SETTLEMENT)
    if len(state.roads[seat]) < LIMITS[ROAD]:
        found.append(ROAD)
    if state._board.scenario.ships and len(state.ships[seat]) < LIMITS[SHIP]:
        found.append(SHIP)
    return tuple(found)


@lru_cache(maxsize=1 << 12)
def site_pips(board: Board, vertex: int) -> tuple[int, ...]:
    """Return the pips of each resource that a settlement on a corner produces, int[5]."""
    pips = [0] * 5
    for place in board.hexes_at[vertex]:
        if place < len(board.land) and board.resource[place] >= 0:
            pips[board.resource[place]] += PIPS[board.number[place]]
    return tuple(pips)


@lru_cache(maxsize=64)
def voyages(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return for each village the fewest ships to it from every corner; `OUT_OF_REACH` where no line leads."""
    found = [ship_distances(board, v) for v in board.villages]
    return tuple(
        tuple(min(OUT_OF_REACH, ways.get(v, OUT_OF_REACH)) for v in range(len(board.vertices))) for ways in found
    )


class Judge:
    """Evaluates positions by some weights; what the same pieces and cards were worth is remembered."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._standings: dict[tuple[object, ...], list[Standing]] = {}
        self._hands: dict[tuple[object, ...], int] = {}

    def evaluate(self, state: State, seat: int) -> int:
        """Return the prospects of a seat against the best of the others; the bigger, the better.

        Of the others counts only what the seat sees: of their cards how many there are.
        """
        if state.over:
            winners = state.winners or []
            return WIN // len(winners) if seat in winners else -WIN
        top = state.agenda[-1]
        if top[0] == "sail" and top[1] == seat:
            return self._best_voyage(state, seat)
        points = [public_points(state, s) for s in state.seats]
        points[seat] = total_points(state, seat)
        value = rival = 0
        for s, standing in enumerate(self._standings_of(state, _share_left(state, points))):
            worth = POINT * points[s] + standing.worth + PLAYED_KNIGHT * min(state.knights[s], 6)
            if s == seat:
                value = worth + self._own_cards(state, seat, standing.items)
            else:
                rival = max(rival, worth + self._size_worth(sum(state.hands[s])) + SEEN_CARD * len(state.cards[s]))
        if top[1] == seat:
            value += PENDING.get(top[0], 0)
        return value - RIVAL * rival // 100

    def _best_voyage(self, state: State, seat: int) -> int:
        """Evaluate after the best of some destinations of the ship in hand."""
        listing = GAME.steps["sail"].options(state, seat)
        values = []
        for choice in listing[:: -(-len(listing) // BREADTH)]:
            after = state.copy()
            play(GAME, after, seat, choice)
            values.append(self.evaluate(after, seat))
        return max(values)

    # Pieces.

    def _standings_of(self, state: State, share: int) -> list[Standing]:
        """Return the standing of every seat when `share` hundredths of the game are still to come."""
        pieces = (state.settlements, state.cities, state.roads, state.ships, state.contacts)
        has_cards = any(state.deck.values())
        key = (
            state._board, state.blocks_harbours, has_cards, share, state.robber, state.pirate, *state.stock,
            *state.coffee, *[tuple(places) for kind in pieces for places in kind],
        )  # fmt: skip
        known = self._standings.get(key)
        if known is None:
            if len(self._standings) >= REMEMBERED:
                self._standings.clear()
            known = [Standing(self._promise(state, s, share), _items(state, s)) for s in state.seats]
            self._standings[key] = known
        return known

    def _promise(self, state: State, seat: int, share: int) -> int:
        """Return what the pieces of a seat promise: production, places to settle, coffee, roads."""
        value = share * (self._production(state, seat) + self._sites(state, seat)) // 100
        if state.stock:
            value += self._coffee(state, seat, share)
        if state._board.scenario.longest_road:
            value += ROAD_STEP * road_length(state, seat)
        return value

    def site_worth(self, board: Board, vertex: int) -> int:
        """Return the worth of a settlement's production on a corner."""
        return sum(map(mul, self.weights.pip, site_pips(board, vertex)))

    def _production(self, state: State, seat: int) -> int:
        board, weights = state._board, self.weights
        pips = [0] * 5
        for size, vertices in ((1, state.settlements[seat]), (2, state.cities[seat])):
            for v in vertices:
                for i, n in enumerate(site_pips(board, v)):
                    pips[i] += size * n
        robbed = board.resource[state.robber]
        if robbed >= 0:
            lost = sum(state._size[v] for v in board.corners[state.robber] if state._town[v] == seat)
            pips[robbed] -= PIPS[board.number[state.robber]] * lost * ROBBED // 100
        rate = rates(state, seat)
        worth = sum(n * (weights.pip[i] + (weights.port[rate[i]] if rate[i] < 4 else 0)) for i, n in enumerate(pips))
        return worth + weights.variety * sum(1 for n in pips if n > 0)

    def _sites(self, state: State, seat: int) -> int:
        """Return the worth of the best places where the seat could settle: now, and by one road more."""
        if len(state.settlements[seat]) >= LIMITS[SETTLEMENT]:
            return 0
        board, is_open = state._board, state._open
        now = max([self.site_worth(board, v) for v in town_sites(state, seat)], default=0)
        beyond = {v for e in road_sites(state, seat) for v in board.ends[e] if is_open[v]}
        later = max([self.site_worth(board, v) for v in beyond], default=0)
        return (SITE_NOW * now + SITE_NEXT * later) // 100

    def _coffee(self, state: State, seat: int, share: int) -> int:
        """Return the worth of half points, of traded villages, and of those nearly reached."""
        weights, board = self.weights, state._board
        value, reach = weights.odd_marker * (state.coffee[seat] % 2), 0
        starts = {*state.settlements[seat], *state.cities[seat]}
        for e in state.ships[seat]:
            starts.update(board.ends[e])
        for i, (village, ways) in enumerate(zip(board.ground.shape.villages, voyages(board), strict=True)):
            if not state.stock[i]:
                continue
            pips = PIPS[village.number]
            if i in state.contacts[seat]:
                value += share * weights.coffee_pip * pips * min(5, state.stock[i] + 1) // 500
            else:
                far = min([ways[v] for v in starts], default=OUT_OF_REACH)
                reach = max(reach, weights.reach[far] * (10 + pips) // 12)
        return value + share * reach // 100

    # Cards.

    def _own_cards(self, state: State, seat: int, items: tuple[str, ...]) -> int:
        """Return what the cards of a seat and its open deals are worth to it."""
        held = sum(UNPLAYED for name, _ in state.cards[seat] if CARDS[name].lists)
        return held + self.hand_worth(tuple(state.hands[seat]), items) + self._offers(state, seat, items)

    def hand_worth(self, hand: tuple[int, ...], items: tuple[str, ...]) -> int:
        """Return what a hand is worth: its number of cards, and the item it nearly pays for."""
        known = self._hands.get((hand, items))
        if known is None:
            if len(self._hands) >= REMEMBERED:
                self._hands.clear()
            known = self._size_worth(sum(hand)) + max([self._nearness(hand, item) for item in items], default=0)
            self._hands[hand, items] = known
        return known

    def _size_worth(self, size: int) -> int:
        """Return what so many cards are worth, whatever they are."""
        return self.weights.per_card * min(size, HAND_LIMIT) - PER_SPARE * max(0, size - HAND_LIMIT)

    def _nearness(self, hand: Cards, item: str) -> int:
        """Return what a hand is worth for one item: all of it if it pays for it."""
        cost = COSTS[item]
        paid = sum(map(min, hand, cost))
        total = sum(cost)
        return self.weights.item(item) * paid * paid // (total * total)

    def _offers(self, state: State, seat: int, items: tuple[str, ...]) -> int:
        """Return a part of what open deals would bring the seat, less the price of making offers.

        Of its own offers the best one counts, since it will confirm one; of those it accepted, each may be confirmed.
        """
        value, best, hand = -OFFER_COST * state.offered[seat], 0, state.hands[seat]
        for offer in state.offers:
            if offer["seat"] == seat:
                best = max(best, self._gain(hand, items, offer["want"], offer["give"]))
            elif seat in offer["accepted"]:
                value += self._gain(hand, items, offer["give"], offer["want"]) // 2
        return value + best // 3

    def _gain(self, hand: Cards, items: tuple[str, ...], got: Cards, given: Cards) -> int:
        """Return what a deal would change in the worth of a hand."""
        after = tuple(have + more - less for have, more, less in zip(hand, got, given, strict=True))
        return self.hand_worth(after, items) - self.hand_worth(tuple(hand), items) if min(after) >= 0 else 0


BY_HAND, BY_PLAY = Judge(PLAUSIBLE), Judge(TRIED)
"""The judges of the bots: the first of those that look one choice ahead, the second of those that plan."""

evaluate = BY_HAND.evaluate
