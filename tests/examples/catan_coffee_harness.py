"""Worked examples of Catan: how a given position is built, commands are carried out, and the outcome is judged.

Seats stand as numbers. A command is one choice, or several in one batch: `Discard` is a single discard for each card
of its bundle, each of which is told by a fact of its own; `MoveShip` lifts a ship and puts it down. A bundle without
cards has no form: a command has at least one choice. Chance gives what the example names; a card may be left open
only where there is just one.
"""

from typing import Any

from domain.catan_coffee.board import ship_distances
from domain.catan_coffee.game import GAME
from domain.catan_coffee.goods import INDEX, LIMITS, RESOURCES
from domain.catan_coffee.lines import newly_closed, reached_villages, road_length
from domain.catan_coffee.placing import lift_ship
from domain.catan_coffee.points import coffee_points, public_points, rejudge_longest, total_points
from domain.catan_coffee.sites import rates
from domain.catan_coffee.state import State
from domain.catan_coffee.steps.main import movable_ships
from domain.catan_coffee.steps.roll import THROWS, ask_discards
from domain.catan_coffee.steps.thief import can_move_pirate, can_move_robber
from domain.catan_coffee.view import owed_discards, phase_of
from domain.core.agenda import decisions, options, settle
from domain.core.choices import Choice
from domain.core.command import Command, Fact, carry_out
from domain.core.errors import Refusal
from domain.core.hexes import (
    corners,
    edges_of_vertex,
    ends_of_edge,
    hex_id,
    hexes_of_edge,
    hexes_of_vertex,
    neighbours_of_vertex,
    sides,
)
from domain.core.plain import canonical, freeze
from tests.examples.loading import Case, Document, only

SCHEMA = "catan-coffee-conformance/1"
FILE_KEYS = ("schema", "version", "conventions", "provenance", "conflicts", "decisions", "examples")
CASE_KEYS = ("id", "title", "rule", "src", "given", "when", "then")
GIVEN_KEYS = (
    *("layout", "players", "options", "phase", "active", "turn", "pieces", "hands", "bank", "deck", "dev", "knights"),
    *("army", "longest_road", "coffee", "villages", "reserve", "contacts", "robber", "pirate"),
)
PIECES = ("settlements", "cities", "roads", "ships")
BEYOND_THE_RULES = ("longest_road_changed",)
"""Facts of which the table of events in the rules knows nothing."""


def reads(document: Document) -> bool:
    """Say whether a file holds examples of this game."""
    return document.get("schema") == SCHEMA


def cases(document: Document) -> list[tuple[str, Case]]:
    """Return the examples of a file."""
    only(document, FILE_KEYS, "the file")
    assert document.get("version") == 1, "another version of the examples"
    return [(case["id"], case) for case in document["examples"]]


def run(case: Case, document: Document) -> None:
    """Run one example."""
    only(case, CASE_KEYS, "the example")
    then = case["then"]
    only(then, ("error", "events", "state", "query"), "then")
    assert then, "the example asserts nothing"
    table = Table(build(case.get("given", {})))
    commands = case.get("when", [])
    for at, command in enumerate(commands):
        error = table.carry_out(command)
        expected = then.get("error") if at == len(commands) - 1 else None
        assert expected == error, f"{command['command']}: expected {expected}, refused with {error}"
    assert commands or "error" not in then, "an error without a command"
    if "events" in then:
        assert [snake(name) for name in then["events"]] == table.told()
    for name, expected in then.get("state", {}).items():
        assert name in STATE, f"unknown field of a state: {name}"
        STATE[name](table.state, expected)
    for name, expected in then.get("query", {}).items():
        assert name in QUERIES, f"unknown query: {name}"
        QUERIES[name](table.state, expected)


def snake(name: str) -> str:
    """Return the name of a fact for an event of the rules."""
    return "".join("_" + letter.lower() if letter.isupper() else letter for letter in name).lstrip("_")


# Given positions.


def build(given: dict[str, Any]) -> State:
    """Build a given position directly; it need not be reachable."""
    only(given, GIVEN_KEYS, "given")
    table = {name: field.default for name, field in GAME.options.items()}
    chosen = given.get("options", {})
    only(chosen, ("win", "pirate_blocks_harbours"), "the options")
    table.update(chosen, layout=given.get("layout", "coffee_4p"))
    state: State = GAME.setup(given.get("players", 4), table, None)
    phase = given.get("phase", "MAIN")
    place_pieces(state, given)
    deal_cards(state, given)
    pour_coffee(state, given)
    state.robber = place_of(state, given.get("robber"), state.robber)
    state.pirate = place_of(state, given.get("pirate"), state.pirate)
    if phase == "SETUP":
        only(given, [key for key in GIVEN_KEYS if key not in ("active", "turn", "pieces")], "given (set-up)")
    else:
        state.turn, state.active = given.get("turn", 10), given.get("active", 0)
        assert state.active in state.seats
        state.agenda = agenda(state, phase)
    if phase == "DISCARD":
        ask_discards(state)
    settle(GAME, state)
    return state


def agenda(state: State, phase: str) -> list[Any]:
    """Return what is still to be done in a phase."""
    seat = state.active
    known: dict[str, list[Any]] = {
        "PRE_ROLL": [("pre_roll", seat)],
        "MAIN": [("main", seat), ("market", seat)],
        "DISCARD": [("main", seat), ("market", seat), ("thief", seat)],
        "MOVE_THIEF": [("main", seat), ("market", seat), ("move_thief", seat)],
        "ROAD_BUILDING": [("main", seat), ("road_building", seat, 2), ("market", seat)],
    }
    assert phase in known, f"unknown phase: {phase}"
    return known[phase]


def place_of(state: State, place: list[int] | None, default: int | None) -> Any:
    """Return the number of a hex that an example names."""
    return default if place is None else state._board.hex_index[hex_id((place[0], place[1]))]


def by_seat(state: State, given: dict[int, Any], default: Any) -> list[Any]:
    """Return one value for each seat."""
    assert set(given) <= set(state.seats), f"no such seat: {given}"
    return [given.get(seat, default) for seat in state.seats]


def cards_of(given: dict[str, int]) -> list[int]:
    """Return cards by resource, int[5]."""
    only(given, RESOURCES, "cards")
    return [given.get(name, 0) for name in RESOURCES]


def spelt(cards: list[int]) -> tuple[str, ...]:
    """Return cards one by one, in canonical order."""
    return tuple(name for name, n in zip(RESOURCES, cards, strict=True) for _ in range(n))


def place_pieces(state: State, given: dict[str, Any]) -> None:
    """Put the pieces on the board, without what placing them would bring."""
    board = state._board
    for seat, pieces in given.get("pieces", {}).items():
        assert seat in state.seats
        only(pieces, PIECES, "pieces")
        state.settlements[seat] = [board.vertex_index[name] for name in pieces.get("settlements", [])]
        state.cities[seat] = [board.vertex_index[name] for name in pieces.get("cities", [])]
        state.roads[seat] = [board.edge_index[name] for name in pieces.get("roads", [])]
        state.ships[seat] = [board.edge_index[name] for name in pieces.get("ships", [])]
        assert all(board.is_road[e] for e in state.roads[seat]) and all(board.is_ship[e] for e in state.ships[seat])
    everything = [item for kind in (state.roads, state.ships) for items in kind for item in items]
    assert len(everything) == len(set(everything)), "two pieces on one side"
    state.derive()
    for seat in state.seats:
        state.closed[seat] = newly_closed(state, seat)
    names = [village.name for village in board.ground.shape.villages]
    contacts = given.get("contacts", {})
    for seat in state.seats:
        known = [names.index(name) for name in contacts[seat]] if seat in contacts else None
        state.contacts[seat] = reached_villages(state, seat) if known is None else known


def deal_cards(state: State, given: dict[str, Any]) -> None:
    """Fill hands, bank and deck; hand out army and longest road."""
    state.hands = [cards_of(hand) for hand in by_seat(state, given.get("hands", {}), {})]
    state.bank = [n - sum(hand[i] for hand in state.hands) for i, n in enumerate(state.bank)]
    for name, n in given.get("bank", {}).items():
        state.bank[INDEX[name]] = n
    if "deck" in given:
        state.deck = {name: given["deck"].count(name) for name in state.deck}
        assert sum(state.deck.values()) == len(given["deck"]), "unknown card in the deck"
    for seat, cards in enumerate(by_seat(state, given.get("dev", {}), [])):
        state.cards[seat] = [[name, turn] for name, turn in cards]
        assert all(name in state.deck for name, _ in state.cards[seat]), "unknown card in a hand"
    state.knights = by_seat(state, given.get("knights", {}), 0)
    state.army = given.get("army")
    state.longest = given.get("longest_road")
    if state._board.scenario.longest_road:
        state.longest_length = 0 if state.longest is None else road_length(state, state.longest)
        if state.longest is None:
            rejudge_longest(state)


def pour_coffee(state: State, given: dict[str, Any]) -> None:
    """Set out the coffee of villages, reserve and seats."""
    names = [village.name for village in state._board.ground.shape.villages]
    for name, n in given.get("villages", {}).items():
        state.stock[names.index(name)] = n
    state.reserve = given.get("reserve", state.reserve)
    state.coffee = by_seat(state, given.get("coffee", {}), 0)


# Commands.


def hex_name(args: dict[str, Any]) -> str:
    """Return the name of the hex that a command is about."""
    q, r = args["hex"]
    return hex_id((q, r))


def year_of_plenty(args: dict[str, Any]) -> Choice:
    """Return the choice of two cards or of one; another number of them, which has no form, as a wrong pair."""
    cards = spelt(cards_of(args["cards"]))
    if len(cards) not in (1, 2):
        return ("year_of_plenty", RESOURCES[-1], RESOURCES[0])
    return ("year_of_plenty", *cards) if len(cards) == 2 else ("year_of_plenty", *cards, None)


CHOICES: dict[str, tuple[tuple[str, ...], Any]] = {
    "PlaceInitialSettlement": (("vertex",), lambda a: [("place_settlement", a["vertex"])]),
    "PlaceInitialRoute": (("edge", "kind"), lambda a: [("place_route", a["edge"], a["kind"])]),
    "RollDice": ((), lambda a: [("roll",)]),
    "Discard": (("cards",), lambda a: [("discard", name) for name in spelt(cards_of(a["cards"]))]),
    "MoveRobber": (("hex", "victim"), lambda a: [("move_robber", hex_name(a), a.get("victim"))]),
    "MovePirate": (
        ("hex", "victim", "loot"),
        lambda a: [("move_pirate", hex_name(a), a.get("victim"), a.get("loot"))],
    ),
    "BuildRoad": (("edge",), lambda a: [("build_road", a["edge"])]),
    "BuildShip": (("edge",), lambda a: [("build_ship", a["edge"])]),
    "MoveShip": (("from", "to"), lambda a: [("move_ship", a["from"]), ("sail", a["to"])]),
    "BuildSettlement": (("vertex",), lambda a: [("build_settlement", a["vertex"])]),
    "BuildCity": (("vertex",), lambda a: [("build_city", a["vertex"])]),
    "BuyDevCard": ((), lambda a: [("buy_card",)]),
    "PlayKnight": ((), lambda a: [("knight",)]),
    "PlayRoadBuilding": ((), lambda a: [("road_building",)]),
    "PlaceFreeRoute": (("edge", "kind"), lambda a: [("place_route", a["edge"], a["kind"])]),
    "EndRoadBuilding": ((), lambda a: [("stop",)]),
    "PlayYearOfPlenty": (("cards",), lambda a: [year_of_plenty(a)]),
    "PlayMonopoly": (("resource",), lambda a: [("monopoly", a["resource"])]),
    "MaritimeTrade": (("give", "get"), lambda a: [("trade", a["give"], a["get"])]),
    "OfferTrade": (
        ("give", "want", "to"),
        lambda a: [("offer", spelt(cards_of(a["give"])), spelt(cards_of(a["want"])), _to(a))],
    ),
    "AcceptOffer": (("offer",), lambda a: [("accept", a["offer"])]),
    "RejectOffer": (("offer",), lambda a: [("reject", a["offer"])]),
    "ConfirmOffer": (("offer", "partner"), lambda a: [("confirm", a["offer"], a["partner"])]),
    "CancelOffer": (("offer",), lambda a: [("cancel", a["offer"])]),
    "EndTurn": ((), lambda a: [("end_turn",)]),
}
"""By command of the rules: its arguments, and its choices."""


def _to(args: dict[str, Any]) -> tuple[int, ...] | None:
    return tuple(args["to"]) if args.get("to") is not None else None


class Table:
    """A position under the commands of an example."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.version = 1
        self.facts: list[Fact] = []

    def carry_out(self, command: dict[str, Any]) -> str | None:
        """Carry out a command; return the rules' code if it is refused, having changed nothing."""
        only(command, ("player", "command", "args", "chance"), "the command")
        word, seat, args = command["command"], command["player"], command.get("args", {})
        assert word in CHOICES, f"unknown command: {word}"
        names, choices_of = CHOICES[word]
        only(args, names, f"the arguments of {word}")
        choices = choices_of(args)
        if not choices:
            return empty_discard(self.state, seat)
        before = canonical(freeze(self.state))
        known, self.version = self.version, self.version + 1
        try:
            chance = Chance(self.state, args.get("victim"), command.get("chance", {}))
            outcome = carry_out(GAME, self.state, self.version, Command(seat, choices, known), chance.pick)
        except Refusal as refused:
            assert before == canonical(freeze(self.state)), "a refusal changed the position"
            code = code_of(refused)
            return ship_move_code(self.state, seat, args, code) if word == "MoveShip" and not refused.index else code
        chance.finish()
        self.state, self.facts = outcome.state, outcome.facts
        return None

    def told(self) -> list[str]:
        """Return the names of the facts of the last command; the discards of a bundle count as one."""
        names: list[str] = []
        for fact, *_ in self.facts:
            if fact not in BEYOND_THE_RULES and (fact, names[-1:]) != ("cards_discarded", ["cards_discarded"]):
                names.append(fact)
        return names


def code_of(refused: Refusal) -> str:
    """Return the rules' code of a refusal."""
    assert refused.rule is not None, f"a refusal without a rule: {refused}"
    return refused.rule


def empty_discard(state: State, seat: int) -> str:
    """Return the rules' code of a bundle without cards, which is no choice at all."""
    if state.over:
        return GAME.over_code
    none = GAME.out_of_turn(state, seat, ("discard", RESOURCES[0]))
    return "BAD_DISCARD" if seat in owed_discards(state) else str(none)


def ship_move_code(state: State, seat: int, args: dict[str, Any], code: str) -> str:
    """Return the rules' code of a refused move: they judge origin and destination as one command.

    A move to where the ship lies comes before what keeps it there, and a ship that could go nowhere is refused for
    the destination that was named.
    """
    if code in ("GAME_OVER", "NOT_YOUR_TURN", "WRONG_PHASE", "SHIP_ALREADY_MOVED", "NO_SHIP_THERE"):
        return code
    if args["from"] == args["to"]:
        return "SAME_EDGE"
    if code != "NOT_CONNECTED":
        return code
    trial = state.copy()
    trial.lifted = trial._board.edge_index[args["from"]]
    lift_ship(trial, seat, trial.lifted)
    return str(GAME.steps["sail"].why_not(trial, seat, choice=("sail", args["to"])))


class Chance:
    """Gives the outcomes that a command names, and fails if another one is asked for."""

    def __init__(self, state: State, victim: int | None, given: dict[str, Any]) -> None:
        only(given, ("dice", "card"), "chance")
        self.given = dict(given)
        self.deck = state.deck.copy()
        self.robbed = [] if victim is None else state.hands[victim][:]

    def pick(self, kind: str, weights: Any) -> int:
        """Return the place of the named outcome."""
        if kind == "dice":
            return THROWS.index(("dice", *sorted(self.given.pop("dice"))))
        if "card" not in self.given:
            assert len(weights) == 1, f"chance is asked for {kind}, and the example gives nothing for it"
            return 0
        card = self.given.pop("card")
        held = self.deck if kind == "bought" else dict(zip(RESOURCES, self.robbed, strict=True))
        kinds = [name for name, n in held.items() if n]
        assert card in kinds, f"there is no {card} to be had"
        return kinds.index(card)

    def finish(self) -> None:
        """Fail if something named was not asked for."""
        assert not self.given, f"chance was not asked for {self.given}"


# What is asserted.


def same(expected: Any, found: Any) -> None:
    """Fail unless two values are equal."""
    assert expected == found


def each_seat(value: Any) -> Any:
    """Check one value for each seat that is named."""

    def check(state: State, expected: dict[int, Any]) -> None:
        for seat, wanted in expected.items():
            assert seat in state.seats
            assert wanted == value(state, seat), f"seat {seat}"

    return check


def edges_of_seat(kind: str) -> Any:
    """Check the sides or corners of a seat, in any order."""

    def check(state: State, expected: dict[int, list[str]]) -> None:
        names = state._board.vertices if kind in ("settlements", "cities") else state._board.edges
        for seat, wanted in expected.items():
            assert sorted(wanted) == sorted(names[at] for at in getattr(state, kind)[seat]), f"seat {seat}"

    return check


def village_names(state: State) -> list[str]:
    return [village.name for village in state._board.ground.shape.villages]


def check_hands(state: State, expected: dict[int, dict[str, int]]) -> None:
    for seat, hand in expected.items():
        assert cards_of(hand) == state.hands[seat], f"hand of seat {seat}"


def check_bank(state: State, expected: dict[str, int]) -> None:
    assert expected == {name: state.bank[INDEX[name]] for name in expected}


def check_villages(state: State, expected: dict[str, int]) -> None:
    assert expected == {name: state.stock[village_names(state).index(name)] for name in expected}


def check_hex(place: str) -> Any:
    return lambda state, expected: same(hex_name({"hex": expected}), state._board.hexes[getattr(state, place)])


STATE: dict[str, Any] = {
    "phase": lambda state, expected: same(expected, phase_of(state).upper()),
    "active": lambda state, expected: same(expected, state.active),
    "turn": lambda state, expected: same(expected, state.turn),
    "hands": check_hands,
    "bank": check_bank,
    "vp": each_seat(total_points),
    "public_vp": each_seat(public_points),
    "coffee": each_seat(lambda state, seat: state.coffee[seat]),
    "villages": check_villages,
    "reserve": lambda state, expected: same(expected, state.reserve),
    "contacts": each_seat(lambda state, seat: [village_names(state)[i] for i in state.contacts[seat]]),
    **{kind: edges_of_seat(kind) for kind in (*PIECES, "closed")},
    "robber": check_hex("robber"),
    "pirate": check_hex("pirate"),
    "army": lambda state, expected: same(expected, state.army),
    "longest_road": lambda state, expected: same(expected, state.longest),
    "knights": each_seat(lambda state, seat: state.knights[seat]),
    "dev_count": each_seat(lambda state, seat: len(state.cards[seat])),
    "dev": each_seat(lambda state, seat: state.cards[seat]),
    "open_offers": lambda state, expected: same(expected, len(state.offers)),
    "winners": lambda state, expected: same(expected, state.winners),
    "end_reason": lambda state, expected: same(expected, state.reason),
}


def query_named(of: Any) -> Any:
    """Check the corners or sides of a hex."""

    def check(state: State, expected: dict[str, Any]) -> None:
        only(expected, ("hex", "is"), "the query")
        q, r = expected["hex"]
        found = of((q, r))
        assert expected["is"] == {name: found[name] for name in expected["is"]}

    return check


def query_edge(state: State, expected: dict[str, Any]) -> None:
    only(expected, ("e", "ends", "hexes"), "the query")
    edge = expected["e"]
    assert sorted(expected.get("ends", ends_of_edge(edge))) == sorted(ends_of_edge(edge))
    assert sorted(map(tuple, expected.get("hexes", hexes_of_edge(edge)))) == sorted(hexes_of_edge(edge))


def query_vertex(state: State, expected: dict[str, Any]) -> None:
    only(expected, ("v", "hexes", "neighbours", "edges"), "the query")
    vertex = expected["v"]
    assert sorted(map(tuple, expected.get("hexes", hexes_of_vertex(vertex)))) == sorted(hexes_of_vertex(vertex))
    near, edges = neighbours_of_vertex(vertex), edges_of_vertex(vertex)
    assert sorted(expected.get("neighbours", near)) == sorted(near)
    assert sorted(expected.get("edges", edges)) == sorted(edges)


COUNTS = (
    *("vertices", "playable_edges", "road_edges", "ship_edges", "both"),
    *("settlement_vertices", "coastal_settlement_vertices"),
)


def query_counts(state: State, expected: dict[str, int]) -> None:
    only(expected, COUNTS, "counts")
    found = dict(zip(COUNTS, state._board.counts(), strict=True))
    assert expected == {name: found[name] for name in expected}


def query_ratios(state: State, expected: dict[int, dict[str, int]]) -> None:
    for seat, wanted in expected.items():
        found = rates(state, seat)
        assert wanted == {name: found[INDEX[name]] for name in wanted}, f"seat {seat}"


def query_ship_distance(state: State, expected: list[list[Any]]) -> None:
    vertex = state._board.vertex_index
    for start, goal, ships in expected:
        assert ships == ship_distances(state._board, vertex[start])[vertex[goal]], f"{start} to {goal}"


def query_movable(state: State, expected: dict[int, list[str]]) -> None:
    """Ask what the seat could move if it were its turn; what was done in this turn counts for the active seat."""
    for seat, wanted in expected.items():
        asked = state.copy()
        if seat != state.active:
            asked.ship_moved, asked.new_ships = False, []
        assert sorted(wanted) == sorted(state._board.edges[e] for e in movable_ships(asked, seat)), f"seat {seat}"


def query_thief_options(state: State, expected: dict[int, list[str]]) -> None:
    for seat, wanted in expected.items():
        allowed = {"robber": can_move_robber(state), "pirate": can_move_pirate(state, seat)}
        assert sorted(wanted) == sorted(name for name, may in allowed.items() if may)


def query_pieces_left(state: State, expected: dict[int, dict[str, int]]) -> None:
    for seat, wanted in expected.items():
        for pieces, n in wanted.items():
            piece = {"roads": "road", "ships": "ship", "settlements": "settlement", "cities": "city"}[pieces]
            assert piece in LIMITS and n == state.pieces_left(seat, piece), pieces


def query_discard_choices(state: State, expected: dict[int, list[str]]) -> None:
    for seat, wanted in expected.items():
        (asked,) = [d for d in decisions(GAME, state) if d.seat == seat and d.kind == "discard"]
        assert wanted == [name for _, name in options(GAME, state, asked)]


def query_asked(optional: bool) -> Any:
    """Check which seats owe a decision, or have an optional one open."""

    def check(state: State, expected: list[int]) -> None:
        asked = {decision.seat for decision in decisions(GAME, state) if decision.optional == optional}
        assert sorted(expected) == sorted(asked)

    return check


QUERIES: dict[str, Any] = {
    "corners": query_named(corners),
    "sides": query_named(sides),
    "edge": query_edge,
    "vertex": query_vertex,
    "counts": query_counts,
    "ship_distance": query_ship_distance,
    "coffee_total": lambda state, n: same(n, sum(state.stock) + state.reserve + sum(state.coffee)),
    "coffee_points": lambda state, expected: same(expected, {n: coffee_points(n) for n in expected}),
    "ratios": query_ratios,
    "deck": lambda state, expected: same(expected, {name: state.deck[name] for name in expected}),
    "movable_ships": query_movable,
    "may_move_pirate": each_seat(can_move_pirate),
    "may_move_robber": each_seat(lambda state, seat: can_move_robber(state)),
    "thief_options": query_thief_options,
    "pieces_left": query_pieces_left,
    "road_length": each_seat(road_length),
    "discards": lambda state, expected: same(expected, owed_discards(state)),
    "discard_choices": query_discard_choices,
    "to_act": query_asked(optional=False),
    "optional": query_asked(optional=True),
}
