"""Bots: legal, repeatable, within their budget, and blind for what their seat does not see."""

import time
from typing import Any

import pytest

from domain import GAMES
from domain.caverna.state import RESTING
from domain.core.agenda import decisions, listed
from domain.core.game import Score
from tests.helpers.parlour import GAME as PARLOUR
from tests.helpers.walk import SeededRng, tables, walk
from tests.unit.domain.caverna.scene import farm
from workers.bots import BOTS
from workers.bots.base import Budget, advance, candidates
from workers.bots.eval import POINT, by_score, evaluation, worth_weighing
from workers.bots.greedy import Greedy
from workers.bots.search import Search

EVERY = {**GAMES, PARLOUR.name: PARLOUR}
SMALL = Budget(playouts=12)


def questions(game: Any, count: int = 6) -> list[tuple[Any, Any]]:
    """Return positions of a random game with a decision of a player, optional ones first."""
    seats, chosen = tables(game)[0]
    found = []
    for turn in walk(game, seats, chosen, SeededRng(f"bots {game.name}")):
        found += [(turn.before, d) for d in decisions(game, turn.before) if d.seat >= 0]
    optional = [pair for pair in found if pair[1].optional]
    return optional[:2] + found[:: max(1, len(found) // count)]


@pytest.mark.parametrize("bot", BOTS.values(), ids=list(BOTS))
@pytest.mark.parametrize("game", EVERY.values(), ids=list(EVERY))
def test_answers_are_legal_and_repeatable(game, bot):
    for state, decision in questions(game):
        first, second = (
            bot.choose(game, game.determinize(state, decision.seat, rng), decision, rng, SMALL)
            for rng in (SeededRng("same"), SeededRng("same"))
        )

        assert first == second
        assert decision.optional if first.choice is None else listed(game, state, decision, first.choice)


@pytest.mark.parametrize("bot", BOTS.values(), ids=list(BOTS))
@pytest.mark.parametrize("game", EVERY.values(), ids=list(EVERY))
def test_a_bot_chooses_alike_in_worlds_that_its_seat_cannot_tell_apart(game, bot):
    for state, decision in questions(game):
        other = game.determinize(state, decision.seat, SeededRng("behind the back"))

        thoughts = [
            bot.choose(game, game.determinize(world, decision.seat, rng), decision, rng, SMALL)
            for world, rng in ((state, SeededRng("same")), (other, SeededRng("same")))
        ]

        assert thoughts[0] == thoughts[1]


def test_greedy_takes_the_drawer_that_it_has_peeked_into():
    state, decision = next(pair for pair in questions(PARLOUR, 1000) if pair[1].kind == "act" and not pair[0].opened)
    state = state.copy()
    cell = state.gems.index(8)
    state.peeked[decision.seat] = [cell]

    rng = SeededRng("greedy")
    thought = Greedy().choose(PARLOUR, state, decision, rng, Budget(1000))

    assert ("open", cell) == thought.choice
    assert thought.values[0][0] == thought.choice


def test_greedy_tries_once_what_nothing_is_drawn_for():
    game, rng = GAMES["caverna"], SeededRng("draws")
    state = farm("supplies", seats=2)
    asked = decisions(game, state)[0]
    weighed = worth_weighing(game, asked, candidates(game, state, asked))

    assert len(weighed) == Greedy().choose(game, state.copy(), asked, rng, Budget(1000)).playouts

    state.placed = [["", RESTING], [RESTING, RESTING]]  # after this dwarf the next card is drawn
    assert len(weighed) < Greedy().choose(game, state.copy(), asked, rng, Budget(1000)).playouts


def test_search_stays_within_its_playouts_and_reports_them():
    state, decision = next(pair for pair in questions(PARLOUR, 1000) if pair[1].kind == "act")

    thought = Search().choose(PARLOUR, state.copy(), decision, SeededRng("search"), Budget(50))

    assert thought.playouts == 50
    assert 1 <= len(thought.values) <= 5


def test_a_spent_budget_still_gives_an_answer():
    state, decision = next(pair for pair in questions(PARLOUR, 1000) if pair[1].kind == "act")
    spent = Budget(10_000, deadline=time.monotonic() - 1)

    for bot in BOTS.values():
        thought = bot.choose(PARLOUR, state.copy(), decision, SeededRng("late"), spent)
        assert listed(PARLOUR, state, decision, thought.choice)


def test_advance_stops_where_a_player_is_asked():
    state, _ = questions(PARLOUR)[-1]
    state = state.copy()

    advance(PARLOUR, state, SeededRng("advance"))

    assert state.over or decisions(PARLOUR, state)[0].seat >= 0


def test_without_a_module_the_score_sheet_judges():
    class Sheet:
        name = "unheard_of"

        def scores(self, state, viewer):
            return Score(0, 7, {}), Score(1, 9, {}), Score(2, 4, {})

    evaluate = evaluation(Sheet())

    assert [-2 * POINT, 2 * POINT, -5 * POINT] == [evaluate(None, seat) for seat in range(3)]
    assert by_score(Sheet())(None, 1) == 2 * POINT
