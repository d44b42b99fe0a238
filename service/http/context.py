"""What the routes of one application share, and what is known about the request at hand."""

from collections.abc import Mapping
from dataclasses import dataclass

from flask import current_app, g, request

from domain.core.game import Game
from service.bootstrap import Service
from service.http.errors import Fault
from service.http.hub import Hub
from service.http.limits import Limits
from service.http.waits import Waits
from service.usecases import players

EXTENSION = "kancha"


@dataclass(frozen=True, slots=True)
class Web:
    """The service, and what the web layer adds to it."""

    service: Service
    limits: Limits
    hub: Hub
    waits: Waits

    @property
    def games(self) -> Mapping[str, Game]:
        """The games that are served."""
        return self.service.games


def web() -> Web:
    """Return what the application shares."""
    shared: Web = current_app.extensions[EXTENSION]
    return shared


def service() -> Service:
    """Return the service."""
    return web().service


def caller() -> str:
    """Return the id of the player who asks."""
    player: str = g.caller
    return player


def address() -> str:
    """Return the network address that asks (behind proxies: the one that they vouch for)."""
    return request.remote_addr or "unknown"


def token() -> str:
    """Return the bearer token of the request; raises the `Fault` unauthenticated if there is none."""
    scheme, _, given = request.headers.get("Authorization", "").partition(" ")
    given = given.strip()
    if scheme.lower() != "bearer" or not given or len(given) > 256 or not given.isascii():
        raise Fault("unauthenticated")
    return given


def authenticate(*, replaced: bool = False) -> str:
    """Return the player of the request's token; raises if it is not, or no longer, valid.

    With `replaced` a token counts as well that was replaced a moment ago.
    """
    return players.authenticate(service(), token(), replaced=replaced)
