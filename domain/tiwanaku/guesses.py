"""One guess at a crop: what is listed, why not, and what follows. Source: rules, section 10."""

from domain.core.agenda import tell
from domain.core.choices import Choice
from domain.tiwanaku.material import CROPS
from domain.tiwanaku.scoring import score_guess
from domain.tiwanaku.state import RESERVE, Tiwanaku

IDS = ("e1", "e2", "e3", "e4", "e5")
"""Names of a seat's explorers."""

EXPLORER = {name: number for number, name in enumerate(IDS)}


def guesses(state: Tiwanaku, seat: int, verb: str) -> list[Choice]:
    """List every guess of a seat: always all five crops, whatever could be deduced."""
    return [(verb, IDS[number], crop) for number in state.eligible(seat) for crop in CROPS]


def is_own(state: Tiwanaku, seat: int, explorer: str) -> bool:
    """Say whether a seat has an explorer of this name."""
    return EXPLORER.get(explorer, len(IDS)) < len(state.explorers[seat])


def why_no_guess(state: Tiwanaku, seat: int, explorer: str, crop: int) -> str | None:
    """Return the rules' code for a guess that is not possible, or None."""
    if not is_own(state, seat, explorer):
        return "not_your_explorer"
    cell = state.explorers[seat][EXPLORER[explorer]]
    if cell == RESERVE:
        return "not_on_board"
    if state.planted >> cell & 1:
        return "already_cultivated"
    return None if crop in CROPS else "bad_crop"


def guess(state: Tiwanaku, seat: int, explorer: str, crop: int) -> bool:
    """Compare a guess with the land, plant the true crop and score, in place; say if it was right."""
    cell = state.explorers[seat][EXPLORER[explorer]]
    actual = state.crop_at(cell)
    state.planted |= 1 << cell
    state.grown = True
    points, level, bonus = score_guess(state, seat, crop, actual)
    tell(
        state,
        "divination_resolved",
        seat=seat,
        explorer=explorer,
        cell=state.board.names[cell],
        announced=crop,
        actual=actual,
        correct=crop == actual,
        points=points,
        level=level,
        bonus=bonus,
    )
    return crop == actual
