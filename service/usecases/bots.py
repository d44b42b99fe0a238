"""The names and levels of the bots. What they are stands in `workers`, which nobody imports."""

from typing import NamedTuple


class Bot(NamedTuple):
    """A bot as clients see it: its name in a table, its level (1 is the weakest), and what it does."""

    name: str
    level: int
    about: str


BOTS: tuple[Bot, ...] = (
    Bot("random", 1, "takes any legal choice"),
    Bot("greedy", 2, "takes the choice after which it stands best"),
    Bot("search", 3, "thinks ahead, playing on in its head or planning as suits the game, and takes the best"),
)

LEVELS = {bot.name: bot.level for bot in BOTS}
NAMES = frozenset(LEVELS)

STAND_IN = "greedy"
"""The bot that takes over the seat of somebody who resigns, and open seats when the host names none."""
