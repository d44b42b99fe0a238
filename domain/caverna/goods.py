"""Goods and animals: their names, and amounts of them as plain tuples.

Source: rule book p. 5 (components), p. 11 (food values).
"""

from collections.abc import Iterable, Mapping

Goods = tuple[tuple[str, int], ...]
"""Amounts by name, in the order of `GOODS`: `(("wood", 4), ("stone", 3))`."""

MATERIALS = ("wood", "stone", "ore")
SUPPLY = (*MATERIALS, "ruby", "food", "gold", "grain", "vegetable")
"""What lies in the supply of a seat."""

FARM_ANIMALS = ("sheep", "donkey", "wild_boar", "cattle")
ANIMALS = ("dog", *FARM_ANIMALS)
"""What stands on the home board; dogs need no place."""

GOODS = (*SUPPLY, *ANIMALS)
CROPS = ("grain", "vegetable")
TOKENS_SOWN = {"grain": 3, "vegetable": 2}
"""Tokens on a field after sowing, the one from the supply included. Source: rule book p. 14."""

FOOD_VALUE = {"sheep": 1, "grain": 1, "donkey": 1, "wild_boar": 2, "vegetable": 2, "ruby": 2, "cattle": 3}
"""Food for one piece given by itself. Source: rule book p. 11."""

DONKEY_PAIR = 3
"""Food for two donkeys given together."""


def goods(**amounts: int) -> Goods:
    """Write amounts as goods; an unknown name or an amount below 1 is a slip of a declaration."""
    for name, n in amounts.items():
        assert name in GOODS and n > 0, f"no goods: {n} {name}"
    return tuple((name, amounts[name]) for name in GOODS if name in amounts)


def times(amounts: Goods, n: int) -> Goods:
    """Multiply every amount; nothing for n = 0."""
    return tuple((name, amount * n) for name, amount in amounts) if n else ()


def added(amounts: Iterable[tuple[str, int]]) -> Goods:
    """Add amounts up by name; what adds up to nothing is left out."""
    total: dict[str, int] = {}
    for name, n in amounts:
        total[name] = total.get(name, 0) + n
    return tuple((name, total[name]) for name in GOODS if total.get(name))


def covers(supply: Mapping[str, int], cost: Goods) -> bool:
    """Say whether the supply holds the cost."""
    return all(supply[name] >= n for name, n in cost)
