"""What a position of Caverna promises a seat: the points it has, and what its farm can still bring.

A seat in the middle of its turn is thought to go on with what looks best, part by part, so that placing
a dwarf is judged by what the dwarf will do. Only the own economy counts: seats hardly hurt each other.
"""

from typing import Any

from domain.caverna.acts import most_dwarfs, room_for_dwarfs, rounds_of, tiles_of
from domain.caverna.board import empty_fields
from domain.caverna.game import GAME
from domain.caverna.goods import FARM_ANIMALS, FOOD_VALUE
from domain.caverna.housing import containers, most_kept
from domain.caverna.scoring import parts
from domain.caverna.state import State
from domain.caverna.steps.exchange import WINDOW_VERBS
from domain.core.agenda import SYSTEM, Decision, answer, decisions, options
from domain.core.choices import Choice

POINT = 100

FORESIGHT = 10
"""Further choices of its own that a seat looks ahead, one after another."""
WAITING = ("place_dwarf", "choose_phase", "protect")
"""Decisions at which a turn begins: there the looking ahead ends."""
THRIFTY = ("act_on", "loot", "settle_up")
"""Decisions at which exchanges are left aside when looking ahead."""
EARLY = {
    "place_dwarf": WINDOW_VERBS, "act_on": ("convert", "disarm"), "loot": ("convert", "disarm"),
}  # fmt: skip
"""Exchanges that a bot does not weigh at all at a decision."""

GOODS_WORTH = {"wood": 35, "stone": 40, "ore": 25, "ruby": 60, "gold": 0, "grain": 25, "vegetable": 20}
"""Beyond their points, while there is time to use them; halved for the many."""
PLENTY = 6
FOOD_WORTH, FOOD_SPARE = 30, 8
"""Of the food that the next feeding needs, and of more."""
HUNGER = 330
"""For each food that nothing in the supply could make up for."""
DWARF_ROUND = 300
"""A further dwarf, for each round to come."""
BED_ROUND = 120
"""Room for a further dwarf, for each round to come."""
LAND_WORTH = {"meadow": 30, "field": 40, "cavern": 75, "tunnel": 40, "deep_tunnel": 45}
"""Cells that can still be made more of."""
SAVED_FOR = (("wood", 4), ("stone", 3))
"""What a bed costs, about: goods saved for one count as part of it."""
SAVED_PART = 18
"""All that is saved for, seven goods, are worth 7/18 of a bed."""
PARENTS = 150
PLACE_WORTH, MOST_PLACES = 25, 8
"""For each animal more that would find a place."""
WEAPON = 16
"""For each point of strength and each round to come, up to three."""
HOOK_ROUND = 25
"""A tile that helps every round."""


def evaluate(state: State, seat: int) -> int:
    """Return the prospects of a seat; the bigger, the better. `POINT` is one point of the score."""
    return prospects(played_on(state, seat), seat)


def played_on(state: State, seat: int) -> State:
    """Return the position at the end of the turn that the seat is in, going on with what looks best at once."""
    for _ in range(FORESIGHT):
        state = after_bookkeeping(state)
        mine = within_turn(state, seat)
        if mine is None:
            break
        state = _best_next(state, mine)
    return state


def sensible(decision: Decision, listing: list[Any]) -> list[Any]:
    """Leave out exchanges that are better made later, when it is known what they are for.

    Before a dwarf is placed they could not be compared with placing it: they only put it off. Who has the food
    that is asked for pays it; who lacks some changes no more gold than is missing.
    """
    if decision.kind == "feed":
        return _frugal(listing)
    early = EARLY.get(decision.kind, ())
    return [choice for choice in listing if choice is None or choice[0] not in early] or listing


def _frugal(listing: list[Any]) -> list[Any]:
    """Leave what helps to feed: the payment itself, if it is whole."""
    payment = listing[0]
    assert payment[0] == "feed", "paying is listed first"
    missing = payment[2]
    if not missing:
        return [payment]
    return [choice for choice in listing if choice[:2] != ("convert", "gold") or choice[2] <= missing + 1]


def after_bookkeeping(state: State) -> State:
    """Return the position after what SYSTEM is asked: positions on both sides of it cannot be compared."""
    while not state.over and state.agenda[-1][1] == SYSTEM:
        asked = decisions(GAME, state)[0]
        state = state.copy()
        answer(GAME, state, asked, options(GAME, state, asked)[0])
    return state


def within_turn(state: State, seat: int) -> Decision | None:
    """Return what the seat is asked to go on with its turn; None if that is over."""
    if state.over:
        return None
    mine = next((decision for decision in decisions(GAME, state) if decision.seat == seat), None)
    return None if mine is None or mine.kind in WAITING else mine


def worth_trying(state: State, asked: Decision) -> list[Choice]:
    """Return the options, without exchanges where they would only be made too early."""
    listing = options(GAME, state, asked)
    if asked.kind == "feed":
        listing = _frugal(listing)
    elif asked.kind in THRIFTY:
        listing = [choice for choice in listing if choice[0] not in WINDOW_VERBS]
    return listing


def _best_next(state: State, asked: Decision) -> State:
    """Return the position after the choice that looks best at once."""
    best, value = state, None
    for choice in worth_trying(state, asked):
        after = state.copy()
        answer(GAME, after, asked, choice)
        worth = prospects(after, asked.seat)
        if value is None or worth > value:
            best, value = after, worth
    return best


def prospects(state: State, seat: int) -> int:
    """Return points, and what goods, land, animals, dwarfs and weapons may still become."""
    points = POINT * sum(parts(state, seat).values())
    left = sum(number > state.round for number in rounds_of(state.seats))
    if state.over or (not left and not state.taken):
        return points
    time = min(left + 1, 4)
    farm = (_goods(state, seat) + _land(state, seat)) * time // 4
    return points + farm + _housing(state, seat) + _people(state, seat, left) + _food(state, seat)


def _housing(state: State, seat: int) -> int:
    """Weigh the places for further animals; those that have none do not count."""
    animals = state.goods[seat]
    places = containers(state, seat)
    total = sum(animals[kind] for kind in FARM_ANIMALS)
    homeless = total - most_kept(places, animals, state.reading) if total > 1 else 0
    if homeless:
        return -POINT * homeless
    free = sum(place.capacity for place in places if not place.only) - total
    return PLACE_WORTH * max(0, min(free, MOST_PLACES))


def _goods(state: State, seat: int) -> int:
    mine = state.goods[seat]
    worth = 0
    for good, value in GOODS_WORTH.items():
        n = mine[good]
        worth += value * min(n, PLENTY) + value * max(0, n - PLENTY) // 3
    return worth


def _land(state: State, seat: int) -> int:
    land = state.land[seat]
    worth = sum(value * min(4, land.count(kind)) for kind, value in LAND_WORTH.items())
    mine = state.goods[seat]
    seeds = min(len(empty_fields(state, seat)), mine["grain"] + mine["vegetable"])
    worth += 60 * seeds + sum(35 * (tokens - 1) for _, _, tokens in state.sown[seat])
    return worth + sum(PARENTS for kind in FARM_ANIMALS if mine[kind] >= 2) + 25 * len(state.stables[seat])


def _people(state: State, seat: int, left: int) -> int:
    weapons = state.weapons[seat]
    dwarfs = len(weapons)
    worth = DWARF_ROUND * left * (dwarfs - 2)
    if dwarfs < most_dwarfs(state, seat):
        if room_for_dwarfs(state, seat) > dwarfs:
            worth += BED_ROUND * left
        else:
            saved = sum(min(state.goods[seat][good], n) for good, n in SAVED_FOR)
            worth += BED_ROUND * left * saved // SAVED_PART
    worth += WEAPON * min(left, 3) * sum(weapons)
    for made in tiles_of(state, seat):
        helps = bool(made.discount) + bool(made.on_gain) + bool(made.trades) + bool(made.each_round) + bool(made.houses)
        worth += HOOK_ROUND * left * helps
    return worth + 40 * len(state.due[seat])


def _food(state: State, seat: int) -> int:
    """Weigh the food for the next feeding: in the supply, to be made, missing."""
    mine = state.goods[seat]
    need = 2 * len(state.weapons[seat]) - state.newborn[seat]
    food = mine["food"]
    could = sum(n * mine[good] for good, n in FOOD_VALUE.items()) + max(0, mine["gold"] - 1)
    missing = max(0, need - food - could)
    return FOOD_WORTH * min(food, need) + FOOD_SPARE * max(0, food - need) - HUNGER * missing
