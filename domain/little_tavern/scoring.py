"""What the guests give: tips of a tavern, and the score sheet made of them."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from domain.core.game import Score
from domain.little_tavern.cards import CHARACTERS, CLAN_OF

if TYPE_CHECKING:
    from domain.little_tavern.state import Tavern

Census = Mapping[str, int]
"""Seated characters of the whole tavern, by clan."""


def fixed(clan: str, table: Sequence[str], tavern: Census, coins: int) -> int:
    """Give the same everywhere."""
    return coins


def per_member(clan: str, table: Sequence[str], tavern: Census, coins: int) -> int:
    """Give `coins` for every member of the clan at the table, itself included."""
    return coins * table.count(clan)


def per_clan(clan: str, table: Sequence[str], tavern: Census, coins: int) -> int:
    """Give `coins` for every different clan at the table, its own included."""
    return coins * len(set(table))


def in_company(clan: str, table: Sequence[str], tavern: Census, coins: int) -> int:
    """Give `coins` if another member of the clan sits at the table."""
    return coins if table.count(clan) > 1 else 0


def by_others(clan: str, table: Sequence[str], tavern: Census, base: int, each: int) -> int:
    """Give `base`, changed by `each` for every other member of the clan in the tavern."""
    return base + each * (tavern[clan] - 1)


TIPS: Mapping[str, Callable[..., int]] = {
    "fixed": fixed,
    "per_member": per_member,
    "per_clan": per_clan,
    "in_company": in_company,
    "by_others": by_others,
}
"""The words of which tips are made, each a function of a clan, the clans at its table, and the tavern."""

_TIP_OF = {name: (TIPS[card.tip[0]], card.tip[1:]) for name, card in CHARACTERS.items()}


def tips(tables: Sequence[Sequence[str]]) -> list[list[int]]:
    """Work out the tip of every seated character, in the order of `tables`, from one and the same tavern.

    Source: rules R8.2 to R8.5.
    """
    tavern = census(tables)
    return [tips_at(guests, tavern) for guests in tables]


def census(tables: Sequence[Sequence[str]]) -> dict[str, int]:
    """Count the clans of the whole tavern."""
    tavern: dict[str, int] = {}
    for guests in tables:
        for card in guests:
            clan = CLAN_OF[card]
            tavern[clan] = tavern.get(clan, 0) + 1
    return tavern


def tips_at(guests: Sequence[str], tavern: Census) -> list[int]:
    """Work out the tips of one table in a tavern that counts it in."""
    table = [CLAN_OF[card] for card in guests]
    found = []
    for card, clan in zip(guests, table, strict=True):
        rule, numbers = _TIP_OF[card]
        found.append(rule(clan, table, tavern, *numbers))
    return found


def winners(coins: Sequence[int]) -> list[int]:
    """Return the seats with the most coins: equal totals share the victory. Source: rules R10.3, R10.4."""
    most = max(coins)
    return [seat for seat, held in enumerate(coins) if held == most]


def scores(state: "Tavern") -> tuple[Score, ...]:
    """Return the score sheet: all coins, made of the first three, the tips, and what events moved."""
    return tuple(_score(state, seat) for seat in range(len(state.coins)))


def _score(state: "Tavern", seat: int) -> Score:
    held, rounds = state.starting, []
    for scored in state.rounds:
        tip, after = scored["tips"][seat], scored["coins"][seat]
        rounds.append({"tips": tip, "events": after - held - tip})
        held = after
    points = state.coins[seat]
    tipped = sum(row["tips"] for row in rounds)
    parts = {"starting": state.starting, "tips": tipped, "events": points - state.starting - tipped}
    won = seat in winners(state.coins) if state.over else None
    return Score(seat, points, parts, tuple(rounds), won)
