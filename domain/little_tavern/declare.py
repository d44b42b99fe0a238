"""The words of which events are declared, and the check that a declaration uses no others.

An event has stages. Each stage asks its choices, all of them of the active seat, then carries out its effects; what
an effect draws is known to everybody before the next stage asks. An `Ask` is answered under its key, and effects
are tuples: the word of `effects.EFFECTS`, then keys of answers or numbers.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Required, TypedDict, Unpack

ANY, OWN, OTHER = "any", "own", "other"
"""Whose table, or which seat, seen from the active one."""

VOIDS = ("never", "every_other_table_is_full", "no_other_player_has_a_coin")
"""Conditions, tested when the card is read, under which an event does nothing."""

KINDS = (
    "pick_character",
    "pick_at_table",
    "name_player",
    "choose_table",
    "choose_direction",
    "keep_character",
    "seat_character",
)
"""Decisions that ask a choice of an event."""

CONDITIONS = ("always", "own_table_is_full")
"""Conditions under which a choice is asked."""

Effect = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Ask:
    """A choice of an event: `kind` is the decision that asks it, `key` where its answer is kept."""

    kind: str
    key: str
    whose: str = ANY
    apart_from: str | None = None
    """Key of an earlier answer whose table is excluded."""
    when: str = "always"
    with_free_seat: bool = False
    least_coins: int = 0


@dataclass(frozen=True, slots=True)
class Stage:
    """Choices, then effects."""

    asks: tuple[Ask, ...]
    does: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Event:
    """One event card. `net_seats` bounds by how many the number of seated characters changes."""

    name: str
    title: str
    title_fr: str
    text: str
    text_fr: str
    cite: str
    stages: tuple[Stage, ...]
    asks: Mapping[str, Ask]
    void_when: str
    net_seats: tuple[int, int]
    draws: int
    discards: int


# Choices.


def seated(key: str, whose: str, *, apart_from: str | None = None, when: str = "always") -> Ask:
    """Ask for a character at a table."""
    return Ask("pick_character", key, whose, apart_from=apart_from, when=when)


def one_per_table(key: str) -> Ask:
    """Ask for a character of every table, table by table."""
    return Ask("pick_at_table", key)


def player(key: str, whose: str, *, least_coins: int = 0) -> Ask:
    """Ask for a seat that has at least so many coins."""
    return Ask("name_player", key, whose, least_coins=least_coins)


def free_table(key: str, whose: str) -> Ask:
    """Ask for a table with a free seat."""
    return Ask("choose_table", key, whose, with_free_seat=True)


def table(key: str, *, apart_from: str | None = None) -> Ask:
    """Ask for a table, full or not."""
    return Ask("choose_table", key, apart_from=apart_from)


def direction(key: str) -> Ask:
    """Ask for left (the next seat) or right (the previous one)."""
    return Ask("choose_direction", key)


def drawn(key: str) -> Ask:
    """Ask for one of the characters that the event drew."""
    return Ask("keep_character", key)


def seating(key: str) -> Ask:
    """Ask for a table for each character that the event drew, one after the other."""
    return Ask("seat_character", key)


# Effects: the tuple says what the function of the same name in `effects` does.


def swap_characters(a: str, b: str) -> Effect:
    """Two characters change places."""
    return "swap_characters", a, b


def move_character(character: str, to: str) -> Effect:
    """A character takes a free seat at another table."""
    return "move_character", character, to


def poach(target: str, give_back: str) -> Effect:
    """A character joins the active table, in exchange for one of its own if that is full."""
    return "poach", target, give_back


def shift_one_each(towards: str, picks: str) -> Effect:
    """The picked characters move one table on, all at the same time."""
    return "shift_one_each", towards, picks


def rotate_tables(towards: str) -> Effect:
    """All characters move one table on."""
    return "rotate_tables", towards


def swap_tables(a: str, b: str) -> Effect:
    """The guests of two tables change places."""
    return "swap_tables", a, b


def discard_character(character: str) -> Effect:
    """A seated character goes to the discard; its table is kept as answer `table_of_<key>`."""
    return "discard_character", character


def draw_characters(number: int, *, at_most_free_seats: bool = False) -> Effect:
    """Draw characters, known to everybody."""
    return "draw_characters", number, at_most_free_seats


def seat_drawn(at: str) -> Effect:
    """The drawn character sits down at a table."""
    return "seat_drawn", at


def seat_all_drawn(where: str) -> Effect:
    """Each drawn character sits down at the table chosen for it."""
    return "seat_all_drawn", where


def seat_kept(character: str, at: str) -> Effect:
    """One of the drawn characters sits down at a table."""
    return "seat_kept", character, at


def discard_drawn() -> Effect:
    """The drawn characters that were not seated go to the discard."""
    return ("discard_drawn",)


def take_coins(victim: str, amount: int) -> Effect:
    """The active seat takes coins from another one, as many as it has."""
    return "take_coins", victim, amount


def bank_pays_tip(character: str) -> Effect:
    """The active seat takes from the bank what a character would give now."""
    return "bank_pays_tip", character


class Said(TypedDict, total=False):
    """What a card says besides its stages; titles and texts are English, then French."""

    title: Required[tuple[str, str]]
    text: Required[tuple[str, str]]
    cite: Required[str]
    void_when: str
    net_seats: tuple[int, int]
    draws: int
    discards: int


def event(name: str, *stages: Stage, **said: Unpack[Said]) -> Event:
    """Declare an event."""
    return Event(
        name,
        *said["title"],
        *said["text"],
        said["cite"],
        stages,
        {ask.key: ask for part in stages for ask in part.asks},
        said.get("void_when", "never"),
        said.get("net_seats", (0, 0)),
        said.get("draws", 0),
        said.get("discards", 0),
    )


def stage(*asks: Ask, does: Iterable[Effect]) -> Stage:
    """Declare a stage of an event."""
    return Stage(asks, tuple(does))


def fault(card: Event, effects: Iterable[str]) -> str | None:
    """Say what is wrong with a declaration, or None. `effects` are the words that can be carried out."""
    known = set(effects)
    keys: set[str] = set()
    if not (card.cite and card.text and card.text_fr and card.title and card.title_fr):
        return "is not described"
    if card.void_when not in VOIDS:
        return f"is void when {card.void_when}, which is no condition"
    if len(card.asks) != sum(len(part.asks) for part in card.stages):
        return "has a key twice"
    for part in card.stages:
        for ask in part.asks:
            if ask.kind not in KINDS or ask.when not in CONDITIONS or ask.whose not in (ANY, OWN, OTHER):
                return f"asks {ask.key} in unknown words"
            if ask.apart_from is not None and ask.apart_from not in keys:
                return f"asks {ask.key} apart from what was not asked before"
            keys.add(ask.key)
        for word, *operands in part.does:
            if word not in known:
                return f"does {word}, which nobody can carry out"
            missing = [key for key in operands if isinstance(key, str) and key not in keys]
            if missing:
                return f"does {word} with {missing[0]}, which was not asked before"
            if word == "discard_character":
                keys.add(f"table_of_{operands[0]}")
    return None
