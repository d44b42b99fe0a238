"""The additional board for five seats."""

from domain.caverna.declare import space
from domain.caverna.goods import goods
from domain.caverna.vocabulary import (
    and_or,
    and_then_or,
    expedition,
    fences,
    gain,
    imitate,
    market,
    sow,
    take_all,
    twin,
)

FIVE = (5,)

DEPOT = space(
    "depot_5", "Depot", title_fr="Dépôt", seats=FIVE,
    stock=(goods(wood=1, ore=1), goods(wood=1, ore=1)), does=take_all(),
    text="Take all wood and ore.", cite="printed board",
)  # fmt: skip

SMALL_SCALE_DRIFT_MINING = space(
    "small_scale_drift_mining", "Small-scale drift mining", title_fr="Petit creusement de galerie", seats=FIVE,
    does=and_or(gain(stone=1), twin("cavern_tunnel")),
    text="Take 1 stone and/or lay a cavern and tunnel tile.", cite="printed board",
)  # fmt: skip

WEEKLY_MARKET = space(
    "weekly_market_5", "Weekly market", title_fr="Aller au marché", seats=FIVE,
    does=and_then_or(
        gain(gold=4),
        market(dog=2, sheep=1, donkey=1, wild_boar=2, cattle=3, wood=1, stone=1, ore=1, grain=1, vegetable=2),
    ),
    text="Take 4 gold and then/or buy goods and animals, each once.", cite="printed board; rule book p. 18",
)  # fmt: skip

IMITATION = space(
    "imitation_5", "Imitation", title_fr="Imitation", seats=FIVE, imitable=False, does=imitate(4),
    text="Pay 4 food and use a space that an opponent occupies.", cite="printed board",
)  # fmt: skip

HARDWARE_RENTAL = space(
    "hardware_rental_5", "Hardware rental", title_fr="Location d'équipement", seats=FIVE,
    does=and_then_or(expedition(2), sow()),
    text="Go on an expedition of level 2 and then/or sow.", cite="printed board",
)  # fmt: skip

FENCE_BUILDING = space(
    "fence_building_5", "Fence building", title_fr="Construction de clôtures", seats=FIVE,
    stock=(goods(wood=1), goods(wood=1)), does=and_then_or(take_all(), fences()),
    text="Take all wood and then/or build fences.", cite="printed board",
)  # fmt: skip
