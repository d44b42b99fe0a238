"""Worked examples of Little Tavern: how its four kinds of cases are read, played and judged.

Players are seats in the order given, an unknown name a seat that does not exist. `resolve_event` stands for the
choices of one stage of an event, sent as one batch; if it says too little or too much it maps to no batch, and
counts as refused with `invalid_choice`. Chance gives the cards that the case names and no others.
"""

from itertools import chain
from typing import Any

from domain.core.agenda import SYSTEM, Decision, apply, decisions, settle
from domain.core.choices import Choice
from domain.core.command import Command, Fact, carry_out, open_game, replay
from domain.core.errors import MalformedChoice, NotYourDecision, Refusal
from domain.core.plain import canonical, freeze
from domain.little_tavern.asks import ASKS
from domain.little_tavern.cards import CHARACTERS
from domain.little_tavern.events import EVENT_SETS, EVENTS
from domain.little_tavern.game import GAME
from domain.little_tavern.state import Tavern
from tests.examples.loading import Case, Document, only

FILE_KEYS = ("schema_version", "game", "provenance", "conventions", "decisions", "conflicts", "cases")
CASE_KEYS = ("id", "title", "kind", "rule", "source", "given", "when", "then")
GIVEN_KEYS = (
    "players", "coins", "tables", "active", "phase", "event_set", "events_used", "discard", "next_characters",
    "next_events", "in_hand", "current_event", "round",
)  # fmt: skip
PLAYERS = ["ana", "ben", "cleo"]
NOT_YOURS = ("not_active_player",)
"""Codes of the rules that are a kind of refusal of the kernel, whatever rule it names."""


def reads(document: Document) -> bool:
    """Say whether a file holds examples of this game."""
    return document.get("game") == GAME.name


def cases(document: Document) -> list[tuple[str, Case]]:
    """Return the cases of a file."""
    only(document, FILE_KEYS, "the file")
    assert document.get("schema_version") == 1, "another schema of examples"
    return [(case["id"], case) for case in document["cases"]]


def run(case: Case, document: Document) -> None:
    """Run one case."""
    only(case, CASE_KEYS, "the case")
    assert case["kind"] in KINDS, f"unknown kind of case: {case['kind']}"
    assert case["then"], "the case asserts nothing"
    KINDS[case["kind"]](case)


class Names:
    """The players of a case as seats."""

    def __init__(self, players: list[str]) -> None:
        assert len(players) == len(set(players)), "a player sits twice"
        self.players = players

    def seat(self, name: str) -> int:
        """Return the seat of a player, or one that does not exist."""
        return self.players.index(name) if name in self.players else len(self.players)

    def seats(self, names: list[str]) -> list[int]:
        """Return the seats of players who are in the game, in ascending order."""
        assert set(names) <= set(self.players), f"not in the game: {set(names) - set(self.players)}"
        return sorted(map(self.seat, names))

    def by_seat(self, given: dict[str, Any], default: Any) -> list[Any]:
        """Return one value for each seat."""
        self.seats(list(given))
        return [given.get(name, default) for name in self.players]


class Dealer:
    """Gives the cards that a case names, in their order, and fails if another one is asked for."""

    def __init__(self, characters: list[str], events: list[str]) -> None:
        self.coming = {"meet": list(characters), "read_event": list(events)}
        self.piles: dict[str, list[str]] = {}
        self.asked = 0

    def look_at(self, state: Tavern) -> None:
        """Note what is undrawn before a command."""
        self.piles = {"meet": state.characters[:], "read_event": state.events[:]}

    def __call__(self, kind: str, weights: list[int]) -> int:
        """Return the place of the coming card among those that are undrawn."""
        self.asked += 1
        assert self.coming.get(kind), f"chance is asked to {kind}, and the case gives nothing for it"
        card, pile = self.coming[kind].pop(0), self.piles[kind]
        assert card in pile and len(weights) == len(pile), f"{card} cannot be drawn"
        index = pile.index(card)
        del pile[index]
        return index


class Play:
    """A position under the commands of a case, with everything that was told, and the last refusal."""

    def __init__(self, state: Tavern, names: Names, dealer: Dealer) -> None:
        self.state = state
        self.names = names
        self.dealer = dealer
        self.version = 1
        self.facts: list[Fact] = []
        self.refused: Refusal | None = None

    @property
    def view(self) -> dict[str, Any]:
        """Return the position as a spectator sees it."""
        return GAME.view(self.state, ())

    def send(self, seat: int, choices: list[Choice]) -> None:
        """Carry out a command, then what happens by itself; raises a `Refusal`."""
        self.dealer.look_at(self.state)
        known, self.version = self.version, self.version + 1
        outcome = carry_out(GAME, self.state, self.version, Command(seat, choices, known), self.dealer)
        self.state = outcome.state
        self.facts += outcome.facts
        if self.asked is not None and self.asked.seat == SYSTEM:
            self.send(SYSTEM, GAME.steps[self.asked.kind].options(self.state, SYSTEM, *self.asked.args))

    @property
    def asked(self) -> Decision | None:
        """Return the open decision."""
        return next(iter(decisions(GAME, self.state)), None)


# Positions and commands.


def build(given: dict[str, Any], players: list[str]) -> Tavern:
    """Build a given position directly; it need not be reachable."""
    names = Names(players)
    state = Tavern(len(players), given.get("event_set", "standard"))
    state.coins = names.by_seat(given.get("coins", {}), state.starting)
    state.tables = [list(guests) for guests in names.by_seat(given.get("tables", {}), [])]
    state.hand = list(given.get("in_hand", []))
    state.discard = list(given.get("discard", []))
    state.used = list(given.get("events_used", []))
    state.round = given.get("round", 1)
    state.active = state.first = names.seats([given.get("active", players[0])])[0]
    event, phase = given.get("current_event"), given.get("phase", "awaiting_draw")
    if phase == "awaiting_event_choices":
        state.event = event
    elif event is not None:
        state.used.append(event)
    for pile, gone in (
        (state.characters, [*state.hand, *state.discard, *chain(*state.tables)]),
        (state.events, [*state.used, *([state.event] if state.event else [])]),
    ):
        for card in gone:
            assert card in pile, f"{card} is not in the box, or lies in two places"
            pile.remove(card)
    state.agenda = agenda(state, phase, event)
    state.over = phase == "game_over"
    if not state.over:
        settle(GAME, state)
    return state


def agenda(state: Tavern, phase: str, event: str | None) -> list[Any]:
    """Return what is still to be done in a phase."""
    seat = state.active
    if phase == "awaiting_event_choices":
        assert event is not None, "no event waits for choices"
        stage = max(n for n, part in enumerate(EVENTS[event].stages) if part.asks) if state.hand else 0
        return [("pay", seat), ("clear_away", seat, False), ("stage", seat, event, stage)]
    known: dict[str, list[Any]] = {
        "awaiting_draw": [("turn", seat)],
        "awaiting_placement": [("place", seat)],
        "awaiting_payment": [("pay", seat)],
        "game_over": [],
    }
    assert phase in known, f"unknown phase: {phase}"
    assert (phase == "awaiting_placement") == (len(state.hand) == 1), "the hand does not fit the phase"
    return known[phase]


COMMANDS: dict[str, tuple[str, ...]] = {
    "draw_character": (),
    "draw_event": (),
    "place_character": ("table",),
    "pay_event": ("to",),
    "resolve_event": ("choices",),
}


def issue(play: Play, command: dict[str, Any]) -> str | None:
    """Carry out a command of a case; return the rules' code if it is refused."""
    word = command["command"]
    assert word in COMMANDS, f"unknown command: {word}"
    only(command, ("by", "command", *COMMANDS[word]), "the command")
    seat = play.names.seat(command["by"])
    if word == "resolve_event":
        return resolve(play, seat, command["choices"])
    choice: Choice = {
        "draw_character": lambda: ("draw", "character"),
        "draw_event": lambda: ("draw", "event"),
        "place_character": lambda: ("place", play.names.seat(command["table"])),
        "pay_event": lambda: ("pay", play.names.seat(command["to"])),
    }[word]()
    return attempt(play, seat, [choice])


def attempt(play: Play, seat: int, choices: list[Choice]) -> str | None:
    """Send choices; return the rules' code if they are refused, having changed nothing."""
    before, asked = canonical(freeze(play.state)), play.dealer.asked
    try:
        play.send(seat, choices)
    except Refusal as refused:
        assert before == canonical(freeze(play.state)), "a refusal changed the position"
        assert asked == play.dealer.asked, "a refusal drew a card"
        play.refused = refused
        return code_of(refused)
    return None


def code_of(refused: Refusal) -> str:
    """Return the rules' code of a refusal."""
    if isinstance(refused, MalformedChoice):
        return "invalid_choice"
    assert refused.rule is not None, f"a refusal without a rule: {refused}"
    assert (refused.rule in NOT_YOURS) <= isinstance(refused, NotYourDecision)
    return refused.rule


def resolve(play: Play, seat: int, given: dict[str, Any]) -> str | None:
    """Send the choices of one stage of an event as one batch."""
    asked = play.asked
    if asked is None or asked.seat != seat or asked.kind not in ASKS:
        return attempt(play, seat, [("go", "left")])
    left = {key: dict(value) if isinstance(value, dict) else value for key, value in given.items()}
    position, batch = play.state, []
    while asked is not None and asked.seat == seat and asked.kind in ASKS:
        choice = answer_of(play.names, asked, left)
        if choice is None:
            return "invalid_choice"
        batch.append(choice)
        try:
            position = apply(GAME, position, seat, choice)
        except Refusal:
            return attempt(play, seat, batch)
        asked = next(iter(decisions(GAME, position)), None)
    if any(value != {} for value in left.values()):
        return "invalid_choice"
    return attempt(play, seat, batch)


def answer_of(names: Names, asked: Decision, left: dict[str, Any]) -> Choice | None:
    """Take the answer to a decision out of the choices of a command; None if it is missing."""
    _, key, *which = asked.args
    if asked.kind == "pick_at_table":
        card = left.get(key, {}).pop(names.players[which[0]], None)
        return None if card is None else ("pick", card)
    if asked.kind == "seat_character":
        table = left.get(key, {}).pop(which[0], None)
        return None if table is None else ("seat", which[0], names.seat(table))
    value = left.pop(key, None)
    if value is None:
        return None
    (verb,) = GAME.steps[asked.kind].verbs
    return (verb, names.seat(value) if verb in ("choose", "name") else value)


# What is asserted of a position.


def check_ended_round(play: Play, expected: dict[str, Any]) -> None:
    only(expected, ("tips", "first_next"), "ended_round")
    scored = [public for fact, public, _, _ in play.facts if fact == "round_scored"]
    assert play.names.by_seat(expected["tips"], None) == scored[-1]["sums"] == play.view["rounds"][-1]["tips"]
    assert play.names.seats([expected["first_next"]]) == [play.view["first"]]


def check_pile_sizes(play: Play, expected: dict[str, int]) -> None:
    only(expected, ("characters", "events"), "pile_sizes")
    piles = play.view["piles"]
    assert expected == {name: piles[name]["size"] for name in expected}
    assert all(pile["size"] == len(pile["cards"]) for pile in piles.values())


def check_by_player(play: Play, what: str, expected: dict[str, Any]) -> None:
    play.names.seats(list(expected))
    for name, value in expected.items():
        found = play.view[what][play.names.seat(name)]
        assert value == found if what == "coins" else sorted(value) == sorted(found), f"{what} of {name}"


def check_legal_draws(play: Play, expected: list[str]) -> None:
    listed = GAME.steps["turn"].options(play.state, play.view["active"])
    assert sorted(expected) == sorted(kind for _, kind in listed)
    assert play.view["phase"] == "awaiting_draw"


def check_legal_placements(play: Play, expected: list[str]) -> None:
    listed = GAME.steps["place"].options(play.state, play.view["active"])
    assert play.names.seats(expected) == [table for _, table in listed]


CHECKS: dict[str, Any] = {
    "active": lambda play, name: same(play.names.seats([name]), [play.view["active"]]),
    "phase": lambda play, phase: same(phase, play.view["phase"]),
    "round": lambda play, number: same(number, play.view["round"]),
    "winners": lambda play, names: same(play.names.seats(names), play.view["winners"]),
    "coins": lambda play, coins: check_by_player(play, "coins", coins),
    "tables": lambda play, tables: check_by_player(play, "tables", tables),
    "discarded": lambda play, cards: same(sorted(cards), sorted(play.view["discard"])),
    "in_hand": lambda play, cards: same(sorted(cards), sorted(play.view["in_hand"])),
    "legal_draws": check_legal_draws,
    "legal_placements": check_legal_placements,
    "pile_sizes": check_pile_sizes,
    "ended_round": check_ended_round,
}


def same(expected: Any, found: Any) -> None:
    """Fail unless two values are equal."""
    assert expected == found


def check(play: Play, then: dict[str, Any], but: tuple[str, ...]) -> None:
    """Check everything that a case asserts of the position, except what is checked elsewhere."""
    only(then, (*CHECKS, *but), "then")
    for key, expected in then.items():
        if key not in but:
            CHECKS[key](play, expected)


# The kinds of cases.


def run_play(case: Case) -> None:
    """Issue commands; all but a refused one, which is the last, succeed."""
    given, then = case.get("given", {}), case["then"]
    only(given, GIVEN_KEYS, "given")
    players = given.get("players", PLAYERS)
    dealer = Dealer(given.get("next_characters", []), given.get("next_events", []))
    play = Play(build(given, players), Names(players), dealer)
    refused: dict[str, Any] | None = None
    for step, command in enumerate(case["when"], 1):
        assert refused is None, "a command follows the refused one"
        code = issue(play, command)
        refused = None if code is None else {"step": step, "reason": code}
    assert then.get("rejected") == refused
    check(play, then, ("rejected",))


def run_setup(case: Case) -> None:
    """Start a game, with every seat drawn as the first player."""
    only(case["when"], ("start",), "when")
    start, then = case["when"]["start"], case["then"]
    only(start, ("players", "event_set"), "start")
    players = start["players"]
    options = {"event_set": start.get("event_set", "standard")}
    refused = GAME.refuse_table(len(players), options)
    if refused != "invalid_player_count" and len(players) != len(set(players)):
        refused = "duplicate_player"  # one name cannot stand for two seats
    if refused is not None:
        assert then == {"rejected": {"step": 1, "reason": refused}}
        return
    first = []
    for drawn in range(len(players)):
        state = GAME.setup(len(players), options, None)
        opened = open_game(GAME, state, 1, lambda kind, weights, drawn=drawn: drawn)
        play = Play(opened.state, Names(players), Dealer([], []))
        check(play, then, ("active_one_of",))
        first.append(play.view["active"])
    if "active_one_of" in then:
        assert Names(players).seats(then["active_one_of"]) == sorted(first)


def run_scoring(case: Case) -> None:
    """Score given tables: as the view shows it, and as SYSTEM does it."""
    given, then = case["given"], case["then"]
    only(given, ("players", "tables", "discard", "event_set"), "given")
    only(case, [key for key in CASE_KEYS if key != "when"], "a scoring case")
    only(then, ("tips", "totals"), "then")
    players = given.get("players", list(given["tables"]))
    names, state = Names(players), build(given, players)
    state.agenda = [("score_round", SYSTEM)]
    seen = GAME.view(state, ())
    after = apply(GAME, state, SYSTEM, ("score",))
    if "tips" in then:
        assert names.by_seat(then["tips"], []) == seen["tips"]
    if "totals" in then:
        assert names.by_seat(then["totals"], 0) == seen["sums"] == after.rounds[-1]["tips"]


def run_view(case: Case) -> None:
    """Look at what can be seen after something happened."""
    when = case["when"]
    assert when["after"] in AFTER, f"unknown occasion: {when['after']}"
    only(case, [key for key in CASE_KEYS if key != "given"], "a view case")
    AFTER[when["after"]](when, case["then"])


KINDS = {"play": run_play, "setup": run_setup, "scoring": run_scoring, "view": run_view}


# The occasions of cases about what can be seen.


def after_draw(when: dict[str, Any], then: dict[str, Any]) -> None:
    """A character is drawn."""
    only(when, ("after", "by", "card"), "when")
    only(then, ("visible_to", "public_contains", "public_must_not_contain"), "then")
    names = Names(PLAYERS)
    play = Play(build({"active": when["by"]}, PLAYERS), names, Dealer([when["card"]], []))
    play.send(names.seat(when["by"]), [("draw", "character")])
    for seat in names.seats(then.get("visible_to", [])):
        assert [when["card"]] == GAME.view(play.state, (seat,))["in_hand"]
    told = canonical([public for _, public, to, _ in play.facts if to is None]).decode()
    for card in then.get("public_contains", []):
        assert card in play.view["in_hand"] and card in told
    nothing_ahead(play, then.get("public_must_not_contain", []))


def nothing_ahead(play: Play, words: list[str]) -> None:
    """Fail if the position or its view gives an order to what is undrawn, or tells a coming card."""
    piles = {
        "character": ("characters", list(CHARACTERS)),
        "event": ("events", list(EVENT_SETS[play.state.event_set])),
    }
    for word in words:
        kind = next((kind for kind in piles if word in (f"next_{kind}", f"{kind}_pile_order")), None)
        assert kind is not None, f"unknown thing not to be seen: {word}"
        pile, declared = piles[kind]
        undrawn = freeze(play.state)[pile]
        assert undrawn == [card for card in declared if card in undrawn] == play.view["piles"][pile]["cards"]
        told = canonical([public for _, public, _, _ in play.facts]).decode()
        assert not [card for card in undrawn if f'"{card}"' in told]
        elsewhere = canonical({key: value for key, value in play.view.items() if key != "piles"}).decode()
        assert not [card for card in undrawn if f'"{card}"' in elsewhere]


class Walk:
    """A whole game in which every listed choice is made in its turn, and every position of it."""

    def __init__(self, seats: int) -> None:
        self.draws = 0
        self.start = GAME.setup(seats, {"event_set": "extended"}, None)
        outcome = open_game(GAME, self.start.copy(), 1, self.pick)
        self.states, self.log, self.facts = [outcome.state], [outcome.made], outcome.facts
        while not self.states[-1].over:
            self.step()

    def pick(self, kind: str, weights: list[int]) -> int:
        self.draws += 1
        return self.draws * 7 % len(weights)

    def step(self) -> None:
        state, version = self.states[-1], len(self.states) + 1
        (asked,) = decisions(GAME, state)
        listed = GAME.steps[asked.kind].options(state, asked.seat, *asked.args)
        choice = listed[version * 5 % len(listed)]
        outcome = carry_out(GAME, state, version, Command(asked.seat, [choice], version - 1), self.pick)
        self.states.append(outcome.state)
        self.log.append(outcome.made)
        self.facts += outcome.facts


def after_any_command(when: dict[str, Any], then: dict[str, Any]) -> None:
    """Everything is public: in every position of a game all see the same."""
    only(when, ("after", "players"), "when")
    only(then, ("views_equal", "private_information_per_player"), "then")
    assert then.get("private_information_per_player", "none") == "none"
    names = Names(when["players"])
    walk = Walk(len(names.players))
    for state in walk.states:
        seen = canonical(GAME.view(state, ()))
        assert all(seen == canonical(GAME.view(state, (seat,))) for seat in names.seats(then["views_equal"]))
    assert all(made.audience is None for commit in walk.log for made in commit)
    assert all(to is None and secret is None for _, _, to, secret in walk.facts)


def after_refused_event(when: dict[str, Any], then: dict[str, Any]) -> None:
    """An event was asked for that may not be drawn."""
    only(when, ("after", "by", "reason"), "when")
    only(then, ("public_must_not_contain", "state_unchanged"), "then")
    assert then.get("state_unchanged", True) is True
    full = {name: [card] for name, card in zip(PLAYERS, CHARACTERS, strict=False)}
    given: dict[str, dict[str, Any]] = {
        "event_needs_coin": {"coins": {when["by"]: 0}, "tables": full},
        "event_needs_character_at_every_table": {},
        "event_pile_empty": {"tables": full, "events_used": list(EVENT_SETS["standard"])},
    }
    names = Names(PLAYERS)
    play = Play(build({"active": when["by"], **given[when["reason"]]}, PLAYERS), names, Dealer([], []))
    seat = names.seat(when["by"])
    assert when["reason"] == attempt(play, seat, [("draw", "event")])
    said = f"{play.refused} {vars(play.refused)}"
    assert not [card for card in EVENTS if card in said]
    nothing_ahead(play, then.get("public_must_not_contain", []))


def after_replay(when: dict[str, Any], then: dict[str, Any]) -> None:
    """The choices and draws of a whole game are repeated from its log."""
    only(when, ("after",), "when")
    assert then == {"state_equal": True, "generator_used": False}
    walk = Walk(3)
    draws, state = walk.draws, walk.start
    settle(GAME, state)
    for version, commit in enumerate(walk.log, 1):
        replay(GAME, state, version, [(made.seat, made.choice) for made in commit])
        assert canonical(freeze(walk.states[version - 1])) == canonical(freeze(state))
    assert draws == walk.draws


AFTER = {
    "draw_character": after_draw,
    "any_command": after_any_command,
    "rejected_draw_event": after_refused_event,
    "replay_of_full_log": after_replay,
}
