"""Nothing that stands in a folder of examples is passed over."""

from pathlib import Path
from typing import Any

import pytest

from tests.examples.loading import examples, harnesses, only

GOOD = "game: chess\ncases: [{id: A, then: 1}]\n"


class Chess:
    """A harness whose cases pass if `then` is 1."""

    def reads(self, document: dict[str, Any]) -> bool:
        return document.get("game") == "chess"

    def cases(self, document: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
        return [(case["id"], case) for case in document["cases"]]

    def run(self, case: dict[str, Any], document: dict[str, Any]) -> None:
        only(case, ("id", "then"), "a case")
        assert case["then"] == 1


def checked(folder: Path, text: str, known: list[Any]) -> list[bool]:
    """Write a file, run what is in it, and say what passed."""
    (folder / "some.yaml").write_text(text, encoding="utf-8")
    passed = []
    for example in examples(folder, known):
        try:
            example.check()
        except AssertionError:
            passed.append(False)
        else:
            passed.append(True)
    return passed


def test_good_cases_pass_and_bad_ones_fail(tmp_path):
    assert [True] == checked(tmp_path, GOOD, [Chess()])
    assert [True, False] == checked(tmp_path, "game: chess\ncases: [{id: A, then: 1}, {id: B, then: 2}]", [Chess()])


@pytest.mark.parametrize(
    "text",
    [
        "game: checkers\ncases: [{id: A, then: 1}]",
        "cases: [{id: A, then: 1}]",
        "game: chess\ncases: []",
        "game: chess",
        "game: chess\ncases: [{then: 1}]",
        "game: chess\ncases: [{id: A, then: 1}, {id: A, then: 1}]",
        "game: chess\ncases: [{id: A, then: 2, then: 1}]",
        "game: chess\ncases: [{id: A, then: 1, unless: 2}]",
        "- game: chess",
        "game: [chess",
        "",
    ],
)
def test_what_cannot_be_read_fails(tmp_path, text):
    assert [False] == checked(tmp_path, text, [Chess()])


def test_a_file_that_two_harnesses_read_fails(tmp_path):
    assert [False] == checked(tmp_path, GOOD, [Chess(), Chess()])


def test_a_folder_without_examples_fails(tmp_path):
    (example,) = examples(tmp_path, [Chess()])

    with pytest.raises(AssertionError):
        example.check()


def test_files_in_folders_below_are_found(tmp_path):
    (tmp_path / "below").mkdir()
    (tmp_path / "below" / "more.yml").write_text(GOOD, encoding="utf-8")

    assert [True, True] == checked(tmp_path, GOOD, [Chess()])


def test_every_harness_is_complete():
    assert harnesses()
    for harness in harnesses():
        assert callable(harness.reads) and callable(harness.cases) and callable(harness.run)
        assert not harness.reads({"game": "no such game"})
