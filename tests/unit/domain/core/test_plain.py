"""Plain data: its canonical form, and states to plain data and back."""

import json

import pytest

from domain.core.plain import canonical, freeze, slots_of, thaw


class Small:
    __slots__ = ("_sum", "agenda", "facts", "ns", "side", "version")

    def __init__(self, ns):
        self.agenda, self.side, self.ns = [("say", 0, ("a", (1,)))], [(3, "offer", 1)], ns
        self.version, self.facts = 7, []
        self.derive()

    def derive(self):
        self._sum = sum(self.ns["n"])


def test_canonical_form_is_sorted_dense_and_in_utf8():
    assert '{"a":[1,null,true],"b":"é","c":{}}'.encode() == canonical({"c": {}, "b": "é", "a": (1, None, True)})


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, object()])
def test_what_is_not_plain_has_no_canonical_form(value):
    with pytest.raises((ValueError, TypeError)):
        canonical({"x": value})


def test_the_plain_form_leaves_out_notes_of_the_command_and_what_is_derived():
    assert ("agenda", "ns", "side") == slots_of(Small) == tuple(freeze(Small({"n": [1]})))


def test_a_state_comes_back_from_json_with_tuples_in_its_stacks():
    state = Small({"n": [1, 2]})

    back = thaw(Small, json.loads(canonical(freeze(state))))

    assert state.agenda == back.agenda and state.side == back.side
    assert (3, 0, None) == (back._sum, back.version, back.facts)
    assert canonical(freeze(state)) == canonical(freeze(back))


def test_a_state_shares_nothing_that_changes_with_its_plain_data():
    data = freeze(Small({"n": [1, 2]}))

    back = thaw(Small, data)
    back.ns["n"].append(3)
    back.agenda.clear()

    assert {"n": [1, 2]} == data["ns"] and data["agenda"]
