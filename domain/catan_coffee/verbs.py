"""The forms of choices and facts: names and types of their fields."""

from collections.abc import Mapping

from domain.catan_coffee.cards import CARD_VERBS
from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.goods import RESOURCES
from domain.core.choices import Field, flag, many, number, record, seat, table, text, word

EDGE = text(16, about="a side, as in the geometry of the board: `q,r,NE`, `q,r,E` or `q,r,SE`")
VERTEX = text(16, about="a corner, as in the geometry of the board: `q,r,N` or `q,r,S`")
HEX = text(16, about="a hex: `q,r`")
KIND = word("road", "ship")
RESOURCE = word(*RESOURCES)
MAYBE_RESOURCE = word(*RESOURCES, optional=True)
HAND = many(RESOURCE, 64, about="cards, each one named")
NUMBER = number(about="the number of an offer")

Form = Mapping[str, Field]

VERBS: dict[str, Form] = {
    "place_settlement": {"vertex": VERTEX},
    "place_route": {"edge": EDGE, "kind": KIND},
    "roll": {},
    "discard": {"resource": RESOURCE},
    "move_robber": {"hex": HEX, "victim": seat(optional=True)},
    "move_pirate": {
        "hex": HEX,
        "victim": seat(optional=True),
        "loot": word("resource", "coffee", optional=True),
    },
    "build_road": {"edge": EDGE},
    "build_ship": {"edge": EDGE},
    "build_settlement": {"vertex": VERTEX},
    "build_city": {"vertex": VERTEX},
    "buy_card": {},
    "move_ship": {"edge": EDGE},
    "sail": {"edge": EDGE},
    **{name: CARDS[name].form for name in CARD_VERBS},
    "stop": {},
    "trade": {"give": RESOURCE, "get": RESOURCE},
    "offer": {
        "give": HAND,
        "want": HAND,
        "to": many(seat(), 4, optional=True, about="left out: everybody; of a seat that is not active: the active one"),
    },
    "accept": {"offer": NUMBER},
    "reject": {"offer": NUMBER},
    "confirm": {"offer": NUMBER, "partner": seat()},
    "cancel": {"offer": NUMBER},
    "end_turn": {},
    "dice": {"first": number(1, 6), "second": number(1, 6)},
    "card": {"resource": RESOURCE},
    "draw": {"card": word()},
}
"""Every verb with its fields; the last three are chance's."""

HOARD = table(number(), about="cards by resource")
SEATS = many(seat())

FACTS: dict[str, Form] = {
    "initial_settlement_placed": {"seat": seat(), "vertex": VERTEX, "cards": HOARD},
    "initial_route_placed": {"seat": seat(), "edge": EDGE, "kind": KIND},
    "dice_rolled": {"seat": seat(), "dice": many(number(1, 6))},
    "resources_produced": {"cards": many(HOARD, about="by seat")},
    "production_short": {"resource": RESOURCE},
    "coffee_produced": {"village": text(8), "seats": SEATS, "from_reserve": number()},
    "discard_required": {"owed": many(record({"seat": seat(), "cards": number()}))},
    "cards_discarded": {"seat": seat(), "cards": HOARD},
    "nothing_to_move": {"seat": seat()},
    "robber_moved": {"seat": seat(), "hex": HEX, "victim": seat(optional=True)},
    "pirate_moved": {"seat": seat(), "hex": HEX, "victim": seat(optional=True)},
    "resource_stolen": {"seat": seat(), "victim": seat(), "card": RESOURCE},
    "coffee_stolen": {"seat": seat(), "victim": seat()},
    "road_built": {"seat": seat(), "edge": EDGE, "free": flag()},
    "ship_built": {"seat": seat(), "edge": EDGE, "free": flag()},
    "ship_moved": {"seat": seat(), "origin": EDGE, "edge": EDGE},
    "settlement_built": {"seat": seat(), "vertex": VERTEX},
    "city_built": {"seat": seat(), "vertex": VERTEX},
    "village_contacted": {"seat": seat(), "village": text(8), "coffee": number()},
    "line_closed": {"seat": seat(), "edges": many(EDGE)},
    "dev_card_bought": {"seat": seat(), "card": word()},
    "dev_card_played": {
        "seat": seat(),
        "card": word(),
        "cards": table(number(), optional=True),
        "resource": MAYBE_RESOURCE,
        "taken": many(number(), optional=True, about="cards taken, by seat"),
    },
    "largest_army_changed": {"seat": seat(), "before": seat(optional=True), "knights": number()},
    "longest_road_changed": {"seat": seat(optional=True), "before": seat(optional=True), "length": number()},
    "maritime_traded": {"seat": seat(), "give": RESOURCE, "count": number(), "get": RESOURCE},
    "trade_offered": {"seat": seat(), "offer": NUMBER, "give": HOARD, "want": HOARD, "addressees": SEATS},
    "offer_accepted": {"seat": seat(), "offer": NUMBER},
    "offer_rejected": {"seat": seat(), "offer": NUMBER},
    "offer_closed": {"offer": NUMBER},
    "trade_executed": {"offer": NUMBER, "seat": seat(), "partner": seat(), "give": HOARD, "want": HOARD},
    "turn_ended": {"seat": seat()},
    "game_ended": {
        "reason": word("target", "villages"),
        "winners": SEATS,
        "ranking": many(record({"seat": seat(), "points": number(), "coffee": number()}), about="the best one first"),
    },
}
"""Every fact with its fields, secret ones included."""
