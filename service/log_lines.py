"""How processes write their logs: one JSON object a line, on standard error."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

FORMATTER = "service.http.logs.JsonFormatter"  # named, since layers above this one are not imported


def configuration(level: str, loggers: Iterable[str]) -> dict[str, Any]:
    """A configuration for `logging.config.dictConfig`: these loggers from a level on, all others from warnings on."""
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": FORMATTER}},
        "handlers": {"lines": {"class": "logging.StreamHandler", "formatter": "json", "stream": "ext://sys.stderr"}},
        "root": {"level": "WARNING", "handlers": ["lines"]},
        "loggers": {name: {"level": level.upper(), "handlers": ["lines"], "propagate": False} for name in loggers},
    }
