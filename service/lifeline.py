"""Runs a command that ends when the process that started it ends, however that happens.

Used as a program between supervisor and child: it asks the kernel for a signal at the death of the parent and then
becomes the command, so the process id stays the same. Only Linux can do this; elsewhere the command is run as it is.
Standard library only, since it runs without site packages (`python -I -S`).
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from collections.abc import Sequence

PR_SET_PDEATHSIG = 1


def wrap(command: Sequence[str], at_death: signal.Signals) -> list[str]:
    """The command line that runs a command tied to the calling process.

    The kernel watches the *thread* that starts the child: call this from one that lives as long as the process.
    """
    return [sys.executable, "-I", "-S", __file__, str(os.getpid()), at_death.name, *command]


def tie_to(parent: int, at_death: signal.Signals) -> None:
    """Have this process signalled when its parent dies; ends at once if the parent is gone already."""
    if sys.platform != "linux":
        return
    ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, int(at_death), 0, 0, 0)
    if os.getppid() != parent:
        sys.exit(1)


def main(arguments: Sequence[str]) -> None:
    """`lifeline.py PARENT SIGNAL COMMAND...`: tie this process to the parent and become the command."""
    parent, at_death, *command = arguments
    tie_to(int(parent), signal.Signals[at_death])
    try:
        os.execvp(command[0], command)
    except OSError as error:
        sys.exit(f"{command[0]}: {error.strerror}")


if __name__ == "__main__":
    main(sys.argv[1:])
