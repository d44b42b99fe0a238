"""Who acts next, what is refused and why, what is told, how rounds and games end."""

import pytest

from domain.core.agenda import SYSTEM, apply
from domain.core.command import open_game
from domain.core.errors import GameOver, IllegalChoice, MalformedChoice, NotYourDecision, Refusal
from domain.little_tavern.cards import CHARACTERS
from domain.little_tavern.events import EVENT_SETS
from domain.little_tavern.game import GAME
from tests.unit.domain.little_tavern.scene import asked, go, listed, read, scene, told

FULL = "elf_01 elf_02 elf_03 elf_04"
DWARVES = "dwarf_01 dwarf_02 dwarf_03 dwarf_04"


def refused(state, seat, choice) -> Refusal:
    with pytest.raises(Refusal) as caught:
        apply(GAME, state, seat, choice)
    return caught.value


def meet(state, card):
    return go(state, ("draw", "character"), ("character", card))


@pytest.mark.parametrize(
    ("tables", "table"),
    [
        (("", "", ""), 0),
        (("elf_01 elf_02 elf_03", "", ""), 0),
        (("", "", ""), 2),
        (("", "elf_01 elf_02 elf_03", ""), 1),
        ((FULL, DWARVES, ""), 2),
    ],
    ids=["own", "own, now full", "another's", "another's, now full", "the only free one"],
)
def test_the_owner_of_the_receiving_table_acts_next(tables, table):
    state = go(meet(scene(*tables), "noble_01"), ("place", table))

    assert (table, "turn") == asked(state)
    assert table == state.active
    assert ([{"seat": table}] if table else []) == told(state, "active_player_changed")


@pytest.mark.parametrize("recipient", [1, 2])
def test_the_player_who_is_paid_acts_next_whatever_the_event_did(recipient):
    state = read(scene("elf_01", "elf_02", DWARVES), "ev_section_rotation", ("go", "left"), ("pay", recipient))

    assert (recipient, "turn") == asked(state)
    assert [2, 3 + (recipient == 1), 3 + (recipient == 2)] == state.coins


def test_the_last_free_seat_ends_the_round_and_its_owner_starts_the_next():
    state = go(meet(scene(FULL, "dwarf_01 dwarf_02 dwarf_03"), "noble_01"), ("place", 1))

    assert (SYSTEM, "score_round") == asked(state)
    assert [("score",)] == listed(state)
    state = go(state, ("score",))
    assert (1, "turn") == asked(state)
    assert (2, 1) == (state.round, state.first)
    assert [3 + 16, 3 + 3 * 2 + 5] == state.coins
    assert [[], []] == state.tables and list(CHARACTERS) == state.characters
    assert [{"number": 2, "first": 1, "characters": 44, "events": 12}] == told(state, "round_started")


def test_an_event_that_fills_the_last_seat_is_paid_before_the_round_is_scored():
    state = read(scene("elf_01 elf_02 elf_03", DWARVES, "goblin_01 goblin_02 goblin_03 goblin_04"), "ev_coach_arrives")
    state = go(state, ("character", "elf_09"), ("seat", "elf_09", 0))

    assert (0, "pay") == asked(state)
    state = go(state, ("pay", 2))
    assert (SYSTEM, "score_round") == asked(state)
    assert (2, "turn") == asked(go(state, ("score",)))


def test_the_game_ends_with_25_coins_after_scoring_and_not_before():
    start = scene(FULL, "dwarf_01 dwarf_02 dwarf_03", coins=[8, 40])
    state = go(meet(start, "goblin_01"), ("place", 1))

    assert not state.over
    state = go(state, ("score",))
    assert state.over and state.active is None
    assert [{"coins": [24, 46], "winners": [1]}] == told(state, "game_ended")
    assert [1] == GAME.view(state, ())["winners"]
    assert [False, True] == [score.won for score in GAME.scores(state, ())]
    assert isinstance(refused(state, 0, ("draw", "character")), GameOver)


def test_the_score_sheet_tells_tips_and_event_coins_by_round():
    start = scene(FULL, "dwarf_01 dwarf_02 dwarf_03", coins=[3, 3])
    state = read(start, "ev_light_fingers", ("name", 1), ("pay", 1))
    state = go(meet(state, "goblin_01"), ("place", 1), ("score",))

    first, second = GAME.scores(state, ())

    assert (20, {"starting": 3, "tips": 16, "events": 1}) == (first.points, first.parts)
    assert (8, {"starting": 3, "tips": 6, "events": -1}) == (second.points, second.parts)
    assert ({"tips": 16, "events": 1},) == first.rounds and ({"tips": 6, "events": -1},) == second.rounds
    assert first.won is None


@pytest.mark.parametrize(
    ("coins", "tables", "spent", "rule"),
    [
        ([0, 3], ("", ""), True, "event_needs_coin"),
        ([1, 3], ("elf_01", ""), True, "event_needs_character_at_every_table"),
        ([1, 3], ("", "elf_01"), False, "event_needs_character_at_every_table"),
        ([1, 3], ("elf_01", "elf_02"), True, "event_pile_empty"),
    ],
)
def test_an_event_is_refused_with_the_first_reason(coins, tables, spent, rule):
    state = scene(*tables, coins=coins)
    if spent:
        state.used, state.events = state.events, []

    error = refused(state, 0, ("draw", "event"))

    assert isinstance(error, IllegalChoice) and rule == error.rule
    assert [("draw", "character")] == listed(state) == error.options


def test_one_coin_and_one_guest_at_every_table_allow_an_event():
    assert [("draw", "character"), ("draw", "event")] == listed(scene("elf_01", "elf_02", coins=[1, 0]))


def test_placing_tells_a_full_table_from_one_that_is_not_in_play():
    state = meet(scene(FULL, "elf_05"), "noble_01")

    assert "table_full" == refused(state, 0, ("place", 0)).rule
    assert "unknown_player" == refused(state, 0, ("place", 2)).rule
    assert "unknown_player" == refused(state, 0, ("place", -1)).rule
    assert "wrong_phase" == refused(state, 0, ("draw", "character")).rule
    assert "wrong_phase" == refused(state, 0, ("pay", 1)).rule


def test_paying_tells_oneself_from_somebody_out_of_the_game():
    state = read(scene("elf_01", "elf_02"), "ev_section_rotation", ("go", "left"))

    assert [("pay", 1)] == listed(state)
    assert "recipient_must_be_another_player" == refused(state, 0, ("pay", 0)).rule
    assert "unknown_player" == refused(state, 0, ("pay", 2)).rule
    assert "wrong_phase" == refused(state, 0, ("place", 1)).rule


def test_choices_of_events_are_refused_by_what_is_wrong_with_them():
    section = read(scene("elf_01", FULL.replace("elf_01", "elf_05"), "elf_06"), "ev_not_my_section", ("pick", "elf_01"))
    fingers = read(scene("elf_01", "elf_02", "elf_03", coins=[3, 3, 0]), "ev_light_fingers")
    coach = go(read(scene("elf_01", DWARVES), "ev_coach_arrives"), ("character", "elf_08"), ("character", "elf_09"))

    assert "table_full" == refused(section, 0, ("choose", 1)).rule
    assert "unknown_player" == refused(section, 0, ("choose", 3)).rule
    assert "invalid_choice" == refused(section, 0, ("choose", 0)).rule
    assert "invalid_choice" == refused(fingers, 0, ("name", 0)).rule
    assert "invalid_choice" == refused(fingers, 0, ("name", 2)).rule
    assert "unknown_player" == refused(fingers, 0, ("name", 3)).rule
    assert "table_full" == refused(coach, 0, ("seat", "elf_08", 1)).rule
    assert "unknown_player" == refused(coach, 0, ("seat", "elf_08", 2)).rule
    assert "invalid_choice" == refused(coach, 0, ("seat", "elf_09", 0)).rule
    assert isinstance(refused(coach, 0, ("go", "up")), MalformedChoice)


def test_who_is_not_active_or_not_in_the_game_is_told_so():
    state = scene("", "")

    for seat, rule in ((1, "not_active_player"), (2, "unknown_player"), (SYSTEM, "unknown_player")):
        error = refused(state, seat, ("draw", "character"))
        assert isinstance(error, NotYourDecision) and rule == error.rule


def test_a_payer_without_a_coin_still_names_who_acts_next():
    state = scene("elf_01", "elf_02", coins=[0, 3])
    state.agenda = [("pay", 0)]

    state = go(state, ("pay", 1))

    assert ([0, 3], (1, "turn")) == (state.coins, asked(state))
    assert [{"payer": 0, "recipient": 1, "amount": 0}] == told(state, "event_paid")


def test_discarded_characters_come_back_when_nothing_is_left_to_draw():
    state = scene("elf_01", "elf_02")
    state.discard, state.characters = ["witch_01", "dwarf_01"], []

    state = go(state, ("draw", "character"))

    assert [("character", "dwarf_01"), ("character", "witch_01")] == listed(state)
    state = go(state, ("character", "witch_01"))
    assert (["dwarf_01"], [], ["witch_01"]) == (state.characters, state.discard, state.hand)


def test_the_start_is_told_and_everybody_may_be_drawn_first():
    for first in range(5):
        state = GAME.setup(5, {"event_set": "standard"}, None)
        outcome = open_game(GAME, state, 1, lambda kind, weights, first=first: first)
        names = [fact[0] for fact in outcome.facts]

        assert ["game_started", "round_started"] == names
        assert (first, "turn") == asked(outcome.state)
        assert [("begin", first)] == [made.choice for made in outcome.made]


def test_tables_are_refused_with_the_codes_of_the_rules():
    assert [None] * 4 == [GAME.refuse_table(seats, {"event_set": name}) for seats in (2, 5) for name in EVENT_SETS]
    assert "invalid_player_count" == GAME.refuse_table(1, {"event_set": "standard"})
    assert "invalid_player_count" == GAME.refuse_table(6, {"event_set": "standard"})
    assert "unknown_event_set" == GAME.refuse_table(3, {"event_set": "official"})


def test_the_view_shows_what_every_table_would_give_now():
    seen = GAME.view(scene("elf_01 elf_02", "witch_01", active=1), (0,))

    assert [[2, 2], [2]] == seen["tips"] and [4, 2] == seen["sums"]
    assert (1, "awaiting_draw", None) == (seen["active"], seen["phase"], seen["winners"])
    assert (41, 12) == (seen["piles"]["characters"]["size"], seen["piles"]["events"]["size"])
