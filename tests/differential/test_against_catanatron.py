"""The base game against an engine that nobody here wrote: positions and legal sets after every action.

`make differential` plays 200 games; the ordinary run a few. Source: rules 14.
"""

from collections import Counter

import pytest

from domain.catan_coffee.game import GAME
from tests.differential.mirror import Mirror

FEW = 4


def test_every_action_leads_to_the_same_position(request: pytest.FixtureRequest) -> None:
    games = request.config.getoption("games", None) or FEW
    counts: Counter[str] = Counter()

    for seed in range(games):
        seats = 4 - seed % len(GAME.seats)
        Mirror(seats, seed, counts).play()

    print(f"\n{games} games against catanatron 3.2.1 on the beginner board:")
    for what, n in sorted(counts.items()):
        print(f"  {n:8d} {what}")
    assert counts["positions"] == counts["actions"] > 100 * games
    assert counts["legal sets"] > 0.5 * counts["actions"]
