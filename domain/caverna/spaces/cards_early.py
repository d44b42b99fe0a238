"""Round cards of the stages 1 and 2."""

from domain.caverna.declare import space
from domain.caverna.goods import goods
from domain.caverna.spaces.any_number import EVERY
from domain.caverna.vocabulary import (
    all_of,
    and_then_or,
    either_or,
    expedition,
    fences_and_stable,
    forge,
    furnish,
    gain,
    growth,
    ruby_mine,
    take_all,
    then_optional,
    twin,
)  # fmt: skip

STAGE_1 = (1, 2, 3)

BLACKSMITHING = space(
    "blacksmithing", "Blacksmithing", title_fr="Forge", seats=EVERY, rounds=STAGE_1, solo_round=1,
    does=and_then_or(forge(), expedition(3)),
    text="Forge a weapon and then/or go on an expedition of level 3.", cite="printed card; rule book p. 20",
)  # fmt: skip

SHEEP_FARMING = space(
    "sheep_farming", "Sheep farming", title_fr="Élevage de moutons", seats=EVERY, rounds=STAGE_1, solo_round=2,
    stock=(goods(sheep=1), goods(sheep=1)), does=and_then_or(fences_and_stable(), take_all()),
    text="Build fences and/or a stable, and then/or take all sheep.", cite="printed card; rule book p. 18-19",
)  # fmt: skip

ORE_MINE_CONSTRUCTION = space(
    "ore_mine_construction", "Ore mine construction", title_fr="Construction de mine de minerai", seats=EVERY,
    rounds=STAGE_1, solo_round=3,
    does=and_then_or(all_of(twin("ore_mine_deep_tunnel"), gain(ore=3)), expedition(2)),
    text="Lay an ore mine and deep tunnel tile for 3 ore, and then/or go on an expedition of level 2.",
    cite="printed card; rule book p. 16",
)  # fmt: skip

WISH_FOR_CHILDREN = space(
    "wish_for_children", "Wish for children", title_fr="Désir d'enfant", seats=EVERY, rounds=(4,), solo_round=4,
    does=either_or(growth(), furnish("dwelling")),
    text="Either have a child or furnish a dwelling.", cite="printed card; rule book p. 7, p. 15",
)  # fmt: skip

URGENT_WISH_FOR_CHILDREN = space(
    "urgent_wish_for_children", "Urgent wish for children", title_fr="Désir d'enfant urgent", seats=EVERY,
    back_of=WISH_FOR_CHILDREN.name,
    does=either_or(then_optional(furnish("dwelling"), growth()), gain(gold=3)),
    text="Either furnish a dwelling and then have a child, or take 3 gold.", cite="printed card; rule book p. 9",
)  # fmt: skip

DONKEY_FARMING = space(
    "donkey_farming", "Donkey farming", title_fr="Élevage d'ânes", seats=EVERY, rounds=(5, 6), solo_round=5,
    stock=(goods(donkey=1), goods(donkey=1)), does=and_then_or(fences_and_stable(), take_all()),
    text="Build fences and/or a stable, and then/or take all donkeys.", cite="printed card; rule book p. 18-19",
)  # fmt: skip

RUBY_MINE_CONSTRUCTION = space(
    "ruby_mine_construction", "Ruby mine construction", title_fr="Construction de mine de rubis", seats=EVERY,
    rounds=(5, 6), solo_round=6,
    does=either_or(ruby_mine("tunnel"), all_of(ruby_mine("deep_tunnel"), gain(ruby=1))),
    text="Lay a ruby mine either on a tunnel, or on a deep tunnel with 1 ruby.", cite="printed card; rule book p. 17",
)  # fmt: skip
