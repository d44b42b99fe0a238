"""The steps of a game: draw, place, read an event and carry it out, pay, score the round.

The agenda of an event turn, bottom first: `pay`, `clear_away`, then the stage being carried out. Whoever receives
a character by `place`, or the coin by `pay`, acts next; nothing else decides that.
"""

from typing import Any

from domain.core.agenda import CHANCE, Step, conclude, tell
from domain.core.choices import Choice
from domain.little_tavern import asks
from domain.little_tavern.cards import CHARACTERS
from domain.little_tavern.effects import EFFECTS, is_void
from domain.little_tavern.events import EVENTS
from domain.little_tavern.scoring import tips, winners
from domain.little_tavern.state import (
    CHAIRS,
    ENOUGH_COINS,
    Tavern,
    drawable,
    give_turn,
    move_coins,
    receive,
    seat_guest,
    start_round,
)

EVENT_PRICE = 1
"""Coins that an event costs, and that its drawer has to have. Source: rules R7.1, R7.4."""

DRAW_CHARACTER: Choice = ("draw", "character")
DRAW_EVENT: Choice = ("draw", "event")
DRAW_EITHER = [DRAW_CHARACTER, DRAW_EVENT]


class Open(Step[Tavern]):
    """Open the tavern: the first player is drawn. Source: rules R4."""

    def run(self, state: Tavern, seat: int, /) -> None:
        """Tell that the game starts and ask chance who begins."""
        tell(state, "game_started", seats=len(state.coins), event_set=state.event_set, starting_coins=state.starting)
        state.agenda.append(("first_player", CHANCE))


class FirstPlayer(Step[Tavern]):
    """Chance: who begins, all equally likely. Source: rules R4.4."""

    asks = True
    verbs = ("begin",)

    def options(self, state: Tavern, seat: int, /) -> list[Choice]:
        """List the seats."""
        return [("begin", first) for first in range(len(state.coins))]

    def weights(self, state: Tavern, seat: int, /) -> list[int]:
        """Give all the same."""
        return [1] * len(state.coins)

    def take(self, state: Tavern, seat: int, /, *, choice: Choice) -> None:
        """Start the first round."""
        start_round(state, choice[1])


class Turn(Step[Tavern]):
    """Draw a card: a character, or an event if that is allowed. Source: rules R5.1, R7.1."""

    asks = True
    single = True
    verbs = ("draw",)

    def options(self, state: Tavern, seat: int, /) -> list[Choice]:
        """List the kinds of cards that may be drawn."""
        if state.coins[seat] < EVENT_PRICE or not state.events or [] in state.tables:
            return [DRAW_CHARACTER]
        return DRAW_EITHER[:]

    def take(self, state: Tavern, seat: int, /, *, choice: Choice) -> None:
        """Ask chance for the card."""
        if choice == DRAW_CHARACTER:
            state.agenda += (("place", seat), ("meet", CHANCE, seat))
        else:
            state.agenda.append(("read_event", CHANCE, seat))

    def why_not(self, state: Tavern, seat: int, /, *, choice: Choice) -> str | None:
        """Name the first condition of an event that fails (rules, section 15)."""
        if choice == DRAW_CHARACTER:
            return None
        if state.coins[seat] < EVENT_PRICE:
            return "event_needs_coin"
        if not all(state.tables):
            return "event_needs_character_at_every_table"
        return None if state.events else "event_pile_empty"


class Meet(Step[Tavern]):
    """Chance: which character comes in, known to everybody at once. Source: rules R6.1, R13.7.

    With nothing left to draw the discarded ones come back (R12.8).
    """

    asks = True
    verbs = ("character",)

    def options(self, state: Tavern, seat: int, /, host: int) -> list[Choice]:
        """List the undrawn characters."""
        return [CHARACTER_CHOICES[card] for card in drawable(state)]

    def weights(self, state: Tavern, seat: int, /, host: int) -> list[int]:
        """Give every card the same."""
        return [1] * len(drawable(state))

    def take(self, state: Tavern, seat: int, /, host: int, *, choice: Choice) -> None:
        """Take the card in hand."""
        card = choice[1]
        if not state.characters:
            state.characters, state.discard = drawable(state), []
        state.characters.remove(card)
        state.hand.append(card)
        tell(state, "character_drawn", seat=host, card=card)


class Place(Step[Tavern]):
    """Seat the drawn character at any table with a free seat; its owner acts next. Source: rules R6.2, R6.3."""

    asks = True
    single = True
    verbs = ("place",)

    def options(self, state: Tavern, seat: int, /) -> list[Choice]:
        """List the tables with a free seat."""
        return [("place", table) for table, guests in enumerate(state.tables) if len(guests) < CHAIRS]

    def take(self, state: Tavern, seat: int, /, *, choice: Choice) -> None:
        """Seat the guest."""
        card, table = state.hand.pop(), choice[1]
        seat_guest(state, card, table)
        tell(state, "character_placed", seat=seat, card=card, table=table)
        give_turn(state, table)

    def why_not(self, state: Tavern, seat: int, /, *, choice: Choice) -> str | None:
        """Tell a table that is not in play from a full one."""
        table = choice[1]
        if not 0 <= table < len(state.tables):
            return "unknown_player"
        return "table_full" if len(state.tables[table]) == CHAIRS else None


class ReadEvent(Step[Tavern]):
    """Chance: which event is drawn and read out. Source: rules R7.2."""

    asks = True
    verbs = ("event",)

    def options(self, state: Tavern, seat: int, /, host: int) -> list[Choice]:
        """List the undrawn events."""
        return [("event", card) for card in state.events]

    def weights(self, state: Tavern, seat: int, /, host: int) -> list[int]:
        """Give every card the same."""
        return [1] * len(state.events)

    def take(self, state: Tavern, seat: int, /, host: int, *, choice: Choice) -> None:
        """Begin with its effect; one that is void goes straight to the discard."""
        card = choice[1]
        state.events.remove(card)
        state.event = card
        tell(state, "event_drawn", seat=host, card=card)
        void = is_void(state, host, EVENTS[card])
        state.agenda += (("pay", host), ("clear_away", host, void))
        if not void:
            state.agenda.append(("stage", host, card, 0))


class Stage(Step[Tavern]):
    """One stage of an event: its choices, then its effects, then the next stage."""

    def run(self, state: Tavern, seat: int, /, event: str, number: int) -> None:
        """Push what there is to do, the first thing on top."""
        stages = EVENTS[event].stages
        if number + 1 < len(stages):
            state.agenda.append(("stage", seat, event, number + 1))
        part = stages[number]
        state.agenda += (("effect", seat, *effect) for effect in reversed(part.does))
        asked = [entry for ask in part.asks for entry in asks.entries(state, seat, event, ask)]
        state.agenda += reversed(asked)


class Effect(Step[Tavern]):
    """One effect of an event."""

    def run(self, state: Tavern, seat: int, /, word: str, *operands: Any) -> None:
        """Carry it out."""
        EFFECTS[word](state, seat, *operands)


class ClearAway(Step[Tavern]):
    """The effect is done: the event goes to the discard of the round. Source: rules R7.2, R7.8."""

    def run(self, state: Tavern, seat: int, /, void: bool) -> None:
        """Lay the card aside and forget the answers."""
        card = state.event
        assert card is not None and not state.hand, "an event leaves nobody standing"
        state.event, state.answers = None, {}
        state.used.append(card)
        tell(state, "event_effect_applied", seat=seat, card=card, void=void)
        tell(state, "event_discarded", card=card)


class Pay(Step[Tavern]):
    """Give the coin for the event to another player, who acts next. Source: rules R7.4 to R7.6."""

    asks = True
    single = True
    verbs = ("pay",)

    def options(self, state: Tavern, seat: int, /) -> list[Choice]:
        """List the other seats."""
        return [("pay", other) for other in range(len(state.coins)) if other != seat]

    def take(self, state: Tavern, seat: int, /, *, choice: Choice) -> None:
        """Hand over the coin, if there is one, and the turn."""
        recipient = choice[1]
        amount = move_coins(state, seat, recipient, EVENT_PRICE)
        tell(state, "event_paid", payer=seat, recipient=recipient, amount=amount)
        give_turn(state, recipient)

    def why_not(self, state: Tavern, seat: int, /, *, choice: Choice) -> str | None:
        """Tell somebody out of the game from the payer."""
        if not 0 <= choice[1] < len(state.coins):
            return "unknown_player"
        return "recipient_must_be_another_player" if choice[1] == seat else None


class ScoreRound(Step[Tavern]):
    """SYSTEM: every table pays its tips; then the game ends or a new round begins. Source: rules R8 to R10."""

    asks = True
    single = True
    verbs = ("score",)

    def options(self, state: Tavern, seat: int, /) -> list[Choice]:
        """List the only thing to do."""
        return [("score",)]

    def take(self, state: Tavern, seat: int, /, *, choice: Choice) -> None:
        """Score one and the same tavern for everybody."""
        given = tips(state.tables)
        sums = [sum(table) for table in given]
        for player, amount in enumerate(sums):
            receive(state, player, amount)
        tell(state, "round_scored", number=state.round, tips=given, sums=sums)
        state.rounds.append({"tips": sums, "coins": state.coins[:]})
        if max(state.coins) >= ENOUGH_COINS:
            tell(state, "game_ended", coins=state.coins[:], winners=winners(state.coins))
            state.active = None
            conclude(state)
            return
        assert state.active is not None
        state.round += 1
        start_round(state, state.active)


CHARACTER_CHOICES: dict[str, Choice] = {card: ("character", card) for card in CHARACTERS}

STEPS: dict[str, Step[Tavern]] = {
    "open": Open(),
    "first_player": FirstPlayer(),
    "turn": Turn(),
    "meet": Meet(),
    "place": Place(),
    "read_event": ReadEvent(),
    "stage": Stage(),
    "effect": Effect(),
    "clear_away": ClearAway(),
    "pay": Pay(),
    "score_round": ScoreRound(),
    **asks.ASKS,
}
"""All kinds of agenda entries."""
