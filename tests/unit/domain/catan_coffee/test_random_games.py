"""What holds in every position of random games: invariants, kept answers, refusals, and how games end.

Source: rules 12.5.
"""

import copy
from collections import Counter
from typing import Any

import pytest

from domain.catan_coffee.game import GAME
from domain.catan_coffee.goods import INDEX, LIMITS, RESOURCES
from domain.catan_coffee.lines import newly_closed
from domain.catan_coffee.points import public_points, total_points
from domain.catan_coffee.sites import is_crowded
from domain.catan_coffee.state import NOBODY, State
from domain.catan_coffee.view import view_of
from domain.core.agenda import CHANCE, decisions, listed, options
from domain.core.choices import Choice
from domain.core.plain import freeze, thaw
from tests.helpers.walk import tables
from tests.unit.domain.catan_coffee.kept import check_kept
from tests.unit.domain.catan_coffee.scene import random_positions

EVERY_TABLE = [pytest.param(n, given, id="-".join(map(str, (n, *given.values())))) for n, given in tables(GAME)]


def check_board(state: State) -> None:
    """Pieces within limits, one piece for a side, the distance rule, everything where it may stand."""
    board = state._board
    taken = [e for kind in (state.roads, state.ships) for edges in kind for e in edges]
    assert len(taken) == len(set(taken))
    for seat in state.seats:
        for piece, limit in LIMITS.items():
            assert len(state.placed(piece)[seat]) <= limit
        assert all(board.is_road[e] for e in state.roads[seat]) and all(board.is_ship[e] for e in state.ships[seat])
        for v in state.settlements[seat] + state.cities[seat]:
            assert board.is_town[v] and not is_crowded(state, v) and seat == state._town[v]
        assert set(state.closed[seat]) <= set(state.ships[seat])
        assert [] == newly_closed(state, seat)
    assert state.robber in board.land
    assert (state.pirate in board.sea) if board.scenario.ships else state.pirate is None


def check_goods(state: State) -> None:
    """Nineteen cards of each resource, fifty markers, twenty-five development cards."""
    assert min(state.bank) >= 0 and min(map(min, state.hands)) >= 0 and min(state.stock, default=0) >= 0
    assert all(19 == state.bank[i] + sum(hand[i] for hand in state.hands) for i in range(5))
    coffee = sum(state.stock) + state.reserve + sum(state.coffee)
    assert coffee == (50 if state.stock else 0)
    assert 25 == sum(state.deck.values()) + sum(state.played.values()) + sum(map(len, state.cards))


def check_growth(state: State, before: dict[str, Any]) -> dict[str, Any]:
    """Closed lines and contacts never shrink; reserve and villages never grow."""
    if before:
        for seat in state.seats:
            assert set(before["closed"][seat]) <= set(state.closed[seat])
            assert state.contacts[seat][: len(before["contacts"][seat])] == before["contacts"][seat]
        assert state.reserve <= before["reserve"]
        assert all(now <= then for now, then in zip(state.stock, before["stock"], strict=True))
    return {name: copy.deepcopy(getattr(state, name)) for name in ("closed", "contacts", "reserve", "stock")}


def check_kept_answers(state: State) -> None:
    """What the state keeps is what a fresh look would find."""
    kept = [[d, options(GAME, state, d)] for d in decisions(GAME, state)]
    fresh = thaw(State, copy.deepcopy(freeze(state)))
    assert kept == [[d, options(GAME, fresh, d)] for d in decisions(GAME, fresh)]
    check_kept(state)


def everything(state: State) -> list[Choice]:
    """Return every choice that could be meant, with places that do not exist, too."""
    board = state._board
    edges, vertices = [*board.edges, "9,9,E", "nowhere"], [*board.vertices, "9,9,N"]
    hexes, seats = [*board.hexes, "9,9"], [None, *range(len(state.hands) + 1)]
    found: list[Choice] = [(verb, e) for verb in ("build_road", "build_ship", "move_ship", "sail") for e in edges]
    found += [("place_route", e, kind) for e in edges for kind in ("road", "ship")]
    found += [(verb, v) for verb in ("place_settlement", "build_settlement", "build_city") for v in vertices]
    found += [("move_robber", h, s) for h in hexes for s in seats]
    found += [("move_pirate", h, s, loot) for h in hexes for s in seats for loot in (None, "resource", "coffee")]
    found += [("trade", a, b) for a in RESOURCES for b in RESOURCES]
    found += [("year_of_plenty", a, b) for a in RESOURCES for b in (*RESOURCES, None)]
    found += [(verb, a) for verb in ("monopoly", "discard") for a in RESOURCES]
    found += [(verb, n) for verb in ("accept", "reject", "cancel") for n in range(state.offers_made + 2)]
    found += [("confirm", n, s) for n in range(state.offers_made + 2) for s in range(len(state.hands))]
    sides = ((), ("wool",), ("ore", "ore"), ("wool", "brick"))
    found += [("offer", give, want, to) for give in sides for want in sides for to in (None, (), (0,), (1,), (0, 0))]
    return [*found, ("roll",), ("buy_card",), ("knight",), ("road_building",), ("stop",), ("end_turn",)]


def check_refusals(state: State) -> None:
    """A choice is refused with a code of the rules exactly if it is not listed."""
    for decision in decisions(GAME, state):
        step = GAME.steps[decision.kind]
        if decision.seat == CHANCE:
            continue
        for choice in everything(state):
            if choice[0] in step.verbs:
                code = step.why_not(state, decision.seat, *decision.args, choice=choice)
                assert (code is None) == listed(GAME, state, decision, choice), (decision, choice, code)
                assert code is None or code == code.upper()


@pytest.mark.parametrize(("seats", "given"), EVERY_TABLE)
def test_positions_of_a_random_game(seats, given):
    before: dict[str, Any] = {}
    state = None
    for n, state in enumerate(random_positions(seats, f"invariants {given}", **given)):
        check_goods(state)
        before = check_growth(state, before)
        if n % 7 == 0:
            check_board(state)
            check_kept_answers(state)
        if n % 97 == 0:
            check_refusals(state)
        if state.win == "at_once":
            assert all(total_points(state, seat) < state.target for seat in state.seats)

    assert state is not None and state.over
    check_board(state)
    check_end(state)


def check_end(state: State) -> None:
    """Somebody has won for one of the two reasons, and the ranking agrees. Source: rules 11."""
    totals = [(total_points(state, seat), state.coffee[seat]) for seat in state.seats]
    assert state.winners and [] == state.offers and [] == state.side
    if state.reason == "target":
        assert all(totals[seat][0] >= state.target for seat in state.winners)
        assert state.win == "at_once" or [state.active] == state.winners
    else:
        assert sum(1 for n in state.stock if n) <= 3
    if state.win == "at_once" or state.reason == "villages":
        assert state.winners == [seat for seat in state.seats if totals[seat] == max(totals)]
    assert [seat in state.winners for seat in state.seats] == [s.won for s in GAME.scores(state, ())]


def test_random_coffee_games_end_both_ways():
    reasons = Counter(list(random_positions(4, n))[-1].reason for n in range(12))

    assert {"target", "villages"} == set(reasons)


def test_the_view_shows_hands_to_their_owners_alone():
    for n, state in enumerate(random_positions(3, "views")):
        if n % 50:
            continue
        for viewer in ((), (0,), (1, 2), (-2,)):
            shown = view_of(state, viewer)
            for seat, entry in enumerate(shown["seats"]):
                mine = seat in viewer or viewer == (-2,)
                assert mine == (entry["hand"] is not None) == (entry["development_hand"] is not None)
                assert sum(state.hands[seat]) == entry["cards"] and public_points(state, seat) == entry["points"]
                if mine:
                    assert state.hands[seat] == [entry["hand"][name] for name in INDEX]
            towns = sum(owner != NOBODY for owner in state._town)
            assert towns == len(shown["towns"])
