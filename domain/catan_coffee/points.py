"""Points, the two cards that move between seats, and the end of the game. Source: rules 8.5, 9.4, 11, 13."""

from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.lines import road_length
from domain.catan_coffee.maps import AT_ONCE
from domain.catan_coffee.state import State
from domain.core.agenda import conclude, tell
from domain.core.plain import Plain

TARGET, VILLAGES = "target", "villages"
"""Why a game ended: rules 11.1 and 11.2."""

LEAST_KNIGHTS, LEAST_ROAD = 3, 5
ARMY_POINTS, ROAD_POINTS, CITY_POINTS = 2, 2, 2


def coffee_points(markers: int) -> int:
    """Return what coffee markers are worth: a point for two. Source: rules 8.5."""
    return markers // 2


def public_points(state: State, seat: int) -> int:
    """Return the points that everybody sees."""
    points = len(state.settlements[seat]) + CITY_POINTS * len(state.cities[seat])
    if state.coffee[seat]:
        points += coffee_points(state.coffee[seat])
    if state.army == seat:
        points += ARMY_POINTS
    return points + ROAD_POINTS if state.longest == seat else points


def hidden_points(state: State, seat: int) -> int:
    """Return the points of the development cards in hand. Source: rules 9.3."""
    return sum([CARDS[name].points for name, _ in state.cards[seat]])


def total_points(state: State, seat: int) -> int:
    """Return all points of a seat."""
    points = public_points(state, seat)
    return points + hidden_points(state, seat) if state.cards[seat] else points


def judge(state: State) -> None:
    """End the game if the happening that is just over has decided it. Source: rules 11.1 to 11.3.

    Called after everything that changes points or the stock of a village.
    """
    if state.over:
        return
    judged = range(len(state.hands)) if state.win == AT_ONCE else (state.active,)
    reached = [seat for seat in judged if total_points(state, seat) >= state.target]
    fewest = state._board.scenario.fewest_villages
    if reached:
        _finish(state, TARGET, reached)
    elif fewest is not None and sum(1 for left in state.stock if left) <= fewest:
        _finish(state, VILLAGES, list(state.seats))


def ranking(state: State, seats: list[int]) -> list[tuple[int, int]]:
    """Return total points and coffee of the seats, by which they are ranked."""
    return [(total_points(state, seat), state.coffee[seat]) for seat in seats]


def _finish(state: State, reason: str, among: list[int]) -> None:
    ranks = ranking(state, among)
    best = max(ranks)
    state.winners = [seat for seat, rank in zip(among, ranks, strict=True) if rank == best]
    state.reason = reason
    state.offers = []
    tell(state, "game_ended", reason=reason, winners=list(state.winners), ranking=final_ranking(state))
    conclude(state)


def final_ranking(state: State) -> list[Plain]:
    """Return all seats, the best one first, with total points and coffee; equal ones by seat. Source: rules 11.4."""
    ranks = ranking(state, list(state.seats))
    order = sorted(state.seats, key=lambda seat: (-ranks[seat][0], -ranks[seat][1]))
    return [{"seat": seat, "points": ranks[seat][0], "coffee": ranks[seat][1]} for seat in order]


def judge_army(state: State, seat: int) -> None:
    """Hand the largest army to a seat that has just played a knight, if it is due. Source: rules 9.4."""
    knights, holder = state.knights, state.army
    if seat == holder or knights[seat] < LEAST_KNIGHTS:
        return
    if holder is None or knights[seat] > knights[holder]:
        state.army = seat
        tell(state, "largest_army_changed", seat=seat, before=holder, knights=knights[seat])


def judge_longest(state: State, seat: int) -> None:
    """Judge the longest road after a road of `seat`; walks only what could change it. Source: rules 13."""
    if not state._board.scenario.longest_road:
        return
    if state.longest is None:
        if len(state.roads[seat]) >= LEAST_ROAD:
            rejudge_longest(state)
    elif len(state.roads[seat]) > state.longest_length:
        length = road_length(state, seat)
        if length > state.longest_length:
            _hand_longest(state, seat, length)


def rejudge_longest(state: State) -> None:
    """Judge the longest road afresh, after a settlement that cut one: hand it on, or lay it aside."""
    lengths = [road_length(state, s) if len(state.roads[s]) >= LEAST_ROAD else 0 for s in state.seats]
    best = max(lengths)
    leaders = [s for s in state.seats if lengths[s] == best]
    holder = state.longest
    if best < LEAST_ROAD:
        holder = None
    elif holder not in leaders:
        holder = leaders[0] if len(leaders) == 1 else None
    _hand_longest(state, holder, 0 if holder is None else best)


def _hand_longest(state: State, seat: int | None, length: int) -> None:
    before, state.longest, state.longest_length = state.longest, seat, length
    if seat != before:
        tell(state, "longest_road_changed", seat=seat, before=before, length=length)
