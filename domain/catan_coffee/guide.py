"""Catan in words: what a client tells its players, and what a reader of the log has to know of the draws."""

from domain.catan_coffee.cards import CARD_VERBS
from domain.catan_coffee.deck import CARDS
from domain.catan_coffee.goods import RESOURCES
from domain.core.plain import Plain

GOAL = (
    "You settle the coasts of two large islands. Two dice say in every turn which hexes give resources to the buildings"
    " around them; with resources you build roads, ships, settlements and cities, and buy development cards. In any"
    " order and as often as you like you also trade, with the bank and with the others. Four small islands belong to"
    " the natives: a line of your ships to one of their villages brings coffee, at once and whenever its number is"
    " thrown; two coffee are a point. A settlement is one point, a city two, the largest army two. The game ends as"
    " soon as somebody has 14 points, or at once when only three villages have coffee left; then the most points win,"
    " of equal ones the most coffee. On the base island there are no ships; the longest road is worth two points, and"
    " ten points win in one's own turn."
)

CARD_TEXTS: dict[str, Plain] = {name: CARDS[name].text for name in CARD_VERBS}

VERBS: dict[str, Plain] = {
    "place_settlement": "Set a settlement of the set-up; the second one brings a card from each hex around it.",
    "place_route": "Lay a road or a ship for nothing: in the set-up at the new settlement, or for a card.",
    "roll": "Throw the dice.",
    "discard": (
        "Give back one card after a seven; resources go in their order, so never one before the last. A command may"
        " carry several, as many as you owe or fewer; each is told by a fact of its own."
    ),
    "move_robber": "Put the robber on another land hex; who has a building there and cards loses one to you.",
    "move_pirate": "Put the pirate on another sea hex; who has a ship there loses a card or a coffee to you.",
    "build_road": "Build a road: 1 brick, 1 lumber.",
    "build_ship": "Build a ship: 1 lumber, 1 wool.",
    "build_settlement": "Build a settlement: 1 brick, 1 lumber, 1 wool, 1 grain.",
    "build_city": "Turn a settlement into a city: 2 grain, 3 ore.",
    "buy_card": "Buy a development card: 1 wool, 1 grain, 1 ore.",
    "move_ship": "Take up a ship at the free end of a line, to put it down elsewhere; once in a turn.",
    "sail": "Put down the ship that was taken up.",
    **CARD_TEXTS,
    "stop": "Do without the second free road or ship.",
    "trade": "Give the bank equal cards, as many as your rate says, for one other.",
    "offer": (
        "Offer cards for cards: the active seat to others, any other seat to the active one. `give` and `want` name"
        " each card, so two wool are `wool` twice; no resource stands in both. A template has bounds instead: under"
        " `give` how many cards of each resource you hold, under `want` which resources there are, under `to` whom you"
        " may ask."
    ),
    "accept": "Accept an offer; the active seat's own acceptance carries the deal out at once.",
    "reject": "Reject an offer; it closes when everybody it is for has rejected it.",
    "confirm": "Close the deal with one of those who accepted your offer.",
    "cancel": "Take an offer back.",
    "end_turn": "Pass the dice to the next seat; all offers fall.",
    "dice": "Chance throws two dice; they are alike, and the lower one stands first.",
    "card": "Chance names the stolen card; only thief and victim see it.",
    "draw": "Chance names the bought card; only the buyer sees it.",
}

KINDS: dict[str, Plain] = {
    "place_settlement": "Where do you settle first?",
    "place_route": "Which road or ship goes with it?",
    "pre_roll": "Do you throw the dice, or play a card before?",
    "dice": "Chance: what do the dice show?",
    "discard": "Which card do you give back? Asked card by card, of everybody with more than seven at the same time.",
    "move_thief": "Where does the robber or the pirate go, and whom does he rob?",
    "steal": "Chance: which card is stolen?",
    "main": "What do you do next in your turn?",
    "bought": "Chance: which card was bought?",
    "sail": "Where does the ship go that you took up?",
    "road_building": "Where do your free roads or ships go?",
    "propose": "Do you offer something to the active seat? Up to you; nobody waits for it.",
    "answer": "Do you accept this offer? Up to you; nobody waits for it, and you may change your mind.",
}

VIEW: dict[str, Plain] = {
    "layout": "The board, whose geometry stands under `material`.",
    "ground": "Terrains, numbers and ports of a board that was drawn for this game, in the shape's order; or null.",
    "win": "The rule of winning: `at_once`, or `own_turn`, where only the active seat wins by its points.",
    "target": "The points that win.",
    "pirate_blocks_harbours": "Whether a harbour on the pirate's hex is shut.",
    "phase": "What the table waits for, in a word of the rules; `discard` names its seats under `seats.discards`.",
    "turn": "The number of the turn, from 1; 0 in the set-up.",
    "active": "The seat whose turn it is, or that sets in the set-up.",
    "dice": "The throw of this turn, the lower die first; null before it and in the set-up.",
    "card_played": "Whether the active seat has played its card of this turn.",
    "ship_moved": "Whether it has moved its ship of this turn.",
    "new_ships": "The ships laid in this turn, which may not move.",
    "ship_in_hand": "Where the ship comes from that has been taken up, or null.",
    "robber": "The robber's hex.",
    "pirate": "The pirate's hex; null on the base island.",
    "villages": "The villages of the natives.",
    "villages.coffee": "Coffee left on the village.",
    "villages.contacts": "The seats that trade with it.",
    "reserve": "Coffee of the general reserve.",
    "towns": "Settlements and cities.",
    "roads": "Roads, with their owners.",
    "ships": "Ships, with their owners.",
    "ships.closed": "Whether the ship belongs to a closed line and stays for ever.",
    "bank": "Cards of each resource in the bank.",
    "deck": "Development cards that can still be bought.",
    "played": "Development cards that have been played, by kind.",
    "army": "The seat with the largest army, or null.",
    "longest_road": "The seat with the longest road, or null.",
    "offers": "Open offers, oldest first.",
    "offers.covered": "To the active seat: the others who still hold their side of the deal; null to everybody else.",
    "seats": "What each seat has.",
    "seats.cards": "How many resource cards it holds.",
    "seats.hand": "These cards by resource, to their owner; null to others.",
    "seats.development_cards": "How many development cards it holds.",
    "seats.development_turns": "The turns in which they were bought, in ascending order.",
    "seats.development_hand": "These cards, to their owner; null to others.",
    "seats.contacts": "The villages it trades with, in the order in which it reached them.",
    "seats.points": "The points that everybody sees.",
    "seats.total": "All its points, to itself; null to others.",
    "seats.pieces_left": "Pieces in its stock; the ship in its hand is not counted.",
    "seats.rates": "How many equal cards of each resource the bank asks of it for one other.",
    "seats.road_length": "The length of its longest road; null where that does not count.",
    "seats.discards": "How many cards it still has to give back.",
    "result": "Null until the game is over.",
}

DRAWS: dict[str, Plain] = {
    "seal": {
        "outcomes": (
            "Only of the boards `coffee_random` and `base_random`: terrains, numbers and ports in the order of the"
            " shape, which everybody sees from the start. They come of shuffles: for i from the last place down to 1,"
            " a number j from 0 to i, and the things at i and j change places; at first they lie as in `coffee_4p` or"
            " `base_beginner`. Islands: the ports; then, as often as needed, the terrains and for each large island the"
            " numbers 2 to 12 but 7, until no 6 or 8 touches another, no equal numbers touch, and no island lacks a"
            " resource. Base island: the terrains, then the ports; numbers follow the spiral from the east corner."
        ),
        "weights": "Each number below the bound is equally likely.",
    },
    "dice": {
        "outcomes": '`["dice", first, second]` for first from 1 to 6 and second from first to 6: 21 throws.',
        "weights": "1 for two equal numbers, else 2.",
    },
    "steal": {
        "outcomes": '`["card", resource]` for every resource that the victim holds, in the fixed order.',
        "weights": "How many cards of it the victim holds.",
        "order": list(RESOURCES),
    },
    "bought": {
        "outcomes": (
            '`["draw", card]` for every kind of card of which the deck has any left, in the fixed order. What has been'
            " bought is gone for good."
        ),
        "weights": "How many of that kind are left of " + ", ".join(str(card.count) for card in CARDS.values()) + ".",
        "order": list(CARDS),
    },
}

FACTS: dict[str, Plain] = {
    "initial_settlement_placed": "A settlement of the set-up stands; `cards` is what it brought.",
    "initial_route_placed": "A road or ship of the set-up lies.",
    "dice_rolled": "The dice have been thrown.",
    "resources_produced": "The bank has paid resources, by seat.",
    "production_short": "The bank had too little of a resource: one seat alone takes the rest, several get nothing.",
    "coffee_produced": "A village has paid one coffee to each of `seats`, so many of them from the reserve.",
    "discard_required": "These seats hold more than seven cards and give back half.",
    "cards_discarded": "A seat has given back a card; a command with several tells it once for each.",
    "nothing_to_move": "Neither robber nor pirate may be moved; the game goes on.",
    "robber_moved": "The robber stands on another hex.",
    "pirate_moved": "The pirate stands on another hex.",
    "resource_stolen": "`seat` has stolen a card from `victim`; only the two know which.",
    "coffee_stolen": "`seat` has taken a coffee from `victim`.",
    "road_built": "A road lies; `free` if it cost nothing.",
    "ship_built": "A ship lies; `free` if it cost nothing.",
    "ship_moved": "A ship has gone from `origin` to `edge`.",
    "settlement_built": "A settlement stands.",
    "city_built": "A settlement has become a city.",
    "village_contacted": "A line has reached a village; `coffee` is 1, or 0 if it had none.",
    "line_closed": "These ships belong to a closed line from now on.",
    "dev_card_bought": "A development card has been bought; only the buyer knows which.",
    "dev_card_played": "A development card has been played, with what it brought.",
    "largest_army_changed": "The largest army has gone from `before` to `seat`.",
    "longest_road_changed": "The longest road has gone from `before` to `seat`, or has been laid aside.",
    "maritime_traded": "A seat has given the bank `count` cards of `give` for one of `get`.",
    "trade_offered": "An offer is open to `addressees`.",
    "offer_accepted": "A seat has accepted an offer of the active one.",
    "offer_rejected": "A seat has rejected an offer.",
    "offer_closed": "An offer is gone: taken back, or rejected by all.",
    "trade_executed": "`seat` has given `give` to `partner` for `want`.",
    "turn_ended": "A turn is over.",
    "game_ended": "The game is over, by points (`target`) or by the `villages`; `ranking` has the best seat first.",
}

GUIDE: dict[str, Plain] = {
    "goal": GOAL,
    "verbs": VERBS,
    "kinds": KINDS,
    "view": VIEW,
    "draws": DRAWS,
    "facts": FACTS,
}
"""See `domain.core.game.Game.guide`. Source: rules, sections 4 to 13."""
