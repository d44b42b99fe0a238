"""The work phase: who places the next dwarf, and where. Source: rule book p. 7-9, p. 17, p. 21."""

from domain.caverna.acts import pay
from domain.caverna.declare import SPACES
from domain.caverna.state import RESTING, State, ready
from domain.caverna.steps.act import can_enter, enter
from domain.caverna.steps.exchange import WINDOW_VERBS, exchange, why_no_exchange, windows
from domain.core.agenda import SYSTEM, Step, tell
from domain.core.choices import Choice


def _dwarf(state: State, seat: int, strength: int) -> int:
    """Return a dwarf of this strength that can still be placed."""
    return next(
        dwarf
        for dwarf, weapon in enumerate(state.weapons[seat])
        if weapon == strength and not state.placed[seat][dwarf]
    )


def placements(state: State, seat: int, strength: int) -> list[Choice]:
    """List the spaces where a dwarf of this strength could carry out some part."""
    dwarf = _dwarf(state, seat, strength)
    return [
        ("place", space) for space in state.spaces if space not in state.taken and can_enter(state, seat, dwarf, space)
    ]


def can_be_entered(state: State, seat: int, strength: int) -> bool:
    """Say whether a dwarf of this strength could be placed anywhere."""
    dwarf = _dwarf(state, seat, strength)
    return any(space not in state.taken and can_enter(state, seat, dwarf, space) for space in state.spaces)


class Turns(Step[State]):
    """Find the next seat with a dwarf to place, clockwise; the round ends when there is none."""

    def run(self, state: State, seat: int, start: int) -> None:
        """Ask it; a seat that can do nothing at all passes for the round."""
        for n in range(state.seats):
            actor = (start + n) % state.seats
            if not all(state.placed[actor]):
                state.agenda.append(("turns", SYSTEM, (actor + 1) % state.seats))
                weakest = ready(state, actor)[0]
                if not can_be_entered(state, actor, weakest) and PLACE.options(state, actor) == [PASS]:
                    rest(state, actor)
                else:
                    state.agenda.append(("place_dwarf", actor))
                return
        state.agenda.append(("close_round", SYSTEM))


PASS: Choice = ("pass",)


def rest(state: State, seat: int) -> None:
    """Leave every dwarf at home for the rest of the round."""
    state.placed[seat] = [at or RESTING for at in state.placed[seat]]
    tell(state, "dwarfs_rested", seat=seat)


class PlaceDwarf(Step[State]):
    """Place the weakest dwarf; or exchange something first; or pay a ruby for another one."""

    asks = True
    single = True
    verbs = ("place", "overtake", "pass", *WINDOW_VERBS)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List spaces, other dwarfs, exchanges; passing if no space is open to any dwarf."""
        strengths = ready(state, seat)
        listing = placements(state, seat, strengths[0])
        others = self._others(state, seat, strengths)
        if not listing and not others:
            return [*windows(state, seat), PASS]
        return [*listing, *others, *windows(state, seat)]

    def _others(self, state: State, seat: int, strengths: list[int]) -> list[Choice]:
        if not state.goods[seat]["ruby"]:
            return []
        stronger = sorted(set(strengths[1:]) - {strengths[0]})
        return [("overtake", strength) for strength in stronger if can_be_entered(state, seat, strength)]

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Place it; or prepare, and be asked again."""
        verb = choice[0]
        if verb == "place":
            enter(state, seat, _dwarf(state, seat, ready(state, seat)[0]), choice[1])
        elif verb == "overtake":
            pay(state, seat, (("ruby", 1),))
            overtake(state, seat, choice[1])
        elif verb == "pass":
            state.agenda.append(("house", seat))
            rest(state, seat)
        else:
            state.agenda.append(("place_dwarf", seat))
            exchange(state, seat, choice)

    def why_not(self, state: State, seat: int, *, choice: Choice) -> str | None:
        """Name the rule that bars it."""
        if choice in self.options(state, seat):
            return None
        if choice[0] in WINDOW_VERBS:
            return why_no_exchange(state, seat, choice)
        if choice[0] == "pass":
            return "a_dwarf_must_be_placed"
        strengths = ready(state, seat)
        if choice[0] == "overtake":
            if choice[1] not in strengths or choice[1] == strengths[0]:
                return "no_such_dwarf"
            return "nothing_to_do_there" if state.goods[seat]["ruby"] else "weakest_dwarf_first"
        return why_no_space(state, choice[1])


PLACE = PlaceDwarf()


def why_no_space(state: State, space: str) -> str:
    """Name the rule that bars a space."""
    if space not in SPACES or space not in state.spaces:
        return "space_not_in_play"
    if space in state.taken:
        return "space_occupied"
    return ONLY_WORD_BARRED.get(SPACES[space].does[0], "nothing_to_do_there")


ONLY_WORD_BARRED = {"expedition": "only_armed_dwarfs_travel", "exchange_up_to": "not_enough_goods"}
"""Why a space that does just one thing has nothing to do for a dwarf."""


def overtake(state: State, seat: int, strength: int) -> None:
    """Go on with a dwarf out of order: it has to be placed now."""
    listing = placements(state, seat, strength)
    if len(listing) == 1:
        enter(state, seat, _dwarf(state, seat, strength), listing[0][1])
    else:
        state.agenda.append(("place_other", seat, strength))


class PlaceOther(Step[State]):
    """Place the dwarf that a ruby was paid for."""

    asks = True
    verbs = ("place",)

    def options(self, state: State, seat: int, strength: int) -> list[Choice]:
        """List the spaces."""
        return placements(state, seat, strength)

    def take(self, state: State, seat: int, strength: int, *, choice: Choice) -> None:
        """Place it."""
        enter(state, seat, _dwarf(state, seat, strength), choice[1])

    def why_not(self, state: State, seat: int, strength: int, *, choice: Choice) -> str | None:
        """Name the rule that bars it."""
        return None if choice in self.options(state, seat, strength) else why_no_space(state, choice[1])
