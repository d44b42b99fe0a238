"""Refusals: one tree of errors, each with a stable code and plain details.

A refusal never changes anything. `code` tells a program what kind of refusal it is; `rule` is the
code which the rules of the game give to it, if they give one.
"""

from collections.abc import Sequence
from typing import ClassVar

from domain.core.plain import Plain


class Refusal(Exception):
    """A choice that is not accepted.

    `index` is the place of the refused choice in its command (0 for the first), `rule` the code of
    the game's rules or None, `details` plain data that may be shown to the seat that asked.
    """

    code: ClassVar[str] = "refused"

    def __init__(
        self,
        message: str,
        *,
        rule: str | None = None,
        index: int = 0,
        details: dict[str, Plain] | None = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.index = index
        self.details: dict[str, Plain] = details or {}


class MalformedChoice(Refusal):
    """Not a choice of this game at all: unknown verb, missing or superfluous field, wrong type."""

    code = "malformed_choice"


class IllegalChoice(Refusal):
    """A well-formed choice that an open decision of the seat does not list; `options` says what is."""

    code = "illegal_choice"

    def __init__(self, message: str, *, rule: str | None, options: Sequence[tuple[Plain, ...]], kind: str) -> None:
        super().__init__(message, rule=rule)
        self.options = list(options)
        self.kind = kind


class SurplusChoice(IllegalChoice):
    """A command has more choices of a verb than its seat is asked for: `rule` has a code for it, `options` is empty."""


class NotYourDecision(Refusal):
    """Nothing is asked of this seat now."""

    code = "not_your_decision"


class StaleDecision(Refusal):
    """The decision was opened after the version that the chooser knew."""

    code = "stale_version"


class CrossesDisclosure(Refusal):
    """A command may not go past a draw or a disclosure: send what follows as a command of its own."""

    code = "crosses_disclosure"


class GameOver(Refusal):
    """The game has ended: nothing can be chosen any more."""

    code = "game_over"
