"""The smallest game in which every part of the kernel can be seen: seats say numbers, and notes are kept of it."""

from types import SimpleNamespace
from typing import Any

from domain.core.agenda import CHANCE, SYSTEM, Entry, Step, allow, conclude, settle, tell, withdraw
from domain.core.choices import number, word


class Notes:
    """A position: what is to be done, and what was noted."""

    __slots__ = ("agenda", "facts", "hand", "notes", "over", "side", "since", "version")

    def __init__(self, *agenda: Entry, hand: int = 1) -> None:
        self.agenda = list(agenda)
        self.side: list[Entry] = []
        self.since, self.version, self.over = 0, 0, False
        self.facts: list[Any] | None = None
        self.notes: list[Any] = []
        self.hand = hand

    def copy(self) -> "Notes":
        twin = Notes(*self.agenda, hand=self.hand)
        twin.side, twin.notes = self.side[:], self.notes[:]
        twin.since, twin.version, twin.over = self.since, self.version, self.over
        twin.facts = None if self.facts is None else self.facts[:]
        return twin


class Note(Step[Notes]):
    """Note something."""

    def run(self, state, seat, what):
        state.notes.append(what)
        tell(state, "noted", what=what)


class Say(Step[Notes]):
    """Say 1 or 2; 3 is too much."""

    asks, verbs = True, ("say",)

    def options(self, state, seat, *then):
        return [("say", 1), ("say", 2)]

    def take(self, state, seat, *then, choice):
        state.notes.append([seat, choice[1]])
        state.agenda += then

    def why_not(self, state, seat, *then, choice):
        return None if choice in self.options(state, seat) else "too_much"


class Toss(Step[Notes]):
    """Toss away so many coins, one at a time."""

    asks, verbs, surplus = True, ("toss",), "tossed_enough"

    def options(self, state, seat, owed):
        return [("toss",)]

    def take(self, state, seat, owed, choice):
        if owed > 1:
            state.agenda.append(("toss", seat, owed - 1))


class Throw(Step[Notes]):
    """Throw a die, or do not."""

    asks, verbs = True, ("throw", "skip")

    def options(self, state, seat):
        return [("throw",), ("skip",)]

    def take(self, state, seat, choice):
        state.agenda.append(("die", CHANCE, seat) if choice == ("throw",) else ("say", seat))


class Die(Step[Notes]):
    """Chance: 1 to 3, the higher the likelier."""

    asks, verbs = True, ("face",)

    def options(self, state, seat, owner):
        return [("face", 1), ("face", 2), ("face", 3)]

    def weights(self, state, seat, owner):
        return [1, 2, 3]

    def take(self, state, seat, owner, choice):
        state.notes.append([owner, choice[1]])

    def audience(self, state, seat, owner):
        return (owner,)


class Peek(Step[Notes]):
    """Look at what was hidden, and then say something. With an empty hand there is nothing to be seen."""

    asks, verbs, discloses = True, ("peek", "skip"), ("peek",)

    def options(self, state, seat):
        return [("peek",), ("skip",)]

    def take(self, state, seat, choice):
        state.agenda.append(("say", seat))

    def tells(self, state, seat, choice):
        return super().tells(state, seat, choice=choice) and state.hand > 0


class Offer(Step[Notes]):
    """Accept an offer, as long as there is something in hand; may be answered again. Other prices are a template."""

    asks, verbs = True, ("accept", "price", "close")

    def options(self, state, seat, offer):
        return [("accept", offer), ("close", offer)] if state.hand else []

    def take(self, state, seat, offer, choice):
        state.notes.append([seat, *choice])
        if choice[0] == "close":
            withdraw(state, lambda kind, seat, which: which == offer)
        else:
            allow(state, "offer", seat, offer)

    def templates(self, state, seat, offer):
        return [{"verb": "price", "n": {"minimum": 10}}] if state.hand else []

    def accepts(self, state, seat, offer, choice):
        return choice[0] == "price" and choice[1] >= 10

    def menu(self, state, seat, offer):
        return [("price", 10)]


class Stop(Step[Notes]):
    """End the game at once, or say something."""

    asks, verbs = True, ("stop", "skip")

    def options(self, state, seat):
        return [("stop",), ("skip",)]

    def take(self, state, seat, choice):
        if choice == ("stop",):
            conclude(state)


class Tally(Step[Notes]):
    """SYSTEM: count."""

    asks, verbs, single = True, ("count",), True

    def options(self, state, seat):
        return [("count",)]

    def take(self, state, seat, choice):
        state.notes.append("counted")


GAME: Any = SimpleNamespace(
    name="mini",
    steps={
        "note": Note(),
        "say": Say(),
        "toss": Toss(),
        "throw": Throw(),
        "die": Die(),
        "peek": Peek(),
        "offer": Offer(),
        "stop": Stop(),
        "tally": Tally(),
    },
    verbs={
        "say": {"n": number()},
        "toss": {},
        "throw": {},
        "skip": {},
        "face": {"n": number()},
        "peek": {},
        "accept": {"offer": number()},
        "price": {"n": number()},
        "close": {"offer": number()},
        "stop": {},
        "count": {},
        "shout": {"what": word()},
    },
    most_decisions=50,
    over_code="game_over",
    out_of_turn=lambda state, seat, choice: "not_now" if choice[0] == "shout" else None,
)


def settled(*agenda: Entry) -> Notes:
    """Return a settled position, opened by version 1."""
    state = Notes(*agenda)
    state.since = state.version = 1
    settle(GAME, state)
    return state


def tally() -> Entry:
    """Return the entry that asks SYSTEM."""
    return ("tally", SYSTEM)
