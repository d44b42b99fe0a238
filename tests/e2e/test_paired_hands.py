"""Hands, development cards and stolen cards of Catan: two worlds that differ in them say the same to everybody else.

The worlds are laid out, so that the same things may be done in both, and whatever moves hidden cards is done by those
who hold them. Dice are public: two seeds are taken that throw the same; what is stolen and bought is another card in
each world. Source: rules 12.4.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from domain.catan_coffee.deck import CARDS as DECK
from domain.catan_coffee.game import GAME
from domain.catan_coffee.goods import RESOURCES
from domain.catan_coffee.state import State
from domain.catan_coffee.steps import STEPS
from domain.catan_coffee.steps.main import Bought
from domain.catan_coffee.steps.roll import SEVEN, THROWS, WAYS, Discard
from domain.catan_coffee.steps.thief import Steal
from domain.core.agenda import Audience, Step, tell
from domain.core.choices import Choice
from domain.core.game import Viewer
from events.commit import Commit
from events.dice import Dice, tape_of
from service.http import headers
from service.http.context import service
from tests.golden.catan_coffee_record import positions
from tests.golden.record import read, recordings
from tests.helpers.hidden import hidden_kinds, sealed_kinds
from tests.helpers.laid import LaidOut
from tests.helpers.pairs import options_of
from tests.helpers.services import state_of
from tests.helpers.survey import routes
from tests.helpers.twins import Play, Table, Twins, seeds
from tests.helpers.worlds import (
    HOST,
    ONLOOKERS,
    VIEWER,
    Setting,
    compare,
    indistinguishable,
    live,
    new_world,
    open_table,
    said,
    telling,
)
from tests.unit.domain.catan_coffee.scene import hand, scene

OTHER = 2
PIECES = {
    HOST: {"cities": ["2,-3,S", "0,-3,S"], "ships": ["1,-2,E"], "roads": ["0,-3,SE", "0,-3,E"]},
    VIEWER: {"settlements": ["2,3,N"]},
    OTHER: {"settlements": ["1,2,N", "1,2,S"], "ships": ["1,1,E"]},
}
COFFEE = {HOST: 1, OTHER: 1}
BASE = {
    HOST: hand(brick=3, lumber=4, wool=4, grain=1, ore=2),
    VIEWER: hand(wool=1, grain=1, ore=2),
    OTHER: hand(brick=4, lumber=6, wool=3, grain=3, ore=5),
}
HANDS = {
    "viewer": {
        HOST: hand(brick=3, lumber=4, wool=3, grain=1, ore=3),
        OTHER: hand(brick=4, lumber=6, wool=4, grain=3, ore=4),
    },
    "host": {
        VIEWER: hand(wool=2, grain=1, ore=1),
        OTHER: hand(brick=4, lumber=6, wool=2, grain=3, ore=6),
    },
}
"""By who may not know it: what two others hold in the other world. The bank, which all see, is the same in both."""
DEV = {
    HOST: [["year_of_plenty", 2], ["road_building", 3], ["monopoly", 4]],
    OTHER: [["monopoly", 2], ["knight", 3], ["victory_point", 4]],
}
CARDS = {
    "viewer": {
        HOST: [["year_of_plenty", 2], ["road_building", 3], ["victory_point", 4]],
        OTHER: [["monopoly", 2], ["knight", 3], ["knight", 4]],
    },
    "host": {OTHER: [["monopoly", 2], ["knight", 3], ["knight", 4]]},
}
"""Likewise the development cards."""
MARKET: list[tuple[int, Choice]] = [
    (OTHER, ("buy_card",)),
    (OTHER, ("monopoly", "grain")),
    (OTHER, ("offer", ("lumber",), ("brick",), None)),
    (HOST, ("accept", 1)),
    (VIEWER, ("reject", 1)),
    (OTHER, ("confirm", 1, HOST)),
    (VIEWER, ("offer", ("ore",), ("wool",), None)),
    (OTHER, ("accept", 2)),
    (OTHER, ("trade", "lumber", "grain")),
    (OTHER, ("build_road", "1,2,NE")),
    (OTHER, ("build_city", "1,2,S")),
    (OTHER, ("end_turn",)),
]
"""The other one's turn: all that can be done with cards on the market."""
SEVENTH: list[tuple[int, Choice]] = [
    (HOST, ("year_of_plenty", "brick", "grain")),
    (HOST, ("roll",)),
    *((HOST, ("discard", name)) for name in ("brick", "brick", "lumber")),
    *((OTHER, ("discard", name)) for name in ("brick", "brick", "brick", "grain", "grain")),
    *((HOST, ("discard", name)) for name in ("lumber", "lumber", "wool", "ore")),
    (HOST, ("move_pirate", "1,1", OTHER, "resource")),
    (HOST, ("build_settlement", "1,-4,S")),
    (HOST, ("build_ship", "2,-3,SE")),
    (HOST, ("end_turn",)),
]
"""The host's turn: a seven, for which both whose hands are hidden give cards back."""
KNIGHT: list[tuple[int, Choice]] = [
    (VIEWER, ("roll",)),
    (VIEWER, ("offer", ("wool",), ("grain",), None)),
    (OTHER, ("reject", 3)),
    (HOST, ("reject", 3)),
    (VIEWER, ("end_turn",)),
    (OTHER, ("roll",)),
    (OTHER, ("knight",)),
    (OTHER, ("move_robber", "0,-3", HOST)),
    (OTHER, ("end_turn",)),
    (HOST, ("road_building",)),
    (HOST, ("place_route", "1,-2,NE", "road")),
    (HOST, ("stop",)),
]
"""What is left: the viewer's own turn, a knight, free roads."""
SCRIPTS = {"viewer": [*MARKET, *SEVENTH, *KNIGHT], "host": [*MARKET, *SEVENTH[:14]]}
"""By whose eyes: all of it; since a thief sees what he steals, to the host's it ends with the cards given back."""
SEATS = {"viewer": VIEWER, "host": HOST}
ROLLS = 3
TRIES = 4000
EVERY = 8
"""Commits between two rounds of commands that are refused."""

MOVERS = {
    *("initial_settlement_placed", "resources_produced", "cards_discarded", "resource_stolen", "dev_card_bought"),
    *("dev_card_played", "maritime_traded", "trade_executed"),
    *("road_built", "ship_built", "settlement_built", "city_built"),
}
"""The facts with which cards come into a hand or leave one."""
UNHIDDEN = {"initial_settlement_placed"}
"""Those that occur in the set-up alone, in which nothing was hidden yet: everybody sees what each hand consists of."""


def table(kind: type[LaidOut] = LaidOut, eyes: str = "viewer") -> Setting:
    """The two worlds under the same rules, for the eyes of one who may not tell them apart."""
    given = {"players": 3, "pieces": PIECES, "coffee": COFFEE, "active": OTHER}
    here = kind(scene(**given, hands=BASE, dev=DEV))
    there = kind(scene(**given, hands=BASE | HANDS[eyes], dev=DEV | CARDS[eyes]))
    return Setting((here, there), options_of(GAME), eyes=eyes)


def throws(seed: bytes, game: str) -> tuple[Choice, ...]:
    """Return the first throws of a game."""
    dice = Dice(tape_of(seed, game, [None] * 3), {})
    return tuple(THROWS[dice("dice", WAYS)] for _ in range(ROLLS))


def sum_of(throw: Choice) -> int:
    return int(throw[1]) + int(throw[2])


def pairs_of_seeds(game: str) -> Iterator[tuple[bytes, bytes]]:
    """Give pairs of seeds that throw a seven first, and then the same, but no seven."""
    alike: dict[tuple[Choice, ...], list[bytes]] = defaultdict(list)
    for _, seed in zip(range(TRIES), seeds("paired hands"), strict=False):
        first, *later = thrown = throws(seed, game)
        if sum_of(first) == SEVEN and all(sum_of(throw) != SEVEN for throw in later):
            alike[thrown].append(seed)
    for found in alike.values():
        yield from combinations(found, 2)


@cache
def twins(eyes: str = "viewer") -> Twins:
    """The script for these eyes, the same in both worlds, with seeds by which different cards are stolen and bought."""
    laid, seat, script = table(eyes=eyes), SEATS[eyes], SCRIPTS[eyes]
    blank = new_world(laid.games[0])
    open_table(blank, laid, b"\0" * 32, "public")
    plan = Table(laid.games, blank.game, len(laid.holders), laid.options, begins=2)
    for pair in pairs_of_seeds(blank.game):
        plays = [Play(plan, game, seed) for game, seed in zip(laid.games, pair, strict=True)]
        for play in plays:
            play.begin(seat)
            for who, choice in script:
                play.take(who, choice)
        assert plays[0].known == plays[1].known
        drawn = zip(plays[0].hidden, plays[1].hidden, strict=True)
        held = zip(holding(plays[0].state), holding(plays[1].state), strict=True)
        if all(one != other for one, other in drawn) and all(a[s] != b[s] for a, b in held for s in differing(eyes)):
            return Twins(pair, [(who, choice, choice) for who, choice in script], differ=True)
    raise AssertionError("no two seeds throw the same and draw different cards")


def differing(eyes: str) -> set[int]:
    """Return the seats that hold other cards of both sorts in the other world."""
    return HANDS[eyes].keys() & CARDS[eyes].keys()


def begun(length: int) -> Twins:
    """The beginning of the script."""
    return Twins(twins().seeds, twins().script[:length], differ=True)


def test_hands_cards_and_thefts_of_others_do_not_show() -> None:
    here, there = live(table(), twins(), every=EVERY)

    indistinguishable(here, there, table().onlookers)
    for world in (here, there):
        secrets, heard = world.secrets(), said(world)
        assert secrets and not [secret for secret in secrets if secret in heard]
        assert hidden_kinds(GAME.name) <= sealed_kinds(world.log())
        assert movers(world.log()) == MOVERS - UNHIDDEN
        assert {f"card {name}" for name, card in DECK.items() if card.lists} <= played(world.log())


def by_the_hidden(commits: list[Commit]) -> Iterator[dict[str, Any]]:
    """Give the facts about those whose hands are hidden; what dice bring is about all."""
    for commit in commits:
        yield from (fact for fact in commit["facts"] if fact.get("seat") != VIEWER)


def test_who_has_a_part_in_much_of_it_learns_no_more_than_that() -> None:
    laid = table(eyes="host")
    here, there = live(laid, twins("host"), every=EVERY)

    indistinguishable(here, there, laid.onlookers)
    for world in (here, there):
        secrets, heard = world.secrets(HOST), said(world, laid.onlookers)
        assert secrets and not [secret for secret in secrets if secret in heard]


def movers(commits: list[Commit]) -> set[str]:
    """Return with which facts cards came into hidden hands or left them."""
    return {fact["fact"] for fact in by_the_hidden(commits)} & MOVERS


def played(commits: list[Commit]) -> set[str]:
    """Return which development cards those with hidden hands have played."""
    return {f"card {fact['card']}" for fact in by_the_hidden(commits) if fact["fact"] == "dev_card_played"}


@pytest.mark.parametrize("path", recordings(GAME.name), ids=lambda path: path.stem)
def test_no_card_moves_but_with_one_of_those_facts(path: Any) -> None:
    last: tuple[Any, set[str]] | None = None
    for state, commit in positions(read(path)):
        hands = (holding(state), {fact["fact"] for fact in commit["facts"]})
        if last is not None and last[0] != hands[0]:
            assert last[1] & MOVERS, commit["version"]
        last = hands


def holding(state: State) -> Any:
    """Return all that is held in hands."""
    return [hand[:] for hand in state.hands], [[card[:] for card in cards] for cards in state.cards]


def test_every_step_with_an_audience_is_one_of_those_that_are_looked_at() -> None:
    secretive = {name for name, step in STEPS.items() if type(step).audience is not Step.audience}
    verbs = {f"drawn {verb}" for name in secretive for verb in STEPS[name].verbs}

    assert verbs == {kind for kind in hidden_kinds(GAME.name) if not kind.startswith("fact")}


class TellsHands(LaidOut):
    """Tells everybody how much wool the first seat holds."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**super().view(state, viewer), "turn": state.hands[HOST][2]}


class TellsCards(LaidOut):
    """Counts cards with points as if they were played."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        held = sum(name == "victory_point" for name, _ in state.cards[HOST])
        return {**super().view(state, viewer), "turn": held}


class OpenTheft(Steal):
    """Shows a stolen card to everybody."""

    def audience(self, state: State, seat: int, thief: int, victim: int) -> Audience:
        return None


class OpenPurchase(Bought):
    """Shows a bought card to everybody."""

    def audience(self, state: State, seat: int, buyer: int) -> Audience:
        return None


class OpenDiscard(Discard):
    """Shows, with the card that is given back, all that are kept."""

    def take(self, state: State, seat: int, owed: int, least: int, *, choice: Choice) -> None:
        super().take(state, seat, owed, least, choice=choice)
        kept = {name: n for name, n in zip(RESOURCES, state.hands[seat], strict=True) if n}
        tell(state, "cards_discarded", seat=seat, cards=kept)


def flawed(name: str, step: Step[State]) -> type[LaidOut]:
    """The game with another step of this kind."""

    class Flawed(LaidOut):
        """The game with a step that tells too much."""

        steps: Mapping[str, Step[Any]] = {**STEPS, name: step}

    return Flawed


FLAWED = {
    "hands in a view": (TellsHands, 0),
    "cards in a view": (TellsCards, 0),
    "a purchase that everybody sees": (flawed("bought", OpenPurchase()), 1),
    "a discard that shows the hand": (flawed("discard", OpenDiscard()), len(MARKET) + 3),
    "a theft that everybody sees": (flawed("steal", OpenTheft()), len(MARKET) + 15),
}
"""By flaw: the game that has it, and how far it has to be played."""


@pytest.mark.parametrize("flaw", FLAWED)
def test_a_leak_of_hands_or_cards_is_found(flaw: str) -> None:
    kind, length = FLAWED[flaw]
    worlds = live(table(kind), begun(length), every=len(twins().script), thorough=False)
    with pytest.raises(AssertionError, match="viewer"):
        compare(*worlds)


def test_a_leak_by_whatever_route_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = headers.usual

    def chatty(answer: Any, request_id: str) -> None:
        usual(answer, request_id)
        for game in service().store._games:  # type: ignore[attr-defined]
            state = state_of(service(), game)
            if isinstance(state, State):
                answer.headers["Wool"] = str(state.hands[HOST][2])

    monkeypatch.setattr(headers, "usual", chatty)
    here, there = live(table(), begun(0))

    for who in ONLOOKERS:
        assert routes(here) == telling(here, there, [who]) & routes(here)
