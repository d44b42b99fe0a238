"""The service that the jobs of this process work on."""

import os
from functools import cache

from service.bootstrap import Service, build
from service.settings import Settings

_given: list[Service] = []


def use(service: Service | None) -> None:
    """Let the jobs of this process work on a service that is already there (None: on that of the environment)."""
    _given[:] = [] if service is None else [service]


@cache
def _from_environment() -> Service:
    return build(Settings.from_environment(os.environ))


def service() -> Service:
    """Return the service: the one given to `use`, or the one that the environment describes."""
    return _given[0] if _given else _from_environment()
