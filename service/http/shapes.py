"""JSON Schemas of what the service answers, as components of the API description.

Answers are written from stored data without passing a schema; the tests hold them against these. Members
may be added to any of them, so no object is closed.
"""

from typing import Any

from service.http.bodies import SEATS as MOST_SEATS
from service.http.errors import TABLE

Schema = dict[str, Any]

HASH: Schema = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
TIME: Schema = {"type": "string", "format": "date-time"}
TEXT: Schema = {"type": "string"}
COUNT: Schema = {"type": "integer", "minimum": 0}
SEAT: Schema = {"type": "integer", "minimum": 0, "maximum": MOST_SEATS - 1}
ACTOR: Schema = {"type": "integer", "minimum": -2, "maximum": MOST_SEATS - 1}
INTEGER: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}
FREE: Schema = {"type": "object"}
TEXTS: Schema = {"type": "object", "additionalProperties": TEXT}
ID: Schema = {"type": "string", "pattern": "^[a-z]{2}_[0-9a-z]{26}$"}


def ref(component: str) -> Schema:
    """A reference to a component."""
    return {"$ref": f"#/components/schemas/{component}"}


def many(schema: Schema) -> Schema:
    """A list of such values."""
    return {"type": "array", "items": schema}


def words(*allowed: str) -> Schema:
    """One of these words."""
    return {"type": "string", "enum": list(allowed)}


def nullable(schema: Schema) -> Schema:
    """Such a value or null."""
    if "$ref" in schema:
        return {"anyOf": [schema, {"type": "null"}]}
    return {**schema, "type": [schema["type"], "null"]}


def about(schema: Schema, text: str) -> Schema:
    """The schema with a description."""
    return {**schema, "description": text}


def record(text: str, required: dict[str, Schema], optional: dict[str, Schema] | None = None) -> Schema:
    """An object with these members, and possibly others."""
    return {
        "type": "object",
        "description": text,
        "properties": {**required, **(optional or {})},
        "required": list(required),
    }


STATUS = words("open", "running", "finished", "frozen", "expired")
SEATS = many(ref("Seat"))
ACTING = about(many(SEAT), "The seats that owe a decision; empty while the service itself is at work.")

_SEALED = {"sealed": ref("Sealed")}

EVENTS: dict[str, Schema] = {
    "created": record(
        "The table is laid.",
        {
            "game": ID,
            "ruleset": TEXT,
            "revision": COUNT,
            "seats": many(ref("SeatLaid")),
            "options": ref("Options"),
            "host": nullable(TEXT),
            "visibility": words("public", "private"),
            "start": words("full", "manual"),
            "invite": about(nullable(HASH), "SHA-256 of the invite."),
            "commitment": about(HASH, "SHA-256 of the seed."),
            "seeded": FLAG,
            "sealed": ref("Sealed"),
        },
    ),
    "joined": record("Somebody sat down.", {"seat": SEAT, "player": ID}),
    "left": record(
        "Somebody left; the seat is open, or a bot's.",
        {"seat": SEAT, "player": ID, "bot": nullable(TEXT)},
        {"host": nullable(TEXT)},
    ),
    "seated": record("The seat changed hands.", {"seat": SEAT, "player": nullable(TEXT), "bot": nullable(TEXT)}),
    "mixed": record("A seat mixed into the dice.", {"seat": SEAT, "entropy": TEXT}),
    "started": record("The game began.", {"entropy": many(nullable(TEXT)), "sealed": ref("Sealed")}),
    "chose": record("A seat (SYSTEM: -2) chose.", {"seat": ACTOR}, {"choice": ref("Stored"), **_SEALED}),
    "drawn": record(
        "Chance chose.",
        {"draw": about({"type": "array"}, "The kind of the draw and its number.")},
        {"choice": ref("Stored"), **_SEALED},
    ),
    "expired": record("The table ended before the start: nobody, or no host, is left.", {}),
    "finished": record("The game ended.", {"scores": many(INTEGER), "winners": many(SEAT), "seed": HASH}),
}
"""The events of a commit by their type."""

HEAD: dict[str, Schema] = {
    "id": ID,
    "ruleset": TEXT,
    "status": STATUS,
    "version": COUNT,
    "host": nullable(TEXT),
    "visibility": words("public", "private"),
    "seats": SEATS,
    "to_act": ACTING,
    "options": ref("Options"),
    "created_at": TIME,
    "updated_at": TIME,
}
"""What lists and single games have in common."""

COMPONENTS: dict[str, Schema] = {
    "SeatWish": {
        "description": "A seat of a new game: for you, for a bot, or open.",
        "oneOf": [
            {"type": "object", "properties": {name: schema}, "required": [name], "additionalProperties": False}
            for name, schema in (
                ("player", {"const": "me"}),
                ("bot", {"type": "string", "minLength": 1, "maxLength": 32}),
                ("open", {"const": True}),
            )
        ],
    },
    "SeatLaid": record(
        "A seat as the table was laid: exactly one of the members.",
        {},
        {"player": TEXT, "bot": TEXT, "open": FLAG},
    ),
    "Seat": record(
        "Who sits there.",
        {
            "seat": SEAT,
            "player": nullable(TEXT),
            "name": about(nullable(TEXT), "Null for bots, open seats and people whose name was erased."),
            "bot": nullable(TEXT),
            "mine": FLAG,
        },
        {"open": FLAG, "yours_to_take_back": FLAG},
    ),
    "Sealed": record(
        "What only some seats may read: its seal, and what it seals if you may read it.",
        {"seal": HASH, "to": many(SEAT)},
        {"secret": record("The value and its salt.", {"value": {}}, {"salt": TEXT})},
    ),
    "Stored": about(
        {"type": "array"}, "A choice as it is stored: the verb, then its fields in the order of the ruleset."
    ),
    "By": record(
        "Who acted: a player, or a seat (SYSTEM is -2), possibly held by a bot.",
        {},
        {
            "player": TEXT,
            "seat": ACTOR,
            "bot": TEXT,
            "fallback": words("raised", "illegal", "late"),
            "level": {"type": ["string", "integer"]},
            "budget": COUNT,
            "sealed": ref("Sealed"),
        },
    ),
    "Commit": record(
        "An accepted command, as stored, without the secrets that are not yours.",
        {
            "v": COUNT,
            "version": COUNT,
            "at": TIME,
            "by": ref("By"),
            "events": many(ref("Event")),
            "facts": many(ref("Fact")),
            "digest": HASH,
            "prev": HASH,
            "hash": HASH,
        },
        {"key": HASH},
    ),
    "Decision": record(
        "An open question to one of your seats.",
        {
            "seat": SEAT,
            "kind": TEXT,
            "discloses": about(
                many(TEXT),
                "Verbs that may show you, in some position, what you do not know. A choice that may do so here is the"
                " last of its command and has no preview; nor has any choice that a draw follows, named here or not.",
            ),
            "since": COUNT,
            "optional": FLAG,
            "choices": about(many(ref("Choice")), "All legal choices, null fields included."),
            "templates": about(
                many(FREE),
                "Open-ended choices: the verb, and for each field of the choice its bounds, not its value; what they"
                " mean stands in the guide of the ruleset under the verb.",
            ),
        },
    ),
    "View": about(
        nullable(FREE), "The position as the caller sees it; its members are those of the game. Null before the start."
    ),
    "Result": record("How it ended.", {"scores": many(INTEGER), "winners": many(SEAT)}, {"seed": HASH}),
    "Summary": record("A game in a list.", {**HEAD, "my_turn": FLAG}),
    "Games": record(
        "Games, newest first.",
        {"games": many(ref("Summary")), "cursor": about(nullable(TEXT), "For the next page; null: there is none.")},
    ),
    "Game": record(
        "A game as the caller sees it.",
        {**HEAD, "hash": HASH, "commitment": HASH, "view": ref("View"), "result": nullable(ref("Result"))},
        {
            "revision": COUNT,
            "start": words("full", "manual"),
            "seeded": FLAG,
            "entropy": nullable(many(nullable(TEXT))),
        },
    ),
    "NewGame": {
        "allOf": [
            ref("Game"),
            record(
                "The receipt.",
                {},
                {"invite": about(TEXT, "Of a private game: who joins with it is let in. Shown here only, so keep it.")},
            ),
        ]
    },
    "Joined": {"allOf": [ref("Game"), record("Where you sit.", {"seat": SEAT})]},
    "Left": record("The game after you left.", {"version": COUNT, "hash": HASH, "status": STATUS}),
    "Moves": record("What the caller is asked.", {"version": COUNT, "hash": HASH, "decisions": many(ref("Decision"))}),
    "MoveMade": record(
        "The move is stored; `events` are all commits after the version sent, the new one last.",
        {
            "version": COUNT,
            "hash": HASH,
            "events": many(ref("Commit")),
            "to_act": ACTING,
            "decisions": many(ref("Decision")),
        },
    ),
    "Preview": record(
        "Where the choices would lead.",
        {"version": COUNT, "view": ref("View"), "to_act": ACTING, "decisions": many(ref("Decision"))},
    ),
    "Events": record("Commits after a version.", {"events": many(ref("Commit")), "version": COUNT, "status": STATUS}),
    "Score": record(
        "The score of a seat.",
        {
            "seat": SEAT,
            "points": INTEGER,
            "parts": {"type": "object", "additionalProperties": INTEGER},
            "rounds": many({"type": "object", "additionalProperties": INTEGER}),
            "won": about(nullable(FLAG), "Null until the game is over."),
            "rating": nullable(TEXT),
        },
    ),
    "Scores": record("The score sheet.", {"version": COUNT, "status": STATUS, "scores": many(ref("Score"))}),
    "Bot": record("A bot.", {"name": TEXT, "level": COUNT, "about": TEXT}),
    "RulesetSummary": record(
        "A game that can be played.",
        {
            "name": TEXT,
            "title": TEXT,
            "revision": COUNT,
            "seats": many(COUNT),
            "options": about(FREE, "The JSON Schema of each option."),
            "bots": many(ref("Bot")),
            "languages": many(TEXT),
        },
    ),
    "Rulesets": record("The games.", {"rulesets": many(ref("RulesetSummary"))}),
    "Ruleset": {
        "allOf": [
            ref("RulesetSummary"),
            record(
                "All about a game.",
                {
                    "verbs": about(FREE, "The JSON Schema of each choice."),
                    "facts": about(FREE, "The JSON Schema of each fact."),
                    "material": about(FREE, "What never changes: cards, tiles, geometry, symbols."),
                    "guide": ref("Guide"),
                },
            ),
        ]
    },
    "Guide": record(
        "The game in words: what a player has to be told, and what a reader of the log has to know.",
        {
            "goal": about(TEXT, "How the game is played and won."),
            "verbs": about(TEXTS, "By verb: what a choice does."),
            "kinds": about(TEXTS, "By kind of decision: what is asked."),
            "view": about(TEXTS, "By member of a view, inner ones as `piles.cards`: what it is."),
            "draws": about(FREE, "By kind of draw: the outcomes, their weights, and their order if they are names."),
            "facts": about(TEXTS, "By fact: what has happened."),
        },
    ),
    "Player": record("An account.", {"id": ID, "name": TEXT, "created_at": TIME}),
    "NewPlayer": record("An account with its token.", {"id": ID, "name": TEXT, "created_at": TIME, "token": TEXT}),
    "NewToken": record("A token; shown once.", {"id": ID, "token": TEXT}),
    "Description": record("An OpenAPI document.", {"openapi": TEXT, "info": FREE, "paths": FREE, "components": FREE}),
    "StreamHello": record(
        "The first event of a stream.",
        {"heartbeat_ms": about(COUNT, "A stream that is silent for longer is broken."), "version": COUNT},
    ),
    "StreamPing": record("Nothing has happened, and the stream lives.", {"version": COUNT}),
    "StreamReset": record(
        "The last event of a stream: what you know is no version of this game.",
        {"reason": words("history_changed"), "version": COUNT},
    ),
    "StreamEnd": record(
        "The last event of a stream: `finished`, or the code of a problem, such as a token that is dead.",
        {"reason": words("finished", *(code for code, kind in TABLE.items() if kind.status < 500)), "version": COUNT},
    ),
    "Health": record("The process answers.", {"status": TEXT}),
    "Readiness": record(
        "What the service stands on.",
        {
            "status": TEXT,
            "store": TEXT,
            "workers": record(
                "Without workers no bot answers and no round is scored. Null: the queue does not answer.",
                {"count": nullable(COUNT), "silent_for_ms": nullable(COUNT)},
            ),
        },
    ),
    "Problem": record(
        "An error (RFC 9457). `code` says whether to refresh, to retry, or to ask the person.",
        {
            "type": about(TEXT, "`urn:kancha:problem:` and the code."),
            "title": TEXT,
            "status": INTEGER,
            "code": words(*TABLE),
            "detail": about(TEXT, "For people: what is wrong and what to do."),
            "request_id": nullable(TEXT),
        },
        {
            "errors": many(record("A wrong value.", {"path": {"type": "array"}, "message": TEXT})),
            "rule": about(nullable(TEXT), "The code of the rules of the game."),
            "index": about(COUNT, "The place of the refused choice in the command."),
            "kind": about(TEXT, "Of an illegal choice: the kind of decision that it was meant for."),
            "options": about(many(ref("Choice")), "What could be chosen instead."),
            "version": about(COUNT, "The present version."),
            "hash": about(HASH, "The hash of the present version."),
            "missed": about(many(ref("Commit")), "What you have not seen, 50 commits at most."),
            "seats": about(many(SEAT), "Of `seat_required`: the seats that you hold."),
            "seat_counts": about(many(COUNT), "Of `invalid_table`: with how many seats the game is played."),
            "policy": {
                "description": "The budget that is spent: its name, limit and window, or a sentence.",
                "anyOf": [
                    record("A rate.", {"name": TEXT, "limit": COUNT, "window_ms": COUNT}),
                    {"type": "string"},
                ],
            },
        },
    ),
}

HEADERS: dict[str, Schema] = {
    "RequestId": {"description": "The id of the request, yours if you sent a good one.", "schema": TEXT},
    "RetryAfter": {"description": "Seconds to wait.", "schema": {"type": "integer", "minimum": 0}},
    "ETag": {"description": "Names the answer: version, hash, eyes and form.", "schema": TEXT},
    "IdempotentReplayed": {"description": "`true`: the answer to an earlier request.", "schema": {"const": "true"}},
    "Location": {"description": "Where it is.", "schema": TEXT},
}

PARAMETERS: dict[str, Schema] = {
    "IdempotencyKey": {
        "name": "Idempotency-Key",
        "in": "header",
        "description": "A random text of yours; a retry with the same one is carried out once. It counts for this "
        "player, route, game and seat; after a refused command it is free again.",
        "schema": {"type": "string", "pattern": "^[\\x21-\\x7e]{1,128}$"},
    },
    "IfNoneMatch": {
        "name": "If-None-Match",
        "in": "header",
        "description": "The `ETag` of the answer that you have.",
        "schema": TEXT,
    },
    "LastEventId": {
        "name": "Last-Event-ID",
        "in": "header",
        "description": "For streams: the version of the last event that came through. It beats `after`.",
        "schema": {"type": "string", "pattern": "^[0-9]{1,16}$"},
    },
}
