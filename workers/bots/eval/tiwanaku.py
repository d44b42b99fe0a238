"""What a position of Tiwanaku promises a seat, and what a seat thinks of the choices it is asked for.

Both look at the land only through `knowledge`: what the seat itself has seen. Values are in hundredths of a
point. A guess is worth its expected points; anything else is worth what it is likely to bring later.
"""

from typing import Any

from domain.core.agenda import Decision
from domain.core.choices import Choice
from domain.core.game import Rng
from domain.tiwanaku.board import members
from domain.tiwanaku.cubes import NUMBER, five
from domain.tiwanaku.guesses import EXPLORER
from domain.tiwanaku.imagining.counting import Lands, counted_lands
from domain.tiwanaku.knowledge import Knowledge, candidates, chances, knowledge_of
from domain.tiwanaku.material import CUBE_LIMIT, TOP_LEVEL
from domain.tiwanaku.movement import destinations
from domain.tiwanaku.state import RESERVE, Tiwanaku

POINT = 100

DRAWS = 32
"""Random fillings behind an estimate."""

SURE = 100
"""Hundredths of probability."""

BOLD = 80
"""Hundredths of probability from which a guess is made while the land is still being explored."""

FIELD = 150
"""What an explorer on a tile that is not yet understood is worth."""

LATE = 6
"""From so few hidden cells on, waiting for better knowledge does not pay."""


def evaluate(state: Tiwanaku, seat: int) -> int:
    """Return the prospects of a seat: points, cubes, and the tiles under its explorers; `POINT` is a point."""
    value = POINT * (state.points(seat) + sum(state.cubes[seat]) * (not state.over))
    if state.over:
        return value
    return value + FIELD * len(state.eligible(seat))


class Mind:
    """What a seat knows and expects in one position."""

    def __init__(self, state: Tiwanaku, seat: int, rng: Rng) -> None:
        self.state, self.seat, self.rng = state, seat, rng
        self.known: Knowledge = knowledge_of(state, seat)
        self.planes = candidates(self.known)
        self.hidden = state.board.cells - state.tiles.bit_count()
        self.exact = self.exact_counts()
        self._odds: list[list[int]] | None = None

    def exact_counts(self) -> Lands | None:
        """Return the exact counts over all lands; this mind has patience for it once no cell is hidden."""
        return None if self.hidden else counted_lands(self.known)

    def odds(self, cell: int) -> list[int]:
        """Return the probabilities of the five crops of a visible cell, in hundredths."""
        possible = [plane >> cell & 1 for plane in self.planes]
        if sum(possible) == 1:
            return [SURE * one for one in possible]
        if self.exact is not None:
            return [SURE * count // self.exact.number for count in self.exact.crops[cell]]
        if self._odds is None:
            self._odds = chances(self.known, self.rng, DRAWS)
        counts = [one + count for one, count in zip(possible, self._odds[cell], strict=True)]
        return [SURE * count // sum(counts) for count in counts]

    def reward(self, crop: int) -> int:
        """Return what a right guess brings, the step on the diversity scale included."""
        levels = self.state.levels[self.seat]
        level = levels[crop - 1]
        bonus = 1 if level == TOP_LEVEL else 1 + levels.count(level + 1)
        return POINT * (crop + bonus)

    def guess(self, cell: int, crop: int) -> tuple[int, int]:
        """Return the expected hundredths of points of a guess, and its probability in hundredths."""
        odds = self.odds(cell)
        likely = odds[crop - 1]
        lost = sum(POINT * (other + 1) * chance for other, chance in enumerate(odds) if other != crop - 1)
        return (self.reward(crop) * likely - lost) // SURE, likely

    def best_guess(self, cell: int) -> tuple[int, int]:
        """Return value and probability of the best guess at a cell."""
        return max(self.guess(cell, crop) for crop in range(1, 6))

    def prospects(self, cell: int) -> int:
        """Return what an explorer on a tile may bring: the best guess once it is worth making, or hope."""
        value, likely = self.best_guess(cell)
        return value if likely >= BOLD else max(FIELD, value)

    def harvest(self) -> int:
        """Return what a divination would bring now with all guesses that are nearly certain."""
        found = 0
        for number in self.state.eligible(self.seat):
            value, likely = self.best_guess(self.state.explorers[self.seat][number])
            if likely >= BOLD or self.hidden <= LATE:
                found += max(0, value)
        return found

    def act(self, explorer: int, choice: Choice) -> int:
        """Return what it is worth to explore, move or withdraw with an explorer."""
        source = self.state.explorers[self.seat][explorer]
        stays = 0
        if source != RESERVE and not self.state.planted >> source & 1:
            stays = self.prospects(source)
        if choice[0] == "withdraw":
            return -POINT - stays
        cell = self.state.board.index[choice[1]]
        if choice[0] == "move":
            if self.state.planted >> cell & 1:
                return -POINT - stays
            value, likely = self.best_guess(cell)
            return (value * 7 // 8 if likely >= BOLD else POINT // 2) - stays
        return self.discovery(cell) - stays

    def discovery(self, cell: int) -> int:
        """Return what discovering a cell is worth: its cube, and how much will be known around it."""
        state, board = self.state, self.state.board
        cubes = state.cubes[self.seat]
        cube = POINT + 20 * cubes.count(0) if sum(cubes) < CUBE_LIMIT else POINT // 4
        crops_seen = (board.around[cell] & state.planted).bit_count()
        open_around = (board.near[cell] & ~state.tiles).bit_count()
        known_crop = sum(plane >> cell & 1 for plane in self.planes)
        return cube + FIELD + 15 * crops_seen - 20 * open_around + 30 * (5 - known_crop)

    def best_act(self, explorer: int) -> int:
        """Return what the best use of an explorer is worth."""
        board = self.state.board
        reach = destinations(self.state, self.seat, explorer)
        values = [self.act(explorer, ("explore", board.names[c])) for c in members(reach & ~self.state.tiles)]
        values += [self.act(explorer, ("move", board.names[c])) for c in members(reach & self.state.tiles)]
        return max(values, default=-POINT)


def advise(state: Tiwanaku, decision: Decision, listing: list[Choice], rng: Rng) -> dict[Choice, int]:
    """Return what the seat thinks of each listed choice; the land itself is never looked at."""
    return judgement(Mind(state, decision.seat, rng), decision, listing)


def judgement(mind: Mind, decision: Decision, listing: list[Choice]) -> dict[Choice, int]:
    """Return what a mind thinks of each listed choice."""
    judge: Any = {"turn": judge_turn, "act": judge_act, "overflow": judge_overflow, "final_guess": judge_final}
    return {choice: judge[decision.kind](mind, decision, choice) for choice in listing}


def judge_act(mind: Mind, decision: Decision, choice: Choice) -> int:
    """Value what a sent explorer does."""
    return mind.act(decision.args[0], choice)


def judge_final(mind: Mind, decision: Decision, choice: Choice) -> int:
    """Value a guess of the last round by its expected points; stopping brings none."""
    if choice[0] == "final_pass":
        return 0
    cell = mind.state.explorers[mind.seat][EXPLORER[choice[1]]]
    return mind.guess(cell, choice[2])[0]


def judge_overflow(mind: Mind, decision: Decision, choice: Choice) -> int:
    """Value the four cubes that are left: different ones can be offered."""
    owned = five(mind.state, mind.seat, decision.args[0])
    if choice[1] == "decline":
        owned = mind.state.cubes[mind.seat]
    else:
        for name in choice[2]:
            owned[NUMBER[name]] -= 1
        owned[NUMBER[choice[3]]] += 1
    return POINT * sum(map(bool, owned))


def judge_turn(mind: Mind, decision: Decision, choice: Choice) -> int:
    """Value one part of a turn."""
    verb = choice[0]
    if verb == "send":
        return mind.best_act(EXPLORER[choice[1]])
    if verb == "divine":
        return judge_divination(mind, choice)
    if verb == "offering":
        return judge_offering(mind, choice)
    return 0 if verb == "end_turn" else -POINT


def judge_divination(mind: Mind, choice: Choice) -> int:
    """Value a guess: going on with a divination costs nothing, beginning one costs an action."""
    state = mind.state
    value, likely = mind.guess(state.explorers[mind.seat][EXPLORER[choice[1]]], choice[2])
    if likely < BOLD and mind.hidden > LATE:
        return -POINT
    if state.is_open:
        return value + (POINT if likely == SURE else 0)
    return mind.harvest() - POINT + likely + value // 10


def judge_offering(mind: Mind, choice: Choice) -> int:
    """Value an offering: four cubes can be won back while there is land to discover."""
    state = mind.state
    if choice[1] == "peek" or state.actions or mind.hidden < 4 * state.seats:
        return -POINT
    return mind.harvest() + FIELD
