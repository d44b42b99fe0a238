"""Refusals say what to do next, in whole sentences, and without a word that does not help."""

import json

import pytest

from domain import GAMES
from tests.helpers.web import problem

ME = {"player": "me"}


def test_who_is_not_asked_is_told_what_to_wait_for(ana, ben, game):
    assert 201 == ana.post(f"/games/{game}/moves", ana.command(game)).status_code
    version = ana.get(f"/games/{game}").json["version"]
    again = {"version": version, "choices": [{"verb": "bid", "card": "c1"}]}
    told = problem(ana.post(f"/games/{game}/moves", again), 409, "not_your_decision")
    assert version == told["version"]
    assert f"Nothing is asked of seat 0 now: wait with GET .../events?after={version}&wait=25000." == told["detail"]
    waited = ben.get(f"/games/{game}/events?after={version}&wait=1")
    assert (200, []) == (waited.status_code, waited.json["events"])


def test_an_illegal_choice_names_verb_rule_and_where_to_look(ana, game):
    body = ana.command(game)
    body["choices"] = [{"verb": "bid", "card": "c9"}]
    told = problem(ana.post(f"/games/{game}/moves", body), 422, "illegal_choice")
    assert f"`bid` is not possible like this (rule `{told['rule']}`); `options` lists what is." == told["detail"]
    assert told["kind"] and told["version"] == body["version"]


def test_a_malformed_choice_is_named_by_its_path(ana, game):
    body = ana.command(game)
    body["choices"].append({"verb": "bid", "card": 1})
    told = problem(ana.post(f"/games/{game}/moves", body), 422, "malformed_choice")
    assert told["detail"].startswith("`choices.1` is no choice of this game (bid: card ")


def test_a_preview_says_that_a_move_would_be_taken(ana, game):
    body = ana.command(game)
    told = problem(ana.post(f"/games/{game}/preview", body), 422, "crosses_disclosure")
    assert "A draw or a disclosure comes at `index`, so this cannot be previewed; send it as a move." == told["detail"]
    assert 0 == told["index"]
    body["choices"] *= 2
    told = problem(ana.post(f"/games/{game}/moves", body), 422, "crosses_disclosure")
    assert "A draw or a disclosure comes before `index`: send what follows as a command of its own." == told["detail"]


@pytest.mark.parametrize("seat", [{}, {"seat": 1}])
def test_who_handed_a_seat_over_is_told_how_to_take_it_back(ana, ben, game, seat):
    ben.put(f"/games/{game}/seats/1", {"bot": "random"})
    body = {"version": 2, **seat, "choices": [{"verb": "bid", "card": "c1"}]}
    place = f"/v1/games/{game}/seats/1"
    words = f'You handed seat 1 to a bot: PUT {place} {{"player": "me"}} takes it back.'
    answers = [ben.post(f"/games/{game}/moves", body), ben.delete(f"/games/{game}/seats/1")]
    answers += [ben.put(f"/games/{game}/seats/1", {"bot": "greedy"}), ben.get(f"/games/{game}/moves?seat=1")]
    assert {words} == {problem(answer, 403, "not_your_seat")["detail"] for answer in answers}
    for answer in (ana.post(f"/games/{game}/moves", {**body, "seat": 1}), ana.delete(f"/games/{game}/seats/1")):
        assert "handed" not in problem(answer, 403, "not_your_seat")["detail"]
    assert 200 == ben.put(place.removeprefix("/v1"), {"player": "me"}).status_code


def test_a_seat_that_was_left_for_good_cannot_be_taken_back(ana, ben, game):
    assert 200 == ben.delete(f"/games/{game}/seats/1").status_code
    for person in (ana, ben):
        told = problem(person.put(f"/games/{game}/seats/1", {"player": "me"}), 409, "seat_not_yours_to_take")
        assert "This seat is not yours to take back" == told["title"]
        assert "handed over with PUT" in told["detail"] and "DELETE is for good" in told["detail"]
    told = problem(
        ben.post(f"/games/{game}/moves", {"version": 2, "choices": [{"verb": "tally"}]}), 403, "not_your_seat"
    )
    assert "You hold no seat at this table." == told["detail"]


def test_a_seat_is_not_handed_over_before_the_start(ana):
    game = ana.create("me", "open")
    told = problem(ana.put(f"/games/{game}/seats/0", {"bot": "greedy"}), 409, "not_started")
    assert "DELETE the seat" in told["detail"]


@pytest.mark.parametrize(
    ("ruleset", "number", "words"),
    [
        ("little_tavern", 1, "Little Tavern has 2, 3, 4 or 5 seats; you sent 1."),
        ("little_tavern", 6, "Little Tavern has 2, 3, 4 or 5 seats; you sent 6."),
        ("parlour", 0, "Parlour has 2, 3 or 4 seats; you sent 0."),
    ],
)
def test_a_table_of_another_size_is_told_the_sizes(home, ana, ruleset, number, words):
    told = problem(ana.post("/games", {"ruleset": ruleset, "seats": [ME] * number}), 422, "invalid_table")
    assert (words, list(home.service.games[ruleset].seats)) == (told["detail"], told["seat_counts"])
    assert "invalid_player_count" == told["rule"]


def test_several_seats_are_named_where_one_must_be_chosen(ana):
    game = ana.create("me", "me")
    body = {"version": 2, "choices": [{"verb": "bid", "card": "c1"}]}
    assert [0, 1] == problem(ana.post(f"/games/{game}/moves", body), 422, "seat_required")["seats"]


def test_a_version_beyond_the_head_is_told_the_head(ana, game):
    told = problem(ana.get(f"/games/{game}?at=99"), 404, "not_found")
    assert "This game has no version 99; its head is version 2." == told["detail"]
    problem(ana.get(f"/games/{game}?at=0"), 422, "invalid_request")


def test_what_is_not_there_and_what_may_not_be_seen_is_told_alike(home, ana, ben):
    private = ana.create("me", "open", visibility="private")
    answers = [
        ben.get("/nothing"),
        ben.get("/rulesets/chess"),
        ben.get(f"/games/{private}"),
        ben.get("/games/gm_" + "0" * 26),
        ben.post(f"/games/{private}/seats", {"invite": "wrong"}),
        ben.post(f"/games/gm_{'0' * 26}/seats", {"invite": "wrong"}),
    ]
    details = {problem(answer, 404, "not_found")["detail"] for answer in answers}
    assert 1 == len(details)
    assert "`invite`" in details.pop()


def test_who_has_no_token_is_told_one_thing(home, ana):
    answers = [
        home.http.get("/v1/games"),
        home.http.get("/v1/games", headers={"Authorization": "Bearer kn00_" + "a" * 43}),
        home.http.get("/v1/games", headers={"Authorization": "Basic YTpi"}),
    ]
    assert 1 == len({problem(answer, 401, "unauthenticated")["detail"] for answer in answers})


@pytest.mark.parametrize(
    ("body", "errors"),
    [
        ([], [([], "must be a JSON object")]),
        ({}, [(["version"], "is required"), (["choices"], "is required")]),
        ({"version": None, "choices": 1}, [(["version"], "must not be null"), (["choices"], "must be a list")]),
        (
            {"version": 1, "choices": [1], "colour": 2},
            [
                (["choices", 0], "must be an object with its fields and a `verb` of 1 to 64 characters"),
                (["colour"], "is not known here; known: version, hash, seat, choices"),
            ],
        ),
    ],
    ids=str,
)
def test_wrong_bodies_are_told_in_our_words(ana, game, body, errors):
    told = problem(ana.post(f"/games/{game}/moves", body), 422, "invalid_request")
    assert errors == [(error["path"], error["message"]) for error in told["errors"]]
    for path, message in errors:
        name = "`" + ".".join(map(str, path)) + "`" if path else "The body"
        assert f"{name} {message}." in told["detail"]


@pytest.mark.parametrize(
    ("data", "content_type"),
    [(b"", "application/json"), (b" \n", "application/json"), (b"", "text/plain"), (b"", None)],
)
def test_an_empty_body_is_called_that(ana, data, content_type):
    headers = {"Authorization": f"Bearer {ana.token}"}
    answer = ana.http.post("/v1/games", data=data, content_type=content_type, headers=headers)
    assert "The body is empty: send a JSON object." == problem(answer, 400, "unparsable")["detail"]


def test_an_unknown_ruleset_is_no_empty_list(ana):
    told = problem(ana.get("/games?ruleset=chess"), 422, "unknown_ruleset")
    names = ", ".join([*GAMES, "parlour"])
    assert f"There is no such ruleset; there are: {names}." == told["detail"]
    assert (
        told["detail"]
        == problem(ana.post("/games", {"ruleset": "chess", "seats": []}), 422, "unknown_ruleset")["detail"]
    )


def test_what_was_missed_looks_like_what_is_read(ana, game):
    body = ana.command(game)
    assert 201 == ana.post(f"/games/{game}/moves", body).status_code
    stale = ana.post(f"/games/{game}/moves", body)
    missed = stale.text.partition('"missed":[')[2].partition("]," + '"request_id"')[0]
    assert missed and missed in ana.get(f"/games/{game}/events").text
    assert [commit["version"] for commit in stale.json["missed"]] == [3]


def test_answers_are_compact_lines(home, ana):
    for answer in (ana.get("/players/me"), ana.get("/games/gm_" + "0" * 26), home.http.get("/healthz")):
        sorted_form = json.dumps(answer.json, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        assert sorted_form + "\n" == answer.text
