"""Every route does what it says."""

import json

import pytest
import yaml

from tests.helpers.services import play_out
from tests.helpers.web import problem


def test_rulesets_are_open_to_everybody(home):
    found = home.http.get("/v1/rulesets")
    assert 200 == found.status_code
    assert set(home.service.games) == {entry["name"] for entry in found.json["rulesets"]}
    one = home.http.get("/v1/rulesets/parlour").json
    assert set(home.service.games["parlour"].verbs) == one["verbs"].keys()


def test_an_account_has_a_token_that_is_shown_once(home):
    made = home.http.post("/v1/players", json={"name": "Zoë"})
    assert 201 == made.status_code
    assert {"id", "name", "created_at", "token"} == made.json.keys()
    again = home.http.get("/v1/players/me", headers={"Authorization": f"bearer  {made.json['token']}"})
    assert {"id": made.json["id"], "name": "Zoë", "created_at": made.json["created_at"]} == again.json


def test_a_player_renames_itself_and_games_show_it(ana, game, ben):
    assert "Anna" == ana.ask("PATCH", "/players/me", {"name": "Anna"}).json["name"]
    assert "Anna" == ben.get(f"/games/{game}").json["seats"][0]["name"]


def test_a_rotated_token_is_dead_and_the_new_one_works(ana):
    fresh = ana.post("/players/me/token").json["token"]
    problem(ana.get("/players/me"), 401, "unauthenticated")
    ana.token = fresh
    assert ana.id == ana.get("/players/me").json["id"]


def test_a_rotation_whose_answer_was_lost_is_answered_again_and_nothing_else_is(ana, game):
    first = ana.post("/players/me/token", Idempotency_Key="k-1")
    again = ana.post("/players/me/token", Idempotency_Key="k-1")
    assert (200, first.data, "true") == (again.status_code, again.data, again.headers["Idempotent-Replayed"])
    assert "private, no-store" == again.headers["Cache-Control"]
    problem(ana.post("/players/me/token", Idempotency_Key="k-2"), 401, "unauthenticated")
    problem(ana.post("/players/me/token"), 401, "unauthenticated")
    problem(ana.get(f"/games/{game}"), 401, "unauthenticated")
    ana.token = again.json["token"]
    assert 200 == ana.get(f"/games/{game}").status_code


def test_a_deleted_player_has_left_its_seats_and_its_name_is_gone(ana, ben, game):
    gone = ana.delete("/players/me")
    assert (204, b"") == (gone.status_code, gone.data)
    problem(ana.get("/players/me"), 401, "unauthenticated")
    seat = ben.get(f"/games/{game}").json["seats"][0]
    assert (None, None, "greedy") == (seat["player"], seat["name"], seat["bot"])


def test_a_created_game_has_its_place_and_its_receipt(ana):
    made = ana.post("/games", {"ruleset": "parlour", "seats": [{"player": "me"}, {"open": True}]})
    assert 201 == made.status_code
    assert f"/v1/games/{made.json['id']}" == made.headers["Location"]
    assert ("open", 1, None) == (made.json["status"], made.json["version"], made.json["view"])
    assert 64 == len(made.json["hash"]) == len(made.json["commitment"])


def test_a_private_game_is_joined_with_its_invite_only(ana, ben):
    seats = [{"player": "me"}, {"open": True}]
    made = ana.post("/games", {"ruleset": "parlour", "seats": seats, "visibility": "private"}).json
    place = f"/games/{made['id']}"
    for answer in (ben.get(place), ben.post(f"{place}/seats", {}), ben.post(f"{place}/seats", {"invite": "x"})):
        problem(answer, 404, "not_found")
    joined = ben.post(f"{place}/seats", {"invite": made["invite"]})
    assert (201, 1) == (joined.status_code, joined.json["seat"])
    assert "running" == ben.get(place).json["status"]


def test_the_lobby_pages_and_the_inbox_knows_whose_turn_it_is(ana, ben, game):
    others = [ana.create("me", "open") for _ in range(3)]
    first = ana.get("/games?limit=2").json
    second = ana.get(f"/games?limit=2&cursor={first['cursor']}").json
    assert [*reversed(others), game] == [entry["id"] for entry in first["games"] + second["games"]]
    mine = ben.get("/games?mine=true").json["games"]
    assert [(game, True)] == [(entry["id"], entry["my_turn"]) for entry in mine]
    assert set(others) == {entry["id"] for entry in ben.get("/games?open=true").json["games"]}
    assert [] == ben.get("/games?ruleset=little_tavern").json["games"]
    assert [game] == [entry["id"] for entry in ben.get("/games?status=running").json["games"]]


def test_a_game_is_seen_with_ones_own_eyes(ana, ben, game):
    hands = [person.get(f"/games/{game}").json["view"]["hands"] for person in (ana, ben)]
    assert [True, False] == [hand["cards"] is not None for hand in hands[0]]
    assert [False, True] == [hand["cards"] is not None for hand in hands[1]]


def test_a_known_position_is_not_sent_again(ana, ben, game):
    seen = ana.get(f"/games/{game}")
    tag = seen.headers["ETag"]
    for form in (tag, f"W/{tag}", f'"other", {tag}'):
        again = ana.get(f"/games/{game}", If_None_Match=form)
        assert (304, b"", tag) == (again.status_code, again.data, again.headers["ETag"])
    assert tag != ben.get(f"/games/{game}").headers["ETag"]
    assert tag != ana.get(f"/games/{game}?seat=0&at=2").headers["ETag"]
    ana.post(f"/games/{game}/moves", ana.command(game))
    assert 200 == ana.get(f"/games/{game}", If_None_Match=tag).status_code


@pytest.mark.parametrize("path", ["moves", "scores"])
def test_questions_and_scores_have_tags_too(ana, game, path):
    tag = ana.get(f"/games/{game}/{path}").headers["ETag"]
    assert 304 == ana.get(f"/games/{game}/{path}", If_None_Match=tag).status_code


def test_an_earlier_version_can_be_looked_at(ana, game):
    ana.post(f"/games/{game}/moves", ana.command(game))
    then = ana.get(f"/games/{game}?at=1").json
    assert (1, None, "open") == (then["version"], then["view"], then["status"])


def test_a_seat_is_left_before_the_start_and_the_last_one_ends_the_game(ana, ben):
    game = ana.create("me", "open", start="manual")
    ben.post(f"/games/{game}/seats", {"seat": 1, "entropy": "dice!"})
    assert 200 == ana.delete(f"/games/{game}/seats/0").status_code
    assert ben.id == ben.get(f"/games/{game}").json["host"]
    assert "expired" == ben.delete(f"/games/{game}/seats/1").json["status"]


def test_a_seat_is_handed_to_a_bot_and_taken_back(ana, ben, game):
    handed = ben.put(f"/games/{game}/seats/1", {"bot": "random"})
    assert (200, "random") == (handed.status_code, handed.json["seats"][1]["bot"])
    problem(ana.put(f"/games/{game}/seats/1", {"player": "me"}), 409, "seat_not_yours_to_take")
    assert ben.id == ben.put(f"/games/{game}/seats/1", {"player": "me"}).json["seats"][1]["player"]


def test_entropy_is_mixed_in_before_the_start(ana):
    game = ana.create("me", "open", start="manual")
    mixed = ana.put(f"/games/{game}/entropy", {"entropy": "my own dice"})
    assert (200, "my own dice") == (mixed.status_code, mixed.json["entropy"][0])
    started = ana.post(f"/games/{game}/start", {"bot": "random"})
    assert (200, "running", "random") == (
        started.status_code,
        started.json["status"],
        started.json["seats"][1]["bot"],
    )
    problem(ana.put(f"/games/{game}/entropy", {"entropy": "late"}), 409, "already_started")


def test_the_host_starts_without_a_body(ana):
    game = ana.create("me", "open", start="manual")
    assert "running" == ana.post(f"/games/{game}/start").json["status"]


def test_a_move_is_stored_and_told(ana, ben, game):
    body = ana.command(game)
    made = ana.post(f"/games/{game}/moves", body)
    assert 201 == made.status_code
    assert {"version", "hash", "events", "to_act", "decisions"} == made.json.keys()
    assert body["version"] + 1 == made.json["version"] == made.json["events"][-1]["version"]
    assert [1] == made.json["to_act"]


def test_a_retry_is_answered_like_the_first_try(ana, game):
    body = ana.command(game)
    first = ana.post(f"/games/{game}/moves", body, Idempotency_Key="k-1")
    again = ana.post(f"/games/{game}/moves", body, Idempotency_Key="k-1")
    assert (201, 201) == (first.status_code, again.status_code)
    assert first.data == again.data
    assert "Idempotent-Replayed" not in first.headers
    assert "true" == again.headers["Idempotent-Replayed"]
    other = {**body, "version": body["version"] - 1}
    problem(ana.post(f"/games/{game}/moves", other, Idempotency_Key="k-1"), 422, "idempotency_mismatch")


def test_a_creation_is_retried_without_a_second_game(ana):
    body = {"ruleset": "parlour", "seats": [{"player": "me"}, {"open": True}]}
    ids = {ana.post("/games", body, Idempotency_Key="same").json["id"] for _ in range(3)}
    assert 1 == len(ids)


def test_a_preview_writes_nothing(ana, game):
    before = ana.get(f"/games/{game}").data
    answer = ana.post(f"/games/{game}/preview", ana.command(game))
    problem(answer, 422, "crosses_disclosure")
    assert before == ana.get(f"/games/{game}").data


def test_a_preview_shows_where_choices_lead(home, ana):
    game = ana.create("me", "me", ruleset="little_tavern")
    body = None
    for _ in range(20):
        command = ana.command(game)
        answer = ana.post(f"/games/{game}/preview", command)
        if answer.status_code == 200:
            body = answer.json
            break
        assert 201 == ana.post(f"/games/{game}/moves", command).status_code
    assert body is not None
    assert {"version", "view", "to_act", "decisions"} == body.keys()


def test_scores_show_what_one_may_know(home, ana, ben, game):
    sheet = ana.get(f"/games/{game}/scores").json["scores"]
    assert ["hand" in score["parts"] for score in sheet] == [True, False]
    play_out(home.service, game)
    over = ana.get(f"/games/{game}/scores").json
    assert "finished" == over["status"]
    assert all("hand" in score["parts"] and score["won"] is not None for score in over["scores"])
    assert 64 == len(ana.get(f"/games/{game}").json["result"]["seed"])


def test_health_and_readiness(home):
    assert {"status": "ok"} == home.http.get("/healthz").json
    assert "ready" == home.http.get("/readyz").json["status"]


def test_the_description_is_that_of_the_games_served(home):
    text = home.http.get("/openapi.yaml")
    assert "application/yaml" == text.mimetype
    assert "ParlourBidChoice" in text.text
    assert "LittleTavernPlaceChoice" in text.text


def test_the_description_comes_as_json_too(home):
    described = home.http.get("/openapi.json")
    assert "application/json" == described.mimetype
    assert described.json == yaml.safe_load(home.http.get("/openapi.yaml").text)


def test_the_root_leads_to_the_api_page(home):
    answer = home.http.get("/")
    assert (302, "/docs") == (answer.status_code, answer.headers["Location"])
    assert 200 == home.http.get("/", follow_redirects=True).status_code


@pytest.mark.parametrize("path", ["/v1/rulesets", "/v1/rulesets/parlour", "/v1/rulesets/little_tavern"])
def test_rulesets_are_not_sent_again(home, path):
    first = home.http.get(path)
    again = home.http.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (304, b"", first.headers["ETag"]) == (again.status_code, again.data, again.headers["ETag"])
    assert {"public, no-cache"} == {answer.headers["Cache-Control"] for answer in (first, again)}
    assert first.headers["ETag"] != home.http.get("/v1/rulesets/nothing").headers.get("ETag")


def test_the_api_page_needs_nobody_else(home):
    page = home.http.get("/docs")
    assert "text/html" == page.mimetype
    assert "http" not in page.text.replace("http-equiv", "")
    policy = page.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy and "script-src 'self';" in policy
    for name in ("docs.js", "swagger-ui.css", "swagger-ui-bundle.js", "favicon-32x32.png"):
        assert f'"/docs/{name}"' in page.text
        file = home.http.get(f"/docs/{name}")
        assert 200 == file.status_code and file.data
    for name in ("swagger-ui.js", "..", "%2e%2e%2fapp.py"):
        assert 404 == home.http.get(f"/docs/{name}").status_code


def test_metrics_count_by_route_method_and_status_only(home, ana, game):
    ana.get(f"/games/{game}")
    home.http.get("/v1/games/unknown-path-of-a-client")
    home.http.open("/healthz", method="BREW")
    text = home.http.get("/metrics").text
    assert 'kancha_http_requests_total{method="GET",route="/v1/games/<id:game_id>",status="200"}' in text
    assert 'route="unmatched"' in text
    assert 'method="other"' in text
    for secret in (game, ana.id, ana.token, "unknown-path-of-a-client", "BREW"):
        assert secret not in text


def test_an_export_is_the_log_line_by_line(ana, game):
    ana.post(f"/games/{game}/moves", ana.command(game))
    lines = ana.get(f"/games/{game}/events", Accept="application/x-ndjson")
    assert "application/x-ndjson" == lines.mimetype
    commits = [json.loads(line) for line in lines.text.splitlines()]
    assert [1, 2, 3] == [commit["version"] for commit in commits]
    assert commits == ana.get(f"/games/{game}/events").json["events"]
    later = ana.get(f"/games/{game}/events?after=2", Accept="application/x-ndjson")
    assert [3] == [json.loads(line)["version"] for line in later.text.splitlines()]


def test_events_come_in_pages(ana, game):
    page = ana.get(f"/games/{game}/events?after=0&limit=1").json
    assert ([1], 2) == ([commit["version"] for commit in page["events"]], page["version"])
