"""Commands: all or nothing, fresh or stale, never past a draw or a disclosure; and their replay."""

import pytest

from domain.core.agenda import CHANCE, allow, gather, settle
from domain.core.command import Command, Made, carry_out, open_game, replay
from domain.core.errors import CrossesDisclosure, IllegalChoice, NotYourDecision, Refusal, StaleDecision, SurplusChoice
from domain.core.plain import canonical, freeze
from tests.unit.domain.core.mini import GAME, Notes, settled


class Draws:
    """Draws what it is told to, and counts."""

    def __init__(self, *indexes: int) -> None:
        self.indexes = list(indexes)
        self.kinds: list[str] = []

    def __call__(self, kind, weights):
        assert [1, 2, 3] == list(weights)
        self.kinds.append(kind)
        return self.indexes.pop(0)


def carried(state, seat, *choices, version=2, known=1, pick=None):
    return carry_out(GAME, state, version, Command(seat, choices, known), pick)


def refused(state, seat, *choices, pick=None, **more) -> Refusal:
    before = canonical(freeze(state))
    with pytest.raises(Refusal) as caught:
        carried(state, seat, *choices, pick=pick, **more)
    assert before == canonical(freeze(state))
    return caught.value


def test_a_command_is_several_choices_of_one_seat():
    state = settled(("say", 1), ("say", 0), ("say", 0))

    outcome = carried(state, 0, ("say", 1), ("say", 2))

    assert [[0, 1], [0, 2]] == outcome.state.notes and [] == state.notes
    assert [Made(0, ("say", 1), None), Made(0, ("say", 2), None)] == outcome.made
    assert (2, 2) == (outcome.state.version, outcome.state.since)
    assert outcome.state.facts is None


def test_facts_of_a_command_are_returned():
    outcome = carried(settled(("note", 0, "later"), ("say", 0)), 0, ("say", 1))

    assert [("noted", {"what": "later"}, None, None)] == outcome.facts


def test_a_command_with_one_illegal_choice_changes_nothing():
    error = refused(settled(("say", 0), ("say", 0)), 0, ("say", 1), ("say", 3))

    assert isinstance(error, IllegalChoice) and 1 == error.index


def test_a_command_never_runs_into_the_decision_of_another_seat():
    error = refused(settled(("say", 1), ("say", 0)), 0, ("say", 1), ("say", 1))

    assert isinstance(error, NotYourDecision) and 1 == error.index


def test_draws_are_answered_at_the_end_and_only_then():
    pick = Draws(2)

    outcome = carried(settled(("throw", 0)), 0, ("throw",), pick=pick)

    assert ["die"] == pick.kinds and [[0, 3]] == outcome.state.notes
    assert [Made(0, ("throw",), None), Made(CHANCE, ("face", 3), (0,), "die")] == outcome.made


def test_nothing_follows_a_draw_in_a_command():
    pick = Draws(2)

    error = refused(settled(("say", 0), ("throw", 0)), 0, ("throw",), ("say", 1), pick=pick)

    assert isinstance(error, CrossesDisclosure) and 1 == error.index
    assert [] == pick.kinds


def test_a_refused_choice_before_the_draw_draws_nothing():
    pick = Draws(2)

    refused(settled(("throw", 0), ("say", 0)), 0, ("say", 1), ("say", 1), pick=pick)

    assert [] == pick.kinds


def test_a_disclosing_choice_is_the_last_of_its_command():
    state = settled(("peek", 0))

    error = refused(state, 0, ("peek",), ("say", 1), pick=Draws())

    assert isinstance(error, CrossesDisclosure) and 1 == error.index
    assert [("say", 0)] == carried(state, 0, ("peek",), pick=Draws()).state.agenda
    assert [[0, 1]] == carried(state, 0, ("skip",), ("say", 1), pick=Draws()).state.notes


def test_a_choice_that_has_nothing_to_tell_here_may_be_followed_and_previewed():
    state = settled(("peek", 0))
    state.hand = 0

    assert [[0, 1]] == carried(state, 0, ("peek",), ("say", 1), pick=Draws()).state.notes
    assert [("say", 0)] == carried(state, 0, ("peek",)).state.agenda


@pytest.mark.parametrize("after", [("say", 0), ("say", 1)])
def test_more_of_a_verb_than_is_asked_for_is_refused_with_the_code_of_its_step(after):
    state = settled(after, ("toss", 0, 2))

    error = refused(state, 0, ("toss",), ("toss",), ("toss",), ("toss",))

    assert isinstance(error, SurplusChoice)
    assert ("illegal_choice", "tossed_enough", 2, "toss", []) == (
        error.code, error.rule, error.index, error.kind, error.options
    )  # fmt: skip


def test_a_surplus_is_none_in_a_command_of_its_own_nor_with_another_verb():
    state = settled(("say", 1), ("toss", 0, 1))
    after = carried(state, 0, ("toss",)).state

    assert NotYourDecision is type(refused(after, 0, ("toss",), version=3, known=2))
    assert NotYourDecision is type(refused(state, 0, ("toss",), ("say", 1)))


def test_a_preview_goes_neither_past_a_draw_nor_past_a_disclosure():
    assert [[0, 1]] == carried(settled(("say", 0)), 0, ("say", 1)).state.notes
    for state, choices, index in (
        (settled(("throw", 0)), [("throw",)], 0),
        (settled(("throw", 0), ("say", 0)), [("say", 1), ("throw",)], 1),
        (settled(("peek", 0)), [("peek",)], 0),
    ):
        error = refused(state, 0, *choices)
        assert isinstance(error, CrossesDisclosure) and index == error.index


def test_every_open_draw_is_answered_in_the_order_of_the_lanes():
    state = settled(("say", 0, ("die", CHANCE, 5), ("die", CHANCE, 4)))

    outcome = carried(state, 0, ("say", 1), pick=Draws(0, 1))

    assert [[0, 1], [4, 1], [5, 2]] == outcome.state.notes


def test_a_decision_opened_after_what_the_chooser_saw_is_stale():
    state = carried(settled(("say", 0), ("say", 0)), 0, ("say", 1), version=4).state

    assert isinstance(refused(state, 0, ("say", 1), version=5, known=3), StaleDecision)
    assert [[0, 1], [0, 2]] == carried(state, 0, ("say", 2), version=5, known=4).state.notes


def test_a_decision_opened_by_the_same_command_is_fresh():
    state = settled(("say", 0), ("say", 0), ("say", 0))

    assert 3 == len(carried(state, 0, *[("say", 1)] * 3, version=9, known=1).state.notes)


def test_seats_that_decide_at_once_do_not_make_each_other_stale():
    state = Notes()
    state.version = 1
    gather(state, [[("say", 0), ("say", 0)], [("say", 1)]])
    settle(GAME, state)

    state = carried(state, 0, ("say", 1), version=2).state

    assert [[0, 1], [1, 2]] == carried(state, 1, ("say", 2), version=3, known=1).state.notes
    assert isinstance(refused(state, 0, ("say", 1), version=3, known=1), StaleDecision)


def test_an_optional_answer_makes_nobody_else_stale():
    state = settled(("say", 0))
    allow(state, "offer", 1, 7)

    state = carried(state, 1, ("accept", 7), version=2).state

    assert [[1, "accept", 7], [0, 1]] == carried(state, 0, ("say", 1), version=3, known=1).state.notes
    assert isinstance(refused(state, 1, ("accept", 7), version=3, known=1), StaleDecision)


def test_opening_settles_and_draws():
    outcome = open_game(GAME, Notes(("say", 0), ("die", CHANCE, 0), ("note", 0, "open")), 1, Draws(1))

    assert ["open", [0, 2]] == outcome.state.notes
    assert (1, [("say", 0)]) == (outcome.state.since, outcome.state.agenda)
    assert ["noted"] == [fact[0] for fact in outcome.facts]


def test_replay_repeats_choices_and_draws_without_drawing():
    start = settled(("say", 1), ("throw", 0), ("say", 0))
    first = carried(start, 0, ("say", 2), version=2, pick=Draws())
    second = carried(first.state, 0, ("throw",), version=3, known=2, pick=Draws(0))

    state = start.copy()
    for version, outcome in ((2, first), (3, second)):
        replay(GAME, state, version, [(made.seat, made.choice) for made in outcome.made])

    assert canonical(freeze(second.state)) == canonical(freeze(state))
