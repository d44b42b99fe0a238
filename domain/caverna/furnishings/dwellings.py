"""Dwellings: room for dwarfs."""

from domain.caverna.declare import Container, tile
from domain.caverna.goods import goods
from domain.caverna.state import State


def two_of_a_kind(name: str, cell: int) -> list[Container]:
    """Make the container of a dwelling that shelters two farm animals of one kind."""
    return [Container(name, (cell,), 2)]


def _in_the_entry(state: State, seat: int, cell: int) -> list[Container]:
    return two_of_a_kind(ENTRY_LEVEL.name, cell)


def _in_the_mixed(state: State, seat: int, cell: int) -> list[Container]:
    return two_of_a_kind(MIXED.name, cell)


ENTRY_LEVEL = tile(
    "entry_level_dwelling", "Entry-level dwelling", title_fr="entrée de la caverne", group="dwelling", cost=(),
    points=0, intro=True, printed=True, sleeps=2, houses=_in_the_entry,
    text="Room for 2 dwarfs and for 2 farm animals of one kind.", cite="rule book p. 5, p. 20",
)  # fmt: skip

DWELLING = tile(
    "dwelling", "Dwelling", title_fr="Habitation", group="dwelling", cost=goods(wood=4, stone=3), points=3,
    intro=True, unlimited=True, sleeps=1,
    text="Room for 1 dwarf. There are as many of these as anybody wants.", cite="rule book p. 15; printed tile",
)  # fmt: skip

SIMPLE_4_2 = tile(
    "simple_dwelling_4_2", "Simple dwelling (4 wood, 2 stone)", title_fr="Habitation rudimentaire", group="dwelling",
    cost=goods(wood=4, stone=2), points=0, intro=True, sleeps=1,
    text="Room for 1 dwarf.", cite="printed tile",
)  # fmt: skip

SIMPLE_3_3 = tile(
    "simple_dwelling_3_3", "Simple dwelling (3 wood, 3 stone)", title_fr="Habitation rudimentaire", group="dwelling",
    cost=goods(wood=3, stone=3), points=0, intro=True, sleeps=1,
    text="Room for 1 dwarf.", cite="printed tile",
)  # fmt: skip

MIXED = tile(
    "mixed_dwelling", "Mixed dwelling", title_fr="Habitation mixte", group="dwelling",
    cost=goods(wood=5, stone=4), points=4, sleeps=1, houses=_in_the_mixed,
    text="Room for 1 dwarf and for 2 farm animals of one kind.", cite="printed tile",
)  # fmt: skip

COUPLE = tile(
    "couple_dwelling", "Couple dwelling", title_fr="Habitation conjugale", group="dwelling",
    cost=goods(wood=8, stone=6), points=5, sleeps=2,
    text="Room for 2 dwarfs.", cite="printed tile",
)  # fmt: skip

ADDITIONAL = tile(
    "additional_dwelling", "Additional dwelling", title_fr="Habitation supplémentaire", group="dwelling",
    cost=goods(wood=4, stone=3), points=5, sleeps=lambda dwarfs: int(dwarfs >= 5), permits="sixth_dwarf",
    text="Room for a sixth dwarf, and for no other.", cite="printed tile; rule book p. 16",
)  # fmt: skip
