"""The bots of Tiwanaku go by what their seat has seen: another land behind their backs changes nothing they think.

Positions come from short games of two who begin with four cubes and buy looks at the land whenever they can. In each
of them the land is exchanged for another one that agrees with all the asked seat knows, and the bots are asked again
with the same random numbers: as a worker asks them, and once more with the land itself before their eyes. That a bot
which does look is found out is tested, too.
"""

from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from domain.core.agenda import Decision, answer, decisions, options
from domain.core.choices import Choice
from domain.core.plain import canonical
from domain.tiwanaku.board import members
from domain.tiwanaku.game import GAME, Game
from domain.tiwanaku.guesses import EXPLORER
from domain.tiwanaku.knowledge import candidates, knowledge_of
from domain.tiwanaku.state import Tiwanaku
from service.usecases.answer import Question
from service.usecases.positions import load
from tests.golden.tiwanaku_record import kinds_after
from tests.helpers.services import guest, memory_service, new_game
from tests.helpers.walk import SeededRng, opened, table_options
from workers import context, jobs
from workers.bots import BOTS
from workers.bots.base import Budget, Thought

TABLE = table_options(GAME, {"size": "short"})
LEANING = {"explore": 400, "divine": 8, "end_turn": 200, "send": 60, "move": 20, "withdraw": 20, "final_divine": 20}
LOOKS, SCENES = 80, 25
"""Positions that are looked at, and how many of them at least can have another land."""

SEEN, PLANTED = 14, 7
"""Of 25 cells: tiles and crops up to which a game is looked at. With more, the land is hardly in doubt."""
BUDGET = Budget(20)


class Scene(NamedTuple):
    """A position in which a seat is asked, and the same one over another land."""

    real: Tiwanaku
    other: Tiwanaku
    decision: Decision


def lean(state: Tiwanaku, listing: list[Choice], rng: SeededRng) -> Choice:
    """Choose a look at the land if one is offered, else something that brings one nearer."""
    looks = [choice for choice in listing if choice[:2] == ("offering", "peek")]
    if listing[0][0] == "resolve_overflow":
        return max(listing, key=lambda choice: kinds_after(state, state.active(), choice))
    return rng.one_of(looks) if looks else listing[rng.pick("lean", [LEANING.get(c[0], 1) for c in listing])]


def positions(seed: int) -> list[Tiwanaku]:
    """Return the positions of a game in which both seats know a crop that is not planted, and some are planted."""
    rng, found = SeededRng(f"scenes {seed}"), []
    state = opened(GAME, 2, TABLE, rng).state
    for cubes in state.cubes:
        cubes[:] = [1, 1, 1, 1]
    state.bank = [left - 2 for left in state.bank]
    while state.tiles.bit_count() <= SEEN and state.planted.bit_count() <= PLANTED:
        hidden = [[cell for cell in cells if not state.planted >> cell & 1] for cells in state.peeks]
        if all(hidden) and state.planted != state.start:
            found.append(state.copy())
        (decision,) = decisions(GAME, state)
        answer(GAME, state, decision, lean(state, options(GAME, state, decision), rng))
    return found


@pytest.fixture(scope="module")
def scenes() -> list[Scene]:
    """Many positions, each with a land under it that differs in terrain and crops; others are left out."""
    pool = [state for seed in range(20) for state in positions(seed)]
    found = []
    for n, state in enumerate(pool[:: len(pool) // LOOKS]):
        (decision,) = decisions(GAME, state)
        rng = SeededRng(f"behind the back {n}")
        other = max((GAME.determinize(state, decision.seat, rng) for _ in range(5)), key=lambda o: difference(state, o))
        other.seed, other.salt = "another seed", "another salt"
        if state.terrain != other.terrain and state.crops != other.crops:
            found.append(Scene(state, other, decision))
    return found


def difference(real: Tiwanaku, other: Tiwanaku) -> int:
    """Count the cells whose crops differ, those under explorers ten times, and add those whose terrain does."""
    weights = [10 if any(cell in cells for cells in real.explorers) else 1 for cell in range(real.board.cells)]
    crops = sum(w for w, one, two in zip(weights, real.crops, other.crops, strict=True) if one != two)
    return crops + sum(one != two for one, two in zip(real.terrain, other.terrain, strict=True))


class Asked:
    """A worker that is asked for a bot in any position, always with the same random numbers."""

    def __init__(self, monkeypatch: Any, game: Game) -> None:
        self.service = memory_service({GAME.name: game}, search_playouts=20, search_time=600.0)
        context.use(self.service)
        monkeypatch.setattr(jobs, "SystemRng", lambda: SeededRng("same"))
        host = guest(self.service)
        table = new_game(self.service, host, "greedy", "greedy", ruleset=GAME.name, options={"size": "short"})
        self.position = load(self.service, table).position

    def think(self, bot: str, state: Tiwanaku, decision: Decision) -> Thought:
        """Return what the bot thinks in a position that a worker has read."""
        position = replace(self.position, state=state.copy())
        return jobs.think(Question(position.game_id, decision.seat, decision.since, position, decision, bot))


@pytest.fixture
def worker(monkeypatch):
    """A worker with the game as it is."""
    yield Asked(monkeypatch, GAME)
    context.use(None)


class Peeking:
    """A bot that looks at the land: it guesses right, and explores where its favourite terrain lies."""

    name = "random"

    def choose(self, game: Any, state: Tiwanaku, decision: Decision, rng: Any, budget: Budget) -> Thought:
        listing = options(game, state, decision)
        wanted = [choice for choice in listing if self.likes(state, decision.seat, choice)]
        return Thought((wanted or listing)[0], (), 0)

    def likes(self, state: Tiwanaku, seat: int, choice: Choice) -> bool:
        if choice[0] in ("divine", "final_divine"):
            return bool(choice[2] == state.crop_at(state.explorers[seat][EXPLORER[choice[1]]]))
        return choice[0] == "explore" and state.terrain_at(state.board.index[choice[1]]) == 2


class GivenAway(Game):
    """Tiwanaku that hands the real land to whoever asks for an imagined one."""

    def determinize(self, state: Tiwanaku, seat: int | None, rng: Any) -> Tiwanaku:
        return state.copy()


def demand_the_same(scenes: list[Scene], think: Any) -> None:
    """Fail unless a bot thinks the same in both worlds of every scene."""
    for real, other, decision in scenes:
        assert think(real, decision) == think(other, decision), decision


def test_the_scenes_are_what_they_are_meant_to_be(scenes):
    foreign = under = 0
    for real, other, decision in scenes:
        seat, eyes = decision.seat, (decision.seat,)
        own, others = (set(real.peeks[s]) for s in (seat, 1 - seat))

        assert canonical(GAME.view(real, eyes)) == canonical(GAME.view(other, eyes))
        assert all(real.crop_at(cell) == other.crop_at(cell) for cell in own | set(members(real.planted)))
        assert own and others
        under += any(
            real.crop_at(real.explorers[seat][n]) != other.crop_at(real.explorers[seat][n]) for n in real.eligible(seat)
        )
        foreign += any(real.crop_at(cell) != other.crop_at(cell) for cell in others - own)

    assert len(scenes) >= SCENES
    assert under >= 8 and foreign >= 8
    assert {0, 1} == {scene.decision.seat for scene in scenes}
    assert {"turn", "act"} <= {scene.decision.kind for scene in scenes}


@pytest.mark.parametrize("bot", BOTS)
def test_a_worker_finds_the_same_answer_over_another_land(worker, scenes, bot):
    demand_the_same(scenes, lambda state, decision: worker.think(bot, state, decision))


@pytest.mark.parametrize("bot", BOTS.values(), ids=list(BOTS))
def test_a_bot_does_not_look_even_if_the_land_lies_before_its_eyes(scenes, bot):
    demand_the_same(scenes, lambda state, decision: bot.choose(GAME, state.copy(), decision, SeededRng("same"), BUDGET))


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_a_bot_that_judges_and_plans_reports_no_playouts(scenes, bot):
    real, _, decision = scenes[0]
    thought = BOTS[bot].choose(GAME, real.copy(), decision, SeededRng("note"), BUDGET)

    assert thought.values and thought.playouts == 0


def test_a_bot_that_looks_is_found_out(scenes):
    with pytest.raises(AssertionError):
        demand_the_same(
            scenes, lambda state, decision: Peeking().choose(GAME, state, decision, SeededRng("same"), BUDGET)
        )


def test_a_worker_that_hands_over_the_land_to_a_bot_that_looks_is_found_out(monkeypatch, scenes):
    monkeypatch.setitem(BOTS, "random", Peeking())
    for game, is_found in ((GAME, False), (GivenAway(), True)):
        asked = Asked(monkeypatch, game)
        try:
            demand_the_same(scenes, lambda state, decision, asked=asked: asked.think("random", state, decision))
            assert not is_found, "the land was handed over, and nobody noticed"
        except AssertionError as failed:
            assert is_found and "Decision" in str(failed)
        finally:
            context.use(None)


@pytest.mark.parametrize("bot", ["greedy", "search"])
def test_a_bot_never_guesses_a_certain_crop_wrong(bot):
    certain = wrong = 0
    for seed in range(2):
        rng = SeededRng(f"certain {seed}")
        state = opened(GAME, 2, TABLE, rng).state
        while not state.over:
            (decision,) = decisions(GAME, state)
            world = GAME.determinize(state, decision.seat, rng)
            choice = BOTS[bot].choose(GAME, world, decision, rng, BUDGET).choice
            if choice[0] in ("divine", "final_divine"):
                cell = state.explorers[decision.seat][EXPLORER[choice[1]]]
                if sum(plane >> cell & 1 for plane in candidates(knowledge_of(state, decision.seat))) == 1:
                    certain += 1
                    wrong += choice[2] != state.crop_at(cell)
            answer(GAME, state, decision, choice)

    assert certain >= 10 and wrong == 0
