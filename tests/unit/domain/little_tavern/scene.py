"""Positions of Little Tavern in one line, and events carried out on them."""

from typing import Any

from domain.core.agenda import CHANCE, apply, decisions, options
from domain.core.choices import Choice
from domain.little_tavern.cards import CHARACTERS
from domain.little_tavern.game import GAME
from domain.little_tavern.state import Tavern
from tests.helpers.walk import SeededRng


def scene(*tables: str, active: int = 0, coins: list[int] | None = None, event_set: str = "extended") -> Tavern:
    """Return a position in which `active` is to draw; a table is its characters, with blanks between."""
    state = Tavern(len(tables), event_set)
    state.tables = [guests.split() for guests in tables]
    state.coins = coins or state.coins
    state.active = state.first = active
    for guests in state.tables:
        for card in guests:
            state.characters.remove(card)
    state.agenda = [("turn", active)]
    return state


def asked(state: Tavern) -> tuple[int, str]:
    """Return who is asked what."""
    (decision,) = decisions(GAME, state)
    return decision.seat, decision.kind


def listed(state: Tavern) -> list[Choice]:
    """Return the choices of the open decision."""
    (decision,) = decisions(GAME, state)
    return options(GAME, state, decision)


def go(state: Tavern, *choices: Choice) -> Tavern:
    """Answer the open decisions, whoever is asked, one after the other; facts are kept."""
    state = state.copy()
    state.facts = state.facts or []
    for choice in choices:
        state = apply(GAME, state, asked(state)[0], choice)
    return state


def read(state: Tavern, event: str, *choices: Choice) -> Tavern:
    """Let the active seat draw an event and answer it."""
    return go(state, ("draw", "event"), ("event", event), *choices)


def told(state: Tavern, fact: str) -> list[dict[str, Any]]:
    """Return what was told under a name."""
    return [public for name, public, _, _ in state.facts or [] if name == fact]


def crowd(seats: int, rng: SeededRng, event_set: str = "extended") -> Tavern:
    """Return a random position in which an event may be drawn and a seat is free."""
    cards = list(CHARACTERS)
    tables = [[cards.pop(rng.below(len(cards))) for _ in range(1 + rng.below(4))] for _ in range(seats)]
    del tables[0][3:]
    state = scene(*(" ".join(guests) for guests in tables), active=rng.below(seats), event_set=event_set)
    state.coins = [1 + rng.below(20) for _ in range(seats)]
    return state


def finish_event(state: Tavern, rng: SeededRng) -> Tavern:
    """Answer at random until the coin is to be paid."""
    while asked(state)[1] != "pay":
        seat, _ = asked(state)
        state = apply(GAME, state, seat, rng.one_of(listed(state)))
    return state


def is_chance(state: Tavern) -> bool:
    """Say whether a card is to be drawn."""
    return asked(state)[0] == CHANCE
