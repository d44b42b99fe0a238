"""Examples of bodies and of a problem, as the API page shows them. The tests hold them against their schemas."""

from typing import Any

EXAMPLES: dict[str, list[Any]] = {
    "NewGameBody": [
        {"ruleset": "little_tavern", "seats": [{"player": "me"}, {"bot": "greedy"}]},
        {
            "ruleset": "little_tavern",
            "seats": [{"player": "me"}, {"open": True}, {"open": True}],
            "options": {"event_set": "standard"},
            "visibility": "private",
            "start": "manual",
        },
    ],
    "JoinBody": [{}, {"seat": 1, "invite": "4gk2xw5y7n3qzr6tlbd2mvcaee", "entropy": "my own dice"}],
    "HolderBody": [{"bot": "greedy"}, {"player": "me"}],
    "MoveBody": [
        {"version": 41, "choices": [{"verb": "place", "table": 2}]},
        {"version": 41, "seat": 1, "choices": [{"verb": "draw", "card": "character"}]},
    ],
    "Problem": [
        {
            "type": "urn:kancha:problem:illegal_choice",
            "title": "The choice is not legal now",
            "status": 422,
            "code": "illegal_choice",
            "detail": "`place` is not possible like this (rule `unknown_player`); `options` lists what is.",
            "request_id": "rq_0f3c5a7d9b1e2468ace013579b",
            "rule": "unknown_player",
            "index": 0,
            "kind": "place",
            "options": [{"verb": "place", "table": 0}, {"verb": "place", "table": 1}],
            "version": 41,
        }
    ],
}
"""Examples by the component of their schema."""
