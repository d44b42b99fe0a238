"""The `kancha` command. Parts above the service (the web application, the workers) are named here, never imported."""

from __future__ import annotations

import argparse
import importlib
import logging.config
import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from service import demo, log_lines, store_check, up
from service.demo import DemoError
from service.embedded import EmbeddedError
from service.settings import Settings, SettingsError, unknown
from service.store_check import StoreRefused
from service.supervisor import SupervisorError

FAILED = 1


class CommandError(Exception):
    """A command cannot do what it was asked; the text says why, in a line or a few."""


def main(arguments: Sequence[str] | None = None) -> None:
    """Run one command. Whatever is the installation's or the caller's fault ends with a clear text and code 1."""
    options = parser().parse_args(arguments)
    try:
        settings = Settings.from_environment(os.environ)
        for name in unknown(os.environ):
            print(f"kancha: {name} is no setting (kancha settings lists them)", file=sys.stderr)
        code = options.run(settings, options)
    except (CommandError, DemoError, SettingsError, EmbeddedError, StoreRefused, SupervisorError) as error:
        print("\n".join(f"kancha: {line}" for line in str(error).splitlines()), file=sys.stderr)
        code = FAILED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # the reader has seen enough
        code = FAILED
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)


def parser() -> argparse.ArgumentParser:
    """The commands and their options; `run` of what it reads takes the settings and the options."""
    kancha = argparse.ArgumentParser(prog="kancha", description="Complete board games behind a REST/JSON API.")
    commands = kancha.add_subparsers(title="commands", metavar="COMMAND", required=True)

    def command(name: str, run: Callable[[Settings, argparse.Namespace], int], help: str) -> argparse.ArgumentParser:
        added = commands.add_parser(name, help=help, description=help[0].upper() + help[1:] + ".")
        added.set_defaults(run=run)
        return added

    command("up", _up, "run everything on this machine: store, web server and workers, until Ctrl-C")
    command("web", _web, "run the web server alone, on the store of KANCHA_REDIS_URL")
    command("worker", _worker, "run one worker, on the store of KANCHA_REDIS_URL")
    play = command("demo", _demo, "bots play a whole game over HTTP, shown move by move")
    play.add_argument("--url", help="a running Kancha; without it one is used on KANCHA_PORT, or started for the demo")
    play.add_argument("--ruleset", default="little_tavern", help="the game that is played (little_tavern)")
    play.add_argument("--bots", default="greedy,search,random", help="the bots at the table (greedy,search,random)")
    command("settings", _settings, "list the settings: variable, present value, default, unit, meaning")
    openapi = command("openapi", _openapi, "write the description of the API")
    openapi.add_argument("--output", type=Path, default=Path("openapi.yaml"), help="the file (openapi.yaml)")
    openapi.add_argument("--check", action="store_true", help="write nothing, but fail if the file is not up to date")
    return kancha


def _up(settings: Settings, options: argparse.Namespace) -> int:
    return up.run(settings)


def _web(settings: Settings, options: argparse.Namespace) -> int:
    """Become gunicorn: the process id is that of its master, which takes the signals."""
    _require_store(settings)
    command = [sys.executable, "-P", "-m", "gunicorn", "--config", "python:service.gunicorn_conf"]
    if inherited := os.environ.pop(up.LISTENER, ""):
        command += ["--bind", f"fd://{inherited}"]
    sys.stdout.flush()
    os.execv(sys.executable, command)


def _worker(settings: Settings, options: argparse.Namespace) -> int:
    _require_store(settings)
    os.nice(settings.job_nice)
    logging.config.dictConfig(log_lines.configuration(settings.log_level, ["kancha", "rq"]))
    _named("workers.main", "main")(settings)
    return 0


def _demo(settings: Settings, options: argparse.Namespace) -> int:
    return demo.run(settings, options.url, options.ruleset, options.bots.split(","))


def _settings(settings: Settings, options: argparse.Namespace) -> int:
    rows = [("variable", "value", "default", "unit", "meaning"), *settings.rows()]
    widths = [max(len(row[column]) for row in rows) for column in range(4)]
    for row in rows:
        print("  ".join([*(text.ljust(width) for text, width in zip(row, widths, strict=False)), row[4]]))
    return 0


def _openapi(settings: Settings, options: argparse.Namespace) -> int:
    text = _named("service.http.openapi", "text")()
    if not options.check:
        options.output.write_text(text, "utf-8")
        print(f"{options.output} is written")
        return 0
    try:
        present = options.output.read_text("utf-8")
    except OSError as error:
        raise CommandError(f"{options.output} cannot be read: {error.strerror}") from error
    if present != text:
        raise CommandError(f"{options.output} is not what the application says; run: kancha openapi")
    print(f"{options.output} is up to date")
    return 0


def _require_store(settings: Settings) -> None:
    """Make sure that there is a store, that it answers, and that it keeps what it is given."""
    if not settings.redis_url:
        raise CommandError("KANCHA_REDIS_URL is not set; `kancha up` brings a store along, `web` and `worker` do not")
    store_check.require(settings.redis_url, settings.queue)


def _named(module: str, function: str) -> Callable[..., Any]:
    """A function by name: layers above this one are started, not imported."""
    found: Callable[..., Any] = getattr(importlib.import_module(module), function)
    return found


if __name__ == "__main__":
    main()
