"""Schemas of what clients send, bodies and queries. Unknown members are refused: most likely misspelt."""

from typing import Any

from marshmallow import RAISE, Schema, ValidationError, validate, validates_schema
from marshmallow import fields as ma

from service.http.context import web
from service.http.fields import MISSING, Flag, Messages, Referred, Text, Whole, Word
from service.settings import Settings

SEATS = 16
"""More seats than any game has; how many a game has is a matter of its table."""
NAME = "^[^\\u0000-\\u001f\\u007f-\\u009f]*[^\\s\\u0000-\\u001f\\u007f-\\u009f][^\\u0000-\\u001f\\u007f-\\u009f]*$"
BLANK = "must not be blank, nor have control characters"
HASH = "^[0-9a-f]{64}$"
WORD = "^[a-z0-9_]+$"
QUERY = {"in": "query"}
WAIT = (
    "Milliseconds to wait for a commit. The service answers after 25 s at the latest (a setting), whatever is asked, "
    "and then possibly without a commit: ask again."
)
LIST: Messages = {**MISSING, "invalid": "must be a list"}
OBJECT: Messages = {**MISSING, "invalid": "must be a JSON object"}


def seat_fault(value: Any) -> str | None:
    """Say what is wrong with a seat of a new game: it is for the caller, for a bot, or open."""
    if isinstance(value, dict) and len(value) == 1:
        ((kind, who),) = value.items()
        if (kind == "player" and who == "me") or (kind == "open" and who is True):
            return None
        if kind == "bot" and isinstance(who, str) and 0 < len(who) <= 32:
            return None
    return 'must be {"player": "me"}, {"bot": name} or {"open": true}'


def choice_fault(value: Any) -> str | None:
    """Say what is wrong with a choice before the game is known: its verb must be a word."""
    verb = value.get("verb") if isinstance(value, dict) else None
    if isinstance(verb, str) and 0 < len(verb) <= 64:
        return None
    return "must be an object with its fields and a `verb` of 1 to 64 characters"


def check_number(choices: list[Any]) -> None:
    """Refuse no choices at all, and more than the settings allow."""
    most = web().service.settings.max_choices
    if not 1 <= len(choices) <= most:
        raise ValidationError(f"must have 1 to {most} items")


class Body(Schema):
    """A body whose members are all known."""

    class Meta:
        """Misspelt members are errors."""

        unknown = RAISE

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.error_messages["type"] = "must be a JSON object"
        self.error_messages["unknown"] = "is not known here; known: " + ", ".join(self.fields)


class PlayerBody(Body):
    """A guest account, or its new name."""

    name = Text(1, 40, NAME, required=True, metadata={"description": "What others call you.", "form": BLANK})


class NewGame(Body):
    """A new game."""

    ruleset = Text(1, 64, required=True, metadata={"description": "A name of GET /v1/rulesets."})
    seats = ma.List(
        Referred("SeatWish", seat_fault),
        required=True,
        error_messages=LIST,
        validate=validate.Length(max=SEATS, error=f"must have at most {SEATS} items"),
        metadata={"description": "Who sits where; one player may hold several seats."},
    )
    options = ma.Dict(
        error_messages=OBJECT, metadata={"description": "What a table of the game may choose; see its ruleset."}
    )
    visibility = Word(
        "public", "private", metadata={"description": "A private game shows to its seats and its host only."}
    )
    start = Word("full", "manual", metadata={"description": "Start when full, or when the host says so."})
    seed = Text(64, 64, HASH, metadata={"description": "Test installations only: the seed of the dice."})


class Join(Body):
    """A seat to take; any open one if none is named."""

    seat = Whole(0, SEATS - 1)
    invite = Text(
        1, 128, metadata={"description": "Of a private game, from the answer that created it, which alone shows it."}
    )
    entropy = Text(0, 64, metadata={"description": "Text that is mixed into the dice."})


class Holder(Body):
    """Who shall hold a seat."""

    player = Word("me", metadata={"description": "Take back the seat that you handed to a bot."})
    bot = Text(1, 32, metadata={"description": "Hand your seat to this bot."})

    @validates_schema
    def check_one(self, data: dict[str, Any], **_: Any) -> None:
        """Refuse a body that names nobody, or both."""
        if len(data) != 1:
            raise ValidationError('must be {"bot": name} or {"player": "me"}')


class Entropy(Body):
    """Text that is mixed into the dice; the last one before the start counts."""

    entropy = Text(0, 64, required=True)
    seat = Whole(0, SEATS - 1, metadata={"description": "Which of your seats; your first if left out."})


class Start(Body):
    """How to start."""

    bot = Text(1, 32, metadata={"description": "The bot that takes the open seats."})


class Move(Body):
    """A command of one seat: one or more choices, all or nothing."""

    version = Whole(required=True, metadata={"description": "The version that you decided on."})
    hash = Text(64, 64, HASH, metadata={"description": "The hash that you know for `version`."})
    seat = Whole(0, SEATS - 1, metadata={"description": "May be left out with one seat only."})
    choices = ma.List(
        Referred("Choice", choice_fault),
        required=True,
        error_messages=LIST,
        validate=check_number,
        metadata={"minItems": 1, "maxItems": Settings().max_choices, "description": "In this order."},
    )


class GamesQuery(Body):
    """Which games to list."""

    status = Word("open", "running", "finished", "frozen", "expired", metadata=QUERY)
    ruleset = Text(1, 64, WORD, metadata=QUERY)
    open = Flag(metadata={**QUERY, "description": "Only games with an open seat."})
    mine = Flag(metadata={**QUERY, "description": "Only your own games."})
    cursor = Text(1, 200, "^[A-Za-z0-9_-]+$", metadata={**QUERY, "description": "Of the page before, same filters."})
    limit = Whole(1, 100, load_default=20, metadata=QUERY)


class SeatQuery(Body):
    """With whose eyes to look."""

    seat = Whole(0, SEATS - 1, metadata={**QUERY, "description": "With this one of your seats only."})


class GameQuery(SeatQuery):
    """Which position to show."""

    at = Whole(1, metadata={**QUERY, "description": "An earlier version."})


class EventsQuery(SeatQuery):
    """Which commits to send."""

    after = Whole(
        load_default=0,
        metadata={**QUERY, "description": "The last version that you know; a `Last-Event-ID` beats it in streams."},
    )
    limit = Whole(1, 500, load_default=100, metadata=QUERY)
    wait = Whole(0, 120_000, load_default=0, metadata={**QUERY, "description": WAIT})
