"""The option that says how many games are compared."""

import pytest


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let `--games N` ask for more games than the short form plays."""
    parser.addoption("--games", metavar="N", type=int, default=None, help="games to compare with the other engine")
