"""Points for guesses, the diversity scale, and the final score."""

from domain.core.agenda import conclude, tell
from domain.core.game import Score
from domain.tiwanaku.material import TERRAINS, TOP_LEVEL, rating_of
from domain.tiwanaku.state import CROPS_PART, CUBES_PART, DIVERSITY_PART, FINISHED, MISTAKES_PART, Tiwanaku

PARTS = ("crops", "diversity", "mistakes", "cubes")


def advance(levels: list[int], crop: int) -> tuple[int, int]:
    """Move the diversity stone of a crop up, in place; return its level and the bonus points.

    The bonus is the number of the seat's stones on exactly the level entered; a stone on the top level
    stays there and brings 1. Source: rules, section 11.
    """
    level = levels[crop - 1]
    if level == TOP_LEVEL:
        return level, 1
    levels[crop - 1] = level = level + 1
    return level, levels.count(level)


def score_guess(state: Tiwanaku, seat: int, announced: int, actual: int) -> tuple[int, int, int]:
    """Score a guess, in place; return points without bonus, level of the stone, and bonus.

    Source: rules, section 10.2.
    """
    parts = state.parts[seat]
    if announced != actual:
        parts[MISTAKES_PART] -= actual
        return -actual, state.levels[seat][actual - 1], 0
    level, bonus = advance(state.levels[seat], actual)
    parts[CROPS_PART] += actual
    parts[DIVERSITY_PART] += bonus
    return actual, level, bonus


def finish(state: Tiwanaku) -> None:
    """Count a point for every cube, publish the land, and end the game. Source: rules, section 13."""
    for seat, cubes in enumerate(state.cubes):
        state.parts[seat][CUBES_PART] = sum(cubes)
    state.phase = FINISHED
    conclude(state)
    tell(
        state,
        "game_ended",
        scores=[state.points(seat) for seat in range(state.seats)],
        winners=[score.seat for score in sheet(state) if score.won],
        rating=rating(state),
        seed=state.seed,
        salt=state.salt,
        land=state.land().text(),
    )


def is_challenge(state: Tiwanaku) -> bool:
    """Say whether the result is a rating: alone, or with one common total. Source: rules, 15.1."""
    return state.cooperative or state.seats == 1


def total(state: Tiwanaku) -> int:
    """Return the points of all seats together."""
    return sum(state.points(seat) for seat in range(state.seats))


def rating(state: Tiwanaku) -> str | None:
    """Return the rating of the common total, None where seats play against each other."""
    return rating_of(state.size, total(state)) if is_challenge(state) else None


def sheet(state: Tiwanaku) -> tuple[Score, ...]:
    """Return the score sheet; most points win, ties share, a common total is won by all."""
    points = [state.points(seat) for seat in range(state.seats)]
    best = max(points)
    return tuple(
        Score(
            seat=seat,
            points=points[seat],
            parts=dict(zip(PARTS, state.parts[seat], strict=True)),
            won=(state.cooperative or points[seat] == best) if state.over else None,
            rating=rating(state) if state.over else None,
        )
        for seat in range(state.seats)
    )


def named_cubes(counts: list[int]) -> dict[str, int]:
    """Return counts by terrain as a document."""
    return dict(zip(TERRAINS, counts, strict=True))
