"""Recorded games: any log replays to the same digests, with any later release.

Each recording is folded with every digest checked, and then played again through the write path: the
same choices give the same draws from the same seed, the same facts, the same digests. Salts are fresh
each time, so seals and hashes are left out of that comparison.
"""

from typing import Any

import pytest

from domain import GAMES
from events.commit import content
from events.fold import fold
from events.write import Draft
from tests.golden.record import FOLDER, marks, read, recordings, wanted

ALL_RECORDINGS = sorted(FOLDER.glob("*.jsonl"))


def replayed(commits: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Play a log again, command by command."""
    position, again = None, []
    for commit in commits:
        draft = Draft(GAMES, position, commit["by"], commit["at"], commit.get("key"))
        choices = [event for event in commit["events"] if event["type"] == "chose"]
        for event in commit["events"]:
            if event["type"] == "started":
                draft.start()
            elif event["type"] not in ("chose", "drawn", "finished"):
                draft.add(event)
        if choices:
            listing = [tuple(_tuples(content(event, "choice"))) for event in choices]
            draft.choose(choices[0]["seat"], listing, commit["version"] - 1)
        written = draft.done()
        position = written.position
        again.append(written.commit)
    return again


def _tuples(value: Any) -> Any:
    return tuple(_tuples(item) for item in value) if isinstance(value, list) else value


def unsalted(value: Any) -> Any:
    """Return plain data with every sealed value laid open and no hashes of salted things."""
    if isinstance(value, list):
        return [unsalted(item) for item in value]
    if not isinstance(value, dict):
        return value
    return {
        key: (item["to"], item["secret"]["value"]) if key == "sealed" and isinstance(item, dict) else unsalted(item)
        for key, item in value.items()
        if key not in ("hash", "prev")
    }


@pytest.mark.parametrize("path", ALL_RECORDINGS, ids=[path.stem for path in ALL_RECORDINGS])
class TestEveryRecording:
    def test_folds_with_every_digest(self, path):
        commits = read(path)
        position = None
        for commit in commits:
            position = fold(GAMES, [commit], position)

        assert position is not None and position.status == "finished"
        assert commits[-1]["events"][-1]["scores"] == position.result["scores"]
        scores = GAMES[position.ruleset].scores(position.state, (-2,))
        assert [score.points for score in scores] == position.result["scores"]
        assert [score.seat for score in scores if score.won] == position.result["winners"]

    def test_plays_again_to_the_same_events_facts_and_digests(self, path):
        commits = read(path)

        assert unsalted(commits) == unsalted(replayed(commits))


@pytest.mark.parametrize("name", GAMES)
def test_every_verb_and_fact_occurs(name):
    seen = set().union(*(marks(read(path)) for path in recordings(name)))

    assert not wanted(GAMES[name]) - seen
