"""What happens on a home board: the one way in for goods, tiles, rooms, fences, stables and births.

Every trigger of a furnishing tile hangs on one of these functions; order of building decides the
order of triggers.
"""

from collections.abc import Iterable

from domain.caverna.board import BARE, BONUS, ROOM, TWINS
from domain.caverna.declare import TILES, Tile
from domain.caverna.goods import Goods, added, times
from domain.caverna.state import State
from domain.core.agenda import tell

STRONGEST = 14
"""Cap of every weapon. Source: rule book p. 21."""


def tiles_of(state: State, seat: int) -> list[Tile]:
    """Return the furnishing tiles in force, in order of building."""
    return [TILES[name] for name, _ in state.rooms[seat]]


def permitted(state: State, seat: int, permit: str) -> bool:
    """Say whether a tile of the seat switches this rule."""
    return any(TILES[name].permits == permit for name, _ in state.rooms[seat])


def receive(state: State, seat: int, got: Goods) -> None:
    """Take goods, from wherever: the only way to come by them."""
    if not got:
        return
    mine = state.goods[seat]
    for good, n in got:
        mine[good] += n
    tell(state, "goods_received", seat=seat, goods=dict(got))
    for name, _ in state.rooms[seat]:
        trigger = TILES[name].on_gain
        if trigger is not None:
            wanted, more = trigger
            receive(state, seat, times(more, sum(n for good, n in got if good == wanted)))


def pay(state: State, seat: int, cost: Goods) -> None:
    """Give goods back to the general supply."""
    mine = state.goods[seat]
    for good, n in cost:
        mine[good] -= n
        assert mine[good] >= 0, f"seat {seat} lacks {good}"
    if cost:
        tell(state, "goods_paid", seat=seat, goods=dict(cost))


def lay(state: State, seat: int, cells: tuple[int, ...], kinds: tuple[str, ...]) -> None:
    """Lay a landscape tile, half by half; a bare cell pays its printed bonus."""
    land = state.land[seat]
    bonus: list[tuple[str, int]] = []
    for cell, kind in zip(cells, kinds, strict=True):
        if land[cell] == BARE:
            bonus += BONUS.get(cell, ())
        land[cell] = kind
    tell(state, "tile_laid", seat=seat, cells=list(cells), kinds=list(kinds))
    receive(state, seat, tuple(bonus))


def lay_twin(state: State, seat: int, tile: str, cells: tuple[int, int]) -> None:
    """Lay a twin tile; what it triggers follows."""
    fresh = state.land[seat][cells[0]] == BARE
    lay(state, seat, cells, TWINS[tile])
    if fresh:
        for made in tiles_of(state, seat):
            if made.on_laid is not None:
                receive(state, seat, made.on_laid(cells))


def fence(state: State, seat: int, cells: tuple[int, ...]) -> None:
    """Turn one meadow, or two, into a pasture; stables stay."""
    lay(state, seat, cells, ("small_pasture",) if len(cells) == 1 else ("large_pasture",) * 2)
    state.pastures[seat].append(list(cells))


def erect(state: State, seat: int, cell: int) -> None:
    """Place a stable."""
    state.stables[seat].append(cell)
    tell(state, "stable_placed", seat=seat, cell=cell)


def discounted(state: State, seat: int, what: str, price: Goods) -> Goods:
    """Return a price after discounts: only on goods in it, never below nothing."""
    left = dict(price)
    for name, _ in state.rooms[seat]:
        for applies, good, amount in TILES[name].discount:
            if applies == what and good in left:
                left[good] = max(0, left[good] - amount)
    return tuple((good, left[good]) for good, _ in price if left[good])


def build(state: State, seat: int, name: str, cell: int) -> None:
    """Place a furnishing tile that is paid for; over its pair, if the seat owns that."""
    made = TILES[name]
    beneath = next((room for room in state.rooms[seat] if room[1] == cell), None)
    if beneath is not None:
        state.rooms[seat].remove(beneath)
        state.covered[seat].append(beneath[0])
    state.land[seat][cell] = ROOM
    state.rooms[seat].append([name, cell])
    if not made.unlimited:
        state.offer.remove(name)
    tell(state, "cavern_furnished", seat=seat, tile=name, cell=cell)
    receive(state, seat, made.on_built(state, seat, cell) if callable(made.on_built) else made.on_built)
    if made.schedules is not None:
        got, n = made.schedules
        rounds = [number for number in rounds_of(state.seats) if number > state.round][:n]
        state.due[seat] += [[number, good] for number in rounds for good, _ in got]


def rounds_of(seats: int) -> tuple[int, ...]:
    """Return the rounds that are played: one and two seats have no ninth. Source: rule book p. 3."""
    return tuple(number for number in range(1, 13) if number != 9 or seats > 2)


def born(state: State, seat: int, kinds: Iterable[str]) -> None:
    """Add one newborn of each kind; they arrive together."""
    kinds = tuple(kinds)
    if not kinds:
        return
    tell(state, "animals_born", seat=seat, animals=list(kinds))
    receive(state, seat, added((kind, 1) for kind in kinds))
    for made in tiles_of(state, seat):
        if made.on_bred is not None:
            receive(state, seat, made.on_bred(kinds))


def room_for_dwarfs(state: State, seat: int) -> int:
    """Return how many dwarfs find room, as things stand."""
    dwarfs = len(state.weapons[seat])
    sleeps = (made.sleeps for made in tiles_of(state, seat))
    return sum(room(dwarfs) if callable(room) else room for room in sleeps)


def most_dwarfs(state: State, seat: int) -> int:
    """Return the limit of the family. Source: rule book p. 16."""
    return 6 if permitted(state, seat, "sixth_dwarf") else 5


def sharpen(state: State, seat: int, dwarf: int, by: int) -> None:
    """Raise a weapon, up to the cap; an unarmed dwarf stays unarmed."""
    weapons = state.weapons[seat]
    if weapons[dwarf] and weapons[dwarf] < STRONGEST:
        weapons[dwarf] = min(STRONGEST, weapons[dwarf] + by)
        tell(state, "weapon_grown", seat=seat, dwarf=dwarf, strength=weapons[dwarf])
