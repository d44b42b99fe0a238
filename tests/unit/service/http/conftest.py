"""A house with two people and a running game of the test game."""

import pytest

from tests.helpers.web import House, Person, house


@pytest.fixture
def home() -> House:
    return house()


@pytest.fixture
def ana(home) -> Person:
    return home.person("Ana")


@pytest.fixture
def ben(home) -> Person:
    return home.person("Ben")


@pytest.fixture
def game(ana, ben) -> str:
    """A running game: Ana on seat 0, Ben on seat 1."""
    made = ana.create("me", "open")
    assert 201 == ben.post(f"/games/{made}/seats").status_code
    return made
