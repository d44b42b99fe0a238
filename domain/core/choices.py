"""Choices as tuples and as documents: a verb with named, typed fields.

Inside, a choice is a tuple `(verb, argument, ...)`; outside, a document `{"verb": ..., "table": 2}`.
A `Field` says type and form only. What the rules refuse passes here and reaches their `why_not`.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from domain.core.errors import MalformedChoice
from domain.core.plain import Plain

LARGEST = 2**53 - 1
"""The largest integer that every JSON reader carries exactly. Source: RFC 8259, section 6."""

Choice = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class Field:
    """The type and form of one value.

    `form` is number, flag, word, text, seat, many, record or table. `low` and `high` bound a number,
    or the length of a text or of a list. `words` are the allowed words. `of` is the form of the items
    of `many` and of the values of `table` (a document with free keys); `fields` are those of a record.
    A field that is `optional` may be null or left out. `default` is used for options of a table.
    """

    form: str
    low: int | None = None
    high: int | None = None
    words: tuple[str, ...] = ()
    of: "Field | None" = None
    fields: "Mapping[str, Field] | None" = None
    optional: bool = False
    default: Any = None
    about: str = ""

    def fault(self, value: Any) -> str | None:
        """Say what is wrong with a value of plain data, or None."""
        if value is None:
            return None if self.optional else "is missing"
        return _FAULTS[self.form](self, value)

    def inner(self, value: Any) -> Any:
        """Return the value as it stands in a choice: lists become tuples."""
        if self.form == "many" and value is not None and self.of is not None:
            return tuple(self.of.inner(item) for item in value)
        return value

    def schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the field (draft 2020-12)."""
        schema = _SCHEMAS[self.form](self)
        if self.about:
            schema["description"] = self.about
        if self.default is not None:
            schema["default"] = self.default
        if self.optional:
            schema["type"] = [schema["type"], "null"]
            if "enum" in schema:
                schema["enum"] = [*schema["enum"], None]
        return schema


def number(
    low: int | None = None,
    high: int | None = None,
    *,
    optional: bool = False,
    about: str = "",
    default: int | None = None,
) -> Field:
    """An integer, within 2^53 in any case; `low` and `high` only where they are a matter of form."""
    return Field("number", low, high, optional=optional, about=about, default=default)


def flag(*, optional: bool = False, about: str = "", default: bool | None = None) -> Field:
    """True or false."""
    return Field("flag", optional=optional, about=about, default=default)


def word(*words: str, optional: bool = False, about: str = "", default: str | None = None) -> Field:
    """One of the given words; without any, an identifier of letters, digits and underscores."""
    return Field("word", words=words, optional=optional, about=about, default=default)


def text(high: int, *, optional: bool = False, about: str = "") -> Field:
    """Free text of at most `high` characters."""
    return Field("text", 0, high, optional=optional, about=about)


def seat(*, optional: bool = False, about: str = "") -> Field:
    """A seat; whether it exists is a matter of the rules."""
    return Field("seat", optional=optional, about=about)


def many(of: Field, high: int = 64, *, optional: bool = False, about: str = "") -> Field:
    """A list of at most `high` items."""
    return Field("many", 0, high, of=of, optional=optional, about=about)


def record(fields: Mapping[str, Field], *, optional: bool = False, about: str = "") -> Field:
    """A document with these fields. For facts and views, not for choices."""
    return Field("record", fields=fields, optional=optional, about=about)


def table(of: Field, *, optional: bool = False, about: str = "") -> Field:
    """A document with free keys and values of one form. For facts, not for choices."""
    return Field("table", of=of, optional=optional, about=about)


_IDENTIFIER = re.compile(r"[a-z0-9_]{1,64}")


def _number_fault(field: Field, value: Any) -> str | None:
    if not isinstance(value, int) or isinstance(value, bool):
        return "must be an integer"
    low = -LARGEST if field.low is None else field.low
    high = LARGEST if field.high is None else field.high
    return None if low <= value <= high else f"must be from {low} to {high}"


def _word_fault(field: Field, value: Any) -> str | None:
    if not isinstance(value, str):
        return "must be a word"
    if field.words:
        return None if value in field.words else "must be one of " + ", ".join(field.words)
    return None if _IDENTIFIER.fullmatch(value) else "must be 1 to 64 of a-z, 0-9 and _"


def _text_fault(field: Field, value: Any) -> str | None:
    if not isinstance(value, str):
        return "must be text"
    return None if len(value) <= (field.high or 0) else f"must have at most {field.high} characters"


def _many_fault(field: Field, value: Any) -> str | None:
    if not isinstance(value, list | tuple):
        return "must be a list"
    if len(value) > (field.high or 0):
        return f"must have at most {field.high} items"
    of = field.of
    assert of is not None
    for i, item in enumerate(value):
        if item is None or of.fault(item):
            return f"[{i}] {of.fault(item) or 'is missing'}"
    return None


def _record_fault(field: Field, value: Any) -> str | None:
    if not isinstance(value, dict):
        return "must be an object"
    return fields_fault(field.fields or {}, value)


def _table_fault(field: Field, value: Any) -> str | None:
    if not isinstance(value, dict):
        return "must be an object"
    of = field.of
    assert of is not None
    faults = (f"{key} {fault}" for key, item in value.items() if (fault := of.fault(item)))
    return next(faults, None)


_FAULTS = {
    "number": _number_fault,
    "seat": _number_fault,
    "flag": lambda field, value: None if isinstance(value, bool) else "must be true or false",
    "word": _word_fault,
    "text": _text_fault,
    "many": _many_fault,
    "record": _record_fault,
    "table": _table_fault,
}


def _number_schema(field: Field) -> dict[str, Any]:
    low = -LARGEST if field.low is None else field.low
    high = LARGEST if field.high is None else field.high
    return {"type": "integer", "minimum": low, "maximum": high}


def _word_schema(field: Field) -> dict[str, Any]:
    if field.words:
        return {"type": "string", "enum": list(field.words)}
    return {"type": "string", "pattern": "^[a-z0-9_]{1,64}$"}


def _many_schema(field: Field) -> dict[str, Any]:
    assert field.of is not None
    return {"type": "array", "items": field.of.schema(), "maxItems": field.high}


def _table_schema(field: Field) -> dict[str, Any]:
    assert field.of is not None
    return {"type": "object", "additionalProperties": field.of.schema()}


def document_schema(fields: Mapping[str, Field]) -> dict[str, Any]:
    """Return the JSON Schema of a closed document with these fields."""
    return {
        "type": "object",
        "properties": {name: field.schema() for name, field in fields.items()},
        "required": [name for name, field in fields.items() if not field.optional],
        "additionalProperties": False,
    }


_SCHEMAS = {
    "number": _number_schema,
    "seat": _number_schema,
    "flag": lambda field: {"type": "boolean"},
    "word": _word_schema,
    "text": lambda field: {"type": "string", "maxLength": field.high},
    "many": _many_schema,
    "record": lambda field: document_schema(field.fields or {}),
    "table": _table_schema,
}


def fields_fault(fields: Mapping[str, Field], document: Mapping[str, Any]) -> str | None:
    """Say what is wrong with a document that should have exactly these fields, or None."""
    for name in document:
        if name not in fields:
            return f"{name} is not a field of it"
    faults = (f"{name} {fault}" for name, field in fields.items() if (fault := field.fault(document.get(name))))
    return next(faults, None)


def to_named(verbs: Mapping[str, Mapping[str, Field]], choice: Choice) -> dict[str, Plain]:
    """Return the document of a choice: its verb and named fields, null ones included."""
    verb, *values = choice
    return {"verb": verb, **dict(zip(verbs[verb], values, strict=True))}


def from_named(verbs: Mapping[str, Mapping[str, Field]], document: Mapping[str, Any], index: int = 0) -> Choice:
    """Return the choice of a document; a field left out is null.

    Raises `MalformedChoice` for an unknown verb and for fields of another type or form.
    """
    verb = document.get("verb")
    if not isinstance(verb, str) or verb not in verbs:
        known = ", ".join(verbs)
        raise MalformedChoice(f"unknown verb; this game has: {known}", index=index)
    fields = verbs[verb]
    given = {name: value for name, value in document.items() if name != "verb"}
    fault = fields_fault(fields, given)
    if fault:
        raise MalformedChoice(f"{verb}: {fault}", index=index)
    return (verb, *[field.inner(given.get(name)) for name, field in fields.items()])


def check_choice(verbs: Mapping[str, Mapping[str, Field]], choice: Choice, index: int = 0) -> None:
    """Raise `MalformedChoice` unless the tuple is a verb of the game with values of the right form."""
    verb, *values = choice if choice else ("",)
    if verb not in verbs or len(values) != len(verbs[verb]):
        raise MalformedChoice("no such verb with that many fields", index=index)
    fault = fields_fault(verbs[verb], dict(zip(verbs[verb], values, strict=True)))
    if fault:
        raise MalformedChoice(f"{verb}: {fault}", index=index)
