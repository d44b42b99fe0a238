"""Carrying out a tree of effects, part by part."""

from domain.caverna.declare import SPACES, Effect
from domain.caverna.state import State
from domain.caverna.steps.effect import WORDS, At, can, helped, openings, split
from domain.caverna.steps.exchange import WINDOW_VERBS, could_help, exchange, why_no_exchange, windows
from domain.caverna.steps.reasons import why_no_effect
from domain.core.agenda import Step, tell
from domain.core.choices import Choice

STOP: Choice = ("stop",)
ACT_VERBS = (
    "take", "gain", "lay", "cover", "mine", "fence", "erect", "furnish", "grow", "sow", "forge", "travel",
    "breed", "sell", "buy", "imitate",
)  # fmt: skip


def enter(state: State, seat: int, dwarf: int, space: str) -> None:
    """Place a dwarf and put what the space does on the agenda; animals are settled afterwards."""
    state.taken[space] = seat
    state.placed[seat][dwarf] = space
    tell(state, "dwarf_placed", seat=seat, space=space, strength=state.weapons[seat][dwarf])
    state.agenda += [("house", seat), ("after_action", seat), ("part", seat, (dwarf, space), SPACES[space].does)]


def can_enter(state: State, seat: int, dwarf: int, space: str) -> bool:
    """Say whether the dwarf could carry out some part of the space."""
    return can(state, seat, (dwarf, space), SPACES[space].does)


def begin(state: State, seat: int, at: At, tree: Effect, choice: Choice) -> None:
    """Carry out the part that a listed choice begins; the rest comes after what it asks."""
    found = split(state, seat, tree, choice)
    assert found is not None, f"{choice} begins no part of {tree}"
    words, rest = found
    if rest is not None:
        state.agenda.append(("rest", seat, at, rest))
    for i, effect in enumerate(words):
        meaning = WORDS[effect[0]]
        if i == 0 or meaning.can(state, seat, at, *effect[1:]):
            meaning.begin(state, seat, at, choice, *effect[1:])


class Part(Step[State]):
    """Carry out a part that is compulsory; ask only if there is a choice."""

    def run(self, state: State, seat: int, at: At, tree: Effect) -> None:
        """Begin the only way there is, or ask."""
        listing = openings(state, seat, at, tree)
        assert listing, f"{at}: {tree} cannot be carried out"
        if len(listing) == 1:
            begin(state, seat, at, tree, listing[0])
        else:
            state.agenda.append(("act", seat, at, tree))


class Rest(Step[State]):
    """Offer parts that are optional; they fall if they cannot be used."""

    def run(self, state: State, seat: int, at: At, tree: Effect) -> None:
        """Ask if a part is possible, or might become so by a ruby or a trade."""
        if can(state, seat, at, tree) or (could_help(state, seat) and helped(state, seat, tree)):
            state.agenda.append(("act_on", seat, at, tree))


class Act(Step[State]):
    """Choose the first part of a compulsory tree.

    There are no exchanges here: they were offered with the placing of the dwarf, and could now spend
    what the part needs.
    """

    asks = True
    verbs = ACT_VERBS

    def options(self, state: State, seat: int, at: At, tree: Effect) -> list[Choice]:
        """List what begins a part of the tree."""
        return openings(state, seat, at, tree)

    def take(self, state: State, seat: int, at: At, tree: Effect, *, choice: Choice) -> None:
        """Begin it."""
        begin(state, seat, at, tree, choice)

    def why_not(self, state: State, seat: int, at: At, tree: Effect, *, choice: Choice) -> str | None:
        """Name the rule that bars the part."""
        if choice in openings(state, seat, at, tree):
            return None
        return why_no_effect(state, seat, at, tree, choice)


class ActOn(Step[State]):
    """Choose another part, exchange something, or stop."""

    asks = True
    verbs = (*ACT_VERBS, "stop", *WINDOW_VERBS)

    def options(self, state: State, seat: int, at: At, tree: Effect) -> list[Choice]:
        """List parts, exchanges, and stopping."""
        return [*openings(state, seat, at, tree), *windows(state, seat), STOP]

    def take(self, state: State, seat: int, at: At, tree: Effect, *, choice: Choice) -> None:
        """Begin the part, exchange and ask again, or stop."""
        if choice[0] in WINDOW_VERBS:
            state.agenda.append(("rest", seat, at, tree))
            exchange(state, seat, choice)
        elif choice != STOP:
            begin(state, seat, at, tree, choice)

    def why_not(self, state: State, seat: int, at: At, tree: Effect, *, choice: Choice) -> str | None:
        """Name the rule that bars the part."""
        if choice in self.options(state, seat, at, tree):
            return None
        if choice[0] in WINDOW_VERBS:
            return why_no_exchange(state, seat, choice)
        return why_no_effect(state, seat, at, tree, choice)
