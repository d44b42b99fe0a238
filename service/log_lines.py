"""How processes write their logs: one JSON object a line, on standard error, of codes, times and ids.

A line never bears a body, a choice, a token, a name, a secret, or the text of an exception, which may
quote any of them.
"""

from __future__ import annotations

import json
import logging
import traceback
from collections.abc import Iterable
from datetime import UTC, datetime
from typing import Any


class JsonFormatter(logging.Formatter):
    """Writes a record as one line of JSON: `at`, `level`, `event`, and the fields given with it."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the line. An exception shows as its class and the places it passed, without its text."""
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        line: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "event": record.getMessage()}
        line.update(getattr(record, "fields", {}))
        if record.exc_info and record.exc_info[1] is not None:
            line["error"] = type(record.exc_info[1]).__name__
            line["where"] = where(record.exc_info[1])
        return json.dumps(line, ensure_ascii=True)


def where(error: BaseException) -> list[str]:
    """The places an exception passed, innermost last: `module.py:12 function`; no values, no text."""
    frames = traceback.extract_tb(error.__traceback__)[-12:]
    return [f"{frame.filename.rsplit('/', 1)[-1]}:{frame.lineno} {frame.name}" for frame in frames]


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
        "formatters": {"json": {"()": JsonFormatter}},
        "filters": {"first_line": {"()": FirstLine}},
        "handlers": {"lines": lines},
        "root": {"level": "WARNING", "handlers": ["lines"]},
        "loggers": {name: {"level": level.upper(), "handlers": ["lines"], "propagate": False} for name in loggers},
    }
