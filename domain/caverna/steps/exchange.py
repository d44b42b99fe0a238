"""Exchanges at any time: food, rubies, trades of furnishing tiles, weapons given up.

They are extra options of a seat's own decisions, which are asked again afterwards.
Source: rule book p. 11, p. 17.
"""

from domain.caverna.acts import pay, permitted, receive, tiles_of
from domain.caverna.board import single_places
from domain.caverna.declare import TILES
from domain.caverna.goods import DONKEY_PAIR, FARM_ANIMALS, FOOD_VALUE, Goods, covers
from domain.caverna.state import State
from domain.core.agenda import tell
from domain.core.choices import Choice

WINDOW_VERBS = ("convert", "spend", "trade", "disarm")

RUBY_BUYS: tuple[tuple[str, Goods], ...] = (
    *(
        (good, (("ruby", 1),))
        for good in ("wood", "stone", "ore", "grain", "vegetable", "gold", "dog", "sheep", "donkey", "wild_boar")
    ),
    ("cattle", (("ruby", 1), ("food", 1))),
)
"""What rubies buy, with the price. Two food for a ruby are among the conversions."""

RUBY_TILES: tuple[tuple[str, int], ...] = (("meadow", 1), ("field", 1), ("tunnel", 1), ("cavern", 2))
_RUBY_PRICE = dict(RUBY_BUYS)
_TILE_PRICE = dict(RUBY_TILES)


MOST_GOLD = 60
"""Of one exchange of gold, far beyond any need of food: it keeps listings short."""


def conversions(state: State, seat: int, kept: tuple[str, ...] = ()) -> list[Choice]:
    """List what can be turned into food, piece by piece; donkeys also in pairs, gold in any number."""
    mine = state.goods[seat]
    listing: list[Choice] = [("convert", good, 1) for good in FOOD_VALUE if mine[good] and good not in kept]
    if mine["donkey"] >= 2 and "donkey" not in kept:
        listing.append(("convert", "donkey", 2))
    listing += [("convert", "gold", n) for n in range(2, min(mine["gold"], MOST_GOLD) + 1)]
    return listing


def food_for(state: State, seat: int, good: str, n: int) -> int:
    """Return the food for `n` pieces given together."""
    if good == "gold":
        return n - 1
    food = DONKEY_PAIR if good == "donkey" and n == 2 else FOOD_VALUE[good] * n
    if good in FARM_ANIMALS:
        food += n * sum(made.slaughter for made in tiles_of(state, seat))
    return food


def windows(state: State, seat: int, kept: tuple[str, ...] = ()) -> list[Choice]:
    """List every exchange the seat could make now; animals of the kinds `kept` stay."""
    mine = state.goods[seat]
    listing = conversions(state, seat, kept)
    if mine["ruby"]:
        listing += [("spend", good) for good, price in RUBY_BUYS if covers(mine, price)]
        for name, rubies in RUBY_TILES:
            if mine["ruby"] >= rubies and single_places(state, seat, name):
                listing.append(("spend", name))
    for made in tiles_of(state, seat):
        for i, (give, _) in enumerate(made.trades):
            if covers(mine, give) and not any(good in kept for good, _ in give):
                listing.append(("trade", made.name, i))
    if any(state.weapons[seat]) and permitted(state, seat, "disarming"):
        listing += [("disarm", dwarf) for dwarf, strength in enumerate(state.weapons[seat]) if strength]
    return listing


def could_help(state: State, seat: int) -> bool:
    """Say whether the seat holds a ruby or can trade: then something impossible may become possible."""
    mine = state.goods[seat]
    return mine["ruby"] > 0 or any(covers(mine, give) for made in tiles_of(state, seat) for give, _ in made.trades)


def exchange(state: State, seat: int, choice: Choice) -> None:
    """Make a listed exchange; a tile bought with rubies is laid at once."""
    verb = choice[0]
    if verb == "convert":
        _, good, n = choice
        food = food_for(state, seat, good, n)
        pay(state, seat, ((good, n),))
        receive(state, seat, (("food", food),))
    elif verb == "spend":
        _spend(state, seat, choice[1])
    elif verb == "trade":
        give, get = TILES[choice[1]].trades[choice[2]]
        pay(state, seat, give)
        receive(state, seat, get)
    else:
        dwarf = choice[1]
        strength = state.weapons[seat][dwarf]
        state.weapons[seat][dwarf] = 0
        tell(state, "weapon_given_up", seat=seat, strength=strength)
        receive(state, seat, (("food", strength),))


def _spend(state: State, seat: int, what: str) -> None:
    if what in _RUBY_PRICE:
        pay(state, seat, _RUBY_PRICE[what])
        receive(state, seat, ((what, 1),))
    else:
        pay(state, seat, (("ruby", _TILE_PRICE[what]),))
        state.agenda.append(("part", seat, (-1, ""), ("single", what)))


def why_no_exchange(state: State, seat: int, choice: Choice) -> str:
    """Name the rule that bars an exchange."""
    mine = state.goods[seat]
    if choice[0] == "convert":
        _, good, n = choice
        if good not in FOOD_VALUE and good != "gold":
            return "no_food_value"
        if good == "gold" and n < 2:
            return "gold_needs_two"
        if mine[good] < n:
            return "not_enough_goods"
        return "too_much_gold_at_once" if good == "gold" else "one_at_a_time"
    if choice[0] == "spend":
        if choice[1] not in _RUBY_PRICE and choice[1] not in _TILE_PRICE:
            return "not_for_rubies"
        price = _RUBY_PRICE.get(choice[1]) or (("ruby", _TILE_PRICE[choice[1]]),)
        return "no_place_for_tile" if covers(mine, price) else "not_enough_goods"
    if choice[0] == "trade":
        return "not_enough_goods" if any(room[0] == choice[1] for room in state.rooms[seat]) else "tile_not_owned"
    return "dwarf_is_unarmed" if permitted(state, seat, "disarming") else "tile_not_owned"
