"""Redaction: nothing secret reaches those it is not for, and what is left still verifies."""

import copy
import json
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.game import ALL
from domain.core.plain import canonical
from events.chain import commit_hash
from events.commit import check_commit, seal, sealed_parts
from events.redact import redact
from events.verify import verify
from tests.helpers.logs import record
from tests.helpers.parlour import GAME

LOG, _ = record(GAME, 3, {"rounds": 2}, seed="redact")
EYES = [eyes for n in range(4) for eyes in combinations(range(3), n)]

MARK = "marked_value"
WORDS = st.text(st.sampled_from("abcxyz_"), min_size=1, max_size=8)
OPEN = st.recursive(
    st.none() | st.booleans() | st.integers(0, 99) | WORDS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(WORDS, inner, max_size=3),
)
AUDIENCE = st.frozensets(st.integers(0, 3), max_size=4)


@st.composite
def commits(draw):
    """A commit of any content, its secrets marked with the seats they are for."""

    def hidden(value):
        to = sorted(draw(AUDIENCE))
        return {"sealed": seal([f"{MARK}_for_{''.join(map(str, to))}_", value], to)}

    event = {"type": "chose", "seat": draw(st.integers(0, 3))}
    event |= (draw(st.booleans()) and {"choice": ["take", draw(OPEN)]}) or hidden(draw(OPEN))
    facts = [
        {"fact": draw(WORDS)} | draw(st.dictionaries(WORDS, OPEN, max_size=2)) | (hidden(draw(OPEN)) if private else {})
        for private in draw(st.lists(st.booleans(), max_size=3))
    ]
    facts = [fact | {"fact": "told"} for fact in facts]
    by = {"seat": 1, "bot": "greedy"} | hidden(draw(OPEN))
    commit = copy.deepcopy(LOG[3]) | {"by": by, "events": [event], "facts": facts}
    commit["hash"] = commit_hash(commit)
    check_commit(commit)
    return commit


@given(commits(), AUDIENCE)
def test_no_secret_survives_for_those_it_is_not_for(commit, eyes):
    shown = redact(commit, tuple(eyes), False)
    text = canonical(shown).decode()

    for part in sealed_parts(commit):
        if eyes.isdisjoint(part["to"]):
            assert part["secret"]["salt"] not in text
    names = {"".join(map(str, part["to"])) for part in sealed_parts(commit) if eyes & set(part["to"])}
    assert text.count(MARK) == sum(bool(eyes & set(part["to"])) for part in sealed_parts(commit))
    assert all(f"{MARK}_for_{name}_" in text for name in names)


@given(commits(), AUDIENCE, st.booleans())
def test_what_is_left_is_a_commit_with_the_same_hash(commit, eyes, finished):
    before = copy.deepcopy(commit)
    shown = redact(commit, tuple(eyes), finished)

    check_commit(shown)
    assert commit["hash"] == commit_hash(shown)
    assert before == commit


@given(commits(), AUDIENCE)
def test_two_commits_that_differ_in_what_is_hidden_look_alike(commit, eyes):
    other = copy.deepcopy(commit)
    for part in sealed_parts(other):
        if eyes.isdisjoint(part["to"]):
            part["secret"] = {"value": "another", "salt": "00" * 16}

    assert redact(commit, tuple(eyes), False) == redact(other, tuple(eyes), False)


@given(commits())
def test_the_end_opens_everything_for_all_eyes_and_only_then(commit):
    assert commit == redact(commit, ALL, True)
    assert MARK not in canonical(redact(commit, ALL, False)).decode()


@pytest.mark.parametrize("eyes", EYES)
def test_a_redacted_game_verifies_and_hides_seed_set_up_and_other_hands(eyes):
    shown = [redact(commit, eyes, False) for commit in LOG[:-1]]
    text = json.dumps(shown)

    assert verify({"parlour": GAME}, shown).ok
    for commit in LOG[:-1]:
        for part in sealed_parts(commit):
            seen = set(part["to"]) & set(eyes)
            assert seen or part["secret"].get("salt", part["secret"]["value"]) not in text
    opened = [part for commit in shown for part in sealed_parts(commit) if "secret" in part]
    assert bool(eyes) == bool(opened)


def test_one_seat_asked_for_after_the_end_sees_as_much_as_it_did():
    assert [redact(commit, (1,), False) for commit in LOG] == [redact(commit, (1,), True) for commit in LOG]


def test_what_is_not_known_to_be_public_is_dropped():
    commit = copy.deepcopy(LOG[3])
    clean = redact(commit, (), False)
    commit["note"] = MARK
    commit["by"]["thoughts"] = MARK
    commit["events"][0]["luck"] = MARK
    commit["events"].append({"type": "conjured", "what": MARK})
    commit["events"][0]["sealed"]["hint"] = MARK
    commit["facts"][0]["secret"] = {"card": MARK}
    commit["facts"][0]["more"] = [{"secret": MARK}]

    shown = redact(commit, (), False)
    assert MARK not in json.dumps(shown)
    shown["facts"][0].pop("more")
    assert clean == shown


def test_the_answer_shares_nothing_with_the_commit():
    before = copy.deepcopy(LOG)
    for commit in LOG:
        shown = redact(commit, ALL, True)
        for part in sealed_parts(shown):
            part["to"].append(9)
            part["secret"]["value"] = None
        shown["by"].clear()
        for document in shown["events"] + shown["facts"]:
            document.clear()

    assert before == LOG
