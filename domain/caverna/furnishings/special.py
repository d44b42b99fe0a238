"""Green tiles that house animals or switch a rule."""

from domain.caverna.board import empty_fields, overhangs
from domain.caverna.declare import Container, tile
from domain.caverna.goods import goods
from domain.caverna.state import State


def _sheep_by_dwarfs(state: State, seat: int, cell: int) -> list[Container]:
    return [Container(CUDDLE_ROOM.name, (cell,), len(state.weapons[seat]), only="sheep")]


def _three_cattle(state: State, seat: int, cell: int) -> list[Container]:
    return [Container(BREAKFAST_ROOM.name, (cell,), 3, only="cattle")]


def _one_on_each_empty_field(state: State, seat: int, cell: int) -> list[Container]:
    return [Container("field", (field,), 1) for field in empty_fields(state, seat)]


CUDDLE_ROOM = tile(
    "cuddle_room", "Cuddle room", title_fr="Salle de repos", group="special", cost=goods(wood=1), points=2, intro=True,
    houses=_sheep_by_dwarfs,
    text="Houses as many sheep as you have dwarfs, newborn ones included.", cite="printed tile; appendix p. A3",
)  # fmt: skip

BREAKFAST_ROOM = tile(
    "breakfast_room", "Breakfast room", title_fr="Salle à manger", group="special", cost=goods(wood=1), points=0,
    intro=True, houses=_three_cattle,
    text="Houses 3 cattle.", cite="printed tile; appendix p. A3",
)  # fmt: skip

STUBBLE_ROOM = tile(
    "stubble_room", "Stubble room", title_fr="Stock de chaume", group="special", cost=goods(wood=1, ore=1), points=1,
    intro=True, houses=_one_on_each_empty_field,
    text="Each of your fields without crops houses 1 farm animal.", cite="printed tile; appendix p. A3",
)  # fmt: skip

WORK_ROOM = tile(
    "work_room", "Work room", title_fr="Atelier", group="special", cost=goods(stone=1), points=2,
    permits="rooms_in_tunnels",
    text="You may furnish tunnels and deep tunnels as well.", cite="printed tile; appendix p. A3",
)  # fmt: skip

GUEST_ROOM = tile(
    "guest_room", "Guest room", title_fr="Chambre d'amis", group="special", cost=goods(wood=1, stone=1), points=0,
    permits="both_parts",
    text="Where a space says either/or, you may do both in any order.", cite="printed tile; appendix p. A3",
)  # fmt: skip

OFFICE_ROOM = tile(
    "office_room", "Office room", title_fr="Bureau", group="special", cost=goods(stone=1), points=0,
    permits="overhang", on_laid=lambda cells: goods(gold=2) if overhangs(cells) else (),
    text="New twin tiles may lie half beside your board: 2 gold each time.", cite="printed tile; appendix p. A3",
)  # fmt: skip
