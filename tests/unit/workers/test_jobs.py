"""Jobs: bots and SYSTEM answered, whatever a bot does; nothing is answered twice or for people."""

import time
from typing import Any

import pytest

from domain.core.agenda import SYSTEM
from events.indexes import is_automatic, open_decisions
from events.redact import redact
from events.store import due_member
from service.usecases import moves
from service.usecases.errors import Frozen
from service.usecases.positions import load
from tests.helpers.services import guest, memory_service, move, new_game, running_game, spoil
from workers import bots, context, jobs
from workers.bots.base import Thought, candidates


@pytest.fixture
def service():
    made = memory_service(search_playouts=5, bot_pace=0.0)
    context.use(made)
    yield made
    context.use(None)


def asked(service: Any, game: str) -> list[Any]:
    """Return the decisions that workers owe."""
    position = load(service, game).position
    return [d for d in open_decisions(service.games, position) if is_automatic(position, d.seat)]


def play_on(service: Any, game: str, attempt: int = 0) -> None:
    """Let jobs answer until the game waits for people or is over."""
    for _ in range(500):
        owed = asked(service, game)
        if not owed:
            return
        jobs.answer(game, owed[0].seat, owed[0].since, attempt)
        assert owed[0] not in asked(service, game) or owed[0].optional
        if owed[0].optional:
            return


def last(service: Any, game: str) -> dict[str, Any]:
    return service.store.read(game)[-1]


class Naughty:
    """A bot that does what it is told to do wrong."""

    name = "random"

    def __init__(self, act: Any) -> None:
        self.act = act

    def choose(self, game, state, decision, rng, budget):
        return self.act(state)


class Meek:
    """A bot that takes the first option: the lowest card. It reports what it is told to."""

    name = "random"

    def __init__(self, values: Any = (), used: int = 0) -> None:
        self.values, self.used = values, used

    def choose(self, game, state, decision, rng, budget):
        return Thought(candidates(game, state, decision)[0], self.values, self.used)


def test_bots_play_a_whole_game(service):
    game = new_game(service, guest(service), "random", "greedy", "search")

    play_on(service, game)

    position = load(service, game).position
    assert position.status == "finished"
    assert not service.store.due(10**15, 10)
    authors = {commit["by"].get("bot") for commit in service.store.read(game)}
    assert {"random", "greedy", "search", None} == authors
    assert all("fallback" not in commit["by"] for commit in service.store.read(game))


def test_a_second_job_for_the_same_decision_does_nothing(service):
    game = new_game(service, guest(service), "random", "random")
    first = asked(service, game)[0]

    outcomes = [jobs.answer(game, first.seat, first.since, attempt) for attempt in (0, 0, 1)]

    assert ["appended", "gone", "gone"] == outcomes
    assert load(service, game).position.version == 2


def test_a_job_never_answers_for_a_person(service):
    ana, ben = guest(service), guest(service, "Ben")
    game = running_game(service, ana, ben)
    version = load(service, game).position.version
    decision = open_decisions(service.games, load(service, game).position)[0]

    assert jobs.answer(game, decision.seat, decision.since, 0) == "gone"

    assert version == load(service, game).position.version


def test_an_unknown_game_is_taken_out_of_the_due_set(service):
    assert jobs.answer("gm_" + "0" * 26, 0, 1, 0) == "gone"


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (lambda state: 1 // 0, "raised"),
        (lambda state: Thought(("bid", "c99"), (), 0), "illegal"),
        (lambda state: Thought(None, (), 0), "illegal"),
        (lambda state: Thought(("open", 0), (), 0), "illegal"),
        (lambda state: time.sleep(30), "late"),
    ],
    ids=["raises", "unknown card", "silent", "another decision", "never comes back"],
)
def test_a_bot_that_fails_is_answered_for(service, monkeypatch, act, reason):
    object.__setattr__(service.settings, "bot_deadline", 0.1)
    monkeypatch.setitem(bots.BOTS, "random", Naughty(act))
    game = new_game(service, guest(service), "random", "random")
    decision = asked(service, game)[0]

    assert jobs.answer(game, decision.seat, decision.since, 0) == "appended"

    commit = last(service, game)
    assert {"seat": decision.seat, "bot": "random", "fallback": reason} == commit["by"]


def test_the_text_of_an_exception_is_told_to_nobody(service, monkeypatch, caplog):
    def act(state):
        raise ValueError(f"my hand is MARKED {state.hands}")

    monkeypatch.setitem(bots.BOTS, "random", Naughty(act))
    game = new_game(service, guest(service), "random", "random")

    play_on(service, game)

    assert "MARKED" not in str(service.store.read(game)) + caplog.text
    assert "bot_failed" in caplog.text


def test_the_last_attempt_does_not_think(service, monkeypatch):
    monkeypatch.setitem(bots.BOTS, "random", Naughty(lambda state: pytest.fail("it was asked")))
    game = new_game(service, guest(service), "random", "random")
    decision = asked(service, game)[0]

    jobs.answer(game, decision.seat, decision.since, jobs.LAST_ATTEMPT)

    assert last(service, game)["by"]["fallback"] == "late"


def test_what_a_bot_sees_is_not_the_real_position(service, monkeypatch):
    game = new_game(service, guest(service), "random", "random", "random")
    pairs = []
    monkeypatch.setitem(
        bots.BOTS, "random", Naughty(lambda state: pairs.append((state, load(service, game).position.state)))
    )

    for decision in asked(service, game):
        jobs.answer(game, decision.seat, decision.since, 0)

    assert len(pairs) == 3
    assert all(seen is not real for seen, real in pairs)
    assert any(seen.hands != real.hands for seen, real in pairs)


def test_the_note_of_a_bot_is_sealed_for_its_seat(service):
    game = new_game(service, guest(service), "greedy", "greedy")

    play_on(service, game)

    notes = [commit["by"] for commit in service.store.read(game) if "sealed" in commit["by"]]
    assert notes
    assert all(by["sealed"]["to"] == [by["seat"]] for by in notes)
    assert any(by["sealed"]["secret"]["value"]["values"] for by in notes)


@pytest.mark.parametrize(("values", "used"), [((), 0), ([(("bid", "c1"), 3), (("bid", "c2"), 1)], 40)])
def test_what_a_bot_had_to_choose_from_does_not_show_in_what_others_read(service, monkeypatch, values, used):
    monkeypatch.setitem(bots.BOTS, "random", Meek(values, used))
    game = new_game(service, guest(service), "random", "random")
    decision = asked(service, game)[0]

    jobs.answer(game, decision.seat, decision.since, 0)

    by = redact(last(service, game), (1 - decision.seat,), False)["by"]
    assert {"seal", "to"} == by.pop("sealed").keys()
    assert {"seat": decision.seat, "bot": "random", "level": 1, "budget": 5} == by


def test_what_is_due_in_a_frozen_game_stays_due(service):
    game = new_game(service, guest(service), "random", "random")
    decision = asked(service, game)[0]
    good = service.store._games[game].log[-1], service.store.head(game)
    spoil(service, game, 1)

    with pytest.raises(Frozen):
        jobs.answer(game, decision.seat, decision.since, 0)

    assert due_member(game, decision.seat, decision.since) in dict(service.store.due(10**15, 10))
    stored = service.store._games[game]
    stored.log[-1], stored.head = good[0], good[1]
    assert "appended" == jobs.answer(game, decision.seat, decision.since, 1)


def test_system_is_answered_between_moves_of_people(service):
    ana, ben = guest(service), guest(service, "Ben")
    game = running_game(service, ana, ben)
    for _ in range(60):
        owed = asked(service, game)
        if owed:
            break
        position = load(service, game).position
        decision = next(d for d in open_decisions(service.games, position) if not d.optional)
        move(service, [ana, ben][decision.seat], game, decision.seat)

    assert SYSTEM == owed[0].seat
    assert jobs.answer(game, SYSTEM, owed[0].since, jobs.LAST_ATTEMPT) == "appended"
    assert {"seat": SYSTEM} == last(service, game)["by"]
    assert "round_tallied" in [fact["fact"] for fact in last(service, game)["facts"]]


def test_an_optional_decision_may_be_left_alone_and_is_not_asked_again(service, monkeypatch):
    ana = guest(service)
    game = new_game(service, ana, "me", "random")
    monkeypatch.setitem(bots.BOTS, "random", Meek())
    _reach_act(service, ana, game)
    version = load(service, game).version
    moves.submit(service, ana, game, {"version": version, "seat": 0, "choices": [OFFER]}, None)
    offered = next(decision for decision in asked(service, game) if decision.optional)
    monkeypatch.setitem(bots.BOTS, "random", Naughty(lambda state: Thought(None, (), 0)))

    assert jobs.answer(game, 1, offered.since, 0) == "silent"

    assert offered in asked(service, game)
    assert not service.store.due(10**15, 10)


class Picky:
    """A bot that leaves the first offer alone and accepts the others."""

    name = "random"

    def choose(self, game, state, decision, rng, budget):
        if decision.kind != "reply":
            return Meek().choose(game, state, decision, rng, budget)
        return Thought(None if decision.args[0] == 1 else ("accept", decision.args[0]), (), 0)


def test_an_optional_decision_left_alone_does_not_hide_the_next_of_its_version(service, monkeypatch):
    ana = guest(service)
    game = new_game(service, ana, "me", "random")
    monkeypatch.setitem(bots.BOTS, "random", Picky())
    _reach_act(service, ana, game)
    version = load(service, game).version
    moves.submit(service, ana, game, {"version": version, "seat": 0, "choices": [OFFER, OFFER]}, None)

    assert jobs.answer(game, 1, version + 1, 0) == "silent"

    assert ["offered", "offered", "replied"] == [
        fact["fact"] for commit in service.store.read(game, version) for fact in commit["facts"]
    ]
    assert [1] == [decision.args[0] for decision in asked(service, game) if decision.optional]
    assert not service.store.due(10**15, 10)


def test_a_hidden_hand_is_not_told_by_the_time_a_bot_takes(service):
    object.__setattr__(service.settings, "bot_pace", 0.2)
    secret, public = (new_game(service, guest(service), "random", "random", ruleset=r) for r in RULESETS)

    spent = []
    for game in (secret, public):
        decision, began = asked(service, game)[0], time.monotonic()
        jobs.answer(game, decision.seat, decision.since, 0)
        spent.append(time.monotonic() - began)

    assert spent[0] >= 0.2
    assert spent[1] < spent[0]


RULESETS = ("parlour", "little_tavern")

OFFER = {"verb": "offer", "to": 1, "tokens": 1}


def _reach_act(service, ana, game):
    """Play the highest cards until the person is asked to act."""
    for _ in range(100):
        play_on(service, game)
        found = moves.list_moves(service, ana, game, 0).body
        if found["decisions"][0]["kind"] == "act":
            return
        body = {"version": found["version"], "seat": 0, "choices": [found["decisions"][0]["choices"][-1]]}
        moves.submit(service, ana, game, body, None)
    raise AssertionError("the person never won a bid")
