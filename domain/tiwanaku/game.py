"""The game Tiwanaku: its tables, verbs, facts, and how the hidden land is sealed and imagined.

Source: `rules/tiwanaku.md` of the rules documents, ruleset `seed`; section numbers refer to it.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.core.agenda import Step
from domain.core.choices import Choice, Field, flag, many, number, seat, table, text, word
from domain.core.game import Options, Rng, Score, Secret, Viewer
from domain.core.plain import Plain
from domain.tiwanaku import material, scoring, solver, view
from domain.tiwanaku.board import BOARDS
from domain.tiwanaku.cubes import Overflow
from domain.tiwanaku.guesses import IDS
from domain.tiwanaku.guide import GUIDE
from domain.tiwanaku.imagining.ground import Ground
from domain.tiwanaku.knowledge import knowledge_of
from domain.tiwanaku.land.generator import VERSION, generate
from domain.tiwanaku.land.text import read_land
from domain.tiwanaku.last_round import ONE_DIVINATION, ROTATING, FinalGuess, PassGuess
from domain.tiwanaku.state import FINAL, Tiwanaku, begin, seal_land
from domain.tiwanaku.turn import Act, Begin, CloseTurn, Turn, pending

RANDOM_BYTES = 16
"""Random bytes in the seed of a land, and in the salt of its commitment. Source: rules, H1 and H3."""

CELL = text(8, about="a letter for the row and a number for the column, for example A1")
EXPLORER = word(about="the explorer: e1, e2, ...")
CROP = number(about="the crop, 1 to 5")
TERRAIN = word(*material.TERRAINS)

VERBS: dict[str, dict[str, Field]] = {
    "send": {"explorer": EXPLORER},
    "explore": {"to": CELL},
    "move": {"to": CELL},
    "withdraw": {},
    "divine": {"explorer": EXPLORER, "crop": CROP},
    "offering": {
        "effect": word(about="extra_action or peek"),
        "cell": text(8, optional=True, about="the cell to look at, for peek"),
    },
    "exchange": {"give": many(TERRAIN, 8, about="two cubes"), "take": TERRAIN},
    "resolve_overflow": {
        "choice": word("decline", "exchange"),
        "give": many(TERRAIN, 8, optional=True, about="two cubes, for exchange"),
        "take": word(*material.TERRAINS, optional=True),
    },
    "end_turn": {},
    "final_divine": {"explorer": EXPLORER, "crop": CROP},
    "final_pass": {},
}

OPEN_CELL = text(8, optional=True)

FACTS: dict[str, dict[str, Field]] = {
    "game_created": {
        "size": word(*BOARDS),
        "explorers": number(),
        "starting_tiles": many(CELL),
        "supply": table(number()),
        "commitment": text(64),
    },
    "explorer_moved": {"seat": seat(), "explorer": EXPLORER, "origin": OPEN_CELL, "target": OPEN_CELL},
    "terrain_discovered": {"seat": seat(), "cell": CELL, "terrain": TERRAIN},
    "cube_gained": {"seat": seat(), "terrain": TERRAIN},
    "cube_overflowed": {"seat": seat(), "terrain": TERRAIN},
    "cube_declined": {"seat": seat(), "terrain": TERRAIN},
    "cubes_exchanged": {"seat": seat(), "give": many(TERRAIN), "take": TERRAIN},
    "divination_resolved": {
        "seat": seat(),
        "explorer": EXPLORER,
        "cell": CELL,
        "announced": number(),
        "actual": number(),
        "correct": flag(),
        "points": number(),
        "level": number(),
        "bonus": number(),
    },
    "offering_made": {"seat": seat(), "effect": word(), "cell": OPEN_CELL},
    "peek_revealed": {"seat": seat(), "cell": CELL, "crop": number()},
    "turn_ended": {"seat": seat(), "reason": word("ended", "wrong_guess")},
    "end_triggered": {"seat": seat(), "reason": word("last_tile", "stall_guard")},
    "final_round_started": {"first": seat(), "last_round": word(ONE_DIVINATION, ROTATING)},
    "final_passed": {"seat": seat()},
    "game_ended": {
        "scores": many(number()),
        "winners": many(seat()),
        "rating": word(optional=True),
        "seed": text(64),
        "salt": text(64),
        "land": text(128),
    },
}

FINAL_VERBS = ("final_divine", "final_pass")
ACT_VERBS = ("explore", "move", "withdraw")


def _table(**chosen: Any) -> Options:
    return {
        "size": "long",
        "ruleset": "seed",
        "cooperative": False,
        "last_round": ONE_DIVINATION,
        "stall_guard": 0,
        **chosen,
    }


class Game:
    """Tiwanaku, ruleset `seed`."""

    name = "tiwanaku"
    title = "Tiwanaku"
    ruleset = 1
    seats = range(1, 5)
    options: Mapping[str, Field] = {
        "size": word("long", "short", default="long", about="5 rows of 9 or of 5 cells"),
        "ruleset": word("seed", default="seed"),
        "cooperative": flag(default=False, about="one common total; 2 to 4 seats"),
        "last_round": word(ONE_DIVINATION, ROTATING, default=ONE_DIVINATION),
        "stall_guard": Field(
            "number", 0, 1000, default=0, about="quiet turns of every seat in a row that end the game; 0: never"
        ),
    }
    variants: Sequence[Options] = (
        _table(),
        _table(size="short", last_round=ROTATING, stall_guard=10),
        _table(size="short", cooperative=True),
        _table(cooperative=True, last_round=ROTATING, stall_guard=10),
        _table(size="short", stall_guard=1),
        _table(size="short", cooperative=True, last_round=ROTATING, stall_guard=2),
        _table(size="short", last_round=ROTATING),
    )
    steps: Mapping[str, Step[Any]] = {
        "begin": Begin(),
        "turn": Turn(),
        "act": Act(),
        "overflow": Overflow(),
        "close_turn": CloseTurn(),
        "pass_guess": PassGuess(),
        "final_guess": FinalGuess(),
    }
    verbs: Mapping[str, Mapping[str, Field]] = VERBS
    facts: Mapping[str, Mapping[str, Field]] = FACTS
    most_decisions = 20_000
    over_code = "game_over"
    state = Tiwanaku
    languages: Sequence[str] = ("en",)
    guide: Mapping[str, Plain] = GUIDE
    material: Mapping[str, Plain] = {
        "generator": VERSION,
        "boards": {
            size: {
                "rows": board.rows,
                "columns": board.columns,
                "cells": list(board.names),
                "border": list(board.listed(board.border)),
            }
            for size, board in BOARDS.items()
        },
        "aliases": {"rows": material.ROW_ALIASES, "columns": material.COLUMN_ALIASES},
        "terrains": [
            {"terrain": name, "letter": letter, "published": list(material.PUBLISHED_TERRAINS[name])}
            for name, letter in zip(material.TERRAINS, material.LETTERS, strict=True)
        ],
        "crops": [
            {
                "crop": crop,
                "name": material.CROP_NAMES[crop],
                "colour": material.CROP_COLOURS[crop],
                "tokens": material.CROP_TOKENS[crop],
            }
            for crop in material.CROPS
        ],
        "explorers": {"names": list(IDS), "each": {str(n): each for n, each in material.EXPLORERS.items()}},
        "cube_limit": material.CUBE_LIMIT,
        "top_level": material.TOP_LEVEL,
        "ratings": {
            size: [{"least": least, "rating": name} for least, name in ratings]
            for size, ratings in material.RATINGS.items()
        },
        "lowest_rating": material.LOWEST_RATING,
    }

    def refuse_table(self, seats: int, options: Options) -> str | None:
        """Refuse a wrong number of seats, and a cooperative game of one."""
        if seats not in self.seats:
            return "seats"
        return "cooperative_needs_two_seats" if options["cooperative"] and seats == 1 else None

    def seal(self, seats: int, options: Options, rng: Rng) -> Secret:
        """Draw seed and salt, and generate the land. Source: rules, section 14."""
        seed, salt = (bytes(rng.below(256) for _ in range(RANDOM_BYTES)).hex() for _ in range(2))
        made = generate(options["size"], seed)
        names = BOARDS[options["size"]].names
        return {
            "generator": VERSION,
            "seed": seed,
            "attempt": made.attempt,
            "salt": salt,
            "land": made.land.text(),
            "start": [names[cell] for cell in made.start],
        }

    def setup(self, seats: int, options: Options, secret: Secret) -> Tiwanaku:
        """Lay out the board with its starting tiles over the sealed land."""
        assert isinstance(secret, dict)
        land = read_land(secret["land"])
        state = begin(seats, dict(options), land, [BOARDS[land.size].index[name] for name in secret["start"]])
        seal_land(state, land, secret["seed"], secret["salt"])
        state.agenda = [("begin", 0)]
        return state

    def view(self, state: Tiwanaku, viewer: Viewer) -> dict[str, Plain]:
        """Return what the viewer may see."""
        return view.view(state, viewer)

    def scores(self, state: Tiwanaku, viewer: Viewer) -> tuple[Score, ...]:
        """Return the score sheet; nothing of it is hidden."""
        return scoring.sheet(state)

    def determinize(self, state: Tiwanaku, seat: int | None, rng: Rng) -> Tiwanaku:
        """Put another land under the board that agrees with all a seat knows; its seed stays unknown.

        The land is drawn when something first looks at it: many bots never do.
        """
        imagined = state.copy()
        if not state.over:
            ground = Ground(knowledge_of(state, seat), rng.below(solver.POOLS), rng.below(solver.PICKS))
            imagined.imagine(ground)
        return imagined

    def out_of_turn(self, state: Tiwanaku, seat: int, choice: Choice) -> str | None:
        """Return the rules' code for a verb that is not asked of this seat now. Source: rules, 13.1."""
        verb = choice[0]
        if (verb in FINAL_VERBS) != (state.phase == FINAL):
            return "wrong_phase"
        if seat != state.active():
            return "not_your_turn"
        if pending(state) is not None:
            return "pending_overflow"
        if verb == "resolve_overflow":
            return "no_pending_overflow"
        if verb in ACT_VERBS:
            return "no_explorer_sent" if state.actions else "no_action_left"
        return "action_required" if verb == "end_turn" else "explorer_is_sent"

    def census(self, state: Tiwanaku) -> dict[str, int]:
        """Count tiles, cubes and explorers wherever they are."""
        cube = pending(state)
        counts = {"explorers": sum(len(cells) for cells in state.explorers)}
        counts["cells"] = sum(state.supply) + state.tiles.bit_count()
        for n, name in enumerate(material.TERRAINS):
            counts[f"{name}_cubes"] = state.bank[n] + sum(owned[n] for owned in state.cubes) + (cube == n)
        return counts


GAME = Game()
"""The game."""
