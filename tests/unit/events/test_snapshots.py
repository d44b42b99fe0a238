"""Snapshots: exact, disposable, and never trusted against the log."""

import json

import pytest

from domain.core.plain import canonical, freeze
from events.errors import CannotFold, UnknownRules
from events.fold import fold
from events.indexes import append_of
from events.memory_store import MemoryStore
from events.snapshots import EVERY, dump, load, restore, version_of
from events.store import LogIncomplete
from events.write import Draft, seated
from tests.helpers.logs import record
from tests.helpers.parlour import GAME, Game
from tests.helpers.positions import content

GAMES = {"parlour": GAME}


def long_log():
    """Half a game, whose first seat then goes to a bot and back again many times."""
    commits, positions = record(GAME, 4, {"rounds": 6}, seed="snapshots")
    half = len(commits) // 2
    commits, positions = commits[:half], positions[:half]
    while len(commits) < EVERY + 10:
        draft = Draft(GAMES, positions[-1], {"player": "pl_0"}, positions[-1].at)
        away = positions[-1].seats[0].player is None
        draft.add(seated(0, "pl_0", None) if away else seated(0, None, "greedy"))
        written = draft.done()
        commits.append(written.commit)
        positions.append(written.position)
    return commits, positions


LOG, POSITIONS = long_log()
GAME_ID = POSITIONS[0].game_id


def stored(end: int, store: MemoryStore | None = None, begin: int = 0) -> MemoryStore:
    store = store or MemoryStore()
    for n in range(begin, end):
        below = POSITIONS[n - 1] if n else None
        store.append(append_of(GAMES, below, POSITIONS[n], LOG[n]))
    return store


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


class TestLoading:
    def test_no_such_game(self):
        assert load(GAMES, MemoryStore(), "gm_none") is None

    def test_a_long_log_leaves_a_snapshot_and_a_short_one_none(self):
        store = stored(EVERY - 1)
        assert content(POSITIONS[EVERY - 2]) == content(load(GAMES, store, GAME_ID))
        assert store.snapshot(GAME_ID) is None

        stored(EVERY + 1, store, EVERY - 1)
        assert content(POSITIONS[EVERY]) == content(load(GAMES, store, GAME_ID))
        assert EVERY + 1 == version_of(store.snapshot(GAME_ID))

    @pytest.mark.parametrize("end", [EVERY, EVERY + 1, EVERY + 5, len(LOG)])
    def test_it_is_the_same_with_and_without_snapshot(self, end):
        store = stored(end)
        store.save_snapshot(GAME_ID, dump(POSITIONS[EVERY - 1]))

        assert content(POSITIONS[end - 1]) == content(load(GAMES, store, GAME_ID))

    @pytest.mark.parametrize("data", [b"rubbish", dump(POSITIONS[-1]), dump(POSITIONS[3]).replace(b"pl_0", b"pl_9")])
    def test_a_bad_snapshot_does_no_harm(self, data):
        store = stored(10)
        store.save_snapshot(GAME_ID, data)

        assert content(POSITIONS[9]) == content(load(GAMES, store, GAME_ID))

    def test_a_known_position_is_carried_on_and_not_touched(self):
        store = stored(10)
        known = load(GAMES, store, GAME_ID)
        assert known is load(GAMES, store, GAME_ID, known)

        before = content(known)
        stored(15, store, 10)
        assert content(POSITIONS[14]) == content(load(GAMES, store, GAME_ID, known))
        assert before == content(known)

    def test_a_head_behind_a_known_position_is_an_error(self):
        with pytest.raises(LogIncomplete):
            load(GAMES, stored(5), GAME_ID, POSITIONS[9])

    def test_rules_that_are_not_here_cannot_fold(self):
        with pytest.raises(UnknownRules):
            load({}, stored(5), GAME_ID)

    def test_a_shape_of_a_later_release_cannot_be_folded(self):
        class Later(MemoryStore):
            def read_with_key(self, game, after, key):
                reading = super().read_with_key(game, after, key)
                reading.commits[-1]["v"] = 99
                return reading

        with pytest.raises(CannotFold):
            load(GAMES, stored(5, Later()), GAME_ID)


def test_the_state_in_a_snapshot_is_that_of_the_digest():
    document = json.loads(dump(POSITIONS[20]))

    assert canonical(freeze(POSITIONS[20].state)) == canonical(document["position"]["state"])
