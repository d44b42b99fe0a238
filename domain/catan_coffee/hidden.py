"""Positions that a seat could not tell from the real one: what it does not know is dealt anew.

A seat knows its own hands, the bank, all counts, when each development card was bought, and that nobody
has won yet; the active seat also which deals are covered. What is dealt hangs on nothing else: equal
knowledge and equal random numbers give equal positions.
"""

from collections.abc import Iterator
from typing import NamedTuple, TypeVar

from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.goods import Cards, covers
from domain.catan_coffee.maps import AT_ONCE
from domain.catan_coffee.offers import covered
from domain.catan_coffee.points import public_points
from domain.catan_coffee.state import State, put
from domain.core.game import Rng

FREE_TRIES, HELPED_TRIES = 20, 60
"""Deals that are tried freely, then with what is known to be held dealt first, before all are searched."""

T = TypeVar("T")


class Known(NamedTuple):
    """What the active seat sees: whether a seat holds these cards."""

    seat: int
    need: Cards
    holds: bool


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """Return a position with the hands of the others, and the deck, dealt anew."""
    twin = state.copy()
    twin.facts = None
    if state.over:
        return twin
    others = [s for s in state.seats if s != seat]
    _deal_hands(state, twin, seat, rng)
    _deal_development(state, twin, others, rng)
    return twin


def _shuffle(items: list[T], rng: Rng) -> None:
    for i in range(len(items) - 1, 0, -1):
        j = rng.below(i + 1)
        items[i], items[j] = items[j], items[i]


# Resource cards.


def _deal_hands(state: State, twin: State, seat: int | None, rng: Rng) -> None:
    others = [s for s in state.seats if s != seat]
    pile = [sum(state.hands[s][i] for s in others) for i in range(5)]
    sizes = [sum(state.hands[s]) for s in others]
    known = _known(state) if seat == state.active else []
    least = {s: [0] * 5 for s in others}
    for s, need, holds in known:
        if holds:
            least[s] = [max(pair) for pair in zip(least[s], need, strict=True)]
    none = {s: [0] * 5 for s in others}
    for attempt in range(FREE_TRIES + HELPED_TRIES):
        held = none if attempt < FREE_TRIES else least
        hands = _deal(pile, dict(zip(others, sizes, strict=True)), held, rng)
        if _agrees(hands, known):
            break
    else:
        hands = next(_all_deals(pile, list(zip(others, sizes, strict=True)), known))
    for s, hand in hands.items():
        twin.hands[s] = hand


def _known(state: State) -> list[Known]:
    """Return what the active seat sees of the hands of others."""
    found = []
    for offer in state.offers:
        partners = covered(state, offer)
        if offer["seat"] == state.active:
            found += [Known(s, offer["want"], s in partners) for s in offer["accepted"]]
        else:
            found.append(Known(offer["seat"], offer["give"], offer["seat"] in partners))
    return found


def _agrees(hands: dict[int, list[int]], known: list[Known]) -> bool:
    return all(covers(hands[s], need) == holds for s, need, holds in known)


def _deal(pile: list[int], sizes: dict[int, int], held: dict[int, list[int]], rng: Rng) -> dict[int, list[int]]:
    """Deal the pile at random into hands of these sizes, after what each is known to hold."""
    rest = [n - sum(hand[i] for hand in held.values()) for i, n in enumerate(pile)]
    order = [i for i, n in enumerate(rest) for _ in range(n)]
    _shuffle(order, rng)
    hands, start = {}, 0
    for s, size in sizes.items():
        hand = held[s][:]
        end = start + size - sum(hand)
        for i in order[start:end]:
            hand[i] += 1
        hands[s], start = hand, end
    return hands


def _all_deals(pile: list[int], sizes: list[tuple[int, int]], known: list[Known]) -> Iterator[dict[int, list[int]]]:
    """Give every deal that agrees with what is known, in a fixed order; the real one is among them."""
    if not sizes:
        yield {}
        return
    (s, size), rest = sizes[0], sizes[1:]
    mine = [k for k in known if k.seat == s]
    others = [k for k in known if k.seat != s]
    for hand in _hands(pile, size):
        if _agrees({s: hand}, mine):
            left = [n - k for n, k in zip(pile, hand, strict=True)]
            for deal in _all_deals(left, rest, others):
                yield {s: hand, **deal}


def _hands(pile: list[int], size: int) -> Iterator[list[int]]:
    """Give every hand of a size that the pile allows."""
    if len(pile) == 1:
        if size <= pile[0]:
            yield [size]
        return
    for n in range(min(size, pile[0]) + 1):
        for rest in _hands(pile[1:], size - n):
            yield [n, *rest]


# Development cards.


def _deal_development(state: State, twin: State, others: list[int], rng: Rng) -> None:
    """Deal the unknown cards anew, to the others and into the deck.

    Cards with points come first: to no seat that would have won by them, so that the end of the game, which
    has not come, tells nothing else.
    """
    places: list[tuple[int, int] | None] = [(s, i) for s in others for i in range(len(state.cards[s]))]
    pile = {name: n + sum(card[0] == name for s in others for card in state.cards[s]) for name, n in state.deck.items()}
    places += [None] * (sum(pile.values()) - len(places))
    _shuffle(places, rng)
    room = {s: _room(state, s) for s in others}
    deck = dict.fromkeys(state.deck, 0)
    for name in sorted(pile, key=lambda name: -CARDS[name].points):
        for _ in range(pile[name]):
            at = next(k for k, place in enumerate(places) if place is None or room[place[0]] >= CARDS[name].points)
            place = places.pop(at)
            if place is None:
                deck[name] += 1
            else:
                s, i = place
                twin.cards[s] = put(twin.cards[s], i, [name, state.cards[s][i][1]])
                room[s] -= CARDS[name].points
    twin.deck = deck


def _room(state: State, seat: int) -> int:
    """Return how many hidden points a seat may have without having won; never below none."""
    judged = state.win == AT_ONCE or seat == state.active
    return max(0, state.target - 1 - public_points(state, seat)) if judged else sum(state.deck.values()) + 25
