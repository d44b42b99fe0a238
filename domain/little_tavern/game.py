"""Little Tavern as the kernel sees it."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.core.agenda import SYSTEM, Step
from domain.core.choices import Choice, Field, flag, many, number, seat, word
from domain.core.game import Options, Rng, Score, Secret, Viewer
from domain.core.plain import Plain
from domain.little_tavern import scoring
from domain.little_tavern import view as views
from domain.little_tavern.asks import DIRECTIONS
from domain.little_tavern.cards import CHARACTERS
from domain.little_tavern.events import EVENT_SETS
from domain.little_tavern.guide import GUIDE
from domain.little_tavern.material import LANGUAGES, MATERIAL
from domain.little_tavern.state import Tavern
from domain.little_tavern.steps import STEPS

VERBS: Mapping[str, Mapping[str, Field]] = {
    "begin": {"seat": seat(about="who plays first")},
    "draw": {"card": word("character", "event", about="the kind of card, told by its back")},
    "character": {"card": word(about="the character that comes in")},
    "event": {"card": word(about="the event that is read out")},
    "place": {"table": seat(about="whose table receives the drawn character; they act next")},
    "pay": {"to": seat(about="who gets the coin for the event; they act next")},
    "pick": {"character": word(about="a character at a table")},
    "name": {"seat": seat(about="another player")},
    "choose": {"table": seat(about="whose table is meant")},
    "go": {"direction": word(*DIRECTIONS, about="left: to the next seat; right: to the previous one")},
    "keep": {"character": word(about="one of the drawn characters")},
    "seat": {"character": word(about="the drawn character"), "table": seat(about="whose table receives it")},
    "score": {},
}
"""Every choice with its fields."""

FACTS: Mapping[str, Mapping[str, Field]] = {
    "game_started": {"seats": number(), "event_set": word(), "starting_coins": number()},
    "round_started": {"number": number(), "first": seat(), "characters": number(), "events": number()},
    "character_drawn": {"seat": seat(), "card": word()},
    "character_placed": {"seat": seat(), "card": word(), "table": seat()},
    "event_drawn": {"seat": seat(), "card": word()},
    "character_moved": {"card": word(), "origin": seat(), "table": seat()},
    "table_moved": {"origin": seat(), "table": seat()},
    "character_discarded": {"card": word()},
    "coins_taken": {"payer": seat(), "recipient": seat(), "amount": number()},
    "bank_paid": {"recipient": seat(), "amount": number()},
    "event_effect_applied": {"seat": seat(), "card": word(), "void": flag()},
    "event_discarded": {"card": word()},
    "event_paid": {"payer": seat(), "recipient": seat(), "amount": number()},
    "active_player_changed": {"seat": seat()},
    "round_scored": {"number": number(), "tips": many(many(number())), "sums": many(number())},
    "game_ended": {"coins": many(number()), "winners": many(seat())},
}
"""Everything worth telling, all of it public. Source: rules, section 16."""


class LittleTavern:
    """The rules as one object; see `domain.core.game.Game`. Nothing in it is hidden from anybody."""

    name = "little_tavern"
    title = "Little Tavern"
    ruleset = 1
    seats = range(2, 6)
    options: Mapping[str, Field] = {
        "event_set": word(*EVENT_SETS, default="standard", about="the seven events, or those and five more")
    }
    variants: Sequence[Options] = [{"event_set": name} for name in EVENT_SETS]
    steps: Mapping[str, Step[Any]] = STEPS
    verbs = VERBS
    facts = FACTS
    most_decisions = 3000
    over_code = "game_over"
    state: type[Any] = Tavern
    languages: Sequence[str] = LANGUAGES
    material: Mapping[str, Plain] = MATERIAL
    guide: Mapping[str, Plain] = GUIDE

    def refuse_table(self, seats: int, options: Options) -> str | None:
        """Refuse a number of seats and an event set that do not exist. Source: rules R4.1."""
        if seats not in self.seats:
            return "invalid_player_count"
        return None if options["event_set"] in EVENT_SETS else "unknown_event_set"

    def seal(self, seats: int, options: Options, rng: Rng) -> Secret:
        """Hide nothing: every card is drawn when it becomes known."""
        return None

    def setup(self, seats: int, options: Options, secret: Secret) -> Tavern:
        """Return empty tables and three coins for everybody. Source: rules R4.2."""
        state = Tavern(seats, options["event_set"])
        state.agenda.append(("open", SYSTEM))
        return state

    def view(self, state: Tavern, viewer: Viewer) -> dict[str, Plain]:
        """Return the position, the same for all."""
        return views.view(state)

    def scores(self, state: Tavern, viewer: Viewer) -> tuple[Score, ...]:
        """Return everybody's coins, which are public."""
        return scoring.scores(state)

    def determinize(self, state: Tavern, seat: int | None, rng: Rng) -> Tavern:
        """Return a copy: no seat knows less than another."""
        return state.copy()

    def out_of_turn(self, state: Tavern, seat: int, choice: Choice) -> str | None:
        """Name who may not act now: somebody out of the game, or a player who is not active."""
        if not 0 <= seat < len(state.coins):
            return "unknown_player"
        return None if seat == state.active else "not_active_player"

    def census(self, state: Tavern) -> dict[str, int]:
        """Count every card, wherever it lies."""
        found: dict[str, int] = dict.fromkeys([*CHARACTERS, *EVENT_SETS[state.event_set]], 0)
        places: list[list[str]] = [state.characters, state.events, state.hand, state.discard, state.used, *state.tables]
        for place in places:
            for card in place:
                found[card] += 1
        if state.event is not None:
            found[state.event] += 1
        return found


GAME = LittleTavern()
"""The game, for the registry."""
