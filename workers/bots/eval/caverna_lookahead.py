"""Looking ahead in Caverna: a beam over the seat's own turn, and a glance at its next dwarf.

First every choice is followed by what looks best part by part, as the evaluation does it. Then a beam goes
through the turn and keeps, of all ways to go on, the ones that promise most. The ends of the best turns are
compared by what a further dwarf could make of them, as if it were placed at once: others may take the best
space before, so the second best counts too.
"""

from dataclasses import dataclass

from domain.caverna.game import GAME
from domain.caverna.state import State
from domain.caverna.steps.rounds import LAST_ROUND
from domain.core.agenda import SYSTEM, Decision, answer, decisions
from domain.core.choices import Choice
from domain.core.game import Rng
from workers.bots.base import Budget
from workers.bots.eval.caverna import (
    FORESIGHT,
    after_bookkeeping,
    played_on,
    prospects,
    within_turn,
    worth_trying,
)  # fmt: skip

WIDTH = 8
"""Positions within the turn that the beam keeps."""
ENDS = 6
"""First choices whose best turn is looked at once more."""
BEST, SECOND, WHOLE = 2, 1, 4
"""The gains of the best and the second best space for a further dwarf count so many fourths."""


@dataclass(slots=True)
class Turn:
    """A position on the way through a turn, the choice it began with, and what it promises."""

    first: Choice | None
    state: State
    value: int


class Beam:
    """The search of one decision. A playout is one line of play that is carried to the end of a turn."""

    def __init__(self, seat: int, budget: Budget) -> None:
        self.seat, self.budget = seat, budget
        self.playouts = 0
        self.ends: dict[Choice | None, Turn] = {}
        self.values: dict[Choice | None, int] = {}

    def is_spent(self) -> bool:
        """Say whether playouts or time are used up."""
        return self.playouts >= self.budget.playouts or self.budget.is_spent()

    def begin(self, state: State, decision: Decision, listing: list[Choice | None]) -> list[Turn]:
        """Follow every choice by what looks best at once; with nothing left to spend, only weigh it."""
        begun = []
        for choice in listing:
            after = state.copy()
            if choice is not None:
                answer(GAME, after, decision, choice)
            after = after_bookkeeping(after)
            turn = Turn(choice, after, prospects(after, self.seat))
            begun.append(turn)
            self.values[choice] = turn.value
            if not self.is_spent():
                self.note(choice, played_on(after, self.seat))
        return begun

    def search(self, begun: list[Turn]) -> None:
        """Go through the turn, choice by choice, with the most promising positions."""
        layer = begun
        for _ in range(FORESIGHT):
            if not layer:
                return
            following: dict[tuple[int, Decision], Turn] = {}
            for turn in self.widest(layer):
                mine = within_turn(turn.state, self.seat)
                if mine is None:
                    self.note(turn.first, turn.state)
                elif not self.is_spent():
                    for further in self.expand(turn, mine):
                        asked = decisions(GAME, further.state)[0] if not further.state.over else mine
                        following.setdefault((further.value, asked), further)
            layer = list(following.values())

    def widest(self, layer: list[Turn]) -> list[Turn]:
        """Return all ends of turns of a layer, and of the rest the most promising."""
        ends = [turn for turn in layer if within_turn(turn.state, self.seat) is None]
        going = [turn for turn in layer if within_turn(turn.state, self.seat) is not None]
        going.sort(key=lambda turn: -max(turn.value, self.values[turn.first]))
        return ends + going[:WIDTH]

    def expand(self, turn: Turn, mine: Decision) -> list[Turn]:
        """Return the positions after each choice worth trying."""
        found = []
        for choice in worth_trying(turn.state, mine):
            after = turn.state.copy()
            answer(GAME, after, mine, choice)
            after = after_bookkeeping(after)
            found.append(Turn(turn.first, after, prospects(after, self.seat)))
        return found

    def note(self, first: Choice | None, state: State) -> None:
        """Note the end of a turn that began with a choice."""
        value = prospects(state, self.seat)
        known = self.ends.get(first)
        if known is None or value > known.value:
            self.ends[first] = Turn(first, state, value)
            self.values[first] = value
        self.playouts += 1

    def compare(self) -> None:
        """Add to the best turns what a further dwarf gains after them: to all of them, or to none."""
        best = sorted(self.ends.values(), key=lambda turn: -turn.value)[:ENDS]
        gains = {}
        for turn in best:
            gains[turn.first] = self.glance(turn)
            if self.is_spent():
                return
        for first, gain in gains.items():
            self.values[first] += gain

    def glance(self, turn: Turn) -> int:
        """Return what one more dwarf, placed at once, is likely to gain."""
        state = turn.state.copy()
        if state.over:
            return 0
        if all(state.placed[self.seat]):
            if state.round == LAST_ROUND:
                return 0
            state.taken.clear()
            state.placed[self.seat] = [""] * len(state.placed[self.seat])
        state.agenda = [("turns", SYSTEM, self.seat), ("place_dwarf", self.seat)]
        asked = decisions(GAME, state)[0]
        gains = [0, 0]
        for choice in GAME.steps["place_dwarf"].options(state, self.seat):
            if choice[0] == "place" and not self.is_spent():
                after = state.copy()
                answer(GAME, after, asked, choice)
                gains.append(prospects(played_on(after, self.seat), self.seat) - turn.value)
                self.playouts += 1
        gains.sort(reverse=True)
        return (BEST * gains[0] + SECOND * gains[1]) // WHOLE


def ponder(
    state: State, decision: Decision, listing: list[Choice | None], rng: Rng, budget: Budget
) -> dict[Choice | None, int]:
    """Return what the seat thinks of each listed choice after looking ahead within the budget."""
    beam = Beam(decision.seat, budget)
    beam.search(beam.begin(state, decision, listing))
    if decision.kind == "place_dwarf":
        beam.compare()
    return beam.values
