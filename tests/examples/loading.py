"""From a folder of YAML files to examples that can be run; what cannot be read becomes an example that fails.

A harness is a module `<game>_harness.py` in this folder, found by its name. It has

- `reads(document) -> bool`: whether a file, given as the document it holds, is one of its game;
- `cases(document) -> list[tuple[str, dict]]`: its examples with their ids; raises `AssertionError` for a file
  that it does not fully understand;
- `run(case, document) -> None`: runs one of them; raises `AssertionError` where the game behaves otherwise, and for
  every kind or key of a case that it does not know.

So an example is never passed over: it passes, or it fails.
"""

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import Any, Protocol

import yaml

HERE = Path(__file__).parent
SUFFIX = "_harness"

Document = dict[str, Any]
Case = dict[str, Any]


class Harness(Protocol):
    """What a harness module offers."""

    def reads(self, document: Document) -> bool: ...

    def cases(self, document: Document) -> list[tuple[str, Case]]: ...

    def run(self, case: Case, document: Document) -> None: ...


@dataclass(frozen=True)
class Example:
    """One example: `file:id` and the act that checks it."""

    name: str
    check: Callable[[], None]


class _Strict(yaml.SafeLoader):
    """Reads YAML, but no mapping with a key twice: the first one would be passed over."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [self.construct_object(key, deep=True) for key, _ in node.value]
        twice = [key for key in keys if keys.count(key) > 1]
        assert not twice, f"{twice[0]} is given twice{node.start_mark}"
        return super().construct_mapping(node, deep)


def harnesses() -> list[Harness]:
    """Return every harness of this folder."""
    names = sorted(path.stem for path in HERE.glob(f"*{SUFFIX}.py"))
    return [import_module(f"tests.examples.{name}") for name in names]  # type: ignore[misc]


def examples(folder: Path, known: Sequence[Harness] | None = None) -> list[Example]:
    """Return the examples of all YAML files in a folder; at least one, be it a failing one."""
    files = sorted(path for path in folder.rglob("*") if path.suffix in (".yaml", ".yml"))
    if not files:
        return [Example(str(folder), partial(_fail, "there is no YAML file in this folder"))]
    known = harnesses() if known is None else known
    return [example for path in files for example in _of_file(path, known)]


def _of_file(path: Path, known: Sequence[Harness]) -> Iterator[Example]:
    try:
        document = yaml.load(path.read_text(encoding="utf-8"), Loader=_Strict)
        assert isinstance(document, dict), "the file holds no mapping"
        fitting = [harness for harness in known if harness.reads(document)]
        assert len(fitting) == 1, f"{len(fitting)} harnesses read a file of game {document.get('game')!r}"
        cases = fitting[0].cases(document)
        assert cases, "the file has no cases"
        ids = [name for name, _ in cases]
        assert len(ids) == len(set(ids)), "two cases have the same id"
    except (AssertionError, yaml.YAMLError, KeyError, TypeError, ValueError, AttributeError) as error:
        yield Example(path.name, partial(_fail, f"cannot be read: {error!r}"))
        return
    for name, case in cases:
        yield Example(f"{path.stem}:{name}", partial(fitting[0].run, case, document))


def _fail(message: str) -> None:
    raise AssertionError(message)


def only(mapping: dict[str, Any], known: Sequence[str], where: str) -> None:
    """Fail for a key that the harness does not know."""
    unknown = [key for key in mapping if key not in known]
    assert not unknown, f"{where} has unknown keys: {', '.join(map(str, unknown))}"
