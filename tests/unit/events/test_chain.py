"""Hashes and digests, held to fixed values and to their description."""

import copy
import hashlib
import hmac
import json

from hypothesis import given
from hypothesis import strategies as st

from domain.core.plain import freeze
from events.chain import commit_hash, digest, state_digest, without_secrets
from events.commit import ZERO_HASH
from tests.helpers.logs import record
from tests.helpers.parlour import GAME

LOG, POSITIONS = record(GAME, 2, {"rounds": 1}, seed="chain")
SEED = bytes(range(32))

COMMIT = {
    "v": 1,
    "version": 42,
    "at": "2026-11-29T22:05:20.123Z",
    "by": {"seat": 1},
    "events": [
        {"type": "chose", "seat": 1, "choice": ["draw", "character"]},
        {
            "type": "drawn",
            "draw": ["meet", 17],
            "sealed": {"seal": "ab" * 32, "to": [1], "secret": {"value": ["character", "elf_03"], "salt": "00" * 16}},
        },
    ],
    "facts": [{"fact": "character_drawn", "seat": 1, "name": "Zoë"}],
    "digest": "cd" * 32,
    "prev": "ef" * 32,
}

TEXT = (
    '{"at":"2026-11-29T22:05:20.123Z","by":{"seat":1},"digest":"' + "cd" * 32 + '","events":['
    '{"choice":["draw","character"],"seat":1,"type":"chose"},'
    '{"draw":["meet",17],"sealed":{"seal":"' + "ab" * 32 + '","to":[1]},"type":"drawn"}],'
    '"facts":[{"fact":"character_drawn","name":"Zoë","seat":1}],"prev":"' + "ef" * 32 + '","v":1,"version":42}'
)


class TestHash:
    def test_it_covers_the_canonical_commit_without_hash_and_secrets(self):
        expected = hashlib.sha256(TEXT.encode()).hexdigest()

        assert expected == commit_hash(COMMIT) == commit_hash({**COMMIT, "hash": "any"})
        assert "cf0ff0c761e84a4d420471d564cb3924991e2af85d63b9c380190ccf7cbe00e9" == expected

    def test_a_redacted_commit_has_the_same_hash(self):
        assert commit_hash(COMMIT) == commit_hash(without_secrets(COMMIT))

    def test_everything_else_changes_it(self):
        seen = {commit_hash(COMMIT)}
        for member in COMMIT:
            seen.add(commit_hash({key: value for key, value in COMMIT.items() if key != member}))
        for path in (("seal", "00" * 32), ("to", [1, 2])):
            other = copy.deepcopy(COMMIT)
            other["events"][1]["sealed"][path[0]] = path[1]
            seen.add(commit_hash(other))

        assert 1 + len(COMMIT) + 2 == len(seen)

    def test_each_commit_of_a_game_follows_from_the_one_before(self):
        prev = ZERO_HASH
        for commit in LOG:
            assert prev == commit["prev"]
            prev = commit["hash"]
            assert prev == commit_hash(commit)


class TestDigest:
    def test_it_is_the_keyed_one_of_the_description(self):
        key = hmac.new(SEED, b"digest", hashlib.sha256).digest()
        expected = hmac.new(key, b'[42,{"a":1,"b":[null]}]', hashlib.sha256).hexdigest()

        assert expected == digest(SEED, 42, {"b": [None], "a": 1})
        assert "e2b3abbde11ad811b6c51edd35a1eb398117204c5d7fcc61a4be4d9704e200ef" == expected

    def test_before_the_start_it_is_of_null(self):
        assert digest(SEED, 1, None) == state_digest(SEED, 1, None)

    def test_each_commit_bears_that_of_the_position_after_it(self):
        for commit, position in zip(LOG, POSITIONS, strict=True):
            plain_state = None if position.state is None else json.loads(json.dumps(freeze(position.state)))
            assert digest(position.seed, commit["version"], plain_state) == commit["digest"]

    def test_without_the_seed_equal_positions_cannot_be_told(self):
        assert digest(SEED, 1, {"a": 1}) != digest(SEED[::-1], 1, {"a": 1})
        assert digest(SEED, 1, {"a": 1}) != digest(SEED, 2, {"a": 1})


@given(
    st.recursive(
        st.integers() | st.lists(st.integers()), lambda x: st.dictionaries(st.sampled_from(["secret", "a"]), x)
    )
)
def test_no_secret_is_left_at_any_depth(data):
    assert '"secret"' not in json.dumps(without_secrets([data]))
