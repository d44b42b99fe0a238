"""The measure of the move path: the same stack doing nothing but the append, without rules, accounts or budgets.

Flask on the same gunicorn settings, a body read by a marshmallow schema, and one script on the store: idempotency
key, version, entry of the stream, head, wake-up. It answers what `POST /v1/games/{id}/moves` is sent.
"""

from __future__ import annotations

import json
import threading
from typing import Any

from flask import Flask, Response, request
from marshmallow import RAISE, Schema, fields, validate

from events.redis_client import connect
from service.settings import Settings

APPEND = """
local made = redis.call('HGET', KEYS[3], ARGV[3])
if made then return tonumber(made) end
local at = redis.call('HGET', KEYS[2], 'version')
if at and at ~= ARGV[1] then return -tonumber(at) end
local version = tonumber(ARGV[1]) + 1
redis.call('XADD', KEYS[1], version .. '-0', 'commit', ARGV[2])
redis.call('HSET', KEYS[2], 'version', version)
redis.call('HSET', KEYS[3], ARGV[3], version)
redis.call('PUBLISH', 'reference:wake', KEYS[1])
return version
"""


class Body(Schema):
    """A command as a client sends it."""

    class Meta:
        """Misspelt members are errors."""

        unknown = RAISE

    version = fields.Integer(required=True, strict=True)
    seat = fields.Integer(strict=True)
    choices = fields.List(fields.Dict(), required=True, validate=validate.Length(min=1))


def create_app() -> Flask:
    """The application, on the store of the settings."""
    import os

    app = Flask("reference", static_folder=None)
    app.extensions["kancha_closing"] = threading.Event()  # what the gunicorn settings look for
    append = connect(Settings.from_environment(os.environ).redis_url).register_script(APPEND)
    schema: Any = Body()

    @app.post("/v1/games/<game>/moves")
    def move(game: str) -> Response:
        body = schema.load(request.get_json())
        keys = [f"reference:{{{game}}}:{part}" for part in ("log", "head", "keys")]
        version = append(keys, [body["version"], json.dumps(body), request.headers["Idempotency-Key"]])
        status = 201 if version > 0 else 409
        return Response(json.dumps({"version": abs(version)}), status, mimetype="application/json")

    return app
