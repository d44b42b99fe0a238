"""The stack of what is to be done, lanes in which several seats decide at once, and optional decisions."""

import pytest

from domain.core.agenda import (
    CHANCE,
    GATHER,
    Decision,
    Step,
    allow,
    allow_each,
    apply,
    conclude,
    decisions,
    find,
    gather,
    listed,
    options,
    play,
    settle,
    tell,
    withdraw,
)
from domain.core.errors import GameOver, IllegalChoice, MalformedChoice, NotYourDecision, Refusal
from domain.core.plain import canonical, freeze
from tests.unit.domain.core.mini import GAME, Notes, settled, tally


def gathered(*lanes, below=()):
    """Return a position, opened by version 1, in which lanes are asked at once."""
    state = Notes(*below)
    state.since = state.version = 1
    gather(state, lanes)
    settle(GAME, state)
    return state


def asked(state):
    return [(d.seat, d.kind, d.since) for d in decisions(GAME, state)]


def refused(state, seat, choice) -> Refusal:
    before = canonical(freeze(state))
    with pytest.raises(Refusal) as caught:
        apply(GAME, state, seat, choice)
    assert before == canonical(freeze(state))
    return caught.value


# The stack.


def test_entries_run_by_themselves_until_a_seat_is_asked():
    state = settled(("note", 0, "last"), ("say", 1), ("note", 0, "second"), ("note", 0, "first"))

    assert ["first", "second"] == state.notes
    assert (Decision(1, "say", (), 1, False, None),) == decisions(GAME, state)


def test_a_choice_uncovers_what_lies_below():
    state = apply(GAME, settled(("say", 0), ("note", 0, "between"), ("say", 1)), 1, ("say", 2))

    assert [[1, 2], "between"] == state.notes
    assert [(0, "say", 1)] == asked(state)


def test_what_a_step_pushes_comes_first():
    state = apply(GAME, settled(("note", 0, "below"), ("say", 0, ("note", 0, "pushed"))), 0, ("say", 1))

    assert [[0, 1], "pushed", "below"] == state.notes


def test_an_empty_agenda_ends_the_game():
    state = apply(GAME, settled(("say", 0)), 0, ("say", 1))

    assert state.over and () == decisions(GAME, state)


def test_conclude_ends_the_game_whatever_is_left():
    state = settled(("note", 0, "never"), ("stop", 0))
    allow(state, "offer", 1, 7)

    state = apply(GAME, state, 0, ("stop",))

    assert (True, [], [], []) == (state.over, state.agenda, state.side, state.notes)


def test_conclude_before_settling_runs_nothing_more():
    state = Notes(("note", 0, "never"))
    conclude(state)
    settle(GAME, state)

    assert state.over and [] == state.notes


def test_apply_leaves_its_input_alone_and_play_does_not():
    state = settled(("say", 1), ("say", 0))
    before = canonical(freeze(state))

    after = apply(GAME, state, 0, ("say", 2))
    assert before == canonical(freeze(state)) != canonical(freeze(after))
    play(GAME, state, 0, ("say", 2))
    assert canonical(freeze(after)) == canonical(freeze(state))


# Refusals.


def test_a_choice_that_is_not_listed_is_refused_with_options_and_rule():
    error = refused(settled(("say", 0)), 0, ("say", 3))

    assert isinstance(error, IllegalChoice)
    assert ("too_much", [("say", 1), ("say", 2)], "say", 0) == (error.rule, error.options, error.kind, error.index)


def test_a_verb_that_is_not_asked_is_a_matter_of_the_game_or_of_the_phase():
    state = settled(("say", 0))

    assert "wrong_phase" == refused(state, 0, ("throw",)).rule
    assert "not_now" == refused(state, 0, ("shout", "hey")).rule


def test_a_seat_that_is_not_asked_is_told_so():
    error = refused(settled(("say", 0)), 1, ("say", 1))

    assert isinstance(error, NotYourDecision) and error.rule is None


NO_CHOICES = [("sing",), ("say",), ("say", "one"), ("say", 1, 2), ("say", None), ("say", 9.5), ("say", True), ()]


@pytest.mark.parametrize("choice", NO_CHOICES)
def test_what_is_no_choice_of_the_game_is_malformed(choice):
    assert isinstance(refused(settled(("say", 0)), 0, choice), MalformedChoice)


def test_after_the_end_nothing_can_be_chosen():
    over = apply(GAME, settled(("say", 0)), 0, ("say", 1))

    assert isinstance(refused(over, 0, ("say", 1)), GameOver)


# Several seats at once.


def test_lanes_are_asked_at_once_and_answered_in_any_order():
    state = gathered([("say", 0)], [("say", 1)], [], [("say", 2)], below=[("note", 0, "afterwards")])

    assert [(0, "say", 1), (1, "say", 1), (2, "say", 1)] == asked(state)
    for seat in (1, 2):
        state = apply(GAME, state, seat, ("say", seat))
    assert [[1, 1], [2, 2]] == state.notes
    state = apply(GAME, state, 0, ("say", 1))
    assert [[1, 1], [2, 2], [0, 1], "afterwards"] == state.notes and state.over


def test_a_gather_without_lanes_falls_away():
    state = gathered([], [], below=[("say", 0)])

    assert [(0, "say", 1)] == asked(state)


def test_a_lane_goes_on_by_itself_and_may_ask_again():
    state = gathered([("note", 0, "lane done"), ("say", 0), ("say", 0)], [("say", 1)])

    state = apply(GAME, state, 0, ("say", 1))
    assert [(0, "say", 1), (1, "say", 1)] == [(seat, kind, 1) for seat, kind, _ in asked(state)]
    state = apply(GAME, state, 0, ("say", 2))
    assert [[0, 1], [0, 2], "lane done"] == state.notes
    assert [(1, "say", 1)] == asked(state)


def test_automatic_steps_of_lanes_run_when_the_gather_is_uncovered():
    state = gathered([("say", 0), ("note", 0, "a")], [("note", 1, "b")], [("say", 2), ("note", 2, "c")])

    assert ["a", "b", "c"] == state.notes
    assert [0, 2] == [seat for seat, _, _ in asked(state)]


def test_an_answer_reopens_its_own_lane_only():
    state = gathered([("say", 0), ("say", 0)], [("say", 1)])
    state.version = 2

    play(GAME, state, 0, ("say", 1))

    assert [(0, "say", 2), (1, "say", 1)] == asked(state)


def test_what_lies_below_a_gather_is_opened_by_its_last_answer():
    state = gathered([("say", 0)], [("say", 1)], below=[("say", 2)])
    for version, seat in ((2, 1), (3, 0)):
        state.version = version
        play(GAME, state, seat, ("say", 1))

    assert [(2, "say", 3)] == asked(state)


def test_chance_in_lanes_is_answered_the_first_one_first():
    state = gathered([("die", CHANCE, 0)], [("say", 1)], [("die", CHANCE, 2)])

    assert [CHANCE, 1, CHANCE] == [seat for seat, _, _ in asked(state)]
    state = apply(GAME, state, CHANCE, ("face", 3))
    assert [[0, 3]] == state.notes
    state = apply(GAME, state, CHANCE, ("face", 1))
    assert [[0, 3], [2, 1]] == state.notes and [(1, "say", 1)] == asked(state)


def test_a_lane_may_call_for_chance():
    state = apply(GAME, gathered([("throw", 0)], [("say", 1)]), 0, ("throw",))

    assert [(CHANCE, "die"), (1, "say")] == [(seat, kind) for seat, kind, _ in asked(state)]
    state = apply(GAME, state, CHANCE, ("face", 2))
    assert [(1, "say", 1)] == asked(state)


def test_a_lane_may_conclude_the_game():
    state = apply(GAME, gathered([("stop", 0)], [("say", 1)], below=[("note", 0, "never")]), 0, ("stop",))

    assert (True, [], []) == (state.over, state.agenda, state.notes)


def test_gathers_may_lie_on_each_other_but_not_in_a_lane():
    class Ask(Step):
        def run(self, state, seat):
            gather(state, [[("say", 0)], [("say", 1)]])

    class Game:
        steps = {**GAME.steps, "ask": Ask()}

    state = Notes(("say", 2), ("ask", 0))
    settle(Game, state)
    assert GATHER == state.agenda[-1][0]
    inside = Notes()
    gather(inside, [[("ask", 0)]])
    with pytest.raises(AssertionError, match="inside"):
        settle(Game, inside)


# Optional decisions.


def with_offer(hand: int = 1):
    state = settled(("say", 0), ("say", 0))
    state.hand = hand
    allow(state, "offer", 1, 7)
    return state


def test_an_optional_decision_is_open_beside_the_agenda_and_blocks_nobody():
    state = with_offer()

    assert [(0, False), (1, True)] == [(d.seat, d.optional) for d in decisions(GAME, state)]
    state = apply(GAME, state, 0, ("say", 1))
    assert [(0, False), (1, True)] == [(d.seat, d.optional) for d in decisions(GAME, state)]


def test_an_optional_answer_reopens_nobody_else_and_touches_no_agenda():
    state = with_offer()
    state.version = 5

    play(GAME, state, 1, ("accept", 7))

    assert [(0, "say", 1), (1, "offer", 5)] == asked(state)
    assert [("say", 0), ("say", 0)] == state.agenda


def test_play_answers_the_agenda_beside_the_offers_of_others():
    state = with_offer()
    state.version = 5

    play(GAME, state, 0, ("say", 1))

    assert [(0, "say", 5), (1, "offer", 1)] == asked(state)
    assert [("say", 0)] == state.agenda


def test_play_finds_the_decision_of_a_seat_that_is_asked_by_the_agenda_and_beside_it():
    state = with_offer()
    allow(state, "offer", 0, 8)

    play(GAME, state, 0, ("close", 8))

    assert [(0, "say"), (1, "offer")] == [(seat, kind) for seat, kind, _ in asked(state)]
    assert [("say", 0), ("say", 0)] == state.agenda


def test_a_decision_may_be_opened_for_each_of_several_seats():
    one_by_one, at_once = settled(("say", 0)), settled(("say", 0))
    one_by_one.version = at_once.version = 3

    for seat in (2, 1):
        allow(one_by_one, "offer", seat)
    allow_each(at_once, "offer", (2, 1))

    assert [(3, "offer", 2), (3, "offer", 1)] == one_by_one.side == at_once.side


def test_an_optional_decision_that_lists_nothing_is_kept_and_not_open():
    state = with_offer(hand=0)

    assert [0] == [seat for seat, _, _ in asked(state)]
    assert isinstance(refused(state, 1, ("accept", 7)), NotYourDecision)
    state.hand = 1
    assert [0, 1] == [seat for seat, _, _ in asked(state)]


def test_withdraw_drops_what_belongs_to_the_cause():
    state = with_offer()
    allow(state, "offer", 2, 7)
    allow(state, "offer", 2, 8)

    withdraw(state, lambda kind, seat, offer: offer == 7)

    assert [(0, "say"), (2, "offer")] == [(seat, kind) for seat, kind, _ in asked(state)]
    assert [0] == [seat for seat, _, _ in asked(apply(GAME, state, 2, ("close", 8)))]


def test_a_choice_finds_its_decision_among_several_of_a_seat():
    state = with_offer()
    allow(state, "offer", 1, 8)

    found = find(GAME, state, 1, ("accept", 8))

    assert found is not None and (8,) == found.args
    assert find(GAME, state, 1, ("accept", 9)) is None


def test_templates_accept_what_is_not_listed():
    state = with_offer()
    offer = decisions(GAME, state)[1]

    assert ("price", 12) not in options(GAME, state, offer)
    assert listed(GAME, state, offer, ("price", 12)) and not listed(GAME, state, offer, ("price", 9))
    assert [[1, "price", 12]] == apply(GAME, state, 1, ("price", 12)).notes
    assert "invalid_choice" == refused(state, 1, ("price", 9)).rule


# Facts and steps.


def test_facts_are_told_only_where_somebody_listens():
    silent, heard = Notes(), Notes()
    heard.facts = []
    for state in (silent, heard):
        tell(state, "seen", to=(1,), secret={"card": 3}, seat=0)

    assert silent.facts is None
    assert [("seen", {"seat": 0}, (1,), {"card": 3})] == heard.facts


def test_a_step_that_is_asked_what_it_does_not_do_is_a_mistake():
    step, state = Step(), Notes()

    assert step.can(state, 0) and step.audience(state, 0) is None
    assert [] == step.templates(state, 0) == step.menu(state, 0) and not step.accepts(state, 0, choice=("say", 1))
    for act in (step.run, step.options, step.weights):
        with pytest.raises(AssertionError):
            act(state, 0)
    with pytest.raises(AssertionError):
        step.take(state, 0, choice=("say", 1))


def test_by_default_why_not_says_whether_a_choice_is_listed():
    state, step = settled(("throw", 0)), GAME.steps["throw"]

    assert step.why_not(state, 0, choice=("throw",)) is None
    assert "invalid_choice" == step.why_not(state, 0, choice=("fall",))


def test_nothing_can_be_played_where_nothing_is_asked():
    with pytest.raises(AssertionError, match="nothing is asked"):
        play(GAME, with_offer(), 3, ("say", 1))


def test_system_is_asked_like_any_seat():
    state = settled(("note", 0, "after"), tally())

    assert ["counted", "after"] == apply(GAME, state, -2, ("count",)).notes
