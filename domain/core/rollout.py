"""A fast way to play a position to its end, for bots, benchmarks and random tests."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from domain.core.agenda import CHANCE, GATHER, SYSTEM, answer, decisions, settle
from domain.core.choices import Choice

if TYPE_CHECKING:
    from domain.core.game import Game, Rng, State

T = TypeVar("T")


class Policy(Protocol):
    """Picks one of the listed choices of a seat that is no chance."""

    def __call__(self, state: Any, seat: int, kind: str, listing: list[Choice]) -> Choice:
        """Return one of `listing`."""
        ...


def weighted(rng: "Rng", weights: list[int]) -> int:
    """Return an index, each with a probability in proportion to its weight."""
    x = rng.below(sum(weights))
    for index, weight in enumerate(weights):
        x -= weight
        if x < 0:
            return index
    raise AssertionError("weights are positive integers")


def playout(game: "Game", state: "State", rng: "Rng", policy: Policy | None = None, limit: int | None = None) -> int:
    """Play in place until the game is over, or `limit` choices; return how many were made.

    Without a policy every listed choice is equally likely. Optional decisions are left out; SYSTEM
    answers with its first option.
    """
    steps, made = game.steps, 0
    asking = {kind for kind, step in steps.items() if step.asks}
    bound = game.most_decisions if limit is None else limit
    while not state.over and made < bound:
        made += 1
        top = state.agenda[-1]
        asked, kind, seat, args = None, top[0], top[1], top[2:]
        if kind == GATHER:
            asked = decisions(game, state)[0]
            kind, seat, args = asked.kind, asked.seat, asked.args
        step = steps[kind]
        listing = _call(step.options, state, seat, args) if args else step.options(state, seat)
        if seat == CHANCE:
            choice = listing[weighted(rng, _call(step.weights, state, seat, args))]
        elif seat == SYSTEM or len(listing) == 1:
            choice = listing[0]
        elif policy is not None:
            choice = policy(state, seat, kind, listing)
        else:
            choice = listing[rng.below(len(listing))]
        if asked:
            answer(game, state, asked, choice)
            continue
        state.agenda.pop()
        if args:
            step.take(state, seat, *args, choice=choice)
        else:
            step.take(state, seat, choice=choice)
        if state.over or not state.agenda or state.agenda[-1][0] not in asking:
            settle(game, state)
    return made


def _call(act: Callable[..., T], state: "State", seat: int, args: tuple[Any, ...]) -> T:
    """Call a method of a step. Most entries have no argument or one, and a call with a star takes far longer."""
    if not args:
        return act(state, seat)
    return act(state, seat, args[0]) if len(args) == 1 else act(state, seat, *args)
