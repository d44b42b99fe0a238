"""Furnishing: which tile, where, and paid with what. Source: rule book p. 14-15."""

from collections.abc import Iterator
from itertools import combinations
from typing import Any

from domain.caverna.acts import build, discounted, pay, permitted, tiles_of
from domain.caverna.board import MOUNTAIN
from domain.caverna.declare import TILES, Tile
from domain.caverna.goods import Goods, added, covers
from domain.caverna.state import State
from domain.caverna.steps.effect import At, Word, word
from domain.core.agenda import Step
from domain.core.choices import Choice

Way = tuple[tuple[str, ...], Goods]
"""The goods that are replaced, one piece each, and what is paid in the end."""


def sites(state: State, seat: int, made: Tile) -> list[int]:
    """Return the cells for a tile: over its pair, if owned; else an empty cavern, or a tunnel by permit."""
    if made.pair:
        for name, cell in state.rooms[seat]:
            if TILES[name].pair == made.pair:
                return [cell]
    grounds = ("cavern", "tunnel", "deep_tunnel") if permitted(state, seat, "rooms_in_tunnels") else ("cavern",)
    land = state.land[seat]
    return [cell for cell in MOUNTAIN if land[cell] in grounds]


def ways_to_pay(state: State, seat: int, price: Goods) -> list[Way]:
    """Return the ways the seat can pay: after discounts, with any selection of its substitutions."""
    price = discounted(state, seat, "furnish", price)
    swaps = [swap for made in tiles_of(state, seat) for swap in made.substitute]
    usable = [swap for swap in swaps if any(good == swap[0] for good, _ in price)]
    found = []
    for n in range(len(usable) + 1):
        for chosen in combinations(usable, n):
            paid = [*price, *((good, -1) for good, _ in chosen), *((other, 1) for _, other in chosen)]
            cost = added(paid)
            if covers(state.goods[seat], cost):
                found.append((tuple(good for good, _ in chosen), cost))
    return found


def wanted(state: State, which: str) -> Iterator[Tile]:
    """Yield the tiles on offer of a kind: `any`, `dwelling`, or the `ordinary` one."""
    for name in state.offer:
        made = TILES[name]
        if which == "any" or (made.group == "dwelling" and (which == "dwelling" or made.unlimited)):
            yield made


class Furnish(Word):
    """Choose a tile; where and how it is paid is asked if there is a choice."""

    verb, helped = "furnish", True

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Possible with a tile that can be paid and placed."""
        return next(self._possible(state, seat, *args), None) is not None

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the tiles."""
        return [("furnish", name) for name in self._possible(state, seat, *args)]

    def _possible(self, state: State, seat: int, which: str, price: Goods) -> Iterator[str]:
        plain = {ground for ground in state.land[seat] if ground in ("cavern", "tunnel", "deep_tunnel")}
        ground = "cavern" in plain or (bool(plain) and permitted(state, seat, "rooms_in_tunnels"))
        for made in wanted(state, which):
            if not (ground or made.pair):
                continue
            cost = price or made.cost
            payable = covers(state.goods[seat], cost) or bool(ways_to_pay(state, seat, cost))
            if payable and (ground or sites(state, seat, made)):
                yield made.name

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Go on to the cell."""
        _, price = args
        made = TILES[choice[1]]
        where = sites(state, seat, made)
        if len(where) == 1:
            _choose_payment(state, seat, made, price or made.cost, where[0])
        else:
            state.agenda.append(("site", seat, made.name, price or made.cost))


def _choose_payment(state: State, seat: int, made: Tile, price: Goods, cell: int) -> None:
    ways = ways_to_pay(state, seat, price)
    if len(ways) == 1:
        _finish(state, seat, made, ways[0], cell)
    else:
        state.agenda.append(("payment", seat, (made.name, cell), price))


def _finish(state: State, seat: int, made: Tile, way: Way, cell: int) -> None:
    pay(state, seat, way[1])
    build(state, seat, made.name, cell)


class Site(Step[State]):
    """Choose the cell of a furnishing tile."""

    asks = True
    verbs = ("site",)

    def options(self, state: State, seat: int, tile: str, price: Goods) -> list[Choice]:
        """List the cells."""
        return [("site", cell) for cell in sites(state, seat, TILES[tile])]

    def take(self, state: State, seat: int, tile: str, price: Goods, *, choice: Choice) -> None:
        """Go on to the payment."""
        _choose_payment(state, seat, TILES[tile], price, choice[1])

    def why_not(self, state: State, seat: int, tile: str, price: Goods, *, choice: Choice) -> str | None:
        """Name the rule that bars the cell."""
        if choice in self.options(state, seat, tile, price):
            return None
        cell = choice[1]
        if 0 <= cell < len(state.land[seat]) and state.land[seat][cell] in ("tunnel", "deep_tunnel"):
            return "tunnels_cannot_be_furnished"
        return "no_empty_cavern_there"


class Payment(Step[State]):
    """Choose what is paid with something else."""

    asks = True
    verbs = ("pay",)

    def options(self, state: State, seat: int, purchase: tuple[str, int], price: Goods) -> list[Choice]:
        """List the selections of goods that are replaced."""
        return [("pay", replaced) for replaced, _ in ways_to_pay(state, seat, price)]

    def take(self, state: State, seat: int, purchase: tuple[str, int], price: Goods, *, choice: Choice) -> None:
        """Pay and build."""
        way = next(way for way in ways_to_pay(state, seat, price) if way[0] == choice[1])
        tile, cell = purchase
        _finish(state, seat, TILES[tile], way, cell)


word("furnish", Furnish())
