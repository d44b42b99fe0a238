"""Green tiles for food."""

from domain.caverna.board import MINES
from domain.caverna.declare import tile
from domain.caverna.goods import goods
from domain.caverna.state import State

_FOOD_FOR_NEWBORN = (0, 1, 2, 3, 5)


def _donkeys_in_mines(state: State, seat: int) -> int:
    """Count donkeys that can stand in mines: there they need no other place, so all that can do."""
    mines = sum(state.land[seat].count(kind) for kind in MINES)
    return min(mines, state.goods[seat]["donkey"])


SLAUGHTERING_CAVE = tile(
    "slaughtering_cave", "Slaughtering cave", title_fr="Grotte-abattoir", group="food", cost=goods(wood=2, stone=2),
    points=2, intro=True, slaughter=1,
    text="1 more food for every farm animal you turn into food.", cite="printed tile; appendix p. A5",
)  # fmt: skip

COOKING_CAVE = tile(
    "cooking_cave", "Cooking cave", title_fr="Grotte-cuisine", group="food", cost=goods(stone=2), points=2, intro=True,
    trades=((goods(grain=1, vegetable=1), goods(food=5)),),
    text="Any time: 1 grain and 1 vegetable for 5 food.", cite="printed tile; appendix p. A5",
)  # fmt: skip

WORKING_CAVE = tile(
    "working_cave", "Working cave", title_fr="Grotte de séjour", group="food", cost=goods(wood=1, stone=1), points=2,
    intro=True, feeds=(goods(wood=1), goods(stone=1), goods(ore=2)),
    text="In each feeding 1 wood, 1 stone or 2 ore may feed one dwarf.", cite="printed tile; appendix p. A5",
)  # fmt: skip

MINING_CAVE = tile(
    "mining_cave", "Mining cave", title_fr="Grotte minière", group="food", cost=goods(wood=3, stone=2), points=2,
    spares=_donkeys_in_mines,
    text="In each feeding 1 food less for every donkey in a mine.", cite="printed tile; appendix p. A5",
)  # fmt: skip

BREEDING_CAVE = tile(
    "breeding_cave", "Breeding cave", title_fr="Grotte d'élevage", group="food", cost=goods(grain=1, stone=1), points=2,
    on_bred=lambda kinds: goods(food=_FOOD_FOR_NEWBORN[len(kinds)]),
    text="1, 2, 3 or 5 food for 1, 2, 3 or 4 newborn animals.", cite="printed tile; appendix p. A5",
)  # fmt: skip

PEACEFUL_CAVE = tile(
    "peaceful_cave", "Peaceful cave", title_fr="Grotte paisible", group="food", cost=goods(wood=2, stone=2), points=2,
    permits="disarming",
    text="Any time: give up a weapon for food equal to its strength.", cite="printed tile; appendix p. A5",
)  # fmt: skip
