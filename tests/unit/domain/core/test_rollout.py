"""Playing to the end: by chance, by a policy, up to a limit."""

from collections import Counter

import pytest

from domain.core.agenda import CHANCE, allow, gather, settle
from domain.core.rollout import playout, weighted
from tests.helpers.walk import SeededRng
from tests.unit.domain.core.mini import GAME, Notes, settled, tally


class Counting:
    """Numbers in a row."""

    def __init__(self):
        self.n = -1

    def below(self, n):
        self.n += 1
        return self.n % n


def test_every_outcome_is_drawn_as_often_as_its_weight():
    rng = Counting()

    assert Counter({0: 1, 1: 2, 2: 3}) == Counter(weighted(rng, [1, 2, 3]) for _ in range(6))


def test_a_number_beyond_the_weights_is_a_mistake():
    class TooMuch:
        def below(self, n):
            return n

    with pytest.raises(AssertionError):
        weighted(TooMuch(), [1, 2, 3])


def test_a_playout_answers_seats_chance_and_system_until_the_end():
    state = settled(tally(), ("die", CHANCE, 0), ("throw", 1), ("say", 0))

    made = playout(GAME, state, SeededRng("to the end"))

    assert state.over and "counted" == state.notes[-1]
    assert 5 == made


def test_a_playout_goes_through_lanes_with_chance_in_them():
    state = Notes(("say", 2))
    gather(state, [[("say", 0), ("die", CHANCE, 0)], [("throw", 1)]])
    settle(GAME, state)

    playout(GAME, state, SeededRng("lanes"))

    assert state.over and {0, 1, 2} == {note[0] for note in state.notes}


def test_a_policy_decides_for_seats_only():
    seen = []

    def policy(state, seat, kind, listing):
        seen.append((seat, kind))
        return listing[-1]

    state = settled(tally(), ("die", CHANCE, 0), ("say", 1), ("say", 0))
    playout(GAME, state, SeededRng("policy"), policy)

    assert [(0, "say"), (1, "say")] == seen
    assert [[0, 2], [1, 2]] == state.notes[:2]


def test_a_playout_stops_at_its_limit_and_leaves_optional_decisions_out():
    state = settled(*[("say", 0)] * 10)
    allow(state, "offer", 1, 7)

    assert 4 == playout(GAME, state, SeededRng("limit"), limit=4)
    assert 4 == len(state.notes) and not state.over and 1 == len(state.side)
