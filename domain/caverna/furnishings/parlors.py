"""Yellow tiles: parlors."""

from domain.caverna.board import NEIGHBOURS
from domain.caverna.declare import TILES, tile
from domain.caverna.goods import Goods, goods
from domain.caverna.state import State


def _dwellings_around(state: State, seat: int, cell: int) -> int:
    """Count dwellings next to the cell, the pre-printed one included."""
    return sum(TILES[name].group == "dwelling" and at in NEIGHBOURS[cell] for name, at in state.rooms[seat])


def _food(n: int) -> Goods:
    return goods(food=n) if n else ()


WEAVING_PARLOR = tile(
    "weaving_parlor", "Weaving parlor", title_fr="Tissage", group="parlor", cost=goods(wood=2, stone=1), intro=True,
    on_built=lambda state, seat, cell: _food(state.goods[seat]["sheep"]),
    score=lambda state, seat, cell: state.goods[seat]["sheep"] // 2,
    text="1 food per sheep at once; at the end 1 point for every 2 sheep.", cite="printed tile; appendix p. A5",
)  # fmt: skip

MILKING_PARLOR = tile(
    "milking_parlor", "Milking parlor", title_fr="Laiterie", group="parlor", cost=goods(wood=2, stone=2), intro=True,
    on_built=lambda state, seat, cell: _food(state.goods[seat]["cattle"]),
    score=lambda state, seat, cell: state.goods[seat]["cattle"],
    text="1 food per cattle at once; at the end 1 point for each cattle.", cite="printed tile; appendix p. A5",
)  # fmt: skip

STATE_PARLOR = tile(
    "state_parlor", "State parlor", title_fr="Hall d'assemblée", group="parlor", cost=goods(stone=3, gold=5),
    on_built=lambda state, seat, cell: _food(2 * _dwellings_around(state, seat, cell)),
    score=lambda state, seat, cell: 4 * _dwellings_around(state, seat, cell),
    text="2 food at once and 4 points at the end for every dwelling next to it.", cite="printed tile; appendix p. A5",
)  # fmt: skip

HUNTING_PARLOR = tile(
    "hunting_parlor", "Hunting parlor", title_fr="Salle des trophées", group="parlor", cost=goods(wood=2), points=1,
    intro=True, trades=((goods(wild_boar=2), goods(gold=2, food=2)),),
    text="Any time: 2 wild boars for 2 gold and 2 food.", cite="printed tile; appendix p. A5",
)  # fmt: skip

BEER_PARLOR = tile(
    "beer_parlor", "Beer parlor", title_fr="Brasserie", group="parlor", cost=goods(wood=2), points=3, intro=True,
    trades=((goods(grain=2), goods(gold=3)), (goods(grain=2), goods(food=4))),
    text="Any time: 2 grain for 3 gold or for 4 food.", cite="printed tile; appendix p. A5",
)  # fmt: skip

BLACKSMITHING_PARLOR = tile(
    "blacksmithing_parlor", "Blacksmithing parlor", title_fr="Forge", group="parlor", cost=goods(ore=3), points=2,
    trades=((goods(ruby=1, ore=1), goods(gold=2, food=1)),),
    text="Any time: 1 ruby and 1 ore for 2 gold and 1 food.", cite="printed tile; appendix p. A5",
)  # fmt: skip
