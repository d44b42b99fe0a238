"""The option that names another folder of worked examples."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `--examples DIR` name the folder whose YAML files are run instead of those kept here."""
    parser.addoption("--examples", metavar="DIR", default=None, help="folder of worked examples (YAML)")
