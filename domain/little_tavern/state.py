"""A position of Little Tavern, and the few acts by which anything in it moves.

A character is seated only by `seat_guest`, leaves only by `unseat`, and is thrown out only by `throw_out`; coins
change hands only through `move_coins` and `receive`; a turn ends only with `give_turn`.
"""

from collections.abc import Iterable
from typing import Any

from domain.core.agenda import SYSTEM, Entry, tell
from domain.little_tavern.cards import CHARACTERS
from domain.little_tavern.events import EVENT_SETS

CHAIRS = 4
"""Seats at a table. Source: rules, section 3."""
STARTING_COINS = 3
"""Source: rules R4.2."""
ENOUGH_COINS = 25
"""Coins that end the game once a round is scored. Source: rules R10.1."""


class Tavern:
    """Everything there is to know of a position; all of it is public (rules R13.1).

    `tables` holds the guests by seat, `characters` and `events` what is undrawn, in the order of the
    declarations: no pile has an order of its own. `hand` are characters drawn and not yet seated, `event` the
    card being carried out and `answers` what has been chosen for it, `used` the spent events of this round.
    `rounds` has per scored round the `tips` and the `coins` after it, by seat. `active` and `first` are None
    until the first player is drawn.
    """

    __slots__ = (
        "active",
        "agenda",
        "answers",
        "characters",
        "coins",
        "discard",
        "event",
        "event_set",
        "events",
        "facts",
        "first",
        "hand",
        "over",
        "round",
        "rounds",
        "side",
        "since",
        "starting",
        "tables",
        "used",
        "version",
    )

    def __init__(self, seats: int, event_set: str) -> None:
        self.agenda: list[Entry] = []
        self.side: list[Entry] = []
        self.since = 0
        self.version = 0
        self.over = False
        self.facts: list[tuple[Any, ...]] | None = None
        self.event_set = event_set
        self.round = 1
        self.first: int | None = None
        self.active: int | None = None
        self.starting = STARTING_COINS
        self.coins = [STARTING_COINS] * seats
        self.tables: list[list[str]] = [[] for _ in range(seats)]
        self.characters = list(CHARACTERS)
        self.events = list(EVENT_SETS[event_set])
        self.hand: list[str] = []
        self.discard: list[str] = []
        self.event: str | None = None
        self.answers: dict[str, Any] = {}
        self.used: list[str] = []
        self.rounds: list[dict[str, list[int]]] = []

    def copy(self) -> "Tavern":
        """Return an independent position. Answers and scored rounds are replaced, never altered: shared."""
        twin = Tavern.__new__(Tavern)
        twin.agenda = self.agenda[:]
        twin.side = self.side[:]
        twin.since = self.since
        twin.version = self.version
        twin.over = self.over
        twin.facts = None if self.facts is None else self.facts[:]
        twin.event_set = self.event_set
        twin.round = self.round
        twin.first = self.first
        twin.active = self.active
        twin.starting = self.starting
        twin.coins = self.coins[:]
        twin.tables = [guests[:] for guests in self.tables]
        twin.characters = self.characters[:]
        twin.events = self.events[:]
        twin.hand = self.hand[:]
        twin.discard = self.discard[:]
        twin.event = self.event
        twin.answers = self.answers.copy()
        twin.used = self.used[:]
        twin.rounds = self.rounds[:]
        return twin


def free_seats(state: Tavern) -> int:
    """Count the free seats of the tavern."""
    return CHAIRS * len(state.tables) - sum(map(len, state.tables))


def table_of(state: Tavern, card: str) -> int:
    """Return the table where a seated character sits."""
    return next(table for table, guests in enumerate(state.tables) if card in guests)


def drawable(state: Tavern) -> list[str]:
    """Return the characters that may come in: the undrawn ones, or with none left the discarded ones."""
    return state.characters or [card for card in CHARACTERS if card in state.discard]


def seat_guest(state: Tavern, card: str, table: int) -> None:
    """Let a character sit down; there has to be a free seat."""
    guests = state.tables[table]
    assert len(guests) < CHAIRS, f"table {table} is full"
    guests.append(card)


def unseat(state: Tavern, card: str) -> int:
    """Let a character stand up; return the table it leaves."""
    table = table_of(state, card)
    state.tables[table].remove(card)
    return table


def move_guests(state: Tavern, moves: Iterable[tuple[str, int]]) -> None:
    """Let characters change to the given tables, all at the same time, so that full ones are no obstacle."""
    moves = list(moves)
    origins = [unseat(state, card) for card, _ in moves]
    for (card, table), origin in zip(moves, origins, strict=True):
        seat_guest(state, card, table)
        tell(state, "character_moved", card=card, origin=origin, table=table)


def move_tables(state: Tavern, to: dict[int, int]) -> None:
    """Let whole tables of guests change places: those of table `a` go to table `to[a]`."""
    before = state.tables[:]
    for origin, table in to.items():
        state.tables[table] = before[origin]
        tell(state, "table_moved", origin=origin, table=table)


def throw_out(state: Tavern, card: str) -> None:
    """Put a character that holds no seat any more on the discard until the next round."""
    state.discard.append(card)
    tell(state, "character_discarded", card=card)


def move_coins(state: Tavern, payer: int, recipient: int, most: int) -> int:
    """Hand over up to `most` coins, as many as the payer has; return how many."""
    amount = min(most, state.coins[payer])
    state.coins[payer] -= amount
    state.coins[recipient] += amount
    return amount


def receive(state: Tavern, seat: int, amount: int) -> None:
    """Take coins from the bank, which never runs out. Source: rules R2.4."""
    state.coins[seat] += amount


def start_round(state: Tavern, seat: int) -> None:
    """Put every card back, clear the tables, and let `seat` begin; coins are kept. Source: rules R9.1."""
    state.first = state.active = seat
    state.tables = [[] for _ in state.tables]
    state.characters = list(CHARACTERS)
    state.events = list(EVENT_SETS[state.event_set])
    state.discard, state.used = [], []
    characters, events = len(state.characters), len(state.events)
    tell(state, "round_started", number=state.round, first=seat, characters=characters, events=events)
    state.agenda.append(("turn", seat))


def give_turn(state: Tavern, seat: int) -> None:
    """End a turn: `seat` acts next; with every table full the round is scored before. Source: rules R8.1, R9.2."""
    if seat != state.active:
        state.active = seat
        tell(state, "active_player_changed", seat=seat)
    for guests in state.tables:
        if len(guests) < CHAIRS:
            state.agenda.append(("turn", seat))
            return
    state.agenda.append(("score_round", SYSTEM))
