"""Robber and pirate: who may move what, and what is stolen. Source: rules 10.2 to 10.4."""

from domain.catan_coffee.goods import INDEX, RESOURCES
from domain.catan_coffee.offers import cancel, cancel_choices, cancel_fault
from domain.catan_coffee.placing import hand_card, move_pirate, move_robber, take_coffee
from domain.catan_coffee.points import judge, public_points
from domain.catan_coffee.state import NOBODY, State
from domain.core.agenda import CHANCE, Audience, Step, tell
from domain.core.choices import Choice

RESOURCE, COFFEE = "resource", "coffee"


def can_move_robber(state: State) -> bool:
    """Say whether somebody has more public points than the scenario's limit. Source: rules 10.2."""
    limit = state._board.scenario.robber_above
    return limit is None or any(public_points(state, seat) > limit for seat in state.seats)


def can_move_pirate(state: State, seat: int) -> bool:
    """Say whether the mover has contact with a village. Source: rules 10.2."""
    return state.pirate is not None and bool(state.contacts[seat])


def robber_victims(state: State, seat: int, place: int) -> list[int]:
    """Return the others with a building on the hex and a card in hand."""
    return [s for s, _ in state._claims[place] if s != seat and any(state.hands[s])]


def robber_choices(state: State, seat: int) -> list[Choice]:
    """List every other land hex with every victim there; what `robber_victims` says, for all hexes at once."""
    board = state._board
    rich = [s != seat and any(hand) for s, hand in enumerate(state.hands)]
    listing: list[Choice] = []
    for place in board.land:
        if place == state.robber:
            continue
        found, choices = len(listing), board.move_robber[place]
        for s, _ in state._claims[place]:
            if rich[s]:
                listing.append(choices[s])
        if found == len(listing):
            listing.append(choices[None])
    return listing


def pirate_victims(state: State, seat: int, place: int) -> list[tuple[int, str]]:
    """Return the others with a ship on the hex, with each kind of loot that they have."""
    ship = state._ship
    found = {ship[e] for e in state._board.sides[place]} - {NOBODY, seat}
    if not found:
        return []
    loots = [(s, RESOURCE) for s in found if any(state.hands[s])] + [(s, COFFEE) for s in found if state.coffee[s]]
    return sorted(loots)


class Thief(Step[State]):
    """See what the seat may move, after a seven or a knight. Source: rules 10.2."""

    def run(self, state: State, seat: int) -> None:
        """Ask for the move, or go on when nothing may be moved."""
        if can_move_robber(state) or can_move_pirate(state, seat):
            state.agenda.append(("move_thief", seat))
        else:
            tell(state, "nothing_to_move", seat=seat)


class MoveThief(Step[State]):
    """Ask where the robber or the pirate goes, and whom he robs."""

    asks = True
    verbs = ("move_robber", "move_pirate", "cancel")

    def options(self, state: State, seat: int) -> list[Choice]:
        """List hex and victim together; for the pirate the loot, too."""
        board = state._board
        listing: list[Choice] = []
        if can_move_robber(state):
            listing = robber_choices(state, seat)
        if can_move_pirate(state, seat):
            for place in board.sea:
                if place != state.pirate:
                    name = board.hexes[place]
                    loots = pirate_victims(state, seat, place)
                    raids: list[Choice] = [("move_pirate", name, victim, loot) for victim, loot in loots]
                    listing += raids or [("move_pirate", name, None, None)]
        return listing + cancel_choices(state, seat)

    def accepts(self, state: State, seat: int, *, choice: Choice) -> bool:
        """Accept a pirate's move that leaves the loot out where the victim has one kind only."""
        return choice[0] == "move_pirate" and self.why_not(state, seat, choice=choice) is None

    def why_not(self, state: State, seat: int, *, choice: Choice) -> str | None:
        """Give the rules' code."""
        if choice[0] == "cancel":
            return cancel_fault(state, seat, choice[1])
        if choice[0] == "move_robber":
            return self._robber_fault(state, seat, choice)
        return self._pirate_fault(state, seat, choice)

    def _robber_fault(self, state: State, seat: int, choice: Choice) -> str | None:
        _, name, victim = choice
        place = state._board.hex_index.get(name, NOBODY)
        if not can_move_robber(state):
            return "ROBBER_FROZEN"
        if place not in state._board.land:
            return "HEX_NOT_ALLOWED"
        if place == state.robber:
            return "SAME_HEX"
        return _victim_fault(robber_victims(state, seat, place), victim)

    def _pirate_fault(self, state: State, seat: int, choice: Choice) -> str | None:
        _, name, victim, loot = choice
        place = state._board.hex_index.get(name, NOBODY)
        if not can_move_pirate(state, seat):
            return "PIRATE_NOT_ALLOWED"
        if place not in state._board.sea:
            return "HEX_NOT_ALLOWED"
        if place == state.pirate:
            return "SAME_HEX"
        loots = pirate_victims(state, seat, place)
        fault = _victim_fault([s for s, _ in loots], victim)
        if fault:
            return fault
        kinds = [kind for s, kind in loots if s == victim]
        if loot is None:
            return "LOOT_REQUIRED" if len(kinds) > 1 else None
        return None if loot in kinds else "BAD_LOOT"

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Move, then steal; a coffee marker may end the game."""
        verb, *args = choice
        if verb == "cancel":
            state.agenda.append(("move_thief", seat))
            cancel(state, seat, args[0])
            return
        place = state._board.hex_index[args[0]]
        victim = args[1]
        if verb == "move_robber":
            move_robber(state, place)
            tell(state, "robber_moved", seat=seat, hex=args[0], victim=victim)
            loot = RESOURCE
        else:
            loot = args[2] or next((kind for s, kind in pirate_victims(state, seat, place) if s == victim), RESOURCE)
            move_pirate(state, place)
            tell(state, "pirate_moved", seat=seat, hex=args[0], victim=victim)
        if victim is None:
            return
        if loot == COFFEE:
            take_coffee(state, seat, victim)
            judge(state)
        else:
            state.agenda.append(("steal", CHANCE, seat, victim))


def _victim_fault(victims: list[int], victim: int | None) -> str | None:
    if victim is None:
        return "VICTIM_REQUIRED" if victims else None
    return None if victim in victims else "BAD_VICTIM"


class Steal(Step[State]):
    """Chance: which card is stolen, uniform over the victim's cards. Only the two seats see it."""

    asks = True
    single = True
    verbs = ("card",)

    def options(self, state: State, seat: int, thief: int, victim: int) -> list[Choice]:
        """List the resources that the victim holds."""
        return [("card", name) for name, n in zip(RESOURCES, state.hands[victim], strict=True) if n]

    def weights(self, state: State, seat: int, thief: int, victim: int) -> list[int]:
        """Weigh each by the number of cards."""
        return [n for n in state.hands[victim] if n]

    def audience(self, state: State, seat: int, thief: int, victim: int) -> Audience:
        """Only thief and victim see the card."""
        return thief, victim

    def take(self, state: State, seat: int, thief: int, victim: int, *, choice: Choice) -> None:
        """Hand the card over."""
        hand_card(state, victim, thief, INDEX[choice[1]])
        secret = {"card": choice[1]}
        tell(state, "resource_stolen", to=(thief, victim), secret=secret, seat=thief, victim=victim)
