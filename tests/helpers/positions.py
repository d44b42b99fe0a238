"""Positions in a comparable form."""

from dataclasses import fields
from typing import Any

from domain.core.plain import canonical, freeze
from events.fold import Position


def content(position: Position) -> dict[str, Any]:
    """Return everything that a position says."""
    told = {field.name: getattr(position, field.name) for field in fields(Position)}
    return told | {"state": None if position.state is None else canonical(freeze(position.state))}
