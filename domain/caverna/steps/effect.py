"""How effects are offered and begun: words, and connectors that join them.

A tree of effects is offered as the list of choices that begin one of its parts. Making one leaves a
rest: a tree again, whose parts are all optional, since one part has been carried out.
"""

from typing import Any

from domain.caverna.acts import permitted
from domain.caverna.declare import Effect
from domain.caverna.state import State
from domain.core.choices import Choice

At = tuple[int, str]
"""The acting dwarf and the space whose effect it uses (the copied one, if it imitates)."""


class Word:
    """What one word of the vocabulary does: stateless.

    `verb` begins it. An `automatic` word asks nothing further. `helped`: a ruby or a trade might make
    it possible. `args` are those of the effect.
    """

    verb = ""
    automatic = False
    helped = False

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Say whether it can be carried out now, and through."""
        return bool(self.openings(state, seat, at, *args))

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the choices that begin it."""
        return [(self.verb,)] if self.can(state, seat, at, *args) else []

    def suits(self, state: State, seat: int, choice: Choice, *args: Any) -> bool:
        """Say whether a listed choice begins this effect and no other."""
        return bool(choice[0] == self.verb)

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Carry it out, in place; what it asks further it puts on the agenda."""
        raise AssertionError(f"{type(self).__name__} does nothing")

    def rest(self, choice: Choice, *args: Any) -> Effect | None:
        """Return what may still be done of it after the choice."""
        return None

    def may_be_helped(self, state: State, seat: int, *args: Any) -> bool:
        """Say whether a ruby or a trade might make it possible."""
        return self.helped


WORDS: dict[str, Word] = {}


def word(name: str, meaning: Word) -> None:
    """Enter a word of the vocabulary."""
    assert name not in WORDS
    WORDS[name] = meaning


def can(state: State, seat: int, at: At, tree: Effect) -> bool:
    """Say whether at least one part of the tree can be carried out now."""
    kind = tree[0]
    if kind in WORDS:
        return WORDS[kind].can(state, seat, at, *tree[1:])
    parts = tree[1]
    if kind == "then_optional" or (kind == "all_of" and not _automatic(parts[0])):
        return can(state, seat, at, parts[0])
    return any(can(state, seat, at, part) for part in parts)


def openings(state: State, seat: int, at: At, tree: Effect) -> list[Choice]:
    """List the choices that begin a part of the tree."""
    kind = tree[0]
    if kind in WORDS:
        return WORDS[kind].openings(state, seat, at, *tree[1:])
    parts = tree[1]
    if kind == "all_of" and _automatic(parts[0]):
        return [(WORDS[parts[0][0]].verb,)] if can(state, seat, at, tree) else []
    if kind in ("all_of", "then_optional"):
        return openings(state, seat, at, parts[0])
    return [choice for part in parts for choice in openings(state, seat, at, part)]


def split(state: State, seat: int, tree: Effect, choice: Choice) -> tuple[tuple[Effect, ...], Effect | None] | None:
    """Return the words that a listed choice begins, the first one with it, and the rest of the tree."""
    kind = tree[0]
    if kind in WORDS:
        meaning, args = WORDS[kind], tree[1:]
        return ((tree,), meaning.rest(choice, *args)) if meaning.suits(state, seat, choice, *args) else None
    parts = tree[1]
    if kind == "all_of":
        return (parts, None) if split(state, seat, parts[0], choice) else None
    for i, part in enumerate(parts):
        if found := split(state, seat, part, choice):
            return found[0] + (_ONCE if kind == "once" else ()), _rest(state, seat, tree, i, found[1])
        if kind == "then_optional":
            return None
    return None


def helped(state: State, seat: int, tree: Effect) -> bool:
    """Say whether a ruby or a trade might make a part of the tree possible."""
    if tree[0] in WORDS:
        return WORDS[tree[0]].may_be_helped(state, seat, *tree[1:])
    return any(helped(state, seat, part) for part in tree[1])


_ONCE: tuple[Effect, ...] = (("note_both",),)


def _automatic(part: Effect) -> bool:
    return part[0] in WORDS and WORDS[part[0]].automatic


def _rest(state: State, seat: int, tree: Effect, i: int, inner: Effect | None) -> Effect | None:
    """Return what is left of a connector when part `i` was begun and leaves `inner`."""
    kind, parts = tree
    begun = () if inner is None else (inner,)
    if kind == "and_or":
        left = (*begun, *parts[:i], *parts[i + 1 :])
    elif kind in ("and_then_or", "then_optional"):
        left = (*begun, *parts[i + 1 :])
        kind = "and_then_or"
    elif kind == "once":
        left = begun
    else:
        left, kind = _rest_of_either(state, seat, tree, i, begun)
    if len(left) == 1 and kind != "once":
        only: Effect = left[0]
        return only
    return (kind, left) if left else None


def _rest_of_either(
    state: State, seat: int, tree: Effect, i: int, begun: tuple[Effect, ...]
) -> tuple[tuple[Effect, ...], str]:
    """Leave the other parts only with a permit; where that goes once per game, only once."""
    kind, parts = tree
    others = (*parts[:i], *parts[i + 1 :])
    if not permitted(state, seat, "both_parts"):
        return begun, "and_or"
    if kind == "either_or":
        return (*begun, *others), "and_or"
    return ((*begun, *others), "once") if not state.both_used[seat] else (begun, "and_or")


class NoteBoth(Word):
    """Note that a seat has used both parts of a space that allows it once."""

    automatic = True

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Always possible."""
        return True

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Note it."""
        state.both_used[seat] = 1


word("note_both", NoteBoth())
