"""A small game that has everything at once, for tests of what the real games stand on.

*Parlour* is played by 2 to 4 seats over a few rounds. Six drawers of a cabinet hold gems that were put
there before anybody sat down (sealed set-up). Everybody holds cards that nobody else sees (private
draws, dealt to all at once: chance inside a gather). In each round all seats lay a card face down at
the same time (simultaneous secret decisions); the cards are then turned over, and the highest seat
(the first one in seat order if several are equal) opens a drawer for all to see, or peeks into one
alone. Before that it may offer any number of tokens to another seat, any number of times (a template);
the addressee may take them or not, or not answer at all (optional decision). SYSTEM tallies the round.
Points: gems found, tokens, and, shown to its owner only until the end, half of what is left in the hand.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from domain.core import agenda, bag
from domain.core.agenda import CHANCE, SYSTEM, Step, allow, gather, tell, withdraw
from domain.core.choices import Choice, Field, many, number, seat, word
from domain.core.game import ALL, Options, Rng, Score, Viewer, sees
from domain.core.plain import Plain

RANKS = {"c1": 1, "c2": 2, "c3": 3, "c4": 4, "c5": 5, "c6": 6}
COPIES = 6
GEMS = (1, 1, 2, 3, 5, 8)
HAND, TOKENS = 3, 5


class Parlour:
    """A position of the game."""

    __slots__ = (
        "agenda",
        "bids",
        "deck",
        "facts",
        "found",
        "gems",
        "hands",
        "offers",
        "opened",
        "over",
        "peeked",
        "played",
        "round",
        "rounds",
        "sheet",
        "side",
        "since",
        "tokens",
        "version",
    )

    agenda: list[tuple[Any, ...]]
    side: list[tuple[Any, ...]]
    facts: list[tuple[Any, ...]] | None
    since: int
    version: int
    over: bool
    round: int
    rounds: int
    offers: int
    deck: dict[str, int]
    played: dict[str, int]
    hands: list[dict[str, int]]
    bids: list[str | None]
    gems: list[int]
    opened: list[int]
    peeked: list[list[int]]
    tokens: list[int]
    found: list[int]
    sheet: list[list[int]]

    def __init__(self, seats: int, rounds: int, gems: Sequence[int]) -> None:
        self.agenda, self.side, self.facts = [], [], None
        self.since = self.version = 0
        self.over = False
        self.round, self.rounds, self.offers = 1, rounds, 0
        self.deck = dict.fromkeys(RANKS, COPIES)
        self.played = dict.fromkeys(RANKS, 0)
        self.hands = [dict.fromkeys(RANKS, 0) for _ in range(seats)]
        self.bids = [None] * seats
        self.gems = list(gems)
        self.opened = []
        self.peeked = [[] for _ in range(seats)]
        self.tokens = [TOKENS] * seats
        self.found = [0] * seats
        self.sheet = []

    def copy(self) -> "Parlour":
        """Return an independent position."""
        new = Parlour.__new__(Parlour)
        new.agenda, new.side = self.agenda[:], self.side[:]
        new.facts = None if self.facts is None else self.facts[:]
        new.since, new.version, new.over = self.since, self.version, self.over
        new.round, new.rounds, new.offers = self.round, self.rounds, self.offers
        new.deck, new.played = self.deck.copy(), self.played.copy()
        new.hands = [hand.copy() for hand in self.hands]
        new.bids, new.gems, new.opened = self.bids[:], self.gems[:], self.opened[:]
        new.peeked = [cells[:] for cells in self.peeked]
        new.tokens, new.found = self.tokens[:], self.found[:]
        new.sheet = [row[:] for row in self.sheet]
        return new


class Receive(Step[Parlour]):
    """Chance: a card for a seat, which alone sees it. Cards in the deck are drawn late."""

    asks, verbs, single = True, ("card",), True

    def options(self, state: Parlour, seat: int, to: int) -> list[Choice]:
        return [("card", card) for card in bag.listing(state.deck)]

    def weights(self, state: Parlour, seat: int, to: int) -> list[int]:
        return bag.counts(state.deck)

    def audience(self, state: Parlour, seat: int, to: int) -> tuple[int, ...]:
        return (to,)

    def take(self, state: Parlour, seat: int, to: int, *, choice: Choice) -> None:
        bag.remove(state.deck, choice[1])
        state.hands[to][choice[1]] += 1
        tell(state, "received", to=(to,), secret={"card": choice[1]}, seat=to)


class Deal(Step[Parlour]):
    """Everybody fills the hand up, all at once."""

    def run(self, state: Parlour, seat: int) -> None:
        missing = [HAND - bag.size(hand) for hand in state.hands]
        gather(state, [[("receive", CHANCE, to)] * n for to, n in enumerate(missing)])


class Bid(Step[Parlour]):
    """Lay a card face down. The last one of a round turns all of them over, so it discloses."""

    asks, verbs, discloses, single = True, ("bid",), ("bid",), True

    def options(self, state: Parlour, seat: int) -> list[Choice]:
        return [("bid", card) for card in bag.listing(state.hands[seat])]

    def audience(self, state: Parlour, seat: int) -> tuple[int, ...]:
        return (seat,)

    def take(self, state: Parlour, seat: int, *, choice: Choice) -> None:
        bag.remove(state.hands[seat], choice[1])
        state.bids[seat] = choice[1]
        tell(state, "bid_laid", seat=seat)

    def why_not(self, state: Parlour, seat: int, *, choice: Choice) -> str | None:
        if choice[1] not in RANKS:
            return "unknown_card"
        return None if state.hands[seat][choice[1]] else "card_not_held"


class Reveal(Step[Parlour]):
    """All cards of the round are turned over; the highest seat acts."""

    def run(self, state: Parlour, seat: int) -> None:
        cards = [card for card in state.bids if card is not None]
        ranks = [RANKS[card] for card in cards]
        for card in cards:
            state.played[card] += 1
        state.bids = [None] * len(cards)
        winner = ranks.index(max(ranks))
        tell(state, "bids_revealed", cards=cards, winner=winner)
        state.agenda.append(("act", winner))


class Act(Step[Parlour]):
    """Open a drawer, peek into one, or first offer tokens to somebody (a template)."""

    asks, verbs, discloses, single = True, ("open", "peek", "offer"), ("open", "peek"), True

    def options(self, state: Parlour, seat: int) -> list[Choice]:
        shut = [cell for cell in range(len(state.gems)) if cell not in state.opened]
        new = [cell for cell in shut if cell not in state.peeked[seat]]
        return [("open", cell) for cell in shut] + [("peek", cell) for cell in new]

    def templates(self, state: Parlour, seat: int) -> list[dict[str, Plain]]:
        others = [other for other in range(len(state.hands)) if other != seat]
        if not state.tokens[seat]:
            return []
        return [{"verb": "offer", "to": {"any_of": others}, "tokens": {"low": 1, "high": state.tokens[seat]}}]

    def accepts(self, state: Parlour, seat: int, *, choice: Choice) -> bool:
        return choice[0] == "offer" and self.why_not(state, seat, choice=choice) is None

    def menu(self, state: Parlour, seat: int) -> list[Choice]:
        others = [other for other in range(len(state.hands)) if other != seat]
        return [("offer", other, 1) for other in others] if state.tokens[seat] and state.offers < 40 else []

    def why_not(self, state: Parlour, seat: int, *, choice: Choice) -> str | None:
        if choice[0] == "offer":
            if not 0 <= choice[1] < len(state.hands) or choice[1] == seat:
                return "unknown_seat"
            return None if 1 <= choice[2] <= state.tokens[seat] else "not_enough_tokens"
        if not 0 <= choice[1] < len(state.gems):
            return "unknown_drawer"
        if choice[1] in state.opened:
            return "drawer_open"
        return "already_peeked" if choice[0] == "peek" and choice[1] in state.peeked[seat] else None

    def take(self, state: Parlour, seat: int, *, choice: Choice) -> None:
        verb, *args = choice
        if verb == "offer":
            state.offers += 1
            tell(state, "offered", seat=seat, addressee=args[0], tokens=args[1], offer=state.offers)
            allow(state, "reply", args[0], state.offers, seat, args[1])
            state.agenda.append(("act", seat))
            return
        cell = args[0]
        if verb == "open":
            state.opened.append(cell)
            state.found[seat] += state.gems[cell]
            tell(state, "opened", seat=seat, drawer=cell, gem=state.gems[cell])
        else:
            state.peeked[seat].append(cell)
            tell(state, "peeked", to=(seat,), secret={"gem": state.gems[cell]}, seat=seat, drawer=cell)
        withdraw(state, lambda kind, *_: kind == "reply")
        state.agenda += [("tally", SYSTEM)]


class Reply(Step[Parlour]):
    """Take the tokens that were offered, or not; blocks nobody."""

    asks, verbs = True, ("accept", "decline")

    def options(self, state: Parlour, seat: int, offer: int, giver: int, tokens: int) -> list[Choice]:
        covered = state.tokens[giver] >= tokens
        return [("accept", offer), ("decline", offer)] if covered else []

    def take(self, state: Parlour, seat: int, offer: int, giver: int, tokens: int, *, choice: Choice) -> None:
        if choice[0] == "accept":
            state.tokens[giver] -= tokens
            state.tokens[seat] += tokens
        tell(state, "replied", seat=seat, offer=offer, accepted=choice[0] == "accept")


class Tally(Step[Parlour]):
    """SYSTEM writes the round down; then the next one, or the end."""

    asks, verbs, single = True, ("tally",), True

    def options(self, state: Parlour, seat: int) -> list[Choice]:
        return [("tally",)]

    def take(self, state: Parlour, seat: int, *, choice: Choice) -> None:
        state.sheet.append(state.found[:])
        tell(state, "round_tallied", round=state.round, found=state.found[:])
        if state.round == state.rounds or len(state.opened) == len(state.gems):
            agenda.conclude(state)
            return
        state.round += 1
        state.agenda += [("bidding", None), ("deal", None)]


class Bidding(Step[Parlour]):
    """Everybody lays a card at the same time; afterwards they are turned over."""

    def run(self, state: Parlour, seat: int) -> None:
        state.agenda.append(("reveal", None))
        gather(state, [[("bid", bidder)] for bidder in range(len(state.hands))])


GUIDE: dict[str, Plain] = {
    "goal": (
        "In each round everybody lays a card face down. The highest one, or the first seat among equal ones, opens a"
        " drawer, takes the gem that is found in it, or peeks into one. Gems, tokens and half of the ranks left in the"
        " hand are points; the most win."
    ),
    "verbs": {
        "card": "Chance names the card that a seat gets.",
        "bid": "Lay a card face down.",
        "open": "Open a drawer for all to see and take its gem.",
        "peek": "Look into a drawer alone.",
        "offer": "Offer tokens to another seat; you go on acting.",
        "accept": "Take the tokens that were offered.",
        "decline": "Do not take the tokens that were offered.",
        "tally": "SYSTEM writes the round down.",
    },
    "kinds": {
        "receive": "Chance: which card a seat gets.",
        "bid": "Which card do you lay face down?",
        "act": "Do you open a drawer, peek into one, or first offer tokens?",
        "reply": "Do you take the tokens? You need not answer.",
        "tally": "SYSTEM: the round has to be written down.",
    },
    "view": {
        "round": "The number of the round, from 1.",
        "rounds": "How many rounds are played at most.",
        "deck": "How many cards are left in the deck.",
        "played": "How often each card has been turned over.",
        "drawers": "The gem of each drawer; null if you do not know it.",
        "opened": "The open drawers, oldest first.",
        "tokens": "Tokens by seat.",
        "found": "Gems found, by seat.",
        "hands": "The hands by seat.",
        "hands.size": "How many cards the hand has.",
        "hands.cards": "How many of each card it holds; null for the hands of others.",
        "bids": "What lies face down, by seat.",
        "bids.laid": "Whether the seat has laid a card.",
        "bids.card": "The card; null for those of others.",
        "peeked": "The drawers into which each seat has peeked.",
    },
    "draws": {
        "receive": {
            "outcomes": (
                '`["card", card]` for every card of which any are left in the deck; sealed for the seat that gets it.'
                " The deck begins with six of each, and every draw takes one away."
            ),
            "weights": "How many of the card are left.",
            "order": list(RANKS),
        },
        "seal": {
            "outcomes": (
                "The gems of the drawers 0 to 5. Begin with the list 1, 1, 2, 3, 5, 8. Number n, from 0 to 5, is the"
                " index of the gem that lies in drawer n, among those left in the list; it is taken out."
            ),
            "weights": "1 for each gem left, so number n is below 6 - n.",
        },
    },
    "facts": {
        "received": "A seat has got a card, which it alone sees.",
        "bid_laid": "A seat has laid a card face down.",
        "bids_revealed": "The cards have been turned over, by seat; `winner` acts.",
        "offered": "Tokens have been offered.",
        "replied": "An offer has been answered.",
        "opened": "A drawer has been opened, with this gem in it.",
        "peeked": "A seat has looked into a drawer; it alone knows the gem.",
        "round_tallied": "The round is over; `found` are the gems by seat.",
    },
}


class Game:
    """The rules of the parlour as the kernel and the service see them."""

    name = "parlour"
    title = "Parlour"
    ruleset = 1
    seats = range(2, 5)
    options: Mapping[str, Field] = {"rounds": number(1, 6, default=4, about="How many rounds are played.")}
    variants: Sequence[Options] = ({}, {"rounds": 6})
    most_decisions = 400
    over_code = "game_over"
    state = Parlour
    languages = ("en",)
    material: Mapping[str, Plain] = {"ranks": RANKS, "gems": list(GEMS)}
    guide: Mapping[str, Plain] = GUIDE
    steps: Mapping[str, Step[Any]] = {
        "receive": Receive(),
        "deal": Deal(),
        "bid": Bid(),
        "bidding": Bidding(),
        "reveal": Reveal(),
        "act": Act(),
        "reply": Reply(),
        "tally": Tally(),
    }
    verbs: Mapping[str, Mapping[str, Field]] = {
        "card": {"card": word()},
        "bid": {"card": word()},
        "open": {"drawer": number()},
        "peek": {"drawer": number()},
        "offer": {"to": seat(), "tokens": number()},
        "accept": {"offer": number()},
        "decline": {"offer": number()},
        "tally": {},
    }
    facts: Mapping[str, Mapping[str, Field]] = {
        "received": {"seat": seat(), "card": word()},
        "bid_laid": {"seat": seat()},
        "bids_revealed": {"cards": many(word()), "winner": seat()},
        "offered": {"seat": seat(), "addressee": seat(), "tokens": number(), "offer": number()},
        "replied": {"seat": seat(), "offer": number(), "accepted": Field("flag")},
        "opened": {"seat": seat(), "drawer": number(), "gem": number()},
        "peeked": {"seat": seat(), "drawer": number(), "gem": number()},
        "round_tallied": {"round": number(), "found": many(number())},
    }

    def refuse_table(self, seats: int, options: Options) -> str | None:
        return None if seats in self.seats else "invalid_player_count"

    def seal(self, seats: int, options: Options, rng: Rng) -> Plain:
        left = list(GEMS)
        return [left.pop(rng.below(len(left))) for _ in GEMS]

    def setup(self, seats: int, options: Options, secret: Plain) -> Parlour:
        assert isinstance(secret, list)
        state = Parlour(seats, options["rounds"], secret)
        state.agenda += [("bidding", None), ("deal", None)]
        return state

    def view(self, state: Parlour, viewer: Viewer) -> dict[str, Plain]:
        seats = range(len(state.hands))
        known = {cell for s in seats if sees(viewer, s) for cell in state.peeked[s]} | set(state.opened)
        everything = viewer == ALL
        return {
            "round": state.round,
            "rounds": state.rounds,
            "deck": bag.size(state.deck),
            "played": state.played.copy(),
            "drawers": [gem if everything or cell in known else None for cell, gem in enumerate(state.gems)],
            "opened": state.opened[:],
            "tokens": state.tokens[:],
            "found": state.found[:],
            "hands": [
                {"size": bag.size(state.hands[s]), "cards": state.hands[s].copy() if sees(viewer, s) else None}
                for s in seats
            ],
            "bids": [
                {"laid": state.bids[s] is not None, "card": state.bids[s] if sees(viewer, s) else None} for s in seats
            ],
            "peeked": [cells[:] for cells in state.peeked],
        }

    def scores(self, state: Parlour, viewer: Viewer) -> tuple[Score, ...]:
        totals = [self._parts(state, s) for s in range(len(state.hands))]
        best = max(sum(parts.values()) for parts in totals)
        sheet = []
        for s, parts in enumerate(totals):
            shown = parts if state.over or sees(viewer, s) else {k: v for k, v in parts.items() if k != "hand"}
            won = sum(parts.values()) == best if state.over else None
            rounds = [{"gems": row[s] - (state.sheet[i - 1][s] if i else 0)} for i, row in enumerate(state.sheet)]
            sheet.append(Score(s, sum(shown.values()), shown, rounds, won))
        return tuple(sheet)

    def _parts(self, state: Parlour, s: int) -> dict[str, int]:
        hand = sum(RANKS[card] * n for card, n in state.hands[s].items()) // 2
        return {"gems": state.found[s], "tokens": state.tokens[s], "hand": hand}

    def determinize(self, state: Parlour, seat: int | None, rng: Rng) -> Parlour:
        new = state.copy()
        others = [s for s in range(len(state.hands)) if s != seat]
        pool = [card for card, n in state.deck.items() for _ in range(n)]
        pool += [card for s in others for card, n in state.hands[s].items() for _ in range(n)]
        pool += [card for s in others if (card := state.bids[s]) is not None]
        pool.sort()  # what comes out hangs on nothing that the seat does not know
        for s in others:
            new.hands[s] = dict.fromkeys(RANKS, 0)
            for _ in range(bag.size(state.hands[s])):
                new.hands[s][pool.pop(rng.below(len(pool)))] += 1
            if state.bids[s] is not None:
                new.bids[s] = pool.pop(rng.below(len(pool)))
        new.deck = dict.fromkeys(RANKS, 0)
        for card in pool:
            new.deck[card] += 1
        known = set(state.opened) | set(state.peeked[seat] if seat is not None else ())
        hidden = [cell for cell in range(len(state.gems)) if cell not in known]
        gems = sorted(state.gems[cell] for cell in hidden)
        for cell in hidden:
            new.gems[cell] = gems.pop(rng.below(len(gems)))
        return new

    def out_of_turn(self, state: Parlour, seat: int, choice: Choice) -> str | None:
        return "offer_closed" if choice[0] in ("accept", "decline") else None

    def census(self, state: Parlour) -> dict[str, int]:
        laid = sum(card is not None for card in state.bids)
        hands = sum(bag.size(hand) for hand in state.hands)
        return {
            "cards": bag.size(state.deck) + bag.size(state.played) + hands + laid,
            "tokens": sum(state.tokens),
            "gems": sum(state.gems),
        }


GAME = Game()
