"""Yellow tiles: storages."""

from domain.caverna.acts import tiles_of
from domain.caverna.declare import colour, tile
from domain.caverna.goods import goods

STONE_STORAGE = tile(
    "stone_storage", "Stone storage", title_fr="Réserve de pierre", group="storage", cost=goods(wood=3, ore=1),
    intro=True, score=lambda state, seat, cell: state.goods[seat]["stone"],
    text="At the end 1 point for each stone.", cite="printed tile; appendix p. A6",
)  # fmt: skip

ORE_STORAGE = tile(
    "ore_storage", "Ore storage", title_fr="Réserve de minerai", group="storage", cost=goods(wood=1, stone=2),
    intro=True, score=lambda state, seat, cell: state.goods[seat]["ore"] // 2,
    text="At the end 1 point for every 2 ore.", cite="printed tile; appendix p. A6",
)  # fmt: skip

SPARE_PART_STORAGE = tile(
    "spare_part_storage", "Spare part storage", title_fr="Surplus", group="storage", cost=goods(wood=2), points=0,
    trades=((goods(wood=1, stone=1, ore=1), goods(gold=2)),), pair="spare_parts",
    text="Any time: 1 wood, 1 stone and 1 ore for 2 gold.", cite="printed tile; appendix p. A6",
)  # fmt: skip

MAIN_STORAGE = tile(
    "main_storage", "Main storage", title_fr="Réserve principale", group="storage", cost=goods(wood=2, stone=1),
    intro=True, score=lambda state, seat, cell: 2 * sum(colour(made) == "yellow" for made in tiles_of(state, seat)),
    text="At the end 2 points for each yellow tile you own, this one included.", cite="printed tile; appendix p. A6",
)  # fmt: skip

WEAPON_STORAGE = tile(
    "weapon_storage", "Weapon storage", title_fr="Armurerie", group="storage", cost=goods(wood=3, stone=2),
    intro=True, score=lambda state, seat, cell: 3 * sum(weapon > 0 for weapon in state.weapons[seat]),
    text="At the end 3 points for each armed dwarf.", cite="printed tile; appendix p. A6",
)  # fmt: skip

SUPPLIES_STORAGE = tile(
    "supplies_storage", "Supplies storage", title_fr="Réserve d'équipement", group="storage",
    cost=goods(food=3, wood=1), score=lambda state, seat, cell: 8 if all(state.weapons[seat]) else 0,
    text="At the end 8 points if all your dwarfs are armed.", cite="printed tile; appendix p. A6",
)  # fmt: skip
