"""The write path of the rules: one command of one seat, all or nothing, then the draws it calls for.

A command never goes past a draw, a disclosure, or another seat's decision; so a failing later choice
can be neither a free second roll nor an oracle.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.core.agenda import (
    CHANCE,
    Audience,
    Decision,
    answer,
    check,
    decisions,
    options,
    play,
    settle,
)
from domain.core.choices import Choice
from domain.core.errors import CrossesDisclosure, Refusal, StaleDecision, SurplusChoice

if TYPE_CHECKING:
    from domain.core.game import Game, State

Fact = tuple[Any, ...]
"""What happened: `(name, public fields, seats that may read the secret ones or None, secret ones)`."""


class Made(NamedTuple):
    """A choice that was made: by a seat, or by chance (`draw` is then the kind that was asked)."""

    seat: int
    choice: Choice
    audience: Audience
    draw: str | None = None


class Outcome(NamedTuple):
    """The position after a command, the choices made in it, and the facts told."""

    state: Any
    made: list[Made]
    facts: list[Fact]


Pick = Callable[[str, Sequence[int]], int]
"""Draws for a kind of decision: from its weights, the index of an outcome."""


class Command(NamedTuple):
    """What a seat wants: its choices in order, and the version that it had seen."""

    seat: int
    choices: Sequence[Choice]
    known: int


def carry_out(game: "Game", state: "State", version: int, command: Command, pick: Pick | None) -> Outcome:
    """Carry out a command that becomes commit `version`, and answer the chance it opens.

    A choice is fresh if its decision was opened no later than the version that the chooser had seen, or
    by the same command. Without `pick` (a preview) nothing is drawn: a command that leads to a draw or
    has a choice that `tells` is refused. The given state is not touched.

    Raises `StaleDecision` or another `Refusal`, with the index of the choice; nothing is drawn then.
    """
    seat, choices, known = command
    state = state.copy()
    state.version, state.facts = version, []
    made: list[Made] = []
    decision: Decision | None = None
    for index, choice in enumerate(choices):
        if index and chance_is_asked(game, state):
            raise CrossesDisclosure("a draw comes before this choice: send it on its own", index=index)
        decision = _checked(game, state, command, index, decision)
        if not (decision.since <= known or decision.since == version):
            raise StaleDecision("this decision was opened by a later version", index=index)
        step = game.steps[decision.kind]
        at = index if pick is None else index + 1
        if at < len(choices) and step.tells(state, seat, *decision.args, choice=choice):
            raise CrossesDisclosure("something becomes known before this choice", index=at)
        audience = step.audience(state, seat, *decision.args)
        made.append(Made(seat, choice, audience))
        answer(game, state, decision, choice)
    if pick is not None:
        made += deal(game, state, pick)
    elif chance_is_asked(game, state):
        raise CrossesDisclosure("a draw follows this choice", index=len(choices) - 1)
    facts, state.facts = state.facts, None
    return Outcome(state, made, facts or [])


def _checked(game: "Game", state: "State", command: Command, index: int, last: Decision | None) -> Decision:
    """Return the decision that a choice of the command answers; `last` is what the choice before it answered."""
    try:
        return check(game, state, command.seat, command.choices[index])
    except Refusal as refused:
        refused.index = index
        if last is None or not _is_surplus(game, state, last, command.choices[index]):
            raise
        rule = game.steps[last.kind].surplus
        surplus = SurplusChoice("more than is asked for", rule=rule, options=[], kind=last.kind)
        surplus.index = index
        raise surplus from refused


def _is_surplus(game: "Game", state: "State", last: Decision, choice: Choice) -> bool:
    """Say whether a choice comes after the last one that was asked for, where the rules have a code for it."""
    step = game.steps[last.kind]
    if step.surplus is None or choice[0] not in step.verbs:
        return False
    return not any((d.seat, d.kind) == (last.seat, last.kind) for d in decisions(game, state))


def open_game(game: "Game", state: "State", version: int, pick: Pick) -> Outcome:
    """Settle a position fresh from `setup` as commit `version` and answer the chance it opens.

    Works in place: the position after `setup` belongs to the caller.
    """
    state.version, state.since, state.facts = version, version, []
    settle(game, state)
    made = deal(game, state, pick)
    facts, state.facts = state.facts, None
    return Outcome(state, made, facts or [])


def chance_is_asked(game: "Game", state: "State") -> bool:
    """Say whether a draw is open."""
    return any(decision.seat == CHANCE for decision in decisions(game, state))


def deal(game: "Game", state: "State", pick: Pick) -> list[Made]:
    """Answer every open chance decision in place, the first one first: no commit ends with one open."""
    made: list[Made] = []
    while asked := next((d for d in decisions(game, state) if d.seat == CHANCE), None):
        step = game.steps[asked.kind]
        listing = options(game, state, asked)
        choice = listing[pick(asked.kind, step.weights(state, CHANCE, *asked.args))]
        made.append(Made(CHANCE, choice, step.audience(state, CHANCE, *asked.args), asked.kind))
        answer(game, state, asked, choice)
    return made


def replay(game: "Game", state: "State", version: int, choices: Iterable[tuple[int, Choice]]) -> None:
    """Repeat the choices of commit `version` on the position before it; trusted and in place."""
    state.version = version
    for seat, choice in choices:
        play(game, state, seat, choice)
