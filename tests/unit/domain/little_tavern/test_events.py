"""One test for each event, named for it; the declared limits of each on random positions."""

import pytest

from domain.little_tavern.declare import Ask, Event, Stage, fault
from domain.little_tavern.effects import EFFECTS
from domain.little_tavern.events import EVENT_SETS, EVENTS
from tests.helpers.walk import SeededRng
from tests.unit.domain.little_tavern.scene import asked, crowd, finish_event, go, listed, read, scene, told

FULL = "elf_01 elf_02 elf_03 elf_04"


def test_ev_musical_chairs():
    state = read(scene("elf_01 elf_02", FULL.replace("elf", "dwarf"), "noble_01"), "ev_musical_chairs")

    assert [("pick", card) for guests in state.tables for card in guests] == listed(state)
    state = go(state, ("pick", "dwarf_02"))
    assert [("pick", "elf_01"), ("pick", "elf_02"), ("pick", "noble_01")] == listed(state)
    state = go(state, ("pick", "elf_01"))
    assert {"elf_02", "dwarf_02"} == set(state.tables[0])
    assert {"dwarf_01", "dwarf_03", "dwarf_04", "elf_01"} == set(state.tables[1])
    assert (0, "pay") == asked(state)


def test_ev_poached_regular():
    free = read(scene("elf_01", "dwarf_01 dwarf_02", active=0), "ev_poached_regular")
    full = read(scene(FULL, "dwarf_01 dwarf_02"), "ev_poached_regular")

    assert [("pick", "dwarf_01"), ("pick", "dwarf_02")] == listed(free) == listed(full)
    free, full = go(free, ("pick", "dwarf_02")), go(full, ("pick", "dwarf_02"))
    assert [["elf_01", "dwarf_02"], ["dwarf_01"]] == free.tables
    assert [("pick", card) for card in FULL.split()] == listed(full)
    full = go(full, ("pick", "elf_03"))
    assert [["elf_01", "elf_02", "elf_04", "dwarf_02"], ["dwarf_01", "elf_03"]] == full.tables
    assert (0, "pay") == asked(free) == asked(full)


def test_ev_not_my_section():
    state = read(scene("witch_01 witch_02", "elf_05", FULL, active=0), "ev_not_my_section")

    assert [("pick", "witch_01"), ("pick", "witch_02")] == listed(state)
    state = go(state, ("pick", "witch_02"))
    assert [("choose", 1)] == listed(state)
    state = go(state, ("choose", 1))
    assert [["witch_01"], ["elf_05", "witch_02"], FULL.split()] == state.tables


def test_ev_pass_the_stools():
    start = scene("elf_01 elf_02", "dwarf_01 dwarf_02", FULL.replace("elf", "goblin"), active=1)
    picks = [("pick", "elf_02"), ("pick", "dwarf_01"), ("pick", "goblin_04")]
    left = read(start, "ev_pass_the_stools", ("go", "left"), *picks)
    right = read(start, "ev_pass_the_stools", ("go", "right"), *picks)

    assert ["elf_01", "goblin_04"] == left.tables[0] and ["dwarf_02", "elf_02"] == left.tables[1]
    assert ["goblin_01", "goblin_02", "goblin_03", "dwarf_01"] == left.tables[2]
    assert ["elf_01", "dwarf_01"] == right.tables[0] and ["dwarf_02", "goblin_04"] == right.tables[1]
    assert ["goblin_01", "goblin_02", "goblin_03", "elf_02"] == right.tables[2]
    assert [("go", "left"), ("go", "right")] == listed(read(start, "ev_pass_the_stools"))


def test_ev_shown_the_door():
    state = read(scene("elf_01", FULL.replace("elf", "dwarf")), "ev_shown_the_door", ("pick", "dwarf_03"))

    assert (-1, "meet") == asked(state) and ("character", "dwarf_03") not in listed(state)
    state = go(state, ("character", "noble_02"))
    assert ["dwarf_01", "dwarf_02", "dwarf_04", "noble_02"] == state.tables[1]
    assert ["dwarf_03"] == state.discard and [] == state.hand
    assert (0, "pay") == asked(state)


def test_ev_coach_arrives():
    state = read(scene("elf_01 elf_02 elf_03", "dwarf_01"), "ev_coach_arrives")
    state = go(state, ("character", "noble_02"), ("character", "witch_01"))

    assert ["noble_02", "witch_01"] == state.hand
    assert [("seat", "noble_02", 0), ("seat", "noble_02", 1)] == listed(state)
    state = go(state, ("seat", "noble_02", 0))
    assert [("seat", "witch_01", 1)] == listed(state)
    state = go(state, ("seat", "witch_01", 1))
    assert [["elf_01", "elf_02", "elf_03", "noble_02"], ["dwarf_01", "witch_01"]] == state.tables

    last = read(scene("elf_01 elf_02 elf_03", FULL.replace("elf", "dwarf")), "ev_coach_arrives")
    last = go(last, ("character", "noble_02"))
    assert [("seat", "noble_02", 0)] == listed(last)
    assert (0, "pay") == asked(go(last, ("seat", "noble_02", 0)))


def test_ev_section_rotation():
    start = scene("elf_01", FULL.replace("elf", "dwarf"), "noble_01 noble_02")
    left = read(start, "ev_section_rotation", ("go", "left"))
    right = read(start, "ev_section_rotation", ("go", "right"))

    assert [start.tables[2], start.tables[0], start.tables[1]] == left.tables
    assert [start.tables[1], start.tables[2], start.tables[0]] == right.tables


def test_ev_light_fingers():
    start = scene("elf_01", "elf_02", "elf_03", "elf_04", coins=[2, 5, 1, 0])
    state = read(start, "ev_light_fingers")

    assert [("name", 1), ("name", 2)] == listed(state)
    assert [4, 3, 1, 0] == go(state, ("name", 1)).coins
    assert [3, 5, 0, 0] == go(state, ("name", 2)).coins
    void = read(scene("elf_01", "elf_02", coins=[2, 0]), "ev_light_fingers")
    assert (0, "pay") == asked(void) and [True] == [fact["void"] for fact in told(void, "event_effect_applied")]


def test_ev_early_night():
    state = read(scene("elf_01", FULL.replace("elf", "dwarf")), "ev_early_night", ("pick", "dwarf_03"))

    assert [["elf_01"], ["dwarf_01", "dwarf_02", "dwarf_04"]] == state.tables
    assert ["dwarf_03"] == state.discard and (0, "pay") == asked(state)


def test_ev_table_trade():
    state = read(scene("elf_01", FULL.replace("elf", "dwarf"), "noble_01"), "ev_table_trade")

    assert [("choose", 0), ("choose", 1), ("choose", 2)] == listed(state)
    state = go(state, ("choose", 1))
    assert [("choose", 0), ("choose", 2)] == listed(state)
    state = go(state, ("choose", 2))
    assert [["elf_01"], ["noble_01"], FULL.replace("elf", "dwarf").split()] == state.tables


def test_ev_settle_up():
    state = read(scene("noble_01 elf_01", "noble_02", coins=[3, 3]), "ev_settle_up")

    assert [("pick", "noble_01"), ("pick", "elf_01")] == listed(state)
    state = go(state, ("pick", "noble_01"))
    assert [3 + 4, 3] == state.coins
    assert [["elf_01"], ["noble_02"]] == state.tables and ["noble_01"] == state.discard


def test_ev_pick_of_the_queue():
    state = read(scene(FULL, "noble_01"), "ev_pick_of_the_queue")
    state = go(state, ("character", "dwarf_01"), ("character", "witch_01"))

    assert [("keep", "dwarf_01"), ("keep", "witch_01")] == listed(state)
    state = go(state, ("keep", "witch_01"))
    assert [("choose", 1)] == listed(state)
    state = go(state, ("choose", 1))
    assert ["noble_01", "witch_01"] == state.tables[1]
    assert ["dwarf_01"] == state.discard and [] == state.hand


def test_not_my_section_is_void_when_there_is_no_room_elsewhere():
    state = read(scene("witch_01", FULL, "dwarf_01 dwarf_02 dwarf_03 dwarf_04"), "ev_not_my_section")

    assert (0, "pay") == asked(state)
    assert state.used == ["ev_not_my_section"] and state.event is None


@pytest.mark.parametrize("name", EVENTS)
def test_every_event_has_a_test_of_its_own(name):
    assert f"test_{name}" in globals()


@pytest.mark.parametrize("name", EVENTS)
def test_the_declared_limits_of_every_event_hold(name):
    card, rng, seen = EVENTS[name], SeededRng(name), set()
    for _ in range(150):
        before = crowd(2 + rng.below(4), rng)
        after = finish_event(read(before, name), rng)
        void = told(after, "event_effect_applied")[0]["void"]
        net = sum(map(len, after.tables)) - sum(map(len, before.tables))
        drawn, thrown = len(told(after, "character_drawn")), len(told(after, "character_discarded"))
        if void:
            assert (0, 0, 0) == (net, drawn, thrown)
            continue
        seen.add(net)
        assert card.net_seats[0] <= net <= card.net_seats[1]
        assert drawn <= card.draws and drawn - thrown == net
        assert thrown == card.discards
    assert {card.net_seats[0], card.net_seats[1]} == seen


def test_event_sets_hold_seven_and_twelve():
    assert {"standard": 7, "extended": 12} == {name: len(cards) for name, cards in EVENT_SETS.items()}
    assert EVENT_SETS["standard"] == EVENT_SETS["extended"][:7]
    assert set(EVENTS) == set(EVENT_SETS["extended"])


def declared(*stages: Stage, void_when: str = "never", cite: str = "here") -> Event:
    asks = {ask.key: ask for part in stages for ask in part.asks}
    return Event("ev_x", "X", "X", "x", "x", cite, stages, asks, void_when, (0, 0), 0, 0)


ONE = Ask("pick_character", "one")
FAULTY = [
    declared(Stage((ONE,), (("juggle", "one"),))),
    declared(Stage((ONE,), (("discard_character", "two"),))),
    declared(Stage((ONE,), (("seat_drawn", "table_of_one"),))),
    declared(Stage((ONE, ONE), ())),
    declared(Stage((Ask("pick_character", "one", whose="nobody"),), ())),
    declared(Stage((Ask("pick_character", "one", when="raining"),), ())),
    declared(Stage((Ask("pick_character", "one", apart_from="two"), Ask("pick_character", "two")), ())),
    declared(Stage((Ask("juggle", "one"),), ())),
    declared(void_when="raining"),
    declared(cite=""),
]


@pytest.mark.parametrize("card", FAULTY)
def test_a_faulty_declaration_is_found(card):
    assert fault(card, EFFECTS)


def test_a_good_declaration_has_no_fault():
    card = declared(Stage((ONE,), (("discard_character", "one"), ("seat_drawn", "table_of_one"))))

    assert fault(card, EFFECTS) is None
