"""What a position of Little Tavern promises a seat: coins, and what its table will give at the end of the round.

A free seat is worth the mean of what the undrawn characters would add to the table, and a little more than that,
since the owner of a table picks for it and others pick against it. Whoever acts next decides where the next
guest sits. A seat that is in the middle of its own turn is thought to go on with its best answer.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

from domain.core.agenda import play
from domain.little_tavern.cards import CHARACTERS, CLANS
from domain.little_tavern.game import GAME
from domain.little_tavern.scoring import census, tips_at, winners
from domain.little_tavern.state import CHAIRS, ENOUGH_COINS, Tavern

POINT = 100
WIN = 100 * POINT
"""What winning is worth beyond the coins."""
CARE = 10
"""How much of the distance between mean and best guest, in hundredths, the owner of a free seat gets."""
TEMPO = 60
"""What it is worth to act next."""
BREADTH = (8, 2, 1)
"""How many answers of its own a seat looks at, one choice ahead, two ahead, and so on."""

_FIRST_OF: dict[tuple[object, ...], str] = {}
ALIKE = {name: _FIRST_OF.setdefault((card.clan, card.tip), name) for name, card in CHARACTERS.items()}
"""For every character the first one that gives the same in all circumstances."""
GROUPS = tuple(dict.fromkeys(ALIKE.values()))
SHARED = tuple(clan.name for clan in CLANS.values() if clan.tip[0] == "by_others")
"""Clans whose tips hang on the whole tavern."""


def evaluate(state: Tavern, seat: int) -> int:
    """Return the prospects of a seat against the others; the bigger, the better. `POINT` is one coin."""
    return _foresee(state, seat, 0)


def _foresee(state: Tavern, seat: int, depth: int) -> int:
    """Evaluate after the best of some answers, as long as the seat is in the middle of its turn."""
    kind, asked, *args = state.agenda[-1] if state.agenda else ("", None)
    if asked != seat or kind == "turn" or depth == len(BREADTH):
        return _compare(state, seat)
    listing = GAME.steps[kind].options(state, seat, *args)
    step = -(-len(listing) // BREADTH[depth])
    values = []
    for choice in listing[::step]:
        after = state.copy()
        play(GAME, after, seat, choice)
        values.append(_foresee(after, seat, depth + 1))
    return max(values)


def _compare(state: Tavern, seat: int) -> int:
    """Set the prospects of a seat against the best and the mean of the others."""
    if state.over:
        won = winners(state.coins)
        others = max(coins for other, coins in enumerate(state.coins) if other != seat)
        return POINT * (state.coins[seat] - others) + (WIN // len(won) if seat in won else -WIN)
    promised = prospects(state)
    mine = promised.pop(seat)
    best = max(promised)
    value = mine - (3 * best + sum(promised) // len(promised)) // 4
    if max(mine, best) >= ENOUGH_COINS * POINT:
        value += value  # the round may well be the last one: coins behind a winner are worth little
    return value


def prospects(state: Tavern) -> list[int]:
    """Return for each seat its coins and the likely tips of this round, in hundredths."""
    tavern = census(state.tables)
    shared = tuple(tavern.get(clan, 0) for clan in SHARED)
    left = Counter(ALIKE[card] for card in state.characters)
    undrawn = [left[group] for group in GROUPS]
    promised = []
    for seat, guests in enumerate(state.tables):
        cards = tuple(sorted(ALIKE[card] for card in guests))
        value = POINT * (state.coins[seat] + _sum(cards, shared))
        free = CHAIRS - len(guests)
        if free:
            value += free * _free_seat(_gains(cards, shared), undrawn)
        promised.append(value)
    if state.active is not None:
        promised[state.active] += TEMPO
    return promised


def _free_seat(gains: Sequence[int], undrawn: Sequence[int]) -> int:
    """Return what a free seat is worth: the mean gain, and some of what the best one is above it."""
    total = sum(undrawn)
    if not total:
        return 0
    mean = sum(POINT * gain * n for gain, n in zip(gains, undrawn, strict=True)) // total
    best = POINT * max(gain for gain, n in zip(gains, undrawn, strict=True) if n)
    return mean + (best - mean) * CARE // 100


@lru_cache(maxsize=1 << 16)
def _sum(cards: tuple[str, ...], shared: tuple[int, ...]) -> int:
    """Return what a table gives; `shared` counts the clans of the tavern on whose number tips hang."""
    return sum(tips_at(cards, dict(zip(SHARED, shared, strict=True))))


@lru_cache(maxsize=1 << 16)
def _gains(cards: tuple[str, ...], shared: tuple[int, ...]) -> tuple[int, ...]:
    """Return by group what one more character would add to a table."""
    base, gains = _sum(cards, shared), []
    for group in GROUPS:
        clan = CHARACTERS[group].clan
        more = tuple(n + (clan == name) for name, n in zip(SHARED, shared, strict=True))
        gains.append(_sum(tuple(sorted((*cards, group))), more) - base)
    return tuple(gains)
