"""Heads and index changes follow from positions alone, commit by commit."""

import pytest

from domain.core.agenda import CHANCE, SYSTEM, decisions, options
from events.commit import millis, moment
from events.indexes import PATIENCE_MS, append_of, head_of, index_changes
from events.store import due_member, read_member
from events.write import Draft, Table, created, expired, left, left_by_host, seated
from tests.helpers.logs import record
from tests.helpers.parlour import GAME

GAMES = {"parlour": GAME}
NOW = 1_800_000_000_000
LOG, POSITIONS = record(GAME, 3, {"rounds": 3}, seed="indexes")


def opened(places, visibility="public"):
    draft = Draft(GAMES, None, {"player": "pl_a"}, moment(NOW))
    draft.add(created(Table("gm_i", "parlour", 1, places, {"rounds": 2}, "pl_a", visibility), bytes(32)))
    return draft


def step(position, *events):
    draft = Draft(GAMES, position, {"player": "pl_a"}, moment(NOW + 1000))
    for event in events:
        draft.add(event)
    written = draft.done()
    return written.position, index_changes(GAMES, position, written.position, written.commit)


def chosen(position, seat, choice):
    draft = Draft(GAMES, position, {"seat": seat}, moment(NOW + 1000))
    draft.choose(seat, [choice], position.version)
    written = draft.done()
    return written.position, index_changes(GAMES, position, written.position, written.commit)


def started(places):
    draft = opened(places)
    draft.start()
    return draft.done()


def at_the_winner(places):
    """Play a started game until somebody opens a drawer or makes an offer; return position and seat."""
    position = started(places).position
    while True:
        asked = decisions(GAME, position.state)[0]
        if asked.kind == "act":
            return position, asked.seat
        position, _ = chosen(position, asked.seat, options(GAME, position.state, asked)[0])


def test_the_indexes_of_a_whole_game_follow_from_the_changes():
    due: dict[str, int] = {}
    for n, after in enumerate(POSITIONS):
        changes = index_changes(GAMES, POSITIONS[n - 1] if n else None, after, LOG[n])
        for member in changes.due_remove:
            del due[member]
        assert due.keys().isdisjoint(changes.due_add)
        due |= changes.due_add

        open_now = decisions(GAME, after.state) if after.status == "running" else ()
        expected = {due_member("gm_test", d.seat, d.since) for d in open_now if d.seat == SYSTEM}
        assert expected == due.keys()
    assert {} == due


class TestHeads:
    def test_it_says_who_owes_a_decision(self):
        position = started([{"player": "pl_a"}, {"bot": "greedy"}]).position
        head = head_of(GAMES, position)

        assert [0, 1] == head.to_act
        assert [{"player": "pl_a", "bot": None}, {"player": None, "bot": "greedy"}] == head.seats
        assert ("running", 1, position.hash, "parlour", 1) == (
            head.status, head.version, head.hash, head.ruleset, head.revision,
        )  # fmt: skip

    def test_optional_decisions_and_system_owe_nothing(self):
        position, seat = at_the_winner([{"player": "pl_a"}, {"player": "pl_b"}])
        other = 1 - seat
        position, _ = chosen(position, seat, ("offer", other, 1))
        assert [seat] == head_of(GAMES, position).to_act

        position, changes = chosen(position, seat, ("open", 0))
        assert [] == head_of(GAMES, position).to_act
        assert [due_member("gm_i", SYSTEM, position.version)] == list(changes.due_add)

    def test_nothing_is_owed_before_the_start_and_after_the_end(self):
        assert [] == head_of(GAMES, opened([{"player": "pl_a"}]).done().position).to_act
        assert [] == head_of(GAMES, POSITIONS[-1]).to_act


class TestDue:
    def test_bots_are_due_at_once(self):
        written = started([{"player": "pl_a"}, {"bot": "greedy"}])
        changes = index_changes(GAMES, None, written.position, written.commit)

        assert {due_member("gm_i", 1, 1): NOW} == changes.due_add

    def test_handing_a_seat_over_makes_its_decisions_due_and_taking_it_back_undoes_that(self):
        position = started([{"player": "pl_a"}, {"player": "pl_b"}]).position
        position, changes = step(position, seated(0, None, "greedy"))
        assert ([due_member("gm_i", 0, 1)], ()) == (list(changes.due_add), changes.due_remove)

        position, changes = step(position, seated(0, "pl_a", None))
        assert ({}, (due_member("gm_i", 0, 1),)) == (changes.due_add, changes.due_remove)

    def test_an_offer_to_a_bot_makes_its_reply_due(self):
        places = [{"player": "pl_a"}, {"player": "pl_b"}]
        position, seat = at_the_winner(places)
        other = 1 - seat
        position, _ = step(position, seated(other, None, "greedy"))
        position, changes = chosen(position, seat, ("offer", other, 1))

        assert {due_member("gm_i", other, position.version): NOW + 1000} == changes.due_add

    def test_a_bot_gives_people_time_for_what_its_own_choice_opened(self):
        position, seat = at_the_winner([{"player": "pl_a"}, {"player": "pl_b"}])
        position, _ = step(position, seated(seat, None, "greedy"))
        position, changes = chosen(position, seat, ("offer", 1 - seat, 1))

        assert {due_member("gm_i", seat, position.version): NOW + 1000 + PATIENCE_MS} == changes.due_add

    def test_a_bot_does_not_wait_for_bots(self):
        position, seat = at_the_winner([{"player": "pl_a"}, {"player": "pl_b"}])
        position, _ = step(position, seated(0, None, "greedy"), seated(1, None, "greedy"))
        position, changes = chosen(position, seat, ("offer", 1 - seat, 1))

        assert {NOW + 1000} == set(changes.due_add.values())
        assert {0, 1} == {read_member(member)[1] for member in changes.due_add}

    def test_chance_is_never_due(self):
        for position in POSITIONS[1:-1]:
            assert all(decision.seat != CHANCE for decision in decisions(GAME, position.state))


class TestLists:
    @pytest.mark.parametrize(("visibility", "listed"), [("public", "open"), ("private", None)])
    def test_only_public_games_are_listed(self, visibility, listed):
        written = opened([{"open": True}], visibility).done()

        assert listed == index_changes(GAMES, None, written.position, written.commit).listed

    def test_players_come_and_go_and_the_host_is_one(self):
        places = [{"player": "pl_b"}, {"open": True}, {"bot": "greedy"}]
        written = opened(places).done()
        changes = index_changes(GAMES, None, written.position, written.commit)
        assert (("pl_a", "pl_b"), ()) == (changes.mine_add, changes.mine_remove)

        position, changes = step(written.position, left_by_host(0, "pl_b", None), expired())
        assert ((), ("pl_a", "pl_b"), "expired") == (changes.mine_add, changes.mine_remove, changes.listed)
        assert "expired" == head_of(GAMES, position).status

    def test_who_has_handed_a_seat_to_a_bot_keeps_the_game_and_the_head_says_so(self):
        written = started([{"player": "pl_b"}, {"player": "pl_c"}])

        position, changes = step(written.position, seated(0, None, "greedy"))

        assert () == changes.mine_remove
        assert {"player": None, "bot": "greedy", "gave_up": "pl_b"} == head_of(GAMES, position).seats[0]
        assert ("pl_c",) == step(position, left(1, "pl_c", "greedy"), seated(0, "pl_b", None))[1].mine_remove


def test_an_append_expects_the_version_before():
    append = append_of(GAMES, POSITIONS[3], POSITIONS[4], LOG[4], "cd" * 32)

    assert (4, 5, None, "cd" * 32) == (append.expected, append.head.version, append.key, append.body)
    assert millis(LOG[4]["at"]) == millis(append.head.updated_at)
