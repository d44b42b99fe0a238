"""Words that lay tiles: twins, singles, mines, pastures, stables."""

from typing import Any

from domain.caverna.acts import discounted, erect, fence, lay, lay_twin, pay, permitted
from domain.caverna.board import (
    MOUNTAIN,
    large_pasture_places,
    single_places,
    small_pasture_places,
    stable_places,
    twin_places,
)  # fmt: skip
from domain.caverna.goods import Goods, covers
from domain.caverna.state import State
from domain.caverna.steps.effect import At, Word, word
from domain.core.choices import Choice


class Twin(Word):
    """Lay a twin tile; the first cell takes its first half."""

    verb = "lay"

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Possible with two fitting cells."""
        overhang = permitted(state, seat, "overhang")
        return any(next(twin_places(state, seat, tile, overhang), None) for tile in args[0])

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List tile and cells."""
        overhang = permitted(state, seat, "overhang")
        return [("lay", tile, a, b) for tile in args[0] for a, b in twin_places(state, seat, tile, overhang)]

    def suits(self, state: State, seat: int, choice: Choice, *args: Any) -> bool:
        """Tell by the tile."""
        return choice[0] == "lay" and choice[1] in args[0]

    def may_be_helped(self, state: State, seat: int, *args: Any) -> bool:
        """Only stables on bare forest can bar a tile in a way that a single meadow mends."""
        land = state.land[seat]
        return "meadow_field" in args[0] and any(not land[cell] for cell in state.stables[seat])

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Lay it."""
        _, tile, a, b = choice
        lay_twin(state, seat, tile, (a, b))


class Single(Word):
    """Lay a single tile."""

    verb, helped = "cover", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the cells."""
        return [("cover", args[0], cell) for cell in single_places(state, seat, args[0])]

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Lay it."""
        lay(state, seat, (choice[2],), (choice[1],))


class RubyMine(Word):
    """Lay a ruby mine on a tunnel or deep tunnel."""

    verb, helped = "mine", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the cells of that ground."""
        land = state.land[seat]
        return [("mine", cell) for cell in MOUNTAIN if land[cell] == args[0]]

    def suits(self, state: State, seat: int, choice: Choice, *args: Any) -> bool:
        """Tell by the ground."""
        return bool(choice[0] == "mine" and state.land[seat][choice[1]] == args[0])

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Lay it."""
        lay(state, seat, (choice[1],), ("ruby_mine",))


def _price(state: State, seat: int, what: str, good: str, n: int) -> Goods:
    return discounted(state, seat, what, ((good, n),)) if n else ()


class SmallPasture(Word):
    """Fence one meadow."""

    verb, helped = "fence", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the meadows."""
        if not covers(state.goods[seat], _price(state, seat, "fence", "wood", args[0])):
            return []
        return [("fence", cell, None) for cell in small_pasture_places(state, seat)]

    def suits(self, state: State, seat: int, choice: Choice, *args: Any) -> bool:
        """Tell by the missing second cell."""
        return choice[0] == "fence" and choice[2] is None

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Pay and fence."""
        pay(state, seat, _price(state, seat, "fence", "wood", args[0]))
        fence(state, seat, (choice[1],))


class LargePasture(Word):
    """Fence two adjacent meadows."""

    verb, helped = "fence", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the pairs."""
        if not covers(state.goods[seat], _price(state, seat, "fence", "wood", args[0])):
            return []
        return [("fence", a, b) for a, b in large_pasture_places(state, seat)]

    def suits(self, state: State, seat: int, choice: Choice, *args: Any) -> bool:
        """Tell by the second cell."""
        return choice[0] == "fence" and choice[2] is not None

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Pay and fence."""
        pay(state, seat, _price(state, seat, "fence", "wood", args[0]))
        fence(state, seat, (choice[1], choice[2]))


class Stable(Word):
    """Place a stable."""

    verb, helped = "erect", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the cells."""
        if not covers(state.goods[seat], _price(state, seat, "stable", "stone", args[0])):
            return []
        return [("erect", cell) for cell in stable_places(state, seat)]

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Pay and place it."""
        pay(state, seat, _price(state, seat, "stable", "stone", args[0]))
        erect(state, seat, choice[1])


word("twin", Twin())
word("single", Single())
word("ruby_mine", RubyMine())
word("small_pasture", SmallPasture())
word("large_pasture", LargePasture())
word("stable", Stable())
