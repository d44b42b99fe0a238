"""The twenty-five development cards, each in one declaration. Source: rules 9."""

from domain.catan_coffee.deck import CARDS, Card, card
from domain.catan_coffee.goods import INDEX, RESOURCES, counted, named
from domain.catan_coffee.placing import hand_over, receive
from domain.catan_coffee.points import judge, judge_army
from domain.catan_coffee.sites import free_routes
from domain.catan_coffee.state import State
from domain.core.agenda import tell
from domain.core.choices import Choice, word

MONOPOLIES: list[Choice] = [("monopoly", name) for name in RESOURCES]

PAIRS: list[Choice] = [("year_of_plenty", a, b) for i, a in enumerate(RESOURCES) for b in RESOURCES[i:]]
"""Two cards of the bank, in canonical order."""


def playable(state: State, seat: int) -> list[Choice]:
    """List the cards that the seat may play now. Source: rules 9.2."""
    if state.card_played or not state.cards[seat]:
        return []
    now = state.turn
    old = [name for name, turn in state.cards[seat] if turn < now]
    listing: list[Choice] = []
    if old:
        for name, lists in LISTERS:
            if name in old:
                listing += lists(state, seat)
    return listing


def card_fault(state: State, seat: int, choice: Choice) -> str | None:
    """Say why a card cannot be played, in the order of rules 12.2."""
    turns = [turn for name, turn in state.cards[seat] if name == choice[0]]
    if not turns:
        return "CARD_NOT_OWNED"
    if state.card_played:
        return "DEV_CARD_ALREADY_PLAYED"
    if min(turns) >= state.turn:
        return "CARD_TOO_NEW"
    blames = CARDS[choice[0]].blames
    assert blames is not None
    return blames(state, seat, choice)


def play_card(state: State, seat: int, choice: Choice) -> None:
    """Lay the oldest copy aside and let it act."""
    name = choice[0]
    cards = state.cards[seat]
    oldest = min((i for i, held in enumerate(cards) if held[0] == name), key=lambda i: cards[i][1])
    state.cards[seat] = [*cards[:oldest], *cards[oldest + 1 :]]
    state.played[name] += 1
    state.card_played = True
    acts = CARDS[name].acts
    assert acts is not None
    acts(state, seat, choice)


def _no_fault(state: State, seat: int, choice: Choice) -> str | None:
    return None


# Knights.


def _march(state: State, seat: int, choice: Choice) -> None:
    """Count the knight, judge the army, then see what may be moved. Source: rules 9.4."""
    state.knights[seat] += 1
    tell(state, "dev_card_played", seat=seat, card="knight")
    judge_army(state, seat)
    judge(state)
    state.agenda.append(("thief", seat))


card(
    Card(
        "knight",
        count=14,
        text="Move the robber or the pirate and steal. Whoever is first to play three holds the largest army.",
        cite="rules 9.1, 9.4, 10.2",
        lists=lambda state, seat: [("knight",)],
        blames=_no_fault,
        acts=_march,
    )
)

card(
    Card(
        "victory_point",
        count=5,
        text="One point, kept secret until the end. Never played.",
        cite="rules 9.3",
        points=1,
    )
)


# Road building.


def _lay_two(state: State, seat: int, choice: Choice) -> None:
    tell(state, "dev_card_played", seat=seat, card="road_building")
    state.agenda.append(("road_building", seat, 2))


card(
    Card(
        "road_building",
        count=2,
        text="Place two roads or ships, in any mix, for nothing.",
        cite="rules 9.5",
        lists=lambda state, seat: [("road_building",)] if free_routes(state, seat) else [],
        blames=lambda state, seat, choice: None if free_routes(state, seat) else "NO_LEGAL_PLACEMENT",
        acts=_lay_two,
    )
)


# Year of plenty.


def _list_pairs(state: State, seat: int) -> list[Choice]:
    """List two cards that the bank holds, or its only one."""
    bank = state.bank
    if sum(bank) == 1:
        return [("year_of_plenty", RESOURCES[bank.index(1)], None)]
    return [pair for pair in PAIRS if all(bank[INDEX[name]] >= pair[1:].count(name) for name in pair[1:])]


def _plenty_fault(state: State, seat: int, choice: Choice) -> str | None:
    if not any(state.bank):
        return "BANK_EMPTY"
    if choice in _list_pairs(state, seat):
        return None
    wanted = [name for name in choice[1:] if name]
    wrong = len(wanted) != min(2, sum(state.bank)) or wanted != sorted(wanted, key=RESOURCES.index)
    return "BAD_CARDS" if wrong or choice[1] is None else "BANK_EMPTY"


def _take_two(state: State, seat: int, choice: Choice) -> None:
    cards = counted([name for name in choice[1:] if name])
    tell(state, "dev_card_played", seat=seat, card="year_of_plenty", cards=named(cards))
    receive(state, seat, cards)


card(
    Card(
        "year_of_plenty",
        count=2,
        text="Take two cards of your choice from the bank.",
        cite="rules 9.5",
        form={"first": word(*RESOURCES), "second": word(*RESOURCES, optional=True)},
        lists=_list_pairs,
        blames=_plenty_fault,
        acts=_take_two,
    )
)


# Monopoly.


def _collect(state: State, seat: int, choice: Choice) -> None:
    """Take all cards of a resource from everybody. Coffee is no card. Source: rules 8.1, 9.5."""
    i = INDEX[choice[1]]
    taken = [0 if other == seat else state.hands[other][i] for other in state.seats]
    tell(state, "dev_card_played", seat=seat, card="monopoly", resource=choice[1], taken=taken)
    for other in state.seats:
        hand_over(state, other, seat, [taken[other] if r == i else 0 for r in range(5)])


card(
    Card(
        "monopoly",
        count=2,
        text="Name a resource: everybody else hands you all cards of it.",
        cite="rules 9.5",
        form={"resource": word(*RESOURCES)},
        lists=lambda state, seat: MONOPOLIES[:],
        blames=_no_fault,
        acts=_collect,
        discloses=True,
    )
)

assert sum(declared.count for declared in CARDS.values()) == 25, "the deck has 25 cards"

LISTERS = tuple((name, declared.lists) for name, declared in CARDS.items() if declared.lists)
"""The cards that are played, in the order of declaration, and what lists their choices."""

CARD_VERBS = tuple(name for name, _ in LISTERS)
CARD_DISCLOSES = tuple(name for name, declared in CARDS.items() if declared.discloses)
