"""The log as its readers may see it: a page of it, a stream that follows it, an export.

No position is needed for any of this: whose eyes see what follows from the head and from redaction.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from domain.core.game import Viewer
from domain.core.plain import canonical
from events.commit import Commit
from events.store import Head
from service.usecases.errors import HistoryChanged, LogIncomplete, NotFound
from service.usecases.players import authenticate
from service.usecases.positions import commits_between, guarded
from service.usecases.shapes import FROZEN, Result, eyes, redacted

if TYPE_CHECKING:
    from service.bootstrap import Service

MOST = 500
"""Commits on a page, at most."""


@dataclass(frozen=True, slots=True)
class Window:
    """Which commits to read: at most `limit` after a version, with all the caller's eyes or one seat's."""

    after: int = 0
    limit: int = 100
    seat: int | None = None


class Batch(NamedTuple):
    """What a follower has read: new commits, the head's version, and how it goes on.

    `reset`: what the client knows is not part of this game (any more). `ended`: nothing will follow.
    """

    events: list[Commit]
    version: int
    reset: bool
    ended: bool


def events_after(service: "Service", caller: str, game_id: str, window: Window | None = None) -> Result:
    """Return redacted commits after a version, the oldest first, and the version of the head.

    Raises `NotFound`, `NotYourSeat`, and `HistoryChanged` if `after` lies beyond the head.
    """
    window = window or Window()
    head = _head(service, caller, game_id)
    viewer = _viewer(head, caller, window.seat)
    if window.after > head.version:
        raise HistoryChanged(version=head.version, hash=head.hash)
    commits = _read(service, head, max(0, window.after), window.limit)
    body = {
        "events": redacted(commits, viewer, _finished(head)),
        "version": head.version,
        "status": FROZEN if head.frozen else head.status,
    }
    return Result(200, body)


class Follower:
    """Reads on in a game's log, for a stream or a long poll; how to wait in between is up to the caller.

    Each reading asks anew whether the token is valid, whether its player may see the game, and with whose
    eyes; so whoever leaves a seat, or rotates the token, reads nothing more with it.
    """

    def __init__(self, service: "Service", token: str, game_id: str, after: int, seat: int | None = None) -> None:
        self._service = service
        self._token = token
        self._game_id = game_id
        self._seat = seat
        self.after = max(0, after)

    def read(self, limit: int = 100) -> Batch:
        """Return the commits that have come since the last reading. Raises the problems of `events_after`."""
        caller = authenticate(self._service, self._token)
        head = _head(self._service, caller, self._game_id)
        viewer = _viewer(head, caller, self._seat)
        if self.after > head.version:
            return Batch([], head.version, reset=True, ended=False)
        commits = _read(self._service, head, self.after, limit)
        if commits:
            self.after = commits[-1]["version"]
        ended = self.after == head.version and head.status in ("finished", "expired")
        return Batch(redacted(commits, viewer, _finished(head)), head.version, reset=False, ended=ended)


def export(service: "Service", caller: str, game_id: str, window: Window | None = None) -> Iterator[bytes]:
    """Return the log after a version, up to the present head, as lines of canonical JSON, one commit each.

    Whether the caller may have it, and whether it is there, is settled before the first line; the limit of the window
    does not count. Raises the problems of `events_after`.
    """
    window = window or Window()
    head = _head(service, caller, game_id)
    viewer = _viewer(head, caller, window.seat)
    if window.after > head.version:
        raise HistoryChanged(version=head.version, hash=head.hash)
    after = max(0, window.after)
    return _lines(service, head, viewer, after, _read(service, head, after, MOST))


def _lines(service: "Service", head: Head, viewer: Viewer, after: int, page: list[Commit]) -> Iterator[bytes]:
    """Yield the commits after a version, of which the first page is read already."""
    while after < head.version:
        if not page:
            raise LogIncomplete
        for commit in redacted(page, viewer, _finished(head)):
            yield canonical(commit) + b"\n"
        after = page[-1]["version"]
        page = _read(service, head, after, MOST)


def _head(service: "Service", caller: str, game_id: str) -> Head:
    """Return the head of a game that the caller may see."""
    with guarded():
        head = service.store.head(game_id)
    if head is None:
        raise NotFound
    if head.visibility == "public" or caller == head.host:
        return head
    if any(caller in (seat["player"], seat.get("gave_up")) for seat in head.seats):
        return head
    raise NotFound


def _viewer(head: Head, caller: str, seat: int | None) -> Viewer:
    return eyes(_players(head), _finished(head), caller, seat)


def _players(head: Head) -> list[str | None]:
    return [seat["player"] for seat in head.seats]


def _finished(head: Head) -> bool:
    """Say whether everything is open: never in a frozen game."""
    return head.status == "finished" and head.frozen is None


def _read(service: "Service", head: Head, after: int, limit: int) -> list[Commit]:
    """Return commits up to the head that was read, and not beyond: later ones want later eyes."""
    return commits_between(service, head.game, after, min(after + min(max(1, limit), MOST), head.version))
