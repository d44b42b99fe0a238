"""The web application: routes, errors, and what happens before and after every request."""

import os
import secrets
import time
from dataclasses import replace
from functools import cache

from flask import Flask, Response, current_app, g, request
from werkzeug.exceptions import HTTPException
from werkzeug.middleware.proxy_fix import ProxyFix

from service import bootstrap
from service.bootstrap import Service
from service.http import context, errors, headers, limits, logs, metrics, openapi
from service.http.describe import Policy
from service.http.errors import Fault
from service.http.hub import Hub
from service.http.requests import REQUEST_ID, document
from service.http.stream import Closing
from service.http.text import line
from service.http.waits import Waits
from service.settings import Settings
from service.usecases.errors import Problem, Unauthenticated

_INFO = 20


def create_app(service: Service | None = None) -> Flask:
    """Return the application of a service; without one, of the service that the environment describes."""
    if service is None:
        service = bootstrap.build(Settings.from_environment(os.environ))
    settings = service.settings
    budgets = limits.build(settings)
    service = replace(service, spend=budgets.spend)
    logs.set_up(settings.log_level)
    app = Flask("kancha", static_folder=None)
    # one byte more than a body may have: of one without a length, all beyond this is cut off unseen
    app.config["MAX_CONTENT_LENGTH"] = settings.max_body + 1
    app.url_map.strict_slashes = False
    app.url_map.merge_slashes = False
    shared = context.Web(
        service=service,
        limits=budgets,
        hub=Hub(service.store),
        waits=Waits(min(settings.max_waits, settings.web_threads * 3 // 4), settings.player_waits),
    )
    app.extensions[context.EXTENSION] = shared
    app.extensions["kancha_closing"] = Closing(shared)
    description = openapi.register(app, service.games)
    described = cache(lambda: openapi.of_api(description))
    app.extensions["kancha_description"] = {
        "yaml": cache(lambda: openapi.as_text(described())),
        "json": cache(lambda: line(described())),
    }
    app.before_request(begin)
    app.before_request(admit)
    app.after_request(finish)
    app.register_error_handler(Fault, errors.of_fault)
    app.register_error_handler(Problem, errors.of_problem)
    app.register_error_handler(HTTPException, errors.of_http_exception)
    app.register_error_handler(Exception, errors.of_unforeseen)
    if settings.trusted_proxies:
        hops = settings.trusted_proxies
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=hops, x_proto=hops, x_host=hops)  # type: ignore[method-assign]
    return app


def begin() -> None:
    """Note when the request came, and give it an id: the client's, if that is a good one."""
    g.begun = time.perf_counter()
    given = request.headers.get("Request-Id", "")
    g.request_id = given if REQUEST_ID.fullmatch(given) else new_request_id()


def new_request_id() -> str:
    """Return a random id."""
    return "rq_" + secrets.token_hex(13)


def admit() -> None:
    """Let nobody in without a token where one is asked for, nor beyond a budget.

    The body is parsed first, so that what cannot be read is answered as such. Requests that fail here
    are taken from the budget of their address.
    """
    if request.endpoint is None or request.method == "OPTIONS":
        return
    policy: Policy = getattr(current_app.view_functions[request.endpoint], "policy", Policy())
    g.policy = policy
    budgets = context.web().limits
    if policy.public:
        if policy.budget:
            budgets.spend(policy.budget, context.address())
        return
    try:
        if policy.body:
            document()
        g.caller = context.authenticate(replaced=policy.rotates)
    except (Fault, Unauthenticated):
        budgets.spend("address", context.address())
        raise
    budgets.spend(policy.budget, g.caller)


def finish(answer: Response) -> Response:
    """Set the headers that every answer bears; count the answer and write its line of the log."""
    headers.usual(answer, g.request_id)
    headers.cors(request, answer, context.web().service.settings.cors_origins)
    route = request.url_rule.rule if request.url_rule is not None else metrics.UNMATCHED
    seconds = time.perf_counter() - g.begun
    metrics.observe(route, request.method, answer.status_code, seconds)
    logs.write(
        _INFO,
        "request",
        route=route,
        method=metrics.method_label(request.method),
        status=answer.status_code,
        ms=round(seconds * 1000, 1),
        request_id=g.request_id,
        code=g.get("problem"),
        game=(request.view_args or {}).get("game_id"),
    )
    return answer
