"""The basic board for four to seven seats."""

from domain.caverna.declare import space
from domain.caverna.goods import goods
from domain.caverna.vocabulary import (
    all_of,
    and_or,
    and_then_or,
    either_or,
    expedition,
    gain,
    gain_per,
    growth,
    imitate,
    starting_player,
    take_all,
    twin,
)  # fmt: skip

MANY = (4, 5, 6, 7)

DRIFT_MINING = space(
    "drift_mining_4_7", "Drift mining", title_fr="Creusement de galerie", seats=MANY,
    stock=(goods(stone=2), goods(stone=2)), does=and_or(take_all(), twin("cavern_tunnel")),
    text="Take all stone and/or lay a cavern and tunnel tile.", cite="printed board",
)  # fmt: skip

EXCAVATION = space(
    "excavation_4_7", "Excavation", title_fr="Excavation", seats=MANY,
    stock=(goods(stone=2), goods(stone=1)), does=and_or(take_all(), twin("cavern_tunnel", "cavern_cavern")),
    text="Take all stone and/or lay a tile of cavern and tunnel or of two caverns.", cite="printed board",
)  # fmt: skip

STARTING_PLAYER = space(
    "starting_player_4_7", "Starting player", title_fr="Premier joueur", seats=MANY, imitable=False,
    stock=(goods(food=1), goods(food=1)), does=all_of(starting_player(), take_all(), gain(ruby=1)),
    text="Become starting player, take all food, and 1 ruby.", cite="printed board; rule book p. 22",
)  # fmt: skip

IMITATION = space(
    "imitation_4_7", "Imitation", title_fr="Imitation", seats=MANY, imitable=False, does=imitate(2),
    text="Pay 2 food and use a space that an opponent occupies.", cite="printed board; rule book p. 22",
)  # fmt: skip

LOGGING = space(
    "logging_4_7", "Logging", title_fr="Abattage", seats=MANY,
    stock=(goods(wood=3), goods(wood=3)), does=and_then_or(take_all(), expedition(1)),
    text="Take all wood and then/or go on an expedition of level 1.", cite="printed board",
)  # fmt: skip

FOREST_EXPLORATION = space(
    "forest_exploration_4_7", "Forest exploration", title_fr="Exploration de la forêt", seats=MANY,
    stock=(goods(wood=2), goods(wood=1)), does=all_of(take_all(), gain(food=2)),
    text="Take all wood and 2 food.", cite="printed board",
)  # fmt: skip

GROWTH = space(
    "growth", "Growth", title_fr="Croissance", seats=MANY,
    does=either_or(gain(wood=1, stone=1, ore=1, food=1, gold=2), growth()),
    text="Either take 1 wood, 1 stone, 1 ore, 1 food and 2 gold, or have a child.",
    cite="printed board; rule book p. 16",
)  # fmt: skip

CLEARING = space(
    "clearing_4_7", "Clearing", title_fr="Défrichage", seats=MANY,
    stock=(goods(wood=2), goods(wood=2)), does=and_or(take_all(), twin("meadow_field")),
    text="Take all wood and/or lay a meadow and field tile.", cite="printed board",
)  # fmt: skip

ORE_MINING = space(
    "ore_mining_4_7", "Ore mining", title_fr="Extraction de minerai", seats=MANY,
    stock=(goods(ore=3), goods(ore=2)), does=all_of(take_all(), gain_per("ore_mine", ore=2)),
    text="Take all ore, and 2 more for each of your ore mines.", cite="printed board; rule book p. 17",
)  # fmt: skip

SUSTENANCE = space(
    "sustenance_4_7", "Sustenance", title_fr="Subsistance", seats=MANY,
    stock=(goods(grain=1), goods(vegetable=1)), does=and_or(take_all(), twin("meadow_field")),
    text="Take all grain and vegetables and/or lay a meadow and field tile.", cite="printed board; rule book p. 7",
)  # fmt: skip
