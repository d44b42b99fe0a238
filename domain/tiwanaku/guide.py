"""Tiwanaku in words: what a client tells its players, and how a reader of the log finds the hidden land."""

from domain.core.plain import Plain

GOAL = (
    "A hidden land of four terrains is divided into regions of one to five cells; a region of n cells holds the crops"
    " 1 to n once each, equal crops never touch, and two regions of one terrain never touch, not even at a corner. In"
    " your turn you take one action: explore an undiscovered cell, which gives a cube of its terrain; move or withdraw"
    " an explorer; or divine the crops under your explorers one by one, as long as you are right. A right guess brings"
    " its crop and a bonus for the diversity scale; a wrong one costs the true crop and ends the turn. Two cubes buy"
    " one of any terrain; four different ones an extra action or a look at a crop. After the last tile everybody"
    " divines once more, cubes count a point each, and the most points win; equal ones share the victory."
)

VERBS: dict[str, Plain] = {
    "send": (
        "Name the explorer that acts. To send it and to say what it does (explore, move or withdraw) are two choices of"
        " one action, best given in one command: once an explorer is sent, nothing else is taken until it has acted;"
        " only an undo calls it back."
    ),
    "explore": "The explorer that was sent goes to an undiscovered cell and discovers its terrain; you get its cube.",
    "move": "The explorer that was sent goes to a discovered cell.",
    "withdraw": "The explorer that was sent leaves the board; it can enter again with a later action.",
    "divine": (
        "Announce the crop under an explorer; the first guess takes an action, further ones are free. A number that is"
        " no crop is refused as `bad_crop`; what is no whole number, as `malformed_choice`."
    ),
    "offering": "Give a cube of each terrain for an extra action, or to look at the crop of a cell (peek).",
    "exchange": "Give any two cubes, in any order, and take one of any terrain.",
    "resolve_overflow": "Decline the fifth cube, or give two of the five and take one of any terrain.",
    "end_turn": "End the turn, once no action is owed.",
    "final_divine": "Announce the crop under an explorer in the last round.",
    "final_pass": "Stop divining in the last round, before the first guess or after a right one.",
}

KINDS: dict[str, Plain] = {
    "turn": "What do you do next in your turn?",
    "act": "What does the explorer that was sent do?",
    "overflow": "What happens with the fifth cube?",
    "final_guess": "Which crop do you announce, or do you stop?",
}

VIEW: dict[str, Plain] = {
    "size": "The size of the board: long (5 rows of 9) or short (5 rows of 5).",
    "cooperative": "Whether all points make one common total.",
    "last_round": "The reading of the last round: a whole divination each, or single guesses in rotation.",
    "stall_guard": "Quiet turns of every seat in a row that end the game; 0 is never.",
    "phase": "The phase: main, final (the last round) or finished.",
    "active": "The seat whose turn it is, or null after the end.",
    "actions_remaining": "Actions that the active seat still owes in this turn.",
    "divination_open": "Whether a next guess belongs to the divination under way and takes no action.",
    "sent": "The explorer that was sent and has not acted yet, or null.",
    "pending_overflow": "The terrain of a fifth cube that has to be settled, or null.",
    "last_tile_by": "The seat that laid the last tile or ended the game otherwise, or null.",
    "quiet_turns": "Turns in a row without a new tile or crop token.",
    "rows": "The cells, row by row from the north, each from the west.",
    "rows.state": "Of a cell: undiscovered, discovered (it has a tile), or cultivated (a crop token, too).",
    "rows.peeked": "The crop that you know from an offering, or null; it is shown to nobody else.",
    "rows.explorer": "The seat and the name of the explorer that stands there, or null.",
    "rows.start": "Whether it lay open from the start.",
    "regions": "Connected groups of visible terrain.",
    "regions.closed": "Whether the group is certainly a whole region.",
    "supply": "Tiles that are left, by terrain.",
    "crop_supply": "Crop tokens of the box that are not on the board, by crop.",
    "reach": (
        "While an action is owed and can be taken now: where each explorer of the active seat could go; once one is"
        " sent, that one alone."
    ),
    "seats": "What lies before each seat.",
    "seats.explorers": "The cell of each explorer, or null in the reserve.",
    "seats.stones": "The level of the diversity stone of each crop, 0 to 8.",
    "seats.points": "The score so far, cubes not counted before the end.",
    "seats.peeks": "The cells that the seat has looked at; everybody knows which.",
    "seats.out": (
        "Whether the last round is over for the seat: it has stopped, erred, had its divination, or no explorer on a"
        " tile without crop."
    ),
    "total": "The points of all seats together where they play for a rating, else null.",
    "rating": "After the end of a solo or cooperative game: the word for its total, else null.",
    "generator": "The version of the generator that made the land.",
    "disc_commitment": "SHA-256 of the salt followed by the text of the land, published before the first turn.",
    "disc": "After the end: the land with seed and salt, else null.",
}

DRAWS: dict[str, Plain] = {
    "seal": {
        "outcomes": (
            "Bytes 0 to 255: the numbers 0 to 15 are the bytes of the generator's seed, in hex digits its text, the"
            " numbers 16 to 31 those of the salt. The land follows from size and seed by the generator"
            " tiwanaku-board-v1; `attempt` is the first of its attempts that succeeded, or null if a stored land"
            " stands in. Read cell by cell, `land` has the initial of the terrain and the crop, rows divided by a"
            " slash, and `start` names the cells that lie open."
        ),
        "weights": "All the same.",
    },
}

FACTS: dict[str, Plain] = {
    "game_created": "The board lies ready, with its starting tiles and the tiles left by terrain.",
    "explorer_moved": "An explorer went from one cell to another; null stands for the reserve.",
    "terrain_discovered": "A tile was laid on a cell.",
    "cube_gained": "A seat got a cube.",
    "cube_overflowed": "A seat got a fifth cube, which it has to settle first.",
    "cube_declined": "A seat gave the fifth cube back.",
    "cubes_exchanged": "A seat gave two cubes and took one.",
    "divination_resolved": "A guess was compared with the land; the true crop was planted and scored.",
    "offering_made": "A seat gave a cube of each terrain.",
    "peek_revealed": "A seat looked at the crop of a cell; the crop is for its eyes only, or for all seats of a team.",
    "turn_ended": "A turn ended, by itself after a wrong guess.",
    "end_triggered": "The end was brought about: the last tile, or too many quiet turns.",
    "final_round_started": "The last round began.",
    "final_passed": "A seat stopped divining.",
    "game_ended": "The game ended; seed, salt and land lie open.",
}

GUIDE: dict[str, Plain] = {
    "goal": GOAL,
    "verbs": VERBS,
    "kinds": KINDS,
    "view": VIEW,
    "draws": DRAWS,
    "facts": FACTS,
}
"""See `domain.core.game.Game.guide`. Source: rules, sections 5 to 14."""
