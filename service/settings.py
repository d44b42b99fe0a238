"""What an installation can set: read once from the environment, checked, and frozen.

Every setting is one line of the class `Settings`; its variable is `KANCHA_` and the field's name in capitals. A reader
turns the text into a value or says what it expects, so a wrong setting stops the start with the name of its variable.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit, urlunsplit

PREFIX = "KANCHA_"

RATES = re.compile(r"[1-9]\d*/(second|minute|hour|day)(;[1-9]\d*/(second|minute|hour|day))*")
SCHEMES = ("redis", "rediss", "unix", "redis+sentinel", "rediss+sentinel", "redis+cluster", "rediss+cluster")


class SettingsError(ValueError):
    """One or more variables hold what they cannot mean; the text has a line for each."""


def _declare(default: Any, unit: str, help: str, read: Callable[[str], Any], *, secret: bool = False) -> Any:
    """A dataclass field that knows its unit, its one-line description and how its text is read."""
    return field(default=default, metadata={"unit": unit, "help": help, "read": read, "secret": secret})


def _whole(default: int, unit: str, help: str, *, low: int = 0, high: int = 10**9) -> Any:
    """A whole number between two bounds, both allowed."""

    def read(text: str) -> int:
        if not re.fullmatch(r"\d{1,12}", text) or not low <= int(text) <= high:
            raise ValueError(f"a whole number from {low} to {high}")
        return int(text)

    return _declare(default, unit, help, read)


def _seconds(default: float, help: str, *, low: float = 0.0, high: float = 86_400.0) -> Any:
    """A duration in seconds, possibly with a fraction."""

    def read(text: str) -> float:
        if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", text) or not low <= float(text) <= high:
            raise ValueError(f"a number of seconds from {low:g} to {high:g}")
        return float(text)

    return _declare(default, "s", help, read)


def _delays(default: tuple[float, ...], help: str) -> Any:
    """Growing durations in seconds, comma separated: one for each further attempt."""

    def read(text: str) -> tuple[float, ...]:
        parts = [part.strip() for part in text.split(",")]
        if not all(re.fullmatch(r"\d{1,6}(\.\d{1,6})?", part) for part in parts):
            raise ValueError("seconds with commas between, such as 10,20,40")
        delays = tuple(map(float, parts))
        if list(delays) != sorted(set(delays)):
            raise ValueError("seconds that grow, such as 10,20,40")
        return delays

    return _declare(default, "s", help, read)


def _flag(default: bool, help: str) -> Any:
    """A switch: 1 or 0."""

    def read(text: str) -> bool:
        if text not in ("0", "1"):
            raise ValueError("0 or 1")
        return text == "1"

    return _declare(default, "0/1", help, read)


def _one_of(default: str, words: tuple[str, ...], help: str) -> Any:
    """One of a few words."""

    def read(text: str) -> str:
        if text not in words:
            raise ValueError(" or ".join(words))
        return text

    return _declare(default, "word", help, read)


def _rate(default: str, help: str) -> Any:
    """One or more budgets that all hold: `60/minute;500/hour`."""

    def read(text: str) -> str:
        if not RATES.fullmatch(text):
            raise ValueError("a rate such as 60/minute, several with ; between (second, minute, hour, day)")
        return text

    return _declare(default, "rate", help, read)


def _origins(help: str) -> Any:
    """Web origins with commas between, or * for any."""

    def read(text: str) -> tuple[str, ...]:
        origins = tuple(part.strip() for part in text.split(",") if part.strip())
        for origin in origins:
            if origin != "*" and not re.fullmatch(r"https?://[^/?#\s]+", origin):
                raise ValueError("origins such as https://play.example.org with commas between, or *")
        return origins

    return _declare((), "origins", help, read)


def _store(help: str) -> Any:
    """The address of a server that speaks the Redis protocol; its password is never shown."""

    def read(text: str) -> str:
        if urlsplit(text).scheme not in SCHEMES:
            raise ValueError("an address such as redis://host:6379/0 or unix:///path/to.sock")
        return text

    return _declare("", "address", help, read, secret=True)


def _text(default: str, help: str) -> Any:
    """Any text that is not empty."""

    def read(text: str) -> str:
        if not text:
            raise ValueError("some text")
        return text

    return _declare(default, "text", help, read)


def _folder(default: Path, help: str) -> Any:
    """A folder, made when it is needed."""

    def read(text: str) -> Path:
        if not text or "\0" in text:
            raise ValueError("the path of a folder")
        return Path(text).expanduser()

    return _declare(default, "folder", help, read)


@dataclass(frozen=True, slots=True)
class Settings:
    """All settings with their defaults. `Settings.from_environment` reads, checks and freezes them."""

    # Where it runs
    host: str = _text("127.0.0.1", "address on which the web server listens")
    port: int = _whole(8000, "port", "port on which the web server listens; 0 takes a free one", high=65_535)
    var: Path = _folder(Path("var"), "folder of the embedded store and of the logs of `kancha up`")
    redis_url: str = _store("store of the games; empty: `kancha up` starts an embedded one")
    queue_url: str = _store("store of the job queues (no cluster); empty: the same as KANCHA_REDIS_URL")
    log_level: str = _one_of("info", ("debug", "info", "warning", "error"), "least severe log lines that are written")
    test_seeds: bool = _flag(False, "requests may name the seed of a game, which then says so: for tests only")

    # The web server
    web_workers: int = _whole(2, "processes", "web processes", low=1, high=64)
    web_threads: int = _whole(128, "threads", "requests that one web process handles at a time", low=4, high=4096)
    web_timeout: int = _whole(30, "s", "a web process that is silent for so long is replaced", low=1, high=3600)
    web_graceful: int = _whole(10, "s", "time that open requests get when a web process stops", low=1, high=3600)
    web_requests: int = _whole(10_000, "requests", "a web process is renewed after about so many; 0: never")
    max_waits: int = _whole(96, "waits", "streams, long polls per web process (3/4 of its threads); beyond: 503", low=1)
    trusted_proxies: int = _whole(0, "proxies", "proxies in front, whose X-Forwarded headers are believed", high=10)
    cors_origins: tuple[str, ...] = _origins("web origins that may call the API; empty: none")

    # The store
    fsync: str = _one_of("everysec", ("everysec", "always"), "when the embedded store syncs its file to disk")
    store_memory: int = _whole(0, "MiB", "memory that the embedded store may use before it refuses writes; 0: no bound")
    store_timeout: float = _seconds(5.0, "longest wait for one answer of the store", low=0.1, high=60.0)
    store_full: int = _whole(80, "%", "part of the store's memory beyond which no game is created", low=1, high=100)
    snapshot_every: int = _whole(50, "commits", "a position is stored after so many commits", low=1)
    position_cache: int = _whole(512, "positions", "positions that each process keeps in memory", low=1, high=100_000)

    # Bodies of requests
    max_body: int = _whole(65_536, "bytes", "largest JSON body", low=1024, high=2**30)
    max_depth: int = _whole(32, "levels", "deepest nesting of a JSON body", low=4, high=200)
    max_choices: int = _whole(64, "choices", "choices in one command", low=1, high=1000)

    # Budgets of players and addresses
    max_games: int = _whole(500, "games", "unfinished games per player", low=1)
    player_waits: int = _whole(64, "waits", "streams and long polls per player and web process", low=1)
    seat_extras: int = _whole(100, "requests", "handovers, optional moves, entropy of a seat in a row", low=1)
    rate_address: str = _rate("6000/minute", "all requests of an address without a valid token")
    rate_accounts: str = _rate("30/minute;200/hour", "accounts made from an address")
    rate_games: str = _rate("60/minute;1000/day", "games that a player creates")
    rate_moves: str = _rate("1200/minute", "moves of a seated player: a budget of their own")
    rate_optional_moves: str = _rate("240/minute", "optional moves (offers, answers to them) of a player")
    rate_previews: str = _rate("600/minute", "previews of a player")
    rate_requests: str = _rate("6000/minute", "all other requests of a player")

    # Waiting clients
    max_wait: float = _seconds(25.0, "longest long poll", low=1.0, high=120.0)
    heartbeat: float = _seconds(15.0, "pause between the pings of a stream", low=0.1, high=120.0)
    head_poll: float = _seconds(5.0, "a stream looks for new commits at least so often", low=0.1, high=60.0)

    # Workers and bots
    job_workers: int = _whole(2, "processes", "worker processes that `kancha up` starts", low=1, high=64)
    job_nice: int = _whole(10, "nice", "how far workers step back behind the web processes", high=19)
    bot_deadline: float = _seconds(8.0, "a bot that thinks longer is answered for", low=0.1, high=600.0)
    search_playouts: int = _whole(400, "playouts", "playouts for one decision of the bot `search`", low=1)
    search_time: float = _seconds(2.0, "the bot `search` stops thinking after so long", low=0.05, high=600.0)
    bot_pace: float = _seconds(0.25, "a bot with a hidden hand answers at multiples of this; 0: at once", high=10.0)
    optional_delay: float = _seconds(5.0, "a bot gives people so long to answer what it offers", high=600.0)
    sweep_every: float = _seconds(2.0, "pause between looks for decisions whose job was lost", low=0.05, high=60.0)
    sweep_bot: tuple[float, ...] = _delays((10.0, 20.0, 40.0), "ages at which a bot's decision is asked again")
    sweep_system: tuple[float, ...] = _delays((3.0, 6.0, 12.0), "ages at which a scoring is asked again")

    @classmethod
    def from_environment(cls, environment: Mapping[str, str]) -> Settings:
        """Read every setting that the mapping names; an empty text counts as not set.

        Raises `SettingsError` with one line for each variable that cannot be read.
        """
        values: dict[str, Any] = {}
        errors: list[str] = []
        for entry in fields(cls):
            text = environment.get(variable(entry.name), "")
            if text == "":
                continue
            try:
                values[entry.name] = entry.metadata["read"](text)
            except ValueError as error:
                shown = mask(text) if entry.metadata["secret"] else text
                errors.append(f"{variable(entry.name)} is {shown!r}, but must be {error}")
        if errors:
            raise SettingsError("\n".join(errors))
        return cls(**values)

    @property
    def queue(self) -> str:
        """The address of the queues' store."""
        return self.queue_url or self.redis_url

    def rows(self) -> Iterator[tuple[str, str, str, str, str]]:
        """One row per setting: variable, present value, default, unit, description. Secrets are masked."""
        for entry in fields(self):
            present, secret = getattr(self, entry.name), entry.metadata["secret"]
            shown = mask(present) if secret else as_text(present)
            yield variable(entry.name), shown, as_text(entry.default), entry.metadata["unit"], entry.metadata["help"]


def variable(name: str) -> str:
    """The environment variable of a setting: `web_workers` -> `KANCHA_WEB_WORKERS`."""
    return PREFIX + name.upper()


def unknown(environment: Mapping[str, str]) -> list[str]:
    """Variables that begin like a setting but are none: most likely misspelt."""
    known = {variable(entry.name) for entry in fields(Settings)}
    return sorted(name for name in environment if name.startswith(PREFIX) and name not in known)


def as_text(value: Any) -> str:
    """The text of the environment that reads back as this value."""
    if isinstance(value, bool):
        return "1" if value else "0"
    if isinstance(value, tuple):
        return ",".join(map(as_text, value))
    if isinstance(value, float):
        return f"{value:g}"
    return str(value)


def mask(address: str) -> str:
    """An address without its password: `redis://user:***@host/0`."""
    try:
        parts = urlsplit(address)
        user, at, place = parts.netloc.rpartition("@")
    except ValueError:
        return "***"
    if "password=" in parts.query:
        parts = parts._replace(query=re.sub(r"password=[^&]*", "password=***", parts.query))
    if at and ":" in user:
        parts = parts._replace(netloc=f"{user.split(':', 1)[0]}:***@{place}")
    return urlunsplit(parts)
