"""What the bots of Tiwanaku think: sure of what follows, careful where nothing is known."""

import pytest

from domain.core.agenda import answer, decisions, options
from domain.tiwanaku.game import GAME
from domain.tiwanaku.knowledge import candidates, knowledge_of
from tests.helpers.walk import SeededRng, opened, table_options
from workers.bots.base import Budget, best_of
from workers.bots.eval.tiwanaku import POINT, Mind, advise, evaluate
from workers.bots.eval.tiwanaku_lookahead import ponder


def played(seed, thinks, visit):
    """Play a short game of two thinkers; `visit` sees every choice before it is made."""
    rng = SeededRng(seed)
    state = opened(GAME, 2, table_options(GAME, {"size": "short"}), rng).state
    while not state.over:
        (decision,) = decisions(GAME, state)
        choice = best_of(thinks(state, decision, options(GAME, state, decision), rng), rng).choice
        visit(state, decision, choice)
        answer(GAME, state, decision, choice)
    return state


def hurried(state, decision, listing, rng):
    """Look ahead with hardly any time, and see that this is no harm."""
    return ponder(state, decision, listing, rng, Budget(0, 0.0))


@pytest.mark.parametrize("thinks", [advise, hurried])
def test_a_crop_that_is_certain_is_never_guessed_wrong(thinks):
    certain = wrong = 0

    def visit(state, decision, choice):
        nonlocal certain, wrong
        if choice[0] in ("divine", "final_divine"):
            cell = state.explorers[decision.seat][int(choice[1][1:]) - 1]
            planes = candidates(knowledge_of(state, decision.seat))
            if sum(plane >> cell & 1 for plane in planes) == 1:
                certain += 1
                wrong += choice[2] != state.crop_at(cell)

    for seed in range(3):
        played(seed, thinks, visit)

    assert certain > 5 and wrong == 0


def test_games_of_greedy_bots_end_well_above_nothing():
    for seed in range(2):
        state = played(seed, advise, lambda *_: None)

        assert min(state.points(seat) for seat in range(2)) > 10


def test_odds_add_up_and_rewards_count_the_scale():
    state = opened(GAME, 2, table_options(GAME, {"size": "short"}), SeededRng("odds")).state
    state.levels[0] = [1, 1, 0, 0, 0]
    mind = Mind(state, 0, SeededRng("mind"))

    assert 3 * POINT + 3 * POINT == mind.reward(3)
    cell = next(c for c in range(25) if state.planted >> c & 1)
    assert 100 == sum(mind.odds(cell)) == max(mind.odds(cell))


def test_evaluation_counts_points_cubes_and_tiles():
    state = opened(GAME, 2, table_options(GAME, {"size": "short"}), SeededRng("eval")).state
    before = evaluate(state, 0)
    state.cubes[0][1] += 1
    state.parts[0][0] += 2

    assert before + 3 * POINT == evaluate(state, 0)
