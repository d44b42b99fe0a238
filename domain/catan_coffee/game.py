"""The game as the service knows it: set-up, view, scores, refusals. Source: rules 4, 12."""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.catan_coffee.deck import CARDS, full_deck
from domain.catan_coffee.goods import BANK, COFFEE
from domain.catan_coffee.grounds import draw_ground
from domain.catan_coffee.guide import GUIDE
from domain.catan_coffee.hidden import determinize
from domain.catan_coffee.maps import AT_ONCE, DRAWN, GROUNDS, LAYOUTS, OWN_TURN, STANDARD
from domain.catan_coffee.material import MATERIAL
from domain.catan_coffee.offers import accept_fault, cancel_fault, offer_fault, reject_fault
from domain.catan_coffee.state import State, board_for
from domain.catan_coffee.steps import STEPS
from domain.catan_coffee.steps.first import setup_entries
from domain.catan_coffee.verbs import FACTS, VERBS
from domain.catan_coffee.view import owed_discards, pieces_census, scores_of, view_of
from domain.core.agenda import Step
from domain.core.choices import Choice, Field, flag, word
from domain.core.game import Options, Rng, Score, Secret, Viewer
from domain.core.plain import Plain

BY_SEATS, BY_SCENARIO = "by_seats", "by_scenario"
"""Leave the board to the number of seats, and the rule of winning to the board."""

ANYBODYS = ("offer", "accept", "reject", "cancel")
"""Verbs of which the rules check the offer, not the turn."""

SETUP_TURN = 0


class CatanCoffee:
    """Catan on the coffee islands, and the base game."""

    name = "catan_coffee"
    title = "Catan: coffee of the natives"
    ruleset = 1
    seats = range(2, 5)
    options: Mapping[str, Field] = {
        "layout": word(
            BY_SEATS,
            *LAYOUTS,
            default=BY_SEATS,
            about="the board; `base_...` plays the base game, as does by_seats with two seats",
        ),
        "win": word(
            BY_SCENARIO,
            AT_ONCE,
            OWN_TURN,
            default=BY_SCENARIO,
            about="whether the target wins at once or in one's own turn; coffee: at_once, base: own_turn",
        ),
        "pirate_blocks_harbours": flag(default=False, about="whether a harbour on the pirate's hex is shut"),
    }
    variants: Sequence[Options] = (
        {"layout": BY_SEATS},
        {"layout": "base_random", "win": AT_ONCE},
        {"layout": "coffee_random"},
        {"layout": "coffee_3p", "win": OWN_TURN, "pirate_blocks_harbours": True},
    )
    steps: Mapping[str, Step[Any]] = STEPS
    verbs: Mapping[str, Mapping[str, Field]] = VERBS
    facts: Mapping[str, Mapping[str, Field]] = FACTS
    most_decisions = 30_000
    over_code = "GAME_OVER"
    state: type[Any] = State
    languages: Sequence[str] = ("en",)
    material: Mapping[str, Plain] = MATERIAL
    guide: Mapping[str, Plain] = GUIDE

    def refuse_table(self, seats: int, options: Options) -> str | None:
        """Refuse the coffee islands with two seats."""
        layout = _layout(seats, options)
        if layout is None:
            return "seats_not_in_scenario"
        shape = DRAWN[layout] if layout in DRAWN else GROUNDS[layout].shape
        return None if seats in shape.scenario.seats else "seats_not_in_scenario"

    def seal(self, seats: int, options: Options, rng: Rng) -> Secret:
        """Draw the ground of a random layout; the position shows it from the start."""
        layout = _layout(seats, options)
        if layout not in DRAWN:
            return None
        ground = draw_ground(layout, rng)
        return {
            "terrains": list(ground.terrains),
            "numbers": list(ground.numbers),
            "ports": list(ground.ports),
        }

    def setup(self, seats: int, options: Options, secret: Secret) -> State:
        """Lay out board, bank and deck; the seats are then asked for their first settlements."""
        layout = _layout(seats, options)
        assert layout is not None
        ground = secret if isinstance(secret, dict) else None
        board = board_for(layout, ground)
        scenario = board.scenario
        state = State()
        state.layout, state.target = layout, scenario.target
        state.ground = None if ground is None else {key: list(value) for key, value in ground.items()}
        state.win = scenario.win if options["win"] == BY_SCENARIO else options["win"]
        state.blocks_harbours = options["pirate_blocks_harbours"]
        state.bank, state.deck = [BANK] * 5, full_deck()
        state.played = dict.fromkeys(CARDS, 0)
        state.stock, state.reserve = [COFFEE] * len(board.villages), scenario.reserve
        state.robber, state.pirate = board.robber_start, board.pirate_start
        _clear_seats(state, seats)
        _clear_turn(state, seats)
        state.derive()
        return state

    def view(self, state: State, viewer: Viewer) -> dict[str, Plain]:
        """Return what the viewer may see."""
        return view_of(state, viewer)

    def scores(self, state: State, viewer: Viewer) -> tuple[Score, ...]:
        """Return the score sheet as the viewer may see it."""
        return scores_of(state, viewer)

    def determinize(self, state: State, seat: int | None, rng: Rng) -> State:
        """Deal anew what the seat does not know."""
        return determinize(state, seat, rng)

    def out_of_turn(self, state: State, seat: int, choice: Choice) -> str | None:
        """Give the rules' code for a choice that no open decision of the seat knows. Source: rules 12.2."""
        verb = choice[0]
        if verb == "discard":
            return "NOTHING_TO_DISCARD" if owed_discards(state) else "WRONG_PHASE"
        if verb in ANYBODYS:
            return _offer_code(state, seat, choice)
        return "WRONG_PHASE" if seat == state.active else "NOT_YOUR_TURN"

    def census(self, state: State) -> dict[str, int]:
        """Count every kind of piece wherever it lies."""
        return pieces_census(state)


def _layout(seats: int, options: Options) -> str | None:
    """Return the board of a table; None where there is none for so many seats."""
    chosen: str = options["layout"]
    return STANDARD.get(seats) if chosen == BY_SEATS else chosen


def _clear_seats(state: State, seats: int) -> None:
    """Give nothing to anybody yet."""
    state.hands = [[0] * 5 for _ in range(seats)]
    state.cards = [[] for _ in range(seats)]
    state.knights, state.coffee = [0] * seats, [0] * seats
    state.contacts = [[] for _ in range(seats)]
    state.roads, state.ships = [[] for _ in range(seats)], [[] for _ in range(seats)]
    state.settlements, state.cities = [[] for _ in range(seats)], [[] for _ in range(seats)]
    state.closed = [[] for _ in range(seats)]
    state.army = state.longest = None
    state.longest_length = 0


def _clear_turn(state: State, seats: int) -> None:
    """Stand before the set-up."""
    state.turn, state.active, state.lifted = SETUP_TURN, 0, None
    state.dice = None
    state.card_played = state.ship_moved = False
    state.new_ships, state.offers, state.offered = [], [], [0] * seats
    state.offers_made = 0
    state.winners = state.reason = None
    state.agenda, state.side = setup_entries(seats), []
    state.since = state.version = 0
    state.over, state.facts = False, None


def _offer_code(state: State, seat: int, choice: Choice) -> str | None:
    """Give the code of a refused answer or offer where the seat has no decision that knows it.

    Only taking an offer back is free of phases; the active seat offers and answers in its main phase alone.
    """
    if choice[0] == "cancel":
        return cancel_fault(state, seat, choice[1]) or "WRONG_PHASE"
    if seat == state.active or not _is_market_open(state):
        return "WRONG_PHASE"
    if choice[0] == "offer":
        return offer_fault(state, seat, choice) or "WRONG_PHASE"
    fault = accept_fault if choice[0] == "accept" else reject_fault
    return fault(state, seat, choice[1]) or "WRONG_PHASE"


def _is_market_open(state: State) -> bool:
    return any(entry[1] == "propose" for entry in state.side)


GAME = CatanCoffee()
