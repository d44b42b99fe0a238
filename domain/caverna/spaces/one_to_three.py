"""The basic board for one to three seats, and the board that a third seat adds."""

from domain.caverna.declare import space
from domain.caverna.goods import goods
from domain.caverna.vocabulary import (
    all_of,
    and_or,
    and_then_or,
    expedition,
    gain,
    gain_per,
    imitate,
    starting_player,
    take_all,
    twin,
)  # fmt: skip

DRIFT_MINING = space(
    "drift_mining_1_3", "Drift mining", title_fr="Creusement de galerie", seats=(2, 3),
    stock=(goods(stone=1), goods(stone=1)), does=and_or(take_all(), twin("cavern_tunnel")),
    text="Take all stone and/or lay a cavern and tunnel tile.", cite="printed board",
)  # fmt: skip

EXCAVATION = space(
    "excavation_1_3", "Excavation", title_fr="Excavation", seats=(1, 2, 3),
    stock=(goods(stone=1), goods(stone=1)), does=and_or(take_all(), twin("cavern_tunnel", "cavern_cavern")),
    text="Take all stone and/or lay a tile of cavern and tunnel or of two caverns.", cite="printed board",
)  # fmt: skip

STARTING_PLAYER = space(
    "starting_player_1_3", "Starting player", title_fr="Premier joueur", seats=(2, 3), imitable=False,
    stock=(goods(food=1), goods(food=1)), does=all_of(starting_player(), take_all(), gain(ore=2)),
    text="Become starting player, take all food, and 2 ore.", cite="printed board; rule book p. 22",
)  # fmt: skip

LOGGING = space(
    "logging_1_3", "Logging", title_fr="Abattage", seats=(1, 2, 3),
    stock=(goods(wood=3), goods(wood=1)), does=and_then_or(take_all(), expedition(1)),
    text="Take all wood and then/or go on an expedition of level 1.", cite="printed board",
)  # fmt: skip

SUPPLIES = space(
    "supplies", "Supplies", title_fr="Provisions", seats=(2, 3),
    does=gain(wood=1, stone=1, ore=1, food=1, gold=2),
    text="Take 1 wood, 1 stone, 1 ore, 1 food and 2 gold.", cite="printed board; rule book p. 16",
)  # fmt: skip

ORE_MINING = space(
    "ore_mining_1_3", "Ore mining", title_fr="Extraction de minerai", seats=(1, 2, 3),
    stock=(goods(ore=2), goods(ore=1)), does=all_of(take_all(), gain_per("ore_mine", ore=2)),
    text="Take all ore, and 2 more for each of your ore mines.", cite="printed board; rule book p. 17",
)  # fmt: skip

WOOD_GATHERING = space(
    "wood_gathering", "Wood gathering", title_fr="Ramassage de bois", seats=(1, 2, 3),
    stock=(goods(wood=1), goods(wood=1)), does=take_all(),
    text="Take all wood.", cite="printed board",
)  # fmt: skip

CLEARING = space(
    "clearing_1_3", "Clearing", title_fr="Défrichage", seats=(2, 3),
    stock=(goods(wood=1), goods(wood=1)), does=and_or(take_all(), twin("meadow_field")),
    text="Take all wood and/or lay a meadow and field tile.", cite="printed board",
)  # fmt: skip

SUSTENANCE = space(
    "sustenance_1_3", "Sustenance", title_fr="Subsistance", seats=(1, 2, 3),
    stock=(goods(food=1), goods(food=1)), does=and_or(all_of(take_all(), gain(grain=1)), twin("meadow_field")),
    text="Take all food and 1 grain, and/or lay a meadow and field tile.", cite="printed board",
)  # fmt: skip

STRIP_MINING = space(
    "strip_mining", "Strip mining", title_fr="Mine à ciel ouvert", seats=(3,),
    stock=(goods(ore=1), goods(stone=1)), does=all_of(take_all(), gain(wood=2)),
    text="Take all ore and stone, and 2 wood.", cite="printed board",
)  # fmt: skip

IMITATION = space(
    "imitation_3", "Imitation", title_fr="Imitation", seats=(3,), imitable=False, does=imitate(4),
    text="Pay 4 food and use a space that an opponent occupies.", cite="printed board; rule book p. 22",
)  # fmt: skip

FOREST_EXPLORATION = space(
    "forest_exploration_3", "Forest exploration", title_fr="Exploration de la forêt", seats=(3,),
    stock=(goods(wood=1), goods(wood=1)), does=all_of(take_all(), gain(vegetable=1)),
    text="Take all wood and 1 vegetable.", cite="printed board",
)  # fmt: skip
