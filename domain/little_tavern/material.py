"""What never changes, for clients that draw the game: cards with names in two languages and raised marks."""

from domain.core.plain import Plain
from domain.little_tavern.cards import CHARACTERS, CLANS, UNCERTAIN_MARKS
from domain.little_tavern.declare import Event
from domain.little_tavern.events import EVENT_SETS, EVENTS
from domain.little_tavern.state import CHAIRS, ENOUGH_COINS, STARTING_COINS
from domain.little_tavern.steps import EVENT_PRICE

LANGUAGES = ("en", "fr")


def _both(english: str, french: str) -> dict[str, Plain]:
    return {"en": english, "fr": french}


def _event(card: Event) -> dict[str, Plain]:
    return {
        "name": _both(card.title, card.title_fr),
        "text": _both(card.text, card.text_fr),
        "cite": card.cite,
        "void_when": card.void_when,
        "net_seats": list(card.net_seats),
        "draws": card.draws,
        "discards": card.discards,
        "can_end_round": card.net_seats[1] > 0,
    }


MATERIAL: dict[str, Plain] = {
    "clans": {
        clan.name: {
            "name": _both(clan.title, clan.title_fr),
            "count": clan.count,
            "mark": clan.mark,
            "tip": {"rule": clan.tip[0], "numbers": list(clan.tip[1:])},
            "text": _both(clan.text, clan.text_fr),
        }
        for clan in CLANS.values()
    },
    "characters": {
        card.name: {
            "name": _both(card.title, card.title_fr),
            "clan": card.clan,
            "mark": CLANS[card.clan].mark,
            "extra_mark": card.extra_mark,
            "value": card.value,
            "tip": {"rule": card.tip[0], "numbers": list(card.tip[1:])},
        }
        for card in CHARACTERS.values()
    },
    "events": {card.name: _event(card) for card in EVENTS.values()},
    "event_sets": {name: list(cards) for name, cards in EVENT_SETS.items()},
    "marks": {
        "drop": _both("drop", "goutte"),
        "clover": _both("clover", "trèfle"),
        "heart": _both("heart", "cœur"),
        "grapes": _both("grapes", "grappe de raisin"),
        "moon": _both("moon", "lune"),
        "cross": _both("cross", "croix"),
        "star": _both("star", "étoile"),
    },
    "uncertain_marks": [dict(mark) for mark in UNCERTAIN_MARKS],
    "box": {
        "characters": len(CHARACTERS),
        "events": len(EVENT_SETS["standard"]),
        "player_aids": 5,
        "tables": 5,
        "coins": 44,
    },
    "constants": {
        "seats_per_table": CHAIRS,
        "starting_coins": STARTING_COINS,
        "event_price": EVENT_PRICE,
        "coins_that_end_the_game": ENOUGH_COINS,
    },
}
"""Cards, marks and numbers of the box as plain data. Source: rules R2, R4, R8.3."""
