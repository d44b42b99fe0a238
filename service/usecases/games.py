"""Games: creating one, and reading how it stands now or stood at any earlier version."""

import re
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from domain.core.game import Viewer
from events.commit import SEED_BYTES
from events.fold import Position
from events.store import Listed
from events.write import Table, created
from service.usecases.errors import (
    RETRY_AFTER,
    Frozen,
    InvalidRequest,
    NotFound,
    SeedsNotAllowed,
    TooManyGames,
    Unavailable,
    UnknownRuleset,
)
from service.usecases.positions import Loaded, find, guarded, load, position_at, require_room
from service.usecases.shapes import Result, eyes, game_document, players_of, score_document, seat_documents
from service.usecases.tables import check_table, complete_options, invite_hash, invite_of, lay_seats
from service.usecases.writing import Changed, Key, append, draft_on, remember, repeat

if TYPE_CHECKING:
    from service.bootstrap import Service

ROUTE = "games"

_SEED = re.compile(r"[0-9a-f]{64}")
_PAGE, _PAGES = 500, 8


@dataclass(frozen=True, slots=True)
class Look:
    """How to look at a game: at which version, with which one of the caller's seats, and what is known already.

    `known` holds the entity tags, without quotes, of which the client has the answer.
    """

    at: int | None = None
    seat: int | None = None
    known: Collection[str] = ()


def create(service: "Service", caller: str, body: Mapping[str, Any], key: str | None) -> Result:
    """Create a game `{ruleset, seats, options?, visibility?, start?, seed?}`; a full table starts at once.

    The 201 shows the game, and the invite of a private one. Raises `UnknownRuleset`, `InvalidRequest`,
    `Refused` (invalid_table), `SeedsNotAllowed`, `TooManyGames`, `StoreFull`, `IdempotencyMismatch`.
    """
    game = service.games.get(body["ruleset"])
    if game is None:
        raise UnknownRuleset.among(service.games)
    options = complete_options(game, body.get("options") or {})
    seats = lay_seats(body["seats"], caller)
    check_table(game, len(seats), options)
    seed, seeded = _seed(service, body)
    idempotency = remember(caller, ROUTE, None, key, dict(body))
    game_id = _reserved_id(service, caller, idempotency)
    private = body.get("visibility") == "private"
    table = Table(
        game=game_id,
        ruleset=game.name,
        revision=game.ruleset,
        seats=seats,
        options=options,
        host=caller,
        visibility="private" if private else "public",
        start=body.get("start") or "full",
        invite=invite_hash(invite_of(seed)) if private else None,
        seeded=seeded,
    )
    return _shown(service, caller, _create(service, caller, table, seed, idempotency))


def _seed(service: "Service", body: Mapping[str, Any]) -> tuple[bytes, bool]:
    """Return the seed of a new game, and whether the client named it."""
    asked = body.get("seed")
    if asked is None:
        return service.random(SEED_BYTES), False
    if not service.settings.test_seeds:
        raise SeedsNotAllowed
    if not _SEED.fullmatch(asked):
        raise InvalidRequest.at(["seed"], "must be 64 hexadecimal digits")
    return bytes.fromhex(asked), True


def _reserved_id(service: "Service", caller: str, key: Key | None) -> str:
    """Return a random id; under a key, the one that its first try has reserved."""
    fresh = service.new_id("gm")
    if key is None:
        return fresh
    with guarded():
        return service.store.reserve(caller, key.key, fresh)


def _create(service: "Service", caller: str, table: Table, seed: bytes, key: Key | None) -> Changed:
    """Append the first commit of a game; if its first try was stored, return what that made."""
    earlier = _earlier(service, table.game, key)
    if earlier is not None:
        return earlier
    require_room(service)
    require_quota(service, caller)
    draft = draft_on(service, None, {"player": caller}, key)
    draft.add(created(table, seed))
    if draft.position.is_full and table.start == "full":
        draft.start()
    written = draft.done()
    if append(service, None, written, key) == "appended":
        return Changed(Loaded(written.position, 1), written.position, written.commit, replayed=False)
    landed = _earlier(service, table.game, key)
    if landed is None:
        raise Unavailable
    return landed


def _earlier(service: "Service", game_id: str, key: Key | None) -> Changed | None:
    """Return what an earlier try with this key has created, or None."""
    if key is None:
        return None
    try:
        loaded = load(service, game_id, key.key)
    except NotFound:
        return None
    return repeat(service, loaded, key) if loaded.record else None


def _shown(service: "Service", caller: str, changed: Changed) -> Result:
    body = game_body(service, changed.loaded, changed.position, caller)
    if changed.position.visibility == "private":
        body["invite"] = invite_of(changed.position.seed)
    return Result(201, body, replayed=changed.replayed)


def require_quota(service: "Service", caller: str) -> None:
    """Raise `TooManyGames` if the caller takes part in too many unfinished games (of the latest 4000)."""
    allowed = service.settings.max_games
    unfinished, before = 0, None
    for _ in range(_PAGES):
        with guarded():
            page: list[Listed] = service.store.mine(caller, _PAGE, before)
            if len(page) + unfinished < allowed and len(page) < _PAGE:
                return
            heads = service.store.heads([entry.game for entry in page])
        unfinished += sum(head is not None and head.status in ("open", "running") for head in heads)
        if unfinished >= allowed:
            policy = f"{allowed} unfinished games per player"
            raise TooManyGames(policy=policy, retry_after=RETRY_AFTER[TooManyGames.code])
        if len(page) < _PAGE:
            return
        before = page[-1]


def read(service: "Service", caller: str, game_id: str, look: Look | None = None) -> Result:
    """Return a game as the caller may see it, at its head or an earlier version; 304 if the caller knows it.

    An earlier version is seen with the caller's present eyes. Raises `NotFound`, `NotYourSeat`, `Frozen`.
    """
    look = look or Look()
    loaded = find(service, caller, game_id)
    position = loaded.position if look.at is None else position_at(service, loaded, look.at)
    viewer = eyes(players_of(loaded.position.seats), loaded.finished, caller, look.seat)
    at = "" if look.at is None else look.at
    etag = f"{position.version}-{position.hash[:32]}-{at}-{_seen(loaded, viewer)}-game"
    if etag in look.known:
        return Result(304, {}, etag=etag)
    return Result(200, game_body(service, loaded, position, caller, look.seat), etag=etag)


def game_body(
    service: "Service", loaded: Loaded, position: Position, caller: str, seat: int | None = None
) -> dict[str, Any]:
    """Return the document of a game at a position, seen with the eyes that the caller has now."""
    game = service.games[position.ruleset]
    viewer = eyes(players_of(loaded.position.seats), loaded.finished, caller, seat)
    with guarded():
        names = service.players.names(player for player in players_of(position.seats) if player)
    return {
        **game_document(game, position, loaded.frozen),
        "seats": seat_documents(position.seats, names, caller),
        "view": None if position.state is None else game.view(position.state, viewer),
    }


def scores(service: "Service", caller: str, game_id: str, seat: int | None = None) -> Result:
    """Return the score sheet, before the end with the caller's eyes; no scores before the start."""
    loaded = find(service, caller, game_id)
    position = loaded.position
    if loaded.frozen and position.state is None:
        raise Frozen
    viewer = eyes(players_of(position.seats), loaded.finished, caller, seat)
    game = service.games[position.ruleset]
    sheet = () if position.state is None else game.scores(position.state, viewer)
    body = {
        "version": position.version,
        "status": game_document(game, position, loaded.frozen)["status"],
        "scores": [score_document(score) for score in sheet],
    }
    return Result(200, body, etag=f"{position.version}-{position.hash[:32]}-{_seen(loaded, viewer)}-scores")


def _seen(loaded: Loaded, viewer: Viewer) -> str:
    """Return what an entity tag says of the eyes, and of a game that looks otherwise since it is frozen."""
    return "_".join(map(str, viewer)) + ("-frozen" if loaded.frozen else "")
