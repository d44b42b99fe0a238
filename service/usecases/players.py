"""Guest accounts: a name, and a bearer token of 256 random bits that is shown once and stored only as a hash."""

import base64
import hashlib
import hmac
import re
import unicodedata
from typing import TYPE_CHECKING

from events.commit import moment
from events.store import SHARDS, shard_of
from service.players_store import Player, Rotation
from service.usecases.errors import InvalidRequest, Unauthenticated
from service.usecases.positions import guarded, require_room
from service.usecases.seats import leave_everything
from service.usecases.shapes import Result

if TYPE_CHECKING:
    from service.bootstrap import Service

LONGEST_NAME = 40

_TOKEN = re.compile(r"kn(\d\d)_[A-Za-z0-9_-]{43}")


def create_player(service: "Service", name: str) -> Result:
    """Make a guest account; its token is in this answer and nowhere else.

    Whoever loses the answer makes another one: an account that nobody has the token of harms nobody.
    Raises `InvalidRequest` for a name that is empty or too long, `StoreFull`.
    """
    shown = _clean(name)
    require_room(service)
    player = service.new_id("pl")
    token = _new_token(service, player)
    created_at = moment(service.clock())
    with guarded():
        service.players.add(Player(player, shown, created_at, _hash(token)))
    return Result(201, {"id": player, "name": shown, "created_at": created_at, "token": token})


def authenticate(service: "Service", token: str, *, replaced: bool = False) -> str:
    """Return the id of the player whose token this is; raise `Unauthenticated` if it is nobody's (any more).

    With `replaced` also for a token that was replaced a moment ago, whose rotation may have to be repeated.
    """
    shape = _TOKEN.fullmatch(token)
    if shape is None or int(shape[1]) >= SHARDS:
        raise Unauthenticated
    shard, hashed = int(shape[1]), _hash(token)
    with guarded():
        player = service.players.find(shard, hashed)
        if player is None and replaced:
            rotation = service.players.rotation(shard, hashed)
            player = None if rotation is None else rotation.player
    if player is None:
        raise Unauthenticated
    return player


def me(service: "Service", caller: str) -> Result:
    """Return the caller's account."""
    with guarded():
        player = service.players.read(caller)
    if player is None:
        raise Unauthenticated
    return Result(200, {"id": player.id, "name": player.name, "created_at": player.created_at})


def rename(service: "Service", caller: str, name: str) -> Result:
    """Change the caller's name; games show the new one at once."""
    shown = _clean(name)
    with guarded():
        known = service.players.rename(caller, shown)
    if not known:
        raise Unauthenticated
    return me(service, caller)


def rotate_token(service: "Service", caller: str, token: str, key: str | None) -> Result:
    """Give the caller a new token in the place of this one, which is dead from now on.

    Only that very request, with the old token and the same key, is answered again for a minute: so a lost answer
    locks nobody out. Raises `Unauthenticated`.
    """
    old, salt = _hash(token), service.random(32)
    fresh = _following(caller, token, salt)
    rotation = None if key is None else Rotation(caller, _hash(key), salt.hex())
    with guarded():
        if service.players.rotate(caller, old, _hash(fresh), rotation):
            return Result(200, {"id": caller, "token": fresh})
        earlier = service.players.rotation(shard_of(caller), old)
    if key is None or earlier is None or earlier.key != _hash(key):
        raise Unauthenticated
    fresh = _following(caller, token, bytes.fromhex(earlier.salt))
    if authenticate(service, fresh) != caller:
        raise Unauthenticated
    return Result(200, {"id": caller, "token": fresh}, replayed=True)


def delete(service: "Service", caller: str) -> Result:
    """Leave all seats, then forget the caller's name and token.

    Seats are left first, so that whoever is interrupted can ask again; then once more, for a seat that
    was taken meanwhile.
    """
    leave_everything(service, caller)
    with guarded():
        service.players.erase(caller)
    leave_everything(service, caller)
    return Result(204, {})


def _clean(name: str) -> str:
    """Return the name in its composed form, without space around it."""
    shown = unicodedata.normalize("NFC", name).strip()
    if not 0 < len(shown) <= LONGEST_NAME or any(unicodedata.category(letter)[0] == "C" for letter in shown):
        raise InvalidRequest.at(["name"], f"must have 1 to {LONGEST_NAME} visible characters")
    return shown


def _new_token(service: "Service", player: str) -> str:
    return _token(player, service.random(32))


def _following(player: str, token: str, salt: bytes) -> str:
    """Return the token after this one: nobody can tell it from a random one without both token and salt."""
    return _token(player, hmac.digest(salt, token.encode(), "sha256"))


def _token(player: str, secret: bytes) -> str:
    return f"kn{shard_of(player):02d}_{base64.urlsafe_b64encode(secret).rstrip(b'=').decode()}"


def _hash(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
