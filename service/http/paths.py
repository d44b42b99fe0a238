"""What stands in paths: ids, words and seats. Anything else is an unknown path, hence 404."""

from typing import Any

from werkzeug.routing import BaseConverter

from service.http.bodies import SEATS


class IdConverter(BaseConverter):
    """A random id: two letters and 26 digits or letters."""

    regex = "[a-z]{2}_[0-9a-z]{26}"


class WordConverter(BaseConverter):
    """A name of lower-case letters, digits and underscores."""

    regex = "[a-z0-9_]{1,64}"


class FileConverter(BaseConverter):
    """The name of a file, without folders."""

    regex = "[a-z0-9][a-z0-9.-]{0,63}"


class SeatConverter(BaseConverter):
    """A seat, written without leading zeros.

    By its pattern alone: a converter that fails later makes an unknown path look like a wrong method.
    """

    regex = "(?:" + "|".join(map(str, reversed(range(SEATS)))) + ")"

    def to_python(self, value: str) -> int:
        """Return the number."""
        return int(value)


CONVERTERS: dict[str, tuple[type[BaseConverter], dict[str, Any]]] = {
    "id": (IdConverter, {"type": "string", "pattern": f"^{IdConverter.regex}$"}),
    "word": (WordConverter, {"type": "string", "pattern": f"^{WordConverter.regex}$"}),
    "file": (FileConverter, {"type": "string", "pattern": f"^{FileConverter.regex}$"}),
    "seat": (SeatConverter, {"type": "integer", "minimum": 0, "maximum": SEATS - 1}),
}
"""The converters by their name in routes, with the JSON Schema of what they take."""
