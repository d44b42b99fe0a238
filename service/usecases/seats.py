"""Seats: joining a table and leaving it, handing a seat to a bot and back, mixing into the dice, starting."""

import unicodedata
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple

from events.fold import Position
from events.store import Head
from events.write import Draft, expired, joined, left, left_by_host, mixed, seated
from service.usecases.bots import STAND_IN
from service.usecases.budget import require_extra
from service.usecases.errors import (
    AlreadySeated,
    AlreadyStarted,
    Frozen,
    GameEnded,
    GameFull,
    InvalidRequest,
    LogIncomplete,
    NotFound,
    NotHost,
    NotStarted,
    NotYourSeat,
    SeatNotYoursToTake,
    SeatTaken,
)
from service.usecases.games import game_body, require_quota
from service.usecases.positions import Loaded, find, guarded, load, may_see
from service.usecases.refusals import not_your_seat
from service.usecases.shapes import Result
from service.usecases.tables import LONGEST_ENTROPY, invite_hash, known_bot
from service.usecases.writing import Changed, Key, change, draft_on, remember

if TYPE_CHECKING:
    from service.bootstrap import Service

PAGE = 200

NO_BOT_YET = "The game has not started: DELETE the seat to leave it; when the host starts, bots take the open seats."


class _Request(NamedTuple):
    """Who asks for what at which table, and under which key."""

    service: "Service"
    caller: str
    game_id: str
    key: Key | None

    def look(self) -> Loaded:
        """Find the table; to repeat an answer it is enough to have had it once."""
        if self.key is None:
            return find(self.service, self.caller, self.game_id)
        loaded = load(self.service, self.game_id, self.key.key)
        if loaded.record is None and not may_see(loaded.position, self.caller):
            raise NotFound
        return loaded

    def draft(self, loaded: Loaded, by: dict[str, Any] | None = None) -> Draft:
        """Begin the next commit of the table, by the caller."""
        return draft_on(self.service, loaded.position, by or {"player": self.caller}, self.key)

    def shown(self, changed: Changed, status: int = 200, **more: Any) -> Result:
        """Answer with the game as of what the command made."""
        body = game_body(self.service, changed.loaded, changed.position, self.caller)
        return Result(status, {**more, **body}, replayed=changed.replayed)


def join(service: "Service", caller: str, game_id: str, body: Mapping[str, Any], key: str | None) -> Result:
    """Sit down: `{seat?, invite?, entropy?}`. The join that fills a table starts it, unless it waits for its host.

    Raises `NotFound` (also a private game without its invite), `AlreadySeated`, `GameFull`, `SeatTaken`,
    `AlreadyStarted`, `GameEnded`, `TooManyGames`, `InvalidRequest`.
    """
    entropy = _entropy(body.get("entropy"))
    request = _Request(service, caller, game_id, remember(caller, "seats", None, key, dict(body)))

    def look() -> Loaded:
        loaded = load(service, game_id, request.key.key if request.key else None)
        if loaded.record is None and not _may_join(loaded.position, caller, body.get("invite")):
            raise NotFound
        return loaded

    def act(loaded: Loaded) -> Draft:
        position = loaded.position
        if position.seats_of(caller) and position.status in ("open", "running"):
            raise AlreadySeated
        _require_open(loaded)
        seat = _open_seat(position, body.get("seat"))
        require_quota(service, caller)
        draft = request.draft(loaded)
        draft.add(joined(seat, caller))
        if entropy is not None:
            draft.add(mixed(seat, entropy))
        if draft.position.is_full and draft.position.start == "full":
            draft.start()
        return draft

    changed = change(service, look, request.key, act)
    assert changed.commit is not None
    seat = next(event["seat"] for event in changed.commit["events"] if event["type"] == "joined")
    return request.shown(changed, 201, seat=seat)


def leave(service: "Service", caller: str, game_id: str, seat: int, key: str | None) -> Result:
    """Get up for good. Before the start the seat opens; afterwards a bot takes over, and nobody gets it back.

    Raises `NotFound`, `NotYourSeat`, `GameEnded`, `Frozen`.
    """
    request = _Request(service, caller, game_id, remember(caller, "leave", seat, key, None))

    def act(loaded: Loaded) -> Draft:
        position = loaded.position
        if seat not in position.seats_of(caller):
            raise not_your_seat(position, caller, seat)
        _require_unfinished(loaded)
        draft = request.draft(loaded)
        if position.status == "running":
            draft.add(left(seat, caller, STAND_IN))
        else:
            _get_up(draft, seat, caller)
        return draft

    changed = change(service, request.look, request.key, act)
    made = changed.position
    body = {"version": made.version, "hash": made.hash, "status": made.status}
    return Result(200, body, replayed=changed.replayed)


def _get_up(draft: Draft, seat: int, caller: str) -> None:
    """Open a seat before the start; the next person is host, and with the last one the game ends."""
    position = draft.position
    sitting = [holder.player for n, holder in enumerate(position.seats) if n != seat and holder.player]
    if caller in sitting or position.host not in (caller, None):
        draft.add(left(seat, caller, None))
        return
    draft.add(left_by_host(seat, caller, sitting[0] if sitting else None))
    if not sitting:
        draft.add(expired())


def leave_everything(service: "Service", caller: str) -> None:
    """Leave all seats of the caller in games that have not ended, and end the tables that wait for a host who is gone.

    Seats of games that cannot be written to (frozen, or with a broken log) stay: they show no name.
    """
    before = None
    while True:
        with guarded():
            page = service.store.mine(caller, PAGE, before)
            heads = service.store.heads([entry.game for entry in page])
        for head in heads:
            if head is not None and head.status in ("open", "running"):
                _leave_table(service, caller, head)
        if len(page) < PAGE:
            return
        before = page[-1]


def _leave_table(service: "Service", caller: str, head: Head) -> None:
    """Leave the seats of one game; a host without a seat ends a table that has not started."""
    mine = [seat for seat, holder in enumerate(head.seats) if holder["player"] == caller]
    for seat in mine:
        _quietly(partial(leave, service, caller, head.game, seat, None))
    if not mine and head.host == caller and head.status == "open":
        _quietly(partial(_end_table, service, caller, head.game))


def _end_table(service: "Service", caller: str, game_id: str) -> None:
    """End a game that has not started."""
    request = _Request(service, caller, game_id, None)

    def act(loaded: Loaded) -> Draft:
        _require_open(loaded)
        draft = request.draft(loaded)
        draft.add(expired())
        return draft

    change(service, request.look, None, act)


def _quietly(act: Callable[[], object]) -> None:
    """Do what is to be done at a table, unless that has become impossible or needless meanwhile."""
    with suppress(NotFound, NotYourSeat, AlreadyStarted, GameEnded, Frozen, LogIncomplete):
        act()


def hand_over(service: "Service", caller: str, game_id: str, body: Mapping[str, Any], key: str | None) -> Result:
    """Hand a seat to a bot, `{seat, bot}`, or take it back, `{seat, "player": "me"}`; what is so already stays so.

    Only who gave a seat up may take it back. Raises `NotFound`, `NotYourSeat`, `SeatNotYoursToTake`,
    `NotStarted`, `GameEnded`, `Frozen`, `SeatBudget`, `InvalidRequest`.
    """
    seat, bot = body["seat"], body.get("bot")
    if (bot is None) == (body.get("player") is None) or body.get("player") not in (None, "me"):
        raise InvalidRequest.at([], 'must be {"bot": name} or {"player": "me"}')
    if bot is not None:
        known_bot(bot, ["bot"])
    request = _Request(service, caller, game_id, remember(caller, "hand_over", seat, key, dict(body)))

    def act(loaded: Loaded) -> Draft | None:
        position = loaded.position
        if not 0 <= seat < len(position.seats):
            raise NotYourSeat
        holder = position.seats[seat]
        _require_holder(position, seat, caller, bot)
        _require_unfinished(loaded)
        if position.status == "open":
            raise NotStarted(NO_BOT_YET)
        if (holder.bot, holder.player) == (bot, None if bot else caller):
            return None
        require_extra(service, loaded, seat)
        draft = request.draft(loaded)
        draft.add(seated(seat, None if bot else caller, bot))
        return draft

    return request.shown(change(service, request.look, request.key, act))


def _require_holder(position: Position, seat: int, caller: str, bot: str | None) -> None:
    """Raise a problem unless the caller may hand this seat to the bot (None: take it back)."""
    holder = position.seats[seat]
    gave_it_up = holder.bot is not None and holder.gave_up == caller
    if holder.player == caller or (gave_it_up and bot in (None, holder.bot)):
        return
    if bot is None and holder.bot is not None:
        raise SeatNotYoursToTake
    raise not_your_seat(position, caller, seat)


def mix(service: "Service", caller: str, game_id: str, body: Mapping[str, Any], key: str | None) -> Result:
    """Mix `{entropy, seat?}` into the dice, before the start; the last one of a seat counts.

    Raises `NotFound`, `NotYourSeat`, `AlreadyStarted`, `GameEnded`, `SeatBudget`, `InvalidRequest`.
    """
    entropy = _entropy(body["entropy"])
    assert entropy is not None
    request = _Request(service, caller, game_id, remember(caller, "entropy", body.get("seat"), key, dict(body)))

    def act(loaded: Loaded) -> Draft | None:
        position = loaded.position
        mine = position.seats_of(caller)
        seat = body.get("seat", mine[0] if mine else None)
        if seat not in mine:
            raise not_your_seat(position, caller, seat)
        _require_open(loaded)
        if position.entropy[seat] == entropy:
            return None
        require_extra(service, loaded, seat)
        draft = request.draft(loaded)
        draft.add(mixed(seat, entropy))
        return draft

    return request.shown(change(service, request.look, request.key, act))


def start(service: "Service", caller: str, game_id: str, body: Mapping[str, Any], key: str | None) -> Result:
    """Start the game, bots on the open seats: `{bot?}`. For the host.

    Raises `NotFound`, `NotHost`, `AlreadyStarted`, `GameEnded`, `Frozen`, `InvalidRequest`.
    """
    bot = known_bot(body.get("bot") or STAND_IN, ["bot"])
    request = _Request(service, caller, game_id, remember(caller, "start", None, key, dict(body)))

    def act(loaded: Loaded) -> Draft:
        _require_unfinished(loaded)
        if loaded.position.host != caller:
            raise NotHost
        _require_open(loaded)
        draft = request.draft(loaded)
        for seat, holder in enumerate(loaded.position.seats):
            if holder.is_open:
                draft.add(seated(seat, None, bot))
        draft.start()
        return draft

    return request.shown(change(service, request.look, request.key, act))


def _may_join(position: Position, caller: str, invite: str | None) -> bool:
    """Say whether the caller may know of a table that it wants to join."""
    if may_see(position, caller):
        return True
    return invite is not None and invite_hash(invite) == position.invite


def _open_seat(position: Position, asked: int | None) -> int:
    """Return the seat asked for, or the first open one."""
    free = [seat for seat, holder in enumerate(position.seats) if holder.is_open]
    if asked is None:
        if not free:
            raise GameFull
        return free[0]
    if not 0 <= asked < len(position.seats):
        raise InvalidRequest.at(["seat"], f"must be from 0 to {len(position.seats) - 1}")
    if asked not in free:
        raise SeatTaken
    return asked


def _require_unfinished(loaded: Loaded) -> None:
    if loaded.frozen:
        raise Frozen
    if loaded.position.status not in ("open", "running"):
        raise GameEnded


def _require_open(loaded: Loaded) -> None:
    _require_unfinished(loaded)
    if loaded.position.status != "open":
        raise AlreadyStarted


def _entropy(text: str | None) -> str | None:
    """Return what a seat mixes in, in its composed form."""
    if text is None:
        return None
    composed = unicodedata.normalize("NFC", text)
    if len(composed) > LONGEST_ENTROPY:
        raise InvalidRequest.at(["entropy"], f"must have at most {LONGEST_ENTROPY} characters")
    return composed
