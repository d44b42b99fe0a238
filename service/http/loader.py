"""Reading JSON strictly, before any schema: bounded in size, depth and numbers, and never ambiguous.

Everything that two readers could understand differently is refused: doubled members, NaN, integers that do not survive
in every program, lone surrogates, control characters.
"""

import json
import unicodedata
from typing import Any

from domain.core.choices import LARGEST

LONGEST_NUMBER = 40
"""Characters of a number. Longer ones lie beyond 2^53, or pretend to a precision that no reader keeps."""


class Unparsable(ValueError):
    """The text is no JSON that the service reads; the message tells a person why, and quotes nothing of the text."""


def load(data: bytes, *, depth: int) -> Any:
    """Return the document of a JSON text in UTF-8, nested at most `depth` levels.

    Whole numbers written as `4.0` become integers; strings are brought into Unicode form NFC. Raises `Unparsable`.
    """
    try:
        text = data.decode("utf-8")
        document = json.loads(
            text,
            parse_int=_integer,
            parse_float=_number,
            parse_constant=_refuse_constant,
            object_pairs_hook=_object,
        )
    except Unparsable:
        raise
    except json.JSONDecodeError as error:
        raise Unparsable(f"not JSON: line {error.lineno}, column {error.colno} cannot be read") from None
    except UnicodeDecodeError:
        raise Unparsable("not JSON: the text is not UTF-8") from None
    except RecursionError:
        raise Unparsable(f"nested deeper than {depth} levels") from None
    return _clean(document, depth)


def _integer(digits: str) -> int:
    if len(digits) <= LONGEST_NUMBER and -LARGEST <= (value := int(digits)) <= LARGEST:
        return value
    raise Unparsable("an integer lies outside of -(2^53 - 1) to 2^53 - 1")


def _number(digits: str) -> int | float:
    if len(digits) > LONGEST_NUMBER:
        raise Unparsable(f"a number has more than {LONGEST_NUMBER} characters")
    value = float(digits)
    if not -LARGEST <= value <= LARGEST:
        raise Unparsable("a number lies outside of -(2^53 - 1) to 2^53 - 1")
    return int(value) if value.is_integer() else value


def _refuse_constant(name: str) -> None:
    raise Unparsable(f"{name} is no JSON number")


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    document = dict(pairs)
    if len(document) != len(pairs):
        raise Unparsable("an object has the same member twice")
    return document


def _clean(value: Any, depth: int) -> Any:
    """Check depth and strings of a parsed document; return it with its strings in NFC."""
    if isinstance(value, str):
        return _string(value)
    if not isinstance(value, list | dict):
        return value
    if depth == 0:
        raise Unparsable("nested too deep: a list or object lies in too many others")
    if isinstance(value, list):
        return [_clean(item, depth - 1) for item in value]
    cleaned = {_string(name): _clean(item, depth - 1) for name, item in value.items()}
    if len(cleaned) != len(value):
        raise Unparsable("an object has the same member twice")
    return cleaned


def _string(text: str) -> str:
    if text.isascii():
        if text.isprintable():
            return text
        raise Unparsable("a string has control characters")
    categories = {unicodedata.category(character) for character in text}
    if "Cc" in categories:
        raise Unparsable("a string has control characters")
    if "Cs" in categories:
        raise Unparsable("a string has a lone surrogate")
    return unicodedata.normalize("NFC", text)
