"""Old shapes of commits, made new one step at a time.

The hash of a commit is that of the bytes as stored, so nothing is ever rewritten: a store hands out
what it holds, and whoever interprets it calls `upcast` first.
"""

from collections.abc import Callable, Mapping

from events.commit import Commit, V
from events.errors import UnknownShape

Upcaster = Callable[[Commit], Commit]
"""Makes a commit of shape n one of shape n + 1; leaves its argument as it was."""

STEPS: Mapping[int, Upcaster] = {}
"""By the shape they start from. There has been one shape only so far."""


def upcast(commit: Commit, steps: Mapping[int, Upcaster] = STEPS, current: int = V) -> Commit:
    """Return the commit in the current shape; raises `UnknownShape` for one that leads nowhere."""
    while (v := commit.get("v")) != current:
        if not isinstance(v, int) or v not in steps:
            version = commit.get("version")
            raise UnknownShape(f"no shape {v!r} of a commit is known", version if isinstance(version, int) else None)
        commit = {**steps[v](commit), "v": v + 1}
    return commit
