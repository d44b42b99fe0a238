"""Commits: the stored shape of an accepted command, and how secrets lie in it.

A commit is plain data: `{"v", "version", "at", "by", "events", "facts", "digest", "prev", "hash"}` and
possibly `"key"`, the hash of the idempotency key it came with. An event is a document with a `type`, a
fact one with the name `fact`. Whatever only some may read stands in a member `sealed`:

    {"seal": hex, "to": [seats], "secret": {"value": ..., "salt": hex}}

and `seal` is SHA-256(salt ‖ canonical value). It takes the place of `choice` in `chose` and `drawn`, of
the secret fields in a fact, of `seed` in `created` (whose seal, without salt, is the commitment), of
`secret` in `started`, and of a bot's note in `by`.
"""

import hashlib
import os
import re
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple, NotRequired, TypedDict
from unicodedata import is_normalized

from domain.core.agenda import CHANCE, SYSTEM
from domain.core.choices import LARGEST
from domain.core.plain import canonical
from events.errors import MalformedCommit

Commit = dict[str, Any]
Event = dict[str, Any]

V = 1
"""The shape in which commits are written today."""

SALT_BYTES = 16
SEED_BYTES = 32
ZERO_HASH = "0" * 64
"""`prev` of the first commit."""

STATUSES = ("open", "running", "finished", "expired")


class Opened(TypedDict):
    """A secret as it is stored. The salt is 16 bytes in hex; a seed has none."""

    value: Any
    salt: NotRequired[str]


class Sealed(TypedDict):
    """A value that only the seats `to` may read before the end; `secret` is dropped for all others."""

    seal: str
    to: list[int]
    secret: NotRequired[Opened]


def seal_of(value: Any, salt: str) -> str:
    """Return the seal of a value: SHA-256(salt ‖ canonical value), in hex. `salt` is hex."""
    return hashlib.sha256(bytes.fromhex(salt) + canonical(value)).hexdigest()


def seal(value: Any, to: Sequence[int]) -> Sealed:
    """Seal a value for the seats `to` with fresh salt of the operating system."""
    salt = os.urandom(SALT_BYTES).hex()
    return {"seal": seal_of(value, salt), "to": sorted(to), "secret": {"value": value, "salt": salt}}


def is_sound(sealed: Mapping[str, Any]) -> bool:
    """Say whether the secret of a sealed value, which has to be present, is the one it was sealed with."""
    opened = sealed["secret"]
    if "salt" in opened:
        return bool(sealed["seal"] == seal_of(opened["value"], opened["salt"]))
    return bool(sealed["seal"] == hashlib.sha256(bytes.fromhex(opened["value"])).hexdigest())


def moment(ms: int) -> str:
    """Write a time, in milliseconds since 1970, as RFC 3339 in UTC with milliseconds."""
    whole = datetime.fromtimestamp(ms // 1000, UTC)
    return f"{whole:%Y-%m-%dT%H:%M:%S}.{ms % 1000:03d}Z"


def millis(at: str) -> int:
    """Read a time written by `moment`; raises `ValueError` for any other text."""
    if not _MOMENT.fullmatch(at):
        raise ValueError("not a time in UTC with milliseconds")
    return int(datetime.fromisoformat(at[:19] + "+00:00").timestamp()) * 1000 + int(at[20:23])


# The shapes. Each member has a test; what is not listed here is no member of a commit.


class Member(NamedTuple):
    """A member of a document: the test of its value, and whether it may be left out."""

    fits: Callable[[Any], bool]
    optional: bool = False


Shape = Mapping[str, Member]

_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_HEX = re.compile(r"[0-9a-f]{64}")
_SALT = re.compile(r"[0-9a-f]{32}")
_NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
_DEEPEST = 64


def _is_hash(value: Any) -> bool:
    return isinstance(value, str) and _HEX.fullmatch(value) is not None


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and _NAME.fullmatch(value) is not None


def _is_int(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_count(value: Any) -> bool:
    return _is_int(value) and value >= 0


def _is_seat(value: Any) -> bool:
    return _is_int(value) and 0 <= value < 64


def _is_actor(value: Any) -> bool:
    return _is_seat(value) or (_is_int(value) and value == SYSTEM)


def _is_entropy(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 64


def _is_moment(value: Any) -> bool:
    try:
        return isinstance(value, str) and millis(value) >= 0
    except ValueError:
        return False


def _or_null(fits: Callable[[Any], bool]) -> Callable[[Any], bool]:
    return lambda value: value is None or fits(value)


def _list_of(fits: Callable[[Any], bool], least: int = 0) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, list) and len(value) >= least and all(map(fits, value))


def _word(*words: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in words


def _is_choice(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and _is_name(value[0])


def _is_draw(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and _is_name(value[0]) and _is_count(value[1])


def _is_place(value: Any) -> bool:
    """Say whether this is a seat as a table is laid out: a player's, a bot's, or open."""
    if not isinstance(value, dict) or len(value) != 1:
        return False
    [(kind, who)] = value.items()
    return who is True if kind == "open" else kind in ("player", "bot") and _is_name(who)


def _is_sealed(value: Any) -> bool:
    if not isinstance(value, dict) or not {"seal", "to"} <= value.keys() <= {"seal", "to", "secret"}:
        return False
    if not _is_hash(value["seal"]) or not _list_of(_is_seat)(value["to"]):
        return False
    opened = value.get("secret")
    if "secret" not in value:
        return True
    if not isinstance(opened, dict) or not {"value"} <= opened.keys() <= {"value", "salt"}:
        return False
    if "salt" in opened:
        return isinstance(opened["salt"], str) and _SALT.fullmatch(opened["salt"]) is not None
    return value["to"] == [] and _is_hash(opened["value"])


def _is_dict(value: Any) -> bool:
    return isinstance(value, dict)


def _is_level(value: Any) -> bool:
    return _is_name(value) or _is_count(value)


COMMIT: Shape = {
    "v": Member(lambda value: _is_int(value) and value == V),
    "version": Member(lambda value: _is_count(value) and value > 0),
    "at": Member(_is_moment),
    "by": Member(_is_dict),
    "events": Member(_list_of(_is_dict, 1)),
    "facts": Member(_list_of(_is_dict)),
    "digest": Member(_is_hash),
    "prev": Member(_is_hash),
    "hash": Member(_is_hash),
    "key": Member(_is_hash, optional=True),
}

BY: Shape = {
    "player": Member(_is_name, optional=True),
    "seat": Member(_is_actor, optional=True),
    "bot": Member(_is_name, optional=True),
    "fallback": Member(_word("raised", "illegal", "late"), optional=True),
    "level": Member(_is_level, optional=True),
    "budget": Member(_is_count, optional=True),
    "sealed": Member(_is_sealed, optional=True),
}

EVENTS: Mapping[str, Shape] = {
    "created": {
        "game": Member(_is_name),
        "ruleset": Member(_is_name),
        "revision": Member(_is_count),
        "seats": Member(_list_of(_is_place, 1)),
        "options": Member(_is_dict),
        "host": Member(_or_null(_is_name)),
        "visibility": Member(_word("public", "private")),
        "start": Member(_word("full", "manual")),
        "invite": Member(_or_null(_is_hash)),
        "commitment": Member(_is_hash),
        "seeded": Member(lambda value: isinstance(value, bool)),
        "sealed": Member(_is_sealed),
    },
    "joined": {"seat": Member(_is_seat), "player": Member(_is_name)},
    "left": {
        "seat": Member(_is_seat),
        "player": Member(_is_name),
        "bot": Member(_or_null(_is_name)),
        "host": Member(_or_null(_is_name), optional=True),
    },
    "seated": {
        "seat": Member(_is_seat),
        "player": Member(_or_null(_is_name)),
        "bot": Member(_or_null(_is_name)),
    },
    "mixed": {"seat": Member(_is_seat), "entropy": Member(_is_entropy)},
    "started": {"entropy": Member(_list_of(_or_null(_is_entropy), 1)), "sealed": Member(_is_sealed)},
    "chose": {
        "seat": Member(_is_actor),
        "choice": Member(_is_choice, optional=True),
        "sealed": Member(_is_sealed, optional=True),
    },
    "drawn": {
        "draw": Member(_is_draw),
        "choice": Member(_is_choice, optional=True),
        "sealed": Member(_is_sealed, optional=True),
    },
    "expired": {},
    "finished": {
        "scores": Member(_list_of(_is_int)),
        "winners": Member(_list_of(_is_seat)),
        "seed": Member(_is_hash),
    },
}
"""The types of events and their members, besides `type`."""

_TYPED = {kind: {"type": Member(_word(kind)), **shape} for kind, shape in EVENTS.items()}


def check_commit(commit: Any) -> None:
    """Raise `MalformedCommit` unless this is a commit in today's shape, sealed or opened."""
    if not isinstance(commit, dict):
        raise MalformedCommit("a commit is a document")
    version = commit.get("version")
    where = version if _is_count(version) else None
    fault = _faults(commit, COMMIT) or check_plain(commit) or _by_fault(commit["by"])
    if fault is None:
        faults = (*map(_event_fault, commit["events"]), *map(_fact_fault, commit["facts"]))
        fault = next(filter(None, faults), None)
    if fault:
        raise MalformedCommit(fault, where)


def _faults(document: Mapping[str, Any], shape: Shape) -> str | None:
    for name, (fits, optional) in shape.items():
        if name not in document:
            if not optional:
                return f"{name} is missing"
        elif not fits(document[name]):
            return f"{name} is not of the right form"
    unknown = sorted(document.keys() - shape.keys())
    return f"{unknown[0]!r} is no member of it" if unknown else None


def _by_fault(by: dict[str, Any]) -> str | None:
    fault = _faults(by, BY)
    if fault:
        return f"by: {fault}"
    return None if ("player" in by) != ("seat" in by) else "by: is either a player or a seat"


def _event_fault(event: dict[str, Any]) -> str | None:
    kind = event.get("type")
    if not isinstance(kind, str) or kind not in EVENTS:
        return f"unknown type of event {kind!r}"
    fault = _faults(event, _TYPED[kind]) or _leak(event)
    if fault is None and kind in ("chose", "drawn") and ("choice" in event) == ("sealed" in event):
        fault = "has either a choice or a sealed one"
    return f"{kind}: {fault}" if fault else None


def _fact_fault(fact: dict[str, Any]) -> str | None:
    name = fact.get("fact")
    if not _is_name(name):
        return "a fact has a name"
    if "sealed" in fact and not _is_sealed(fact["sealed"]):
        return f"{name}: sealed is not of the right form"
    fault = _leak(fact)
    return f"{name}: {fault}" if fault else None


def _leak(document: Mapping[str, Any]) -> str | None:
    """Say whether `secret` or `sealed`, which the hash and the redaction go by, stand elsewhere than they may."""
    public = {name: value for name, value in document.items() if name != "sealed"}
    return "has a member named secret or sealed inside" if _mentions(public) else None


def _mentions(value: Any) -> bool:
    kind = type(value)
    if kind is dict:
        return "secret" in value or "sealed" in value or any(map(_mentions, value.values()))
    return kind is list and any(map(_mentions, value))


def check_plain(value: Any, depth: int = 0) -> str | None:
    """Say why a value has no canonical form of ours, or None.

    Keys are ASCII, integers within 2^53, strings in NFC and without lone surrogates; no floats.
    """
    kind = type(value)
    if kind is str:
        return None if value.isascii() else _text_fault(value)
    if kind is int:
        return None if -LARGEST <= value <= LARGEST else "an integer is beyond 2^53"
    if value is None or kind is bool:
        return None
    if depth > _DEEPEST:
        return "too deep"
    if kind is dict:
        for key in value:
            if type(key) is not str or not key.isascii():
                return "a key is not ASCII"
        value = value.values()
    elif kind is not list and kind is not tuple:
        return f"{kind.__name__} is no plain data"
    for item in value:
        fault = check_plain(item, depth + 1)
        if fault is not None:
            return fault
    return None


def _text_fault(text: str) -> str | None:
    if any("\ud800" <= letter <= "\udfff" for letter in text):
        return "a string has a lone surrogate"
    return None if is_normalized("NFC", text) else "a string is not in NFC"


def sealed_parts(commit: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return every sealed value of a commit: of its author, its events, its facts."""
    holders = [commit["by"], *commit["events"], *commit["facts"]]
    return [holder["sealed"] for holder in holders if "sealed" in holder]


def content(event: Mapping[str, Any], member: str) -> Any:
    """Return a member of an event whether it lies open or sealed; the secret has to be present."""
    return event[member] if member in event else event["sealed"]["secret"]["value"]


def actor(event: Mapping[str, Any]) -> int:
    """Return the seat that made a choice: that of `chose`, or `CHANCE`."""
    return CHANCE if event["type"] == "drawn" else int(event["seat"])
