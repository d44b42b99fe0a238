"""The recorded games of Little Tavern show every way to end, both sets of events, and every event card."""

from domain.little_tavern.events import EVENTS
from domain.little_tavern.game import GAME
from tests.golden.record import marks, read, recordings

ENDINGS = {"end single winner", "end shared victory"}
OPTIONS = {f"option {name} {word}" for name, field in GAME.options.items() for word in field.words}
CARDS = {f"word {card}" for card in EVENTS}


def test_nothing_is_missing():
    seen = set().union(*(marks(read(path)) for path in recordings(GAME.name)))

    missing = (ENDINGS | OPTIONS | CARDS) - seen
    assert not missing, f"record more games: {sorted(missing)}"


def test_a_shared_victory_names_all_who_have_the_most():
    ends = [read(path)[-1]["events"][-1] for path in recordings(GAME.name)]

    shared = [end for end in ends if len(end["winners"]) > 1]
    assert shared
    for end in shared:
        best = max(end["scores"])
        assert [seat for seat, points in enumerate(end["scores"]) if points == best] == end["winners"]
