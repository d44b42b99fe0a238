"""A reader with `docs/log-format.md`, the guide of the ruleset, and hashlib, hmac and json checks a whole game.

Nothing of the product takes part in the checks. Of the outcome lists it is only known what page and guide say; the
books of each game (`tests/helpers/books.py`) are kept by that alone.
"""

import hashlib
import hmac
import json
import re
from collections import Counter
from functools import lru_cache
from pathlib import Path

import pytest

from domain import GAMES
from domain.core.plain import canonical as written
from events.commit import BY, COMMIT, EVENTS
from events.redact import redact
from events.verify import verify
from tests.golden.record import FOLDER, recordings
from tests.helpers.books import BOOKS
from tests.helpers.logs import record
from tests.helpers.parlour import GAME as PARLOUR

PAGE = (Path(__file__).parents[3] / "docs" / "log-format.md").read_text("utf-8")
SHARED = FOLDER / "little_tavern-06.jsonl"
"""The game that the page works out in numbers."""


# What the page says.


def canonical(value):
    return json.dumps(value, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode()


def sha256(data):
    return hashlib.sha256(data).hexdigest()


def keyed(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def bare(value):
    """A commit without any `secret`, at any depth."""
    if isinstance(value, list):
        return [bare(item) for item in value]
    if isinstance(value, dict):
        return {name: bare(item) for name, item in value.items() if name != "secret"}
    return value


def check_chain(log):
    before = "0" * 64
    for version, commit in enumerate(log, 1):
        assert (version, before) == (commit["version"], commit["prev"])
        before = sha256(canonical(bare({name: value for name, value in commit.items() if name != "hash"})))
        assert before == commit["hash"]
    return len(log)


def sealed_values(log):
    for commit in log:
        for holder in (commit["by"], *commit["events"], *commit["facts"]):
            if "sealed" in holder:
                yield holder["sealed"]


def check_seals(log):
    """Check the seals of what is open; return how many were checked, and how many could not be."""
    found = Counter()
    for sealed in sealed_values(log):
        secret = sealed.get("secret")
        found["open" if secret else "hidden"] += 1
        if secret and "salt" in secret:
            assert sealed["seal"] == sha256(bytes.fromhex(secret["salt"]) + canonical(secret["value"]))
        elif secret:
            assert sealed["seal"] == sha256(bytes.fromhex(secret["value"]))
    return found


def content(holder):
    return holder["choice"] if "choice" in holder else holder["sealed"]["secret"]["value"]


def tape_of(log):
    """Check the commitment and the entropy; return the tape."""
    created, finished = log[0]["events"][0], log[-1]["events"][-1]
    seed = bytes.fromhex(finished["seed"])
    assert created["commitment"] == created["sealed"]["seal"] == sha256(seed)
    assert finished["seed"] == created["sealed"]["secret"]["value"]
    entropy = [None] * len(created["seats"])
    for commit in log:
        for event in commit["events"]:
            if event["type"] in ("mixed", "left"):
                entropy[event["seat"]] = event.get("entropy")
            if event["type"] == "started":
                assert entropy == event["entropy"]
                return keyed(seed, canonical(["tape", created["game"], entropy]))
    raise AssertionError("the game has not started")


def number(tape, kind, n, total):
    a = 0
    while True:
        x = int.from_bytes(keyed(tape, canonical([kind, n, a]))[:8], "big")
        if x < 2**64 - 2**64 % total:
            return x % total
        a += 1


def drawn(tape, kind, n, outcomes):
    """The outcome of a draw; `outcomes` are pairs of an outcome and its weight, in order."""
    r = number(tape, kind, n, sum(weight for _, weight in outcomes))
    for outcome, weight in outcomes:
        r -= weight
        if r < 0:
            return outcome
    raise AssertionError("a number beyond the sum of the weights")


def check_draws(log, outcomes_of):
    """Check every draw. `outcomes_of(kind, facts of the commit so far)` keeps the books of what is left."""
    tape, counts = tape_of(log), Counter()
    for commit in log:
        facts = iter(commit["facts"])
        for event in commit["events"]:
            if event["type"] == "drawn":
                kind, n = event["draw"]
                assert counts[kind] == n
                counts[kind] += 1
                expected = drawn(tape, kind, n, outcomes_of(kind, facts))
                assert expected == content(event), (commit["version"], event["draw"])
        outcomes_of(None, facts)
    return counts


# The rest puts logs and pages before it.


def ruleset_of(game):
    """Guide and material as a client reads them."""
    return json.loads(written({"guide": game.guide, "material": game.material}))


def books_of(game, log):
    return BOOKS[game.name](log, ruleset_of(game))


def read(path):
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def draws_in(log):
    return sum(event["type"] == "drawn" for commit in log for event in commit["events"])


def check_all(game, log):
    """Check a finished game from end to end; return its draws by kind."""
    books = books_of(game, log)
    counts = check_draws(log, books)
    if hasattr(books, "set_up"):
        stored, tape = set_up_in(log), tape_of(log)
        assert books.set_up(lambda n, below: number(tape, "seal", n, below), stored) == stored
    assert len(log) == check_chain(log)
    assert check_seals(log)["open"] > 1 and not check_seals(log)["hidden"]
    return counts


def set_up_in(log):
    """The hidden set-up, opened."""
    events = [event for commit in log for event in commit["events"]]
    return next(event["sealed"]["secret"]["value"] for event in events if event["type"] == "started")


@lru_cache
def checked(path):
    """Check a golden game from end to end, once; return its draws by kind."""
    log = read(path)
    return check_all(GAMES[log[0]["events"][0]["ruleset"]], log)


class TestRecordedGames:
    @pytest.mark.parametrize("path", sorted(FOLDER.glob("*.jsonl")), ids=lambda path: path.stem)
    def test_all_of_a_golden_game_can_be_checked(self, path):
        assert sum(checked(path).values()) == draws_in(read(path))

    @pytest.mark.parametrize("name", GAMES)
    def test_golden_games_draw_all_that_the_guide_tells(self, name):
        drawn_kinds = {kind for path in recordings(name) for kind in checked(path)}

        assert set(GAMES[name].guide["draws"]) - {"seal"} == drawn_kinds

    @pytest.mark.parametrize("seats", PARLOUR.seats)
    def test_all_of_a_game_with_secrets_can_be_checked(self, seats):
        log, _ = record(PARLOUR, seats, {"rounds": 4}, "page", ("mixed", None, "Zoë", "")[:seats])
        log = [json.loads(written(commit)) for commit in log]

        assert check_all(PARLOUR, log)["receive"] > 3 * seats
        assert hasattr(books_of(PARLOUR, log), "set_up") and set_up_in(log)

    def test_what_a_spectator_reads_during_a_game_has_the_same_chain(self):
        log, _ = record(PARLOUR, 3, {"rounds": 2}, "page")
        seen = [redact(commit, (), finished=False) for commit in log]

        assert len(log) == check_chain(seen)
        assert check_seals(seen)["hidden"] == check_seals(log)["open"]

    def test_a_piece_that_was_exchanged_is_noticed(self):
        log = read(SHARED)
        for commit in log[4:]:
            for event in commit["events"]:
                if event["type"] == "drawn" and event["draw"] == ["meet", 9]:
                    event["choice"] = ["character", "elf_01"]

        with pytest.raises(AssertionError):
            check_chain(log)
        with pytest.raises(AssertionError):
            check_draws(log, books_of(GAMES["little_tavern"], log))


class TestPage:
    def test_its_example_is_what_the_code_gives(self):
        log = read(SHARED)
        seed, tape = bytes.fromhex(log[-1]["events"][-1]["seed"]), tape_of(log)
        text = canonical(["tape", log[0]["events"][0]["game"], log[3]["events"][0]["entropy"]])
        first, second = (keyed(tape, canonical(["meet", n, 0])) for n in (0, 1))
        x, y = (int.from_bytes(block[:8], "big") for block in (first, second))
        order = ruleset_of(GAMES["little_tavern"])["guide"]["draws"]["meet"]["order"]
        left = [card for card in order if card != order[x % 44]]

        for value in (seed, bytes.fromhex(sha256(seed)), tape, first, first[:8], second):
            assert f"`{value.hex()}`" in PAGE
        assert f"text for the tape, {len(text)} bytes | `{text.decode()}`" in PAGE
        assert f"| {x} |" in PAGE and f"| {2**64 - 2**64 % 44} |" in PAGE and x < 2**64 - 2**64 % 44
        assert f"| r = x mod 44 | {x % 44} |" in PAGE and f"counted from 0 | `{order[x % 44]}` |" in PAGE
        assert f"x mod 43 = {y % 43}, which is\n`{left[y % 43]}`" in PAGE and y < 2**64 - 2**64 % 43
        events = [event for event in log[4]["events"] if event["type"] == "drawn"]
        assert [f"version 5 holds `{canonical(event).decode()}`" in PAGE for event in events] == [True]
        digest = keyed(keyed(seed, b"digest"), b"[1,null]").hex()
        assert f"`{digest}`" in PAGE and digest == log[0]["digest"]

    def test_it_lists_the_cards_in_the_order_of_the_guide(self):
        draws = ruleset_of(GAMES["little_tavern"])["guide"]["draws"]
        characters, events = re.search(r"^Characters: (.*?)\.\nEvents: (.*?)\.\n\n", PAGE, re.S | re.M).groups()

        assert draws["meet"]["order"] == spelled_out(characters)
        assert draws["read_event"]["order"] == spelled_out(events)

    def test_its_program_verifies_a_file(self, tmp_path, monkeypatch, capsys):
        (tmp_path / "game.ndjson").write_bytes(SHARED.read_bytes())
        monkeypatch.chdir(tmp_path)
        [program] = re.findall(r"```python\n(.*?)```", PAGE, re.S)

        exec(program, {})  # noqa: S102 - what a reader would type

        assert repr(verify(GAMES, read(SHARED))) in capsys.readouterr().out
        assert verify(GAMES, read(SHARED)).complete

    def test_it_names_every_member_of_an_event_and_of_an_author(self):
        for member in {*COMMIT, *BY, *EVENTS, *(member for shape in EVENTS.values() for member in shape)}:
            assert re.search(rf"[`\"]{member}[`\"]", PAGE), member


def spelled_out(text):
    """The names in a text; `elf_01` to `elf_10` is ten of them."""
    names = []
    for first, last in re.findall(r"`(\w+)`(?:\s+to\s+`(\w+)`)?", text):
        clan = first[:-2]
        names += [f"{clan}{n:02}" for n in range(int(first[-2:]), int(last[-2:]) + 1)] if last else [first]
    return names
