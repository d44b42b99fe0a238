"""Verification names the first thing that is wrong with a log, and passes what is right."""

import copy
from typing import Any

import pytest

from domain import GAMES as GAMES_HERE
from domain.core.game import ALL
from events.chain import commit_hash
from events.commit import seal, sealed_parts
from events.redact import redact
from events.verify import verify
from tests.helpers.logs import record
from tests.helpers.parlour import GAME
from tests.helpers.walk import tables

GAMES = {"parlour": GAME}
LOG, _ = record(GAME, 3, {"rounds": 2}, seed="verify")


def rechain(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Make hashes good again after an alteration, as a forger would."""
    prev = "0" * 64
    for commit in log:
        commit["prev"] = prev
        prev = commit["hash"] = commit_hash(commit)
    return log


def altered(find: str) -> tuple[list[dict[str, Any]], dict[str, Any], dict[str, Any]]:
    """Return a copy of the log, and its first commit with an event of a type, and that event."""
    log = copy.deepcopy(LOG)
    for commit in log[1:]:
        for event in commit["events"]:
            if event["type"] == find:
                return log, commit, event
    raise AssertionError(find)


def problem_of(log: list[dict[str, Any]]) -> tuple[str | None, int | None]:
    found = verify(GAMES, log)
    assert found.ok is (found.problem is None)
    return found.problem, found.version


class TestWholeLogs:
    def test_a_finished_game_is_recomputed_completely(self):
        found = verify(GAMES, LOG)

        assert (True, None, None, True) == (found.ok, found.problem, found.version, found.complete)
        events = [event for commit in LOG for event in commit["events"]]
        assert len(LOG) == found.checked["commits"] == found.checked["digests"]
        assert sum(event["type"] == "drawn" for event in events) == found.checked["draws"]
        assert sum(event["type"] == "chose" for event in events) == found.checked["choices"]
        assert sum(len(commit["facts"]) for commit in LOG) == found.checked["facts"]
        assert sum(len(sealed_parts(commit)) for commit in LOG) == found.checked["seals"]

    def test_a_log_that_ends_in_mid_game_is_recomputed_as_far_as_it_goes(self):
        for end in range(1, len(LOG)):
            found = verify(GAMES, LOG[:end])
            assert found.ok and found.complete, (end, found)

    def test_an_altered_byte_breaks_the_chain(self):
        log = copy.deepcopy(LOG)
        log[4]["at"] = log[4]["at"][:-2] + "9Z"

        assert ("chain", 5) == problem_of(log)

    def test_a_missing_commit_is_noticed(self):
        assert ("order", 4) == problem_of(LOG[:3] + LOG[4:])
        assert ("order", 1) == problem_of(LOG[1:])
        assert ("order", None) == problem_of([])

    def test_a_commit_of_another_chain_is_noticed(self):
        other, _ = record(GAME, 3, {"rounds": 2}, seed="other")

        assert ("chain", 4) == problem_of(LOG[:3] + other[3:])

    def test_a_shape_of_nobody_is_noticed(self):
        log = copy.deepcopy(LOG)
        log[2]["events"][0]["type"] = "conjured"

        assert ("shape", 3) == problem_of(rechain(log))

    def test_time_that_runs_backwards_is_noticed(self):
        log = copy.deepcopy(LOG)
        log[5]["at"] = "2001-01-01T00:00:00.000Z"

        assert ("time", 6) == problem_of(rechain(log))

    def test_a_secret_altered_under_its_seal_is_noticed(self):
        log, commit, event = altered("chose")
        event["sealed"]["secret"]["value"] = ["bid", "c1" if event["sealed"]["secret"]["value"][1] != "c1" else "c2"]

        assert commit_hash(commit) == commit["hash"], "the hash does not cover secrets"
        assert ("seal", commit["version"]) == problem_of(log)

    def test_another_seed_is_noticed(self):
        log = copy.deepcopy(LOG)
        log[0]["events"][0]["sealed"]["secret"]["value"] = "ab" * 32

        assert ("seal", 1) == problem_of(log)

    def test_a_commitment_that_is_not_the_seal_is_noticed(self):
        log = copy.deepcopy(LOG)
        log[0]["events"][0]["commitment"] = "ab" * 32

        assert ("commitment", 1) == problem_of(rechain(log))

    def test_a_revealed_seed_other_than_committed_to_is_noticed(self):
        log, commit, event = altered("finished")
        event["seed"] = "ab" * 32

        assert ("commitment", commit["version"]) == problem_of(rechain(log))


@pytest.mark.parametrize("game", GAMES_HERE.values(), ids=list(GAMES_HERE))
def test_a_random_log_of_every_game_is_recomputed_completely(game):
    seats, chosen = tables(game)[0]
    log, _ = record(game, seats, chosen, seed="every")
    found = verify(GAMES_HERE, log)

    assert (None, True) == (found.problem, found.complete)
    assert found.checked.get("draws", 0) + found.checked["choices"] >= len(log) - 2


class TestForgedLogs:
    """The forger knows every secret and makes all hashes and seals good again."""

    def test_chosen_draw(self):
        log, commit, event = altered("drawn")
        value = event["sealed"]["secret"]["value"]
        other = ["card", "c1" if value[1] != "c1" else "c2"]
        event["sealed"] = seal(other, event["sealed"]["to"])

        assert ("draw", commit["version"]) == problem_of(rechain(log))

    def test_left_out_draw(self):
        log, commit, event = altered("drawn")
        commit["events"].remove(event)

        assert ("draw", commit["version"]) == problem_of(rechain(log))

    def test_chosen_set_up(self):
        log, commit, event = altered("started")
        land = event["sealed"]["secret"]["value"]
        event["sealed"] = seal([*land[1:], land[0]], [])

        assert ("set_up", commit["version"]) == problem_of(rechain(log))

    def test_chosen_entropy(self):
        log, commit, event = altered("started")
        event["entropy"][1] = "anything"

        assert ("entropy", commit["version"]) == problem_of(rechain(log))

    def test_illegal_choice(self):
        log, commit, event = altered("chose")
        event["sealed"] = seal(["bid", "c9"], event["sealed"]["to"])

        assert ("choice", commit["version"]) == problem_of(rechain(log))

    def test_choice_for_others_to_read(self):
        log, commit, event = altered("chose")
        event["choice"] = event.pop("sealed")["secret"]["value"]

        assert ("choice", commit["version"]) == problem_of(rechain(log))

    def test_choice_of_another_seat(self):
        log, commit, event = altered("chose")
        commit["by"] = {"seat": (event["seat"] + 1) % 3}

        assert ("author", commit["version"]) == problem_of(rechain(log))

    def test_invented_fact(self):
        log = copy.deepcopy(LOG)
        log[3]["facts"].append({"fact": "bid_laid", "seat": 0})

        assert ("facts", 4) == problem_of(rechain(log))

    def test_altered_fact(self):
        log, commit, _ = altered("chose")
        commit["facts"][0]["seat"] += 1

        assert ("facts", commit["version"]) == problem_of(rechain(log))

    def test_altered_digest(self):
        log = copy.deepcopy(LOG)
        log[6]["digest"] = "ab" * 32

        assert ("digest", 7) == problem_of(rechain(log))

    def test_altered_result(self):
        log, commit, event = altered("finished")
        event["scores"][0] += 1

        assert ("result", commit["version"]) == problem_of(rechain(log))

    def test_result_left_out(self):
        log, commit, event = altered("finished")
        commit["events"].remove(event)

        assert ("result", commit["version"]) == problem_of(rechain(log))

    def test_guest_at_a_taken_seat(self):
        log = copy.deepcopy(LOG)
        log[1]["events"].insert(0, {"type": "joined", "seat": 0, "player": "pl_x"})

        assert ("table", 2) == problem_of(rechain(log))

    def test_draw_numbered_otherwise(self):
        log, commit, event = altered("drawn")
        event["draw"][1] += 1

        assert ("draw", commit["version"]) == problem_of(rechain(log))


class TestRedactedLogs:
    @pytest.mark.parametrize("eyes", [(), (0,), (1, 2)])
    def test_a_redacted_log_verifies_with_what_it_shows(self, eyes):
        for end in (2, len(LOG) // 2, len(LOG) - 1):
            shown = [redact(commit, eyes, False) for commit in LOG[:end]]
            found = verify(GAMES, shown)

            assert found.ok and not found.complete
            assert found.checked["hidden"] >= 2
            assert found.checked.get("draws", 0) == 0

    def test_the_log_of_the_end_is_the_whole_log(self):
        assert LOG == [redact(commit, ALL, True) for commit in LOG]

    def test_the_draws_of_a_redacted_log_are_numbered_without_a_gap(self):
        shown = [redact(commit, (), False) for commit in LOG[:-1]]
        commit, event = next((c, e) for c in shown for e in c["events"] if e["type"] == "drawn")
        event["draw"][1] = 7

        assert ("draw", commit["version"]) == problem_of(rechain(shown))

    def test_an_altered_secret_of_ones_own_is_noticed(self):
        shown = [redact(commit, (0,), False) for commit in LOG]
        own = next(part for commit in shown for part in sealed_parts(commit) if "secret" in part)
        own["secret"]["salt"] = "00" * 16

        assert "seal" == verify(GAMES, shown).problem


class TestReceipts:
    def test_a_kept_hash_that_fits_is_counted(self):
        assert 2 == verify(GAMES, LOG, [(3, LOG[2]["hash"]), (1, LOG[0]["hash"])]).checked["receipts"]

    def test_a_history_rewritten_with_good_hashes_does_not_fit_a_receipt(self):
        log = copy.deepcopy(LOG)
        log[3]["at"] = log[2]["at"]
        rechain(log)
        found = verify(GAMES, log, [(6, LOG[5]["hash"])])

        assert (None, "receipt", 6) == (verify(GAMES, log).problem, found.problem, found.version)

    def test_a_receipt_beyond_the_end_does_not_fit(self):
        found = verify(GAMES, LOG[:5], [(6, LOG[5]["hash"])])

        assert ("receipt", 6) == (found.problem, found.version)


def test_rules_that_are_not_here_leave_the_chain_to_check():
    found = verify({}, LOG)

    assert (True, False) == (found.ok, found.complete)


def test_rules_of_another_revision_leave_the_chain_to_check():
    log = copy.deepcopy(LOG)
    log[0]["events"][0]["revision"] = 99

    found = verify(GAMES, rechain(log))

    assert (True, False) == (found.ok, found.complete)


def test_options_that_the_rules_choke_on_are_the_fault_of_the_log():
    log = copy.deepcopy(LOG)
    log[0]["events"][0]["options"] = {}

    assert ("rules", 2) == problem_of(rechain(log))
