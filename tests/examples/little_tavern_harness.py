"""Worked examples of Little Tavern: how its four kinds of cases are read and judged."""

from typing import Any

from domain.core.agenda import SYSTEM, apply
from domain.core.command import open_game
from domain.little_tavern.game import GAME
from tests.examples.little_tavern_play import GIVEN_KEYS, PLAYERS, Dealer, Names, Play, build, issue
from tests.examples.little_tavern_views import run_view
from tests.examples.loading import Case, Document, only

FILE_KEYS = ("schema_version", "game", "provenance", "conventions", "decisions", "conflicts", "cases")
CASE_KEYS = ("id", "title", "kind", "rule", "source", "given", "when", "then")


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


# What is asserted of a position.


def check_ended_round(play: Play, expected: dict[str, Any] | None) -> None:
    scored = [public for fact, public, _, _ in play.facts if fact == "round_scored"]
    if expected is None:
        assert not scored
        return
    only(expected, ("tips", "first_next"), "ended_round")
    tips = scored[-1]["sums"]
    assert tips == play.view["rounds"][-1]["tips"]
    for name, amount in expected.get("tips", {}).items():
        assert amount == tips[play.names.seats([name])[0]], f"tips of {name}"
    if "first_next" in expected:
        first = None if play.state.over else play.names.players[play.view["first"]]
        assert expected["first_next"] == first


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
    legal = []
    if play.view["phase"] == "awaiting_draw":
        legal = [kind for _, kind in GAME.steps["turn"].options(play.state, play.view["active"])]
    assert sorted(expected) == sorted(legal)


def check_legal_placements(play: Play, expected: list[str]) -> None:
    listed = GAME.steps["place"].options(play.state, play.view["active"])
    assert play.names.seats(expected) == [table for _, table in listed]


def check_active(play: Play, expected: str | None) -> None:
    same([] if expected is None else play.names.seats([expected]), [play.view["active"]] * (not play.state.over))


def check_winners(play: Play, expected: list[str] | None) -> None:
    same(play.names.seats(expected or []), play.view["winners"] or [])


CHECKS: dict[str, Any] = {
    "active": check_active,
    "phase": lambda play, phase: same(phase, play.view["phase"]),
    "round": lambda play, number: same(number, play.view["round"]),
    "winners": check_winners,
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
    for step, command in enumerate(case.get("when", []), 1):
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
    assert seen["sums"] == after.rounds[-1]["tips"]
    for key, found in (("tips", seen["tips"]), ("totals", seen["sums"])):
        for name, expected in then.get(key, {}).items():
            assert expected == found[names.seats([name])[0]], f"{key} of {name}"


KINDS = {"play": run_play, "setup": run_setup, "scoring": run_scoring, "view": run_view}


KINDS = {"play": run_play, "setup": run_setup, "scoring": run_scoring, "view": run_view}
