"""Positions that a seat could not tell from the real one: what it does not know is dealt anew.

A seat knows its own hands, the bank, all counts, when each development card was bought, and that nobody
has won yet. The active seat also sees which deals it could close now; that has to stay, too.
"""

from collections.abc import Callable
from typing import Any

from domain.catan_coffee.maps import AT_ONCE
from domain.catan_coffee.offers import confirmable
from domain.catan_coffee.points import total_points
from domain.catan_coffee.state import State
from domain.core.game import Rng

TRIES = 60
"""Free deals that are tried before the cards are only swapped about."""


def determinize(state: State, seat: int | None, rng: Rng) -> State:
    """Return a position with the hands of the others, and the deck, dealt anew."""
    twin = state.copy()
    twin.facts = None
    if state.over:
        return twin
    others = [s for s in state.seats if s != seat]
    _deal_hands(state, twin, seat, others, rng)
    _deal_development(state, twin, others, rng)
    return twin


def _redeal(pile: list[Any], cuts: list[int], holds: Callable[[list[Any]], bool], rng: Rng) -> list[Any]:
    """Return the pile in an order for which `holds`; the one given does.

    Tries free shuffles first; if none holds, swaps two cards of different hands many times, each swap
    kept only if the order still holds. `cuts` says where one hand ends and the next begins.
    """
    for _ in range(TRIES):
        order = pile[:]
        for i in range(len(order) - 1, 0, -1):
            j = rng.below(i + 1)
            order[i], order[j] = order[j], order[i]
        if holds(order):
            return order
    order = pile[:]
    for _ in range(8 * len(order) if cuts else 0):
        i, j = rng.below(len(order)), rng.below(len(order))
        order[i], order[j] = order[j], order[i]
        if not holds(order):
            order[i], order[j] = order[j], order[i]
    return order


def _deal_hands(state: State, twin: State, seat: int | None, others: list[int], rng: Rng) -> None:
    pile = [i for s in others for i, n in enumerate(state.hands[s]) for _ in range(n)]
    sizes = [sum(state.hands[s]) for s in others]
    shown = [confirmable(state, offer) for offer in state.offers] if seat == state.active else []

    def holds(order: list[int]) -> bool:
        _lay_hands(twin, others, sizes, order)
        return not shown or shown == [confirmable(twin, offer) for offer in state.offers]

    _lay_hands(twin, others, sizes, _redeal(pile, sizes, holds, rng))


def _lay_hands(twin: State, others: list[int], sizes: list[int], order: list[int]) -> None:
    start = 0
    for s, size in zip(others, sizes, strict=True):
        hand = order[start : start + size]
        twin.hands[s] = [hand.count(i) for i in range(5)]
        start += size


def _deal_development(state: State, twin: State, others: list[int], rng: Rng) -> None:
    """Deal the unknown development cards anew: to the others, the rest is the deck."""
    places = [(s, i) for s in others for i in range(len(state.cards[s]))]
    pile = [state.cards[s][i][0] for s, i in places]
    pile += [name for name, n in state.deck.items() for _ in range(n)]
    judged = others if state.win == AT_ONCE else [s for s in others if s == state.active]
    reached = [total_points(state, s) >= state.target for s in judged]

    def lay(order: list[str]) -> None:
        for (s, i), name in zip(places, order, strict=False):
            twin.cards[s][i][0] = name

    def holds(order: list[str]) -> bool:
        lay(order)
        return reached == [total_points(twin, s) >= twin.target for s in judged]

    order = _redeal(pile, [len(places)], holds, rng)
    lay(order)
    rest = order[len(places) :]
    twin.deck = {name: rest.count(name) for name in state.deck}
