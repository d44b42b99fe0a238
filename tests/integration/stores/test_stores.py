"""What every store promises: one suite for all of them."""

import threading
from dataclasses import replace

import pytest

from events.fold import fold
from events.store import SHARDS, Appended, Listed, Record, Wake, due_member, shard_of
from tests.helpers.positions import content
from tests.integration.stores.tables import GAMES, NOW, game, handed_over, keyed, lone, on_top, rival, whole


def fill(store, end=None):
    for append in whole()[:end]:
        assert "appended" == store.append(append).outcome


class TestAppending:
    def test_a_whole_game_comes_back_as_it_was_written(self, store):
        fill(store)
        commits, positions = game()

        assert commits == store.read("gm_test")
        assert content(positions[-1]) == content(fold(GAMES, store.read("gm_test")))

    def test_each_head_is_that_of_the_last_commit(self, store):
        for append in whole():
            store.append(append)
            head = store.head("gm_test")

            assert replace(append.head, due=head.due) == head
            assert (append.commit["hash"], append.commit["version"]) == (head.hash, head.version)

    def test_a_stale_one_is_told_where_the_head_is_and_changes_nothing(self, store):
        fill(store, 5)
        before = store.read_with_key("gm_test", 0, None)

        for append in (whole()[3], rival(whole()[2]), rival(whole()[4])):
            if append != whole()[3]:
                assert Appended("stale", 5) == store.append(append)
        assert before == store.read_with_key("gm_test", 0, None)

    def test_a_gap_is_never_written(self, store):
        fill(store, 3)

        assert Appended("stale", 3) == store.append(whole()[5])
        assert Appended("stale", 0) == store.append(replace(whole()[1], head=replace(whole()[1].head, game="gm_other")))
        assert 3 == len(store.read("gm_test"))
        assert [] == store.read("gm_other")

    def test_a_commit_that_follows_another_history_is_stale(self, store):
        """A writer that remembers what a store has lost since has the right number, but not the right hash."""
        fill(store, 3)
        store.append(rival(whole()[3]))

        assert Appended("stale", 4) == store.append(whole()[4])
        assert 4 == len(store.read("gm_test"))

    def test_a_commit_on_another_history_of_the_same_length_is_stale(self, store):
        fill(store, 2)
        store.append(rival(whole()[2]))

        assert Appended("stale", 3) == store.append(whole()[3])
        assert 3 == len(store.read("gm_test"))
        assert Appended("appended", 4) == store.append(on_top(whole()[3], rival(whole()[2]).commit["hash"]))

    def test_the_very_same_commit_again_is_no_conflict(self, store):
        """A writer without a key, whose answer was lost, learns that it was its own."""
        fill(store, 5)

        assert Appended("appended", 5) == store.append(whole()[4])
        assert Appended("appended", 3) == store.append(whole()[2])
        assert 5 == len(store.read("gm_test"))

    def test_what_is_no_commit_is_not_stored(self, store):
        append = whole()[0]

        with pytest.raises(Exception, match="facts"):
            store.append(replace(append, commit={**append.commit, "facts": None}))
        assert store.head("gm_test") is None


class TestIdempotency:
    def test_a_retry_is_answered_with_the_version_it_made(self, store):
        fill(store, 2)
        first = keyed(whole()[2], "a", "1")
        assert Appended("appended", 3) == store.append(first)
        assert Appended("replayed", 3) == store.append(first)
        for append in whole()[3:6]:
            store.append(append)

        assert Appended("replayed", 3) == store.append(first)
        assert 6 == len(store.read("gm_test"))

    def test_it_comes_before_the_check_of_the_version(self, store):
        fill(store, 2)
        store.append(keyed(whole()[2], "a", "1"))

        assert Appended("replayed", 3) == store.append(keyed(rival(whole()[3]), "a", "1"))
        assert 3 == len(store.read("gm_test"))

    def test_another_body_under_the_same_key_is_a_mismatch(self, store):
        fill(store, 2)
        store.append(keyed(whole()[2], "a", "1"))

        assert Appended("mismatch", 3) == store.append(keyed(whole()[3], "a", "2"))
        assert 3 == len(store.read("gm_test"))

    def test_a_refused_append_leaves_no_record(self, store):
        fill(store, 3)
        assert Appended("stale", 3) == store.append(keyed(rival(whole()[1]), "a", "1"))

        assert store.read_with_key("gm_test", 0, "a" * 64).record is None
        assert Appended("appended", 4) == store.append(keyed(whole()[3], "a", "1"))

    def test_the_record_is_read_together_with_the_log(self, store):
        fill(store, 2)
        store.append(keyed(whole()[2], "a", "1"))
        reading = store.read_with_key("gm_test", 1, "a" * 64)

        assert [2, 3] == [commit["version"] for commit in reading.commits]
        assert (3, Record(3, "1" * 64)) == (reading.head.version, reading.record)
        assert store.read_with_key("gm_test", 0, "b" * 64).record is None

    def test_keys_of_one_game_are_none_of_another(self, store):
        store.append(keyed(lone("gm_one"), "a", "1"))

        assert Appended("appended", 1) == store.append(keyed(lone("gm_two"), "a", "2"))


class TestReading:
    @pytest.mark.parametrize(("after", "limit"), [(0, None), (3, None), (0, 2), (3, 4), (2, 1000), (8, 1)])
    def test_a_part_of_the_log(self, store, after, limit):
        fill(store, 9)
        end = 9 if limit is None else min(9, after + limit)

        assert game()[0][after:end] == store.read("gm_test", after, limit)

    @pytest.mark.parametrize("after", [9, 10, 99])
    def test_nothing_lies_beyond_the_head(self, store, after):
        fill(store, 9)

        assert [] == store.read("gm_test", after)

    def test_no_such_game(self, store):
        reading = store.read_with_key("gm_none", 0, "a" * 64)

        assert ([], None, None) == tuple(reading)
        assert (None, [], None) == (store.head("gm_none"), store.read("gm_none"), store.snapshot("gm_none"))

    def test_heads_of_several_games_in_their_order(self, store):
        store.append(lone("gm_one"))
        store.append(lone("gm_two"))

        found = store.heads(["gm_two", "gm_none", "gm_one"])
        assert ["gm_two", None, "gm_one"] == [head and head.game for head in found]
        assert [] == store.heads([])

    def test_an_answer_is_the_callers_own(self, store):
        fill(store, 3)
        store.head("gm_test").seats.clear()
        store.read("gm_test")[0]["events"].clear()

        assert game()[0][:3] == store.read("gm_test")
        assert 3 == len(store.head("gm_test").seats)


class TestRaces:
    def test_of_two_writers_for_one_version_one_wins_each_time(self, store):
        appends = whole()
        store.append(appends[0])
        for append in appends[1:]:
            append = on_top(append, store.head("gm_test").hash)
            barrier, outcomes = threading.Barrier(2), {}

            def write(which, mine, barrier=barrier, outcomes=outcomes):
                barrier.wait()
                outcomes[which] = store.append(mine).outcome

            pair = [("ours", append), ("rival", rival(append))]
            threads = [threading.Thread(target=write, args=args) for args in pair]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

            assert ["appended", "stale"] == sorted(outcomes.values())
            stored = store.read("gm_test", append.expected)
            assert 1 == len(stored)
            assert ("pl_rival" == stored[0]["by"].get("player")) == (outcomes["rival"] == "appended")
        assert len(appends) == store.head("gm_test").version

    def test_twenty_retries_at_once_make_one_commit(self, store):
        store.append(whole()[0])
        first, barrier, outcomes = keyed(whole()[1], "a", "1"), threading.Barrier(20), []

        def write():
            barrier.wait()
            outcomes.append(store.append(first))

        threads = [threading.Thread(target=write) for _ in range(20)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()

        assert {2} == {version for _, version in outcomes}
        assert ["appended"] + ["replayed"] * 19 == sorted(outcome for outcome, _ in outcomes)
        assert 2 == len(store.read("gm_test"))


class TestDue:
    def test_the_set_follows_the_appends(self, store):
        due: dict[str, int] = {}
        for append in whole():
            store.append(append)
            for member in append.changes.due_remove:
                due.pop(member)
            due |= append.changes.due_add

            assert due == dict(store.due(10**14, 100)) == store.head("gm_test").due
        assert {} == due

    def test_only_what_is_due_by_now_the_oldest_first_over_all_shards(self, store):
        for n in range(40):
            append = lone(f"gm_{n}")
            changes = replace(append.changes, due_add={due_member(f"gm_{n}", 1, 1): NOW + 100 - n})
            store.append(replace(append, changes=changes))

        assert [] == store.due(NOW + 60, 10)
        found = store.due(NOW + 80, 10)
        assert [(due_member(f"gm_{n}", 1, 1), NOW + 100 - n) for n in range(39, 29, -1)] == found
        assert 20 == len(store.due(NOW + 80, 100))

    def test_what_is_dropped_is_not_asked_again(self, store):
        append = lone("gm_one")
        members = {due_member("gm_one", -2, 1): NOW, due_member("gm_one", 1, 1): NOW}
        store.append(replace(append, changes=replace(append.changes, due_add=members)))
        assert not store.drop_due(due_member("gm_one", 1, 1), 2)
        assert members == dict(store.due(NOW, 9))
        assert store.drop_due(due_member("gm_one", 1, 1), 1)
        assert store.drop_due(due_member("gm_none", 1, 1), 0)

        assert [(due_member("gm_one", -2, 1), NOW)] == store.due(NOW, 9)
        assert 0 == store.upkeep(shard_of("gm_one"))
        assert [(due_member("gm_one", -2, 1), NOW)] == store.due(NOW, 9)


class TestLists:
    def test_public_games_newest_first_page_by_page(self, store):
        names = [f"gm_{n:02d}" for n in range(50)]
        for n, name in enumerate(names):
            store.append(lone(name, NOW + n // 3, visibility="private" if n % 10 == 0 else "public"))
        expected = [name for n, name in reversed(list(enumerate(names))) if n % 10]

        found, page = [], store.lobby(["open"], 7)
        while page:
            found += page
            page = store.lobby(["open"], 7, page[-1])
        assert expected == [entry.game for entry in found]
        assert sorted(found, reverse=True) == found

    def test_a_game_is_listed_under_its_status_alone(self, store):
        for append in whole():
            store.append(append)
            listed = {
                status: store.lobby([status], 9) for status in ("open", "running", "finished", "expired", "frozen")
            }

            assert [append.head.status] == [status for status, entries in listed.items() if entries]
        assert [Listed(append.head.created_at, "gm_test")] == store.lobby(["open", "finished"], 9)

    def test_a_player_finds_games_private_ones_too(self, store):
        store.append(lone("gm_a", NOW, "pl_a"))
        store.append(lone("gm_b", NOW + 1, "pl_b"))
        store.append(lone("gm_c", NOW + 2, "pl_a", visibility="private"))

        assert ["gm_c", "gm_a"] == [entry.game for entry in store.mine("pl_a", 9)]
        assert ["gm_a"] == [entry.game for entry in store.mine("pl_a", 9, store.mine("pl_a", 1)[0])]
        assert [] == store.mine("pl_none", 9)

    def test_who_leaves_finds_the_game_no_longer(self, store):
        append = lone("gm_a", places=[{"player": "pl_b"}, {"open": True}])
        store.append(append)
        assert 1 == len(store.mine("pl_b", 9))

        second = on_top(whole()[1], append.head.hash)
        changes = replace(append.changes, mine_add=("pl_c",), mine_remove=("pl_b",))
        store.append(replace(second, head=replace(second.head, game="gm_a"), changes=changes))
        assert ([], 1) == (store.mine("pl_b", 9), len(store.mine("pl_c", 9)))


class TestFreezing:
    def test_a_frozen_game_is_marked_and_listed_apart(self, store):
        fill(store, 4)
        before = store.head("gm_test")
        store.freeze("gm_test", "diverged at 3")

        assert replace(before, frozen="diverged at 3") == store.head("gm_test")
        assert ([], 1) == (store.lobby(["running"], 9), len(store.lobby(["frozen"], 9)))
        assert game()[0][:4] == store.read("gm_test")

        store.freeze("gm_test", None)
        assert before == store.head("gm_test")
        assert (1, []) == (len(store.lobby(["running"], 9)), store.lobby(["frozen"], 9))

    def test_a_private_one_stays_out_of_all_lists(self, store):
        store.append(lone("gm_a", visibility="private"))
        store.freeze("gm_a", "why")
        store.freeze("gm_a", None)
        store.freeze("gm_none", "why")

        assert [] == store.lobby(["open", "frozen"], 9)
        assert store.head("gm_none") is None

    def test_who_can_append_again_has_thawed_it(self, store):
        fill(store, 4)
        store.freeze("gm_test", "why")
        store.append(whole()[4])

        assert store.head("gm_test").frozen is None
        assert [] == store.lobby(["frozen"], 9)


class TestTheRest:
    def test_an_id_is_reserved_once_for_each_player_and_key(self, store):
        assert "gm_1" == store.reserve("pl_a", "k", "gm_1")
        assert "gm_1" == store.reserve("pl_a", "k", "gm_2")
        assert "gm_3" == store.reserve("pl_b", "k", "gm_3")
        assert "gm_4" == store.reserve("pl_a", "other", "gm_4")

    def test_a_snapshot_is_kept_as_bytes(self, store):
        fill(store, 2)
        assert store.snapshot("gm_test") is None
        store.save_snapshot("gm_test", '{"name": "Zoë"}'.encode())

        assert '{"name": "Zoë"}'.encode() == store.snapshot("gm_test")

    def test_each_append_wakes_every_reader(self, store):
        one, other = store.subscribe(), store.subscribe()
        fill(store, 3)
        store.append(rival(whole()[1]))

        for reader in (one, other):
            woken = [reader.get(5) for _ in range(3)]
            assert [Wake("gm_test", version) for version in (1, 2, 3)] == woken
            assert reader.get(0.05) is None
            reader.close()

    def test_a_closed_reader_stops_waiting(self, store):
        reader, found = store.subscribe(), []
        thread = threading.Thread(target=lambda: found.append(reader.get(60)))
        thread.start()
        reader.close()
        thread.join(5)

        assert [None] == found

    def test_it_is_fit_for_use(self, store):
        store.check()
        assert store.memory_use() is None

    def test_upkeep_finds_nothing_to_repair_after_ordinary_use(self, store):
        fill(store, 6)
        for n in range(20):
            store.append(lone(f"gm_{n}", visibility="private" if n % 2 else "public"))
        store.freeze("gm_3", "why")
        store.freeze("gm_4", "why")
        store.append(handed_over("gm_handed"))
        assert 1 == len(store.mine("pl_gone", 9))

        assert 0 == sum(store.upkeep(shard) for shard in range(SHARDS))
