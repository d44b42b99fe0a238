"""The vocabulary of effects: constructors that write down what a space or loot item does.

An effect is a tuple of a word and its arguments, plain data that may stand on the agenda. What a
word does stands in `steps` under the same word. Connectors join effects the way the printed words do.
Source: rule book p. 9 (connectors), appendix p. A6.
"""

from domain.caverna.board import SINGLES, TWINS
from domain.caverna.declare import Effect
from domain.caverna.goods import ANIMALS, GOODS, Goods, goods


def all_of(*parts: Effect) -> Effect:
    """Carry out every part, the first one first; a part that yields nothing is empty."""
    return ("all_of", parts)


def and_or(*parts: Effect) -> Effect:
    """Printed 'and / or': any selection, in any order."""
    return ("and_or", parts)


def and_then_or(*parts: Effect) -> Effect:
    """Printed 'and then / or': any selection, in printed order."""
    return ("and_then_or", parts)


def either_or(*parts: Effect) -> Effect:
    """Printed 'either ... or': exactly one, unless a permit joins them."""
    return ("either_or", parts)


def either_or_both_once(*parts: Effect) -> Effect:
    """Like `either_or`, but a permit joins them only once per game."""
    return ("either_or_once", parts)


def then_optional(first: Effect, second: Effect) -> Effect:
    """Printed 'and then': the second part only after the first."""
    return ("then_optional", (first, second))


def take_all() -> Effect:
    """Take everything lying on the space."""
    return ("take_all",)


def gain(**amounts: int) -> Effect:
    """Take goods from the general supply."""
    return ("gain", goods(**amounts))


def gain_per(land: str, **amounts: int) -> Effect:
    """Take goods once for every cell of this kind on the home board."""
    return ("gain_per", land, goods(**amounts))


def gain_if(land: str, at_least: int, **amounts: int) -> Effect:
    """Take goods once if the home board has so many cells of this kind."""
    return ("gain_if", land, at_least, goods(**amounts))


def twin(*tiles: str) -> Effect:
    """Lay one twin tile of these kinds."""
    assert all(name in TWINS for name in tiles)
    return ("twin", tiles)


def single(name: str) -> Effect:
    """Lay one single tile."""
    assert name in SINGLES
    return ("single", name)


def ruby_mine(ground: str) -> Effect:
    """Lay a ruby mine on an empty cell of this kind."""
    assert ground in ("tunnel", "deep_tunnel")
    return ("ruby_mine", ground)


def small_pasture(wood: int = 2) -> Effect:
    """Fence one meadow."""
    return ("small_pasture", wood)


def large_pasture(wood: int = 4) -> Effect:
    """Fence two adjacent meadows."""
    return ("large_pasture", wood)


def fences() -> Effect:
    """Build fences at the normal price: a small and/or a large pasture."""
    return and_or(small_pasture(), large_pasture())


def fences_and_stable() -> Effect:
    """Build fences and/or a stable for 1 stone."""
    return and_or(small_pasture(), large_pasture(), stable(stone=1))


def stable(stone: int = 0) -> Effect:
    """Place one stable."""
    return ("stable", stone)


def furnish(which: str = "any", **price: int) -> Effect:
    """Furnish with `any` tile, a `dwelling`, or the `ordinary` dwelling; a price replaces the tile's own."""
    assert which in ("any", "dwelling", "ordinary")
    return ("furnish", which, goods(**price))


def growth() -> Effect:
    """Add a dwarf to the family."""
    return ("growth",)


def sow(grain: int = 2, vegetable: int = 2) -> Effect:
    """Sow up to so many fields of each crop."""
    return ("sow", grain, vegetable)


def forge() -> Effect:
    """Forge a weapon for an unarmed dwarf."""
    return ("forge",)


def expedition(level: int) -> Effect:
    """Send the armed dwarf on an expedition for up to `level` items."""
    return ("expedition", level)


def starting_player() -> Effect:
    """Take the starting player token."""
    return ("starting_player",)


def exchange_up_to(most: int, give: Goods, get: Goods) -> Effect:
    """Give goods for others, 1 to `most` times."""
    return ("exchange_up_to", most, give, get)


def market(**prices: int) -> Effect:
    """Buy goods and animals for gold, each at most once."""
    assert all(name in GOODS or name in ANIMALS for name in prices)
    return ("market", tuple(prices.items()))


def imitate(food: int) -> Effect:
    """Pay food and use a space that an opponent occupies."""
    return ("imitate", food)


def breed(most: int) -> Effect:
    """Breed up to so many kinds of farm animals."""
    return ("breed", most, ())
