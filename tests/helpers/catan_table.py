"""A running game of Catan on a position that is laid out, between two people who play over HTTP."""

from __future__ import annotations

from typing import Any

import jsonschema

from domain import GAMES
from domain.catan_coffee.game import GAME
from service.http import openapi
from tests.helpers.laid import LaidOut
from tests.helpers.services import memory_service, state_of
from tests.helpers.web import House, Person, problem
from tests.unit.domain.catan_coffee.scene import scene


class Table:
    """A running game, of three if nothing else is given: Ben on seat 1, Ana on all others."""

    def __init__(self, **given: Any) -> None:
        given = {"players": 3, **given}
        self.games = {**GAMES, GAME.name: LaidOut(scene(**given))}
        self.home = House(memory_service(self.games))
        self.ana, self.ben = self.home.person("Ana"), self.home.person("Ben")
        seats = ["me", "open", *["me"] * (given["players"] - 2)]
        self.id = self.ana.create(*seats, ruleset=GAME.name)
        assert 201 == self.ben.post(f"/games/{self.id}/seats").status_code

    def send(self, person: Person, seat: int, *choices: dict[str, Any], route: str = "moves") -> Any:
        """Send choices of a seat in one command."""
        version = person.get(f"/games/{self.id}").json["version"]
        body = {"version": version, "seat": seat, "choices": list(choices)}
        return person.post(f"/games/{self.id}/{route}", body)

    def preview(self, person: Person, seat: int, *choices: dict[str, Any]) -> Any:
        """Ask where choices would lead. Nothing is changed by it."""
        before = self.log()
        answer = self.send(person, seat, *choices, route="preview")
        assert before == self.log()
        return answer

    def make(self, person: Person, seat: int, *choices: dict[str, Any]) -> None:
        """Send choices that are carried out."""
        answer = self.send(person, seat, *choices)
        assert 201 == answer.status_code, answer.text

    def problem(self, person: Person, seat: int, *choices: dict[str, Any]) -> Any:
        """Send choices that are refused; return the problem. Nothing is changed by it: version, hash and log."""
        before, log = self.head(person), self.log()
        answer = self.send(person, seat, *choices)
        code = answer.json["code"]
        assert code in ("illegal_choice", "not_your_decision", "game_over"), answer.text
        body = problem(answer, 422 if code == "illegal_choice" else 409, code)
        assert (before, log) == (self.head(person), self.log())
        return body

    def refused(self, person: Person, seat: int, *choices: dict[str, Any]) -> Any:
        """Send choices that are refused, changing nothing; return the rules' code."""
        return self.problem(person, seat, *choices)["rule"]

    def head(self, person: Person) -> Any:
        """Version and hash of the game."""
        game = person.get(f"/games/{self.id}").json
        return game["version"], game["hash"]

    def view(self, person: Person) -> Any:
        """The position as somebody sees it."""
        return person.get(f"/games/{self.id}").json["view"]

    def log(self) -> Any:
        """The stored commits."""
        return self.home.service.store.read(self.id)

    def hands(self) -> list[list[int]]:
        """The cards of all seats."""
        hands: list[list[int]] = state_of(self.home.service, self.id).hands
        return hands

    def listed(self, person: Person, seat: int) -> list[dict[str, Any]]:
        """What is listed to a seat, each held against the API description."""
        decisions = person.get(f"/games/{self.id}/moves?seat={seat}").json["decisions"]
        found = [choice for decision in decisions for choice in decision["choices"]]
        document = openapi.document(self.games)
        schema = {"$ref": "#/components/schemas/CatanCoffeeChoice", "components": document["components"]}
        for choice in found:
            jsonschema.validate(choice, schema)
        return found

    def offers(self, person: Person) -> list[dict[str, Any]]:
        """The open offers as somebody sees them."""
        offers: list[dict[str, Any]] = person.get(f"/games/{self.id}").json["view"]["offers"]
        return offers


def offer(give: list[str], want: list[str], to: list[int] | None = None) -> dict[str, Any]:
    """An offer as it is sent."""
    return {"verb": "offer", "give": give, "want": want, "to": to}


def about(verb: str, number: int, **more: Any) -> dict[str, Any]:
    """An answer to an offer, or what its maker does with it."""
    return {"verb": verb, "offer": number, **more}
