"""What can be seen of a position: everything, by everybody. Source: rules R13.

Undrawn cards are shown as a set, in the order of the declarations: they have no other.
"""

from domain.core.plain import Plain
from domain.little_tavern.asks import ASKS
from domain.little_tavern.scoring import tips, winners
from domain.little_tavern.state import Tavern

PHASES = {
    "turn": "awaiting_draw",
    "place": "awaiting_placement",
    "pay": "awaiting_payment",
    "score_round": "awaiting_scoring",
    "first_player": "awaiting_chance",
    "meet": "awaiting_chance",
    "read_event": "awaiting_chance",
    **dict.fromkeys(ASKS, "awaiting_event_choices"),
}
"""The phase of the rules for each kind of decision. Source: rules R5.2; the two last are our own."""


def phase(state: Tavern) -> str:
    """Name the phase of a settled position."""
    return "game_over" if state.over else PHASES[state.agenda[-1][0]]


def view(state: Tavern) -> dict[str, Plain]:
    """Return the position as anybody sees it. `tips` and `sums` are what the tables would give now."""
    given = tips(state.tables)
    return {
        "phase": phase(state),
        "active": state.active,
        "round": state.round,
        "first": state.first,
        "event_set": state.event_set,
        "coins": state.coins[:],
        "tables": [guests[:] for guests in state.tables],
        "tips": [list(table) for table in given],
        "sums": [sum(table) for table in given],
        "in_hand": state.hand[:],
        "event": state.event,
        "answers": dict(state.answers),
        "piles": {
            "characters": {"size": len(state.characters), "cards": state.characters[:]},
            "events": {"size": len(state.events), "cards": state.events[:]},
        },
        "discard": state.discard[:],
        "used_events": state.used[:],
        "rounds": [{"tips": scored["tips"][:], "coins": scored["coins"][:]} for scored in state.rounds],
        "winners": list(winners(state.coins)) if state.over else None,
    }
