"""Caverna in words: what a client tells its players, and what a reader of the log has to know of the draws."""

from domain.caverna.declare import SPACES
from domain.core.plain import Plain

GOAL = (
    "Everybody leads a family of dwarfs between a forest and a mountain, on a home board of their own. In each of 12"
    " rounds (11 with one or two seats) a new space opens, goods pile up on the spaces, and the seats place their"
    " dwarfs in turn, one at a time, on free spaces: they take goods, lay tiles, furnish caverns, sow, fence pastures,"
    " mine, have children, forge weapons and go on expeditions. Most rounds end with a harvest: fields give crops, the"
    " dwarfs have to be fed, animals breed. After the last harvest most points win; equal ones share the victory. A"
    " seat alone plays for points."
)

VERBS: dict[str, Plain] = {
    "begin": "Chance names the starting player of the first round.",
    "reveal": "Chance names the card of the round.",
    "turn": "Chance names the harvest marker of the round.",
    "place": "Place the dwarf that is due on a free space and carry out what it says.",
    "overtake": "Pay a ruby to place an armed dwarf of this strength out of order.",
    "pass": "Leave your dwarfs at home for the rest of the round: no space is open to them.",
    "convert": "Turn goods or animals into food: `n` pieces given together, two donkeys give 3, n gold give n - 1.",
    "spend": "Spend rubies for a good, an animal, or a single tile that is laid at once.",
    "trade": "Make a trade of one of your furnishing tiles.",
    "disarm": "Give up a weapon for food equal to its strength.",
    "take": "Take everything that lies on the space, and what comes with it.",
    "gain": "Take what the space gives from the general supply.",
    "lay": "Lay a twin tile, its first half on `first`, its second half on `second`.",
    "cover": "Lay a single tile.",
    "mine": "Lay a ruby mine on a tunnel or deep tunnel.",
    "fence": "Turn a meadow into a small pasture, or two adjacent ones into a large pasture.",
    "erect": "Place a stable.",
    "furnish": "Choose a furnishing tile.",
    "site": "Choose the cell for the furnishing tile.",
    "pay": "Pay for the furnishing tile; the goods named are replaced, one piece each.",
    "grow": "Have a child.",
    "sow": "Sow a crop on an empty field.",
    "forge": "Forge a weapon of this strength.",
    "travel": "Go on the expedition.",
    "loot": "Take an item of loot and carry it out.",
    "breed": "Take a newborn animal of this kind.",
    "sell": "Make the exchange of the space so many times.",
    "buy": "Buy one piece at the market.",
    "imitate": "Use a space that an opponent occupies.",
    "stop": "End this; what is optional is left undone.",
    "protect": "Pay a ruby so that a crowded space keeps its goods this round.",
    "choose": "Have the field phase or the breeding phase.",
    "feed": "Pay `food`, and take `begging` markers for what is missing.",
    "nourish": "Feed one dwarf with something else than food.",
    "discard": "Let an animal go that has no place.",
    "close": "SYSTEM sends the dwarfs home and holds the harvest of the round.",
    "score": "SYSTEM counts the points and ends the game.",
}

KINDS: dict[str, Plain] = {
    "choose_first": "Chance: who is the starting player.",
    "draw_card": "Chance: which card opens in this round.",
    "draw_marker": "Chance: which harvest marker this round has.",
    "protect": "Which crowded spaces do you protect from being emptied?",
    "place_dwarf": "Where does the weakest dwarf go that is not placed yet?",
    "place_other": "Where does the dwarf go that you paid a ruby for?",
    "act": "How do you begin what has to be done now?",
    "act_on": "What else do you do with this action?",
    "site": "On which cell do you place the furnishing tile?",
    "payment": "Which goods do you replace in paying for the tile?",
    "loot": "Which item do you take?",
    "settle_up": "Do you exchange anything before it goes on?",
    "release": "Which animals go that have no place?",
    "close_round": "SYSTEM: all dwarfs are placed; the round ends.",
    "choose_phase": "Do you have the field phase or the breeding phase?",
    "feed": "How do you feed your dwarfs?",
    "breed": "Which newborn animals do you take, with too little room for all?",
    "score_game": "SYSTEM: the points have to be counted.",
}

VIEW: dict[str, Plain] = {
    "round": "The number of the round; 0 before the first.",
    "event": "How this round ends: none, normal, pay_one_food_per_dwarf, field_or_breeding; null while unknown.",
    "reading": "The option of the table: how dogs keep sheep.",
    "starting_player": "The seat that begins the next round.",
    "spaces": "The spaces in play, printed ones first, then cards as they were revealed.",
    "spaces.goods": "What lies there; null where nothing ever does.",
    "spaces.seat": "The seat whose dwarf stands there, or null.",
    "cards_to_come": "The round cards that are not revealed yet, in the fixed order of all listings.",
    "markers_to_come": "The harvest markers that are face down, by kind.",
    "markers_revealed": "The harvest markers of the rounds played, oldest first.",
    "offer": "The furnishing tiles that can be taken.",
    "boards": "The home boards, by seat.",
    "boards.supply": "Goods in the supply.",
    "boards.animals": "Animals on the board; where they stand is up to `housing`.",
    "boards.begging": "Begging markers.",
    "boards.dwarfs": "The dwarfs in play: strength of the weapon, space they stand on, whether born this round.",
    "boards.room_for_dwarfs": "How many dwarfs find room.",
    "boards.most_dwarfs": "How large the family may become.",
    "boards.cells": "Every cell of the board, and those beside it that bear a tile.",
    "boards.pastures": "The cells of each pasture.",
    "boards.tiles": "The furnishing tiles in order of building, with their cells.",
    "boards.due": "Goods that come at the start of later rounds.",
    "boards.housing": "An arrangement that houses as many animals as possible.",
    "boards.points": "The points if the game ended now.",
    "boards.parts": "The same points by category.",
    "boards.bonus_by_tile": "What the tiles with a formula are worth now.",
    "over": "Whether the game has ended.",
}

DRAWS: dict[str, Plain] = {
    "choose_first": {
        "outcomes": '`["begin", seat]` for every seat, from 0 up. Drawn once, at the start, with two or more seats.',
        "weights": "1 each.",
    },
    "draw_card": {
        "outcomes": (
            '`["reveal", space]` for every card that may open in this round and has not been revealed yet, in the fixed'
            " order. The fact `card_revealed` takes a card away. A card that is the only one left for its rounds opens"
            " without a draw, as all do in the solo game."
        ),
        "weights": "1 each.",
        "order": [space.name for space in SPACES.values() if space.rounds],
    },
    "draw_marker": {
        "outcomes": (
            '`["turn", marker]` for `leaf` and `question`, as long as one of them is face down. The fact'
            " `marker_revealed` takes one away. With one kind left, the marker is turned without a draw."
        ),
        "weights": "The number of markers of the kind that are face down: 4 and 3 at first, 3 and 3 with two seats.",
        "order": ["leaf", "question"],
    },
}

FACTS: dict[str, Plain] = {
    "goods_received": "Goods or animals have come to `seat`.",
    "goods_paid": "Goods or animals of `seat` have gone back to the general supply.",
    "tile_laid": "Land has been laid on cells, the kinds in their order; pastures are laid on meadows.",
    "stable_placed": "A stable stands on a cell.",
    "cavern_furnished": "A furnishing tile has been placed.",
    "animals_born": "Animals of these kinds were born, one each.",
    "weapon_grown": "The weapon of a dwarf has grown to `strength`.",
    "weapon_forged": "A dwarf has a new weapon.",
    "weapon_given_up": "A dwarf has given up a weapon for food.",
    "dwarf_placed": "A dwarf of this strength was placed on a space.",
    "dwarfs_rested": "No space was open to the dwarfs of `seat`; they rest until the next round.",
    "dwarf_born": "A child was born; `dwarfs` are in play now.",
    "field_sown": "A field was sown.",
    "expedition_started": "A dwarf has left for an expedition.",
    "loot_taken": "An item of loot was chosen.",
    "space_imitated": "A space of an opponent is being used.",
    "starting_player_changed": "`seat` has the starting player token.",
    "round_begun": "A round begins.",
    "card_revealed": "A round card has opened.",
    "card_flipped": "A round card was turned over: this is its other face.",
    "marker_revealed": "The harvest marker of the round was turned; `event` is how the round ends.",
    "space_protected": "A ruby was paid for a space to keep its goods.",
    "space_purged": "A crowded space was emptied.",
    "spaces_replenished": "Goods have been added: this lies on the spaces now.",
    "harvest_begun": "The round ends in this way.",
    "fields_harvested": "One token of every sown field has come to the supply.",
    "phase_chosen": "`seat` has chosen the field phase or the breeding phase.",
    "dwarfs_fed": "`seat` has fed its dwarfs and taken begging markers for missing food.",
    "animal_discarded": "An animal without a place was let go.",
    "game_scored": "The points have been counted.",
}

GUIDE: dict[str, Plain] = {
    "goal": GOAL, "verbs": VERBS, "kinds": KINDS, "view": VIEW, "draws": DRAWS, "facts": FACTS,
}  # fmt: skip
"""See `domain.core.game.Game.guide`."""
