"""The kernel: a stack of what is still to be done, and a table of steps that do it.

An entry of the agenda is `(kind, seat, *args)`, the next one on top (last). Its step either runs by
itself or asks a seat to choose from a list; being listed is the whole validation. Two seats are no
players: `CHANCE` stands for draws and dice, `SYSTEM` for bookkeeping that the table waits for.

`apply` is pure and checks; `play` mutates and trusts its caller.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Generic, NamedTuple, TypeVar

from domain.core.choices import Choice, check_choice
from domain.core.errors import GameOver, IllegalChoice, NotYourDecision, Refusal
from domain.core.plain import Plain

if TYPE_CHECKING:
    from domain.core.game import Game, State

CHANCE, SYSTEM = -1, -2

GATHER = "gather"
"""Kind of the entry that asks several seats at once: `("gather", None, lane, ...)`.

A lane is `(since, entry, ..., top)`: a small agenda of its own with the version that opened it.
"""

Entry = tuple[Any, ...]
Lane = tuple[Any, ...]
Audience = tuple[int, ...] | None

S = TypeVar("S")


class Step(Generic[S]):
    """What one kind of entry does: stateless. `args` are those of the entry.

    With `asks` False only `run` matters; with `asks` True the step lists `options` and carries one
    out in `take`; for chance it also has `weights`.
    """

    asks = False
    verbs: tuple[str, ...] = ()
    """What it may list."""
    discloses: tuple[str, ...] = ()
    """Verbs that may tell a seat what it did not know; nothing may follow them in a command."""
    single = False
    """Whether it may ask with one option only, since the table wants to see the moment."""

    def can(self, state: S, seat: int, /, *args: Any, **kwargs: Any) -> bool:
        """Say whether the entry could be carried through now; asked before it is offered."""
        return True

    def run(self, state: S, seat: int, /, *args: Any, **kwargs: Any) -> None:
        """Carry out an entry that asks nobody; in place."""
        raise AssertionError(f"{type(self).__name__} does not run by itself")

    def options(self, state: S, seat: int, /, *args: Any, **kwargs: Any) -> list[Choice]:
        """List the legal choices: never empty while asked, unique, always in the same order."""
        raise AssertionError(f"{type(self).__name__} asks nobody")

    def take(self, state: S, seat: int, /, *args: Any, **kwargs: Any) -> None:
        """Carry out the keyword argument `choice`, in place; its entry is already off the agenda."""
        raise AssertionError(f"{type(self).__name__} asks nobody")

    def weights(self, state: S, seat: int, /, *args: Any, **kwargs: Any) -> list[int]:
        """Give the positive weights of `options`, for chance."""
        raise AssertionError(f"{type(self).__name__} is not asked of chance")

    def audience(self, state: S, seat: int, /, *args: Any, **kwargs: Any) -> Audience:
        """Name the seats that may read the choice made here; None: everybody."""
        return None

    def why_not(self, state: S, seat: int, /, *args: Any, **kwargs: Any) -> str | None:
        """Give the rules' code why `choice` (keyword) is refused; None exactly for what is listed."""
        choice = kwargs["choice"]
        return None if listed_by(self, state, seat, args, choice) else "invalid_choice"

    def templates(self, state: S, seat: int, /, *args: Any, **kwargs: Any) -> list[dict[str, Plain]]:
        """Describe open-ended choices: a verb and the bounds of its fields."""
        return []

    def accepts(self, state: S, seat: int, /, *args: Any, **kwargs: Any) -> bool:
        """Say whether `choice` (keyword) is a legal instance of a template."""
        return False

    def menu(self, state: S, seat: int, /, *args: Any, **kwargs: Any) -> list[Choice]:
        """List some instances of the templates, for bots."""
        return []


class Decision(NamedTuple):
    """An open question to a seat."""

    seat: int
    kind: str
    args: tuple[Any, ...]
    since: int
    """The version that opened it."""
    optional: bool
    at: int | None
    """The index of its lane or side entry; None: the top of the agenda."""


# What steps may do, besides appending to `state.agenda`.


def gather(state: "State", lanes: Iterable[Sequence[Entry]]) -> None:
    """Ask several seats at once. A lane is a sequence of entries, top last; empty ones fall away."""
    stamped = [(state.version, *lane) for lane in lanes if lane]
    if stamped:
        state.agenda.append((GATHER, None, *stamped))


def allow(state: "State", kind: str, seat: int, *args: Any) -> None:
    """Open an optional decision beside the agenda."""
    state.side.append((state.version, kind, seat, *args))


def allow_each(state: "State", kind: str, seats: Iterable[int]) -> None:
    """Open an optional decision without arguments for each of some seats."""
    version, side = state.version, state.side
    for seat in seats:
        side.append((version, kind, seat))


def withdraw(state: "State", which: Callable[..., bool]) -> None:
    """Drop the optional decisions for which `which(kind, seat, *args)` holds."""
    state.side = [entry for entry in state.side if not which(*entry[1:])]


def tell(
    state: "State",
    fact: str,
    to: tuple[int, ...] | None = None,
    secret: dict[str, Plain] | None = None,
    **public: Plain,
) -> None:
    """Note what happened. `secret` holds the fields that only the seats `to` may read.

    Playouts and folds keep no facts.
    """
    if state.facts is not None:
        state.facts.append((fact, public, to, secret))


def conclude(state: "State") -> None:
    """End the game, whatever was still to be done, from wherever it is called."""
    state.over = True


# The machine.


def _run(game: "Game", state: "State") -> None:
    steps = game.steps
    while state.agenda and not state.over:
        top = state.agenda[-1]
        if top[0] == GATHER or steps[top[0]].asks:
            return
        state.agenda.pop()
        steps[top[0]].run(state, *top[1:])


def _in_lane(game: "Game", state: "State", lane: Lane, act: Callable[[], None] | None = None) -> Lane:
    """Let the lane be the agenda while `act` runs, so that a step need not know where it stands."""
    outer, state.agenda = state.agenda, list(lane[1:])
    if act:
        act()
    _run(game, state)
    rest, state.agenda = state.agenda, outer
    assert all(entry[0] != GATHER for entry in rest), "a gather inside a gather"
    return (state.version, *rest) if rest else ()


def _set_lanes(state: "State", lanes: Iterable[Lane]) -> None:
    state.agenda.pop()
    left = [lane for lane in lanes if lane]
    if left:
        state.agenda.append((GATHER, None, *left))


def settle(game: "Game", state: "State") -> None:
    """Run automatic entries until a seat is asked; with nothing left, the game is over."""
    steps = game.steps
    while not state.over and state.agenda:
        top = state.agenda[-1]
        if top[0] != GATHER and not steps[top[0]].asks:
            _run(game, state)
            continue
        if top[0] != GATHER or all(steps[lane[-1][0]].asks for lane in top[2:]):
            return
        _settle_lanes(game, state)
    state.over = True
    state.agenda.clear()
    state.side.clear()


def _settle_lanes(game: "Game", state: "State") -> None:
    lanes: list[Lane] = []
    for lane in state.agenda[-1][2:]:
        asks = state.over or game.steps[lane[-1][0]].asks
        lanes.append(lane if asks else _in_lane(game, state, lane))
    _set_lanes(state, lanes)


def decisions(game: "Game", state: "State") -> tuple[Decision, ...]:
    """Say who is asked what: the agenda's (one, or one per lane) first, then open optional ones."""
    found = []
    if state.agenda:
        top = state.agenda[-1]
        if top[0] == GATHER:
            for at, lane in enumerate(top[2:]):
                kind, seat, *args = lane[-1]
                found.append(Decision(seat, kind, tuple(args), lane[0], False, at))
        else:
            found.append(Decision(top[1], top[0], tuple(top[2:]), state.since, False, None))
    for at, (since, kind, seat, *args) in enumerate(state.side):
        step = game.steps[kind]
        if step.options(state, seat, *args) or step.templates(state, seat, *args):
            found.append(Decision(seat, kind, tuple(args), since, True, at))
    return tuple(found)


def options(game: "Game", state: "State", decision: Decision) -> list[Choice]:
    """List the legal choices of a decision."""
    return game.steps[decision.kind].options(state, decision.seat, *decision.args)


def listed_by(step: Step[S], state: S, seat: int, args: Sequence[Any], choice: Choice) -> bool:
    """Say whether a step lists the choice or accepts it as an instance of a template."""
    if choice in step.options(state, seat, *args):
        return True
    return step.accepts(state, seat, *args, choice=choice)


def listed(game: "Game", state: "State", decision: Decision, choice: Choice) -> bool:
    """Say whether the choice is a legal answer to the decision."""
    return listed_by(game.steps[decision.kind], state, decision.seat, decision.args, choice)


def find(game: "Game", state: "State", seat: int, choice: Choice) -> Decision | None:
    """Return the decision of `seat` that `choice` answers. Chance always answers the first one open."""
    mine = [decision for decision in decisions(game, state) if decision.seat == seat]
    if seat == CHANCE or len(mine) < 2:
        return mine[0] if mine else None
    return next((decision for decision in mine if listed(game, state, decision, choice)), None)


def play(game: "Game", state: "State", seat: int, choice: Choice) -> None:
    """Carry out a choice, trusted and in place: the caller vouches that it is listed for `seat`."""
    top = state.agenda[-1] if state.agenda else None
    if top is not None and top[0] != GATHER and (not state.side or _is_asked_once(state, top, seat)):
        state.agenda.pop()
        game.steps[top[0]].take(state, *top[1:], choice=choice)
        state.since = state.version
        settle(game, state)
        return
    decision = find(game, state, seat, choice)
    assert decision is not None, f"nothing is asked of seat {seat}"
    answer(game, state, decision, choice)


def _is_asked_once(state: "State", top: Entry, seat: int) -> bool:
    """Say whether the top of the agenda is all that a seat is asked, so that nothing need be listed to find it."""
    return top[1] == seat and all(entry[2] != seat for entry in state.side)


def answer(game: "Game", state: "State", decision: Decision, choice: Choice) -> None:
    """Carry out a choice that answers this open decision; trusted and in place."""
    _, kind, args, _, optional, at = decision

    def take() -> None:
        game.steps[kind].take(state, decision.seat, *args, choice=choice)

    if optional:
        assert at is not None
        del state.side[at]  # touches no agenda: nobody else's decision is reopened
        take()
    else:
        if at is None:
            state.agenda.pop()
            take()
        else:
            lanes = list(state.agenda[-1][2:])
            lanes[at] = _in_lane(game, state, lanes[at][:-1], take)
            _set_lanes(state, lanes)
        state.since = state.version
    settle(game, state)


def apply(game: "Game", state: "State", seat: int, choice: Choice) -> Any:
    """Return the position after a choice; `state` stays as it was.

    Raises a `Refusal` for what is not listed.
    """
    decision = check(game, state, seat, choice)
    after = state.copy()
    answer(game, after, decision, choice)
    return after


def check(game: "Game", state: "State", seat: int, choice: Choice) -> Decision:
    """Return the decision that a legal choice answers; raise a `Refusal` for any other choice.

    The form is checked as well as the list, since Python takes True for 1.
    """
    if not state.over:
        check_choice(game.verbs, choice)
    decision = find(game, state, seat, choice)
    if decision is None or not listed(game, state, decision, choice):
        raise refusal(game, state, seat, choice)
    return decision


def refusal(game: "Game", state: "State", seat: int, choice: Choice) -> Refusal:
    """Make the error for a choice that is not listed for `seat`."""
    if state.over:
        return GameOver("the game is over", rule="game_over")
    mine = [decision for decision in decisions(game, state) if decision.seat == seat]
    if not mine:
        rule = game.out_of_turn(state, seat, choice)
        return NotYourDecision("nothing is asked of this seat now", rule=rule)
    asked, rule = _blame(game, state, mine, choice)
    listing = options(game, state, asked)
    return IllegalChoice(f"not a legal choice for {asked.kind}: {rule}", rule=rule, options=listing, kind=asked.kind)


def _blame(game: "Game", state: "State", mine: Sequence[Decision], choice: Choice) -> tuple[Decision, str]:
    """Find the decision that a refused choice was meant for, and the rules' code."""
    for decision in mine:
        step = game.steps[decision.kind]
        if choice[0] in step.verbs:
            rule = step.why_not(state, decision.seat, *decision.args, choice=choice)
            return decision, rule or "invalid_choice"
    return mine[0], game.out_of_turn(state, mine[0].seat, choice) or "wrong_phase"
