"""The first half of a turn: a card before the roll, the dice, production, and what a seven costs."""

from domain.catan_coffee.cards import CARD_DISCLOSES, CARD_VERBS, card_fault, play_card, playable
from domain.catan_coffee.goods import HAND_LIMIT, INDEX, RESOURCES
from domain.catan_coffee.offers import open_market
from domain.catan_coffee.placing import discard, produce, produce_coffee
from domain.catan_coffee.points import judge
from domain.catan_coffee.state import State
from domain.core.agenda import CHANCE, Step, gather, tell
from domain.core.choices import Choice

SEVEN = 7

ROLL: Choice = ("roll",)

THROWS: list[Choice] = [("dice", first, second) for first in range(1, 7) for second in range(first, 7)]
"""What two dice may show; they are alike, so the lower one stands first."""

WAYS = [1 if first == second else 2 for _, first, second in THROWS]
"""In how many ways each throw comes about."""

DISCARDS: list[Choice] = [("discard", name) for name in RESOURCES]


class PreRoll(Step[State]):
    """Ask the active seat to roll, or to play a card first. Source: rules 5.1, 9.2."""

    asks = True
    single = True
    verbs = ("roll", *CARD_VERBS)
    discloses = ("roll", *CARD_DISCLOSES)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List the roll and the cards that may be played."""
        return [ROLL, *playable(state, seat)] if state.cards[seat] else [ROLL]

    def why_not(self, state: State, seat: int, *, choice: Choice) -> str | None:
        """Give the rules' code."""
        return None if choice == ROLL else card_fault(state, seat, choice)

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Ask for the dice, or play the card and ask again afterwards."""
        if choice == ROLL:
            state.agenda.append(("dice", CHANCE, seat))
        else:
            state.agenda.append(("pre_roll", seat))
            play_card(state, seat, choice)


class Dice(Step[State]):
    """Chance: two dice. Source: rules 5.2, 10.1."""

    asks = True
    verbs = ("dice",)

    def options(self, state: State, seat: int, roller: int) -> list[Choice]:
        """List every throw of two dice; always the same list, since nothing is asked so often."""
        return THROWS

    def weights(self, state: State, seat: int, roller: int) -> list[int]:
        """Weigh each by the ways in which it comes about."""
        return WAYS

    def take(self, state: State, seat: int, roller: int, *, choice: Choice) -> None:
        """Pay resources and coffee; on a seven ask for discards and let the thief come."""
        _, first, second = choice
        number = first + second
        if state.facts is not None:  # spares playouts, which throw most of all, the making of it
            tell(state, "dice_rolled", seat=roller, dice=[first, second])
        state.agenda.append(("main", roller))
        if number == SEVEN:
            state.agenda.append(("market", roller))
            state.agenda.append(("thief", roller))
            ask_discards(state)
            return
        open_market(state, roller)
        produce(state, number)
        if state.stock and produce_coffee(state, number, roller):
            judge(state)


def ask_discards(state: State) -> None:
    """Ask everybody who holds more than seven cards to give back half, all at the same time."""
    sizes = [sum(hand) for hand in state.hands]
    owing = [(seat, size // 2) for seat, size in enumerate(sizes) if size > HAND_LIMIT]
    if owing:
        tell(state, "discard_required", owed=[{"seat": seat, "cards": owed} for seat, owed in owing])
    entries = [("discard", seat, owed, 0) for seat, owed in owing]
    if len(entries) == 1:
        state.agenda += entries
    else:
        gather(state, [[entry] for entry in entries])


class Discard(Step[State]):
    """Ask for one card at a time, in the canonical order of resources. Source: rules 10.1.

    `owed` is how many are still to be given, `least` the resource of the last one.
    """

    asks = True
    single = True
    verbs = ("discard",)

    def options(self, state: State, seat: int, owed: int, least: int) -> list[Choice]:
        """List the resources held, not before the last one, from which on enough cards are left."""
        hand = state.hands[seat]
        return [DISCARDS[i] for i in range(least, 5) if hand[i] and sum(hand[i:]) >= owed]

    def why_not(self, state: State, seat: int, owed: int, least: int, *, choice: Choice) -> str | None:
        """Give the rules' code."""
        return None if choice in self.options(state, seat, owed, least) else "BAD_DISCARD"

    def take(self, state: State, seat: int, owed: int, least: int, *, choice: Choice) -> None:
        """Pay the card and ask for the next."""
        i = INDEX[choice[1]]
        tell(state, "cards_discarded", seat=seat, cards={choice[1]: 1})
        discard(state, seat, i)
        if owed > 1:
            state.agenda.append(("discard", seat, owed - 1, i))
