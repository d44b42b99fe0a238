"""Hands, development cards and stolen cards of Catan: two worlds that differ in them say the same to everybody else.

The worlds are laid out, so that the same things may be done in both; what is drawn in them comes of different seeds.
"""

from __future__ import annotations

from typing import Any

import pytest

from domain.catan_coffee.game import GAME
from domain.core.choices import Choice
from domain.core.game import Viewer
from tests.helpers.laid import LaidOut
from tests.helpers.pairs import options_of
from tests.helpers.services import state_of
from tests.helpers.twins import Twins
from tests.helpers.worlds import HOST, VIEWER, Setting, compare, live, marks, said
from tests.unit.domain.catan_coffee.scene import hand, scene

OTHER = 2
PIECES = {
    HOST: {"cities": ["2,-3,S", "0,-3,S"]},
    VIEWER: {"settlements": ["2,3,N"]},
    OTHER: {"settlements": ["1,2,S"]},
}
HANDS = (
    {HOST: hand(wool=3, grain=2, ore=2, brick=1), VIEWER: hand(ore=2, wool=1), OTHER: hand(ore=3, brick=1)},
    {HOST: hand(wool=2, grain=2, ore=3, brick=1), VIEWER: hand(ore=2, wool=1), OTHER: hand(ore=2, wool=1, brick=1)},
)
"""The bank, which everybody sees, holds the same in both."""
CARDS = (
    {HOST: [["knight", 3], ["monopoly", 4]], OTHER: [["victory_point", 2]]},
    {HOST: [["knight", 3], ["victory_point", 4]], OTHER: [["knight", 2]]},
)
SCRIPT: list[tuple[int, Choice]] = [
    (HOST, ("knight",)),
    (HOST, ("move_robber", "0,3", OTHER)),
    (HOST, ("buy_card",)),
    (VIEWER, ("offer", ("ore",), ("wool",), (HOST,))),
    (HOST, ("accept", 1)),
]
SEEDS = (b"\1" * 32, b"\2" * 32)


def table(kind: type[LaidOut] = LaidOut) -> Setting:
    """The two worlds under the same rules."""
    here, there = (
        kind(scene(players=3, pieces=PIECES, hands=hands, dev=cards)) for hands, cards in zip(HANDS, CARDS, strict=True)
    )
    return Setting((here, there), options_of(GAME))


def twins(length: int = len(SCRIPT)) -> Twins:
    """The beginning of the script, the same in both worlds."""
    return Twins(SEEDS, [(seat, choice, choice) for seat, choice in SCRIPT[:length]], differ=True)


def test_hands_cards_and_thefts_of_others_do_not_show() -> None:
    here, there = live(table(), twins())

    states = [state_of(world.house.service, world.game) for world in (here, there)]
    for hidden in ("hands", "cards"):
        for seat in (HOST, OTHER):
            assert getattr(states[0], hidden)[seat] != getattr(states[1], hidden)[seat]
    assert states[0].hands[VIEWER] == states[1].hands[VIEWER]
    compare(here, there)
    for world in (here, there):
        secrets, heard = marks(world), said(world)
        assert secrets and not [secret for secret in secrets if secret in heard]


class TellsHands(LaidOut):
    """Tells everybody how much wool the first seat holds."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**super().view(state, viewer), "turn": state.hands[HOST][2]}


class TellsCards(LaidOut):
    """Counts cards with points as if they were played."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        held = sum(name == "victory_point" for name, _ in state.cards[HOST])
        return {**super().view(state, viewer), "turn": held}


@pytest.mark.parametrize("flawed", [TellsHands, TellsCards])
def test_a_leak_of_hands_or_cards_is_found(flawed: type[LaidOut]) -> None:
    with pytest.raises(AssertionError):
        compare(*live(table(flawed), twins(length=0)))
