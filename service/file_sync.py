"""Syncs growing files to disk once a second, so that the process which writes them never waits for the disk."""

from __future__ import annotations

import os
import threading
from pathlib import Path

PAUSE = 1.0  # seconds between two looks


class FileSyncer(threading.Thread):
    """Syncs every file of a folder that has changed since the last look, until it is stopped; then once more."""

    def __init__(self, folder: Path, pause: float = PAUSE) -> None:
        super().__init__(name="file-sync", daemon=True)
        self.folder = folder
        self.pause = pause
        self._seen: dict[str, tuple[int, int]] = {}
        self._stopping = threading.Event()

    def run(self) -> None:
        """Look again and again."""
        while not self._stopping.wait(self.pause):
            self.sync()
        self.sync()

    def stop(self) -> None:
        """Sync what is left and end."""
        self._stopping.set()
        self.join()

    def sync(self) -> list[str]:
        """Sync what has changed since the last call; return the names of those files.

        A file that is taken away meanwhile is left alone; so is one whose disk refuses, until the next look.
        """
        done = []
        for path in sorted(self.folder.glob("*")):
            try:
                stat = path.stat()
                if self._seen.get(path.name) == (stat.st_size, stat.st_mtime_ns):
                    continue
                handle = os.open(path, os.O_RDONLY)
                try:
                    os.fsync(handle)
                finally:
                    os.close(handle)
            except OSError:
                continue
            self._seen[path.name] = (stat.st_size, stat.st_mtime_ns)
            done.append(path.name)
        return done
