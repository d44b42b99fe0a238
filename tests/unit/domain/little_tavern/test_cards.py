"""The clans: one test for each, named for it; names, marks and values of the cards; every card in one place."""

import ast
from pathlib import Path

import pytest

from domain.little_tavern.cards import CHARACTERS, CLANS, UNCERTAIN_MARKS
from domain.little_tavern.events import EVENTS
from domain.little_tavern.game import GAME
from domain.little_tavern.scoring import tips, winners

ROOT = Path(__file__).parents[4]
ONE_PLACE = ("domain/little_tavern/cards.py", "domain/little_tavern/events.py")


def given(*tables: str) -> list[list[int]]:
    """Return the tips of tables written as characters with blanks between."""
    return tips([guests.split() for guests in tables])


def test_elf():
    assert [[1], [2, 0, 2], [4, 4, 4, 4]] == given("elf_01", "elf_02 goblin_01 elf_03", "elf_04 elf_05 elf_06 elf_07")


def test_dwarf():
    assert [[4, 1, 0, 2]] == given("dwarf_01 elf_01 goblin_01 adventurer_02")
    assert [[1, 1], [3, 3, 0, 0]] == given("dwarf_01 dwarf_02", "dwarf_03 dwarf_04 goblin_01 romantic_01")


def test_romantic():
    assert [[0], [0], [4, 4]] == given("romantic_01", "romantic_02", "romantic_03 romantic_04")
    assert [[4, 4, 4, 4]] == given("romantic_01 romantic_02 romantic_03 romantic_04")


def test_goblin():
    assert [[0, 0, 0], [0]] == given("goblin_01 goblin_02 goblin_03", "goblin_04")


def test_witch():
    assert [[2]] == given("witch_01")
    assert [[5, 5], [5], [5]] == given("witch_01 witch_02", "witch_03", "witch_04")


def test_noble():
    assert [[5]] == given("noble_01")
    assert [[1, 1, 1, 1], [1]] == given("noble_01 noble_02 noble_03 noble_04", "noble_05")


def test_adventurer():
    worth = {name: card.value for name, card in CHARACTERS.items() if card.clan == "adventurer"}

    assert [1, 2, 3, 4, 5, 6] == list(worth.values())
    assert [[value] for value in worth.values()] == given(*worth)


def test_jean_jean():
    assert [[4], [0, 0]] == given("goblin_jean_jean", "goblin_01 goblin_02")
    assert [[0, 16, 0, 0]] == given("goblin_01 goblin_jean_jean goblin_02 goblin_03")
    assert [[2, 8, 0]] == given("dwarf_01 goblin_jean_jean goblin_01")


@pytest.mark.parametrize("name", CLANS)
def test_every_clan_has_a_test_of_its_own(name):
    assert f"test_{name}" in globals()


def test_the_box_holds_44_characters_of_seven_clans():
    counts = {"elf": 10, "dwarf": 7, "romantic": 4, "goblin": 8, "witch": 4, "noble": 5, "adventurer": 6}

    assert counts == {name: sum(card.clan == name for card in CHARACTERS.values()) for name in CLANS}
    assert 44 == len(CHARACTERS)


def test_raised_marks_are_those_of_the_adapted_edition():
    marks = {"elf": "drop", "goblin": "clover", "romantic": "heart", "witch": "grapes", "noble": "moon"}
    marks["dwarf"] = "cross"
    characters = GAME.material["characters"]

    assert {**marks, "adventurer": None} == {name: clan.mark for name, clan in CLANS.items()}
    assert {"goblin_jean_jean": "star"} == {
        name: card["extra_mark"] for name, card in characters.items() if card["extra_mark"]
    }
    assert all(card["mark"] == CLANS[card["clan"]].mark for card in characters.values())
    assert set(GAME.material["marks"]) == {*marks.values(), "star"}


def test_the_dots_are_told_as_uncertain_and_belong_to_no_card():
    told = GAME.material["uncertain_marks"]

    assert ["dots"] == [mark["mark"] for mark in told] and list(UNCERTAIN_MARKS) == told
    assert "dots" not in {clan.mark for clan in CLANS.values()}


def test_everything_has_a_name_in_every_language():
    for kind in ("clans", "characters", "events"):
        for name, card in GAME.material[kind].items():
            texts = [card["name"], *([card["text"]] if "text" in card else [])]
            assert all(text[language] for text in texts for language in GAME.languages), name
    assert {"en": "Witch (fire)", "fr": "Sorcière (feu)"} == GAME.material["characters"]["witch_01"]["name"]
    assert {"en": "Settle Up", "fr": "L'addition, s'il vous plaît"} == GAME.material["events"]["ev_settle_up"]["name"]


def test_equal_totals_share_the_victory():
    assert [0, 2] == winners([26, 25, 26])
    assert [1] == winners([26, 27, 26])


def words_of(path: Path) -> set[str]:
    """Return every string constant of a module, except docstrings' longer texts."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    return {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and isinstance(node.value, str)}


def test_no_other_module_names_a_card():
    folders = [ROOT / name for name in ("domain", "events", "service", "workers")]
    modules = [path for folder in folders for path in folder.rglob("*.py")]

    assert len(modules) > 20
    for path in modules:
        if path.relative_to(ROOT).as_posix() not in ONE_PLACE:
            assert not {*EVENTS, *CHARACTERS} & words_of(path), path


def test_no_other_module_of_the_game_names_a_clan():
    modules = [*(ROOT / "domain" / GAME.name).glob("*.py"), ROOT / "workers" / "bots" / "eval" / f"{GAME.name}.py"]

    for path in modules:
        if path.relative_to(ROOT).as_posix() not in ONE_PLACE:
            assert not set(CLANS) & words_of(path), path


def test_the_two_declaring_modules_do_name_them():
    assert set(EVENTS) <= words_of(ROOT / ONE_PLACE[1])
    assert set(CLANS) <= words_of(ROOT / ONE_PLACE[0])
