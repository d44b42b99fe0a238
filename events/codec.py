"""Commits to bytes and back. The bytes are canonical JSON, the same on every machine."""

import json
from typing import Any

from domain.core.plain import canonical
from events.commit import Commit, check_commit
from events.errors import MalformedCommit
from events.upcast import upcast


def encode(commit: Commit) -> bytes:
    """Return the canonical bytes of a commit; raises `MalformedCommit` for anything that is none."""
    check_commit(upcast(commit))
    return canonical(commit)


def decode(raw: bytes | str) -> Commit:
    """Return the commit as it was stored, in whatever shape; raises `MalformedCommit` for no document."""
    try:
        commit = json.loads(raw)
    except (ValueError, RecursionError) as unreadable:
        raise MalformedCommit("not JSON") from unreadable
    if not isinstance(commit, dict):
        raise MalformedCommit("a commit is a document")
    return commit


def plain(data: Any) -> Any:
    """Return plain data as it comes back from a log: tuples are lists. Containers are copied."""
    if isinstance(data, list | tuple):
        return [plain(item) for item in data]
    if isinstance(data, dict):
        return {key: plain(item) for key, item in data.items()}
    return data


def hashable(data: Any) -> Any:
    """Return data of a log as it stands in a choice: lists are tuples."""
    return tuple(hashable(item) for item in data) if isinstance(data, list) else data
