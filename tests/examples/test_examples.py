"""Every worked example of every game, from this folder or the one named by `--examples`."""

from pathlib import Path

import pytest

from tests.examples.loading import HERE, Example, examples


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Make one test of each example."""
    folder = metafunc.config.getoption("examples", None)
    found = examples(Path(folder) if folder else HERE)
    metafunc.parametrize("example", found, ids=[example.name for example in found])


def test_example(example: Example) -> None:
    example.check()
