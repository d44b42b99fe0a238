"""Random games of the base board per second: ours and catanatron's 3.2.1, alternating in one run.

Four seats that choose uniformly, random islands, one core. The ratio is what counts: it hangs little on the machine.
"""

import random
import time
from collections.abc import Callable

import pytest

from domain.catan_coffee.game import GAME
from domain.catan_coffee.state import State
from domain.core.agenda import CHANCE, GATHER, decisions, options, play, settle
from domain.core.rollout import playout
from tests.helpers.walk import SeededRng, table_options
from workers.bots.eval.catan_coffee import evaluate

pytestmark = pytest.mark.bench

ROUNDS, OURS, THEIRS = 20, 24, 8
FLOOR = 5.0
"""The ratio of games per second that must not be undercut."""


POSITIONS, MIDDLE = 24, 500
"""Games that positions are taken from, and the choices made before."""
COPIES, LOOKS = 50, 8


class Quick(SeededRng):
    """A generator as cheap as theirs."""

    def __init__(self, seed: object) -> None:
        super().__init__(seed)
        self.uniform = self.random.random

    def below(self, n: int) -> int:
        """Return an integer from 0 to n - 1."""
        return int(self.uniform() * n)


def timed(play: Callable[[int], None], games: int, seed: int) -> float:
    """Return the processor seconds that some games take."""
    start = time.process_time()
    for n in range(games):
        play(seed + n)
    return time.process_time() - start


def our_game(layout: str, seats: int) -> Callable[[int], None]:
    """Return a function that plays one of our games at random."""
    chosen = table_options(GAME, {"layout": layout})

    def play(seed: int) -> None:
        rng = Quick(seed)
        state = GAME.setup(seats, chosen, GAME.seal(seats, chosen, rng))
        settle(GAME, state)
        playout(GAME, state, rng)
        assert state.over

    return play


def their_game(seed: int) -> None:
    """Play one of their games at random."""
    from catanatron import Game, RandomPlayer
    from catanatron.models.player import Color

    random.seed(seed)
    Game([RandomPlayer(colour) for colour in Color]).play()


def test_base_games_are_played_faster_than_by_catanatron() -> None:
    ours = theirs = 0.0
    play = our_game("base_random", 4)
    for turn in range(ROUNDS):
        ours += timed(play, OURS, 1000 * turn)
        theirs += timed(their_game, THEIRS, 1000 * turn)

    our_rate, their_rate = ROUNDS * OURS / ours, ROUNDS * THEIRS / theirs
    print(f"\nbase board, 4 random seats: ours {our_rate:.1f} games/s, catanatron {their_rate:.1f} games/s", end="")
    print(f", ratio {our_rate / their_rate:.2f}")
    assert our_rate / their_rate >= FLOOR


def test_coffee_games() -> None:
    rate = 40 / timed(our_game("coffee_4p", 4), 40, 0)

    print(f"\ncoffee islands, 4 random seats: {rate:.1f} games/s")
    assert rate > 0


def middle_positions() -> list[State]:
    """Return positions from the middle of coffee games of four random seats, in each of which a seat chooses."""
    chosen = table_options(GAME, {"layout": "coffee_4p"})
    found = []
    for seed in range(POSITIONS):
        rng = Quick(seed)
        state = GAME.setup(4, chosen, GAME.seal(4, chosen, rng))
        settle(GAME, state)
        playout(GAME, state, rng, limit=MIDDLE)
        while not state.over and (state.agenda[-1][0] == GATHER or state.agenda[-1][1] == CHANCE):
            playout(GAME, state, rng, limit=1)
        found += [] if state.over else [state]
    return found


def looks(positions: list[State]) -> list[tuple[State, int]]:
    """Return what a bot that looks one choice ahead evaluates: each position after each choice, and its seat."""
    found = []
    for state in positions:
        decision = decisions(GAME, state)[0]
        for choice in options(GAME, state, decision):
            after = state.copy()
            play(GAME, after, decision.seat, choice)
            found.append((after, decision.seat))
    return found


def test_copies_and_evaluations_of_coffee_positions() -> None:
    positions = middle_positions()
    copying, looking, judging, count = [], [], [], 0
    for _ in range(LOOKS):
        copying.append(timed(lambda _: [state.copy() for state in positions], COPIES, 0))
        start = time.process_time()
        ahead = looks(positions)
        between = time.process_time()
        for state, seat in ahead:
            evaluate(state, seat)
        looking.append(between - start)
        judging.append(time.process_time() - between)
        count = len(ahead)

    copies, chosen, judged = COPIES * len(positions) / min(copying), count / min(looking), count / min(judging)
    print(f"\ncoffee islands, middle of the game: {copies:.0f} copies/s, {chosen:.0f} choices/s on copies", end="")
    print(f", {judged:.0f} evaluations/s, {count / (min(looking) + min(judging)):.0f} of both/s")
    assert count > len(positions) > 0
