"""Little Tavern in words: what a client tells its players, and what a reader of the log has to know of the draws."""

from domain.core.plain import Plain
from domain.little_tavern.cards import CHARACTERS
from domain.little_tavern.events import EVENT_SETS

GOAL = (
    "Everybody runs a table of one and the same tavern, with four seats. In your turn you draw a card. A character sits"
    " down at any table with a free seat, and the owner of that table acts next. An event, which costs one coin and"
    " needs a guest at every table, is carried out; then you give the coin to another player, who acts next. When all"
    " tables are full, every guest tips the owner of its table; what it gives depends on its clan and on who sits at"
    " that table or in the tavern. Then the tables are cleared, all cards are put back, and whoever was to act begins"
    " a new round. After the round in which somebody has 25 coins or more, the most coins win; equal ones share the"
    " victory."
)

VERBS: dict[str, Plain] = {
    "begin": "Chance names the seat that plays first.",
    "draw": "Take a card: a character, or, with a coin and a guest at every table, an event.",
    "character": "Chance names the character that comes in.",
    "event": "Chance names the event that is read out.",
    "place": "Seat the drawn character at a table with a free seat; the owner of the table acts next.",
    "pay": "Give the coin for the event to another player, who acts next; without a coin left, only the turn passes.",
    "pick": "Pick a seated character for the event.",
    "name": "Name another player for the event.",
    "choose": "Choose a table, by its seat, for the event.",
    "go": "Choose which way the guests go round: left is the next seat, right the previous one.",
    "keep": "Keep one of the two drawn characters; the other one is discarded.",
    "seat": "Say at which table a character drawn by the event sits down.",
    "score": "SYSTEM pays the tips of all tables and begins a new round, or ends the game.",
}

KINDS: dict[str, Plain] = {
    "first_player": "Chance: who plays first.",
    "turn": "Which kind of card do you draw?",
    "meet": "Chance: which character comes in.",
    "place": "At which table does the drawn character sit down?",
    "read_event": "Chance: which event is read out.",
    "pay": "Who gets the coin for the event, and acts next?",
    "score_round": "SYSTEM: the round is over and has to be scored.",
    "pick_character": "Which character is meant by the event?",
    "pick_at_table": "Which character of this table is meant by the event? Asked once for every table.",
    "name_player": "Which other player is meant by the event?",
    "choose_table": "Which table is meant by the event?",
    "choose_direction": "Which way do the guests go?",
    "keep_character": "Which of the drawn characters stays?",
    "seat_character": "At which table does this drawn character sit down? Asked once for every drawn card.",
}

VIEW: dict[str, Plain] = {
    "phase": "What the table waits for, in a word: a draw, a placement, a payment, choices of an event, the scoring.",
    "active": "The seat whose turn it is; null before the first player is drawn and after the end.",
    "round": "The number of the round, from 1.",
    "first": "The seat that began this round; null before it is drawn.",
    "event_set": "The option of the table: which events are in the game.",
    "coins": "Coins by seat.",
    "tables": "The guests by table, that is by seat, in the order in which they sat down.",
    "tips": "What each guest would give if the round were scored now, in the order of `tables`.",
    "sums": "What each table would give if the round were scored now, by seat.",
    "in_hand": "Characters that have been drawn and do not sit anywhere yet.",
    "event": "The event that is being carried out, or null.",
    "answers": "What has been chosen for that event so far, by the name of the choice.",
    "piles": "The cards that can still be drawn; they have no order, and everybody knows which ones they are.",
    "piles.characters": "`size`, and the undrawn `cards` in the fixed order of all listings.",
    "piles.events": "`size`, and the undrawn `cards` in the fixed order of all listings.",
    "discard": "Characters thrown out in this round, oldest first.",
    "used_events": "Events that have been carried out in this round, oldest first.",
    "rounds": "The rounds scored so far, oldest first.",
    "rounds.tips": "What the tables gave in that round, by seat.",
    "rounds.coins": "The coins after that round, by seat.",
    "winners": "The seats that have won; null until the game is over.",
}

DRAWS: dict[str, Plain] = {
    "first_player": {
        "outcomes": '`["begin", seat]` for every seat, from 0 up. Drawn once, when the game starts.',
        "weights": "1 each.",
    },
    "meet": {
        "outcomes": (
            '`["character", card]` for every character that is not drawn yet in this round, in the fixed order. The'
            " fact `round_started` puts all 44 back; each `character_drawn` takes its card away, and belongs to the"
            " next draw of this kind, one by one. If none is left, those are listed that were discarded in this round"
            " (`character_discarded`) and did not come back since: from then on they are what is left."
        ),
        "weights": "1 each.",
        "order": list(CHARACTERS),
    },
    "read_event": {
        "outcomes": (
            '`["event", card]` for every event of the set of the table (option `event_set`: `standard` is the first'
            f" {len(EVENT_SETS['standard'])} of the order, `extended` all of it) that is not drawn yet in this round,"
            " in the fixed order. `round_started` puts all back; each `event_drawn` takes its card away, and belongs to"
            " the next draw of this kind."
        ),
        "weights": "1 each.",
        "order": list(EVENT_SETS["extended"]),
    },
}

FACTS: dict[str, Plain] = {
    "game_started": "The tables are set up: so many seats, this set of events, so many coins for everybody.",
    "round_started": "All cards are back in their piles, the tables are empty, and `first` begins.",
    "character_drawn": "A character has come in; `seat` drew it.",
    "character_placed": "A drawn character has sat down at `table`; `seat` decided it.",
    "event_drawn": "An event has been read out; `seat` drew it.",
    "character_moved": "A character has changed from the table `origin` to `table`.",
    "table_moved": "All guests of `origin` have gone to `table`.",
    "character_discarded": "A character has been thrown out until the next round.",
    "coins_taken": "An event has taken coins from `payer` for `recipient`.",
    "bank_paid": "An event has given coins from the bank to `recipient`.",
    "event_effect_applied": "The event has been carried out; `void` if nothing could be done.",
    "event_discarded": "The event lies with the used ones until the next round.",
    "event_paid": "The coin for the event has gone from `payer` to `recipient`; `amount` is 0 if there was none left.",
    "active_player_changed": "It is the turn of `seat` now.",
    "round_scored": "The guests have tipped: `tips` of each guest by table, `sums` by seat.",
    "game_ended": "Somebody has 25 coins or more: the `coins` and the `winners`.",
}

GUIDE: dict[str, Plain] = {
    "goal": GOAL,
    "verbs": VERBS,
    "kinds": KINDS,
    "view": VIEW,
    "draws": DRAWS,
    "facts": FACTS,
}
"""See `domain.core.game.Game.guide`. Source: rules, sections 3 to 10 and 16."""
