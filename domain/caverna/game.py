"""The game as the kernel and the service see it."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.caverna import expedition_list, furnishings, spaces, words
from domain.caverna.declare import LOOT, SPACES, TILES
from domain.caverna.guide import GUIDE
from domain.caverna.scoring import sheet
from domain.caverna.setup import is_card, new_state
from domain.caverna.state import State
from domain.caverna.steps import goods_words, tile_words
from domain.caverna.steps.act import Act, ActOn, Part, Rest
from domain.caverna.steps.harvest import (
    BREED,
    FEED,
    AfterAction,
    Breeding,
    ChoosePhase,
    Feeding,
    Harvest,
    House,
    LastCall,
    LastExchanges,
    Offspring,
    Release,
    SettleUp,
)  # fmt: skip
from domain.caverna.steps.people import Homecoming, Loot, NextLoot
from domain.caverna.steps.rooms import Payment, Site
from domain.caverna.steps.rounds import (
    BeginRound,
    ChooseFirst,
    CloseRound,
    DrawCard,
    DrawMarker,
    NextCard,
    NextMarker,
    Protect,
    Purge,
    Replenish,
    ScoreGame,
)  # fmt: skip
from domain.caverna.steps.turns import PLACE, PlaceOther, Turns
from domain.caverna.view import material, view
from domain.core.agenda import Step, decisions
from domain.core.choices import Choice, Field, word
from domain.core.game import Options, Rng, Score, Secret, Viewer
from domain.core.plain import Plain

DECLARED = (spaces, furnishings, expedition_list)
VOCABULARY = (goods_words, tile_words)
"""Imported for what they enter into the registries."""

assert (len(SPACES), len(TILES), len(LOOT)) == (53, 49, 23), "a declaration is missing, or one too many"


class Caverna:
    """Caverna: The Cave Farmers. Nothing is hidden but what is still to be drawn."""

    name = "caverna"
    title = "Caverna: The Cave Farmers"
    ruleset = 1
    seats = range(1, 8)
    options: Mapping[str, Field] = {
        "furnishings": word("introductory", "full", default="full", about="the 27 or all 48 kinds of furnishings"),
        "reading": word("rulebook", "article", default="rulebook", about="how dogs keep sheep"),
    }
    variants: Sequence[Options] = (
        {"furnishings": "full", "reading": "rulebook"},
        {"furnishings": "introductory", "reading": "rulebook"},
        {"furnishings": "full", "reading": "article"},
    )
    steps: Mapping[str, Step[Any]] = {
        "choose_first": ChooseFirst(), "begin_round": BeginRound(), "next_card": NextCard(), "draw_card": DrawCard(),
        "next_marker": NextMarker(), "draw_marker": DrawMarker(), "purge": Purge(), "protect": Protect(),
        "replenish": Replenish(), "turns": Turns(), "place_dwarf": PLACE, "place_other": PlaceOther(),
        "part": Part(), "rest": Rest(), "act": Act(), "act_on": ActOn(), "site": Site(), "payment": Payment(),
        "next_loot": NextLoot(), "loot": Loot(), "homecoming": Homecoming(), "house": House(), "release": Release(),
        "close_round": CloseRound(), "harvest": Harvest(), "choose_phase": ChoosePhase(), "feeding": Feeding(),
        "feed": FEED, "breeding": Breeding(), "offspring": Offspring(), "breed": BREED,
        "last_exchanges": LastExchanges(), "last_call": LastCall(), "after_action": AfterAction(),
        "settle_up": SettleUp(), "score_game": ScoreGame(),
    }  # fmt: skip
    verbs = words.VERBS
    facts = words.FACTS
    most_decisions = 4000
    over_code = "game_over"
    state = State
    languages: Sequence[str] = ("en", "fr")
    material: Mapping[str, Plain] = material()
    guide: Mapping[str, Plain] = GUIDE

    def refuse_table(self, seats: int, options: Options) -> str | None:
        """Refuse a number of seats that the box is not made for; every other one goes with all options."""
        return None if seats in self.seats else "invalid_player_count"

    def seal(self, seats: int, options: Options, rng: Rng) -> Secret:
        """Draw nothing: cards and markers are drawn when they become known."""
        return None

    def setup(self, seats: int, options: Options, secret: Secret) -> State:
        """Return the position before the first round."""
        return new_state(seats, options["furnishings"] == "full", options["reading"])

    def view(self, state: State, viewer: Viewer) -> dict[str, Plain]:
        """Return the table: the same for all eyes."""
        return view(state)

    def scores(self, state: State, viewer: Viewer) -> tuple[Score, ...]:
        """Return the points as if the game ended now."""
        return sheet(state)

    def determinize(self, state: State, seat: int | None, rng: Rng) -> State:
        """Return a copy: what nobody knows is not in the position."""
        return state.copy()

    def out_of_turn(self, state: State, seat: int, choice: Choice) -> str | None:
        """Name what bars a choice in the midst of an expedition, or while animals have no place."""
        kinds = {decision.kind for decision in decisions(self, state) if decision.seat == seat}
        if "release" in kinds:
            return "animals_without_place"
        return "only_unarmed_dwarfs_forge" if "loot" in kinds and choice[0] == "forge" else None

    def census(self, state: State) -> dict[str, int]:
        """Count cards, markers, unique tiles and cells."""
        tiles = [*state.offer]
        for seat in range(state.seats):
            tiles += [name for name, _ in state.rooms[seat]] + state.covered[seat]
        unique = [name for name in tiles if not TILES[name].unlimited and not TILES[name].printed]
        return {
            "cards": len(state.deck) + sum(is_card(space) for space in state.spaces),
            "leaf": state.markers["leaf"] + state.revealed.count("leaf"),
            "question": state.markers["question"] + state.revealed.count("question"),
            "tiles": len(unique),
            "different_tiles": len(set(unique)),
            "cells": sum(len(land) for land in state.land),
        }


GAME = Caverna()
