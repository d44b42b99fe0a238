"""Spaces that are in play with every number of seats."""

from domain.caverna.declare import space
from domain.caverna.goods import goods
from domain.caverna.vocabulary import all_of, and_or, and_then_or, furnish, gain, gain_if, sow, take_all, twin

EVERY = (1, 2, 3, 4, 5, 6, 7)

RUBY_MINING = space(
    "ruby_mining", "Ruby mining", title_fr="Extraction de rubis", seats=EVERY,
    stock=(goods(ruby=1), goods(ruby=1)), dry=((2, 1), (2, 2)),
    does=all_of(take_all(), gain_if("ruby_mine", 1, ruby=1)),
    text="Take all rubies; 1 more if you have a ruby mine.", cite="rule book p. 17, p. 24",
)  # fmt: skip

HOUSEWORK = space(
    "housework", "Housework", title_fr="Travaux domestiques", seats=EVERY,
    does=and_or(gain(dog=1), furnish()),
    text="Take a dog and/or furnish a cavern.", cite="rule book p. 14",
)  # fmt: skip

SLASH_AND_BURN = space(
    "slash_and_burn", "Slash-and-burn", title_fr="Culture sur brûlis", seats=EVERY,
    does=and_then_or(twin("meadow_field"), sow()),
    text="Lay a meadow and field tile and then/or sow.", cite="rule book p. 13-14",
)  # fmt: skip
