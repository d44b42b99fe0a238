"""The table of figures that `make bench` prints, headed by what this machine does with plain Python just now."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass, field

LOOP = 200_000
RUNS = 9


def medians(run: Callable[[], float], times: int = RUNS) -> float:
    """The median of what so many runs return."""
    return statistics.median(run() for _ in range(times))


def calibration() -> float:
    """Millions of rounds per second of a loop in plain Python: by its ratio, figures compare across machines."""

    def once() -> float:
        began = time.perf_counter()
        seen: dict[int, int] = {}
        for n in range(LOOP):
            seen[n & 255] = seen.get(n & 255, 0) + n % 7
        return LOOP / (time.perf_counter() - began) / 1e6

    return medians(once)


@dataclass
class Sheet:
    """Figures by section, in the order in which they came."""

    sections: dict[str, list[tuple[str, str, str]]] = field(default_factory=dict)

    def add(self, section: str, what: str, value: float, note: str = "") -> None:
        """Note a figure; `note` says its aim or what it is measured against."""
        self.sections.setdefault(section, []).append((what, number(value), note))

    def text(self) -> str:
        """The table."""
        rows = [row for section in self.sections.values() for row in section]
        wide, high = (max(len(row[n]) for row in rows) for n in (0, 1))
        lines = []
        for section, rows in self.sections.items():
            lines += ["", section, "-" * len(section)]
            lines += [f"  {what:<{wide}}  {value:>{high}}  {note}".rstrip() for what, value, note in rows]
        return "\n".join(lines)


def number(value: float) -> str:
    """A number with three digits that count, at least."""
    if value >= 100 or value == int(value):
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"
