"""Lists of games: the lobby of public ones, and the inbox of those in which the caller takes part."""

import base64
import binascii
import hashlib
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domain.core.plain import canonical
from events.commit import millis
from events.store import Head, Listed
from service.usecases.errors import InvalidCursor, InvalidRequest, UnknownRuleset
from service.usecases.positions import guarded
from service.usecases.shapes import FROZEN, Result, own_seats

if TYPE_CHECKING:
    from service.bootstrap import Service

STATUSES = ("open", "running", "finished", "expired", FROZEN)
SHOWN = ("open", "running", "finished", FROZEN)
"""What is listed if no status is asked for."""

MOST = 100
"""Games on a page, at most."""

_PAGE, _PAGES = 100, 10
_ID = re.compile(r"[a-z]{2}_[0-9a-z]{26}")


@dataclass(frozen=True, slots=True)
class Filters:
    """Which games to list: those of a status, of a ruleset, with open seats, or the caller's own."""

    status: str | None = None
    ruleset: str | None = None
    open_only: bool = False
    mine: bool = False
    cursor: str | None = None
    limit: int = 20


def list_games(service: "Service", caller: str, filters: Filters | None = None) -> Result:
    """List games, newest first, with a cursor for the next page (None: there is none).

    A page may hold fewer games than asked for, and the next one still more; after a long look through games that do
    not fit, it may be empty and have a cursor. Raises `InvalidCursor`, `InvalidRequest`, `UnknownRuleset`.
    """
    filters = filters or Filters()
    if filters.status not in (None, *STATUSES):
        raise InvalidRequest.at(["status"], "must be one of " + ", ".join(STATUSES))
    if filters.ruleset is not None and filters.ruleset not in service.games:
        raise UnknownRuleset.among(service.games)
    limit = min(max(1, filters.limit), MOST)
    bound = _bound(filters, caller)
    before = None if filters.cursor is None else _read_cursor(filters.cursor, bound)
    found: list[Head] = []
    last = None
    for _ in range(_PAGES):
        page, heads = _page(service, caller, filters, before)
        for entry, head in zip(page, heads, strict=True):
            before = entry
            if head is None or not _fits(head, filters):
                continue
            if last is not None and len(found) == limit:
                return _listing(service, caller, found, _cursor(last, bound))
            found.append(head)
            last = entry
        if len(page) < _PAGE:
            return _listing(service, caller, found, None)
    assert before is not None
    return _listing(service, caller, found, _cursor(before, bound))


def _page(
    service: "Service", caller: str, filters: Filters, before: Listed | None
) -> tuple[list[Listed], list[Head | None]]:
    with guarded():
        if filters.mine:
            page = service.store.mine(caller, _PAGE, before)
        else:
            statuses = ("open",) if filters.open_only else (filters.status,) if filters.status else SHOWN
            page = service.store.lobby(statuses, _PAGE, before)
        return page, service.store.heads([entry.game for entry in page])


def _status(head: Head) -> str:
    return head.status if head.frozen is None else FROZEN


def _is_open(seat: dict[str, Any]) -> bool:
    return seat["player"] is None and seat["bot"] is None


def _fits(head: Head, filters: Filters) -> bool:
    if filters.status is not None and _status(head) != filters.status:
        return False
    if filters.ruleset is not None and head.ruleset != filters.ruleset:
        return False
    return not filters.open_only or (head.status == "open" and any(map(_is_open, head.seats)))


def _listing(service: "Service", caller: str, heads: list[Head], cursor: str | None) -> Result:
    players = {seat["player"] for head in heads for seat in head.seats}
    with guarded():
        names = service.players.names(player for player in sorted(filter(None, players)))
    return Result(200, {"games": [_document(head, names, caller) for head in heads], "cursor": cursor})


def _document(head: Head, names: dict[str, str], caller: str) -> dict[str, Any]:
    """Return a game as lists show it; `my_turn` says whether one of the caller's seats owes a decision."""
    mine = own_seats([seat["player"] for seat in head.seats], caller)
    return {
        "id": head.game,
        "ruleset": head.ruleset,
        "revision": head.revision,
        "status": _status(head),
        "version": head.version,
        "host": head.host,
        "visibility": head.visibility,
        "options": head.options,
        "seats": [
            {
                "seat": n,
                "player": seat["player"],
                "name": names.get(seat["player"]) if seat["player"] else None,
                "bot": seat["bot"],
                "open": _is_open(seat),
                "mine": n in mine,
            }
            for n, seat in enumerate(head.seats)
        ],
        "to_act": head.to_act,
        "my_turn": _status(head) == "running" and any(seat in mine for seat in head.to_act),
        "created_at": head.created_at,
        "updated_at": head.updated_at,
    }


def _bound(filters: Filters, caller: str) -> str:
    """Return a hash of what a list depends on, so that no cursor is taken for another list."""
    asked: Iterable[Any] = (
        filters.status,
        filters.ruleset,
        filters.open_only,
        caller if filters.mine else None,
    )
    return hashlib.sha256(canonical(list(asked))).hexdigest()[:16]


def _cursor(last: Listed, bound: str) -> str:
    return base64.urlsafe_b64encode(canonical([last.created, last.game, bound])).decode().rstrip("=")


def _read_cursor(cursor: str, bound: str) -> Listed:
    try:
        created, game, of = json.loads(base64.b64decode(cursor + "=" * (-len(cursor) % 4), b"-_", validate=True))
        millis(created)
        if of != bound or not _ID.fullmatch(game):
            raise InvalidCursor
    except (binascii.Error, ValueError, TypeError, RecursionError) as unreadable:
        raise InvalidCursor from unreadable
    return Listed(created, game)
