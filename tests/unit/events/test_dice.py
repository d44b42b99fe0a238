"""Dice: recomputed here from their description with hashlib alone, and held to fixed values."""

import hashlib
import hmac
import json
import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.agenda import decisions, options
from events import dice
from events.commit import content, moment
from events.write import Draft, Table, created, joined, left, mixed
from tests.helpers.parlour import GAME

SEED = bytes(range(32))
GAMES = {"parlour": GAME}


def text(data: object) -> bytes:
    return json.dumps(data, separators=(",", ":"), ensure_ascii=False).encode()


def draw(tape: bytes, kind: str, n: int, total: int) -> int:
    """The n-th draw of a kind, as the description has it."""
    a = 0
    while True:
        x = int.from_bytes(hmac.new(tape, text([kind, n, a]), hashlib.sha256).digest()[:8], "big")
        if x < 2**64 - 2**64 % total:
            return x % total
        a += 1


class TestFixedValues:
    """If one of these changes, no old log can be checked any more."""

    def test_commitment(self):
        assert "630dcd2966c4336691125448bbb25b4ff412a49c732db2c8abc1b8581bd710dd" == dice.commitment(SEED)

    def test_tape(self):
        tape = dice.tape_of(SEED, "gm_test", ["Zoë", None, ""])

        assert "7a455e8494c22218cda533180dd8895b1a372ce2196f4bb1eeb008e33e350148" == tape.hex()

    def test_numbers(self):
        tape = dice.tape_of(SEED, "gm_test", [None, None])

        assert [4, 4, 2, 3, 4, 0, 1, 4, 1, 5] == [dice.number(tape, "roll", n, 6) for n in range(10)]
        assert [307, 613, 847, 224, 90] == [dice.number(tape, "meet", n, 1000) for n in range(5)]

    def test_a_number_that_would_be_unfair_is_drawn_again(self):
        tape, total = dice.tape_of(SEED, "gm_test", []), 2**63 + 1  # nearly every second x is refused
        first = [int.from_bytes(hmac.new(tape, text(["k", n, 0]), "sha256").digest()[:8], "big") for n in range(20)]
        refused = [n for n, x in enumerate(first) if x >= total]

        assert refused
        assert [draw(tape, "k", n, total) for n in range(20)] == [dice.number(tape, "k", n, total) for n in range(20)]
        assert all(dice.number(tape, "k", n, total) != first[n] % total for n in refused)


@given(st.binary(min_size=32, max_size=32), st.lists(st.none() | st.text(max_size=64), max_size=5), st.integers(1, 500))
def test_dice_are_those_of_the_description(seed, entropy, total):
    entropy = [None if mix is None else unicodedata.normalize("NFC", mix) for mix in entropy]
    tape = hmac.new(seed, text(["tape", "gm_x", entropy]), hashlib.sha256).digest()

    assert tape == dice.tape_of(seed, "gm_x", entropy)
    assert [draw(tape, "k", n, total) for n in range(3)] == [dice.number(tape, "k", n, total) for n in range(3)]


@given(st.lists(st.integers(1, 9), min_size=1, max_size=9))
def test_a_number_falls_on_outcomes_in_proportion_to_their_weights(weights):
    hits = Counter(dice.pick(weights, x) for x in range(sum(weights)))

    assert weights == [hits[index] for index in range(len(weights))]


class TestCounting:
    def test_draws_of_one_kind_do_not_shift_those_of_another(self):
        tape = dice.tape_of(SEED, "gm_test", [])
        alone, mixed_up = dice.Dice(tape, {}), dice.Dice(tape, {})
        rolls = [alone("roll", [1] * 6) for _ in range(5)]
        found = []
        for n in range(5):
            mixed_up("steal", [1] * (n + 1))
            found.append(mixed_up("roll", [1] * 6))

        assert rolls == found
        assert {"roll": 5, "steal": 5} == mixed_up.counts

    def test_a_game_goes_on_where_it_was(self):
        tape = dice.tape_of(SEED, "gm_test", [])
        before = {"roll": 3}
        later = dice.Dice(tape, before)

        assert dice.number(tape, "roll", 3, 6) == later("roll", [1] * 6)
        assert {"roll": 3} == before

    def test_the_kind_of_the_set_up_is_no_draw(self):
        with pytest.raises(AssertionError):
            dice.Dice(b"", {})("seal", [1])

    def test_the_set_up_gets_the_numbers_of_kind_seal_in_turn(self):
        tape = dice.tape_of(SEED, "gm_test", [])
        rng = dice.TapeRng(tape)

        assert [draw(tape, "seal", n, 10) for n in range(4)] == [rng.below(10) for _ in range(4)]


def test_a_whole_game_follows_from_its_revealed_seed():
    """A reader with the log and the description alone recomputes entropy, tape, land and every draw."""
    log = played()
    seed = bytes.fromhex(log[-1]["events"][-1]["seed"])
    opening = log[0]["events"][0]
    assert hashlib.sha256(seed).hexdigest() == opening["commitment"]
    entropy: list[str | None] = [None] * len(opening["seats"])
    events = [event for commit in log for event in commit["events"]]
    begun = next(n for n, event in enumerate(events) if event["type"] == "started")
    for event in events[:begun]:
        if event["type"] in ("mixed", "left"):
            entropy[event["seat"]] = event.get("entropy")
    assert ["second thoughts", None, "guest"] == entropy == events[begun]["entropy"]
    tape = hmac.new(seed, text(["tape", opening["game"], entropy]), hashlib.sha256).digest()

    gems, land = [1, 1, 2, 3, 5, 8], []
    for n in range(6):
        land.append(gems.pop(draw(tape, "seal", n, len(gems))))
    assert land == events[begun]["sealed"]["secret"]["value"]

    deck, counts = dict.fromkeys(["c1", "c2", "c3", "c4", "c5", "c6"], 6), Counter()
    for event in events[begun:]:
        if event["type"] == "drawn":
            assert ["receive", counts["receive"]] == event["draw"]
            x = draw(tape, "receive", counts["receive"], sum(deck.values()))
            counts["receive"] += 1
            card = [card for card, left_over in deck.items() for _ in range(left_over)][x]
            assert ["card", card] == content(event, "choice")
            deck[card] -= 1
    assert counts["receive"] > 9


def played():
    """Return the log of a game in which seats come, mix, go, and play with whatever is listed first."""
    log, position = [], None

    def keep(draft):
        nonlocal position
        written = draft.done()
        log.append(written.commit)
        position = written.position

    def draft(player):
        return Draft(GAMES, position, {"player": player}, moment(1_800_000_000_000 + len(log)))

    places = [{"player": "pl_a"}, {"bot": "greedy"}, {"open": True}]
    first = draft("pl_a")
    first.add(created(Table("gm_dice", "parlour", 1, places, {"rounds": 2}, "pl_a", start="manual"), SEED))
    keep(first)
    for player, event in [
        ("pl_a", mixed(0, "first thoughts")),
        ("pl_b", joined(2, "pl_b")),
        ("pl_b", mixed(2, "gone again")),
        ("pl_b", left(2, "pl_b", None)),
        ("pl_c", joined(2, "pl_c")),
        ("pl_c", mixed(2, "guest")),
        ("pl_a", mixed(0, "second thoughts")),
    ]:
        step = draft(player)
        step.add(event)
        keep(step)
    start = draft("pl_a")
    start.start()
    keep(start)
    while position.status == "running":
        asked = decisions(GAME, position.state)[0]
        move = Draft(GAMES, position, {"seat": asked.seat}, position.at)
        move.choose(asked.seat, [options(GAME, position.state, asked)[0]], position.version)
        keep(move)
    return log
