"""Structured logs: one JSON object per line, of codes, times and ids.

A line never bears a body, a choice, a token, a name, a secret, or the text of an exception, which may
quote any of them.
"""

import json
import logging
import sys
import traceback
from datetime import UTC, datetime
from typing import Any

LOGGER = "kancha.http"


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


def set_up(level: str) -> logging.Logger:
    """Let the web server's own logger write JSON lines to standard error; safe to call again."""
    logger = logging.getLogger(LOGGER)
    logger.setLevel(level.upper())
    if not logger.handlers:
        handler = logging.StreamHandler(sys.stderr)
        handler.setFormatter(JsonFormatter())
        logger.addHandler(handler)
        logger.propagate = False
    return logger


def write(level: int, event: str, **fields: Any) -> None:
    """Write one line; fields that are None are left out."""
    logger = logging.getLogger(LOGGER)
    if logger.isEnabledFor(level):
        known = {name: value for name, value in fields.items() if value is not None}
        # not logger.log, which would look through the stack for a place that no line tells
        logger.handle(logger.makeRecord(LOGGER, level, "", 0, event, (), None, extra={"fields": known}))
