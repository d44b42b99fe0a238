"""What every game owes to the kernel and to its players, checked on random games.

Each table (number of seats and options) is played with every position under the quick checks and a
sample of them under the slow ones. The numbers in the names of the checks are those of the list in
`docs/adding-a-game.md`.
"""

import json
import os
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from domain import GAMES
from domain.core.agenda import CHANCE, SYSTEM, Decision, answer, apply, decisions, listed, options
from domain.core.choices import check_choice, fields_fault, from_named, to_named
from domain.core.command import open_game
from domain.core.errors import Refusal
from domain.core.game import ALL
from domain.core.plain import canonical, freeze, thaw
from domain.core.rollout import playout
from tests.helpers.parlour import GAME as PARLOUR
from tests.helpers.walk import SeededRng, Turn, answers, opened, tables, walk

EVERY = {**GAMES, PARLOUR.name: PARLOUR}
TABLES = [
    pytest.param(name, seats, chosen, id=f"{name}-{seats}-{'-'.join(map(str, chosen.values()))}")
    for name, game in EVERY.items()
    for seats, chosen in tables(game)
]
SLOW_CHECKS = 24
"""Positions of a game under the slow checks; the quick ones see every position."""
WIDEST = 200


@lru_cache(maxsize=2)
def played(name: str, seats: int, chosen: str) -> list[Turn]:
    """Return one random game of a table, command by command."""
    game = EVERY[name]
    return list(walk(game, seats, json.loads(chosen), SeededRng(f"{name} {seats} {chosen}")))


@pytest.fixture
def turns(name: str, seats: int, chosen: dict[str, Any]) -> list[Turn]:
    """Return one random game of the table."""
    return played(name, seats, json.dumps(chosen))


def sampled(turns: list[Turn], count: int = SLOW_CHECKS) -> list[Turn]:
    """Return turns spread evenly over a game."""
    step = max(1, len(turns) // count)
    return turns[::step]


def plain(state: Any) -> bytes:
    return canonical(freeze(state))


def everybody(seats: int) -> list[int | None]:
    return [*range(seats), None]


def eyes(seat: int | None) -> tuple[int, ...]:
    return () if seat is None else (seat,)


def foreign(game: Any, turns: list[Turn], state: Any, decision: Decision, rng: SeededRng) -> list[Any]:
    """Return well-formed choices seen elsewhere in the game that are not listed here."""
    pool = [choice for turn in turns for choice in turn.command.choices]
    some = {rng.one_of(pool) for _ in range(12)}
    return sorted((c for c in some if not listed(game, state, decision, c)), key=repr)


@pytest.mark.parametrize(("name", "seats", "chosen"), TABLES)
class TestEveryTable:
    def test_01_lists_are_full_unique_stable_and_narrow(self, name, turns):
        game = EVERY[name]
        for turn in turns:
            for decision in decisions(game, turn.before):
                listing = options(game, turn.before, decision)
                step = game.steps[decision.kind]
                templates = step.templates(turn.before, decision.seat, *decision.args)

                assert listing or templates, f"{decision} lists nothing"
                assert len(listing) == len(set(listing)), f"{decision} lists a choice twice"
                assert listing == options(game, turn.before, decision), f"{decision} changes its order"
                assert len(listing) <= WIDEST, f"{decision} lists {len(listing)}"
                assert {choice[0] for choice in listing} <= set(step.verbs), f"{decision} has unknown verbs"
                for choice in listing:
                    check_choice(game.verbs, choice)
                    document = json.loads(canonical(to_named(game.verbs, choice)))
                    assert choice == from_named(game.verbs, document)

    def test_02_every_option_can_be_played(self, name, turns):
        game = EVERY[name]
        for turn in sampled(turns):
            for decision in decisions(game, turn.before):
                for choice in answers(game, turn.before, decision):
                    apply(game, turn.before, decision.seat, choice)

    def test_03_what_is_not_listed_is_refused_and_changes_nothing(self, name, turns):
        game, rng = EVERY[name], SeededRng("refused")
        for turn in sampled(turns):
            before = plain(turn.before)
            for decision in decisions(game, turn.before):
                for choice in foreign(game, turns, turn.before, decision, rng):
                    mine = [d for d in decisions(game, turn.before) if d.seat == decision.seat]
                    if any(listed(game, turn.before, d, choice) for d in mine):
                        continue
                    with pytest.raises(Refusal):
                        apply(game, turn.before, decision.seat, choice)
            assert before == plain(turn.before)

    def test_04_positions_share_nothing_that_changes(self, name, turns):
        game, rng = EVERY[name], SeededRng("copies")
        for turn in sampled(turns, 6):
            before = plain(turn.before)

            playout(game, turn.before.copy(), rng, limit=300)
            for decision in decisions(game, turn.before):
                for choice in answers(game, turn.before, decision)[:1]:
                    apply(game, turn.before, decision.seat, choice)

            assert before == plain(turn.before)

    def test_05_plain_form_goes_through_json_and_back(self, name, turns):
        game = EVERY[name]
        for turn in sampled(turns):
            back = thaw(game.state, json.loads(plain(turn.before)))

            assert plain(turn.before) == plain(back)
            assert turn.before.agenda == back.agenda and turn.before.side == back.side
            assert decisions(game, turn.before) == decisions(game, back)
            for decision in decisions(game, back):
                assert options(game, turn.before, decision) == options(game, back, decision)

    def test_07_views_decisions_and_options_survive_determinization(self, name, seats, turns):
        game, rng = EVERY[name], SeededRng("worlds")
        for turn in sampled(turns):
            real = turn.before
            for seat in everybody(seats):
                other = game.determinize(real, seat, rng)

                assert canonical(game.view(real, eyes(seat))) == canonical(game.view(other, eyes(seat)))
                assert game.scores(real, eyes(seat)) == game.scores(other, eyes(seat))
                assert decisions(game, real) == decisions(game, other)
                assert game.census(real) == game.census(other)
                for decision in decisions(game, real):
                    if decision.seat == seat:
                        assert options(game, real, decision) == options(game, other, decision)

    def test_08_refusals_survive_determinization(self, name, seats, turns):
        game, rng = EVERY[name], SeededRng("refusals")
        for turn in sampled(turns):
            for seat in range(seats):
                other = game.determinize(turn.before, seat, rng)
                for choice in {rng.one_of(turns).command.choices[0] for _ in range(8)}:
                    assert answer_code(game, turn.before, seat, choice) == answer_code(game, other, seat, choice)

    def test_09_others_read_the_same_of_a_choice_that_does_not_disclose(self, name, seats, turns):
        game, rng = EVERY[name], SeededRng("third seats")
        for turn in sampled(turns):
            for decision in decisions(game, turn.before):
                if decision.seat in (CHANCE, SYSTEM):
                    continue
                other = game.determinize(turn.before, decision.seat, rng)
                quiet = [c for c in answers(game, turn.before, decision) if not tells(game, turn.before, decision, c)]
                for choice in quiet[:: max(1, len(quiet) // 8)]:
                    assert_same_news(game, seats, turn.before, other, decision, choice)

    def test_22_whether_a_choice_may_tell_something_is_known_to_its_seat(self, name, turns):
        game, rng = EVERY[name], SeededRng("telling")
        for turn in sampled(turns):
            for decision in decisions(game, turn.before):
                if decision.seat in (CHANCE, SYSTEM):
                    continue
                other = game.determinize(turn.before, decision.seat, rng)
                for choice in answers(game, turn.before, decision):
                    told = tells(game, turn.before, decision, choice)
                    assert told == tells(game, other, decision, choice), choice
                    assert not told or choice[0] in game.steps[decision.kind].discloses, choice

    def test_20_what_a_bot_sees_hangs_on_nothing_that_its_seat_cannot_know(self, name, seats, turns):
        game, rng = EVERY[name], SeededRng("peeking")
        for turn in sampled(turns):
            for seat in everybody(seats):
                other = game.determinize(turn.before, seat, rng)

                of_real = game.determinize(turn.before, seat, SeededRng("same"))
                of_other = game.determinize(other, seat, SeededRng("same"))

                assert plain(of_real) == plain(of_other)

    def test_21_other_worlds_differ_where_something_is_hidden(self, name, seats, turns):
        game, rng = EVERY[name], SeededRng("differing")
        for seat in everybody(seats):
            hidden = [t.before for t in turns if game.view(t.before, ALL) != game.view(t.before, eyes(seat))]
            worlds = [(state, game.determinize(state, seat, rng)) for state in hidden[:: max(1, len(hidden) // 30)]]

            assert not worlds or any(plain(state) != plain(other) for state, other in worlds)

    def test_10_ends_in_time_and_never_with_chance_open(self, name, turns):
        game = EVERY[name]
        made = sum(len(turn.outcome.made) for turn in turns)

        assert turns[-1].outcome.state.over
        assert made <= game.most_decisions
        for turn in turns:
            assert all(decision.seat != CHANCE for decision in decisions(game, turn.outcome.state))

    def test_11_pieces_are_conserved(self, name, turns):
        game = EVERY[name]
        census = game.census(turns[0].before)
        assert census
        for turn in turns:
            assert census == game.census(turn.outcome.state), turn.command

    def test_12_weights_are_positive_and_match_the_options(self, name, seats, chosen):
        game, rng = EVERY[name], SeededRng("weights")

        def pick(kind: str, weights: list[int]) -> int:
            assert weights and all(type(weight) is int and weight > 0 for weight in weights), kind
            return rng.pick(kind, weights)

        secret = game.seal(seats, chosen, rng)
        state = open_game(game, game.setup(seats, chosen, secret), 1, pick).state
        while not state.over and not checked_draws(game, state, rng):
            decision = next(d for d in decisions(game, state) if not d.optional)
            answer(game, state, decision, rng.one_of(options(game, state, decision)))

    def test_13_a_single_option_is_asked_only_where_declared(self, name, turns):
        game = EVERY[name]
        for turn in turns:
            for decision in decisions(game, turn.before):
                step = game.steps[decision.kind]
                if len(answers(game, turn.before, decision)) == 1 and not decision.optional:
                    assert step.single, f"{decision} has a single option"

    def test_14_facts_have_their_declared_fields(self, name, turns):
        game = EVERY[name]
        for turn in turns:
            for fact, public, to, secret in turn.outcome.facts:
                assert fact in game.facts, f"undeclared fact {fact}"
                assert (to is None) == (secret is None), f"{fact}: secret and audience go together"
                document = json.loads(canonical({**public, **(secret or {})}))
                assert fields_fault(game.facts[fact], document) is None, (fact, document)

    def test_16_no_choice_is_listed_in_two_decisions_of_a_seat(self, name, turns):
        game = EVERY[name]
        for turn in turns:
            seen: set[Any] = set()
            for decision in decisions(game, turn.before):
                if decision.seat == CHANCE:
                    continue
                for choice in answers(game, turn.before, decision):
                    assert (decision.seat, choice) not in seen, f"{choice} is listed twice"
                    seen.add((decision.seat, choice))

    def test_17_an_optional_answer_reopens_nobody_else(self, name, turns):
        game = EVERY[name]
        for turn in turns:
            if turn.decision.optional and not turn.outcome.state.over and len(turn.command.choices) == 1:
                before = {d[:3] + d[4:5]: d.since for d in decisions(game, turn.before) if not d.optional}
                after = {d[:3] + d[4:5]: d.since for d in decisions(game, turn.outcome.state) if not d.optional}
                assert before == after

    def test_18_why_not_is_none_exactly_for_what_is_listed(self, name, turns):
        game, rng = EVERY[name], SeededRng("why")
        for turn in sampled(turns):
            for decision in decisions(game, turn.before):
                step, state = game.steps[decision.kind], turn.before
                for choice in answers(game, state, decision):
                    why = step.why_not(state, decision.seat, *decision.args, choice=choice)
                    assert why is None, f"{choice} is listed, but {why}"
                for choice in foreign(game, turns, state, decision, rng):
                    if choice[0] in step.verbs:
                        assert step.why_not(state, decision.seat, *decision.args, choice=choice)

    def test_19_views_and_scores_are_plain_for_everybody(self, name, seats, turns):
        game = EVERY[name]
        for turn in sampled(turns):
            for viewer in [*[eyes(seat) for seat in everybody(seats)], tuple(range(seats)), ALL]:
                no_floats(json.loads(canonical(game.view(turn.before, viewer))))
                for score in game.scores(turn.before, viewer):
                    assert score.points == sum(score.parts.values())
                    assert score.won is None
        for score in game.scores(turns[-1].outcome.state, ALL):
            assert score.won is not None


def tells(game: Any, state: Any, decision: Decision, choice: Any) -> bool:
    """Say whether a choice may show its seat something that it does not know."""
    told: bool = game.steps[decision.kind].tells(state, decision.seat, *decision.args, choice=choice)
    return told


def answer_code(game: Any, state: Any, seat: int, choice: Any) -> tuple[str, str | None] | None:
    """Return code and rule of the refusal of a choice, None where it is legal."""
    try:
        apply(game, state, seat, choice)
    except Refusal as refused:
        return refused.code, refused.rule
    return None


def news(game: Any, seats: int, state: Any, decision: Decision, choice: Any) -> list[Any]:
    """Return what each other seat and a spectator learn from a choice, before anything is drawn.

    The facts of the end are left out: it opens what was hidden, and nothing can follow it.
    """
    after = state.copy()
    after.version, after.facts = 10_000, []
    answer(game, after, decision, choice)
    told = []
    for seat in everybody(seats):
        if seat == decision.seat:
            continue
        heard = [(f, public, secret if to and seat in to else None) for f, public, to, secret in after.facts]
        facts = [] if after.over else heard
        asked = [d[:5] for d in decisions(game, after)]
        told.append((facts, asked, after.over))
    return told


def assert_same_news(game: Any, seats: int, real: Any, other: Any, decision: Decision, choice: Any) -> None:
    """A choice that does not disclose tells its seat and the others the same in both worlds."""
    seat = decision.seat
    assert news(game, seats, real, decision, choice) == news(game, seats, other, decision, choice), choice
    first, second = apply(game, real, seat, choice), apply(game, other, seat, choice)
    assert canonical(game.view(first, (seat,))) == canonical(game.view(second, (seat,))), choice
    assert decisions(game, first) == decisions(game, second)
    for asked in decisions(game, first):
        if asked.seat == seat:
            assert options(game, first, asked) == options(game, second, asked), (choice, asked)


def checked_draws(game: Any, state: Any, rng: SeededRng) -> bool:
    """Answer open chance decisions, each with options that match its weights; say if the game is over."""
    while asked := [d for d in decisions(game, state) if d.seat == CHANCE]:
        step, decision = game.steps[asked[0].kind], asked[0]
        listing, weights = options(game, state, decision), step.weights(state, CHANCE, *decision.args)
        assert len(listing) == len(weights), decision
        assert all(type(weight) is int and weight > 0 for weight in weights), decision
        answer(game, state, decision, listing[rng.pick(decision.kind, weights)])
    return bool(state.over)


def no_floats(value: Any) -> None:
    """Plain data has no floats anywhere."""
    assert not isinstance(value, float)
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        no_floats(item)


@pytest.mark.parametrize("name", EVERY)
def test_declared_verbs_steps_and_options_fit_together(name):
    game = EVERY[name]
    for kind, step in game.steps.items():
        assert set(step.verbs) <= set(game.verbs), kind
        assert set(step.discloses) <= set(step.verbs), kind
        assert bool(step.verbs) == step.asks, kind
    assert set(game.verbs) == {verb for step in game.steps.values() for verb in step.verbs}
    assert all(field.default is not None and field.fault(field.default) is None for field in game.options.values())
    assert name == game.name and game.ruleset >= 1
    canonical(game.material)


@pytest.mark.parametrize("name", EVERY)
def test_tables_out_of_range_are_refused(name):
    game = EVERY[name]
    chosen = {key: field.default for key, field in game.options.items()}
    for seats in (game.seats.start - 1, game.seats.stop):
        assert game.refuse_table(seats, chosen)


@pytest.mark.parametrize("name", EVERY)
def test_15_same_positions_under_another_hash_seed(name):
    root = Path(__file__).parents[2]
    code = "from tests.conformance.test_games import EVERY, ending; import sys; print(ending(EVERY[sys.argv[1]]))"
    endings = {
        subprocess.run(
            [sys.executable, "-c", code, name],
            env={**os.environ, "PYTHONHASHSEED": seed},
            cwd=root,
            capture_output=True,
            text=True,
            check=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(endings) == 1 and "version" not in endings


def ending(game: Any) -> str:
    """Play one fixed random game per table and return the final positions."""
    found = []
    for seats, chosen in tables(game)[-1:]:
        rng = SeededRng("hash seed")
        state = opened(game, seats, chosen, rng).state
        playout(game, state, rng)
        found.append(plain(state).decode())
    return "\n".join(found)
