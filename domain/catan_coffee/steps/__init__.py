"""The steps of the game, by kind of agenda entry."""

from typing import Any

from domain.catan_coffee.steps.building import RoadBuilding, Sail
from domain.catan_coffee.steps.first import Begin, PlaceRoute, PlaceSettlement, SetupTurn
from domain.catan_coffee.steps.main import Bought, Main
from domain.catan_coffee.steps.market import Answer, Market, Propose
from domain.catan_coffee.steps.roll import Dice, Discard, PreRoll
from domain.catan_coffee.steps.thief import MoveThief, Steal, Thief
from domain.core.agenda import Step

STEPS: dict[str, Step[Any]] = {
    "setup_turn": SetupTurn(),
    "place_settlement": PlaceSettlement(),
    "place_route": PlaceRoute(),
    "begin": Begin(),
    "pre_roll": PreRoll(),
    "dice": Dice(),
    "discard": Discard(),
    "thief": Thief(),
    "move_thief": MoveThief(),
    "steal": Steal(),
    "market": Market(),
    "main": Main(),
    "bought": Bought(),
    "sail": Sail(),
    "road_building": RoadBuilding(),
    "propose": Propose(),
    "answer": Answer(),
}
