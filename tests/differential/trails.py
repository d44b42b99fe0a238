"""The longest road, worked out by another method than the rules use: every set of roads that is one trail."""

from domain.catan_coffee.state import NOBODY, State


def longest_trail(state: State, seat: int) -> int:
    """Return the most roads that can be walked in one go, by growing all trails breadth first."""
    ends = state._board.ends
    trails = {(frozenset((e,)), v) for e in state.roads[seat] for v in ends[e]}
    longest = 1 if trails else 0
    while trails:
        grown = set()
        for used, at in trails:
            if state._town[at] not in (NOBODY, seat):
                continue
            for e in state._board.edges_of[at]:
                if state._road[e] == seat and e not in used:
                    a, b = ends[e]
                    grown.add((used | {e}, b if a == at else a))
        trails = grown
        longest += 1 if trails else 0
    return longest


def best_holder(state: State, before: int | None) -> int | None:
    """Return who should hold the card, given who held it before. Source: rules 13."""
    lengths = {seat: longest_trail(state, seat) for seat in state.seats}
    fitting = [seat for seat, length in lengths.items() if length >= 5]
    if before in fitting and all(lengths[before] >= lengths[seat] for seat in fitting):
        return before
    ahead = [seat for seat in fitting if all(lengths[seat] > lengths[other] for other in lengths if other != seat)]
    assert len(ahead) <= 1
    return ahead[0] if ahead else None
