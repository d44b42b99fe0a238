"""The additional board for six and seven seats, and the one that a seventh seat adds."""

from domain.caverna.declare import space
from domain.caverna.goods import goods
from domain.caverna.vocabulary import (
    all_of,
    and_or,
    and_then_or,
    either_or_both_once,
    expedition,
    fences,
    gain,
    imitate,
    market,
    sow,
    take_all,
    twin,
)  # fmt: skip

SIX_SEVEN, SEVEN = (6, 7), (7,)

DEPOT = space(
    "depot_6_7", "Depot", title_fr="Dépôt", seats=SIX_SEVEN,
    stock=(goods(wood=1, ore=1), goods(wood=1, ore=1)), does=take_all(),
    text="Take all wood and ore.", cite="printed board",
)  # fmt: skip

DRIFT_MINING = space(
    "drift_mining_6_7", "Drift mining", title_fr="Creusement de galerie", seats=SIX_SEVEN,
    stock=(goods(stone=1), goods(stone=1)), does=and_or(take_all(), twin("cavern_tunnel")),
    text="Take all stone and/or lay a cavern and tunnel tile.", cite="printed board",
)  # fmt: skip

WEEKLY_MARKET = space(
    "weekly_market_6_7", "Weekly market", title_fr="Aller au marché", seats=SIX_SEVEN,
    does=and_then_or(
        gain(gold=4),
        market(dog=2, sheep=1, donkey=1, wild_boar=2, cattle=3, wood=1, stone=1, ore=1, grain=1, vegetable=2),
    ),
    text="Take 4 gold and then/or buy goods and animals, each once.", cite="printed board; rule book p. 18",
)  # fmt: skip

IMITATION_6_7 = space(
    "imitation_6_7", "Imitation", title_fr="Imitation", seats=SIX_SEVEN, imitable=False, does=imitate(1),
    text="Pay 1 food and use a space that an opponent occupies.", cite="printed board",
)  # fmt: skip

HARDWARE_RENTAL = space(
    "hardware_rental_6_7", "Hardware rental", title_fr="Location d'équipement", seats=SIX_SEVEN,
    does=and_then_or(gain(wood=2), expedition(2), sow()),
    text="Take 2 wood and then/or go on an expedition of level 2 and then/or sow.", cite="printed board",
)  # fmt: skip

FENCE_BUILDING = space(
    "fence_building_6_7", "Fence building", title_fr="Construction de clôtures", seats=SIX_SEVEN,
    stock=(goods(wood=2), goods(wood=1)), does=and_then_or(take_all(), fences()),
    text="Take all wood and then/or build fences.", cite="printed board",
)  # fmt: skip

LARGE_DEPOT = space(
    "large_depot", "Large depot", title_fr="Grand dépôt", seats=SEVEN,
    stock=(goods(wood=2, ore=1, stone=1), goods(wood=1, ore=1, stone=1)), does=take_all(),
    text="Take all wood, ore and stone.", cite="printed board",
)  # fmt: skip

IMITATION_7 = space(
    "imitation_7", "Imitation", title_fr="Imitation", seats=SEVEN, imitable=False, does=imitate(0),
    text="Use a space that an opponent occupies.", cite="printed board",
)  # fmt: skip

EXTENSION = space(
    "extension", "Extension", title_fr="Agrandissement", seats=SEVEN,
    does=either_or_both_once(
        all_of(twin("meadow_field"), gain(wood=1)),
        all_of(twin("cavern_tunnel"), gain(stone=1)),
    ),
    text="Either lay a meadow and field tile and take 1 wood, or a cavern and tunnel tile and 1 stone.",
    cite="printed board; rule book p. 13",
)  # fmt: skip
