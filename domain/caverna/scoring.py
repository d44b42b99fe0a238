"""Points and their parts. Source: rule book p. 6, p. 23."""

from domain.caverna.declare import TILES
from domain.caverna.furnishings.chambers import crops_of, losses
from domain.caverna.goods import ANIMALS
from domain.caverna.state import State
from domain.core.game import Score

PASTURE_POINTS = {1: 2, 2: 4}
"""By the number of meadows."""

MINE_POINTS = {"ore_mine": 3, "ruby_mine": 4}


def bonus_by_tile(state: State, seat: int) -> dict[str, int]:
    """Return what every tile with a formula is worth now."""
    found = {}
    for name, cell in state.rooms[seat]:
        formula = TILES[name].score
        if formula is not None:
            found[name] = formula(state, seat, cell)
    return found


def parts(state: State, seat: int) -> dict[str, int]:
    """Return the points of a seat by category, as if the game ended now."""
    mine, minus = state.goods[seat], losses(state, seat)
    return {
        "animals_and_dogs": sum(mine[kind] for kind in ANIMALS),
        "missing_kinds": minus["missing_kinds"],
        "grain": (crops_of(state, seat, "grain") + 1) // 2,
        "vegetables": crops_of(state, seat, "vegetable"),
        "rubies": mine["ruby"],
        "dwarfs": len(state.weapons[seat]),
        "unused_spaces": minus["unused_spaces"],
        "pastures": sum(PASTURE_POINTS[len(cells)] for cells in state.pastures[seat]),
        "mines": sum(points * state.land[seat].count(kind) for kind, points in MINE_POINTS.items()),
        "furnishing_printed": sum(TILES[name].points or 0 for name, _ in state.rooms[seat]),
        "bonus": sum(bonus_by_tile(state, seat).values()),
        "gold": mine["gold"],
        "begging": minus["begging"],
    }


def winners(totals: list[int]) -> list[int]:
    """Return the seats with the most points: they share the victory. Source: rule book p. 23."""
    return [seat for seat, total in enumerate(totals) if total == max(totals)]


def sheet(state: State) -> tuple[Score, ...]:
    """Return the score of every seat; a solo game has points and their parts, and no other rating."""
    by_seat = [parts(state, seat) for seat in range(state.seats)]
    best = winners([sum(mine.values()) for mine in by_seat])
    return tuple(
        Score(seat, sum(mine.values()), mine, won=seat in best if state.over else None)
        for seat, mine in enumerate(by_seat)
    )
