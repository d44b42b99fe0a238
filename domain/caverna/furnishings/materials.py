"""Green tiles for building materials: discounts, supplies, triggers."""

from domain.caverna.declare import tile
from domain.caverna.goods import Goods, goods
from domain.caverna.state import State


def _ore_from_mines(state: State, seat: int) -> Goods:
    """Give 1 ore for every ore mine with a donkey; donkeys stand in ore mines first, which costs no place."""
    n = min(state.land[seat].count("ore_mine"), state.goods[seat]["donkey"])
    return goods(ore=n) if n else ()


CARPENTER = tile(
    "carpenter", "Carpenter", title_fr="Menuisier", group="building_material", cost=goods(stone=1), points=0,
    intro=True, discount=(("furnish", "wood", 1), ("fence", "wood", 1)),
    text="Furnishings and pastures cost you 1 wood less each.", cite="printed tile; appendix p. A4",
)  # fmt: skip

STONE_CARVER = tile(
    "stone_carver", "Stone carver", title_fr="Tailleur de pierre", group="building_material", cost=goods(wood=1),
    points=1, intro=True, on_built=goods(stone=2), discount=(("furnish", "stone", 1), ("stable", "stone", 1)),
    text="2 stone at once. Furnishings and stables cost you 1 stone less each.", cite="printed tile; appendix p. A4",
)  # fmt: skip

BLACKSMITH = tile(
    "blacksmith", "Blacksmith", title_fr="Forgeron", group="building_material", cost=goods(wood=1, stone=2), points=3,
    intro=True, on_built=goods(ore=2), discount=(("forge", "ore", 2),),
    text="2 ore at once. Weapons cost you 2 ore less.", cite="printed tile; appendix p. A4",
)  # fmt: skip

MINER = tile(
    "miner", "Miner", title_fr="Mineur", group="building_material", cost=goods(wood=1, stone=1), points=3,
    each_round=_ore_from_mines,
    text="At the start of each round 1 ore for every ore mine with a donkey.", cite="printed tile; appendix p. A4",
)  # fmt: skip

BUILDER = tile(
    "builder", "Builder", title_fr="Bâtisseur", group="building_material", cost=goods(stone=1), points=2,
    substitute=(("wood", "ore"), ("stone", "ore")),
    text="For a furnishing 1 ore may stand for 1 wood, and 1 ore for 1 stone.", cite="printed tile; appendix p. A4",
)  # fmt: skip

TRADER = tile(
    "trader", "Trader", title_fr="Marchand de matériaux", group="building_material", cost=goods(wood=1), points=2,
    trades=((goods(gold=2), goods(wood=1, stone=1, ore=1)),), pair="spare_parts",
    text="Any time: 2 gold for 1 wood, 1 stone and 1 ore.", cite="printed tile; appendix p. A4",
)  # fmt: skip

WOOD_SUPPLIER = tile(
    "wood_supplier", "Wood supplier", title_fr="Fournisseur de bois", group="building_material", cost=goods(stone=1),
    points=2, intro=True, schedules=(goods(wood=1), 7),
    text="1 wood at the start of each of the next 7 rounds.", cite="printed tile; appendix p. A4",
)  # fmt: skip

STONE_SUPPLIER = tile(
    "stone_supplier", "Stone supplier", title_fr="Fournisseur de pierre", group="building_material", cost=goods(wood=1),
    points=1, intro=True, schedules=(goods(stone=1), 5),
    text="1 stone at the start of each of the next 5 rounds.", cite="printed tile; appendix p. A4",
)  # fmt: skip

RUBY_SUPPLIER = tile(
    "ruby_supplier", "Ruby supplier", title_fr="Fournisseur de rubis", group="building_material",
    cost=goods(wood=2, stone=2), points=2, intro=True, schedules=(goods(ruby=1), 4),
    text="1 ruby at the start of each of the next 4 rounds.", cite="printed tile; appendix p. A4",
)  # fmt: skip

DOG_SCHOOL = tile(
    "dog_school", "Dog school", title_fr="École de dressage", group="building_material", cost=(), points=0,
    on_gain=("dog", goods(wood=1)),
    text="1 wood for every dog you get from now on.", cite="printed tile; appendix p. A4",
)  # fmt: skip

QUARRY = tile(
    "quarry", "Quarry", title_fr="Carrière", group="building_material", cost=goods(wood=1), points=2,
    on_bred=lambda kinds: goods(stone=1) if "donkey" in kinds else (),
    text="1 stone for every newborn donkey.", cite="printed tile; appendix p. A4",
)  # fmt: skip

SEAM = tile(
    "seam", "Seam", title_fr="Filon", group="building_material", cost=goods(wood=2), points=1,
    on_gain=("stone", goods(ore=1)),
    text="1 ore for every stone you get from now on.", cite="printed tile; appendix p. A4",
)  # fmt: skip
