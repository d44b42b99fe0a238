"""What is wrong with a request is a clear problem+json, and changes nothing."""

import io
import json

import pytest

from tests.helpers.services import memory_service, play_out
from tests.helpers.web import House, house, problem

BODY_ROUTES = [
    ("PATCH", "/players/me"),
    ("POST", "/games"),
    ("POST", "/games/{game}/seats"),
    ("PUT", "/games/{game}/seats/0"),
    ("PUT", "/games/{game}/entropy"),
    ("POST", "/games/{game}/start"),
    ("POST", "/games/{game}/moves"),
    ("POST", "/games/{game}/preview"),
]
TOKEN_ROUTES = [
    *BODY_ROUTES,
    ("GET", "/players/me"),
    ("DELETE", "/players/me"),
    ("POST", "/players/me/token"),
    ("GET", "/games"),
    ("GET", "/games/{game}"),
    ("GET", "/games/{game}/moves"),
    ("GET", "/games/{game}/events"),
    ("GET", "/games/{game}/scores"),
    ("DELETE", "/games/{game}/seats/0"),
]


@pytest.fixture
def unchanged(home, ana, ben, game):
    """Checks at the end that the game is as it was, and that there is no other one."""
    before = home.service.store.read(game)
    yield
    assert before == home.service.store.read(game)
    assert 1 == len(home.service.store.lobby(("open", "running", "finished", "expired"), 10, None))


def send(person, method, path, data, content_type="application/json", **headers):
    sent = {"Authorization": f"Bearer {person.token}", **headers}
    return person.http.open(f"/v1{path}", method=method, data=data, content_type=content_type, headers=sent)


@pytest.mark.parametrize(("method", "path"), BODY_ROUTES)
@pytest.mark.usefixtures("unchanged")
def test_what_is_no_json_is_refused(ana, game, method, path):
    for data in (b"{", b"[1,]", b'{"a": NaN}', b"\xff", b'{"a":1,"a":1}', b"[" * 60_000, b'"\\u0000"'):
        body = problem(send(ana, method, path.format(game=game), data), 400, "unparsable")
        assert "\\u0000" not in body["detail"]


@pytest.mark.parametrize(("method", "path"), BODY_ROUTES)
@pytest.mark.usefixtures("unchanged")
def test_other_content_is_refused(ana, game, method, path):
    place = path.format(game=game)
    for content_type in ("text/plain", "application/x-www-form-urlencoded", "application/json; charset=latin-1"):
        problem(send(ana, method, place, b"{}", content_type), 415, "unsupported_media_type")
    gzipped = send(ana, method, place, b"{}", **{"Content-Encoding": "gzip"})
    problem(gzipped, 415, "unsupported_media_type")


@pytest.mark.parametrize(("method", "path"), BODY_ROUTES)
@pytest.mark.usefixtures("unchanged")
def test_too_much_is_refused(ana, game, method, path):
    data = json.dumps({"name": "x" * 65_536}).encode()
    body = problem(send(ana, method, path.format(game=game), data), 413, "body_too_large")
    assert "65536" in body["detail"]


@pytest.mark.parametrize("extra", [1, 2, 70_000])
def test_too_much_is_refused_in_chunks_too_however_well_it_begins(home, extra):
    whole = b'{"name": "Ana"}'.ljust(65_536)
    sent = {"method": "POST", "content_type": "application/json", "headers": {"Transfer-Encoding": "chunked"}}

    def send_chunks(data):
        stream = {"wsgi.input": io.BytesIO(data), "wsgi.input_terminated": True}
        return home.http.open("/v1/players", **sent, environ_overrides=stream)

    assert 201 == send_chunks(whole).status_code
    problem(send_chunks(whole + b"}" * extra), 413, "body_too_large")


@pytest.mark.parametrize(("method", "path"), BODY_ROUTES)
@pytest.mark.usefixtures("unchanged")
def test_a_document_of_another_form_is_refused(ana, game, method, path):
    for document in (None, [], 1, "a", True, {"unknown_member": 1}, {"__class__": {}}):
        answer = send(ana, method, path.format(game=game), json.dumps(document).encode())
        body = problem(answer, 422, "invalid_request")
        assert body["errors"] and all(error["message"] for error in body["errors"])


@pytest.mark.parametrize(("method", "path"), TOKEN_ROUTES)
def test_a_route_asks_for_its_token(home, game, method, path):
    place = "/v1" + path.format(game=game)
    for header in (
        None,
        "",
        "Bearer",
        "Bearer ",
        "Basic YTpi",
        "Bearer kn00_" + "a" * 43,
        "Bearer \xe4",
        "Bearer " + "a" * 999,
    ):
        headers = {} if header is None else {"Authorization": header}
        answer = home.http.open(place, method=method, json={}, headers=headers)
        problem(answer, 401, "unauthenticated")
        assert answer.headers["WWW-Authenticate"].startswith("Bearer")


def test_a_token_in_the_query_or_a_cookie_is_none(home, ana):
    problem(home.http.get(f"/v1/games?token={ana.token}"), 401, "unauthenticated")
    client = home.http
    client.set_cookie("token", ana.token)
    problem(client.get("/v1/players/me"), 401, "unauthenticated")


@pytest.mark.parametrize(
    "name",
    ["", " ", "\u3000", "x" * 41, 1, None, ["a"], "a\u200bb", "\u202eabc"],
)
def test_a_name_must_be_one(home, name):
    problem(home.http.post("/v1/players", json={"name": name}), 422, "invalid_request")


ME = {"player": "me"}


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ({"ruleset": "chess", "seats": [ME, ME]}, "unknown_ruleset"),
        ({"ruleset": "parlour", "seats": [ME]}, "invalid_table"),
        ({"ruleset": "parlour", "seats": [ME] * 5}, "invalid_table"),
        ({"ruleset": "parlour", "seats": []}, "invalid_table"),
        ({"ruleset": "parlour", "seats": [ME] * 17}, "invalid_request"),
        ({"ruleset": "parlour"}, "invalid_request"),
        ({"seats": [ME, ME]}, "invalid_request"),
        ({"ruleset": 1, "seats": [ME, ME]}, "invalid_request"),
        ({"ruleset": "parlour", "seats": {"0": ME}}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, {}]}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, {"player": "pl_1"}]}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, {"bot": "deep"}]}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, {"bot": 1}]}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, {"open": False}]}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, {"open": 1}]}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, {**ME, "bot": "random"}]}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, ME], "options": {"rounds": 99}}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, ME], "options": {"size": 1}}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, ME], "options": [1]}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, ME], "visibility": "secret"}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, ME], "start": True}, "invalid_request"),
        ({"ruleset": "parlour", "seats": [ME, ME], "seed": "0"}, "invalid_request"),
    ],
    ids=str,
)
@pytest.mark.usefixtures("unchanged")
def test_a_table_that_cannot_be_is_refused(ana, body, code):
    problem(ana.post("/games", body), 422, code)


@pytest.mark.usefixtures("unchanged")
def test_nobody_names_the_seed_of_an_ordinary_installation(ana):
    body = {"ruleset": "parlour", "seats": [ME, ME], "seed": "0" * 64}
    problem(ana.post("/games", body), 403, "seeds_not_allowed")


@pytest.mark.parametrize(
    ("change", "status", "code"),
    [
        ({"version": "2"}, 422, "invalid_request"),
        ({"version": -1}, 422, "invalid_request"),
        ({"version": 2.5}, 422, "invalid_request"),
        ({"version": None}, 422, "invalid_request"),
        ({"version": True}, 422, "invalid_request"),
        ({"version": 999}, 409, "history_changed"),
        ({"hash": "0" * 64}, 409, "history_changed"),
        ({"hash": "no hash"}, 422, "invalid_request"),
        ({"seat": 1}, 403, "not_your_seat"),
        ({"seat": 9}, 403, "not_your_seat"),
        ({"seat": -1}, 422, "invalid_request"),
        ({"seat": "0"}, 422, "invalid_request"),
        ({"choices": []}, 422, "invalid_request"),
        ({"choices": {}}, 422, "invalid_request"),
        ({"choices": [1]}, 422, "invalid_request"),
        ({"choices": [{}]}, 422, "invalid_request"),
        ({"choices": [{"verb": 1}]}, 422, "invalid_request"),
        ({"choices": [{"verb": ""}]}, 422, "invalid_request"),
        ({"choices": [{"verb": "win"}]}, 422, "malformed_choice"),
        ({"choices": [{"verb": "bid"}]}, 422, "malformed_choice"),
        ({"choices": [{"verb": "bid", "card": 1}]}, 422, "malformed_choice"),
        ({"choices": [{"verb": "bid", "card": "c1", "extra": 1}]}, 422, "malformed_choice"),
        ({"choices": [{"verb": "bid", "card": "c9"}]}, 422, "illegal_choice"),
        ({"choices": [{"verb": "tally"}]}, 422, "illegal_choice"),
        ({"choices": [{"verb": "open", "drawer": 1}]}, 422, "illegal_choice"),
    ],
    ids=str,
)
@pytest.mark.usefixtures("unchanged")
def test_a_move_that_cannot_be_is_refused(ana, game, change, status, code):
    body = {**ana.command(game), **change}
    for route in ("moves", "preview"):
        told = problem(ana.post(f"/games/{game}/{route}", body), status, code)
        if code in ("malformed_choice", "illegal_choice"):
            assert 0 == told["index"]
        if code == "illegal_choice":
            assert told["options"] and all(option["verb"] == "bid" for option in told["options"])
            assert told["rule"]


@pytest.mark.usefixtures("unchanged")
def test_the_refused_choice_is_named_by_its_index(ana, game):
    body = ana.command(game)
    body["choices"].append({"verb": "win"})
    assert 1 == problem(ana.post(f"/games/{game}/moves", body), 422, "malformed_choice")["index"]
    body["choices"][1] = body["choices"][0]
    assert 1 == problem(ana.post(f"/games/{game}/moves", body), 422, "crosses_disclosure")["index"]


@pytest.mark.usefixtures("unchanged")
def test_a_command_has_at_most_64_choices(ana, game):
    body = ana.command(game)
    body["choices"] *= 65
    problem(ana.post(f"/games/{game}/moves", body), 422, "invalid_request")


@pytest.mark.usefixtures("unchanged")
def test_nobody_moves_for_another(home, ben, ana, game):
    carl = home.person("Carl")
    body = ana.command(game)
    for person, seat in ((ben, 0), (carl, 0), (carl, 1)):
        problem(person.post(f"/games/{game}/moves", {**body, "seat": seat}), 403, "not_your_seat")
    for method, path in (("DELETE", "/seats/0"), ("PUT", "/seats/0")):
        answer = carl.ask(method, f"/games/{game}{path}", {"bot": "random"})
        problem(answer, 403, "not_your_seat")
    problem(carl.get(f"/games/{game}?seat=0"), 403, "not_your_seat")
    problem(carl.get(f"/games/{game}/moves?seat=1"), 403, "not_your_seat")
    problem(carl.get(f"/games/{game}/events?seat=1"), 403, "not_your_seat")
    problem(carl.get(f"/games/{game}/scores?seat=1"), 403, "not_your_seat")


@pytest.mark.usefixtures("unchanged")
def test_a_full_table_is_full(home, ana, game):
    carl = home.person("Carl")
    problem(ana.post(f"/games/{game}/seats"), 409, "already_seated")
    assert carl.post(f"/games/{game}/seats").json["code"] in ("game_full", "already_started")
    problem(ana.post(f"/games/{game}/start"), 409, "already_started")


def test_a_taken_seat_is_taken_and_only_the_host_starts(home, ana, ben):
    game = ana.create("me", "open", "open")
    problem(ben.post(f"/games/{game}/seats", {"seat": 0}), 409, "seat_taken")
    problem(ben.post(f"/games/{game}/seats", {"seat": 5}), 422, "invalid_request")
    problem(ben.post(f"/games/{game}/start"), 403, "not_host")
    problem(
        ana.post(f"/games/{game}/moves", {"version": 1, "choices": [{"verb": "accept", "offer": 1}]}),
        409,
        "not_started",
    )


def test_a_seat_must_be_named_if_there_are_several(ana):
    game = ana.create("me", "me")
    body = ana.command(game)
    del body["seat"]
    problem(ana.post(f"/games/{game}/moves", body), 422, "seat_required")


def test_a_stale_move_is_told_what_it_missed(ana, ben, game):
    body = ana.command(game)
    assert 201 == ana.post(f"/games/{game}/moves", body).status_code
    told = problem(ana.post(f"/games/{game}/moves", body), 409, "stale_version")
    assert body["version"] + 1 == told["version"]
    assert [told["version"]] == [commit["version"] for commit in told["missed"]]
    again = problem(ana.post(f"/games/{game}/moves", {**body, "version": told["version"]}), 409, "not_your_decision")
    assert again["index"] == 0


def test_a_finished_game_is_over(home, ana, ben, game):
    body = ana.command(game)
    last = play_out(home.service, game)
    log = home.service.store.read(game)
    for version in (body["version"], last):
        problem(ana.post(f"/games/{game}/moves", {**body, "version": version}), 409, "game_over")
        problem(ana.post(f"/games/{game}/preview", {**body, "version": version}), 409, "game_over")
    problem(ana.delete(f"/games/{game}/seats/0"), 409, "game_over")
    assert log == home.service.store.read(game)


@pytest.mark.parametrize(
    "query",
    [
        "limit=0",
        "limit=101",
        "limit=x",
        "limit=",
        "limit=1_0",
        "limit=9999999999999999999999",
        "status=won",
        "open=yes",
        "mine=1",
        "ruleset=A%20B",
        "colour=red",
        "cursor=",
        "cursor=%00",
        "cursor=a%0a",
        f"cursor={'A' * 201}",
    ],
)
def test_a_query_that_cannot_be_is_refused(ana, query):
    body = problem(ana.get(f"/games?{query}"), 422, "invalid_request")
    assert [query.split("=")[0]] == body["errors"][0]["path"][:1]


@pytest.mark.parametrize("query", ["at=x", "at=-1", "seat=16", "seat=zero"])
def test_a_look_that_cannot_be_is_refused(ana, game, query):
    problem(ana.get(f"/games/{game}?{query}"), 422, "invalid_request")


def test_a_version_that_is_not_there_yet_is_refused(ana, game):
    for path in ("?at=99", "/events?after=99", "/events?after=99&wait=1000"):
        assert problem_code(ana.get(f"/games/{game}{path}")) in ("history_changed", "not_found")


def problem_code(answer) -> str:
    assert answer.status_code >= 400, answer.text
    return str(problem(answer, answer.status_code, answer.json["code"])["code"])


def test_a_cursor_of_another_listing_is_refused(home, ana, ben):
    for _ in range(3):
        ana.create("me", "open")
    cursor = ana.get("/games?limit=1").json["cursor"]
    mine = ana.get("/games?limit=1&mine=true").json["cursor"]
    for path in (
        f"/games?limit=1&mine=true&cursor={cursor}",
        f"/games?limit=1&status=open&cursor={cursor}",
        f"/games?cursor={mine}",
        "/games?cursor=abc",
        f"/games?cursor={'A' * 200}",
    ):
        problem(ana.get(path), 422, "invalid_cursor")
    problem(ben.get(f"/games?mine=true&cursor={mine}"), 422, "invalid_cursor")


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/games/x",
        "/games/gm_1",
        "/games/{other}",
        "/games/{game}/seats/16",
        "/games/{game}/seats/01",
        "/games/{game}/seats/-1",
        "/rulesets/chess",
        "//games",
    ],
)
def test_what_is_not_there_is_not_found(ana, game, path):
    path = path.format(game=game, other="gm_" + "0" * 26)
    for method in ("DELETE", "PUT") if "seats" in path else ("GET",):
        problem(ana.ask(method, path, {"bot": "random"}), 404, "not_found")


@pytest.mark.parametrize("method", ["TRACE", "PUT", "DELETE", "BREW"])
def test_another_method_is_told_the_right_ones(home, method):
    answer = home.http.open("/v1/games", method=method)
    problem(answer, 405, "method_not_allowed")
    assert {"GET", "POST"} <= {word.strip() for word in answer.headers["Allow"].split(",")}


@pytest.mark.parametrize("key", ["", " ", "x" * 129, "tab\there", "ä"])
@pytest.mark.usefixtures("unchanged")
def test_a_key_of_another_form_is_refused(ana, game, key):
    answer = ana.post(f"/games/{game}/moves", ana.command(game), Idempotency_Key=key)
    body = problem(answer, 422, "invalid_request")
    assert [["Idempotency-Key"]] == [error["path"] for error in body["errors"]]


def test_events_come_in_known_forms_only(ana, game):
    problem(ana.get(f"/games/{game}/events", Accept="text/html"), 406, "not_acceptable")
    for accept in ("text/event-stream", "application/json"):
        for given in ("x", "", "1" * 17, "-1"):
            answer = ana.get(f"/games/{game}/events", Accept=accept, Last_Event_ID=given)
            problem(answer, 422, "invalid_request")
    for accept in ("*/*", "application/json", "application/*;q=0.5, text/html"):
        assert 200 == ana.get(f"/games/{game}/events", Accept=accept).status_code


def test_a_bug_says_nothing_but_its_request(home, ana, game, capsys):
    def broken(*_):
        raise RuntimeError("the queen holds c6")

    object.__setattr__(home.service, "clock", broken)
    answer = ana.post(f"/games/{game}/moves", ana.command(game), Request_Id="mine-1")
    body = problem(answer, 500, "internal_error")
    assert "mine-1" == body["request_id"]
    assert "queen" not in answer.text
    assert {"type", "title", "status", "code", "detail", "request_id"} == body.keys()


def test_a_store_that_is_away_is_a_503(home, ana, game):
    from events.store import StoreUnavailable

    def away(*_, **__):
        raise StoreUnavailable("redis at 10.0.0.1 refused")

    home.service.store.read_with_key = away
    home.service.store.head = away
    home.service.store.check = away
    for path in ("", "/moves", "/scores", "/events"):
        answer = ana.get(f"/games/{game}{path}")
        if answer.status_code != 200:
            problem(answer, 503, "store_unavailable")
            assert answer.headers["Retry-After"]
            assert "10.0.0.1" not in answer.text
    problem(home.http.get("/readyz"), 503, "not_ready")
    assert 200 == home.http.get("/healthz").status_code


def test_too_many_requests_are_told_how_long_to_wait():
    home = house(rate_requests="3/minute", rate_moves="2/minute", rate_accounts="2/hour")
    ana, _ = home.person(), home.person()
    refused = home.http.post("/v1/players", json={"name": "Carl"})
    assert "accounts" == problem(refused, 429, "rate_limited")["policy"]["name"]
    assert 1 <= int(refused.headers["Retry-After"]) <= 3600
    game = ana.create("me", "me")
    for _ in range(3):
        assert 200 == ana.get(f"/games/{game}").status_code
    assert "requests" == problem(ana.get(f"/games/{game}"), 429, "rate_limited")["policy"]["name"]
    move = {"version": 1, "seat": 0, "choices": [{"verb": "bid", "card": "c9"}]}
    for _ in range(2):
        problem(ana.post(f"/games/{game}/moves", move), 422, "illegal_choice")
    assert "moves" == problem(ana.post(f"/games/{game}/moves", move), 429, "rate_limited")["policy"]["name"]


def test_guessing_tokens_spends_the_budget_of_the_address():
    home = house(rate_address="2/day")
    ana = home.person()
    for _ in range(2):
        problem(home.http.get("/v1/games"), 401, "unauthenticated")
    problem(home.http.get("/v1/games"), 429, "rate_limited")
    problem(home.http.get("/v1/rulesets"), 429, "rate_limited")
    assert 200 == ana.get("/games").status_code
    assert 200 == home.http.get("/healthz").status_code


def test_addresses_are_told_apart_behind_a_trusted_proxy_only():
    for proxies, told_apart in ((0, False), (1, True)):
        home = House(memory_service(rate_accounts="1/hour", trusted_proxies=proxies))
        codes = [
            home.http.post("/v1/players", json={"name": "A"}, headers={"X-Forwarded-For": f"10.0.0.{n}"}).status_code
            for n in range(2)
        ]
        assert [201, 201 if told_apart else 429] == codes


def test_optional_moves_have_a_budget_of_their_own():
    home = house(rate_optional_moves="2/minute")
    ana = home.person()
    game = ana.create("me", "me")
    while True:
        asked = ana.get(f"/games/{game}/moves").json
        offers = [decision for decision in asked["decisions"] if decision["templates"]]
        if offers:
            break
        ana.post(f"/games/{game}/moves", ana.command(game))
    seat = offers[0]["seat"]
    offer = {"verb": "offer", "to": 1 - seat, "tokens": 1}
    answers = []
    for _ in range(6):
        version = ana.get(f"/games/{game}").json["version"]
        asked = ana.get(f"/games/{game}/moves").json["decisions"]
        optional = [decision for decision in asked if decision["optional"]]
        choice, who = (optional[0]["choices"][0], optional[0]["seat"]) if optional else (offer, seat)
        body = {"version": version, "seat": who, "choices": [choice]}
        answers.append((bool(optional), ana.post(f"/games/{game}/moves", body)))
    refused = [answer for optional, answer in answers if optional and answer.status_code == 429]
    assert 2 == sum(optional and answer.status_code == 201 for optional, answer in answers)
    assert refused
    assert "optional_moves" == problem(refused[0], 429, "rate_limited")["policy"]["name"]
