"""Two engines side by side: catanatron 3.2.1 plays at random, our rules repeat and check every action.

catanatron is a separate program under the GPL, installed for tests only; here it is called, nothing of it is copied.
Where it departs from the official rules (rules 14 lists how) the difference is recognised by its cause, counted, and
ours is brought in line; any other difference fails.
"""

import random
from collections import Counter
from typing import Any

from catanatron import Game as TheirGame
from catanatron import RandomPlayer
from catanatron.models.enums import ActionPrompt
from catanatron.models.map import BASE_MAP_TEMPLATE, CatanMap, initialize_tiles
from catanatron.models.player import Color

from domain.catan_coffee.game import GAME
from domain.catan_coffee.goods import INDEX, LIMITS, RESOURCES
from domain.catan_coffee.points import total_points
from domain.catan_coffee.state import State
from domain.core.agenda import CHANCE, answer, check, decisions, options, settle
from domain.core.choices import Choice
from domain.core.hexes import edges_of_vertex
from tests.differential.trails import best_holder

COLOURS = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
THEIR_RESOURCES = {"WOOD": "lumber", "BRICK": "brick", "SHEEP": "wool", "WHEAT": "grain", "ORE": "ore"}
OUT_OF_REACH = 99
"""Our target: they decide when a game is over."""

TERRAINS = (
    *(None, "WOOD", "WHEAT", "ORE", "WOOD", "BRICK", "SHEEP", "ORE", "SHEEP", "SHEEP", "WHEAT", "BRICK", "WOOD"),
    *("WHEAT", "WHEAT", "ORE", "SHEEP", "WOOD", "BRICK"),
)
NUMBERS = (3, 4, 3, 11, 6, 4, 8, 5, 11, 6, 5, 8, 9, 12, 10, 2, 9, 10)
PORTS = (None, "SHEEP", None, None, "BRICK", "WOOD", None, "WHEAT", "ORE")
"""The beginner island in the order of their template. Source: table of layouts, mapping."""

NODES = (
    *("0,0,N", "1,-1,S", "0,1,N", "0,0,S", "-1,1,N", "0,-1,S", "1,0,N", "2,-1,S", "1,1,N", "1,0,S", "0,2,N"),
    *("0,1,S", "-1,2,N", "-1,1,S", "-2,2,N", "-1,0,S", "-1,0,N", "-2,1,N", "-1,-1,S", "0,-1,N", "1,-2,S"),
    *("0,-2,S", "1,-1,N", "2,-2,S", "2,0,N", "3,-1,S", "2,1,N", "2,0,S", "1,2,N", "1,1,S", "0,3,N", "0,2,S"),
    *("-1,3,N", "-1,2,S", "-2,3,N", "-2,2,S", "-3,3,N", "-2,1,S", "-3,2,N", "-2,0,S", "-2,0,N", "-3,1,N"),
    *("-2,-1,S", "-1,-1,N", "-1,-2,S", "0,-2,N", "1,-3,S", "0,-3,S", "1,-2,N", "2,-3,S", "2,-2,N", "3,-3,S"),
    *("2,-1,N", "3,-2,S"),
)
"""Their land nodes 0 to 53 as our corners."""

CARD_VERBS = {
    "PLAY_KNIGHT_CARD": "knight",
    "PLAY_YEAR_OF_PLENTY": "year_of_plenty",
    "PLAY_MONOPOLY": "monopoly",
    "PLAY_ROAD_BUILDING": "road_building",
}


def edge_of(nodes: tuple[int, int]) -> str:
    """Return the side that two of their nodes bound."""
    first, second = (set(edges_of_vertex(NODES[node])) for node in nodes)
    (edge,) = first & second
    return edge


def beginner_map() -> Any:
    """Return the beginner island as their map; their lists are consumed from the end."""
    tiles = initialize_tiles(BASE_MAP_TEMPLATE, list(NUMBERS[::-1]), list(PORTS[::-1]), list(TERRAINS[::-1]))
    return CatanMap.from_tiles(tiles)


class Mirror:
    """One game on both engines."""

    def __init__(self, seats: int, seed: int, counts: Counter[str]) -> None:
        self.random = random.Random(seed)
        self.counts = counts
        self.theirs = TheirGame([RandomPlayer(c) for c in COLOURS[:seats]], seed=seed, catan_map=beginner_map())
        self.seat_of = {colour: seat for seat, colour in enumerate(self.theirs.state.colors)}
        table = {name: field.default for name, field in GAME.options.items()} | {"layout": "base_beginner"}
        self.ours: State = GAME.setup(seats, table, None)
        self.ours.target = OUT_OF_REACH
        settle(GAME, self.ours)

    def play(self) -> None:
        """Play to their end."""
        while self.theirs.winning_color() is None and self.theirs.state.num_turns < 1000:
            self.compare_legal()
            action = self.theirs.play_tick(decide_fn=self.decide)
            self.counts["actions"] += 1
            before = self.ours.longest
            self.follow(action)
            if action.action_type.value in ("BUILD_ROAD", "BUILD_SETTLEMENT"):
                assert best_holder(self.ours, before) == self.ours.longest, "our longest road is wrong"
            self.compare()

    def decide(self, player: Any, game: Any, actions: list[Any]) -> Any:
        """Choose one of their actions at random.

        A year of plenty for one card is passed over while the bank could give two: their list has it, the rules
        have it for the last card alone (rules 9.5).
        """
        fitting = [action for action in actions if not self.is_short_plenty(action)]
        self.counts["a year of plenty for one card, passed over"] += len(fitting) < len(actions)
        return fitting[self.random.randrange(len(fitting))]

    def is_short_plenty(self, action: Any) -> bool:
        """Say whether they would take one card where two are due."""
        short = action.action_type.value == "PLAY_YEAR_OF_PLENTY" and len(action.value) == 1
        return short and sum(self.ours.bank) > 1

    # Repeating their actions.

    def follow(self, action: Any) -> None:
        """Repeat one of their actions on our side."""
        seat, kind, value = self.seat_of[action.color], action.action_type.value, action.value
        self.end_free_roads(kind)
        if kind in CARD_VERBS:
            self.age_card(seat, CARD_VERBS[kind])
        if kind == "DISCARD":
            for name in sorted((THEIR_RESOURCES[card] for card in value), key=RESOURCES.index):
                self.choose(seat, ("discard", name))
            return
        choice, drawn = self.translate(seat, kind, value)
        before = self.ours.copy()
        self.choose(seat, choice)
        if drawn is not None:
            self.choose(CHANCE, drawn)
        if kind == "ROLL" and sum(value) != 7:
            self.settle_short_bank(before)

    def translate(self, seat: int, kind: str, value: Any) -> tuple[Choice, Choice | None]:
        """Return our choice, and what chance answers to it."""
        initial = self.ours.agenda[-1][0]
        if kind == "BUILD_SETTLEMENT":
            return ("place_settlement" if initial == "place_settlement" else "build_settlement", NODES[value]), None
        if kind == "BUILD_ROAD":
            free = initial in ("place_route", "road_building")
            return (("place_route", edge_of(value), "road") if free else ("build_road", edge_of(value))), None
        if kind == "ROLL":
            return ("roll",), None if value is None else ("dice", *sorted(value))
        if kind == "MOVE_ROBBER":
            (x, _, z), colour, card = value
            stolen = None if card is None else ("card", THEIR_RESOURCES[card])
            return ("move_robber", f"{x},{z}", None if colour is None else self.seat_of[colour]), stolen
        if kind == "BUY_DEVELOPMENT_CARD":
            return ("buy_card",), None if value is None else ("draw", value.lower())
        if kind == "MARITIME_TRADE":
            return ("trade", THEIR_RESOURCES[value[0]], THEIR_RESOURCES[value[-1]]), None
        if kind == "PLAY_YEAR_OF_PLENTY":
            cards = sorted((THEIR_RESOURCES[card] for card in value), key=RESOURCES.index)
            return ("year_of_plenty", *cards, *[None] * (2 - len(cards))), None
        if kind == "PLAY_MONOPOLY":
            return ("monopoly", THEIR_RESOURCES[value]), None
        simple = {"BUILD_CITY": lambda: ("build_city", NODES[value]), "END_TURN": lambda: ("end_turn",)}
        return (simple[kind]() if kind in simple else (CARD_VERBS[kind],)), None

    def choose(self, seat: int, choice: Choice) -> None:
        """Make a choice on our side; it has to be legal."""
        if seat == CHANCE:
            (decision,) = [asked for asked in decisions(GAME, self.ours) if asked.seat == CHANCE]
            assert choice in options(GAME, self.ours, decision), f"{choice} cannot happen"
        else:
            decision = check(GAME, self.ours, seat, choice)
        answer(GAME, self.ours, decision, choice)

    # Known departures of theirs.

    def end_free_roads(self, kind: str) -> None:
        """They end free roads when the seat could not pay for another: waive ours."""
        if self.ours.agenda[-1][0] == "road_building" and kind != "BUILD_ROAD":
            self.choose(self.ours.active, ("stop",))
            self.counts["second free road only for who could pay"] += 1

    def age_card(self, seat: int, verb: str) -> None:
        """They may play a card in the turn of its purchase: make ours older."""
        held = [card for card in self.ours.cards[seat] if card[0] == verb]
        if held and all(turn == self.ours.turn for _, turn in held):
            held[0][1] -= 1
            self.counts["a card played in the turn of purchase"] += 1

    def settle_short_bank(self, before: State) -> None:
        """With a short bank they pay a single receiver nothing; ours takes the rest: give it back."""
        for i, name in enumerate(RESOURCES):
            gained = [now[i] - then[i] for now, then in zip(self.ours.hands, before.hands, strict=True)]
            takers = [seat for seat, n in enumerate(gained) if n]
            if (
                self.ours.bank[i] == 0
                and len(takers) == 1
                and self.their_hand(takers[0])[i] == before.hands[takers[0]][i]
            ):
                self.ours.hands[takers[0]][i] -= gained[takers[0]]
                self.ours.bank[i] += gained[takers[0]]
                self.counts["a short bank pays a single receiver nothing"] += 1
                assert self.their_bank()[i] == before.bank[i], name

    # Comparing positions.

    def their_hand(self, seat: int) -> list[int]:
        """Return one of their hands in our order."""
        state = self.theirs.state.player_state
        by_name = {ours: state[f"P{seat}_{theirs}_IN_HAND"] for theirs, ours in THEIR_RESOURCES.items()}
        return [by_name[name] for name in RESOURCES]

    def their_bank(self) -> list[int]:
        """Return their bank in our order."""
        by_name = dict(zip(THEIR_RESOURCES.values(), self.theirs.state.resource_freqdeck, strict=True))
        return [by_name[name] for name in RESOURCES]

    def compare(self) -> None:
        """Compare hands, bank, points, cards, pieces, army, robber and board.

        Who holds the longest road is theirs to get wrong; ours is checked by other means in `play`.
        """
        ours, state = self.ours, self.theirs.state.player_state
        assert self.their_bank() == ours.bank
        road = self.their_road_holder()
        self.counts["another longest road"] += road != ours.longest
        for seat in ours.seats:
            assert self.their_hand(seat) == ours.hands[seat], f"hand of seat {seat}"
            their_points = state[f"P{seat}_ACTUAL_VICTORY_POINTS"] - 2 * (road == seat)
            assert their_points == total_points(ours, seat) - 2 * (ours.longest == seat), f"points of seat {seat}"
            assert state[f"P{seat}_HAS_ARMY"] == (ours.army == seat)
            assert state[f"P{seat}_PLAYED_KNIGHT"] == ours.knights[seat]
            for piece, name in (("road", "ROADS"), ("settlement", "SETTLEMENTS"), ("city", "CITIES")):
                assert state[f"P{seat}_{name}_AVAILABLE"] == ours.pieces_left(seat, piece), piece
            for card in ours.deck:
                held = sum(1 for name, _ in ours.cards[seat] if name == card)
                assert state[f"P{seat}_{card.upper()}_IN_HAND"] == held, card
        self.compare_board()
        self.counts["positions"] += 1

    def their_road_holder(self) -> int | None:
        """Return the seat that holds their longest road."""
        state = self.theirs.state.player_state
        return next((seat for seat in self.ours.seats if state[f"P{seat}_HAS_ROAD"]), None)

    def compare_board(self) -> None:
        """Compare buildings, roads and the robber."""
        board, ours = self.theirs.state.board, self.ours
        vertices, edges = ours._board.vertices, ours._board.edges
        buildings = {(NODES[node], self.seat_of[c], kind) for node, (c, kind) in board.buildings.items()}
        expected = {(vertices[v], s, "SETTLEMENT") for s in ours.seats for v in ours.settlements[s]}
        assert buildings == expected | {(vertices[v], s, "CITY") for s in ours.seats for v in ours.cities[s]}
        roads = {(edge_of(nodes), self.seat_of[colour]) for nodes, colour in board.roads.items()}
        assert roads == {(edges[e], s) for s in ours.seats for e in ours.roads[s]}
        x, _, z = board.robber_coordinate
        assert f"{x},{z}" == ours._board.hexes[ours.robber]

    # Comparing what is legal.

    def compare_legal(self) -> None:
        """Compare the lists of both engines, wherever both ask the same."""
        state = self.theirs.state
        if state.current_prompt == ActionPrompt.DISCARD:
            assert self.seat_of[state.current_color()] in [d.seat for d in decisions(GAME, self.ours)]
            return
        if self.ours.agenda[-1][0] == "road_building" and not state.is_road_building:
            return
        seat = self.seat_of[state.current_color()]
        (decision,) = [d for d in decisions(GAME, self.ours) if not d.optional]
        assert seat == decision.seat, "another seat is asked"
        listed = {choice for choice in options(GAME, self.ours, decision) if choice != ("stop",)}
        listed = {choice for choice in listed if choice[0] not in CARD_VERBS.values()}
        acts = [(a.action_type.value, a.value) for a in state.playable_actions]
        mapped = {self.translate(seat, kind, value)[0] for kind, value in acts if kind not in CARD_VERBS}
        assert mapped == listed, f"legal sets differ: {sorted(mapped ^ listed, key=repr)}"
        self.compare_cards(seat, decision.kind, acts)
        self.counts["legal sets"] += 1

    def compare_cards(self, seat: int, kind: str, acts: list[tuple[str, Any]]) -> None:
        """Compare which cards may be played, the known departures left out."""
        if kind not in ("pre_roll", "main"):
            return
        (decision,) = [d for d in decisions(GAME, self.ours) if not d.optional]
        ours = {choice for choice in options(GAME, self.ours, decision) if choice[0] in CARD_VERBS.values()}
        new = {name for name, _ in self.ours.cards[seat]} - {n for n, t in self.ours.cards[seat] if t < self.ours.turn}
        theirs = {
            self.translate(seat, act, value)[0]
            for act, value in acts
            if act in CARD_VERBS and not (act == "PLAY_YEAR_OF_PLENTY" and len(value) == 1 and sum(self.ours.bank) > 1)
        }
        theirs = {choice for choice in theirs if choice[0] not in new}
        if kind == "pre_roll":  # theirs has the knight alone before the roll
            ours = {choice for choice in ours if choice[0] == "knight"}
        hand = self.ours.hands[seat]
        if not (hand[INDEX["brick"]] and hand[INDEX["lumber"]] and len(self.ours.roads[seat]) < LIMITS["road"]):
            ours -= {("road_building",)}
        assert theirs == ours, f"cards differ: {sorted(theirs ^ ours, key=repr)}"
