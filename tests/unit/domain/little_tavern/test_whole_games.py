"""What holds in every game, on random ones of all sizes: bounds of turns, tips and cards; where coins come from."""

from collections import Counter

import pytest

from domain.little_tavern.game import GAME
from domain.little_tavern.state import ENOUGH_COINS
from tests.helpers.walk import SeededRng, Turn, tables, walk

GAMES_EACH = 12
MOST_EVENTS = {"standard": 6, "extended": 12}
"""Turns of a round beyond four for each seat. Source: rules 14.2."""
MOST_CHARACTERS = {"standard": 21, "extended": 24}
"""Characters that a round can use up. Source: rules 14.3."""


def games(seats: int, chosen: dict[str, str]) -> list[list[Turn]]:
    rng = SeededRng(f"{seats} {chosen}")
    return [list(walk(GAME, seats, chosen, rng)) for _ in range(GAMES_EACH)]


@pytest.mark.parametrize(("seats", "chosen"), tables(GAME))
def test_rounds_keep_the_bounds_of_the_rules(seats, chosen):
    for turns in games(seats, chosen):
        draws: Counter[int] = Counter()
        for turn in turns:
            before, after = turn.before, turn.outcome.state
            draws[before.round] += sum(made.choice[0] == "draw" for made in turn.outcome.made)
            assert 44 - len(after.characters) <= MOST_CHARACTERS[chosen["event_set"]]
            assert all(len(guests) <= 4 for guests in after.tables)
            assert all(coins >= 0 for coins in after.coins)
        assert all(4 * seats - 12 < n <= 4 * seats + MOST_EVENTS[chosen["event_set"]] for n in draws.values())


@pytest.mark.parametrize(("seats", "chosen"), tables(GAME))
def test_tips_keep_the_bounds_of_the_rules_and_make_up_the_coins(seats, chosen):
    for turns in games(seats, chosen):
        end = turns[-1].outcome.state
        paid = [fact[1] for turn in turns for fact in turn.outcome.facts]
        bank = sum(fact["amount"] for turn in turns for name, fact, _, _ in turn.outcome.facts if name == "bank_paid")

        assert paid and end.over and max(end.coins) >= ENOUGH_COINS
        for scored in end.rounds:
            assert all(0 <= sum_ <= 21 for sum_ in scored["tips"])
            assert seats == 2 or sum(scored["tips"]) >= 2
        assert all(max(scored["coins"]) < ENOUGH_COINS for scored in end.rounds[:-1])
        assert sum(end.coins) == 3 * seats + bank + sum(sum(scored["tips"]) for scored in end.rounds)
        assert len(end.rounds) == end.round <= 10.5 * seats + 1


@pytest.mark.parametrize(("seats", "chosen"), tables(GAME))
def test_the_receiver_acts_next_always(seats, chosen):
    for turns in games(seats, chosen):
        for turn in turns:
            for made in turn.outcome.made:
                if made.choice[0] in ("place", "pay") and not turn.outcome.state.over:
                    assert made.choice[1] == turn.outcome.state.active


@pytest.mark.parametrize(("seats", "chosen"), tables(GAME))
def test_every_verb_fact_and_event_occurs(seats, chosen):
    rng, verbs, facts, events = SeededRng("everything"), set(), set(), set()
    for _ in range(40):
        for turn in walk(GAME, seats, chosen, rng):
            verbs |= {made.choice[0] for made in turn.outcome.made}
            facts |= {fact[0] for fact in turn.outcome.facts}
            events |= {made.choice[1] for made in turn.outcome.made if made.choice[0] == "event"}
    rare = {"begin"}, {"game_started"}
    if chosen["event_set"] == "standard":
        rare = {*rare[0], "name", "keep"}, {*rare[1], "bank_paid", "coins_taken"}

    assert set(GAME.verbs) - rare[0] == verbs
    assert set(GAME.facts) - rare[1] == facts
    assert set(GAME.material["event_sets"][chosen["event_set"]]) == events
