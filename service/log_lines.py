"""How processes write their logs: one JSON object a line, on standard error."""

from __future__ import annotations

import logging
from collections.abc import Iterable
from typing import Any

FORMATTER = "service.http.logs.JsonFormatter"  # named, since layers above this one are not imported


class FirstLine(logging.Filter):
    """Cuts a message behind its first line: libraries append the text of exceptions, which may tell a hand."""

    def filter(self, record: logging.LogRecord) -> bool:
        """Let every record pass, cut where it has more than one line."""
        first, more, _ = record.getMessage().partition("\n")
        if more:
            record.msg, record.args = first, ()
        return True


def configuration(level: str, loggers: Iterable[str]) -> dict[str, Any]:
    """A configuration for `logging.config.dictConfig`: these loggers from a level on, all others from warnings on."""
    lines = {
        "class": "logging.StreamHandler",
        "formatter": "json",
        "filters": ["first_line"],
        "stream": "ext://sys.stderr",
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"json": {"()": FORMATTER}},
        "filters": {"first_line": {"()": FirstLine}},
        "handlers": {"lines": lines},
        "root": {"level": "WARNING", "handlers": ["lines"]},
        "loggers": {name: {"level": level.upper(), "handlers": ["lines"], "propagate": False} for name in loggers},
    }
