"""Offering cubes: taking, exchanging two for one, and the fifth cube. Source: rules, section 8."""

from domain.core.agenda import Step, tell
from domain.core.choices import Choice
from domain.tiwanaku.material import CUBE_LIMIT, TERRAINS
from domain.tiwanaku.state import Tiwanaku

NUMBER = {name: number for number, name in enumerate(TERRAINS)}


def gain_cube(state: Tiwanaku, seat: int, terrain: int) -> None:
    """Give a seat the cube of a tile it has discovered; a fifth one has to be settled first."""
    state.bank[terrain] -= 1
    if sum(state.cubes[seat]) < CUBE_LIMIT:
        state.cubes[seat][terrain] += 1
        tell(state, "cube_gained", seat=seat, terrain=TERRAINS[terrain])
    else:
        state.agenda.append(("overflow", seat, terrain))
        tell(state, "cube_overflowed", seat=seat, terrain=TERRAINS[terrain])


def exchanges(owned: list[int]) -> list[tuple[tuple[str, str], str]]:
    """List what can be given and taken: any two owned cubes for one of any terrain."""
    terrains = range(len(TERRAINS))
    pairs = [(a, b) for a in terrains for b in terrains[a:] if owned[a] and owned[b] and (a != b or owned[a] > 1)]
    return [((TERRAINS[a], TERRAINS[b]), taken) for a, b in pairs for taken in TERRAINS]


def why_no_exchange(owned: list[int], give: tuple[str, ...] | None, take: str | None) -> str | None:
    """Return the rules' code for an exchange that is not possible, or None."""
    if give is None or len(give) != 2 or take is None:
        return "exchange_two_for_one"
    if any(owned[NUMBER[name]] < give.count(name) for name in give):
        return "not_enough_cubes"
    return None


def exchange(state: Tiwanaku, seat: int, give: tuple[str, ...], take: str) -> None:
    """Return two owned cubes and take one, in place."""
    owned = state.cubes[seat]
    for name in give:
        owned[NUMBER[name]] -= 1
        state.bank[NUMBER[name]] += 1
    owned[NUMBER[take]] += 1
    state.bank[NUMBER[take]] -= 1
    tell(state, "cubes_exchanged", seat=seat, give=list(give), take=take)


class Overflow(Step[Tiwanaku]):
    """The fifth cube: back it goes, or two of the five are exchanged for one of any terrain."""

    asks = True
    verbs = ("resolve_overflow",)

    def options(self, state: Tiwanaku, seat: int, terrain: int) -> list[Choice]:
        """List declining first, then the exchanges."""
        return [
            ("resolve_overflow", "decline", None, None),
            *(("resolve_overflow", "exchange", *pair) for pair in exchanges(five(state, seat, terrain))),
        ]

    def accepts(self, state: Tiwanaku, seat: int, terrain: int, *, choice: Choice) -> bool:
        """Accept an exchange whatever the order of the cubes given."""
        return choice[0] in self.verbs and self.why_not(state, seat, terrain, choice=choice) is None

    def why_not(self, state: Tiwanaku, seat: int, terrain: int, *, choice: Choice) -> str | None:
        """Return the rules' code, None for what may be chosen."""
        _, way, give, take = choice
        if way == "decline":
            return None if give is None and take is None else "exchange_two_for_one"
        return why_no_exchange(five(state, seat, terrain), give, take)

    def take(self, state: Tiwanaku, seat: int, terrain: int, *, choice: Choice) -> None:
        """Settle the fifth cube."""
        _, way, give, take = choice
        if way == "decline":
            state.bank[terrain] += 1
            tell(state, "cube_declined", seat=seat, terrain=TERRAINS[terrain])
        else:
            state.cubes[seat][terrain] += 1
            exchange(state, seat, give, take)


def five(state: Tiwanaku, seat: int, terrain: int) -> list[int]:
    """Return the owned cubes with the pending one, by terrain."""
    owned = state.cubes[seat].copy()
    owned[terrain] += 1
    return owned
