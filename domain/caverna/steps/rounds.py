"""The frame of a round: income, the new card, the harvest marker, purge, replenishing, its end.

Source: rule book p. 6-10, p. 24.
"""

from domain.caverna.acts import pay, receive, rounds_of, tiles_of
from domain.caverna.declare import SPACES
from domain.caverna.goods import GOODS, goods
from domain.caverna.state import State
from domain.caverna.steps.exchange import WINDOW_VERBS, exchange, why_no_exchange, windows
from domain.core import bag
from domain.core.agenda import CHANCE, SYSTEM, Step, conclude, tell
from domain.core.choices import Choice

LAST_ROUND = 12
FIRST_MARKER = 6
PURGE_ABOVE = 6
"""Solo: a space with more goods than this is emptied. Source: rule book p. 24."""

STARTING_FOOD = (1, 1, 2, 3, 3, 3, 3)
STARTING_FOOD_SOLO = 2
"""By place, clockwise from the starting player. Source: rule book p. 2, p. 24."""


class ChooseFirst(Step[State]):
    """Chance: who begins, and so who starts with how much food."""

    asks = True
    verbs = ("begin",)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List the seats."""
        return [("begin", first) for first in range(state.seats)]

    def weights(self, state: State, seat: int) -> list[int]:
        """All seats alike."""
        return [1] * state.seats

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Hand out the token and the food."""
        state.first = choice[1]
        tell(state, "starting_player_changed", seat=state.first)
        for place in range(state.seats):
            receive(state, (state.first + place) % state.seats, goods(food=STARTING_FOOD[place]))


class BeginRound(Step[State]):
    """Begin the next round: newborn grow up, scheduled goods and mines pay; then the rest follows."""

    def run(self, state: State, seat: int) -> None:
        """Pay the income; put the parts of the round on the agenda."""
        state.round = next(number for number in rounds_of(state.seats) if number > state.round)
        state.newborn = [0] * state.seats
        tell(state, "round_begun", round=state.round)
        for actor in range(state.seats):
            for number, good in state.due[actor]:
                if number == state.round:
                    receive(state, actor, ((good, 1),))
            state.due[actor] = [item for item in state.due[actor] if item[0] > state.round]
            for made in tiles_of(state, actor):
                if made.each_round is not None:
                    receive(state, actor, made.each_round(state, actor))
        state.agenda += [("turns", SYSTEM, state.first), ("replenish", SYSTEM)]
        if state.seats == 1:
            state.agenda.append(("purge", 0, ()))
        state.agenda += [("next_marker", SYSTEM), ("next_card", SYSTEM)]


def candidates(state: State) -> list[str]:
    """Return the cards that may appear this round."""
    if state.seats == 1:
        return [card for card in state.deck if SPACES[card].solo_round == state.round]
    return [card for card in state.deck if state.round in SPACES[card].rounds]


def reveal_card(state: State, card: str) -> None:
    """Put a round card into play; it may turn another one over."""
    state.deck.remove(card)
    state.spaces.append(card)
    if SPACES[card].stock is not None:
        state.stock[card] = {}
    tell(state, "card_revealed", space=card)
    if SPACES[card].flips:
        back = next(space.name for space in SPACES.values() if space.back_of == SPACES[card].flips)
        state.spaces[state.spaces.index(SPACES[card].flips)] = back
        tell(state, "card_flipped", space=back)


class NextCard(Step[State]):
    """Reveal the card of the round, or ask chance which one it is."""

    def run(self, state: State, seat: int) -> None:
        """Reveal the only card there can be."""
        cards = candidates(state)
        if len(cards) == 1:
            reveal_card(state, cards[0])
        else:
            state.agenda.append(("draw_card", CHANCE))


class DrawCard(Step[State]):
    """Chance: the card of the round."""

    asks = True
    verbs = ("reveal",)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List the cards that may appear."""
        return [("reveal", card) for card in candidates(state)]

    def weights(self, state: State, seat: int) -> list[int]:
        """All cards alike."""
        return [1] * len(candidates(state))

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Reveal it."""
        reveal_card(state, choice[1])


def reveal_marker(state: State, marker: str) -> None:
    """Turn the harvest marker of the round."""
    bag.remove(state.markers, marker)
    state.revealed.append(marker)
    tell(state, "marker_revealed", round=state.round, marker=marker, event=event(state))


MARKERS = ("leaf", "question")


class NextMarker(Step[State]):
    """Reveal the harvest marker of the round, or ask chance which one it is."""

    def run(self, state: State, seat: int) -> None:
        """Do nothing before round 6 and in the solo game."""
        if state.round < FIRST_MARKER or state.seats == 1:
            return
        left = [marker for marker in MARKERS if state.markers[marker]]
        if len(left) == 1:
            reveal_marker(state, left[0])
        else:
            state.agenda.append(("draw_marker", CHANCE))


class DrawMarker(Step[State]):
    """Chance: the harvest marker of the round."""

    asks = True
    verbs = ("turn",)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List the kinds still face down."""
        return [("turn", marker) for marker in MARKERS if state.markers[marker]]

    def weights(self, state: State, seat: int) -> list[int]:
        """Weigh them by their numbers."""
        return [state.markers[marker] for marker in MARKERS if state.markers[marker]]

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Turn it."""
        reveal_marker(state, choice[1])


EVENTS_BEFORE = {1: "none", 2: "none", 3: "normal", 4: "pay_one_food_per_dwarf", 5: "normal"}
EVENTS_BY_QUESTION = ("none", "pay_one_food_per_dwarf", "field_or_breeding")


def event(state: State) -> str:
    """Return how this round ends. Source: rule book p. 10.

    What a question mark means depends only on how many were revealed before it.
    """
    if state.round in EVENTS_BEFORE:
        return EVENTS_BEFORE[state.round]
    if state.seats == 1 or state.revealed[-1] == "leaf":
        return "normal"
    return EVENTS_BY_QUESTION[state.revealed.count("question") - 1]


def crowded(state: State) -> list[str]:
    """Return the spaces that a purge would empty: all goods on a space count together."""
    return [space for space in state.spaces if sum(state.stock.get(space, {}).values()) > PURGE_ABOVE]


class Purge(Step[State]):
    """Solo: empty crowded spaces, unless rubies protect them this round."""

    def run(self, state: State, seat: int, protected: tuple[str, ...]) -> None:
        """Ask while a ruby could still protect something; then empty the others."""
        in_danger = [space for space in crowded(state) if space not in protected]
        if in_danger and state.goods[seat]["ruby"]:
            state.agenda.append(("protect", seat, protected))
        else:
            purge(state, in_danger)


def purge(state: State, spaces: list[str]) -> None:
    """Empty spaces."""
    for space in spaces:
        tell(state, "space_purged", space=space, goods=dict(state.stock[space]))
        state.stock[space].clear()


class Protect(Step[State]):
    """Solo: pay a ruby for a space that is to stay as it is."""

    asks = True
    verbs = ("protect", "stop", *WINDOW_VERBS)

    def options(self, state: State, seat: int, protected: tuple[str, ...]) -> list[Choice]:
        """List the spaces in danger."""
        in_danger = [space for space in crowded(state) if space not in protected]
        return [*[("protect", space) for space in in_danger], *windows(state, seat), ("stop",)]

    def take(self, state: State, seat: int, protected: tuple[str, ...], *, choice: Choice) -> None:
        """Protect, exchange, or let go."""
        if choice[0] == "stop":
            purge(state, [space for space in crowded(state) if space not in protected])
        elif choice[0] == "protect":
            pay(state, seat, (("ruby", 1),))
            tell(state, "space_protected", space=choice[1])
            state.agenda.append(("purge", seat, (*protected, choice[1])))
        else:
            if choice[0] == "spend":
                state.agenda.append(("house", seat))
            state.agenda.append(("purge", seat, protected))
            exchange(state, seat, choice)

    def why_not(self, state: State, seat: int, protected: tuple[str, ...], *, choice: Choice) -> str | None:
        """Name the rule that bars it."""
        if choice in self.options(state, seat, protected):
            return None
        return why_no_exchange(state, seat, choice) if choice[0] in WINDOW_VERBS else "space_not_in_danger"


def replenish(state: State, space: str) -> None:
    """Add goods to an accumulating space: how many depends on whether anything lies there."""
    stock = SPACES[space].stock
    if stock is None or (state.seats, state.round) in SPACES[space].dry:
        return
    lying = state.stock[space]
    for good, n in stock[1] if lying else stock[0]:
        lying[good] = lying.get(good, 0) + n


class Replenish(Step[State]):
    """Add goods to every accumulating space in play, the new card included."""

    def run(self, state: State, seat: int) -> None:
        """Fill them up."""
        for space in state.spaces:
            replenish(state, space)
        lying = {space: {good: n for good in GOODS if (n := heap.get(good))} for space, heap in state.stock.items()}
        tell(state, "spaces_replenished", stock=lying)


class CloseRound(Step[State]):
    """SYSTEM: the work is done; dwarfs return home and the harvest of the round is held."""

    asks = True
    single = True
    verbs = ("close",)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List the one thing to do."""
        return [("close",)]

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Send the dwarfs home and put the harvest on the agenda."""
        state.placed = [[""] * len(mine) for mine in state.placed]
        state.taken.clear()
        if state.round == LAST_ROUND:
            state.agenda += [("score_game", SYSTEM), ("last_exchanges", SYSTEM)]
        else:
            state.agenda.append(("begin_round", SYSTEM))
        state.agenda.append(("harvest", SYSTEM))


class ScoreGame(Step[State]):
    """SYSTEM: count the points; the game is over."""

    asks = True
    single = True
    verbs = ("score",)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List the one thing to do."""
        return [("score",)]

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """End the game."""
        tell(state, "game_scored", round=state.round)
        conclude(state)
