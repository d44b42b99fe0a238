"""Random games through the write path of the rules, command by command."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from domain.core.agenda import CHANCE, SYSTEM, Decision, apply, decisions, options
from domain.core.choices import Choice
from domain.core.command import Command, Outcome, carry_out, chance_is_asked, open_game
from domain.core.rollout import weighted


class SeededRng:
    """The standard library's generator behind the port of the rules."""

    def __init__(self, seed: object) -> None:
        self.random = random.Random(str(seed))

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        return self.random.randrange(n)

    def chance(self, percent: int) -> bool:
        """Say yes in so many cases of a hundred."""
        return self.below(100) < percent

    def one_of(self, items: Any) -> Any:
        """Return one of the items."""
        return items[self.below(len(items))]

    def pick(self, kind: str, weights: list[int]) -> int:
        """Draw by weight, as the write path asks for it."""
        return weighted(self, weights)


@dataclass
class Turn:
    """One command of a walk: the position before it, what was asked, and what came of it."""

    version: int
    before: Any
    decision: Decision
    command: Command
    outcome: Outcome


def table_options(game: Any, given: Mapping[str, Any]) -> dict[str, Any]:
    """Complete the options of a table with their defaults."""
    return {name: given.get(name, field.default) for name, field in game.options.items()}


def tables(game: Any) -> list[tuple[int, dict[str, Any]]]:
    """List the tables that tests play: every number of seats, and every variant with one of its numbers of seats."""
    found: list[tuple[int, dict[str, Any]]] = []
    for n, variant in enumerate(game.variants):
        chosen = table_options(game, variant)
        fitting = [seats for seats in game.seats if game.refuse_table(seats, chosen) is None]
        played = {seats for seats, _ in found}
        wanted = [seats for seats in fitting if seats not in played] or [fitting[n % len(fitting)]]
        found += [(seats, chosen) for seats in wanted]
    return found


def opened(game: Any, seats: int, chosen: Mapping[str, Any], rng: SeededRng) -> Outcome:
    """Return a game that has just been started."""
    secret = game.seal(seats, chosen, rng)
    return open_game(game, game.setup(seats, chosen, secret), 1, rng.pick)


def answers(game: Any, state: Any, decision: Decision) -> list[Choice]:
    """List what may be answered, instances of templates included."""
    menu = game.steps[decision.kind].menu(state, decision.seat, *decision.args)
    return options(game, state, decision) + menu


def walk(game: Any, seats: int, chosen: Mapping[str, Any], rng: SeededRng) -> Iterator[Turn]:
    """Play a whole random game: random seats, optional answers, batches of choices."""
    state, version = opened(game, seats, chosen, rng).state, 1
    while not state.over:
        version += 1
        asked = decisions(game, state)
        owed = [decision for decision in asked if not decision.optional]
        extra = [decision for decision in asked if decision.optional and answers(game, state, decision)]
        decision = rng.one_of(extra if extra and rng.chance(40) else owed)
        choices = batch(game, state, decision, rng)
        command = Command(decision.seat, choices, version - 1)
        outcome = carry_out(game, state, version, command, rng.pick)
        yield Turn(version, state, decision, command, outcome)
        state = outcome.state


def batch(game: Any, state: Any, decision: Decision, rng: SeededRng) -> list[Choice]:
    """Choose one answer to a decision and, at times, some more that may follow in the same command."""
    assert decision.seat != CHANCE, "a commit ended with chance open"
    choices: list[Choice] = []
    asked: Decision | None = decision
    while asked is not None:
        choice = rng.one_of(answers(game, state, asked))
        choices.append(choice)
        if choice[0] in game.steps[asked.kind].discloses or decision.seat == SYSTEM or not rng.chance(40):
            break
        state = apply(game, state, decision.seat, choice)
        if state.over or chance_is_asked(game, state):
            break
        mine = [d for d in decisions(game, state) if d.seat == decision.seat and not d.optional]
        quiet = [d for d in mine if not game.steps[d.kind].discloses]
        asked = quiet[0] if quiet else None
    return choices
