"""Worked examples of Caverna: how its cases are read, played and judged; the golden solo game is one of them.

`given` is built by `caverna_given`; acts become choices in `caverna_example`, phases and questions stand in
`caverna_phases`, `then` is judged key by key in `caverna_then`. What none of them knows fails.
"""

from collections.abc import Callable
from typing import Any

from domain.caverna.game import GAME
from domain.core.plain import canonical, freeze
from tests.examples import caverna_golden
from tests.examples.caverna_example import Example
from tests.examples.caverna_given import NoCell
from tests.examples.caverna_phases import PHASES
from tests.examples.caverna_play import Refused
from tests.examples.caverna_then import judge
from tests.examples.loading import Case, Document, only

FILE_KEYS = ("schema_version", "game", "sources", "conventions", "examples", "golden_game", "conflicts", "decisions")
CASE_KEYS = ("id", "topic", "title", "given", "when", "then", "source")
GOLDEN = "golden_game"


def reads(document: Document) -> bool:
    """Say whether a file holds examples of this game."""
    return str(document.get("game", "")).startswith(GAME.name)


def cases(document: Document) -> list[tuple[str, Case]]:
    """Return the cases of a file, the golden game last."""
    only(document, FILE_KEYS, "the file")
    assert document.get("schema_version") == 1, "another schema of examples"
    found = [(case["id"], case) for case in document.get("examples", [])]
    if GOLDEN in document:
        found.append((GOLDEN, document[GOLDEN]))
    return found


def run(case: Case, document: Document) -> None:
    """Run one case."""
    if "rounds" in case:
        caverna_golden.run(case)
        return
    only(case, CASE_KEYS, "the case")
    assert case["then"], "the case asserts nothing"
    example = Example(case)
    before = canonical(freeze(example.state))
    try:
        _act(example)
    except (Refused, NoCell):
        assert example.then.get("legal") is False, "refused"
        assert set(example.then) <= {"legal", "because"}, "a refusal changes nothing"
        assert example.player is not None or before == canonical(freeze(example.state))
        return
    assert example.then.get("legal", True) is True, "accepted, though it should be refused"
    if example.player is not None:
        example.state = example.player.state
    for key, value in example.then.items():
        judge(example, key, value)


def _act(example: Example) -> None:
    """Carry out what the case does: a question, a phase of the game, or acts of the seat."""
    while example.whens:
        phase = _phase(example.whens[0])
        if phase is None:
            _carry_out(example)
        else:
            if example.player is not None:
                example.state = example.player.state
            phase(example, example.whens.pop(0))


def _phase(when: dict[str, Any]) -> Callable[[Example, dict[str, Any]], None] | None:
    """Return the phase or question that a mapping is about; none for what is done on a space."""
    return None if "use_space" in when else next((PHASES[key] for key in PHASES if key in when), None)


def _carry_out(example: Example) -> None:
    """Carry out the acts before the next phase; exchanges that come first are made with the placing."""
    player = example.player or example.playing()
    acts = []
    while example.whens and _phase(example.whens[0]) is None:
        acts.append(example.whens.pop(0))
    for act in acts:
        example.perform(act)
        if "use_space" in act and act is not acts[-1]:
            player.take_what_lies()
    player.finish()
    player.check_rooms()
