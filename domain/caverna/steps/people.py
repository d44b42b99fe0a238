"""Words about dwarfs and their work: growth, sowing, breeding, weapons, expeditions, imitation."""

from typing import Any

from domain.caverna.acts import born, discounted, most_dwarfs, pay, room_for_dwarfs, sharpen
from domain.caverna.board import empty_fields
from domain.caverna.declare import LOOT, SPACES, Effect
from domain.caverna.goods import CROPS, FARM_ANIMALS, TOKENS_SOWN, Goods, covers
from domain.caverna.housing import fits
from domain.caverna.state import State
from domain.caverna.steps.effect import At, Word, can, word
from domain.caverna.steps.exchange import WINDOW_VERBS, could_help, exchange, why_no_exchange, windows
from domain.core.agenda import Step, tell
from domain.core.choices import Choice

STRONGEST_FORGED = 8
"""Source: rule book p. 20."""


class Growth(Word):
    """Have a child; it stands with its parent and works from the next round on."""

    verb, automatic, helped = "grow", True, False

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Possible with room and below the limit."""
        dwarfs = len(state.weapons[seat])
        return dwarfs < most_dwarfs(state, seat) and dwarfs < room_for_dwarfs(state, seat)

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Add the dwarf."""
        state.weapons[seat].append(0)
        state.placed[seat].append(state.placed[seat][at[0]])
        state.newborn[seat] += 1
        tell(state, "dwarf_born", seat=seat, dwarfs=len(state.weapons[seat]))


class Sow(Word):
    """Sow fields, one after another."""

    verb, helped = "sow", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List crop and field."""
        mine = state.goods[seat]
        crops = [crop for crop, left in zip(CROPS, args, strict=True) if left and mine[crop]]
        fields = empty_fields(state, seat) if crops else []
        return [("sow", crop, cell) for crop in crops for cell in fields]

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Sow one field."""
        _, crop, cell = choice
        pay(state, seat, ((crop, 1),))
        state.sown[seat].append([cell, crop, TOKENS_SOWN[crop]])
        tell(state, "field_sown", seat=seat, cell=cell, crop=crop)

    def rest(self, choice: Choice, *args: Any) -> Effect | None:
        """Leave the fields still allowed."""
        grain, vegetable = args
        left = (grain - 1, vegetable) if choice[1] == CROPS[0] else (grain, vegetable - 1)
        return ("sow", *left) if any(left) else None


class Breed(Word):
    """Breed kinds of farm animals on an expedition, one after another."""

    verb, helped = "breed", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the kinds that have parents, and room for one more."""
        mine, had = state.goods[seat], args[1]
        kinds = [kind for kind in FARM_ANIMALS if mine[kind] >= 2 and kind not in had]
        return [("breed", kind) for kind in kinds if fits(state, seat, (kind,))]

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Add the newborn."""
        born(state, seat, (choice[1],))

    def rest(self, choice: Choice, *args: Any) -> Effect | None:
        """Leave the kinds still allowed."""
        most, had = args
        return ("breed", most - 1, (*had, choice[1])) if most > 1 else None


class Forge(Word):
    """Forge a weapon: strength for ore."""

    verb, helped = "forge", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the strengths that can be paid; only for an unarmed dwarf."""
        if state.weapons[seat][at[0]]:
            return []
        mine = state.goods[seat]
        return [("forge", n) for n in range(1, STRONGEST_FORGED + 1) if covers(mine, self._price(state, seat, n))]

    def _price(self, state: State, seat: int, strength: int) -> Goods:
        return discounted(state, seat, "forge", (("ore", strength),))

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Pay and arm the dwarf."""
        pay(state, seat, self._price(state, seat, choice[1]))
        state.weapons[seat][at[0]] = choice[1]
        tell(state, "weapon_forged", seat=seat, strength=choice[1])


class Expedition(Word):
    """Send the armed dwarf for loot."""

    verb, automatic = "travel", True

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Possible for an armed dwarf: the first items of the list can always be had."""
        return state.weapons[seat][at[0]] > 0

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Depart; the strength of now decides what may be taken."""
        dwarf, space = at
        strength = state.weapons[seat][dwarf]
        tell(state, "expedition_started", seat=seat, level=args[0], strength=strength)
        state.agenda.append(("next_loot", seat, (dwarf, space, strength, args[0]), ()))


Trip = tuple[int, str, int, int]
"""Of an expedition: dwarf, space, strength at its start, items that may still be taken."""


class NextLoot(Step[State]):
    """Ask for the next item, or go home."""

    def run(self, state: State, seat: int, trip: Trip, had: tuple[str, ...]) -> None:
        """Ask if an item can be taken, or might be after an exchange."""
        if trip[3] and (not had or could_help(state, seat) or items(state, seat, trip, had)):
            state.agenda.append(("loot", seat, trip, had))
        else:
            state.agenda.append(("homecoming", seat, trip[0], had))


def items(state: State, seat: int, trip: Trip, had: tuple[str, ...]) -> list[Choice]:
    """List the loot that can be carried out now, each item once per expedition."""
    dwarf, space, strength, _ = trip
    return [
        ("loot", item.name)
        for item in LOOT.values()
        if item.needs <= strength
        and item.name not in had
        and (item.does is None or can(state, seat, (dwarf, space), item.does))
    ]


class Loot(Step[State]):
    """Take one item of loot; stop after the first."""

    asks = True
    verbs = ("loot", "stop", *WINDOW_VERBS)

    def options(self, state: State, seat: int, trip: Trip, had: tuple[str, ...]) -> list[Choice]:
        """List items and exchanges."""
        listing = items(state, seat, trip, had) + windows(state, seat)
        return [*listing, ("stop",)] if had else listing

    def take(self, state: State, seat: int, trip: Trip, had: tuple[str, ...], *, choice: Choice) -> None:
        """Carry the item out; another may follow."""
        dwarf, space, strength, left = trip
        if choice[0] in WINDOW_VERBS:
            state.agenda.append(("next_loot", seat, trip, had))
            exchange(state, seat, choice)
        elif choice[0] == "stop":
            state.agenda.append(("homecoming", seat, dwarf, had))
        else:
            item = LOOT[choice[1]]
            tell(state, "loot_taken", seat=seat, item=item.name)
            state.agenda.append(("next_loot", seat, (dwarf, space, strength, left - 1), (*had, item.name)))
            if item.does is not None:
                state.agenda.append(("part", seat, (dwarf, space), item.does))

    def why_not(self, state: State, seat: int, trip: Trip, had: tuple[str, ...], *, choice: Choice) -> str | None:
        """Name the rule that bars the item."""
        if choice in self.options(state, seat, trip, had):
            return None
        if choice[0] == "stop":
            return "one_item_must_be_taken"
        if choice[0] in WINDOW_VERBS:
            return why_no_exchange(state, seat, choice)
        item = LOOT.get(choice[1])
        if item is None:
            return "no_such_item"
        if item.name in had:
            return "item_once_per_expedition"
        return "weapon_too_weak" if item.needs > trip[2] else "item_cannot_be_carried_out"


class Homecoming(Step[State]):
    """End an expedition: what the loot does to all weapons first, then the traveller's own growth."""

    def run(self, state: State, seat: int, dwarf: int, had: tuple[str, ...]) -> None:
        """Raise the weapons."""
        for name in had:
            if LOOT[name].sharpens:
                for each in range(len(state.weapons[seat])):
                    sharpen(state, seat, each, LOOT[name].sharpens)
        sharpen(state, seat, dwarf, 1)


class Imitate(Word):
    """Pay food and use a space that an opponent occupies."""

    verb, helped = "imitate", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the spaces where something could be carried out after paying."""
        mine, food = state.goods[seat], args[0]
        if mine["food"] < food:
            return []
        mine["food"] -= food  # what is paid cannot pay for the copied effect
        try:
            return [
                ("imitate", name)
                for name in state.spaces
                if state.taken.get(name, seat) != seat
                and SPACES[name].imitable
                and can(state, seat, (at[0], name), SPACES[name].does)
            ]
        finally:
            mine["food"] += food

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Pay, and use the other space with the dwarf standing here."""
        pay(state, seat, (("food", args[0]),) if args[0] else ())
        tell(state, "space_imitated", seat=seat, space=choice[1])
        state.agenda.append(("part", seat, (at[0], choice[1]), SPACES[choice[1]].does))


word("growth", Growth())
word("sow", Sow())
word("breed", Breed())
word("forge", Forge())
word("expedition", Expedition())
word("imitate", Imitate())
