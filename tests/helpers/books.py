"""What a reader of a finished log keeps in the books to know the outcomes of every draw, game by game.

Each class goes by `guide.draws` and `material` of its ruleset, as a client reads them, and by the log: nothing of the
rules takes part. It is called with the kind of the next draw and the facts of its commit, an iterator that goes on from
draw to draw, and answers the outcomes with their weights, in order. At the end of a commit it is called with None for
the rest of the facts. `set_up` says from numbers of the kind `seal` what the hidden set-up has to be; books without it
leave that to the program (a board whose making needs its geometry).
"""

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

Outcomes = list[tuple[list[Any], int]]
Facts = Iterator[dict[str, Any]]
Numbers = Callable[[int, int], int]
"""Number n of the kind `seal`, below a bound."""


class HidesNothing:
    """A game without a hidden set-up."""

    def set_up(self, number: Numbers, stored: Any) -> Any:
        """Return what the hidden set-up has to be."""
        return None


class LittleTavern(HidesNothing):
    """The piles, as `guide.draws` of Little Tavern lets a reader follow them in the facts."""

    TOLD_BY = {"meet": "character_drawn", "read_event": "event_drawn"}

    def __init__(self, log: list[Any], ruleset: dict[str, Any]) -> None:
        guide = ruleset["guide"]
        created = log[0]["events"][0]
        self.seats = range(len(created["seats"]))
        self.everybody = guide["draws"]["meet"]["order"]
        every_event = guide["draws"]["read_event"]["order"]
        self.every_event = every_event if created["options"]["event_set"] == "extended" else every_event[:7]
        self.characters, self.events, self.discarded = [], [], []

    def __call__(self, kind: str | None, facts: Facts) -> Outcomes:
        """Go on in the facts: to the one that tells the next draw of the kind, or to the end of the commit."""
        if kind == "first_player":
            return [(["begin", seat], 1) for seat in self.seats]
        for fact in facts:
            name = fact["fact"]
            if name == "round_started":
                self.characters, self.events, self.discarded = self.everybody, self.every_event, []
            elif name == "character_discarded":
                self.discarded.append(fact["card"])
            elif name == "character_drawn":
                if not self.characters:
                    self.characters = [card for card in self.everybody if card in self.discarded]
                    self.discarded = []
                left, self.characters = self.characters, [c for c in self.characters if c != fact["card"]]
            elif name == "event_drawn":
                left, self.events = self.events, [card for card in self.events if card != fact["card"]]
            if name == self.TOLD_BY.get(kind):
                return [([{"meet": "character", "read_event": "event"}[kind], card], 1) for card in left]
        assert kind is None, "no fact tells of this draw"
        return []


class Parlour:
    """The deck: whatever anybody received is gone."""

    def __init__(self, log: list[Any], ruleset: dict[str, Any]) -> None:
        self.deck = dict.fromkeys(ruleset["guide"]["draws"]["receive"]["order"], 6)

    def __call__(self, kind: str | None, facts: Facts) -> Outcomes:
        """Go on to the next card that is received."""
        if kind is None:
            return []
        fact = next(fact for fact in facts if fact["fact"] == "received")
        left = [(["card", card], n) for card, n in self.deck.items() if n]
        self.deck[fact["sealed"]["secret"]["value"]["card"]] -= 1
        return left

    def set_up(self, number: Numbers, stored: Any) -> Any:
        """Take the gems out of their list one by one."""
        gems = [1, 1, 2, 3, 5, 8]
        return [gems.pop(number(n, len(gems))) for n in range(6)]


class CatanCoffee:
    """The deck, and the cards in every hand, which a finished log tells piece by piece."""

    DECK = {"knight": 14, "victory_point": 5, "road_building": 2, "year_of_plenty": 2, "monopoly": 2}
    COSTS = {
        "road_built": {"brick": 1, "lumber": 1},
        "ship_built": {"lumber": 1, "wool": 1},
        "settlement_built": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
        "city_built": {"grain": 2, "ore": 3},
        "dev_card_bought": {"wool": 1, "grain": 1, "ore": 1},
    }
    TOLD_BY = {"dice": "dice_rolled", "bought": "dev_card_bought", "steal": "resource_stolen"}

    def __init__(self, log: list[Any], ruleset: dict[str, Any]) -> None:
        draws = ruleset["guide"]["draws"]
        self.resources = draws["steal"]["order"]
        self.deck = {card: self.DECK[card] for card in draws["bought"]["order"]}
        self.hands = [dict.fromkeys(self.resources, 0) for _ in log[0]["events"][0]["seats"]]

    def __call__(self, kind: str | None, facts: Facts) -> Outcomes:
        """Go on to the fact that tells the next draw of the kind."""
        for fact in facts:
            fact = {**fact, **fact["sealed"]["secret"]["value"]} if "sealed" in fact else fact
            listing = self.outcomes(fact)
            self.carry_out(fact)
            if fact["fact"] == self.TOLD_BY.get(kind):
                return listing
        assert kind is None, "no fact tells of this draw"
        return []

    def outcomes(self, fact: dict[str, Any]) -> Outcomes:
        """What could have been drawn where the fact tells of a draw."""
        if fact["fact"] == "dice_rolled":
            pairs = [(a, b) for a in range(1, 7) for b in range(a, 7)]
            return [(["dice", a, b], 1 if a == b else 2) for a, b in pairs]
        if fact["fact"] == "dev_card_bought":
            return [(["draw", card], n) for card, n in self.deck.items() if n]
        if fact["fact"] == "resource_stolen":
            return [(["card", card], n) for card, n in self.hands[fact["victim"]].items() if n]
        return []

    def carry_out(self, fact: dict[str, Any]) -> None:
        """Move cards as the fact tells."""
        name, seat = fact["fact"], fact.get("seat")
        if name == "initial_settlement_placed":
            self.give(seat, fact["cards"])
        elif name == "resources_produced":
            for owner, cards in enumerate(fact["cards"]):
                self.give(owner, cards)
        elif name == "cards_discarded":
            self.give(seat, fact["cards"], -1)
        elif name in self.COSTS and not fact.get("free"):
            self.give(seat, self.COSTS[name], -1)
        elif name == "dev_card_played":
            self.play(seat, fact)
        else:
            self.trade(seat, fact)
        if name == "dev_card_bought":
            self.deck[fact["card"]] -= 1

    def play(self, seat: int, fact: dict[str, Any]) -> None:
        """Move what a development card moves."""
        if fact["card"] == "year_of_plenty":
            self.give(seat, fact["cards"])
        elif fact["card"] == "monopoly":
            for owner, n in enumerate(fact["taken"]):
                self.give(owner, {fact["resource"]: n}, -1)
            self.give(seat, {fact["resource"]: sum(fact["taken"])})

    def trade(self, seat: int, fact: dict[str, Any]) -> None:
        """Move what changes hands between seats, or with the bank."""
        if fact["fact"] == "resource_stolen":
            self.give(seat, {fact["card"]: 1})
            self.give(fact["victim"], {fact["card"]: 1}, -1)
        elif fact["fact"] == "maritime_traded":
            self.give(seat, {fact["give"]: fact["count"]}, -1)
            self.give(seat, {fact["get"]: 1})
        elif fact["fact"] == "trade_executed":
            for owner, sign in ((seat, 1), (fact["partner"], -1)):
                self.give(owner, fact["give"], -sign)
                self.give(owner, fact["want"], sign)

    def give(self, seat: int, cards: dict[str, int], sign: int = 1) -> None:
        """Change a hand, which never holds less than nothing."""
        for card, n in cards.items():
            self.hands[seat][card] += sign * n
            assert self.hands[seat][card] >= 0, (seat, card)


class Caverna(HidesNothing):
    """The round cards and harvest markers, as their facts take them away."""

    def __init__(self, log: list[Any], ruleset: dict[str, Any]) -> None:
        self.seats = len(log[0]["events"][0]["seats"])
        self.spaces = ruleset["material"]["spaces"]
        order = ruleset["guide"]["draws"]["draw_card"]["order"]
        self.cards = [card for card in order if self.seats in self.spaces[card]["seats"]]
        self.markers = {"leaf": 3 if self.seats == 2 else 4, "question": 3}
        self.round = 0

    def __call__(self, kind: str | None, facts: Facts) -> Outcomes:
        """Go on to the fact that tells the next draw of the kind."""
        if kind == "choose_first":
            return [(["begin", seat], 1) for seat in range(self.seats)]
        for fact in facts:
            name = fact["fact"]
            if name == "round_begun":
                self.round = fact["round"]
            elif name == "card_revealed":
                listing = [c for c in self.cards if self.round in self.spaces[c]["rounds"]]
                self.cards.remove(fact["space"])
                if kind == "draw_card":
                    return [(["reveal", card], 1) for card in listing]
            elif name == "marker_revealed":
                left = [(["turn", marker], n) for marker, n in self.markers.items() if n]
                self.markers[fact["marker"]] -= 1
                if kind == "draw_marker":
                    return left
        assert kind is None, "no fact tells of this draw"
        return []


class Tiwanaku:
    """Nothing is drawn; seed and salt of the land come from the tape."""

    def __init__(self, log: list[Any], ruleset: dict[str, Any]) -> None:
        facts = [fact for commit in log for fact in commit["facts"]]
        self.commitment = next(fact["commitment"] for fact in facts if fact["fact"] == "game_created")

    def __call__(self, kind: str | None, facts: Facts) -> Outcomes:
        """There is no draw to go to."""
        assert kind is None, "nothing is drawn in this game"
        return []

    def set_up(self, number: Numbers, stored: Any) -> Any:
        """Read 16 bytes twice; the land itself is held against the commitment."""
        seed, salt = (bytes(number(n, 256) for n in range(first, first + 16)) for first in (0, 16))
        assert self.commitment == hashlib.sha256(salt + stored["land"].encode()).hexdigest()
        return {**stored, "seed": seed.hex(), "salt": salt.hex()}


BOOKS: dict[str, Any] = {
    "little_tavern": LittleTavern,
    "catan_coffee": CatanCoffee,
    "caverna": Caverna,
    "tiwanaku": Tiwanaku,
    "parlour": Parlour,
}
"""The books by game."""
