"""Positions of Little Tavern under the commands of a worked example.

Players are seats in the order given, an unknown name a seat that does not exist. `resolve_event` stands for the
choices of one stage of an event, sent as one batch; if it says too little or too much it maps to no batch, and
counts as refused with `invalid_choice`. Chance gives the cards that the case names; where it names none, any will do.
"""

import copy
from itertools import chain
from typing import Any

from domain.core.agenda import SYSTEM, Decision, apply, decisions, settle
from domain.core.choices import Choice
from domain.core.command import Command, Fact, carry_out
from domain.core.errors import MalformedChoice, NotYourDecision, Refusal
from domain.core.plain import canonical, freeze
from domain.little_tavern.asks import ASKS
from domain.little_tavern.events import EVENTS
from domain.little_tavern.game import GAME
from domain.little_tavern.state import Tavern
from tests.examples.loading import only

GIVEN_KEYS = (
    "players", "coins", "tables", "active", "phase", "event_set", "events_used", "discard", "next_characters",
    "next_events", "in_hand", "current_event", "round",
)  # fmt: skip
PLAYERS = ["ana", "ben", "cleo"]
NOT_YOURS = ("not_active_player",)
"""Codes of the rules that are a kind of refusal of the kernel, whatever rule it names."""


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


class Noted:
    """The step of a draw, which shows to the dealer what could be drawn."""

    def __init__(self, step: Any, dealer: "Dealer") -> None:
        self.step, self.dealer = step, dealer

    def __getattr__(self, name: str) -> Any:
        return getattr(self.step, name)

    def weights(self, state: Tavern, seat: int, *args: Any) -> Any:
        self.dealer.listed = [card for _, card in self.step.options(state, seat, *args)]
        return self.step.weights(state, seat, *args)


class Dealer:
    """Gives the cards that a case names, in their order, and fails when more are asked for.

    A case about views may leave its cards open (`any_card`): then the first undrawn one comes.
    """

    def __init__(self, characters: list[str], events: list[str], any_card: bool = False) -> None:
        self.any_card = any_card
        self.coming = {"meet": list(characters), "read_event": list(events)}
        self.listed: list[str] = []
        self.asked = 0
        self.game = copy.copy(GAME)
        noted = {kind: Noted(step, self) for kind, step in GAME.steps.items() if kind in self.coming}
        self.game.steps = {**GAME.steps, **noted}  # type: ignore[dict-item]

    def __call__(self, kind: str, weights: list[int]) -> int:
        """Return the place of the coming card among those that are undrawn."""
        self.asked += 1
        if not self.coming[kind]:
            assert self.any_card, f"chance is asked to {kind}, and the case gives nothing for it"
            return 0
        card = self.coming[kind].pop(0)
        assert card in self.listed, f"{card} cannot be drawn"
        return self.listed.index(card)


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
        known, self.version = self.version, self.version + 1
        outcome = carry_out(self.dealer.game, self.state, self.version, Command(seat, choices, known), self.dealer)
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
    elif event is not None and event not in state.used:
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
    if state.over:
        state.active = None
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
        return resolve(play, seat, command.get("choices") or {})
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
        card = part(left, key).pop(names.players[which[0]], None)
        return None if card is None else ("pick", card)
    if asked.kind == "seat_character":
        table = part(left, key).pop(which[0], None)
        return None if table is None else ("seat", which[0], names.seat(table))
    value = left.pop(key, None)
    if value is None:
        return None
    (verb,) = GAME.steps[asked.kind].verbs
    return (verb, names.seat(value) if verb in ("choose", "name") else value)


def part(left: dict[str, Any], key: str) -> dict[str, Any]:
    """Return the map that stands under a key; an empty one if there is none."""
    value = left.get(key)
    return value if isinstance(value, dict) else {}
