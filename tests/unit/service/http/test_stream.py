"""Long polls and streams: woken, gapless, checked at each commit, bounded, and gone when the process stops."""

import json
import threading
import time

import pytest

from tests.helpers.services import play_out
from tests.helpers.web import house, problem

SSE = "text/event-stream"


@pytest.fixture
def home():
    return house(heartbeat=0.3, head_poll=0.2, max_wait=5.0)


class Stream:
    """The events of an open stream, read one after the other."""

    def __init__(self, answer):
        assert (200, SSE) == (answer.status_code, answer.mimetype), answer.text
        self.answer = answer
        self._parts = iter(answer.iter_encoded())

    def next(self):
        """Return name, data and id of the next event; None at the end."""
        text = next(self._parts, None)
        if text is None:
            return None
        fields = dict(line.split(": ", 1) for line in text.decode().strip().split("\n"))
        return fields["event"], json.loads(fields["data"]), fields.get("id")

    def until(self, name):
        """Return the events up to one of this name."""
        found = [self.next()]
        while found[-1] is not None and found[-1][0] != name:
            found.append(self.next())
        return found

    def close(self):
        self.answer.close()


def follow(person, game, query="", **headers):
    return Stream(person.get(f"/games/{game}/events{query}", Accept=SSE, **headers))


def later(seconds, act, *args):
    timer = threading.Timer(seconds, act, args)
    timer.start()
    return timer


def move(person, game):
    assert 201 == person.post(f"/games/{game}/moves", person.command(game)).status_code


def test_a_stream_says_hello_then_what_happened_then_pings(ana, game):
    stream = follow(ana, game)
    name, hello, _ = stream.next()
    assert ("hello", 300, 2) == (name, hello["heartbeat_ms"], hello["version"])
    first, second, ping = stream.next(), stream.next(), stream.next()
    assert [("commit", "1"), ("commit", "2")] == [(event[0], event[2]) for event in (first, second)]
    assert ana.get(f"/games/{game}/events").json["events"] == [first[1], second[1]]
    assert ("ping", {"version": 2}, None) == ping
    stream.close()


def test_a_stream_is_woken_by_a_move(ana, ben, game):
    stream = follow(ben, game, "?after=2")
    stream.next()
    later(0.1, move, ana, game)
    begun = time.monotonic()
    events = stream.until("commit")
    assert "3" == events[-1][2]
    assert time.monotonic() - begun < 2
    stream.close()


def test_a_client_that_comes_back_goes_on_after_its_last_event(ana, ben, game):
    move(ana, game)
    stream = follow(ben, game, "?after=0", Last_Event_ID="2")
    assert ["hello", "commit"] == [stream.next()[0] for _ in range(1)] + [stream.next()[0]]
    stream.close()


def test_a_client_that_knows_another_history_is_told_to_begin_again(ana, game):
    stream = follow(ana, game, Last_Event_ID="99")
    assert ["hello", "reset"] == [stream.next()[0], stream.next()[0]]
    assert stream.next() is None


def test_a_finished_game_ends_the_stream(home, ana, game):
    last = play_out(home.service, game)
    events = follow(ana, game).until("end")
    assert [str(version) for version in range(1, last + 1)] == [event[2] for event in events[1:-1]]
    assert {"reason": "finished", "version": last} == events[-1][1]


def test_a_stream_shows_what_its_caller_may_see_at_each_commit(ana, ben, game):
    stream = follow(ben, game, "?after=2")
    stream.next()
    move(ana, game)
    (chose,) = stream.next()[1]["events"]
    assert (0, "chose", False) == (chose["seat"], chose["type"], "choice" in chose)
    assert {"seal", "to"} == chose["sealed"].keys()
    ben.put(f"/games/{game}/seats/1", {"bot": "random"})
    seated = stream.until("commit")[-1][1]
    assert "seated" == seated["events"][0]["type"]
    stream.close()


def test_a_rotated_token_ends_its_streams(ana, game):
    stream = follow(ana, game, "?after=2")
    stream.next()
    ana.post("/players/me/token")
    begun = time.monotonic()
    events = stream.until("end")
    assert "unauthenticated" == events[-1][1]["reason"]
    assert time.monotonic() - begun < 2
    assert stream.next() is None


def test_who_leaves_a_private_game_hears_no_more_of_it(ana, ben):
    made = ana.post(
        "/games", {"ruleset": "parlour", "seats": [{"player": "me"}, {"open": True}], "visibility": "private"}
    )
    game, invite = made.json["id"], made.json["invite"]
    ben.post(f"/games/{game}/seats", {"invite": invite})
    stream = follow(ben, game, "?after=2")
    stream.next()
    ben.delete(f"/games/{game}/seats/1")
    events = stream.until("end")
    assert [("end", "not_found")] == [(event[0], event[1]["reason"]) for event in events]


def test_wrong_streams_are_ordinary_errors(home, ana, game):
    carl = home.person("Carl")
    problem(carl.get(f"/games/{game}/events?seat=0", Accept=SSE), 403, "not_your_seat")
    problem(ana.get(f"/games/gm_{'0' * 26}/events", Accept=SSE), 404, "not_found")
    assert 0 == home.app.extensions["kancha"].waits.open


def test_a_poll_waits_for_a_move(ana, ben, game):
    later(0.2, move, ana, game)
    begun = time.monotonic()
    found = ben.get(f"/games/{game}/events?after=2&wait=4000")
    assert [3] == [commit["version"] for commit in found.json["events"]]
    assert 0.1 < time.monotonic() - begun < 2


def test_a_poll_without_news_answers_when_its_time_is_over(ana, game):
    begun = time.monotonic()
    found = ana.get(f"/games/{game}/events?after=2&wait=400")
    assert ([], 2) == (found.json["events"], found.json["version"])
    assert 0.39 <= time.monotonic() - begun < 2


def test_a_poll_with_news_or_at_the_end_does_not_wait(home, ana, game):
    begun = time.monotonic()
    assert ana.get(f"/games/{game}/events?after=1&wait=5000").json["events"]
    last = play_out(home.service, game)
    assert [] == ana.get(f"/games/{game}/events?after={last}&wait=5000").json["events"]
    assert time.monotonic() - begun < 2


def test_a_rotated_token_ends_a_poll(ana, game):
    later(0.1, ana.post, "/players/me/token")
    problem(ana.get(f"/games/{game}/events?after=2&wait=5000"), 401, "unauthenticated")


def test_waits_are_bounded_and_everything_else_goes_on():
    home = house(max_waits=2, player_waits=2, head_poll=0.2)
    ana, ben = home.person(), home.person()
    game = ana.create("me", "me")
    open_ones = [follow(ana, game), follow(ana, game)]
    for person in (ana, ben):
        for answer in (
            person.get(f"/games/{game}/events?after=1", Accept=SSE),
            person.get(f"/games/{game}/events?after=1&wait=1000"),
        ):
            problem(answer, 503, "too_many_waits")
            assert answer.headers["Retry-After"]
    move(ana, game)
    assert ben.get(f"/games/{game}/events?after=1&wait=1000").json["events"]
    open_ones[0].close()
    follow(ben, game).close()
    open_ones[1].close()
    assert 0 == home.app.extensions["kancha"].waits.open


def test_some_threads_are_left_for_moves_whatever_the_settings_say():
    home = house(web_threads=4, max_waits=4000)
    ana = home.person()
    game = ana.create("me", "me")
    open_ones = [follow(ana, game) for _ in range(3)]
    problem(ana.get(f"/games/{game}/events", Accept=SSE), 503, "too_many_waits")
    for stream in open_ones:
        stream.close()


def test_a_stream_that_was_never_read_gives_its_place_back(home, ana, game):
    ana.get(f"/games/{game}/events", Accept=SSE).close()
    assert 0 == home.app.extensions["kancha"].waits.open


def test_a_process_that_stops_ends_its_waits(home, ana, game):
    stream = follow(ana, game, "?after=2")
    stream.next()
    later(0.3, home.app.extensions["kancha_closing"].set)
    begun = time.monotonic()
    assert [] == ana.get(f"/games/{game}/events?after=2&wait=5000").json["events"]
    while (event := stream.next()) is not None:
        assert "ping" == event[0]
    assert time.monotonic() - begun < 2
    problem(ana.get(f"/games/{game}/events", Accept=SSE), 503, "too_many_waits")
    assert 200 == ana.get(f"/games/{game}").status_code
