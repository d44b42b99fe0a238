"""Positions of Catan in one line, and choices made on them."""

from collections.abc import Iterator
from typing import Any

from domain.catan_coffee.game import GAME
from domain.catan_coffee.state import State
from domain.core.agenda import CHANCE, answer, apply, decisions, options, play
from domain.core.choices import Choice
from domain.core.errors import Refusal
from domain.core.rollout import weighted
from tests.examples.catan_coffee_harness import build
from tests.helpers.walk import SeededRng, answers, opened, table_options


def scene(**given: Any) -> State:
    """Return a position with what is given; the rest as in the worked examples."""
    return build(given)


def go(state: State, *choices: Choice, seat: int | None = None) -> State:
    """Make choices, of the active seat or of the one given; chance's go by their verbs."""
    for choice in choices:
        if choice[0] in ("dice", "card", "draw"):
            state = state.copy()
            play(GAME, state, CHANCE, choice)
        else:
            state = apply(GAME, state, state.active if seat is None else seat, choice)
    return state


def listed(state: State, verb: str, seat: int | None = None) -> list[Choice]:
    """Return the choices with a verb that are listed to a seat: the active one, or the one given."""
    who = state.active if seat is None else seat
    asked = [decision for decision in decisions(GAME, state) if decision.seat == who]
    return [choice for decision in asked for choice in options(GAME, state, decision) if choice[0] == verb]


def rule(state: State, choice: Choice, seat: int | None = None) -> str | None:
    """Return the rules' code for a refused choice."""
    try:
        apply(GAME, state, state.active if seat is None else seat, choice)
    except Refusal as refused:
        return refused.rule
    return None


def hand(**cards: int) -> dict[str, int]:
    """Return cards by resource."""
    return cards


def random_positions(seats: int, seed: object, **given: Any) -> Iterator[State]:
    """Give the positions of a random game before each choice, trades included; each is altered afterwards."""
    rng = SeededRng(seed)
    state = opened(GAME, seats, table_options(GAME, given), rng).state
    while not state.over:
        yield state
        asked = decisions(GAME, state)
        extra = [decision for decision in asked if decision.optional and answers(GAME, state, decision)]
        decision = rng.one_of(extra) if extra and rng.chance(15) else asked[0]
        if decision.seat == CHANCE:
            weights = GAME.steps[decision.kind].weights(state, CHANCE, *decision.args)
            choice = options(GAME, state, decision)[weighted(rng, weights)]
        else:
            choice = rng.one_of(answers(GAME, state, decision))
        answer(GAME, state, decision, choice)
