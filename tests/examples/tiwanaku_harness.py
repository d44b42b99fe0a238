"""Worked examples of Tiwanaku: how cases are read and judged, and how queries are answered."""

from pathlib import Path
from typing import Any

import yaml

from domain.core.agenda import settle
from domain.tiwanaku.board import BOARDS, make_board
from domain.tiwanaku.game import GAME
from domain.tiwanaku.guesses import EXPLORER
from domain.tiwanaku.land.generator import generate, stream_state
from domain.tiwanaku.land.splitmix import SplitMix
from domain.tiwanaku.land.text import Land, broken_laws, commitment, regions_of
from domain.tiwanaku.material import EXPLORERS, LETTERS, TERRAINS, rating_of
from domain.tiwanaku.movement import destinations
from domain.tiwanaku.scoring import advance
from tests.examples.loading import Case, Document, only
from tests.examples.tiwanaku_play import GIVEN_KEYS, RESERVE_WORDS, SALT, Play, land_of, start_of

FILE_KEYS = (
    "schema_version", "game", "ruleset", "provenance", "conventions", "fixtures", "defaults", "examples",
)  # fmt: skip
CASE_KEYS = ("id", "title", "rule", "prov", "note", "given", "steps", "then")
KEPT = Path(__file__).with_name("tiwanaku.yaml")
"""The file whose fixtures and defaults hold where another one gives none of its own."""


def reads(document: Document) -> bool:
    """Say whether a file holds examples of this game."""
    return document.get("game") == GAME.name


def cases(document: Document) -> list[tuple[str, Case]]:
    """Return the cases of a file."""
    only(document, FILE_KEYS, "the file")
    assert document["schema_version"] == 1 and document.get("ruleset", "seed") == "seed", "another schema or ruleset"
    kept = yaml.safe_load(KEPT.read_text(encoding="utf-8"))
    for key in ("fixtures", "defaults"):
        document[key] = {**kept[key], **document.get(key, {})}
    only(document["defaults"], GIVEN_KEYS, "defaults")
    for name, fixture in document["fixtures"].items():
        only(fixture, ("size", "start", "rows"), f"fixture {name}")
    return [(case["id"], case) for case in document["examples"]]


def run(case: Case, document: Document) -> None:
    """Run one case: its steps in order, then what it asserts of the position."""
    only(case, CASE_KEYS, "the case")
    assert case.get("steps") or case.get("then"), "the case asserts nothing"
    play = Play(case.get("given", {}), document)
    for step in case.get("steps", []):
        if "cmd" in step:
            play.issue(step)
        else:
            ask(play, step)
    check(play, case.get("then", {}))


def ask(play: Play, step: dict[str, Any]) -> None:
    """Answer a query; a position's or a table's."""
    query = step["query"]
    assert query in QUERIES, f"unknown query: {query}"
    fields, find = QUERIES[query]
    only(step, ("query", "is", "note", *fields), "the query")
    expected, found = step.get("is", True), find(play, step)
    if query in UNORDERED:
        expected, found = plainly(expected), plainly(found)
    assert expected == found, f"{step}: {found}"


def check(play: Play, then: dict[str, Any]) -> None:
    """Check what a case asserts of the position."""
    only(then, tuple(CHECKS), "then")
    for key, expected in then.items():
        CHECKS[key](play, expected)


def counts(land: Land, cells: list[int]) -> dict[str, int]:
    """Count the terrains of a land without those of some cells."""
    kept = [terrain for cell, terrain in enumerate(land.terrain) if cell not in cells]
    return {name: kept.count(number) for number, name in enumerate(TERRAINS)}


def started(play: Play, name: str) -> dict[str, Any]:
    """Return the public view at the start of a game on a fixture."""
    land, start = land_of(play.document, name), start_of(play.document, name)
    names = BOARDS[land.size].names
    secret = {"land": land.text(), "start": [names[c] for c in start], "seed": "", "salt": SALT}
    options = {key: field.default for key, field in GAME.options.items()}
    state = GAME.setup(2, options, secret)
    settle(GAME, state)
    return GAME.view(state, ())


def board_of(play: Play, step: dict[str, Any]) -> tuple[Any, list[int], list[int]]:
    """Return the geometry, terrains and crops of given rows, or of a fixture."""
    if "rows" not in step:
        land = land_of(play.document, step.get("fixture", play.given["fixture"]))
        return BOARDS[land.size], land.terrain, land.crops
    rows = [row.split() for row in step["rows"]]
    cells = [cell for row in rows for cell in row]
    board = make_board("", len(rows), len(rows[0]))
    return board, [LETTERS.index(cell[0]) for cell in cells], [int(cell[1]) for cell in cells]


def generated(play: Play, step: dict[str, Any]) -> Any:
    """Make a land; compare it with a fixture, or return what the case asks of it."""
    made = generate(step["size"], str(step["seed"]))
    board, land = BOARDS[step["size"]], made.land
    if "is_fixture" in step:
        fixture = step["is_fixture"]
        return made.land == land_of(play.document, fixture) and made.start == sorted(start_of(play.document, fixture))
    tokens = [LETTERS[t] + str(crop) for t, crop in zip(land.terrain, land.crops, strict=True)]
    rows = [" ".join(tokens[at : at + board.columns]) for at in range(0, board.cells, board.columns)]
    facts = {
        "rows": rows,
        "start": [board.names[cell] for cell in made.start],
        "accepted_attempt": made.attempt,
        "attempt": made.attempt,
        "regions": len(regions_of(board, land.terrain)),
        "crop_counts": [land.crops.count(crop) for crop in range(1, 6)],
        "terrain_counts": counts(land, []),
        "text": land.text(),
    }
    asked = step.get("is", {key: step[key] for key in facts if key in step})
    assert asked, "nothing is asked of the generated land"
    for key, fact in facts.items():
        assert key not in step or step[key] == fact, f"{key}: {fact}"
    return {key: facts[key] for key in asked} if "is" in step else True


def hidden_cells(play: Play, name: str) -> int:
    """Count the cells that are undiscovered at the start on a fixture."""
    return sum(cell["state"] == "undiscovered" for row in started(play, name)["rows"] for cell in row)


def reachable(play: Play, step: dict[str, Any]) -> list[str]:
    """Return where an explorer can go."""
    cells = destinations(play.state, play.known_seat(step["by"]), EXPLORER[step["explorer"]])
    return play.state.board.listed(cells)


def committed(play: Play, step: dict[str, Any]) -> str:
    """Return the commitment of a fixture, whose text is as the case says."""
    text = land_of(play.document, step["fixture"]).text() if "fixture" in step else step["text"]
    assert step.get("text", text) == text
    return commitment(step["salt_hex"], text)


def numbers(step: dict[str, Any]) -> list[str]:
    """Return the first numbers of a random stream."""
    rng = SplitMix(stream_of(step))
    return [f"0x{rng.next():016X}" for _ in step["is"]]


def stream_of(step: dict[str, Any]) -> int:
    """Return the first state of a random stream: given, or that of an attempt."""
    if "state" in step:
        return int(step["state"], 16) if isinstance(step["state"], str) else step["state"]
    return stream_state(step["size"], str(step["seed"]), step.get("attempt", 0))


def draws_below(step: dict[str, Any]) -> list[int]:
    """Return the first uniform numbers of a random stream below a bound."""
    rng = SplitMix(stream_of(step))
    return [rng.below(step["below"] if "below" in step else step["n"]) for _ in step["is"]]


def shuffled(step: dict[str, Any]) -> list[Any]:
    """Return a list shuffled by a random stream."""
    rng, items = SplitMix(stream_of(step)), list(step["list"])
    rng.shuffle(items)
    return items


def bonus_for(step: dict[str, Any]) -> int:
    """Return the bonus for a right guess of a crop with the stones on given levels."""
    return advance([step["levels"].get(crop, 0) for crop in range(1, 6)], step["crop"])[1]


def plainly(value: Any) -> Any:
    """Return lists, and lists in them, in ascending order."""
    return sorted(map(plainly, value)) if isinstance(value, list) else value


STREAM = ("state", "size", "seed", "attempt")
UNORDERED = ("destinations", "regions", "broken_laws", "border", "starting_tiles", "winners")
QUERIES: dict[str, tuple[tuple[str, ...], Any]] = {
    # of the position
    "destinations": (("by", "explorer"), reachable),
    "known_crops": (("of",), lambda play, step: play.peeks(step["of"])),
    "phase": ((), lambda play, step: play.view("spectator")["phase"]),
    "active": ((), lambda play, step: play.named("active")),
    "last_tile_by": ((), lambda play, step: play.named("last_tile_by")),
    "actions_remaining": ((), lambda play, step: play.view("spectator")["actions_remaining"]),
    "divination_open": ((), lambda play, step: play.view("spectator")["divination_open"]),
    "pending_overflow": ((), lambda play, step: play.view("spectator")["pending_overflow"]),
    "supply": ((), lambda play, step: play.view("spectator")["supply"]),
    "crop_supply": ((), lambda play, step: play.crop_supply()),
    "scores": ((), lambda play, step: play.by_player("points")),
    "cubes": ((), lambda play, step: {name: owned(n) for name, n in play.by_player("cubes").items()}),
    "winners": ((), lambda play, step: [play.players[n] for n in play.winners()]),
    "same_public_view": (("fixtures", "commands"), lambda play, step: play.looks_alike(step, "spectator")),
    "same_view": (("of", "fixtures", "commands"), lambda play, step: play.looks_alike(step, step["of"])),
    "regions": (("fixture",), lambda play, step: [play.on(step).state.board.listed(region) for region in regions_of(
        play.on(step).state.board, play.on(step).state.land().terrain)]),
    "solutions": (("given", "fixture"), lambda play, step: play.on(step).solutions(step["given"])),
    # of tables and algorithms
    "explorers_each": (("players",), lambda play, step: EXPLORERS[step["players"]]),
    "border_count": (("size",), lambda play, step: BOARDS[step["size"]].border.bit_count()),
    "border": (("size",), lambda play, step: BOARDS[step["size"]].listed(BOARDS[step["size"]].border)),
    "cells": (("size",), lambda play, step: BOARDS[step["size"]].cells),
    "starting_tiles": (("fixture",), lambda play, step: sorted(
        cell["cell"] for row in started(play, step["fixture"])["rows"] for cell in row if cell["start"])),
    "supply_after_start": (("fixture",), lambda play, step: started(play, step["fixture"])["supply"]),
    "crop_supply_shown_at_start": (("fixture",), lambda play, step: {
        int(crop): left for crop, left in started(play, step["fixture"])["crop_supply"].items()}),
    "rating": (("size", "score"), lambda play, step: rating_of(step["size"], step["score"])),
    "bonus": (("levels", "crop"), lambda play, step: bonus_for(step)),
    "cells_to_discover": (("fixture",), lambda play, step: hidden_cells(play, step["fixture"])),
    "valid_board": (("fixture", "rows"), lambda play, step: not broken_laws(*board_of(play, step))),
    "broken_laws": (("rows", "fixture"), lambda play, step: broken_laws(*board_of(play, step))),
    "generate": (("size", "seed", "is_fixture", "rows", "start", "accepted_attempt", "attempt", "regions",
        "crop_counts", "terrain_counts", "text"), generated),
    "splitmix64": (STREAM, lambda play, step: numbers(step)),
    "stream_state": (("size", "seed", "attempt"), lambda play, step: f"0x{stream_of(step):016X}"),
    "below": ((*STREAM, "below", "n"), lambda play, step: draws_below(step)),
    "first_below": ((*STREAM, "below", "n"), lambda play, step: draws_below(step)),
    "shuffle": ((*STREAM, "list"), lambda play, step: shuffled(step)),
    "terrain_counts": (("fixture",), lambda play, step: counts(land_of(play.document, step["fixture"]), [])),
    "crop_counts": (("fixture",), lambda play, step: [
        land_of(play.document, step["fixture"]).crops.count(crop) for crop in range(1, 6)]),
    "commitment": (("fixture", "salt_hex", "text"), committed),
}  # fmt: skip


def owned(cubes: dict[str, int]) -> dict[str, int]:
    """Return the cubes that there are."""
    return {terrain: count for terrain, count in cubes.items() if count}


def check_winners(play: Play, expected: list[str] | None) -> None:
    assert sorted(map(play.known_seat, expected or [])) == play.winners()


def check_explorers(play: Play, expected: dict[str, Any]) -> None:
    for name, placed in expected.items():
        found = play.view("spectator")["seats"][play.known_seat(name)]["explorers"]
        assert {explorer: None if cell in RESERVE_WORDS else cell for explorer, cell in placed.items()} == {
            explorer: found[explorer] for explorer in placed
        }


def check_known_crops(play: Play, expected: dict[str, Any]) -> None:
    assert expected == {name: play.peeks(name) for name in expected}


def check_supply(play: Play, expected: dict[str, int]) -> None:
    supply = play.view("spectator")["supply"]
    assert expected == {terrain: supply[terrain] for terrain in expected}


def check_crop_supply(play: Play, expected: dict[int, int]) -> None:
    supply = play.crop_supply()
    assert expected == {crop: supply[crop] for crop in expected}


CHECKS: dict[str, Any] = {
    "active": lambda play, name: same(name, play.named("active")),
    "last_tile_by": lambda play, name: same(name, play.named("last_tile_by")),
    "phase": lambda play, phase: same(phase, play.view("spectator")["phase"]),
    "actions_remaining": lambda play, left: same(left, play.view("spectator")["actions_remaining"]),
    "divination_open": lambda play, is_open: same(is_open, play.view("spectator")["divination_open"]),
    "pending_overflow": lambda play, terrain: same(terrain, play.view("spectator")["pending_overflow"]),
    "cubes": lambda play, cubes: play.check_seats(
        lambda seat: owned(seat["cubes"]), {name: owned(n) for name, n in cubes.items()}
    ),
    "scores": lambda play, scores: play.check_seats(lambda seat: seat["points"], scores),
    "levels": lambda play, levels: play.check_seats(
        lambda seat: {int(k): n for k, n in seat["stones"].items() if n},
        {name: {crop: level for crop, level in stones.items() if level} for name, stones in levels.items()},
    ),
    "explorers": check_explorers,
    "tile_states": lambda play, states: play.check_cells("state", states),
    "terrain": lambda play, terrain: play.check_cells("terrain", terrain),
    "crop": lambda play, crops: play.check_cells("crop", crops),
    "known_crops": check_known_crops,
    "supply": check_supply,
    "crop_supply": check_crop_supply,
    "winners": check_winners,
    "rating": lambda play, rating: same(rating, play.view("spectator")["rating"]),
    "total": lambda play, total: same(total, play.view("spectator")["total"]),
}


def same(expected: Any, found: Any) -> None:
    """Fail unless two values are equal."""
    assert expected == found, f"{found!r} instead of {expected!r}"
