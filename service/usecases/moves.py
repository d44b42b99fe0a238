"""Moves: what a seat is asked, a command judged and carried out exactly once, and a preview of it."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from domain.core.agenda import find as find_decision
from domain.core.choices import Choice, from_named
from domain.core.command import Command, carry_out
from domain.core.errors import MalformedChoice, Refusal
from domain.core.game import Game
from events.commit import ZERO_HASH, Commit
from events.fold import Position
from events.write import Draft
from service.usecases.budget import require_extra
from service.usecases.errors import (
    Frozen,
    GameEnded,
    HistoryChanged,
    InvalidRequest,
    NotStarted,
    Problem,
    Refused,
    SeatRequired,
    StaleVersion,
    Unavailable,
)
from service.usecases.positions import Loaded, commits_between, find
from service.usecases.refusals import malformed, no_preview, not_your_seat, refused
from service.usecases.shapes import (
    MOST_COMMITS,
    Result,
    decision_documents,
    eyes,
    own_seats,
    players_of,
    redacted,
    to_act,
)
from service.usecases.writing import Changed, change, draft_on, remember

if TYPE_CHECKING:
    from service.bootstrap import Service

ROUTE = "moves"


class Asked(NamedTuple):
    """A command as the client sent it, read by the rules of its game: for which seat, on which version, what."""

    seat: int
    version: int
    hash: str | None
    choices: Sequence[Choice]


def list_moves(service: "Service", caller: str, game_id: str, seat: int | None = None) -> Result:
    """Return the open decisions of the caller's seats (or of one of them), with all legal choices."""
    loaded = find(service, caller, game_id)
    position = loaded.position
    mine = own_seats(players_of(position.seats), caller)
    if seat is not None:
        if seat not in mine:
            raise not_your_seat(position, caller, seat)
        mine = (seat,)
    body = {
        "version": position.version,
        "hash": position.hash,
        "decisions": [] if loaded.frozen else decision_documents(_game(service, position), position.state, mine),
    }
    seats = "_".join(map(str, mine)) + ("-frozen" if loaded.frozen else "")
    return Result(200, body, etag=f"{position.version}-{position.hash[:32]}-{seats}-moves")


def submit(service: "Service", caller: str, game_id: str, body: Mapping[str, Any], key: str | None) -> Result:
    """Carry out `{version, hash?, seat?, choices}` for one of the caller's seats.

    The 201 tells all that has happened since the client's version, the new commit last. Raises, in this
    order: `NotFound`, `Refused` (malformed), `NotYourSeat`, `SeatRequired`, `IdempotencyMismatch`,
    `NotStarted`, `GameEnded`, `Frozen`, `HistoryChanged`, then `StaleVersion` for a client behind the
    head, whatever the reason, and `Refused` for one at the head.
    """
    peek, guessed = _peek(service, caller, game_id, body.get("seat"))
    asked = _asked(service, peek, caller, body)
    idempotency = remember(caller, ROUTE, asked.seat, key, dict(body))
    pay = cache(lambda: service.spend("optional_moves", caller))  # once, however often the command is judged

    def look() -> Loaded:
        loaded = find(service, caller, game_id, idempotency.key if idempotency else None)
        if acting_seat(loaded.position, caller, body.get("seat")) != asked.seat:
            raise Unavailable("Your seat changed hands at this very moment: try again.")
        return loaded

    def act(loaded: Loaded) -> Draft:
        _require_running(service, loaded)
        _require_history(service, loaded, asked)
        draft = draft_on(service, loaded.position, {"seat": asked.seat}, idempotency)
        _judge(service, loaded, caller, asked, lambda: _choose(service, loaded, pay, draft, asked))
        return draft

    guess = peek if guessed and asked.version <= peek.version else None
    return _moved(service, caller, asked.version, change(service, look, idempotency, act, guess))


def preview(service: "Service", caller: str, game_id: str, body: Mapping[str, Any]) -> Result:
    """Return how things would look to the caller after a command, which is judged as by `submit`.

    Nothing is written and nothing drawn: what leads to a draw or discloses anything is refused.
    """
    loaded = find(service, caller, game_id)
    asked = _asked(service, loaded.position, caller, body)
    _require_running(service, loaded)
    _require_history(service, loaded, asked)
    position, game = loaded.position, _game(service, loaded.position)
    states: list[Any] = []

    def imagine() -> None:
        command = Command(asked.seat, asked.choices, asked.version)
        states.append(carry_out(game, position.state, position.version + 1, command, None).state)

    try:
        _judge(service, loaded, caller, asked, imagine)
    except Refused as refusal:
        raise no_preview(refusal) from refusal
    state = states[0]
    mine = own_seats(players_of(position.seats), caller)
    after = {
        "version": position.version,
        "view": game.view(state, mine),
        "to_act": to_act(game, state),
        "decisions": decision_documents(game, state, mine),
    }
    return Result(200, after)


def _peek(service: "Service", caller: str, game_id: str, seat: int | None) -> tuple[Position, bool]:
    """Return a position that says which seat acts, since a command is remembered by its seat.

    It may be a late one; then the flag is set.
    """
    known = service.cache.latest(game_id)
    if known is not None:
        mine = known.seats_of(caller)
        if seat in mine or (seat is None and len(mine) == 1):
            return known, True
    return find(service, caller, game_id).position, False


def _asked(service: "Service", position: Position, caller: str, body: Mapping[str, Any]) -> Asked:
    """Read a command: first its choices, by the verbs of the game, then whose it is."""
    game = _game(service, position)
    if not body["choices"]:
        raise InvalidRequest.at(["choices"], "must have at least one choice")
    try:
        choices = [from_named(game.verbs, document, index) for index, document in enumerate(body["choices"])]
    except MalformedChoice as refusal:
        raise malformed(refusal) from refusal
    seat = acting_seat(position, caller, body.get("seat"))
    return Asked(seat, max(0, body["version"]), body.get("hash"), choices)


def acting_seat(position: Position, caller: str, seat: int | None) -> int:
    """Return the seat that is meant: the one named, or the only one that the caller holds.

    Raises `NotYourSeat`, `SeatRequired`.
    """
    mine = position.seats_of(caller)
    if seat is not None:
        if seat not in mine:
            raise not_your_seat(position, caller, seat)
        return seat
    if not mine:
        raise not_your_seat(position, caller)
    if len(mine) > 1:
        raise SeatRequired(seats=list(mine))
    return mine[0]


def _require_running(service: "Service", loaded: Loaded) -> None:
    position = loaded.position
    if loaded.frozen:
        raise Frozen
    if position.status == "open":
        raise NotStarted
    if position.status != "running":
        raise GameEnded(rule=None if position.state is None else _game(service, position).over_code)


def _require_history(service: "Service", loaded: Loaded, asked: Asked) -> None:
    """Raise `HistoryChanged` unless the version the client knows is part of this game, with that hash."""
    position = loaded.position
    if asked.version > position.version:
        raise HistoryChanged(version=position.version, hash=position.hash)
    if asked.hash is None or asked.hash == _hash_of(service, position, asked.version):
        return
    raise HistoryChanged(version=position.version, hash=position.hash)


def _hash_of(service: "Service", position: Position, version: int) -> str:
    if version == position.version:
        return position.hash
    if version < 1:
        return ZERO_HASH
    [commit] = commits_between(service, position.game_id, version - 1, version)
    return str(commit["hash"])


def _choose(service: "Service", loaded: Loaded, pay: Callable[[], None], draft: Draft, asked: Asked) -> None:
    """Carry out a command; `pay` takes an optional move from the player's budget."""
    position = loaded.position
    decision = find_decision(_game(service, position), position.state, asked.seat, asked.choices[0])
    draft.choose(asked.seat, asked.choices, asked.version)
    if decision is not None and decision.optional:
        pay()
        require_extra(service, loaded, asked.seat)


def _judge(service: "Service", loaded: Loaded, caller: str, asked: Asked, carry: Callable[[], None]) -> None:
    """Carry out a command, or say why not: stale for whoever is behind the head, else the proper refusal."""
    try:
        carry()
    except Refusal as refusal:
        if asked.version < loaded.position.version:
            raise _stale(service, loaded, caller, asked.version) from refusal
        game = _game(service, loaded.position)
        raise refused(game, refusal, loaded.position.version, asked.seat, asked.choices) from refusal


def _stale(service: "Service", loaded: Loaded, caller: str, version: int) -> Problem:
    """Make the refusal for a client behind the head, with the first commits that it has missed."""
    position = loaded.position
    commits = commits_between(service, position.game_id, version, min(version + MOST_COMMITS, position.version))
    viewer = eyes(players_of(position.seats), loaded.finished, caller)
    return StaleVersion(
        version=position.version,
        hash=position.hash,
        missed=redacted(commits, viewer, loaded.finished),
    )


def _moved(service: "Service", caller: str, known: int, changed: Changed) -> Result:
    """Answer a command: as of the version that it made, with the caller's present eyes."""
    position, commit, loaded = changed.position, changed.commit, changed.loaded
    assert commit is not None
    game = _game(service, position)
    viewer = eyes(players_of(loaded.position.seats), loaded.finished, caller)
    commits = [*_between(service, position, known), commit]
    body = {
        "version": position.version,
        "hash": position.hash,
        "events": redacted(commits, viewer, loaded.finished),
        "to_act": to_act(game, position.state),
        "decisions": decision_documents(game, position.state, own_seats(players_of(loaded.position.seats), caller)),
    }
    return Result(201, body, replayed=changed.replayed)


def _between(service: "Service", position: Position, known: int) -> list[Commit]:
    """Return the commits after the version a client knows and before the one it made, the latest ones."""
    last = position.version - 1
    return commits_between(service, position.game_id, max(known, last - (MOST_COMMITS - 1)), last)


def _game(service: "Service", position: Position) -> Game:
    return service.games[position.ruleset]
