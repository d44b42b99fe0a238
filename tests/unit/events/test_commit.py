"""The shape of commits: what is one, what is none, and how secrets lie in it."""

import copy
import hashlib
import json
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.core.plain import canonical
from events.codec import decode, encode, hashable, plain
from events.commit import check_commit, check_plain, is_sound, millis, moment, seal, seal_of, sealed_parts
from events.errors import MalformedCommit, UnknownShape
from events.upcast import upcast
from tests.helpers.logs import record
from tests.helpers.parlour import GAME

LOG, _ = record(GAME, 2, {"rounds": 1}, seed="commit")

ASCII = st.text(st.characters(max_codepoint=127))

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**53) + 1, 2**53 - 1)
    | st.text(max_size=8).map(lambda text: unicodedata.normalize("NFC", text)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(ASCII, inner, max_size=4),
    max_leaves=20,
)


class TestCanonicalForm:
    def test_it_is_that_of_rfc_8785(self):
        data = {"z": [1, True, None], "a": 'é\u20ac\n\x07\\"/\x7f', "B": {}}

        expected = '{"B":{},"a":"é€\\n\\u0007\\\\\\"/\x7f","z":[1,true,null]}'
        assert expected.encode() == canonical(data)

    @given(PLAIN)
    def test_it_comes_back_as_it_was(self, data):
        assert check_plain(data) is None
        assert data == json.loads(canonical(data))
        assert canonical(data) == canonical(json.loads(canonical(data)))

    @given(st.dictionaries(ASCII, st.integers(0, 9), min_size=2))
    def test_it_does_not_depend_on_the_order_of_members(self, data):
        assert canonical(data) == canonical(dict(reversed(data.items())))

    @pytest.mark.parametrize("value", [1.5, 2**53, -(2**53), {"é": 1}, "e\u0301", "\ud800", {1: 2}, {1, 2}, b"x"])
    def test_what_has_no_canonical_form_is_refused(self, value):
        assert check_plain([value]) is not None

    def test_what_is_too_deep_is_refused(self):
        deep: list = []
        for _ in range(200):
            deep = [deep]

        assert "too deep" == check_plain(deep)


class TestTimes:
    def test_fixed_values(self):
        assert "2026-11-29T22:05:20.123Z" == moment(1_795_989_920_123)
        assert 1_795_989_920_123 == millis("2026-11-29T22:05:20.123Z")

    @given(st.integers(0, 4_000_000_000_000))
    def test_they_come_back_as_they_were(self, ms):
        assert ms == millis(moment(ms))

    @given(st.integers(0, 4_000_000_000_000), st.integers(0, 4_000_000_000_000))
    def test_they_sort_as_texts(self, one, other):
        assert (one < other) == (moment(one) < moment(other))

    @pytest.mark.parametrize(
        "at", ["", "2026-11-29T22:05:20Z", "2026-11-29T22:05:20.123+00:00", "2026-13-29T22:05:20.123Z"]
    )
    def test_other_texts_are_no_times(self, at):
        with pytest.raises(ValueError):
            millis(at)


class TestSeals:
    def test_fixed_value(self):
        expected = hashlib.sha256(bytes(16) + b'["card","elf_03"]').hexdigest()

        assert expected == seal_of(["card", "elf_03"], "00" * 16)
        assert "7134c2328bfbcf38a2c7d899b7ceb2f77dbb7d04f2c86ee4a0ff02f2ce7784e8" == expected

    def test_salt_is_fresh_each_time(self):
        seals = [seal("same", (0,)) for _ in range(50)]

        assert 50 == len({sealed["secret"]["salt"] for sealed in seals}) == len({sealed["seal"] for sealed in seals})

    @given(PLAIN, PLAIN)
    def test_a_seal_is_sound_for_its_own_value_only(self, value, other):
        sealed = seal(value, (1, 0))

        assert [0, 1] == sealed["to"]
        assert is_sound(sealed)
        sealed["secret"]["value"] = other
        assert is_sound(sealed) == (canonical(value) == canonical(other))

    def test_a_seed_is_sealed_by_its_commitment(self):
        sealed = LOG[0]["events"][0]["sealed"]

        assert is_sound(sealed)
        sealed = {**sealed, "secret": {"value": "00" * 32}}
        assert not is_sound(sealed)


def broken():
    """Yield a name and a way of breaking a commit of choices."""

    def change(path, value):
        def apply(commit):
            *way, last = path
            for step in way:
                commit = commit[step]
            if value is KeyError:
                del commit[last]
            else:
                commit[last] = value

        return apply

    event = ("events", 0)
    sealed = (*event, "sealed")
    yield from {
        "unknown member": change(("extra",), 1),
        "no facts": change(("facts",), KeyError),
        "version zero": change(("version",), 0),
        "version true": change(("version",), True),
        "bad time": change(("at",), "yesterday"),
        "short hash": change(("hash",), "ab"),
        "hash in capitals": change(("hash",), "AB" * 32),
        "no author": change(("by",), {}),
        "two authors": change(("by",), {"seat": 0, "player": "pl_a"}),
        "seat beyond": change(("by",), {"seat": -1}),
        "free fallback": change(("by",), {"seat": 0, "bot": "x", "fallback": "KeyError: 'c3'"}),
        "no events": change(("events",), []),
        "unknown type": change((*event, "type"), "conjured"),
        "no type": change((*event, "type"), KeyError),
        "foreign member": change((*event, "luck"), 3),
        "choice twice": change((*event, "choice"), ["bid", "c1"]),
        "no choice": change(sealed, KeyError),
        "no seal": change((*sealed, "seal"), KeyError),
        "sealed for chance": change((*sealed, "to"), [-1]),
        "salt missing": change((*sealed, "secret", "salt"), KeyError),
        "salt too short": change((*sealed, "secret", "salt"), "00"),
        "secret twice": change((*sealed, "secret", "more"), 1),
        "no secret at all": change((*sealed, "secret"), None),
        "fact without name": change(("facts", 0, "fact"), KeyError),
        "secret in the open": change(("facts", 0, "secret"), {"card": "c1"}),
        "secret further in": change(("facts", 0, "more"), [{"secret": 1}]),
        "seal further in": change(("facts", 0, "more"), {"sealed": 1}),
        "float": change(("facts", 0, "more"), 0.5),
    }.items()


class TestShapes:
    @pytest.mark.parametrize("commit", LOG, ids=lambda commit: str(commit["version"]))
    def test_every_commit_of_a_game_is_one(self, commit):
        check_commit(commit)
        assert commit == decode(encode(commit))

    @pytest.mark.parametrize(
        ("name", "breaks"), list(broken()), ids=lambda value: value if isinstance(value, str) else ""
    )
    def test_what_is_broken_is_none(self, name, breaks):
        commit = copy.deepcopy(next(c for c in LOG if c["events"][0]["type"] == "chose"))
        check_commit(commit)
        breaks(commit)

        with pytest.raises(MalformedCommit) as caught:
            check_commit(commit)
        assert name == "version zero" or name == "version true" or caught.value.version == commit["version"]

    @pytest.mark.parametrize("raw", ["", "[]", "null", "{", "[" * 100_000])
    def test_bytes_that_hold_no_document_are_refused(self, raw):
        with pytest.raises(MalformedCommit):
            decode(raw)

    def test_what_is_no_commit_is_not_encoded(self):
        with pytest.raises(MalformedCommit):
            encode({**LOG[0], "events": []})

    def test_every_secret_is_found(self):
        counted = sum(json.dumps(commit).count('"seal":') for commit in LOG)

        assert counted == sum(len(sealed_parts(commit)) for commit in LOG) > 10


class TestUpcasting:
    """With two private shapes that no commit ever had."""

    STEPS = {
        -1: lambda commit: {**{k: v for k, v in commit.items() if k != "number"}, "version": commit["number"]},
        0: lambda commit: {**commit, "facts": commit.get("facts", [])},
    }

    def test_an_old_shape_goes_through_every_step(self):
        old = {key: value for key, value in LOG[3].items() if key not in ("facts", "version")} | {"v": -1, "number": 4}
        kept = copy.deepcopy(old)

        assert {**LOG[3], "facts": []} == upcast(old, self.STEPS)
        assert kept == old

    def test_todays_shape_is_left_as_it_is(self):
        assert LOG[3] is upcast(LOG[3], self.STEPS)

    @pytest.mark.parametrize("v", [2, -2, "1", None, 1.0 + 1])
    def test_an_unknown_shape_is_refused(self, v):
        with pytest.raises(UnknownShape) as caught:
            upcast({**LOG[3], "v": v}, self.STEPS)
        assert 4 == caught.value.version

    def test_without_a_shape_nothing_is_a_commit(self):
        with pytest.raises(UnknownShape):
            decoded = decode("{}")
            upcast(decoded)


@given(PLAIN)
def test_tuples_and_lists_are_exchanged_all_the_way_down(data):
    assert data == plain(data)
    assert plain(hashable([data, [1, [2]]])) == [data, [1, [2]]]
    assert (1, (2, 3)) == hashable([1, [2, 3]])
