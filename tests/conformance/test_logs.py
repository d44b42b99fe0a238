"""What the log of every game has to hold, checked on recorded random games (number 6 of the suite)."""

import json
from functools import lru_cache
from typing import Any

import pytest

from domain.core.game import ALL
from domain.core.plain import canonical, freeze
from events.chain import commit_hash
from events.commit import ZERO_HASH, sealed_parts
from events.fold import fold
from events.redact import redact
from tests.conformance.test_games import EVERY, TABLES
from tests.helpers.logs import record


@lru_cache(maxsize=2)
def recorded(name: str, seats: int, chosen: str) -> Any:
    """Return the log of one random game of a table, and the position after each commit."""
    return record(EVERY[name], seats, json.loads(chosen))


def stored(commits: Any) -> Any:
    """Return commits as they come back from a store."""
    return [json.loads(canonical(commit)) for commit in commits]


@pytest.mark.parametrize(("name", "seats", "chosen"), TABLES)
class TestEveryLog:
    def test_06_folding_the_log_gives_the_live_position(self, name, seats, chosen):
        commits, positions = recorded(name, seats, json.dumps(chosen))
        games, log = {name: EVERY[name]}, stored(commits)
        for end in {len(log) // 3, len(log) // 2, len(log)} - {0, 1}:
            whole = fold(games, log[:end])
            middle = fold(games, log[: end // 2])
            in_parts = fold(games, log[end // 2 : end], middle)

            live = positions[end - 1]
            assert canonical(freeze(live.state)) == canonical(freeze(whole.state))
            assert canonical(freeze(live.state)) == canonical(freeze(in_parts.state))
            assert (live.hash, live.draws, live.status) == (whole.hash, whole.draws, whole.status)

    def test_22_nobody_reads_what_is_sealed_for_others(self, name, seats, chosen):
        commits, positions = recorded(name, seats, json.dumps(chosen))
        running = commits[:-1]
        for eyes in [(), *[(seat,) for seat in range(seats)]]:
            shown = [redact(commit, eyes, finished=False) for commit in running]
            text = canonical(shown).decode()
            hidden = [
                part["secret"] for commit in running for part in sealed_parts(commit) if not set(part["to"]) & set(eyes)
            ]

            assert hidden, "the seed and the set-up are hidden in every game"
            assert all(secret["salt"] not in text for secret in hidden if "salt" in secret)
            assert positions[0].seed.hex() not in text
            for commit in shown:
                for part in sealed_parts(commit):
                    assert ("secret" in part) == bool(set(part["to"]) & set(eyes))

    def test_23_a_redacted_log_has_the_hashes_of_the_full_one(self, name, seats, chosen):
        commits, _ = recorded(name, seats, json.dumps(chosen))
        before = ZERO_HASH
        for commit in commits:
            for eyes in ((), (0,), tuple(range(seats)), ALL):
                shown = redact(commit, eyes, finished=False)
                assert commit["hash"] == shown["hash"] == commit_hash(shown)
            assert before == commit["prev"]
            before = commit["hash"]

    def test_24_after_the_end_everything_lies_open(self, name, seats, chosen):
        commits, _ = recorded(name, seats, json.dumps(chosen))

        assert commits == [redact(commit, ALL, finished=True) for commit in commits]
