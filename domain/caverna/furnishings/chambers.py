"""Yellow tiles: chambers."""

from domain.caverna.board import unused_cells
from domain.caverna.declare import tile
from domain.caverna.goods import FARM_ANIMALS, goods
from domain.caverna.state import State


def crops_of(state: State, seat: int, crop: str) -> int:
    """Count the tokens of a crop in the supply and on the fields."""
    on_fields: int = sum(tokens for _, kind, tokens in state.sown[seat] if kind == crop)
    return state.goods[seat][crop] + on_fields


def losses(state: State, seat: int) -> dict[str, int]:
    """Return the minus points by category, as negative numbers. Source: rule book p. 23."""
    return {
        "missing_kinds": -2 * sum(not state.goods[seat][kind] for kind in FARM_ANIMALS),
        "unused_spaces": -len(unused_cells(state, seat)),
        "begging": -3 * state.begging[seat],
    }


def _pairs_of_crops(state: State, seat: int, cell: int) -> int:
    return 2 * min(crops_of(state, seat, "grain"), crops_of(state, seat, "vegetable"))


BROOM_CHAMBER = tile(
    "broom_chamber", "Broom chamber", title_fr="Débarras", group="chamber", cost=goods(wood=1),
    score=lambda state, seat, cell: max(0, 5 * (len(state.weapons[seat]) - 4)),
    text="At the end 5 points for 5 dwarfs, 10 points for 6.", cite="printed tile; appendix p. A6",
)  # fmt: skip

TREASURE_CHAMBER = tile(
    "treasure_chamber", "Treasure chamber", title_fr="Salle du trésor", group="chamber", cost=goods(wood=1, stone=1),
    intro=True, score=lambda state, seat, cell: state.goods[seat]["ruby"],
    text="At the end 1 more point for each ruby.", cite="printed tile; appendix p. A6",
)  # fmt: skip

FOOD_CHAMBER = tile(
    "food_chamber", "Food chamber", title_fr="Garde-manger", group="chamber", cost=goods(wood=2, vegetable=2),
    intro=True, score=_pairs_of_crops,
    text="At the end 2 points for each pair of grain and vegetable, fields included.",
    cite="printed tile; appendix p. A6",
)  # fmt: skip

PRAYER_CHAMBER = tile(
    "prayer_chamber", "Prayer chamber", title_fr="Chapelle", group="chamber", cost=goods(wood=2),
    score=lambda state, seat, cell: 0 if any(state.weapons[seat]) else 8,
    text="At the end 8 points if none of your dwarfs is armed.", cite="printed tile; appendix p. A6",
)  # fmt: skip

WRITING_CHAMBER = tile(
    "writing_chamber", "Writing chamber", title_fr="Scriptorium", group="chamber", cost=goods(stone=2), points=0,
    intro=True, score=lambda state, seat, cell: min(7, -sum(losses(state, seat).values())),
    text="At the end it gives back up to 7 of your minus points.", cite="printed tile; rule book p. 23",
)  # fmt: skip

FODDER_CHAMBER = tile(
    "fodder_chamber", "Fodder chamber", title_fr="Réserve de fourrage", group="chamber", cost=goods(grain=2, stone=1),
    intro=True, score=lambda state, seat, cell: sum(state.goods[seat][kind] for kind in FARM_ANIMALS) // 3,
    text="At the end 1 point for every 3 farm animals.", cite="printed tile; rule book p. 6",
)  # fmt: skip
