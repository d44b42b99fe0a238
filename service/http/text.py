"""Writing plain data as JSON text."""

import json
from typing import Any


def dumps(body: Any) -> str:
    """Write plain data as compact JSON, members sorted: the same answer is the same bytes in every process."""
    return json.dumps(body, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def line(body: Any) -> str:
    """Write plain data as one line, so that the prompt of a terminal does not stick to it."""
    return dumps(body) + "\n"
