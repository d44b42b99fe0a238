"""What the end of a game tells: reason, winners, and all seats in their order. Source: rules 11.3, 11.4."""

from domain.catan_coffee.game import GAME
from domain.core.command import Command, carry_out
from tests.unit.domain.catan_coffee.scene import hand, scene


def test_the_ranking_lists_all_seats_by_points_then_coffee_with_hidden_cards_counted():
    state = scene(
        hands={0: hand(lumber=1, wool=1)},
        villages=dict.fromkeys(("V3", "V4", "V5", "V6"), 0) | {"V11": 1},
        coffee={0: 2, 1: 3, 3: 1},
        dev={2: [["victory_point", 2], ["victory_point", 3]]},
        pieces={0: {"settlements": ["2,-3,S"]}, 1: {"settlements": ["-2,2,S"]}, 3: {"settlements": ["0,-3,S"]}},
    )
    outcome = carry_out(GAME, state, 2, Command(0, [("build_ship", "1,-2,E")], 1), lambda kind, weights: 0)
    name, told, readers, secret = outcome.facts[-1]

    assert ("game_ended", None, None) == (name, readers, secret)
    assert ("villages", [0, 1]) == (told["reason"], told["winners"])
    ranks = [(0, 2, 3), (1, 2, 3), (2, 2, 0), (3, 1, 1)]
    assert ranks == [(line["seat"], line["points"], line["coffee"]) for line in told["ranking"]]
