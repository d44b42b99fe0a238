"""The 23 items of the expedition list. Source: rule book p. 20-22; printed list."""

from domain.caverna.declare import loot
from domain.caverna.vocabulary import (
    breed,
    furnish,
    gain,
    large_pasture,
    single,
    small_pasture,
    sow,
    stable,
)  # fmt: skip

_CITE = "printed expedition list; rule book p. 22"

loot("all_weapons_plus_1", 1, sharpens=1, text="At the end every weapon of yours grows by 1.", cite=_CITE)
loot("dog", 1, does=gain(dog=1), text="1 dog.", cite=_CITE)
loot("wood", 1, does=gain(wood=1), text="1 wood.", cite=_CITE)
loot("sheep", 2, does=gain(sheep=1), text="1 sheep.", cite=_CITE)
loot("grain", 2, does=gain(grain=1), text="1 grain.", cite=_CITE)
loot("donkey", 3, does=gain(donkey=1), text="1 donkey.", cite=_CITE)
loot("stone", 3, does=gain(stone=1), text="1 stone.", cite=_CITE)
loot("vegetable", 4, does=gain(vegetable=1), text="1 vegetable.", cite=_CITE)
loot("two_ore", 4, does=gain(ore=2), text="2 ore.", cite=_CITE)
loot("wild_boar", 5, does=gain(wild_boar=1), text="1 wild boar.", cite=_CITE)
loot("two_gold", 6, does=gain(gold=2), text="2 gold.", cite=_CITE)
loot("furnish_cavern", 7, does=furnish(), text="Furnish a cavern at its price.", cite=_CITE)
loot("free_stable", 8, does=stable(), text="Place a stable for nothing.", cite=_CITE)
loot("tunnel", 9, does=single("tunnel"), text="Lay a tunnel.", cite=_CITE)
loot("small_pasture_for_1_wood", 9, does=small_pasture(wood=1), text="Fence a small pasture for 1 wood.", cite=_CITE)
loot("cattle", 10, does=gain(cattle=1), text="1 cattle.", cite=_CITE)
loot("large_pasture_for_2_wood", 10, does=large_pasture(wood=2), text="Fence a large pasture for 2 wood.", cite=_CITE)
loot("meadow", 11, does=single("meadow"), text="Lay a meadow.", cite=_CITE)
loot(
    "dwelling_for_2_wood_2_stone", 11, does=furnish("ordinary", wood=2, stone=2),
    text="Furnish an ordinary dwelling for 2 wood and 2 stone.", cite=_CITE,
)  # fmt: skip
loot("field", 12, does=single("field"), text="Lay a field.", cite=_CITE)
loot("sow", 12, does=sow(), text="Sow.", cite=_CITE)
loot("cavern", 14, does=single("cavern"), text="Lay a cavern.", cite=_CITE)
loot("breed_two", 14, does=breed(2), text="Breed up to two kinds of farm animals.", cite=_CITE)
