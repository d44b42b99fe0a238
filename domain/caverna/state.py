"""The position of a game as plain data in slots, and its copy by hand."""

from typing import Any

from domain.caverna.goods import GOODS
from domain.core.agenda import Entry

RESTING = "resting"
"""Where a dwarf is that its seat could place nowhere: at home until the next round."""


class State:
    """A position. What belongs to a seat stands in lists by seat.

    `stock`: goods lying on a space. `taken`: space -> seat. `deck`: cards not revealed yet.
    `markers`: harvest markers face down, by kind; `revealed`: those of the rounds played, in order.
    `offer`: furnishing tiles that can be taken. `land`: 43 cells, "" where bare (see `board`).
    `pastures`: their cells; `sown`: `[cell, crop, tokens]`; `rooms`: `[tile, cell]` in order of building;
    `covered`: tiles overbuilt. `weapons`: strengths, one for every dwarf in play; `placed`: the space of
    each, "" if ready; the youngest `newborn` of them were born this round. `due`: `[round, good]` still
    to come; `both_used`: 1 if a space that allows both parts once per game was used so.
    """

    __slots__ = (
        "agenda",
        "begging",
        "both_used",
        "covered",
        "deck",
        "due",
        "facts",
        "first",
        "goods",
        "land",
        "markers",
        "newborn",
        "offer",
        "over",
        "pastures",
        "placed",
        "reading",
        "revealed",
        "rooms",
        "round",
        "seats",
        "side",
        "since",
        "sown",
        "spaces",
        "stables",
        "stock",
        "taken",
        "version",
        "weapons",
    )  # fmt: skip

    agenda: list[Entry]
    side: list[Entry]
    since: int
    version: int
    over: bool
    facts: list[tuple[Any, ...]] | None
    seats: int
    reading: str
    round: int
    first: int
    spaces: list[str]
    stock: dict[str, dict[str, int]]
    taken: dict[str, int]
    deck: list[str]
    markers: dict[str, int]
    revealed: list[str]
    offer: list[str]
    goods: list[dict[str, int]]
    begging: list[int]
    land: list[list[str]]
    stables: list[list[int]]
    pastures: list[list[list[int]]]
    sown: list[list[list[Any]]]
    rooms: list[list[list[Any]]]
    covered: list[list[str]]
    weapons: list[list[int]]
    placed: list[list[str]]
    newborn: list[int]
    due: list[list[list[Any]]]
    both_used: list[int]

    def copy(self) -> "State":
        """Return an independent position.

        The inner lists of `pastures`, `sown`, `rooms` and `due` are never altered, only replaced; they
        are copied all the same, since a copy shares nothing that could be altered.
        """
        new = State.__new__(State)
        new.agenda, new.side = self.agenda[:], self.side[:]
        new.since, new.version, new.over = self.since, self.version, self.over
        new.facts = None if self.facts is None else self.facts[:]
        new.seats, new.reading, new.round, new.first = self.seats, self.reading, self.round, self.first
        new.spaces, new.deck, new.revealed, new.offer = self.spaces[:], self.deck[:], self.revealed[:], self.offer[:]
        new.stock = {space: lying.copy() for space, lying in self.stock.items()}
        new.taken, new.markers = self.taken.copy(), self.markers.copy()
        new.goods = [mine.copy() for mine in self.goods]
        new.begging, new.newborn, new.both_used = self.begging[:], self.newborn[:], self.both_used[:]
        new.land = [mine[:] for mine in self.land]
        new.stables = [mine[:] for mine in self.stables]
        new.pastures = [[cells[:] for cells in mine] for mine in self.pastures]
        new.sown = [[field[:] for field in mine] for mine in self.sown]
        new.rooms = [[room[:] for room in mine] for mine in self.rooms]
        new.covered = [mine[:] for mine in self.covered]
        new.weapons = [mine[:] for mine in self.weapons]
        new.placed = [mine[:] for mine in self.placed]
        new.due = [[item[:] for item in mine] for mine in self.due]
        return new


def empty_supply() -> dict[str, int]:
    """Return a supply without anything in it."""
    return dict.fromkeys(GOODS, 0)


def ready(state: State, seat: int) -> list[int]:
    """Return the strengths of the dwarfs that can still be placed, ascending."""
    return sorted(w for w, at in zip(state.weapons[seat], state.placed[seat], strict=True) if not at)
