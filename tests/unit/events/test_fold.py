"""Folding: every prefix, in one go or in parts; what diverges is named."""

import copy

import pytest

from events.chain import commit_hash
from events.commit import seal
from events.errors import CannotFold, DivergedLog, MalformedCommit, UnknownRules
from events.fold import copy_position, fold
from events.redact import redact
from tests.helpers.logs import record
from tests.helpers.parlour import GAME, Game
from tests.helpers.positions import content

GAMES = {"parlour": GAME}
LOG, POSITIONS = record(GAME, 3, {"rounds": 3}, seed="fold")


class TestFolding:
    @pytest.mark.parametrize("end", range(1, len(LOG) + 1))
    def test_every_prefix_gives_the_live_position(self, end):
        assert content(POSITIONS[end - 1]) == content(fold(GAMES, LOG[:end]))

    @pytest.mark.parametrize("middle", range(1, len(LOG)))
    def test_it_goes_on_from_any_position_without_touching_it(self, middle):
        start = fold(GAMES, LOG[:middle])
        before = content(copy_position(start))

        assert content(POSITIONS[-1]) == content(fold(GAMES, LOG[middle:], start))
        assert before == content(start)

    def test_no_commits_leave_the_position(self):
        assert content(POSITIONS[4]) == content(fold(GAMES, [], POSITIONS[4]))

    def test_nothing_at_all_is_no_game(self):
        with pytest.raises(CannotFold):
            fold(GAMES, [])


class TestCopies:
    def test_a_copy_shares_nothing_that_is_altered_in_place(self):
        original = fold(GAMES, LOG[:6])
        before = content(copy_position(original))
        copied = copy_position(original)
        copied.seats[0] = copied.seats[1]
        copied.entropy[0] = "other"
        copied.draws["receive"] = 99
        copied.state.tokens[0] = 99
        copied.state.agenda.clear()

        assert before == content(original)


def diverging(version: int) -> list[dict]:
    """Return the log with another secret choice in one commit, hashes and seals made good."""
    log = copy.deepcopy(LOG)
    drawn = next(event for event in log[1]["events"] if event["type"] == "drawn")
    value = drawn["sealed"]["secret"]["value"]
    drawn["sealed"] = seal(["card", "c1" if value[1] != "c1" else "c2"], drawn["sealed"]["to"])
    prev = "0" * 64
    for commit in log:
        commit["prev"] = prev
        prev = commit["hash"] = commit_hash(commit)
    return log[:version]


class TestDivergence:
    @pytest.mark.parametrize("end", [2, 3, 5, len(LOG)])
    def test_the_first_version_that_diverges_is_named(self, end):
        with pytest.raises(DivergedLog) as caught:
            fold(GAMES, diverging(end))

        assert 2 == caught.value.version

    def test_a_digest_in_the_middle_is_not_looked_at_when_all_is_well_later(self):
        log = copy.deepcopy(LOG)
        log[4]["digest"] = "ab" * 32

        assert content(POSITIONS[-1]) == content(fold(GAMES, log))

    def test_a_wrong_last_digest_is_named(self):
        log = copy.deepcopy(LOG)
        log[-1]["digest"] = "ab" * 32

        with pytest.raises(DivergedLog) as caught:
            fold(GAMES, log)
        assert len(LOG) == caught.value.version

    def test_what_the_rules_choke_on_is_named(self):
        log = copy.deepcopy(LOG)
        for event in log[2]["events"]:
            event.pop("sealed", None)
            event["choice"] = ["open", 99]

        with pytest.raises(DivergedLog) as caught:
            fold(GAMES, log)
        assert 3 == caught.value.version

    def test_other_rules_diverge_instead_of_giving_another_position(self):
        class Generous(Game):
            def setup(self, seats, options, secret):
                state = super().setup(seats, options, secret)
                state.tokens = [9] * seats
                return state

        with pytest.raises(DivergedLog) as caught:
            fold({"parlour": Generous()}, LOG)
        assert 2 == caught.value.version


class TestRefusedLogs:
    def test_a_gap(self):
        with pytest.raises(CannotFold):
            fold(GAMES, LOG[:3] + LOG[4:])

    def test_a_log_that_does_not_follow_the_position(self):
        other, _ = record(GAME, 3, {"rounds": 3}, seed="other")

        with pytest.raises(CannotFold) as caught:
            fold(GAMES, other[3:], POSITIONS[2])
        assert 4 == caught.value.version

    def test_a_redacted_log(self):
        with pytest.raises(CannotFold):
            fold(GAMES, [redact(commit, (0,), False) for commit in LOG])

    def test_rules_that_are_not_here(self):
        class Later(Game):
            ruleset = 2

        for games in ({}, {"parlour": Later()}):
            with pytest.raises(UnknownRules) as caught:
                fold(games, LOG)
            assert 1 == caught.value.version

    def test_an_unknown_type_of_event(self):
        log = copy.deepcopy(LOG)
        log[3]["events"][0]["type"] = "conjured"

        with pytest.raises(MalformedCommit):
            fold(GAMES, log)
