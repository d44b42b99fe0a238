"""Fields that read values exactly as their JSON Schema says, no more and no less: nothing is converted in silence."""

import re
from collections.abc import Mapping
from typing import Any

from marshmallow import ValidationError, fields

from domain.core.choices import LARGEST, Field

_DIGITS = re.compile(r"-?[0-9]{1,16}")


Messages = dict[str, str | list[Any] | dict[Any, Any]]
"""What marshmallow says, by its names of what is wrong."""

MISSING: Messages = {"required": "is required", "null": "must not be null"}
"""What is said of a value that is not there."""


class Documented(fields.Field):
    """A field with its own JSON Schema: apispec takes what `json_schema` returns."""

    default_error_messages = MISSING

    def json_schema(self) -> dict[str, Any]:
        """Return the JSON Schema of the values it reads."""
        return {}


def schema_of(_converter: Any, field: fields.Field, **_: Any) -> dict[str, Any]:
    """Attribute function for apispec: the schema of a `Documented` field."""
    return field.json_schema() if isinstance(field, Documented) else {}


class Whole(Documented):
    """An integer between two bounds, both allowed; in a query, its digits."""

    def __init__(self, low: int = 0, high: int = LARGEST, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low, self.high = low, high

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> int:
        if isinstance(value, str) and self.metadata.get("in") == "query" and _DIGITS.fullmatch(value):
            value = int(value)
        if not isinstance(value, int) or isinstance(value, bool):
            raise ValidationError("must be an integer")
        if not self.low <= value <= self.high:
            bounds = f"at least {self.low}" if value < self.low else f"at most {self.high}"
            raise ValidationError(f"must be {bounds}")
        return value

    def json_schema(self) -> dict[str, Any]:
        """An integer with its bounds."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


class Flag(Documented):
    """A boolean; in a query, `true` or `false`."""

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> bool:
        if self.metadata.get("in") == "query" and value in ("true", "false"):
            return value == "true"
        if not isinstance(value, bool):
            raise ValidationError("must be true or false")
        return value

    def json_schema(self) -> dict[str, Any]:
        """A boolean."""
        return {"type": "boolean"}


class Text(Documented):
    """A string of `low` to `high` characters that fits a pattern, if there is one."""

    def __init__(self, low: int = 0, high: int = 256, pattern: str | None = None, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.low, self.high, self.pattern = low, high, pattern

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> str:
        if not isinstance(value, str):
            raise ValidationError("must be text")
        if not self.low <= len(value) <= self.high:
            raise ValidationError(f"must have {self.low} to {self.high} characters")
        if self.pattern and not re.search(self.pattern.replace("$", r"\Z"), value):
            raise ValidationError(self.metadata.get("form", "has another form"))
        return value

    def json_schema(self) -> dict[str, Any]:
        """A string with its bounds."""
        schema: dict[str, Any] = {"type": "string", "minLength": self.low, "maxLength": self.high}
        return {**schema, "pattern": self.pattern} if self.pattern else schema


class Word(Documented):
    """One of a few words."""

    def __init__(self, *words: str, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.words = words

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> str:
        if value not in self.words or not isinstance(value, str):
            raise ValidationError("must be one of " + ", ".join(self.words))
        return value

    def json_schema(self) -> dict[str, Any]:
        """The words."""
        return {"type": "string", "enum": list(self.words)}


class Referred(Documented):
    """A value whose form stands in a component of the API description, and is checked by `check`.

    `check` returns what is wrong with a value, or None.
    """

    def __init__(self, component: str, check: Any, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.component, self.check = component, check

    def _deserialize(self, value: Any, attr: str | None, data: Mapping[str, Any] | None, **_: Any) -> Any:
        fault = self.check(value)
        if fault:
            raise ValidationError(fault)
        return value

    def json_schema(self) -> dict[str, Any]:
        """A reference to the component."""
        return {"$ref": f"#/components/schemas/{self.component}"}


class Declared(Documented):
    """A field of a game's choice: form and type are those of its declaration in the rules."""

    def __init__(self, declared: Field, **kwargs: Any) -> None:
        super().__init__(allow_none=True, required=not declared.optional, **kwargs)
        self.declared = declared

    def deserialize(self, value: Any, attr: str | None = None, data: Any = None, **_: Any) -> Any:
        """Return the value if its declaration has nothing against it; left out is the same as null."""
        given = data.get(attr) if data is not None and attr is not None else value
        fault = self.declared.fault(given)
        if fault:
            raise ValidationError(fault)
        return given

    def json_schema(self) -> dict[str, Any]:
        """The schema of the declaration."""
        return self.declared.schema()
