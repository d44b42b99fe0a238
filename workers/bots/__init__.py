"""Opponents: they see what their seat sees, nothing else."""

from workers.bots.base import Bot
from workers.bots.greedy import Greedy
from workers.bots.random_bot import Random
from workers.bots.search import Search

BOTS: dict[str, Bot] = {bot.name: bot for bot in (Random(), Greedy(), Search())}
"""Every bot by its name, the same for all games."""
