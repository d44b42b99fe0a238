"""What a game is made of: seats, state, score, and the protocol that every game fulfils."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol, Self

from domain.core.agenda import SYSTEM, Entry, Step
from domain.core.choices import Choice, Field
from domain.core.plain import Plain

Viewer = tuple[int, ...]
"""The seats through whose eyes something is seen; () is a spectator, `ALL` sees everything."""

ALL: Viewer = (SYSTEM,)

Options = Mapping[str, Any]
Secret = Plain


def sees(viewer: Viewer, seat: int) -> bool:
    """Say whether the viewer may see what only `seat` may see."""
    return seat in viewer or SYSTEM in viewer


class Rng(Protocol):
    """A source of uniform numbers."""

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1, all equally likely."""
        ...


class Score(NamedTuple):
    """What a seat has scored: points with their parts, round by round where the game has rounds.

    `won` is None until the game is over. `rating` is a word of the rules for a result that is not
    a victory over others (solo games).
    """

    seat: int
    points: int
    parts: Mapping[str, int]
    rounds: Sequence[Mapping[str, int]] = ()
    won: bool | None = None
    rating: str | None = None


class State(Protocol):
    """A position: what the kernel needs of it. Each game has one slotted class of its own.

    `agenda` is the stack of what is still to be done, next on top; `side` the optional decisions;
    `since` the version that opened the top of the agenda. `facts` is a list while a command is
    carried out and None in playouts and folds; `version` is the version of the commit in the making.
    Neither of the two belongs to the plain form.
    """

    agenda: list[Entry]
    side: list[Entry]
    since: int
    version: int
    over: bool
    facts: list[tuple[Any, ...]] | None

    def copy(self) -> Self:
        """Return an independent state; what never changes may be shared."""
        ...


class Game(Protocol):
    """One game: its rules as a table of steps, its set-up, and what may be seen of a position."""

    name: str
    title: str
    ruleset: int
    """Bumped by every rule change that alters an outcome; pinned in every log."""
    seats: range
    options: Mapping[str, Field]
    """What a table may choose; every field has a default."""
    variants: Sequence[Options]
    """Sets of options that together use every branch of the rules; tests play all of them."""
    steps: Mapping[str, Step[Any]]
    verbs: Mapping[str, Mapping[str, Field]]
    facts: Mapping[str, Mapping[str, Field]]
    most_decisions: int
    over_code: str
    """The rules' code for whatever is chosen after the end."""
    state: type[Any]
    """The class of its states, for `plain.thaw`."""
    languages: Sequence[str]
    material: Mapping[str, Plain]
    """What never changes and a client needs for drawing: cards, tiles, geometry, symbols, names."""
    guide: Mapping[str, Plain]
    """The game in words, for whoever writes a client or reads a log; a contract test keeps it complete:

    - `goal`: how the game is played and won, in a few sentences;
    - `verbs`: verb -> what it does;
    - `kinds`: kind of a decision that asks a seat -> what is asked;
    - `view`: top-level member of a view -> what it is; inner ones as `piles.cards`, where their names do not say it;
    - `draws`: kind that asks `CHANCE` -> `outcomes` (what they are, in which order, and how a reader of the log knows
      them), `weights`, and `order` where the outcomes are names in a fixed order, of which each draw lists some.
      A game that seals anything has the kind `seal`: how the sealed set-up comes out of its numbers;
    - `facts`: fact -> what has happened.
    """

    def refuse_table(self, seats: int, options: Options) -> str | None:
        """Return the rules' code for a number of seats or options that do not go together, or None."""
        ...

    def seal(self, seats: int, options: Options, rng: Rng) -> Secret:
        """Draw what lies hidden from the start, once; None where there is no such thing."""
        ...

    def setup(self, seats: int, options: Options, secret: Secret) -> Any:
        """Return the position before the first move, not yet settled."""
        ...

    def view(self, state: Any, viewer: Viewer) -> dict[str, Plain]:
        """Return what the viewer may see of a position."""
        ...

    def scores(self, state: Any, viewer: Viewer) -> tuple[Score, ...]:
        """Return the score sheet as the viewer may see it; hidden points only to their seat."""
        ...

    def determinize(self, state: Any, seat: int | None, rng: Rng) -> Any:
        """Return a position that `seat` (None: a spectator) could not tell from the real one.

        What the seat does not know is drawn anew; its view, decisions, options and refusals stay.
        """
        ...

    def out_of_turn(self, state: Any, seat: int, choice: Choice) -> str | None:
        """Return the rules' code for a choice whose verb is not asked of this seat now, or None."""
        ...

    def census(self, state: Any) -> dict[str, int]:
        """Count every kind of piece wherever it lies; no choice ever changes these numbers."""
        ...
