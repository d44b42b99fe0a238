"""What the effects of events do: one function for each word of `declare`.

Each gets the position, the active seat, and the operands of its declaration: keys under which the answers of the
active seat stand, or numbers.
"""

from collections.abc import Callable, Mapping

from domain.core.agenda import CHANCE, tell
from domain.little_tavern.declare import Event, fault
from domain.little_tavern.events import EVENTS
from domain.little_tavern.scoring import census, tips_at
from domain.little_tavern.state import (
    CHAIRS,
    Tavern,
    free_seats,
    move_coins,
    move_guests,
    move_tables,
    receive,
    seat_guest,
    table_of,
    throw_out,
    unseat,
)


def swap_characters(state: Tavern, seat: int, a: str, b: str) -> None:
    """Let two characters change places."""
    first, second = state.answers[a], state.answers[b]
    move_guests(state, [(first, table_of(state, second)), (second, table_of(state, first))])


def move_character(state: Tavern, seat: int, character: str, to: str) -> None:
    """Let a character take a free seat at another table."""
    move_guests(state, [(state.answers[character], state.answers[to])])


def poach(state: Tavern, seat: int, target: str, give_back: str) -> None:
    """Let a character join the active table; the one given back, if asked for, takes its seat."""
    moves = [(state.answers[target], seat)]
    if give_back in state.answers:
        moves.append((state.answers[give_back], table_of(state, state.answers[target])))
    move_guests(state, moves)


def shift_one_each(state: Tavern, seat: int, towards: str, picks: str) -> None:
    """Let the picked character of every table move one table on."""
    on = neighbour(state, state.answers[towards])
    move_guests(state, [(card, on[table]) for table, card in enumerate(state.answers[picks])])


def rotate_tables(state: Tavern, seat: int, towards: str) -> None:
    """Let all characters move one table on."""
    move_tables(state, neighbour(state, state.answers[towards]))


def swap_tables(state: Tavern, seat: int, a: str, b: str) -> None:
    """Let the guests of two tables change places."""
    first, second = state.answers[a], state.answers[b]
    move_tables(state, {first: second, second: first})


def discard_character(state: Tavern, seat: int, character: str) -> None:
    """Throw a character out, and keep where it sat."""
    card = state.answers[character]
    state.answers[f"table_of_{character}"] = unseat(state, card)
    throw_out(state, card)


def draw_characters(state: Tavern, seat: int, number: int, at_most_free_seats: bool) -> None:
    """Have characters drawn into the hand, one after the other."""
    if at_most_free_seats:
        number = min(number, free_seats(state))
    state.agenda.extend([("meet", CHANCE, seat)] * number)


def seat_drawn(state: Tavern, seat: int, at: str) -> None:
    """Seat the drawn character."""
    _seat_from_hand(state, seat, state.hand[0], state.answers[at])


def seat_all_drawn(state: Tavern, seat: int, where: str) -> None:
    """Seat every drawn character where it was told to."""
    for card, table in zip(state.hand[:], state.answers[where], strict=True):
        _seat_from_hand(state, seat, card, table)


def seat_kept(state: Tavern, seat: int, character: str, at: str) -> None:
    """Seat one of the drawn characters."""
    _seat_from_hand(state, seat, state.answers[character], state.answers[at])


def discard_drawn(state: Tavern, seat: int) -> None:
    """Throw out the drawn characters that are left."""
    hand, state.hand = state.hand, []
    for card in hand:
        throw_out(state, card)


def take_coins(state: Tavern, seat: int, victim: str, amount: int) -> None:
    """Take coins from another seat."""
    payer = state.answers[victim]
    taken = move_coins(state, payer, seat, amount)
    tell(state, "coins_taken", payer=payer, recipient=seat, amount=taken)


def bank_pays_tip(state: Tavern, seat: int, character: str) -> None:
    """Take from the bank what a character would give now."""
    card = state.answers[character]
    guests = state.tables[table_of(state, card)]
    amount = tips_at(guests, census(state.tables))[guests.index(card)]
    receive(state, seat, amount)
    tell(state, "bank_paid", recipient=seat, amount=amount)


def neighbour(state: Tavern, towards: str) -> dict[int, int]:
    """Return for every seat the next one in a direction. Source: decision D-18."""
    seats, step = len(state.tables), 1 if towards == "left" else -1
    return {seat: (seat + step) % seats for seat in range(seats)}


def _seat_from_hand(state: Tavern, seat: int, card: str, table: int) -> None:
    state.hand.remove(card)
    seat_guest(state, card, table)
    tell(state, "character_placed", seat=seat, card=card, table=table)


EFFECTS: Mapping[str, Callable[..., None]] = {
    effect.__name__: effect
    for effect in (
        swap_characters,
        move_character,
        poach,
        shift_one_each,
        rotate_tables,
        swap_tables,
        discard_character,
        draw_characters,
        seat_drawn,
        seat_all_drawn,
        seat_kept,
        discard_drawn,
        take_coins,
        bank_pays_tip,
    )
}


def is_void(state: Tavern, seat: int, card: Event) -> bool:
    """Say whether an event that is read now does nothing. Source: rules R7.3."""
    others = [other for other in range(len(state.tables)) if other != seat]
    if card.void_when == "every_other_table_is_full":
        return all(len(state.tables[other]) == CHAIRS for other in others)
    if card.void_when == "no_other_player_has_a_coin":
        return not any(state.coins[other] for other in others)
    return False


def check_events() -> None:
    """Fail for an event that is declared in words which nothing carries out."""
    for card in EVENTS.values():
        wrong = fault(card, EFFECTS)
        assert wrong is None, f"{card.name} {wrong}"


check_events()
