"""What the web server itself writes into its log: see `service.log_lines` for the form and for what no line bears."""

import logging
import sys
from typing import Any

from service.log_lines import JsonFormatter

LOGGER = "kancha.http"


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
