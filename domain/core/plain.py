"""Plain data and its canonical form.

Plain data is what JSON can carry without loss: None, bool, int, str, lists, and dicts with string
keys; no floats. `canonical` writes it byte for byte alike on every machine.
"""

import json
from typing import Any, Protocol, TypeVar

Plain = None | bool | int | str | list[Any] | tuple[Any, ...] | dict[str, Any]

TRANSIENT = frozenset({"facts", "version"})
"""Slots of a state that are not part of the position: notes of the running command."""

STACKS = ("agenda", "side")
"""Slots whose entries are tuples all the way down; nowhere else in a state does a tuple occur."""


class Slotted(Protocol):
    """A class whose instances are described by `__slots__`."""

    __slots__: tuple[str, ...]


S = TypeVar("S")


def canonical(data: Any) -> bytes:
    """Return the canonical JSON of plain data. Source: RFC 8785, for ASCII keys and integers."""
    text = json.dumps(data, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False)
    return text.encode("utf-8")


def slots_of(cls: type) -> tuple[str, ...]:
    """Return the names of the slots that make up the plain form, in the order of declaration.

    Slots whose name begins with an underscore hold what can be derived and are left out.
    """
    names: tuple[str, ...] = cls.__slots__  # type: ignore[attr-defined]
    return tuple(name for name in names if name not in TRANSIENT and not name.startswith("_"))


def freeze(state: object) -> dict[str, Any]:
    """Return the plain form of a slotted state. It shares structure with the state: do not alter it."""
    return {name: getattr(state, name) for name in slots_of(type(state))}


def thaw(cls: type[S], data: dict[str, Any]) -> S:
    """Rebuild a state from its plain form, also from one that has been through JSON.

    The entries of `agenda` and `side` become tuples again. A class with derived slots (named with an
    underscore) has a method `derive()`, which is called last.
    """
    state = cls.__new__(cls)
    for name in slots_of(cls):
        value = data[name]
        setattr(state, name, [_tuples(entry) for entry in value] if name in STACKS else _own(value))
    state.version = 0  # type: ignore[attr-defined]
    state.facts = None  # type: ignore[attr-defined]
    derive = getattr(state, "derive", None)
    if derive is not None:
        derive()
    return state


def _tuples(value: Any) -> Any:
    if isinstance(value, list | tuple):
        return tuple(_tuples(item) for item in value)
    return value


def _own(value: Any) -> Any:
    """Copy containers, so that the state shares nothing mutable with the plain data."""
    if isinstance(value, list):
        return [_own(item) for item in value]
    if isinstance(value, dict):
        return {key: _own(item) for key, item in value.items()}
    return value
