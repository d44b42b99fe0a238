"""Snapshots: exact, disposable, and never trusted against the log."""

import json

import pytest

from domain.core.plain import canonical, freeze
from events.fold import fold
from events.snapshots import dump, restore, version_of
from tests.helpers.logs import record
from tests.helpers.parlour import GAME, Game
from tests.helpers.positions import content

GAMES = {"parlour": GAME}
LOG, POSITIONS = record(GAME, 4, {"rounds": 6}, seed="snapshots")


class TestDocuments:
    @pytest.mark.parametrize("n", range(0, len(LOG), 3))
    def test_a_position_comes_back_as_it_was(self, n):
        data = dump(POSITIONS[n])

        assert n + 1 == version_of(data)
        restored = restore(GAMES, data, LOG[n])
        assert restored is not None
        assert content(POSITIONS[n]) == content(restored)

    def test_the_game_goes_on_from_it(self):
        restored = restore(GAMES, dump(POSITIONS[20]), LOG[20])

        assert content(POSITIONS[-1]) == content(fold(GAMES, LOG[21:], restored))

    @pytest.mark.parametrize("data", [b"", b"[]", b"null", b"{}", b'{"position": 3}', b"\xff\xfe", b"[" * 100_000])
    def test_rubbish_is_not_used(self, data):
        assert restore(GAMES, data, LOG[0]) is None
        assert version_of(data) is None

    def test_one_of_another_commit_is_not_used(self):
        assert restore(GAMES, dump(POSITIONS[20]), LOG[21]) is None

    def test_altered_ones_are_not_used(self):
        document = json.loads(dump(POSITIONS[20]))
        document["position"]["seats"][0] = ["pl_thief", None, None]
        assert restore(GAMES, canonical(document), LOG[20]) is None

        document = json.loads(dump(POSITIONS[20]))
        document["shape"] += 1
        assert restore(GAMES, canonical(document), LOG[20]) is None

    def test_a_state_that_the_log_does_not_vouch_for_is_not_used(self):
        wrong = fold(GAMES, LOG[:21])
        wrong.state.tokens[0] += 1

        assert restore(GAMES, dump(wrong), LOG[20]) is None

    def test_other_rules_do_not_use_it(self):
        class Later(Game):
            ruleset = 2

        for games in ({}, {"parlour": Later()}):
            assert restore(games, dump(POSITIONS[20]), LOG[20]) is None


def test_the_state_in_a_snapshot_is_that_of_the_digest():
    document = json.loads(dump(POSITIONS[20]))

    assert canonical(freeze(POSITIONS[20].state)) == canonical(document["position"]["state"])
