"""The only exit of commits to viewers.

An allow-list: what is not known to be public is dropped. It knows the shape of a commit and no game:
in a fact everything is public that is not sealed, since sealing is how a fact keeps a secret. The
redacted commit has the same hash as the full one; therefore it stays in the shape in which it was
stored, and the lists of members have to name those of every shape.
"""

from collections.abc import Collection, Mapping
from typing import Any

from domain.core.agenda import SYSTEM
from domain.core.game import Viewer
from events.chain import without_secrets
from events.codec import plain
from events.commit import BY, COMMIT, EVENTS, Commit

_SEALED = ("seal", "to")


def redact(commit: Commit, seats: Viewer, finished: bool) -> Commit:
    """Return what a caller with the eyes of `seats` may read of a commit.

    A secret stays for the seats it is for; with `ALL` eyes and once the game has `finished`, every
    secret does. Before that even `ALL` opens nothing. The answer shares nothing with `commit`.
    """
    everything = finished and SYSTEM in seats
    shown = _pick(commit, COMMIT.keys() - {"by", "events", "facts"})
    shown["by"] = _open(commit["by"], BY, seats, everything)
    shown["events"] = [
        {"type": event["type"], **_open(event, EVENTS[event["type"]], seats, everything)}
        for event in commit["events"]
        if event["type"] in EVENTS
    ]
    shown["facts"] = [_open(fact, fact, seats, everything) for fact in commit["facts"]]
    return shown


def _pick(document: Mapping[str, Any], names: Collection[str]) -> dict[str, Any]:
    return {name: plain(value) for name, value in document.items() if name in names}


def _open(document: Mapping[str, Any], names: Collection[str], seats: Viewer, everything: bool) -> dict[str, Any]:
    """Return the public members, and the sealed one with its secret only if the viewer may read it."""
    public = {name: value for name, value in document.items() if name in names and name not in ("sealed", "secret")}
    shown: dict[str, Any] = without_secrets(public)
    if "sealed" in document:
        sealed = document["sealed"]
        shown["sealed"] = _pick(sealed, _SEALED)
        if "secret" in sealed and (everything or not set(sealed["to"]).isdisjoint(seats)):
            shown["sealed"]["secret"] = plain(sealed["secret"])
    return shown
