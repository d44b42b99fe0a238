"""The decisions of an event, one small choice each, all of the active seat.

Entries are `(kind, seat, event, key)`, for one character of each table with the table after it, for drawn characters
with the card. The answer is kept under the key in `state.answers`. A decision may list a single option: the rules
make the choices of an event a command of its own, also where nothing is left to choose (rules R5.2).
"""

from collections.abc import Iterator, Mapping
from typing import Any

from domain.core.agenda import Entry, Step, listed_by
from domain.core.choices import Choice
from domain.little_tavern.declare import KINDS, OTHER, OWN, Ask
from domain.little_tavern.events import EVENTS
from domain.little_tavern.state import CHAIRS, Tavern, table_of

DIRECTIONS = ("left", "right")


def entries(state: Tavern, seat: int, event: str, ask: Ask) -> list[Entry]:
    """Return the agenda entries that ask a choice now, the first one first."""
    if ask.when == "own_table_is_full" and len(state.tables[seat]) < CHAIRS:
        return []
    entry: Entry = (ask.kind, seat, event, ask.key)
    if ask.kind == "pick_at_table":
        return [(*entry, table) for table in range(len(state.tables))]
    if ask.kind == "seat_character":
        return [(*entry, card) for card in state.hand]
    return [entry]


def seats_meant(state: Tavern, seat: int, ask: Ask) -> list[int]:
    """Return the seats, or their tables, that an ask leaves to choose from."""
    if ask.whose == OWN:
        return [seat]
    seats = [other for other in range(len(state.tables)) if not (ask.whose == OTHER and other == seat)]
    if ask.apart_from is not None:
        excluded = state.answers[ask.apart_from]
        if isinstance(excluded, str):
            excluded = table_of(state, excluded)
        seats.remove(excluded)
    return seats


class EventChoice(Step[Tavern]):
    """One choice of an event; keeps what was chosen."""

    asks = True
    single = True

    def take(self, state: Tavern, seat: int, /, event: str, key: str, *which: Any, choice: Choice) -> None:
        """Keep the answer."""
        state.answers[key] = choice[1]


class PickCharacter(EventChoice):
    """Pick a character at one of the tables meant."""

    verbs = ("pick",)

    def options(self, state: Tavern, seat: int, /, event: str, key: str) -> list[Choice]:
        """List the characters, table by table."""
        tables = seats_meant(state, seat, EVENTS[event].asks[key])
        return [("pick", card) for table in tables for card in state.tables[table]]


class PickAtTable(EventChoice):
    """Pick a character of one table; answers are kept in the order of the tables."""

    verbs = ("pick",)

    def options(self, state: Tavern, seat: int, /, event: str, key: str, table: int) -> list[Choice]:
        """List the characters of the table."""
        return [("pick", card) for card in state.tables[table]]

    def take(self, state: Tavern, seat: int, /, event: str, key: str, *which: Any, choice: Choice) -> None:
        """Add the answer to those of the tables before."""
        state.answers[key] = [*state.answers.get(key, ()), choice[1]]


class NamePlayer(EventChoice):
    """Name a player who has coins enough."""

    verbs = ("name",)

    def options(self, state: Tavern, seat: int, /, event: str, key: str) -> list[Choice]:
        """List the seats."""
        ask = EVENTS[event].asks[key]
        return [("name", other) for other in seats_meant(state, seat, ask) if state.coins[other] >= ask.least_coins]

    def why_not(self, state: Tavern, seat: int, /, *args: Any, choice: Choice) -> str | None:
        """Tell a seat out of the game from one that does not qualify."""
        if not 0 <= choice[1] < len(state.tables):
            return "unknown_player"
        return None if listed_by(self, state, seat, args, choice) else "invalid_choice"


class ChooseTable(EventChoice):
    """Choose a table, with a free seat where one is needed."""

    verbs = ("choose",)

    def options(self, state: Tavern, seat: int, /, event: str, key: str) -> list[Choice]:
        """List the tables by their seats."""
        ask = EVENTS[event].asks[key]
        tables = seats_meant(state, seat, ask)
        if ask.with_free_seat:
            tables = [table for table in tables if len(state.tables[table]) < CHAIRS]
        return [("choose", table) for table in tables]

    def why_not(self, state: Tavern, seat: int, /, event: str, key: str, *, choice: Choice) -> str | None:
        """Test whether the table exists, has a seat, is one of those meant; in this order (rules, section 15)."""
        table = choice[1]
        if not 0 <= table < len(state.tables):
            return "unknown_player"
        if EVENTS[event].asks[key].with_free_seat and len(state.tables[table]) == CHAIRS:
            return "table_full"
        return None if listed_by(self, state, seat, (event, key), choice) else "invalid_choice"


class ChooseDirection(EventChoice):
    """Choose which way guests go round."""

    verbs = ("go",)

    def options(self, state: Tavern, seat: int, /, event: str, key: str) -> list[Choice]:
        """List left and right, also with two players, where both are the same."""
        return [("go", direction) for direction in DIRECTIONS]


class KeepCharacter(EventChoice):
    """Keep one of the drawn characters."""

    verbs = ("keep",)

    def options(self, state: Tavern, seat: int, /, event: str, key: str) -> list[Choice]:
        """List the drawn characters."""
        return [("keep", card) for card in state.hand]


class SeatCharacter(EventChoice):
    """Choose a table for a drawn character; answers are kept in the order of the hand."""

    verbs = ("seat",)

    def options(self, state: Tavern, seat: int, /, event: str, key: str, card: str) -> list[Choice]:
        """List the tables with a seat that no earlier answer takes."""
        return [("seat", card, table) for table in self._open(state, key)]

    def take(self, state: Tavern, seat: int, /, event: str, key: str, *which: Any, choice: Choice) -> None:
        """Add the answer to those of the cards before."""
        state.answers[key] = [*state.answers.get(key, ()), choice[2]]

    def why_not(self, state: Tavern, seat: int, /, *args: Any, choice: Choice) -> str | None:
        """Tell an unknown table and a full one from another character."""
        _, key, card = args
        _, named, table = choice
        if not 0 <= table < len(state.tables):
            return "unknown_player"
        if table not in self._open(state, key):
            return "table_full"
        return None if named == card else "invalid_choice"

    def _open(self, state: Tavern, key: str) -> Iterator[int]:
        taken = state.answers.get(key, ())
        for table, guests in enumerate(state.tables):
            if len(guests) + taken.count(table) < CHAIRS:
                yield table


ASKS: Mapping[str, EventChoice] = {
    "pick_character": PickCharacter(),
    "pick_at_table": PickAtTable(),
    "name_player": NamePlayer(),
    "choose_table": ChooseTable(),
    "choose_direction": ChooseDirection(),
    "keep_character": KeepCharacter(),
    "seat_character": SeatCharacter(),
}
"""The steps of event choices by kind."""

assert set(ASKS) == set(KINDS), "a kind of choice is not declared, or nobody asks it"
