"""Tiwanaku on two lands that differ in crops alone: every answer is the same, byte for byte, until a guess tells.

All cells are explored, everything is offered, exchanged and declined, and crops are guessed where both lands agree. In
between, everybody asks for everything and sends what the rules refuse, with every code of theirs. Source: rules, H6,
H10 and section 13.1.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Sequence
from typing import Any

import pytest
from prometheus_client import REGISTRY, Counter

from domain.core.agenda import Choice, Decision, decisions, listed
from domain.core.choices import from_named
from domain.core.game import Viewer
from domain.tiwanaku.game import GAME
from domain.tiwanaku.game import Game as Rules
from domain.tiwanaku.guesses import EXPLORER
from domain.tiwanaku.state import RESERVE, Tiwanaku
from domain.tiwanaku.turn import Turn
from service.usecases.positions import load
from tests.helpers.hidden import hidden_kinds, sealed_kinds
from tests.helpers.pairs import options_of, worlds_of
from tests.helpers.survey import NOBODY, ask, survey
from tests.helpers.twins import Play, Table, masked, seeds
from tests.helpers.worlds import (
    Setting,
    World,
    both,
    carry_on,
    compare,
    glance,
    indistinguishable,
    new_world,
    open_table,
    probe,
    said,
    telling,
)

HOLDERS = ("host", "viewer")
EVERYBODY = ("host", "viewer", "stranger")
GUESSES = {"divine": {"D4": 4, "A4": 5}, "final_divine": {"A2": 2}}
"""Cells with the same crop on both lands, and what is guessed there, rightly and wrongly; the last one at the end."""
DIFFERENT = ("A3", "B1", "B2", "B3", "C1", "C2", "D1", "D2")
EXCHANGING = 0.2
SPACING, REFUSED = 48, 5
"""Commits between two rounds of all questions, and between two of all that the rules refuse to who may choose."""
CODES = {
    "wrong_phase", "not_your_turn", "pending_overflow", "no_pending_overflow", "no_action_left", "action_required",
    "not_your_explorer", "not_on_board", "need_four_different_cubes", "bad_effect", "bad_cell", "already_discovered",
    "undiscovered_destination", "unreachable", "already_cultivated", "bad_crop", "exchange_two_for_one",
    "not_enough_cubes", "no_explorer_sent", "explorer_is_sent",
}  # fmt: skip
"""All codes of section 13.1 but `game_over`, which takes a finished game, where nothing is hidden; and the two
of ours for a move in two choices."""
Kept = tuple[int, Choice]


class Policy:
    """Who chooses for both worlds: explores everything, and guesses only where the lands agree."""

    def __init__(self, peekers: Sequence[int]) -> None:
        self.peekers, self.rng = peekers, random.Random("paired")

    def choose(self, state: Any, seat: int, listing: list[Choice]) -> Choice | None:
        """Return a choice that tells the two lands apart to nobody but who peeks; None: there is none left."""
        verbs = {choice[0] for choice in listing}
        if "divine" in verbs and (told := self.guess(state, seat, "divine")):
            return told
        if "offering" in verbs:
            return self.offering(state, seat)
        if "resolve_overflow" in verbs:
            return self.rng.choice(listing)
        if {"exchange", "end_turn"} <= verbs and self.rng.random() < EXCHANGING:
            return self.rng.choice([choice for choice in listing if choice[0] == "exchange"])
        for verb in ("send", "explore", "move", "withdraw", "end_turn"):
            if verb in verbs:
                return self.rng.choice(self.wanted(state, seat, verb, listing))
        return self.guess(state, seat, "final_divine")

    def guess(self, state: Any, seat: int, verb: str) -> Choice | None:
        """Guess at a cell whose crop is the same on both lands, if an explorer stands on one."""
        for name, crop in GUESSES[verb].items():
            for number in state.eligible(seat):
                if state.explorers[seat][number] == state.board.index[name]:
                    return verb, f"e{number + 1}", crop
        return None

    def offering(self, state: Any, seat: int) -> Choice:
        """Peek where the lands differ, or take an extra action."""
        if seat not in self.peekers:
            return "offering", "extra_action", None
        hidden = [name for name in DIFFERENT if state.board.index[name] not in state.peeks[seat]]
        return "offering", "peek", hidden[0]

    def wanted(self, state: Any, seat: int, verb: str, listing: list[Choice]) -> list[Choice]:
        """Prefer explorers that can explore, and terrains of which the seat owns no cube."""
        mine = [choice for choice in listing if choice[0] == verb]
        if verb == "send":
            reach = GAME.view(state, ())["reach"]
            able = [c for c in mine if any(not state.tiles >> state.board.index[to] & 1 for to in reach[c[1]])]
            where = {c: state.explorers[seat][EXPLORER[c[1]]] for c in mine}
            free = [c for c in able if where[c] != state.board.index["A2"]]
            return [c for c in free if where[c] == RESERVE] or free or able or mine
        if verb == "explore":
            missing = [c for c in mine if not state.cubes[seat][state.terrain_at(state.board.index[c[1]])]]
            return missing or mine
        return mine


def written(setting: Setting, game_id: str, peekers: Sequence[int]) -> list[Kept]:
    """Write the script that both worlds play, and hold what a spectator may know on both lands against each other."""
    table = Table(setting.games, game_id, len(HOLDERS), setting.options, begins=2)
    plays = [Play(table, game, seed) for game, seed in zip(setting.games, some_seeds(), strict=True)]
    for play in plays:
        play.begin(viewer=-9)
    policy, script = Policy(peekers), []
    while True:
        [(decision, listing)] = plays[0].asked()
        choice = policy.choose(plays[0].state, decision.seat, listing)
        if choice is None:
            break
        for play in plays:
            play.take(decision.seat, choice)
        script.append((decision.seat, choice))
        assert plays[0].known[-1] == plays[1].known[-1]
    assert not plays[0].state.over and plays[0].state.crops != plays[1].state.crops
    return script


def some_seeds() -> tuple[bytes, bytes]:
    supply = seeds("paired lands")
    return next(supply), next(supply)


def wrong_choices() -> Iterator[dict[str, Any]]:
    """Well-formed choices of every verb, most of them refused, for every reason that there is."""
    for verb in ("divine", "final_divine"):
        for explorer in ("e1", "e2", "e3", "e4", "e5", "e9"):
            for crop in (1, 0, 6, 99):
                yield {"verb": verb, "explorer": explorer, "crop": crop}
    yield from ({"verb": "send", "explorer": explorer} for explorer in ("e1", "e9"))
    for cell in ("A1", "A3", "C3", "D4", "E2", "Z9"):
        yield from ({"verb": verb, "to": cell} for verb in ("explore", "move"))
    yield from ({"verb": "offering", "effect": effect, "cell": None} for effect in ("extra_action", "sing"))
    yield from ({"verb": "offering", "effect": "peek", "cell": cell} for cell in ("A1", "A3", "F1", None))
    for give in ([], ["swamp"], ["swamp"] * 2, ["swamp"] * 3, ["desert", "forest"], ["mountain"] * 2):
        yield {"verb": "exchange", "give": give, "take": "swamp"}
        yield {"verb": "resolve_overflow", "choice": "exchange", "give": give, "take": "forest"}
    yield {"verb": "resolve_overflow", "choice": "decline", "give": None, "take": None}
    yield from ({"verb": verb} for verb in ("withdraw", "end_turn", "final_pass"))


def refusals(world: World, who: str) -> set[str]:
    """Send everything that is refused to who sits there; return the codes of the rules. Nothing comes of it."""
    service, seat = world.house.service, HOLDERS.index(who)
    before = load(service, world.game).position
    asked: list[Decision] = [d for d in decisions(GAME, before.state) if d.seat == seat]
    length, codes = len(world.log()), set()
    for document in wrong_choices():
        choice = from_named(GAME.verbs, document)
        if any(listed(GAME, before.state, decision, choice) for decision in asked):
            continue
        for path in ("moves", "preview"):
            body = {"version": before.version, "choices": [document]}
            answer = world.people[who].post(f"/games/{world.game}/{path}", body, Idempotency_Key="wrong")
            world.tell(who, f"{document} {path} at {before.version}", answer)
            assert answer.status_code in (409, 422), answer.text
            codes.add(answer.json["rule"])
    after = load(service, world.game).position
    assert (before.version, before.hash, length) == (after.version, after.hash, len(world.log()))
    return codes


def live_on_both(
    setting: Setting, script: Sequence[Kept], codes: set[str], *, thorough: bool = True
) -> tuple[World, World]:
    """Play the script on both lands, with all questions on the way; collect the codes of all refusals."""

    def play(world: World, side: int) -> None:
        for n, (seat, choice) in enumerate(script):
            if thorough and n == len(script) // 2:
                for who in (*EVERYBODY, NOBODY):
                    survey(world, GAME, who)
            if n % SPACING == 0:
                for who in EVERYBODY:
                    probe(world, GAME, who)
            [decision] = decisions(GAME, load(world.house.service, world.game).position.state)
            if n % REFUSED == 0 or decision.kind in ("overflow", "final_guess") or choice[0] == "offering":
                codes.update(refusals(world, HOLDERS[seat]))
            if n % SPACING == 0:
                codes.update(refusals(world, HOLDERS[1 - seat]))
            carry_on(world, setting, seat, choice)
            for who in EVERYBODY:
                glance(world, who)
        for who in EVERYBODY:
            probe(world, GAME, who)
        for who in (*EVERYBODY, NOBODY):
            ask(world, who, "GET", "/metrics")

    return both(setting, some_seeds(), play, thorough=thorough)


def table_of(rules: Rules = GAME, **options: Any) -> Setting:
    """Return the table of two people, on both lands."""
    return Setting(worlds_of(rules), {**options_of(rules), **options}, HOLDERS)


def script_for(setting: Setting, peekers: Sequence[int]) -> list[Kept]:
    """Write the script for the game that a fresh world opens, whose id is always the same."""
    blank = new_world(setting.games[0])
    open_table(blank, setting, b"\0" * 32, "public")
    return written(setting, blank.game, peekers)


def without_peeks(text: str) -> str:
    """Mask the crops that a seat has seen: in its view, and in what it may open of a fact."""
    return re.sub(r'("peeked": ?|"value": ?\{"crop": ?)\d', r"\1#", masked(text))


def compare_peekers(here: World, there: World, who: str) -> None:
    """Hold against each other what a seat was told that has peeked: only the crops that it saw may differ."""
    mine, theirs = ([told for told in world.told if told.who == who] for world in (here, there))
    assert any(masked(one.text) != masked(other.text) for one, other in zip(mine, theirs, strict=True))
    for one, other in zip(mine, theirs, strict=True):
        assert one[:2] == other[:2]
        assert without_peeks(one.text) == without_peeks(other.text), one[:2]


TABLES = {
    "the host peeks": ({}, (0,), ("viewer", "stranger", "nobody"), ("host",)),
    "the other one peeks": ({"last_round": "rotating"}, (1,), ("host", "stranger", "nobody"), ("viewer",)),
    "all share what they see": ({"cooperative": True}, (0, 1), ("stranger", "nobody"), HOLDERS),
}


@pytest.mark.parametrize("table", TABLES)
def test_two_lands_look_alike_until_a_guess_tells(table: str) -> None:
    options, peekers, unknowing, knowing = TABLES[table]
    setting, codes = table_of(**options), set[str]()
    script = script_for(setting, peekers)
    here, there = live_on_both(setting, script, codes)

    indistinguishable(here, there, unknowing)
    for who in knowing:
        compare_peekers(here, there, who)
    heard = said(here, (*unknowing, *knowing)) + said(there, (*unknowing, *knowing))
    for world in (here, there):
        secrets = world.secrets(seat=-9)
        assert load(world.house.service, world.game).position.state.land().text() in secrets
        assert not [secret for secret in secrets if secret in said(world, unknowing)]
        assert hidden_kinds(GAME.name) <= sealed_kinds(world.log())
        assert not [secret for secret in world.secrets(knowing_seat(knowing)) if secret in heard]
    verbs = {choice[0] for _, choice in script}
    assert {"send", "explore", "exchange", "resolve_overflow", "end_turn", "divine", "offering"} <= verbs
    assert codes - {None} == CODES


def knowing_seat(knowing: Sequence[str]) -> int:
    """Return the seat of one who has peeked."""
    return HOLDERS.index(knowing[0])


class Telling(Rules):
    """Shows the sum of all crops of the first row."""

    def view(self, state: Tiwanaku, viewer: Viewer) -> dict[str, Any]:
        return {**super().view(state, viewer), "sum": sum(map(int, state.crops[:5]))}


class Hinting(Turn):
    """Explains the refusal of a peek by the crop that lies there."""

    def why_not(self, state: Tiwanaku, seat: int, *, choice: Choice) -> str | None:
        code = super().why_not(state, seat, choice=choice)
        return f"{code}_{state.crops[2]}" if code and choice[:2] == ("offering", "peek") else code


def hinting() -> Rules:
    flawed = Rules()
    flawed.steps = {**GAME.steps, "turn": Hinting()}
    return flawed


@pytest.mark.parametrize("flawed", [Telling(), hinting()], ids=["a view that sums up", "a refusal that hints"])
def test_a_leak_is_found(flawed: Rules) -> None:
    script = script_for(table_of(), (0,))[:3]
    with pytest.raises(AssertionError):
        compare(*live_on_both(table_of(flawed), script, set(), thorough=False), EVERYBODY)


LOOKS = Counter("kancha_looks", "Looks at the board, by the crop of A3.", ("crop",), registry=None)


class Counting(Rules):
    """Counts looks at the board by a crop that lies there."""

    def view(self, state: Tiwanaku, viewer: Viewer) -> dict[str, Any]:
        LOOKS.labels(state.crops[2]).inc()
        return super().view(state, viewer)


def test_a_metric_with_a_telling_label_is_found_and_by_everybody() -> None:
    REGISTRY.register(LOOKS)
    try:
        here, there = live_on_both(table_of(Counting()), script_for(table_of(), (0,))[:2], set(), thorough=False)
    finally:
        REGISTRY.unregister(LOOKS)
        LOOKS.clear()
    for who in (*EVERYBODY, NOBODY):
        assert {"GET /metrics"} == telling(here, there, [who])
