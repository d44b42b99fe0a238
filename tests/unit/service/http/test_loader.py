"""The strict JSON loader: what it reads, and everything it refuses."""

import json

import pytest

from service.http.loader import Unparsable, load

LARGEST = 2**53 - 1


def read(text: str | bytes, depth: int = 32):
    return load(text if isinstance(text, bytes) else text.encode(), depth=depth)


@pytest.mark.parametrize("document", [None, True, 0, -7, "a", [], {}, {"a": [1, {"b": "ä"}]}, LARGEST, -LARGEST])
def test_a_document_is_read_as_it_was_written(document):
    assert document == read(json.dumps(document))


@pytest.mark.parametrize(("text", "number"), [("4.0", 4), ("-0.0", 0), ("1e3", 1000), ("9007199254740991.0", LARGEST)])
def test_a_whole_number_is_an_integer_however_it_is_written(text, number):
    value = read(text)
    assert number == value
    assert isinstance(value, int)


def test_a_fraction_stays_one_for_the_schema_to_refuse():
    assert 0.5 == read("0.5")


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "{",
        "[1,]",
        "{'a': 1}",
        "nul",
        "NaN",
        "[Infinity]",
        '{"a": -Infinity}',
        "01",
        "1 2",
        str(LARGEST + 1),
        str(-LARGEST - 1),
        "9" * 5000,
        "1e400",
        "1e16",
        "0." + "1" * 100,
        '{"a": 1, "a": 1}',
        '{"\\u00e4": 1, "a\\u0308": 1}',
        '"\\u0000"',
        '"a\\nb"',
        '"\\u007f"',
        '"ä\\u0085"',
        '"\\ud800"',
        '{"\\udfff": 1}',
        '{"a\\tb": 1}',
        '"a\tb"',
        b'"\xff"',
        b"\xef\xbb\xbf{}",
        b"\x00",
        '{"a": 1}'.encode("utf-16"),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(text):
    with pytest.raises(Unparsable):
        read(text)


def test_nesting_is_read_up_to_the_bound_and_refused_beyond():
    assert read("[" * 32 + "]" * 32)
    for deep in (33, 100_000):
        with pytest.raises(Unparsable):
            read("[" * deep + "]" * deep)
        with pytest.raises(Unparsable):
            read('{"a":' * deep + "1" + "}" * deep)


def test_strings_are_composed():
    assert {"\u00e4": "\u00e4"} == read('{"a\\u0308": "a\\u0308"}')


def test_a_surrogate_pair_is_one_character():
    assert "\U0001f600" == read('"\\ud83d\\ude00"')


@pytest.mark.parametrize("text", ['{"geheim', '{"geheim": 1, "geheim": 2}', '"geheim\\u0000"', "geheim"])
def test_the_message_quotes_nothing_of_the_text(text):
    with pytest.raises(Unparsable) as caught:
        read(text)
    assert "geheim" not in str(caught.value)
    assert caught.value.__cause__ is None
