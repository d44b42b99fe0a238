"""Budgets of requests, per player and per address, counted in the store so that all web processes share them.

Each budget has a name that the refusal tells. Moves have one of their own: whoever polls too much can still play.

A process takes a hundredth of a budget from the store at a time and spends it without asking again: a look at the
store for each request would cost as much as a good part of a move. So a count is right to a hundredth for each
process, and budgets below two hundred are counted one by one, as is whatever is left of any.
"""

import math
import threading
import time
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlsplit

from limits import RateLimitItem, parse_many
from limits.errors import StorageError
from limits.storage import MemoryStorage, Storage, storage_from_string
from limits.strategies import SlidingWindowCounterRateLimiter

from service.http.errors import Fault
from service.settings import Settings

KEY_PREFIX = "kancha:rates"

BUDGETS = ("address", "accounts", "games", "moves", "optional_moves", "previews", "requests")
"""The names; the setting of each is `rate_<name>`."""


PARTS = 100
"""Into how many parts a budget is cut that are taken at once."""

MOST_SHARES = 20_000
"""Shares that a process keeps; beyond, the old ones are dropped."""


@dataclass(slots=True)
class Share:
    """What a process may still spend of a budget until a time of the monotonic clock, in seconds."""

    left: int
    until: float


class Limits:
    """Spends the budgets of the settings. Safe for threads."""

    def __init__(self, storage: Storage, rates: Mapping[str, str]) -> None:
        self._limiter = SlidingWindowCounterRateLimiter(storage)
        self._items = {name: parse_many(rate) for name, rate in rates.items()}
        self._lock = threading.Lock()
        self._shares: dict[tuple[str, str, str], Share] = {}

    def spend(self, budget: str, who: str) -> None:
        """Take one request from a budget of a player or an address.

        Raises the `Fault` rate_limited, with the policy and with the seconds to wait, if nothing is left.
        """
        try:
            for item in self._items[budget]:
                if not self._take(item, budget, who):
                    raise self._refusal(budget, who, item)
        except StorageError:
            raise Fault("store_unavailable") from None

    def _take(self, item: RateLimitItem, budget: str, who: str) -> bool:
        """Take one request from a share of this process, from a new share, or from what is left in the store."""
        key, now = (budget, who, item.GRANULARITY.name), time.monotonic()
        with self._lock:
            share = self._shares.get(key)
            if share is not None and share.left and share.until > now:
                share.left -= 1
                return True
        part = item.amount // PARTS
        if part > 1 and self._limiter.hit(item, budget, who, cost=part):
            with self._lock:
                self._shares[key] = Share(part - 1, now + item.get_expiry())
                if len(self._shares) > MOST_SHARES:
                    self._drop_old(now)
            return True
        return self._limiter.hit(item, budget, who)

    def _drop_old(self, now: float) -> None:
        """Forget what is spent or out of date; if that is not enough, everything: it is a hundredth each."""
        self._shares = {key: share for key, share in self._shares.items() if share.left and share.until > now}
        if len(self._shares) > MOST_SHARES // 2:
            self._shares.clear()

    def _refusal(self, budget: str, who: str, item: RateLimitItem) -> Fault:
        reset = self._limiter.get_window_stats(item, budget, who).reset_time
        seconds = max(1, math.ceil(reset - time.time()))
        rate = f"{item.amount} per {item.GRANULARITY.name}"
        return Fault(
            "rate_limited",
            f"The budget `{budget}` allows {rate}. Wait {seconds} s.",
            headers={"Retry-After": str(seconds)},
            policy={"name": budget, "limit": item.amount, "window_ms": item.get_expiry() * 1000},
        )


def build(settings: Settings) -> Limits:
    """Return the limits of an installation, in the games' store or, without one, in memory."""
    rates = {name: getattr(settings, f"rate_{name}") for name in BUDGETS}
    if not settings.redis_url:
        return Limits(MemoryStorage(), rates)
    timeout = settings.store_timeout
    storage = storage_from_string(
        address_of(settings.redis_url),
        key_prefix=KEY_PREFIX,
        wrap_exceptions=True,
        socket_timeout=timeout,
        socket_connect_timeout=timeout,
    )
    assert isinstance(storage, Storage)
    return Limits(storage, rates)


def address_of(url: str) -> str:
    """The store's address as the limits library writes it: a socket's scheme is `redis+unix`."""
    return f"redis+{url}" if urlsplit(url).scheme == "unix" else url
