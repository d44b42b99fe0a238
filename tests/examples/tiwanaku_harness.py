"""Worked examples of Tiwanaku: how given positions are built, commands issued, and queries answered.

Players are seats in the order given, an unknown name a seat that does not exist. `explore`, `move` and `withdraw`
are two choices of one batch: who is sent, and what it does. Terrain and crop of every cell come from a fixture.
"""

from typing import Any

from domain.core.agenda import settle
from domain.core.choices import Choice
from domain.core.command import Command, carry_out
from domain.core.errors import MalformedChoice, NotYourDecision, Refusal
from domain.core.plain import canonical, freeze
from domain.tiwanaku.board import BOARDS, make_board
from domain.tiwanaku.filling import CropSearch
from domain.tiwanaku.game import GAME
from domain.tiwanaku.guesses import EXPLORER
from domain.tiwanaku.land.generator import generate, stream_state
from domain.tiwanaku.land.inference import assign, first_planes, tangle_of
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.land.text import Land, broken_laws, commitment, read_land, regions_of
from domain.tiwanaku.material import EXPLORERS, LETTERS, TERRAINS, rating_of
from domain.tiwanaku.movement import destinations
from domain.tiwanaku.state import CROPS_PART, FINAL, MAIN, NOBODY, RESERVE, Tiwanaku, begin, seal_land
from tests.examples.loading import Case, Document, only

FILE_KEYS = ("schema_version", "game", "ruleset", "fixtures", "defaults", "examples")
CASE_KEYS = ("id", "title", "rule", "prov", "given", "steps", "then")
GIVEN_KEYS = (
    "fixture", "players", "explorers_each", "active", "phase", "actions_remaining", "divination_open", "tiles", "crops",
    "explorers", "cubes", "scores", "levels", "last_tile_by", "options",
)  # fmt: skip
SALT = "00" * 16


def reads(document: Document) -> bool:
    """Say whether a file holds examples of this game."""
    return document.get("game") == GAME.name


def cases(document: Document) -> list[tuple[str, Case]]:
    """Return the cases of a file."""
    only(document, FILE_KEYS, "the file")
    assert document["schema_version"] == 1 and document["ruleset"] == "seed", "another schema or ruleset"
    only(document["defaults"], GIVEN_KEYS, "defaults")
    for name, fixture in document["fixtures"].items():
        only(fixture, ("size", "start", "rows"), f"fixture {name}")
    return [(case["id"], case) for case in document["examples"]]


def run(case: Case, document: Document) -> None:
    """Run one case: its steps in order, then what it asserts of the position."""
    only(case, CASE_KEYS, "the case")
    assert case.get("steps") or case.get("then"), "the case asserts nothing"
    play = Play(case.get("given", {}), document)
    for step in case.get("steps", []):
        if "cmd" in step:
            play.issue(step)
        else:
            play.ask(step)
    play.check(case.get("then", {}))


def land_of(document: Document, name: str) -> Land:
    """Return the land of a fixture."""
    land = read_land("/".join(row.replace(" ", "") for row in document["fixtures"][name]["rows"]))
    assert land.size == document["fixtures"][name]["size"]
    return land


def start_of(document: Document, name: str) -> list[int]:
    """Return the starting tiles of a fixture."""
    fixture = document["fixtures"][name]
    return [BOARDS[fixture["size"]].index[cell] for cell in fixture["start"]]


class Play:
    """A position under the commands of a case."""

    def __init__(self, given: dict[str, Any], document: Document) -> None:
        only(given, GIVEN_KEYS, "given")
        self.document, self.case_given = document, given
        self.given = {**document["defaults"], **given}
        self.players: list[str] = self.given["players"]
        assert len(self.players) == len(set(self.players)), "a player sits twice"
        self.version = 1
        self.state = self.build()

    def seat(self, name: str) -> int:
        """Return the seat of a player, or one that does not exist."""
        return self.players.index(name) if name in self.players else len(self.players)

    def known_seat(self, name: str) -> int:
        """Return the seat of a player who has to be in the game."""
        assert name in self.players, f"not in the game: {name}"
        return self.players.index(name)

    def cell(self, name: str) -> int:
        """Return a cell of the board."""
        return self.state.board.index[name]

    def build(self) -> Tiwanaku:
        """Build the given position and settle it."""
        given, seats = self.given, len(self.players)
        only(given["options"], ("last_round", "stall_guard", "cooperative"), "options")
        options = {name: field.default for name, field in GAME.options.items()} | given["options"]
        land = land_of(self.document, given["fixture"])
        board = BOARDS[land.size]
        tiles, crops = ([board.index[name] for name in given[key]] for key in ("tiles", "crops"))
        assert len({*tiles, *crops}) == len(tiles) + len(crops), "a cell is given twice"
        state = begin(seats, options, land, crops)
        seal_land(state, land, "", SALT)
        for cell in tiles:
            state.tiles |= 1 << cell
            state.supply[land.terrain[cell]] -= 1
        if given["explorers_each"] is not None:
            state.explorers = [[RESERVE] * given["explorers_each"] for _ in range(seats)]
        for name, placed in given["explorers"].items():
            for explorer, cell in placed.items():
                state.explorers[self.known_seat(name)][EXPLORER[explorer]] = board.index[cell]
        for name, cubes in given["cubes"].items():
            only(cubes, TERRAINS, "cubes")
            for number, terrain in enumerate(TERRAINS):
                state.cubes[self.known_seat(name)][number] = cubes.get(terrain, 0)
                state.bank[number] -= cubes.get(terrain, 0)
        for name, score in given["scores"].items():
            state.parts[self.known_seat(name)][CROPS_PART] = score
        for name, levels in given["levels"].items():
            state.levels[self.known_seat(name)] = [levels.get(crop, 0) for crop in range(1, 6)]
        if given["last_tile_by"] is not None:
            state.last_tile_by = self.known_seat(given["last_tile_by"])
        self.begin_phase(state, self.known_seat(given["active"]))
        settle(GAME, state)
        return state

    def begin_phase(self, state: Tiwanaku, active: int) -> None:
        """Put on the agenda what is asked; in the last round those before `active` have had their divination."""
        given = self.given
        state.phase = given["phase"]
        state.actions, state.is_open = given["actions_remaining"], given["divination_open"]
        assert state.phase in (MAIN, FINAL), f"unknown phase: {state.phase}"
        if state.phase == MAIN:
            state.agenda = [("turn", active)]
            return
        assert state.last_tile_by != NOBODY, "the last round needs the seat of the last tile"
        state.actions = 0
        state.out = [not state.eligible(seat) for seat in range(state.seats)]
        if state.last_round == "one_divination":
            for ahead in range((active - state.last_tile_by) % state.seats):
                state.out[(state.last_tile_by + ahead) % state.seats] = True
        state.agenda = [("pass_guess", active)]

    # Commands.

    def issue(self, step: dict[str, Any]) -> None:
        """Carry out a command, which is refused exactly as expected."""
        before = canonical(freeze(self.state))
        code = self.attempt(step)
        assert step.get("expect") == code, f"{step}: {code}"
        if code is not None:
            assert before == canonical(freeze(self.state)), "a refusal changed the position"

    def attempt(self, step: dict[str, Any]) -> str | None:
        """Carry out a command; return the rules' code if it is refused."""
        known, self.version = self.version, self.version + 1
        command = Command(self.seat(step["by"]), choices_of(step), known)
        try:
            self.state = carry_out(GAME, self.state, self.version, command, no_draws).state
        except Refusal as refused:
            return code_of(refused)
        return None

    # Queries.

    def ask(self, step: dict[str, Any]) -> None:
        """Answer a query; a position's or a table's."""
        query = step["query"]
        if query in POSITION_QUERIES:
            fields, find = POSITION_QUERIES[query]
        else:
            assert query in TABLE_QUERIES, f"unknown query: {query}"
            fields, find = TABLE_QUERIES[query]
        only(step, ("query", "is", "note", *fields), "the query")
        expected, found = step.get("is", True), find(self, step)
        assert expected == found, f"{step}: {found}"

    def view(self, of: str) -> dict[str, Any]:
        """Return the position as a player or `spectator` sees it."""
        return GAME.view(self.state, () if of == "spectator" else (self.known_seat(of),))

    def peeks(self, of: str) -> dict[str, int]:
        """Return the crops that a player knows from peeks."""
        cells = [cell for row in self.view(of)["rows"] for cell in row]
        return {cell["cell"]: cell["peeked"] for cell in cells if cell["peeked"] is not None}

    def looks_alike(self, step: dict[str, Any], of: str) -> bool:
        """Run commands on two fixtures and say whether all views are the same after every step."""
        plays = [Play({**self.case_given, "fixture": name}, self.document) for name in step["fixtures"]]
        assert len(plays) == 2 and step["commands"], "two fixtures and some commands are compared"
        seen = [[masked(play.view(of))] for play in plays]
        for command in step["commands"]:
            for play, views in zip(plays, seen, strict=True):
                play.issue(command)
                views.append(masked(play.view(of)))
        return seen[0] == seen[1]

    def solutions(self, given: list[str]) -> int:
        """Count the layers of crops that fit the terrains and the true crops of the given cells."""
        land, board = self.state.land(), self.state.board
        regions = regions_of(board, land.terrain)
        planes = first_planes(regions)
        for name in given:
            assign(planes, board.index[name], land.crops[board.index[name]])
        found: list[Any] = []
        CropSearch(tangle_of(board, regions), board.every).walk(planes, lambda solved: found.append(solved) or False)
        return len(found)

    # What is asserted at the end.

    def check(self, then: dict[str, Any]) -> None:
        """Check what a case asserts of the position."""
        only(then, tuple(CHECKS), "then")
        for key, expected in then.items():
            CHECKS[key](self, expected)

    def cells(self, key: str) -> dict[str, Any]:
        """Return one field of the public view by cell."""
        return {cell["cell"]: cell[key] for row in self.view("spectator")["rows"] for cell in row}

    def check_cells(self, key: str, expected: dict[str, Any]) -> None:
        found = self.cells(key)
        assert expected == {name: found[name] for name in expected}

    def check_seats(self, find: Any, expected: dict[str, Any]) -> None:
        seats = self.view("spectator")["seats"]
        assert expected == {name: find(seats[self.known_seat(name)]) for name in expected}


def choices_of(step: dict[str, Any]) -> list[Choice]:
    """Return the choices of a command."""
    word = step["cmd"]
    assert word in COMMANDS, f"unknown command: {word}"
    only(step, ("cmd", "by", "expect", *COMMANDS[word]), "the command")
    if word in ("explore", "move", "withdraw"):
        rest = (step["to"],) if word != "withdraw" else ()
        return [("send", step["explorer"]), (word, *rest)]
    values = [step.get(field) for field in COMMANDS[word]]
    return [(word, *(tuple(value) if isinstance(value, list) else value for value in values))]


COMMANDS: dict[str, tuple[str, ...]] = {
    "explore": ("explorer", "to"),
    "move": ("explorer", "to"),
    "withdraw": ("explorer",),
    "divine": ("explorer", "crop"),
    "exchange": ("give", "take"),
    "resolve_overflow": ("choice", "give", "take"),
    "offering": ("effect", "cell"),
    "end_turn": (),
    "final_divine": ("explorer", "crop"),
    "final_pass": (),
}


def code_of(refused: Refusal) -> str:
    """Return the rules' code of a refusal."""
    assert not isinstance(refused, MalformedChoice), f"not a command of the game at all: {refused}"
    assert refused.rule is not None, f"a refusal without a rule: {refused}"
    assert (refused.rule == "not_your_turn") <= isinstance(refused, NotYourDecision)
    return refused.rule


def no_draws(kind: str, weights: Any) -> int:
    """Nothing is drawn in this game."""
    raise AssertionError(f"chance is asked to {kind}")


def masked(view: dict[str, Any]) -> dict[str, Any]:
    """Return a view without the commitment, which differs between any two lands."""
    return {key: value for key, value in view.items() if key != "disc_commitment"}


def counts(land: Land, cells: list[int]) -> dict[str, int]:
    """Count the terrains of a land without those of some cells."""
    kept = [terrain for cell, terrain in enumerate(land.terrain) if cell not in cells]
    return {name: kept.count(number) for number, name in enumerate(TERRAINS)}


def started(play: Play, name: str) -> dict[str, Any]:
    """Return the public view at the start of a game on a fixture."""
    land, start = land_of(play.document, name), start_of(play.document, name)
    names = BOARDS[land.size].names
    secret = {"land": land.text(), "start": [names[c] for c in start], "seed": "", "salt": SALT}
    options = {key: field.default for key, field in GAME.options.items()}
    state = GAME.setup(2, options, secret)
    settle(GAME, state)
    return GAME.view(state, ())


def broken(step: dict[str, Any]) -> list[str]:
    """Return the laws that given rows break."""
    rows = [row.split() for row in step["rows"]]
    cells = [cell for row in rows for cell in row]
    board = make_board("", len(rows), len(rows[0]))
    return broken_laws(board, [LETTERS.index(cell[0]) for cell in cells], [int(cell[1]) for cell in cells])


def is_made(play: Play, step: dict[str, Any]) -> bool:
    """Say whether the generator makes a fixture, starting tiles included."""
    made = generate(step["size"], str(step["seed"]))
    return (made.land, made.start) == (
        land_of(play.document, step["is_fixture"]),
        sorted(start_of(play.document, step["is_fixture"])),
    )


def hidden_cells(play: Play, name: str) -> int:
    """Count the cells that are undiscovered at the start on a fixture."""
    return sum(cell["state"] == "undiscovered" for row in started(play, name)["rows"] for cell in row)


def reachable(play: Play, step: dict[str, Any]) -> list[str]:
    """Return where an explorer can go."""
    cells = destinations(play.state, play.known_seat(step["by"]), EXPLORER[step["explorer"]])
    return play.state.board.listed(cells)


def committed(play: Play, step: dict[str, Any]) -> str:
    """Return the commitment of a fixture, whose text is as the case says."""
    text = land_of(play.document, step["fixture"]).text()
    assert step["text"] == text
    return commitment(step["salt_hex"], text)


def is_valid(play: Play, step: dict[str, Any]) -> bool:
    """Say whether a fixture obeys the laws."""
    land = land_of(play.document, step["fixture"])
    return not broken_laws(BOARDS[land.size], land.terrain, land.crops)


def numbers(step: dict[str, Any]) -> list[str]:
    """Return the first numbers of a random stream."""
    rng = SplitMix(step["state"])
    return [f"0x{rng.next():016X}" for _ in step["is"]]


POSITION_QUERIES: dict[str, tuple[tuple[str, ...], Any]] = {
    "destinations": (("by", "explorer"), reachable),
    "known_crops": (("of",), lambda play, step: play.peeks(step["of"])),
    "phase": ((), lambda play, step: play.view("spectator")["phase"]),
    "active": ((), lambda play, step: play.players[play.view("spectator")["active"]]),
    "same_public_view": (("fixtures", "commands"), lambda play, step: play.looks_alike(step, "spectator")),
    "same_view": (("of", "fixtures", "commands"), lambda play, step: play.looks_alike(step, step["of"])),
    "regions": ((), lambda play, step: sorted(map(play.state.board.listed, regions_of(
        play.state.board, play.state.land().terrain)))),
    "solutions": (("given",), lambda play, step: play.solutions(step["given"])),
}  # fmt: skip

TABLE_QUERIES: dict[str, tuple[tuple[str, ...], Any]] = {
    "explorers_each": (("players",), lambda play, step: EXPLORERS[step["players"]]),
    "border_count": (("size",), lambda play, step: BOARDS[step["size"]].border.bit_count()),
    "supply_after_start": (("fixture",), lambda play, step: started(play, step["fixture"])["supply"]),
    "crop_supply_shown_at_start": (("fixture",), lambda play, step: {
        int(crop): left for crop, left in started(play, step["fixture"])["crop_supply"].items()}),
    "rating": (("size", "score"), lambda play, step: rating_of(step["size"], step["score"])),
    "cells_to_discover": (("fixture",), lambda play, step: hidden_cells(play, step["fixture"])),
    "valid_board": (("fixture",), is_valid),
    "broken_laws": (("rows",), lambda play, step: broken(step)),
    "generate": (("size", "seed", "is_fixture"), is_made),
    "splitmix64": (("state",), lambda play, step: numbers(step)),
    "stream_state": (("size", "seed", "attempt"), lambda play, step: (
        f"0x{stream_state(step['size'], str(step['seed']), step['attempt']):016X}")),
    "terrain_counts": (("fixture",), lambda play, step: counts(land_of(play.document, step["fixture"]), [])),
    "commitment": (("fixture", "salt_hex", "text"), committed),
}  # fmt: skip


def check_winners(play: Play, expected: list[str]) -> None:
    won = [score.seat for score in GAME.scores(play.state, ()) if score.won]
    assert sorted(map(play.known_seat, expected)) == won


def check_explorers(play: Play, expected: dict[str, Any]) -> None:
    for name, placed in expected.items():
        found = play.view("spectator")["seats"][play.known_seat(name)]["explorers"]
        assert placed == {explorer: found[explorer] for explorer in placed}


def check_active(play: Play, expected: str) -> None:
    assert play.known_seat(expected) == play.view("spectator")["active"]


CHECKS: dict[str, Any] = {
    "active": check_active,
    "phase": lambda play, phase: same(phase, play.view("spectator")["phase"]),
    "actions_remaining": lambda play, left: same(left, play.view("spectator")["actions_remaining"]),
    "cubes": lambda play, cubes: play.check_seats(lambda seat: {k: n for k, n in seat["cubes"].items() if n}, cubes),
    "scores": lambda play, scores: play.check_seats(lambda seat: seat["points"], scores),
    "levels": lambda play, levels: play.check_seats(
        lambda seat: {int(k): n for k, n in seat["stones"].items() if n}, levels
    ),
    "explorers": check_explorers,
    "tile_states": lambda play, states: play.check_cells("state", states),
    "terrain": lambda play, terrain: play.check_cells("terrain", terrain),
    "crop": lambda play, crops: play.check_cells("crop", crops),
    "winners": check_winners,
}


def same(expected: Any, found: Any) -> None:
    """Fail unless two values are equal."""
    assert expected == found
