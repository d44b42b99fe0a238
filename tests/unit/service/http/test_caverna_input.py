"""What Caverna refuses over HTTP: with the codes of its rules and the index of the choice; nothing is changed."""

import pytest

from domain import GAMES
from domain.caverna.game import GAME, Caverna
from events.indexes import open_decisions
from service.usecases.positions import load
from tests.helpers.services import memory_service
from tests.helpers.web import House, problem
from tests.unit.domain.caverna.scene import at, farm
from workers import context, jobs

FIELDS = {(3, 2): "field", (3, 1): "meadow", (2, 1): "meadow"}
TUNNELS = {(1, 3): "tunnel", (1, 4): "tunnel"}
PLENTY = {"wood": 9, "stone": 9, "ore": 9, "grain": 1, "vegetable": 1}


class LaidOut(Caverna):
    """The game on a given position, which need not be reachable."""

    def __init__(self, position):
        self.position = position

    def setup(self, seats, options, secret):
        return self.position.copy()


class Table:
    """A running game of two people on a position in which seat 0 is to place a dwarf."""

    def __init__(self, position):
        self.home = House(memory_service({GAME.name: LaidOut(position)}))
        self.ana, ben = self.home.person("Ana"), self.home.person("Ben")
        self.id = self.ana.create("me", "open", ruleset=GAME.name)
        assert 201 == ben.post(f"/games/{self.id}/seats").status_code

    def post(self, route, choices):
        """Send choices of seat 0."""
        version = self.ana.get(f"/games/{self.id}").json["version"]
        return self.ana.post(f"/games/{self.id}/{route}", {"version": version, "seat": 0, "choices": choices})

    def log(self):
        """The stored commits."""
        return self.home.service.store.read(self.id)


def position(*spaces, taken=(), **given):
    """Lay out two seats; opponents stand on the spaces `taken`."""
    state = farm(*spaces, *taken, seats=2, **given)
    state.taken.update(dict.fromkeys(taken, 1))
    return state


def place(space):
    return {"verb": "place", "space": space}


def lay(tile, first, second):
    return {"verb": "lay", "tile": tile, "first": at(*first), "second": at(*second)}


def loot(item):
    return {"verb": "loot", "item": item}


def furnish(tile):
    return {"verb": "furnish", "tile": tile}


def full_cave(**given):
    """A position without an empty cavern."""
    return position("housework", lands={(2, 3): "ore_mine"}, **given)


BURN, SMITHY = place("slash_and_burn"), place("blacksmithing")
MINE, FARM, WISH = place("ore_mine_construction"), place("sheep_farming"), place("wish_for_children")
OPENED = {(3, 2): "field"}

REFUSED = {
    "a space that is taken": (position(taken=["supplies"]), [place("supplies")], "space_occupied"),
    "a space of another table": (position(), [place("imitation_3")], "space_not_in_play"),
    "a space of no use": (position("blacksmithing"), [SMITHY], "nothing_to_do_there"),
    "a dwarf out of order": (
        position("supplies", weapons=[0, 5]), [{"verb": "overtake", "strength": 5}], "weakest_dwarf_first",
    ),
    "a tile off the board": (
        position("slash_and_burn"), [BURN, lay("meadow_field", (3, 2), (4, 2))], "tile_off_board",
    ),
    "a tile away from the entrance": (
        position("slash_and_burn"), [BURN, lay("meadow_field", (2, 1), (2, 2))], "first_forest_tile_covers_entrance",
    ),
    "a tile that touches none": (
        position("slash_and_burn", lands=OPENED), [BURN, lay("meadow_field", (0, 0), (0, 1))], "not_connected",
    ),
    "a tile torn apart": (
        position("slash_and_burn"), [BURN, lay("meadow_field", (3, 2), (1, 2))], "cells_not_adjacent",
    ),
    "a tile on another": (
        position("slash_and_burn", lands=OPENED), [BURN, lay("meadow_field", (3, 1), (3, 2))], "cell_not_bare",
    ),
    "a tile in the wrong half": (
        position("slash_and_burn"), [BURN, lay("meadow_field", (1, 3), (0, 3))], "wrong_half_of_board",
    ),
    "a cell that does not exist": (
        position("slash_and_burn"), [BURN, {"verb": "lay", "tile": "meadow_field", "first": 99, "second": -5}],
        "cells_not_adjacent",
    ),
    "an ore mine without tunnels": (position("ore_mine_construction"), [MINE], "nothing_to_do_there"),
    "an ore mine beside the tunnels": (
        position("ore_mine_construction", lands=TUNNELS), [MINE, lay("ore_mine_deep_tunnel", (0, 3), (0, 4))],
        "needs_two_tunnels",
    ),
    "a ruby mine without a tunnel": (
        position("ruby_mine_construction", lands=TUNNELS),
        [place("ruby_mine_construction"), {"verb": "mine", "cell": at(2, 3)}], "needs_empty_tunnel",
    ),
    "a furnishing without a cavern": (
        full_cave(supply={**PLENTY, "ruby": 1}), [place("housework"), furnish("carpenter")], "no_empty_cavern",
    ),
    "a furnishing without the goods": (
        position("housework", supply={"wood": 4, "stone": 2}), [place("housework"), furnish("dwelling")],
        "not_enough_goods",
    ),
    "a furnishing in a tunnel": (
        position("housework", supply=PLENTY, lands={(1, 3): "cavern", (1, 4): "tunnel"}),
        [place("housework"), furnish("carpenter"), {"verb": "site", "cell": at(1, 4)}], "tunnels_cannot_be_furnished",
    ),
    "a furnishing that is no dwelling": (
        position("wish_for_children", supply=PLENTY, tiles=["dwelling"]), [WISH, furnish("carpenter")],
        "dwellings_only",
    ),
    "loot above the strength": (
        position("blacksmithing", weapons=[3]), [SMITHY, loot("dog"), loot("cattle")], "weapon_too_weak",
    ),
    "loot twice": (
        position("blacksmithing", weapons=[3]), [SMITHY, loot("dog"), loot("dog")], "item_once_per_expedition",
    ),
    "home without loot": (position("blacksmithing", weapons=[3]), [SMITHY, {"verb": "stop"}], "one_item_must_be_taken"),
    "another animal than those without room": (
        position("sheep_farming", lying={"sheep": 9}, lands={(3, 2): "small_pasture"}, supply={"donkey": 1}),
        [FARM, {"verb": "discard", "animal": "cattle"}], "animal_has_a_place",
    ),
    "to keep animals without room": (
        position("sheep_farming", lying={"sheep": 9}), [FARM, {"verb": "stop"}], "animals_without_place",
    ),
    "a weapon for an armed dwarf": (
        position("blacksmithing", weapons=[3], supply=PLENTY), [SMITHY, {"verb": "forge", "strength": 4}],
        "only_unarmed_dwarfs_forge",
    ),
    "a weapon beyond the ore": (
        position("blacksmithing", supply={"ore": 5}), [SMITHY, {"verb": "forge", "strength": 6}], "not_enough_goods",
    ),
    "growth without room": (
        position("family_life", supply=PLENTY, lands=FIELDS), [place("family_life"), {"verb": "grow"}],
        "no_room_or_not_now",
    ),
    "growth without room, and nothing else there": (position("wish_for_children"), [WISH], "nothing_to_do_there"),
    "a fence around a field": (
        position("sheep_farming", lying={"sheep": 1}, lands=FIELDS, supply=PLENTY),
        [FARM, {"verb": "fence", "cell": at(3, 2)}], "only_meadows_are_fenced",
    ),
    "to pass with spaces left": (position("supplies"), [{"verb": "pass"}], "a_dwarf_must_be_placed"),
}  # fmt: skip


@pytest.mark.parametrize(("state", "choices", "rule"), REFUSED.values(), ids=list(REFUSED))
def test_bad_input_is_refused_with_the_code_of_the_rule(state, choices, rule):
    table = Table(state)
    before = table.log()

    for route in ("preview", "moves"):
        told = problem(table.post(route, choices), 422, "illegal_choice")
        assert (rule, len(choices) - 1) == (told["rule"], told["index"])
        assert told["options"]

    assert before == table.log()


def test_what_goes_before_the_refused_choice_would_have_been_taken():
    for state, choices, _ in REFUSED.values():
        if len(choices) > 1:
            assert 201 == Table(state).post("moves", choices[:-1]).status_code, choices


@pytest.fixture
def worked_service():
    """A service whose jobs this process runs itself."""
    service = memory_service(GAMES, bot_pace=0.0)
    context.use(service)
    yield service
    context.use(None)


@pytest.mark.parametrize("seats", [1, 7])
def test_bots_play_the_smallest_and_the_largest_table_to_its_end(worked_service, seats):
    ana = House(worked_service).person("Ana")
    game = ana.create(*["random"] * seats, ruleset=GAME.name)

    for _ in range(GAME.most_decisions):
        position = load(worked_service, game).position
        if position.status != "running":
            break
        owed = open_decisions(worked_service.games, position)[0]
        jobs.answer(game, owed.seat, owed.since, attempt=0)

    told = ana.get(f"/games/{game}").json
    assert "finished" == told["status"]
    assert "fallback" not in str(worked_service.store.read(game))
    assert list(range(seats)) == [score["seat"] for score in ana.get(f"/games/{game}/scores").json["scores"]]
