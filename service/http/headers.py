"""What every answer bears: security headers, caching rules, and, for the web origins allowed by the settings, CORS.

There are no cookies and no credentials of the browser, so CORS goes without them.
"""

from collections.abc import Sequence

from flask import Request, Response

SECURITY = {
    "X-Content-Type-Options": "nosniff",
    "Content-Security-Policy": "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
_USUAL = [*SECURITY.items(), ("Cache-Control", "private, no-cache"), ("Vary", "Authorization")]
EXPOSED = "ETag, Idempotent-Replayed, Location, Request-Id, Retry-After"
ASKED = "Authorization, Content-Type, Idempotency-Key, If-None-Match, Last-Event-ID, Request-Id"
METHODS = "GET, HEAD, POST, PUT, PATCH, DELETE"
PREFLIGHT_SECONDS = "600"


def usual(answer: Response, request_id: str) -> None:
    """Set what every answer bears, unless it bears it already: the API page has a policy of its own.

    No shared cache may keep an answer, and no cache use it unasked: it depends on who asks.
    """
    headers = answer.headers
    own = {name.lower() for name, _ in headers}
    missing = [(name, value) for name, value in _USUAL if name.lower() not in own]
    headers.extend([("Request-Id", request_id), *missing])
    if "vary" in own:
        answer.vary.add("Authorization")


def cors(request: Request, answer: Response, origins: Sequence[str]) -> None:
    """Allow the origins of the settings (`*`: any) to read the answer and to ask with our headers."""
    if not origins:
        return
    if "*" in origins:
        answer.headers["Access-Control-Allow-Origin"] = "*"
    else:
        answer.vary.add("Origin")
        origin = request.headers.get("Origin", "")
        if origin not in origins:
            return
        answer.headers["Access-Control-Allow-Origin"] = origin
    answer.headers["Access-Control-Expose-Headers"] = EXPOSED
    answer.headers["Cross-Origin-Resource-Policy"] = "cross-origin"
    if request.method == "OPTIONS" and "Access-Control-Request-Method" in request.headers:
        answer.headers["Access-Control-Allow-Methods"] = METHODS
        answer.headers["Access-Control-Allow-Headers"] = ASKED
        answer.headers["Access-Control-Max-Age"] = PREFLIGHT_SECONDS
