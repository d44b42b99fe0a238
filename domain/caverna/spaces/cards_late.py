"""Round cards of the stages 3 and 4."""

from domain.caverna.declare import space
from domain.caverna.goods import goods
from domain.caverna.spaces.any_number import EVERY
from domain.caverna.spaces.cards_early import WISH_FOR_CHILDREN
from domain.caverna.vocabulary import (
    all_of,
    and_or,
    and_then_or,
    exchange_up_to,
    expedition,
    forge,
    gain_if,
    gain_per,
    growth,
    sow,
    take_all,
    then_optional,
)  # fmt: skip

STAGE_3, STAGE_4 = (7, 8, 9), (10, 11, 12)

ORE_DELIVERY = space(
    "ore_delivery", "Ore delivery", title_fr="Livraison de minerai", seats=EVERY, rounds=STAGE_3, solo_round=7,
    stock=(goods(stone=1, ore=1), goods(stone=1, ore=1)), does=all_of(take_all(), gain_per("ore_mine", ore=2)),
    text="Take all stone and ore, and 2 ore for each of your ore mines.", cite="printed card; rule book p. 17",
)  # fmt: skip

FAMILY_LIFE = space(
    "family_life", "Family life", title_fr="Vie de famille", seats=EVERY, rounds=STAGE_3, solo_round=8,
    flips=WISH_FOR_CHILDREN.name, does=and_or(growth(), sow()),
    text="Have a child and/or sow. Its appearance turns over the card of round 4.",
    cite="printed card; rule book p. 7",
)  # fmt: skip

EXPLORATION = space(
    "exploration", "Exploration", title_fr="Expédition", seats=(3, 4, 5, 6, 7), rounds=STAGE_3,
    does=expedition(4),
    text="Go on an expedition of level 4.", cite="printed card; rule book p. 3",
)  # fmt: skip

ORE_TRADING = space(
    "ore_trading", "Ore trading", title_fr="Commerce de minerai", seats=EVERY, rounds=STAGE_4, solo_round=10,
    does=exchange_up_to(3, goods(ore=2), goods(gold=2, food=1)),
    text="Up to three times, give 2 ore for 2 gold and 1 food.", cite="printed card; rule book p. 18",
)  # fmt: skip

ADVENTURE = space(
    "adventure", "Adventure", title_fr="Aventure", seats=EVERY, rounds=STAGE_4, solo_round=11,
    does=and_then_or(forge(), then_optional(expedition(1), expedition(1))),
    text="Forge a weapon and then/or go on an expedition of level 1, and then on another.",
    cite="printed card; rule book p. 9, p. 20",
)  # fmt: skip

RUBY_DELIVERY = space(
    "ruby_delivery", "Ruby delivery", title_fr="Livraison de rubis", seats=EVERY, rounds=STAGE_4, solo_round=12,
    stock=(goods(ruby=2), goods(ruby=1)), does=all_of(take_all(), gain_if("ruby_mine", 2, ruby=1)),
    text="Take all rubies; 1 more if you have two ruby mines.", cite="printed card; rule book p. 17",
)  # fmt: skip
