"""A table before the game: its seats and options as asked for, and the commit events that lay and open it."""

import hashlib
import hmac
from base64 import b32encode
from collections.abc import Mapping, Sequence
from typing import Any

from domain.core.game import Game
from service.usecases.bots import NAMES
from service.usecases.errors import InvalidRequest, Refused

LONGEST_ENTROPY = 64


def complete_options(game: Game, given: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a table, those not given with their defaults.

    Raises `InvalidRequest` for an unknown option and for a value of another type or form.
    """
    for name in given:
        if name not in game.options:
            known = ", ".join(game.options) or "none"
            raise InvalidRequest.at(["options", name], f"is not known here; known: {known}")
    options = {name: given.get(name, field.default) for name, field in game.options.items()}
    for name, field in game.options.items():
        fault = field.fault(options[name])
        if fault:
            raise InvalidRequest.at(["options", name], fault)
    return options


def lay_seats(asked: Sequence[Mapping[str, Any]], caller: str) -> list[dict[str, Any]]:
    """Return the seats as `created` has them: a player's, a bot's, or open.

    Each is asked for as `{"player": "me"}`, `{"bot": name}` or `{"open": true}`. Raises `InvalidRequest`.
    """
    return [_lay_seat(index, seat, caller) for index, seat in enumerate(asked)]


def _lay_seat(index: int, seat: Mapping[str, Any], caller: str) -> dict[str, Any]:
    if len(seat) == 1:
        if seat.get("player") == "me":
            return {"player": caller}
        if seat.get("open") is True:
            return {"open": True}
        if "bot" in seat:
            return {"bot": known_bot(seat["bot"], ["seats", index, "bot"])}
    raise InvalidRequest.at(["seats", index], 'must be {"player": "me"}, {"bot": name} or {"open": true}')


def known_bot(name: str, path: list[str | int]) -> str:
    """Return the name of a bot; raise `InvalidRequest` if there is none of this name."""
    if name not in NAMES:
        raise InvalidRequest.at(path, "must be one of " + ", ".join(sorted(NAMES)))
    return name


def check_table(game: Game, seats: int, options: Mapping[str, Any]) -> None:
    """Raise `Refused` (`invalid_table` with the rules' code) for what this game is not played with."""
    rule = game.refuse_table(seats, options)
    if seats not in game.seats:
        rule = rule or "invalid_player_count"
        detail = f"{game.title} has {_either(game.seats)} seats; you sent {seats}."
    elif rule is not None:
        detail = f"{game.title} is not played with these seats and options together (rule `{rule}`)."
    if rule is not None:
        raise Refused("invalid_table", detail, {"rule": rule, "seat_counts": list(game.seats)})


def _either(numbers: Sequence[int]) -> str:
    """Return numbers in words: `2, 3 or 4`."""
    *others, last = map(str, numbers)
    return f"{', '.join(others)} or {last}" if others else last


def invite_of(seed: bytes) -> str:
    """Return the invite of a private game: 128 bits that follow from its seed, so that a retry shows it again."""
    return b32encode(hmac.digest(seed, b"invite", "sha256")[:16]).decode().rstrip("=").lower()


def invite_hash(invite: str) -> str:
    """Return what the log keeps of an invite: its SHA-256, in hex."""
    return hashlib.sha256(invite.encode()).hexdigest()
