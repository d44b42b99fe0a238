"""Fields, and choices as tuples and as documents."""

import json

import pytest

from domain.core.choices import (
    LARGEST,
    check_choice,
    document_schema,
    fields_fault,
    flag,
    from_named,
    many,
    number,
    record,
    seat,
    table,
    text,
    to_named,
    word,
)
from domain.core.errors import MalformedChoice

VERBS = {
    "place": {"table": seat()},
    "say": {"words": many(word("yes", "no"), high=3), "loud": flag(optional=True)},
    "pass": {},
}
GOOD = [
    (number(), [0, -5, LARGEST, -LARGEST]),
    (number(1, 6), [1, 6]),
    (flag(), [True, False]),
    (word("red", "blue"), ["red"]),
    (word(), ["a", "elf_03", "x" * 64]),
    (text(3), ["", "äöü"]),
    (seat(), [0, -2, 99]),
    (many(number(), high=2), [[], [1, 2], (1,)]),
    (record({"a": number(), "b": flag(optional=True)}), [{"a": 1}, {"a": 1, "b": None}]),
    (table(number()), [{}, {"x": 1}]),
    (number(optional=True), [None, 3]),
]
BAD = [
    (number(), [None, True, 1.0, "1", LARGEST + 1, []]),
    (number(1, 6), [0, 7]),
    (flag(), [0, 1, "true", None]),
    (word("red", "blue"), ["green", 1, None]),
    (word(), ["", "Ä", "A", "a b", "x" * 65, "a\n", 3]),
    (text(3), ["four", 4, None]),
    (seat(), [True, "0", None]),
    (many(number(), high=2), [[1, 2, 3], [None], ["1"], 1, "12", None]),
    (record({"a": number()}), [{}, {"a": 1, "c": 1}, [], {"a": "1"}]),
    (table(number()), [{"x": "1"}, {"x": None}, []]),
]


@pytest.mark.parametrize(("field", "values"), GOOD)
def test_values_of_the_right_form_have_no_fault(field, values):
    assert [None] * len(values) == [field.fault(value) for value in values]


@pytest.mark.parametrize(("field", "values"), BAD)
def test_values_of_another_form_are_faulty(field, values):
    assert all(isinstance(field.fault(value), str) for value in values), [field.fault(value) for value in values]


@pytest.mark.parametrize("choice", [("place", 2), ("say", ("yes", "no"), True), ("say", (), None), ("pass",)])
def test_choices_become_documents_and_come_back(choice):
    document = json.loads(json.dumps(to_named(VERBS, choice)))

    assert choice == from_named(VERBS, document)
    check_choice(VERBS, choice)


def test_a_field_left_out_is_null():
    assert ("say", ("no",), None) == from_named(VERBS, {"verb": "say", "words": ["no"]})


@pytest.mark.parametrize(
    "document",
    [
        {},
        {"verb": None},
        {"verb": ["place"]},
        {"verb": "fly"},
        {"verb": "place"},
        {"verb": "place", "table": "2"},
        {"verb": "place", "table": 2, "chair": 1},
        {"verb": "say", "words": ["maybe"]},
        {"verb": "pass", "table": 2},
    ],
)
def test_documents_of_another_form_are_malformed(document):
    with pytest.raises(MalformedChoice) as caught:
        from_named(VERBS, document, index=3)

    assert 3 == caught.value.index


NO_CHOICES = [(), ("fly",), ("place",), ("place", 1, 2), ("place", "1"), ("say", ("maybe",), None)]


@pytest.mark.parametrize("choice", NO_CHOICES)
def test_tuples_of_another_form_are_malformed(choice):
    with pytest.raises(MalformedChoice):
        check_choice(VERBS, choice)


def test_what_is_wrong_is_named():
    assert "table is missing" == fields_fault(VERBS["place"], {})
    assert "chair is not a field of it" == fields_fault(VERBS["place"], {"chair": 1, "table": 1})
    assert "[1] must be one of yes, no" == VERBS["say"]["words"].fault(["yes", "perhaps"])


def test_schemas_are_closed_and_say_what_is_required():
    schema = document_schema({"n": number(1, 6, about="a die"), "w": word("a", "b", optional=True, default="a")})

    assert {"type": "integer", "minimum": 1, "maximum": 6, "description": "a die"} == schema["properties"]["n"]
    assert {"type": ["string", "null"], "enum": ["a", "b", None], "default": "a"} == schema["properties"]["w"]
    assert (["n"], False) == (schema["required"], schema["additionalProperties"])


@pytest.mark.parametrize(("field", "kind"), [(number(), "integer"), (flag(), "boolean"), (word(), "string")])
def test_every_form_has_a_schema(field, kind):
    assert kind == field.schema()["type"]
    assert {"type": "array", "items": field.schema(), "maxItems": 4} == many(field, high=4).schema()
    assert field.schema() == table(field).schema()["additionalProperties"]
    assert document_schema({"x": field}) == record({"x": field}).schema()
    assert 7 == text(7).schema()["maxLength"]
