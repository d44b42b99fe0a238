"""Positions of Tiwanaku under the commands of a worked example.

Players are seats in the order given, an unknown name a seat that does not exist. `explore`, `move` and `withdraw`
are two choices of one batch: who is sent, and what it does. Terrain and crop of every cell come from a fixture.

The rules give a code for every wrong value, such as `bad_crop` for whatever is no integer from 1 to 5. Of a client we
refuse what has not the form of its field (the crop "3", 2.5, true or null, a cell that is a number, cubes that are no
list of terrains) as `malformed_choice` before the rules are asked. So where a case has such a value, the harness finds
it malformed, and then has the rules refuse a value of the right form that is just as wrong (crop 0, cell "none") with
the code that the case expects: see `well_formed`.
"""

from typing import Any

from domain.core.agenda import conclude, settle
from domain.core.choices import Choice, Field, check_choice
from domain.core.command import Command, carry_out
from domain.core.errors import MalformedChoice, NotYourDecision, Refusal
from domain.core.plain import canonical, freeze
from domain.tiwanaku.board import BOARDS
from domain.tiwanaku.filling import CropSearch
from domain.tiwanaku.game import GAME
from domain.tiwanaku.guesses import EXPLORER
from domain.tiwanaku.land.inference import assign, first_planes, tangle_of
from domain.tiwanaku.land.text import Land, read_land, regions_of
from domain.tiwanaku.material import TERRAINS
from domain.tiwanaku.state import CROPS_PART, FINAL, FINISHED, MAIN, NOBODY, RESERVE, Tiwanaku, begin, seal_land
from tests.examples.loading import Document, only

GIVEN_KEYS = (
    "fixture", "players", "explorers_each", "active", "phase", "actions_remaining", "divination_open", "tiles", "crops",
    "explorers", "cubes", "scores", "levels", "last_tile_by", "options",
)  # fmt: skip
SALT = "00" * 16
RESERVE_WORDS = (None, "reserve")


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
        land = land_of(self.document, given["fixture"])
        options = options_of(given["options"], land.size)
        refused = GAME.refuse_table(seats, options)
        assert refused is None, f"no such table: {refused}"
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
                place = RESERVE if cell in RESERVE_WORDS else board.index[cell]
                state.explorers[self.known_seat(name)][EXPLORER[explorer]] = place
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
        assert state.phase in (MAIN, FINAL, FINISHED), f"unknown phase: {state.phase}"
        if state.phase == FINISHED:
            conclude(state)
            return
        if state.phase == MAIN:
            state.agenda = [("turn", active)]
            return
        if state.last_tile_by == NOBODY:
            state.last_tile_by = active
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
        """Carry out a command; return the rules' code if it is refused.

        What is no value of its field at all, as the crop "maize", is refused by the form of a choice already. The
        code is then that of a value of the right form which is just as wrong.
        """
        choices, code = choices_of(step), {}
        try:
            check_form(choices)
        except MalformedChoice:
            choices, code = well_formed(step)
        refused = self.send(self.seat(step["by"]), choices)
        return code.get(refused, refused) if refused else refused

    def send(self, seat: int, choices: list[Choice]) -> str | None:
        """Send choices; return the rules' code if they are refused."""
        known, self.version = self.version, self.version + 1
        try:
            self.state = carry_out(GAME, self.state, self.version, Command(seat, choices, known), no_draws).state
        except Refusal as refused:
            return code_of(refused)
        return None

    # Queries.

    def on(self, step: dict[str, Any]) -> "Play":
        """Return this position, or that of the same case on another fixture."""
        if "fixture" not in step:
            return self
        return Play({**self.case_given, "fixture": step["fixture"]}, self.document)

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

    def cells(self, key: str) -> dict[str, Any]:
        """Return one field of the public view by cell."""
        return {cell["cell"]: cell[key] for row in self.view("spectator")["rows"] for cell in row}

    def check_cells(self, key: str, expected: dict[str, Any]) -> None:
        found = self.cells(key)
        assert expected == {name: found[name] for name in expected}

    def check_seats(self, find: Any, expected: dict[str, Any]) -> None:
        seats = self.view("spectator")["seats"]
        assert expected == {name: find(seats[self.known_seat(name)]) for name in expected}

    def named(self, key: str) -> str | None:
        """Return the player whose seat stands in the public view."""
        seat = self.view("spectator")[key]
        return None if seat is None else self.players[seat]

    def by_player(self, key: str) -> dict[str, Any]:
        """Return what lies before every player."""
        return {name: self.view("spectator")["seats"][seat][key] for seat, name in enumerate(self.players)}

    def crop_supply(self) -> dict[int, int]:
        """Return the crop tokens that are shown as left."""
        return {int(crop): left for crop, left in self.view("spectator")["crop_supply"].items()}

    def winners(self) -> list[int]:
        """Return the seats that have won."""
        return [score.seat for score in GAME.scores(self.state, ()) if score.won]


def options_of(given: dict[str, Any], size: str) -> dict[str, Any]:
    """Return the options of a table, those that a case gives among them."""
    options = {name: field.default for name, field in GAME.options.items()} | {"size": size, **given}
    only(options, tuple(GAME.options), "options")
    options["stall_guard"] = options["stall_guard"] or 0
    faults = [field.fault(options[name]) for name, field in GAME.options.items()]
    assert not any(faults) and options["size"] == size, f"no such options: {given}"
    return options


def choices_of(step: dict[str, Any]) -> list[Choice]:
    """Return the choices of a command."""
    word = step["cmd"]
    assert word in COMMANDS, f"unknown command: {word}"
    only(step, ("cmd", "by", "expect", "note", *COMMANDS[word]), "the command")
    if word in ("explore", "move", "withdraw"):
        rest = (step.get("to"),) if word != "withdraw" else ()
        return [("send", step.get("explorer")), (word, *rest)]
    values = [step.get(field) for field in COMMANDS[word]]
    return [(word, *(tuple(value) if isinstance(value, list) else value for value in values))]


def check_form(choices: list[Choice]) -> None:
    """Raise `MalformedChoice` if a value has not the form of its field."""
    for choice in choices:
        check_choice(GAME.verbs, choice)


def well_formed(step: dict[str, Any]) -> tuple[list[Choice], dict[str, str]]:
    """Return a command with wrong values of the right form in place of values of none, and codes to be read as others.

    Cubes that do not exist are cubes not owned: with none given instead, all that is tested before is the same.
    """
    fixed = {**step}
    wrong = {"explorer": "nobody", "crop": 0, "to": "none", "cell": "none", "effect": "nothing"}
    for field, value in wrong.items():
        if field in COMMANDS[step["cmd"]] and VALUES[field].fault(step.get(field)):
            fixed[field] = value
    code = {}
    give = step.get("give")
    if "give" in COMMANDS[step["cmd"]] and not isinstance(give, list):
        fixed["give"] = []
    elif give is not None and not set(give) <= set(TERRAINS):
        fixed["give"] = []
        code = {"exchange_two_for_one": "not_enough_cubes"} if len(give) == 2 else {}
    if "take" in COMMANDS[step["cmd"]] and step.get("take") not in TERRAINS:
        fixed["give"], fixed["take"] = [], TERRAINS[0]
    choices = choices_of(fixed)
    check_form(choices)
    return choices, code


VALUES: dict[str, Field] = {
    "explorer": GAME.verbs["send"]["explorer"],
    "crop": GAME.verbs["divine"]["crop"],
    "to": GAME.verbs["explore"]["to"],
    "cell": GAME.verbs["offering"]["cell"],
    "effect": GAME.verbs["offering"]["effect"],
}
"""The form of a field of a command."""

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
