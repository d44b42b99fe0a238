"""What the view says of the turn at hand."""

from domain.catan_coffee.game import GAME
from tests.unit.domain.catan_coffee.scene import go, hand, scene


def test_the_throw_is_seen_until_the_turn_ends():
    early = scene(players=3, phase="PRE_ROLL", hands={0: hand(wool=4)})
    thrown = go(early, ("roll",), ("dice", 2, 3))
    later = go(thrown, ("trade", "wool", "ore"))

    assert [None, [2, 3], [2, 3], None] == [
        GAME.view(state, (1,))["dice"] for state in (early, thrown, later, go(later, ("end_turn",)))
    ]


def test_a_seven_is_seen_while_cards_are_given_back():
    state = go(scene(players=3, phase="PRE_ROLL", hands={1: hand(wool=8)}), ("roll",), ("dice", 3, 4))

    assert ("discard", [3, 4]) == tuple(GAME.view(state, ())[name] for name in ("phase", "dice"))


def test_a_ship_in_hand_is_in_no_stock():
    state = scene(players=3, pieces={0: {"settlements": ["2,-4,S"], "ships": ["1,-3,NE", "1,-4,SE"]}})
    taken_up = go(state, ("move_ship", "1,-4,SE"))

    for position in (state, taken_up, go(taken_up, ("sail", "2,-4,SE"))):
        assert [13, 15, 15] == [seat["pieces_left"]["ship"] for seat in GAME.view(position, ())["seats"]]
