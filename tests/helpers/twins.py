"""Two games that differ only in what one seat may not know: found by trying seeds, and told apart by the kernel alone.

Both are played by the same script. What a seat may know is, at every version: its view, what it is asked with all its
options, what everybody sees, and the choices and facts whose audience includes it; hashes are masked. As long as all
that is equal, whatever the service says to this seat must be equal, too.

A game whose set-up is sealed whole at the start is played on a named pair of set-ups (`tests.helpers.pairs`) instead:
hardly any two seeds make such a pair.
"""

from __future__ import annotations

import hashlib
import random
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.core.agenda import Choice, Decision, decisions, options
from domain.core.command import Command, Outcome, carry_out, open_game
from domain.core.game import Game
from domain.core.plain import canonical, freeze
from events.dice import Dice, TapeRng, tape_of

RANDOM = re.compile(r"[0-9a-f]{64}|[0-9a-f]{32}|rq_[0-9a-z]{26}")


def masked(text: str) -> str:
    """Put the same value for everything that is made to look random; lengths stay."""
    return RANDOM.sub(lambda found: "#" * len(found[0]), text)


@dataclass(frozen=True)
class Table:
    """How two games are set up: the rules of each, their id, and the version with which they start."""

    games: tuple[Game, Game]
    game_id: str
    seats: int
    options: dict[str, Any]
    begins: int


@dataclass
class Play:
    """A game played by the kernel alone, from a seed."""

    table: Table
    game: Game
    seed: bytes
    state: Any = None
    version: int = 0
    known: list[Any] = field(default_factory=list)
    hidden: list[Choice] = field(default_factory=list)
    viewer: int = 0

    def begin(self, viewer: int) -> None:
        """Start; `known` collects what the viewer may know, version by version, `hidden` other choices and draws."""
        table, self.viewer = self.table, viewer
        tape = tape_of(self.seed, table.game_id, [None] * table.seats)
        self.dice = Dice(tape, {})
        secret = self.game.seal(table.seats, table.options, TapeRng(tape))
        state = self.game.setup(table.seats, table.options, secret)
        self._keep(open_game(self.game, state, table.begins, self.dice), table.begins)

    def take(self, seat: int, choice: Choice) -> None:
        """Carry out one choice."""
        command = Command(seat, [choice], self.version)
        self._keep(carry_out(self.game, self.state, self.version + 1, command, self.dice), self.version + 1)

    def asked(self) -> list[tuple[Decision, list[Choice]]]:
        """What is asked of seats and SYSTEM, with the options; instances of templates stand for them."""
        game, found = self.game, []
        for decision in decisions(game, self.state):
            step = game.steps[decision.kind]
            listing = options(game, self.state, decision) + step.menu(self.state, decision.seat, *decision.args)
            found.append((decision, listing))
        return found

    def _keep(self, outcome: Outcome, version: int) -> None:
        self.state, self.version = outcome.state, version
        self.hidden += [made.choice for made in outcome.made if made.audience and self.viewer not in made.audience]
        self.known.append(masked(canonical(self._knowledge(outcome)).decode()))

    def _knowledge(self, outcome: Outcome) -> Any:
        game, viewer = self.game, self.viewer
        made = [
            [seat, draw, list(choice) if audience is None or viewer in audience else None]
            for seat, choice, audience, draw in outcome.made
        ]
        facts = [
            [name, public, to, secret if to and viewer in to else None] for name, public, to, secret in outcome.facts
        ]
        asked = [
            [decision.seat, decision.kind, decision.since, listing if decision.seat == viewer else None]
            for decision, listing in self.asked()
            if not decision.optional or decision.seat == viewer
        ]
        views = [game.view(self.state, eyes) for eyes in ((viewer,), ())]
        return [made, facts, asked, views, bool(self.state.over)]


@dataclass
class Twins:
    """Two seeds and the script for both: `(seat, choice here, choice there)` for each commit after the start."""

    seeds: tuple[bytes, bytes]
    script: list[tuple[int, Choice, Choice]]
    differ: bool
    """Whether the positions at the end of the script are different."""


def seeds(label: str) -> Iterator[bytes]:
    """Repeatable seeds without end."""
    n = 0
    while True:
        yield hashlib.sha256(f"{label} {n}".encode()).digest()
        n += 1


@dataclass(frozen=True)
class Search:
    """How twins are looked for: among `tries` seeds, those with the longest common script, `longest` commits at most.

    With `secretive`, whoever chooses out of the viewer's sight chooses differently in the two games; so the
    script ends where such a choice would come out. `mood` is the seed of the choices.
    """

    tries: int
    longest: int
    secretive: bool = False
    mood: int = 1


def find(table: Table, viewer: int, search: Search) -> Twins:
    """Return the best twins for a viewer."""
    supply = seeds(table.games[0].name)
    first = next(supply)
    best = Twins((first, first), [], differ=False)
    for _, seed in zip(range(search.tries), supply, strict=False):
        twins = _together(table, viewer, (first, seed), search)
        if twins is not None and (twins.differ, len(twins.script)) > (best.differ, len(best.script)):
            best = twins
            if len(best.script) == search.longest:
                break
    return best


def _together(table: Table, viewer: int, both: tuple[bytes, bytes], search: Search) -> Twins | None:
    here, there = (Play(table, game, seed) for game, seed in zip(table.games, both, strict=True))
    here.begin(viewer)
    there.begin(viewer)
    if here.known != there.known:
        return None
    rng = random.Random(search.mood)
    script: list[tuple[int, Choice, Choice]] = []
    while len(script) < search.longest and not here.state.over:
        before = (here.state, there.state)
        seat, choice, other = _next(here, there, rng, search.secretive)
        here.take(seat, choice)
        there.take(seat, other)
        if here.known[-1] != there.known[-1]:
            here.state, there.state = before
            break
        script.append((seat, choice, other))
    return Twins(both, script, differ=_bytes(here.state) != _bytes(there.state))


def _bytes(state: Any) -> bytes:
    return canonical(freeze(state))


def _next(here: Play, there: Play, rng: random.Random, secretive: bool) -> tuple[int, Choice, Choice]:
    """Choose what happens next: any decision, any option; in the other game the same one if it is listed there."""
    asked = [(decision, listing) for decision, listing in here.asked() if listing]
    decision, listing = rng.choice(asked)
    choice = rng.choice(listing)
    step = here.game.steps[decision.kind]
    audience = step.audience(here.state, decision.seat, *decision.args)
    unseen = audience is not None and here.viewer not in audience
    return decision.seat, choice, _match(there, decision.seat, choice, other=unseen and secretive)


def _match(there: Play, seat: int, choice: Choice, *, other: bool) -> Choice:
    """Return this choice in the other game, or, if it is not listed there or not wanted, another of its verb."""
    mine: Sequence[Choice] = [option for d, listing in there.asked() if d.seat == seat for option in listing]
    if choice in mine and not other:
        return choice
    alike = [option for option in mine if option[0] == choice[0] and option != choice]
    return (alike or list(mine))[0]
