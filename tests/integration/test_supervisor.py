"""The supervisor: starts, mends, gives up with a clear word, and leaves nothing running behind it."""

from __future__ import annotations

import os
import re
import signal
import socket
import sys
import threading
import time
from pathlib import Path

import pytest

from service import up
from service.embedded import EmbeddedServer
from service.supervisor import STORE_DEATHS, Child, Supervisor, SupervisorError
from tests.helpers.servers import alive, wait_until

SLEEPS = "import time; print('up', flush=True); time.sleep(60)"
STUBBORN = f"import signal; signal.signal(signal.SIGTERM, signal.SIG_IGN); {SLEEPS}"
DIES = "import sys; print('no such table', flush=True); sys.exit(3)"


def child(folder: Path, program: str, name: str = "the child") -> Child:
    """A child that runs a line of Python and writes into `folder`."""
    log = folder / f"{name}.log"
    log.touch()
    return Child(name, [sys.executable, "-c", program], dict(os.environ), log)


def is_up(*children: Child):
    """Whether all these children have said that they run."""
    return lambda: all("up" in child.log.read_text() for child in children)


@pytest.fixture
def said():
    return []


@pytest.fixture
def supervisor(said):
    present = Supervisor(None, said.append)
    yield present
    present.hurry = True
    present.stop()


def watch_for(supervisor: Supervisor, seconds: float) -> None:
    """Let the supervisor watch for a while, in this thread: children are tied to the thread that starts them."""
    timer = threading.Timer(seconds, supervisor.stopping.set)
    timer.start()
    try:
        supervisor.watch()
    finally:
        timer.cancel()


def test_a_child_that_is_killed_is_started_again_and_reported(supervisor, said, tmp_path):
    sleeper = child(tmp_path, SLEEPS)
    supervisor.start([sleeper], is_up(sleeper))
    first = sleeper.process.pid

    os.kill(first, signal.SIGKILL)
    watch_for(supervisor, 1.5)

    assert sleeper.running and sleeper.process.pid != first
    assert [f"the child (process {first}) was ended by signal SIGKILL; it is started again in 0.5 s"] == said


def test_a_child_that_keeps_dying_is_started_less_and_less_often_and_quoted(supervisor, said, tmp_path):
    mortal = child(tmp_path, DIES)
    supervisor.children.append(mortal)
    mortal.start()

    watch_for(supervisor, 3.0)

    assert ["0.5", "1", "2"] == [re.findall(r"again in (\S+) s", line)[0] for line in said]
    assert all("ended with code 3" in line for line in said)
    assert "no such table" not in said[0] and "no such table" in said[1]


def test_a_child_that_dies_before_it_is_ready_ends_the_start_with_its_own_words(supervisor, tmp_path):
    words = r"the child .process \d+. ended with code 3 before it was ready:\n.*no such table"
    with pytest.raises(SupervisorError, match=words):
        supervisor.start([child(tmp_path, DIES)], lambda: False)


def test_a_child_that_is_never_ready_ends_the_start(supervisor, tmp_path):
    sleeper = child(tmp_path, SLEEPS)

    with pytest.raises(SupervisorError, match=r"not ready after 0.5 s; its logs: .*the child.log"):
        supervisor.start([sleeper], lambda: False, timeout=0.5)


def test_stopping_ends_all_children_at_once(supervisor, tmp_path):
    children = [child(tmp_path, SLEEPS, f"child {number}") for number in range(3)]
    supervisor.start(children, is_up(*children))

    begun = time.monotonic()
    supervisor.stop()

    assert time.monotonic() - begun < 3.0
    assert not any(alive(child.process.pid) for child in children)


def test_a_second_signal_ends_the_patience_with_a_stubborn_child(supervisor, tmp_path):
    stubborn = child(tmp_path, STUBBORN)
    supervisor.start([stubborn], is_up(stubborn))
    handlers = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)}
    try:
        supervisor.catch_signals()
        os.kill(os.getpid(), signal.SIGTERM)
        wait_until(supervisor.stopping.is_set)
        os.kill(os.getpid(), signal.SIGINT)
        wait_until(lambda: supervisor.hurry)
    finally:
        for number, handler in handlers.items():
            signal.signal(number, handler)

    begun = time.monotonic()
    supervisor.stop()

    assert time.monotonic() - begun < 2.0
    assert not alive(stubborn.process.pid)


def test_grandchildren_of_a_stubborn_child_go_with_it(supervisor, tmp_path):
    spawns = (
        "import subprocess, sys; print(subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(60)']).pid)"
    )
    program = f"{spawns}; {STUBBORN}"
    stubborn = child(tmp_path, program)
    supervisor.start([stubborn], is_up(stubborn))
    grandchild = int(stubborn.log.read_text().split()[0])

    supervisor.hurry = True
    supervisor.stop()

    wait_until(lambda: not alive(grandchild))


def test_a_store_that_is_killed_comes_back_with_its_data_at_its_address(supervisor, said, tmp_path):
    supervisor.store = EmbeddedServer(tmp_path / "store")
    supervisor.store.start()
    address, first = supervisor.store.url, supervisor.store.pid

    os.kill(first, signal.SIGKILL)
    watch_for(supervisor, 1.0)

    assert supervisor.store.running and supervisor.store.url == address and supervisor.store.pid != first
    assert [f"the embedded store (process {first}) died; it is started again from its file"] == said


def test_a_store_that_keeps_dying_ends_the_whole(supervisor, said, tmp_path):
    class Mortal(EmbeddedServer):
        """A store that is killed as soon as it is started again."""

        def start(self, timeout: float = 60.0) -> None:
            super().start(timeout)
            self.kill()

    supervisor.store = Mortal(tmp_path / "store")
    supervisor.store.start()

    with pytest.raises(SupervisorError, match=f"the embedded store died {STORE_DEATHS} times within a minute"):
        watch_for(supervisor, 20.0)
    assert STORE_DEATHS - 1 == len(said)


def test_the_store_ends_last(supervisor, tmp_path):
    supervisor.store = EmbeddedServer(tmp_path / "store")
    supervisor.store.start()
    socket_path = supervisor.store.folder / "store.sock"
    program = (
        "import signal, socket, sys, time\n"
        "def leave(*_):\n"
        "    time.sleep(0.5)\n"
        "    client = socket.socket(socket.AF_UNIX); client.connect(sys.argv[1]); client.sendall(b'PING\\r\\n')\n"
        "    print(client.recv(64), flush=True); sys.exit()\n"
        "signal.signal(signal.SIGTERM, leave)\n"
        "print('up', flush=True); time.sleep(60)"
    )
    last = child(tmp_path, program)
    last.command = [*last.command, str(socket_path)]
    supervisor.start([last], is_up(last))

    supervisor.stop()

    assert "PONG" in last.log.read_text()
    assert not socket_path.exists()


def test_a_taken_port_is_named_with_its_setting():
    with socket.socket() as holder:
        holder.bind(("127.0.0.1", 0))
        holder.listen()
        port = holder.getsockname()[1]

        with pytest.raises(SupervisorError, match=rf"port {port} of 127.0.0.1 is taken; set KANCHA_PORT"):
            up.listen("127.0.0.1", port)


def test_an_address_of_another_machine_is_refused():
    with pytest.raises(SupervisorError, match=r"cannot listen on port 8000 of 192.0.2.1"):
        up.listen("192.0.2.1", 8000)


def test_a_host_that_is_none_is_refused():
    with pytest.raises(SupervisorError, match=r"KANCHA_HOST is 'no host'"):
        up.listen("no host", 8000)


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("127.0.0.1", "http://127.0.0.1:80"),
        ("0.0.0.0", "http://127.0.0.1:80"),
        ("::", "http://[::1]:80"),
        ("::1", "http://[::1]:80"),
    ],
)
def test_the_url_is_one_that_this_machine_reaches(host, expected):
    assert expected == up.url(host, 80)
