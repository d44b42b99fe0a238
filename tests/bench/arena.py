"""Bots against bots, on the rules alone: `python -m tests.bench.arena GAME FIRST OTHERS --games N`.

One seat, a different one in each game, is played by the first bot, all others by the second. Printed are
the share of games won (shared victories count in parts), the points, and the time for a decision.
"""

import argparse
import statistics
import time
from dataclasses import dataclass, field
from typing import Any

from domain import GAMES
from domain.core.agenda import CHANCE, SYSTEM, answer, decisions, options
from domain.core.rollout import weighted
from tests.helpers.walk import SeededRng, opened, table_options
from workers.bots import BOTS
from workers.bots.base import Budget


@dataclass
class Tally:
    """What a bot reached: wins by game, points by game, seconds by decision."""

    wins: list[float] = field(default_factory=list)
    points: list[int] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)


class Arena:
    """Games between bots: who sits where, and how long each decision may take."""

    def __init__(self, game: Any, seated: list[str], playouts: int, seconds: float) -> None:
        self.game, self.seated = game, seated
        self.playouts, self.seconds = playouts, seconds
        self.tallies = [Tally() for _ in seated]

    def play(self, state: Any, rng: SeededRng) -> list[Tally]:
        """Play a started game to its end; return a tally for each seat.

        As in the service, optional decisions come first, what is left alone is not asked again, and what an answer
        opens anew is.
        """
        game = self.game
        while not state.over:
            asked = decisions(game, state)
            optional = next((decision for decision in asked if decision.optional), None)
            if optional is None:
                self._answer(state, asked[0], rng)
            elif not self._answer(state, optional, rng):
                state.side = [e for e in state.side if e[1:] != (optional.kind, optional.seat, *optional.args)]
        sheet = game.scores(state, (SYSTEM,))
        winners = [score.seat for score in sheet if score.won]
        for score in sheet:
            self.tallies[score.seat].wins.append(1 / len(winners) if score.won else 0)
            self.tallies[score.seat].points.append(score.points)
        return self.tallies

    def _answer(self, state: Any, decision: Any, rng: SeededRng) -> bool:
        """Answer a decision; return False if a seat leaves it alone."""
        game = self.game
        if decision.seat < 0:
            listing, at = options(game, state, decision), 0
            if decision.seat == CHANCE:
                at = weighted(rng, game.steps[decision.kind].weights(state, CHANCE, *decision.args))
            answer(game, state, decision, listing[at])
            return True
        world = game.determinize(state, decision.seat, rng)
        began = time.monotonic()
        bot = BOTS[self.seated[decision.seat]]
        thought = bot.choose(game, world, decision, rng, Budget(self.playouts, began + self.seconds))
        self.tallies[decision.seat].seconds.append(time.monotonic() - began)
        if thought.choice is not None:
            answer(game, state, decision, thought.choice)
        return thought.choice is not None


def match(game: Any, first: str, others: str, seats: int, games: int, **given: Any) -> tuple[Tally, Tally]:
    """Play a number of games; return the tallies of the first bot and of all the others.

    `playouts` and `seconds` bound each decision, `chosen` are options of the table; `begin` is the number of the
    first game, so that a long match may be played in parts.
    """
    mine, theirs = Tally(), Tally()
    chosen = table_options(game, given.get("chosen") or {})
    begin = given.get("begin", 0)
    for n in range(begin, begin + games):
        rng = SeededRng(f"{game.name} {first} {others} {n}")
        seated = [others] * seats
        seated[n % seats] = first
        arena = Arena(game, seated, given.get("playouts", 200), given.get("seconds", 2.0))
        for seat, tally in enumerate(arena.play(opened(game, seats, chosen, rng).state, rng)):
            into = mine if seat == n % seats else theirs
            into.wins += tally.wins
            into.points += tally.points
            into.seconds += tally.seconds
    return mine, theirs


def main() -> None:
    """Read the command line, play, print a table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("first", choices=list(BOTS))
    parser.add_argument("others", choices=list(BOTS))
    parser.add_argument("--seats", type=int, default=2)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--begin", type=int, default=0)
    parser.add_argument("--playouts", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=2.0)
    given = vars(parser.parse_args())
    game = GAMES[given.pop("game")]
    tallies = match(game, given["first"], given["others"], given["seats"], given["games"],
                    begin=given["begin"], playouts=given["playouts"], seconds=given["seconds"])  # fmt: skip
    print(f"{game.name}, {given['seats']} seats, {given['games']} games")
    for name, tally in zip((given["first"], given["others"]), tallies, strict=True):
        spent = sorted(tally.seconds)
        print(
            f"{name:8} won {statistics.mean(tally.wins):6.1%}  points {statistics.mean(tally.points):6.1f}  "
            f"decision {1000 * statistics.median(spent):7.1f} ms, p99 {1000 * spent[int(len(spent) * 0.99)]:7.1f} ms, "
            f"longest {1000 * spent[-1]:7.1f} ms"
        )


if __name__ == "__main__":
    main()
