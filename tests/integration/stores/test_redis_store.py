"""What only a real server can do: crash, restart, lose an answer, lose data, fill up, be a cluster."""

import contextlib
import socket
import subprocess
import threading
import time
from dataclasses import replace

import pytest
from redis.exceptions import ConnectionError

from events.redis_client import connect
from events.redis_keys import DUE, LISTS, in_shard, lobby, mine, of_game
from events.redis_store import RedisStore
from events.redis_upkeep import Upkeep
from events.store import (
    SHARDS,
    Appended,
    LogIncomplete,
    StoreUnavailable,
    UnsafeStore,
    Wake,
    due_member,
    shard_of,
)
from service.embedded import find_server
from service.players_store import Player, RedisPlayerStore
from tests.helpers.servers import store_server, wait_until
from tests.integration.stores.tables import NOW, game, keyed, lone, rival, whole


@pytest.fixture
def store(client):
    return RedisStore(client)


def fill(store, end=None):
    for append in whole()[:end]:
        assert "appended" == store.append(append).outcome


class TestKeys:
    def test_all_keys_of_a_game_share_the_tag_of_its_shard(self, store, client):
        fill(store)
        store.save_snapshot("gm_test", b"{}")
        tag = f"kancha:{{{shard_of('gm_test'):02d}}}:"

        keys = client.keys()

        assert 7 <= len(keys)
        assert all(key.startswith(tag) for key in keys)

    def test_an_entry_of_the_stream_is_one_commit_with_its_version_for_an_id(self, store, client):
        fill(store)
        entries = client.xrange(of_game("log", "gm_test"))

        assert [f"{n}-0" for n in range(1, len(whole()) + 1)] == [number for number, _ in entries]
        assert all(["commit"] == list(entry) for _, entry in entries)

    def test_shards_are_those_of_the_crc(self):
        assert 0xCBF43926 % 64 == shard_of("123456789")
        assert SHARDS == len({shard_of(f"gm_{n}") for n in range(1000)})


class TestCrashes:
    """On the default setting: the server writes before it answers, and its files are synced from outside."""

    def test_every_acknowledged_append_survives_a_kill(self, tmp_path):
        with store_server(tmp_path) as server:
            store, appends = RedisStore(connect(server.url)), whole()
            for n, append in enumerate(appends):
                assert "appended" == store.append(append).outcome
                if n % 8 == 5:
                    server.kill()
                    server.start()
                    assert game()[0][: n + 1] == store.read("gm_test")

            assert game()[0] == store.read("gm_test")
            assert len(appends) == store.head("gm_test").version

    def test_scripts_are_loaded_again_after_a_restart(self, tmp_path):
        with store_server(tmp_path) as server:
            store = RedisStore(connect(server.url))
            fill(store, 3)
            server.kill()
            server.start()
            assert [False] == store._client.script_exists(store._append.sha)

            assert Appended("appended", 4) == store.append(whole()[3])
            assert 0 == store.upkeep(shard_of("gm_test"))

    def test_a_dead_server_is_noticed_at_once(self, tmp_path):
        with store_server(tmp_path) as server:
            store = RedisStore(connect(server.url))
            fill(store, 2)
            server.kill()
            began = time.monotonic()
            for call in (
                lambda: store.append(whole()[2]),
                lambda: store.head("gm_test"),
                lambda: store.heads(["gm_test"]),
                lambda: store.read("gm_test"),
                lambda: store.snapshot("gm_test"),
                lambda: store.save_snapshot("gm_test", b"{}"),
                lambda: store.lobby(["open"], 1),
                lambda: store.mine("pl_a", 1),
                lambda: store.due(NOW, 1),
                lambda: store.drop_due(due_member("gm_test", 0, 1), 2),
                lambda: store.freeze("gm_test", "why"),
                lambda: store.reserve("pl_a", "k", "gm_test"),
                store.check,
                lambda: store.upkeep(0),
                store.subscribe,
            ):
                with pytest.raises(StoreUnavailable):
                    call()
            assert time.monotonic() - began < 5
            server.start()

            assert Appended("appended", 3) == store.append(whole()[2])

    def test_a_subscription_comes_back_by_itself(self, tmp_path):
        with store_server(tmp_path) as server:
            store = RedisStore(connect(server.url))
            reader = store.subscribe()
            fill(store, 1)
            assert Wake("gm_test", 1) == reader.get(5)

            server.kill()
            assert reader.get(0.5) is None
            server.start()
            woken = []
            wait_until(lambda: woken.append(reader.get(0.3)) or self.again(store, woken), what="a wake-up")
            reader.close()

    @staticmethod
    def again(store, woken):
        if any(woken):
            return True
        store.append(whole()[store.head("gm_test").version])
        return False


class TestLostAnswers:
    """A server whose answers get lost on the way, after it has done what it was asked to."""

    @pytest.mark.parametrize("key", [None, "a"])
    def test_an_append_whose_answer_was_lost_is_no_conflict(self, tmp_path, key):
        with store_server(tmp_path) as server:
            direct = RedisStore(connect(server.url))
            fill(direct, 2)
            append = whole()[2] if key is None else keyed(whole()[2], key, "1")
            with Deaf(server.url) as proxy:
                store = RedisStore(connect(proxy.url))
                store.head("gm_test")
                proxy.lose(b"EVALSHA")
                outcome = store.append(append)

            assert 1 == proxy.lost
            assert ("appended" if key is None else "replayed", 3) == outcome
            assert 3 == len(direct.read("gm_test"))


class Deaf:
    """A proxy on the loopback interface that can lose an answer, and the connection with it."""

    def __init__(self, url):
        self._path = url.removeprefix("unix://").partition("?")[0]
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"redis://127.0.0.1:{self._listener.getsockname()[1]}/0"
        self.lost = 0
        self._word = None

    def lose(self, word):
        """Lose the answer to the next request with this word in it."""
        self._word = word

    def __enter__(self):
        threading.Thread(target=self._accept, daemon=True).start()
        return self

    def __exit__(self, *error):
        self._listener.close()

    def _accept(self):
        with contextlib.suppress(OSError):
            while True:
                near, _ = self._listener.accept()
                threading.Thread(target=self._serve, args=(near,), daemon=True).start()

    def _serve(self, near):
        with near, socket.socket(socket.AF_UNIX) as far, contextlib.suppress(OSError):
            far.connect(self._path)
            while request := near.recv(2**20):
                far.sendall(request)
                answer = far.recv(2**20)
                if self._word is not None and self._word in request and not answer.startswith(b"-NOSCRIPT"):
                    self._word, self.lost = None, self.lost + 1
                    return
                near.sendall(answer)


class TestDamage:
    def test_a_log_shorter_than_its_head_is_never_a_shorter_game(self, store, client):
        fill(store, 6)
        client.xdel(of_game("log", "gm_test"), "6-0")

        for read in (
            lambda: store.read("gm_test"),
            lambda: store.read("gm_test", 5),
            lambda: store.read_with_key("gm_test", 0, None),
            lambda: store.append(whole()[6]),
        ):
            with pytest.raises(LogIncomplete):
                read()
        assert game()[0][:4] == store.read("gm_test", 0, 4)

    def test_a_hole_in_the_log_is_found(self, store, client):
        fill(store, 6)
        client.xdel(of_game("log", "gm_test"), "3-0")

        with pytest.raises(LogIncomplete):
            store.read("gm_test", 1)
        with pytest.raises(LogIncomplete):
            store.append(whole()[6])
        assert game()[0][3:6] == store.read("gm_test", 3)

    def test_a_log_longer_than_its_head_is_found(self, store, client):
        fill(store, 6)
        client.hset(of_game("head", "gm_test"), "version", "4")

        with pytest.raises(LogIncomplete):
            store.read("gm_test")
        with pytest.raises(LogIncomplete):
            store.append(rival(whole()[4]))

    def test_a_log_without_a_head_is_found(self, store, client):
        fill(store, 2)
        client.delete(of_game("head", "gm_test"))

        with pytest.raises(LogIncomplete):
            store.read("gm_test")
        with pytest.raises(LogIncomplete):
            store.append(whole()[0])

    def test_a_lost_log_is_found(self, store, client):
        fill(store, 2)
        client.delete(of_game("log", "gm_test"))

        with pytest.raises(LogIncomplete):
            store.read("gm_test")


class TestUpkeep:
    @pytest.fixture
    def shard(self, store):
        append = lone("gm_a", places=[{"player": "pl_b"}, {"open": True}])
        members = {due_member("gm_a", -2, 1): NOW, due_member("gm_a", 1, 1): NOW + 5}
        store.append(replace(append, changes=replace(append.changes, due_add=members)))
        return shard_of("gm_a")

    def everything(self, client):
        """Return the entries of all sorted sets: what upkeep is about."""
        return {key: client.zrange(key, 0, -1, withscores=True) for key in client.scan_iter(_type="zset")}

    def test_whatever_is_lost_comes_back(self, store, client, shard):
        before = self.everything(client)
        for key in before:
            client.delete(key)

        assert 5 == store.upkeep(shard)
        assert before == self.everything(client)
        assert 0 == store.upkeep(shard)

    def test_whatever_is_too_much_goes(self, store, client, shard):
        before = self.everything(client)
        entry = client.zrange(mine(shard, "pl_a"), 0, 0)[0]
        client.zadd(mine(shard, "pl_stranger"), {entry: 0, "2027-01-01T00:00:00.000Z gm_gone": 0})
        client.zadd(lobby(shard, "finished"), {entry: 0})
        client.zadd(in_shard(shard, "due"), {due_member("gm_a", 0, 1): 1, due_member("gm_gone", 0, 1): 1})

        assert 5 == store.upkeep(shard)
        assert before == self.everything(client)

    def test_a_frozen_game_belongs_to_the_frozen_ones(self, store, client, shard):
        client.hset(of_game("head", "gm_a"), "frozen", "why")

        assert 2 == store.upkeep(shard)
        assert (["gm_a"], []) == ([e.game for e in store.lobby(["frozen"], 9)], store.lobby(["open"], 9))

    def test_other_shards_are_left_alone(self, store, client, shard):
        client.delete(in_shard(shard, "due"))

        assert 0 == store.upkeep((shard + 1) % SHARDS)
        assert [] == store.due(10**14, 9)

    def test_a_head_that_moves_meanwhile_is_not_repaired_by_an_old_picture(self, store, client, shard):
        fill(store, 2)
        old = store.head("gm_test")
        fill_more = whole()[2:]
        upkeep = Upkeep(client, store._mend, shard_of("gm_test"))
        for append in fill_more:
            store.append(append)

        assert 0 == upkeep._repair("gm_test", old)
        assert ["gm_test"] == [entry.game for entry in store.lobby(["finished"], 9)]
        assert [] == store.lobby(["running"], 9)

    def test_a_member_dropped_meanwhile_does_not_come_back(self, store, client, shard):
        head = store.head("gm_a")
        assert store.drop_due(due_member("gm_a", 1, 1), head.version)
        Upkeep(client, store._mend, shard)._repair("gm_a", head)

        assert [(due_member("gm_a", -2, 1), NOW)] == store.due(NOW + 9, 9)

    def test_the_mirror_of_the_due_set_lies_in_the_head(self, client, shard):
        stored = client.hgetall(of_game("head", "gm_a"))

        assert {DUE + due_member("gm_a", -2, 1), DUE + due_member("gm_a", 1, 1)} <= stored.keys()


class TestFitness:
    @pytest.mark.parametrize("policy", ["allkeys-lru", "volatile-lru", "allkeys-random", "volatile-ttl"])
    def test_a_server_that_may_evict_is_refused(self, tmp_path, policy):
        with store_server(tmp_path) as server:
            connect(server.url).config_set("maxmemory-policy", policy)

            with pytest.raises(UnsafeStore, match=policy):
                RedisStore(connect(server.url)).check()

    def test_memory_use_is_a_share_of_the_limit(self, tmp_path):
        with store_server(tmp_path, memory=64) as server:
            store = RedisStore(connect(server.url))

            assert 0 < store.memory_use() < 0.5

    @pytest.mark.parametrize(("setting", "bad", "good"), [("maxmemory", "1", "0"), ("min-replicas-to-write", "1", "0")])
    def test_a_server_that_takes_nothing_is_unavailable_and_loses_nothing(self, tmp_path, setting, bad, good):
        with store_server(tmp_path) as server:
            client = connect(server.url)
            store, people = RedisStore(client), RedisPlayerStore(client)
            fill(store, 4)
            client.config_set(setting, bad)

            with pytest.raises(StoreUnavailable):
                store.append(whole()[4])
            with pytest.raises(StoreUnavailable):
                people.add(Player("pl_a", "Ana", "2026-01-01T00:00:00.000Z", "0" * 64))
            with pytest.raises(StoreUnavailable):
                store.save_snapshot("gm_test", b"{}")
            assert game()[0][:4] == store.read("gm_test")
            assert people.read("pl_a") is None
            client.config_set(setting, good)
            assert Appended("appended", 5) == store.append(whole()[4])


class TestAddresses:
    @pytest.mark.parametrize("url", ["http://host", "redis+other://host", "", "file:///store", "redis+sentinel://host"])
    def test_other_addresses_are_refused(self, url):
        with pytest.raises(ValueError):
            connect(url)

    def test_nothing_there(self):
        with pytest.raises(StoreUnavailable):
            RedisStore(connect("redis://127.0.0.1:1/0")).head("gm_test")

    def test_a_group_watched_by_sentinel(self, tmp_path):
        port = free_port()
        with plain_server(tmp_path / "master") as master:
            configuration = tmp_path / "sentinel.conf"
            configuration.write_text(f"port {port}\nbind 127.0.0.1\nsentinel monitor games 127.0.0.1 {master} 1\n")
            with process(tmp_path, [str(configuration), "--sentinel"], port):
                store = RedisStore(connect(f"redis+sentinel://127.0.0.1:{port}/games?db=0"))
                store.check()
                fill(store)

                assert game()[0] == store.read("gm_test")

    def test_a_cluster(self, tmp_path):
        nodes = [plain_server(tmp_path / name, "--cluster-enabled", "yes") for name in ("a", "b")]
        with nodes[0] as one, nodes[1] as other:
            join_up(one, other)
            store = RedisStore(connect(f"redis+cluster://127.0.0.1:{one},127.0.0.1:{other}"))
            store.check()
            assert store.memory_use() is None
            self.use(store, store.subscribe())

    def use(self, store, reader):
        """Do everything once, on a number of games that touches both nodes."""
        fill(store)
        assert Wake("gm_test", 1) == reader.get(5)
        reader.close()
        assert game()[0] == store.read("gm_test")
        names = [f"gm_{n:02d}" for n in range(40)]
        for n, name in enumerate(names):
            store.append(keyed(lone(name, NOW + n), "a", "1"))
            assert Appended("replayed", 1) == store.append(keyed(lone(name, NOW + n), "a", "1"))
        assert names[::-1] == [entry.game for entry in store.lobby(["open"], 99)]
        assert names[::-1] == [entry.game for entry in store.mine("pl_a", 99)]
        assert names == [head.game for head in store.heads(names)]
        assert (1, "1" * 64) == store.read_with_key("gm_00", 0, "a" * 64).record
        assert [] == store.due(10**14, 9)
        store.freeze("gm_00", "why")
        store.save_snapshot("gm_00", b"{}")
        assert store.drop_due(due_member("gm_00", 1, 1), 1)
        assert ("gm_x", "gm_x") == (store.reserve("pl_a", "k", "gm_x"), store.reserve("pl_a", "k", "gm_y"))
        assert 0 == sum(store.upkeep(shard) for shard in range(SHARDS))
        for status in LISTS:
            for shard in range(SHARDS):
                store._client.delete(lobby(shard, status))
        assert len(names) + 1 == sum(store.upkeep(shard) for shard in range(SHARDS))
        assert ["gm_00"] == [entry.game for entry in store.lobby(["frozen"], 9)]


def free_port():
    """Return a port that is free, and so is the one of the cluster bus above it."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
        if port < 55_000:
            return port


@contextlib.contextmanager
def process(folder, arguments, port):
    """Run a server with these arguments and wait until it answers."""
    folder.mkdir(parents=True, exist_ok=True)
    running = subprocess.Popen([str(find_server()), *arguments], cwd=folder, stdout=subprocess.DEVNULL)
    try:
        wait_until(lambda: answers(port), what="the server's first answer")
        yield running
    finally:
        running.kill()
        running.wait()


def answers(port):
    with contextlib.suppress(ConnectionError):
        return bool(connect(f"redis://127.0.0.1:{port}").ping())
    return False


@contextlib.contextmanager
def plain_server(folder, *more):
    """Run a server on a free port of the loopback interface, and hand out the port."""
    port = free_port()
    with process(folder, ["--port", str(port), "--bind", "127.0.0.1", "--save", "", *more], port):
        yield port


def join_up(one, other):
    """Make a cluster of two empty nodes, each with half of the slots."""
    clients = [connect(f"redis://127.0.0.1:{port}") for port in (one, other)]
    clients[0].execute_command("CLUSTER ADDSLOTSRANGE", 0, 8191)
    clients[1].execute_command("CLUSTER ADDSLOTSRANGE", 8192, 16383)
    clients[1].execute_command("CLUSTER SET-CONFIG-EPOCH", 2)
    clients[0].execute_command("CLUSTER MEET", "127.0.0.1", other)
    for client in clients:
        wait_until(lambda client=client: client.execute_command("CLUSTER INFO")["cluster_state"] == "ok")
