"""Drafts: what gets into a log, and that a refused or broken command gets nothing in."""

import pytest

from domain.core.agenda import decisions, options
from domain.core.errors import IllegalChoice, NotYourDecision, StaleDecision
from events.commit import check_commit, content, moment
from events.errors import CannotFold, DivergedLog, MalformedCommit, UnknownRules
from events.fold import Holder, fold
from events.indexes import append_of
from events.memory_store import MemoryStore
from events.write import Draft, Table, created, expired, joined, left, left_by_host, mixed, note, seated
from tests.helpers.parlour import GAME, Game, Parlour

GAMES = {"parlour": GAME}
SEED = bytes(range(32))
NOW = 1_800_000_000_000


def first(places, start="full", games=GAMES):
    draft = Draft(games, None, {"player": "pl_a"}, moment(NOW), key="ab" * 32)
    draft.add(created(Table("gm_w", "parlour", 1, places, {"rounds": 1}, "pl_a", start=start), SEED))
    return draft


def after(position, *events, by="pl_a"):
    draft = Draft(GAMES, position, {"player": by}, moment(NOW + 1))
    for event in events:
        draft.add(event)
    return draft.done().position


def started(places=({"player": "pl_a"}, {"player": "pl_b"})):
    draft = first(places)
    draft.start()
    return draft.done().position


class TestTables:
    def test_a_game_begins_open_with_its_seats(self):
        position = first([{"player": "pl_a"}, {"open": True}, {"bot": "greedy"}]).done().position

        assert ("open", 1, None) == (position.status, position.version, position.state)
        assert [Holder("pl_a"), Holder(), Holder(bot="greedy")] == position.seats
        assert [None] * 3 == position.entropy
        assert not position.is_full

    def test_the_key_is_in_the_commit(self):
        assert "ab" * 32 == first([{"player": "pl_a"}]).done().commit["key"]

    def test_who_leaves_before_the_start_opens_the_seat_and_takes_the_entropy_along(self):
        position = first([{"player": "pl_a"}, {"open": True}], start="manual").done().position
        position = after(position, joined(1, "pl_b"), mixed(1, "luck"), by="pl_b")
        assert [None, "luck"] == position.entropy

        position = after(position, left(1, "pl_b", None), by="pl_b")
        assert [Holder("pl_a"), Holder()] == position.seats
        assert [None, None] == position.entropy

    def test_the_next_person_becomes_host_and_the_last_one_ends_the_game(self):
        position = first([{"player": "pl_a"}, {"player": "pl_b"}], start="manual").done().position
        position = after(position, left_by_host(0, "pl_a", "pl_b"))
        assert "pl_b" == position.host

        position = after(position, left_by_host(1, "pl_b", None), expired(), by="pl_b")
        assert (None, "expired") == (position.host, position.status)

    def test_a_seat_handed_to_a_bot_may_be_taken_back_by_who_gave_it_up(self):
        position = after(started(), seated(0, None, "greedy"))
        assert Holder(bot="greedy", gave_up="pl_a") == position.seats[0]

        position = after(position, seated(0, None, "search"))
        assert Holder(bot="search", gave_up="pl_a") == position.seats[0]

        position = after(position, seated(0, "pl_a", None))
        assert Holder("pl_a") == position.seats[0]

    def test_who_resigns_is_gone_for_good(self):
        position = after(started(), left(0, "pl_a", "greedy"))

        assert Holder(bot="greedy") == position.seats[0]
        assert ("running", "pl_a") == (position.status, position.host)

    def test_the_join_that_fills_the_table_starts_the_game_in_the_same_commit(self):
        position = first([{"player": "pl_a"}, {"open": True}]).done().position
        draft = Draft(GAMES, position, {"player": "pl_b"}, moment(NOW))
        draft.add(joined(1, "pl_b"))
        draft.add(mixed(1, "luck"))
        draft.start()
        written = draft.done()

        types = [event["type"] for event in written.commit["events"]]
        assert ["joined", "mixed", "started"] + ["drawn"] * 6 == types
        assert [None, "luck"] == written.commit["events"][2]["entropy"]
        assert ("running", {"receive": 6}) == (written.position.status, written.position.draws)

    def test_an_open_seat_does_not_start(self):
        draft = first([{"player": "pl_a"}, {"open": True}])

        with pytest.raises(AssertionError):
            draft.start()

    def test_a_game_is_created_once(self):
        draft = first([{"player": "pl_a"}])

        with pytest.raises(CannotFold):
            draft.add(created(Table("gm_w", "parlour", 1, [{"open": True}], {}, None), SEED))

    def test_nothing_comes_before_the_game(self):
        with pytest.raises(CannotFold):
            Draft(GAMES, None, {"player": "pl_a"}, moment(NOW)).add(joined(0, "pl_a"))

    def test_rules_that_are_not_here_cannot_be_played(self):
        with pytest.raises(UnknownRules):
            first([{"player": "pl_a"}], games={})


class TestCommands:
    def test_choices_of_a_private_step_are_sealed_for_their_audience(self):
        position = started()
        draft = Draft(GAMES, position, {"seat": 0}, moment(NOW))
        choice = options(GAME, position.state, decisions(GAME, position.state)[0])[0]
        draft.choose(0, [choice], position.version)
        event = draft.done().commit["events"][0]

        assert {"type", "seat", "sealed"} == event.keys()
        assert ([0], list(choice)) == (event["sealed"]["to"], content(event, "choice"))

    def test_a_refused_command_leaves_the_draft_as_it_was(self):
        position = started()
        draft = Draft(GAMES, position, {"seat": 0}, moment(NOW))
        before = position.state.copy()

        with pytest.raises(IllegalChoice):
            draft.choose(0, [("bid", "c9")], position.version)
        with pytest.raises(StaleDecision):
            draft.choose(0, [options(GAME, position.state, decisions(GAME, position.state)[0])[0]], 1 - 1)
        with pytest.raises(NotYourDecision):
            draft.choose(-2, [("tally",)], position.version)
        assert ([], []) == (draft.events, draft.facts)
        assert all(getattr(before, name) == getattr(position.state, name) for name in Parlour.__slots__)

    def test_the_position_below_is_never_touched(self):
        position = started()
        again = fold(GAMES, [first([{"player": "pl_a"}, {"player": "pl_b"}]).done().commit])
        draft = Draft(GAMES, position, {"player": "pl_a"}, moment(NOW))
        draft.add(seated(0, None, "greedy"))
        draft.choose(1, [options(GAME, position.state, decisions(GAME, position.state)[1])[0]], position.version)
        draft.done()

        assert (Holder("pl_a"), 1, [None, None]) == (position.seats[0], position.version, position.state.bids)
        assert "open" == again.status

    def test_the_last_choice_ends_the_game_and_opens_the_seed(self):
        position = started()
        while position.status == "running":
            decision = decisions(GAME, position.state)[0]
            draft = Draft(GAMES, position, {"seat": decision.seat}, moment(NOW))
            draft.choose(decision.seat, [options(GAME, position.state, decision)[0]], position.version)
            written = draft.done()
            position = written.position

        end = written.commit["events"][-1]
        assert ("finished", SEED.hex()) == (end["type"], end["seed"])
        assert {"scores": end["scores"], "winners": end["winners"]} == position.result
        assert max(end["scores"]) == end["scores"][end["winners"][0]]

    def test_time_never_runs_backwards(self):
        position = started()
        draft = Draft(GAMES, position, {"player": "pl_a"}, moment(NOW - 999))
        draft.add(seated(0, None, "greedy"))

        assert position.at == draft.done().commit["at"]

    def test_a_bots_note_is_for_its_own_seat(self):
        position = started([{"player": "pl_a"}, {"bot": "greedy"}])
        by = note({"seat": 1, "bot": "greedy", "level": 2, "budget": 64}, [["bid", "c1"], 12])
        draft = Draft(GAMES, position, by, moment(NOW))
        draft.choose(1, [options(GAME, position.state, decisions(GAME, position.state)[1])[0]], position.version)
        commit = draft.done().commit

        check_commit(commit)
        assert ([1], [["bid", "c1"], 12]) == (commit["by"]["sealed"]["to"], content(commit["by"], "note"))

    def test_an_unknown_author_is_taken_by_no_store(self):
        below = started()
        draft = Draft(GAMES, below, {"robot": 1}, moment(NOW))
        draft.add(seated(0, None, "greedy"))
        written = draft.done()

        with pytest.raises(MalformedCommit):
            MemoryStore().append(append_of(GAMES, below, written.position, written.commit))


class Forgetful(Game):
    """Its position holds what no choice in the log says: the second time it comes out otherwise."""

    def __init__(self):
        self.calls = 0

    def setup(self, seats, options, secret):
        self.calls += 1
        state = super().setup(seats, options, secret)
        state.tokens[0] += self.calls
        return state


def test_what_does_not_fold_to_the_same_position_is_never_handed_out():
    draft = first([{"player": "pl_a"}, {"player": "pl_b"}], games={"parlour": Forgetful()})
    draft.start()

    with pytest.raises(DivergedLog):
        draft.done()
