"""Looking one discovery ahead in Tiwanaku: what would be known if a cell turned out to be this or that.

For every cell that can be discovered the possible terrains are weighed by random lands that agree with what the
seat knows, and by the tiles left; inference then shows how much would be understood.
"""

from domain.core.agenda import Decision
from domain.core.choices import Choice
from domain.core.game import Rng
from domain.tiwanaku.board import members
from domain.tiwanaku.imagining.counting import Lands, counted_lands
from domain.tiwanaku.knowledge import Contradiction, candidates
from domain.tiwanaku.land.inference import Planes, counted
from domain.tiwanaku.material import CUBE_LIMIT
from domain.tiwanaku.solver import Estimate, estimate
from domain.tiwanaku.state import RESERVE, Tiwanaku
from workers.bots.base import Budget
from workers.bots.eval.tiwanaku import POINT, SURE, Mind, judgement

PROMISE = (0, 100, 62, 46, 38, 33)
"""By number of crops that a tile may still bear: how much of its mean reward, in hundredths, it promises."""

OTHERS = 25
"""How much of a promise, in hundredths, a visible tile without explorer is worth to the seat."""


class LookingAhead(Mind):
    """A mind that imagines what discoveries would teach it."""

    def __init__(self, state: Tiwanaku, seat: int, rng: Rng, budget: Budget) -> None:
        super().__init__(state, seat, rng)
        self.budget = budget
        self.guessed = Estimate(0, [], [])
        if self.exact is not None:
            self.planes = self.possible(self.exact)
        elif self.hidden <= state.board.cells // 2:
            self.guessed = estimate(self.known, rng)
        self.gains: dict[int, int] = {}

    def exact_counts(self) -> Lands | None:
        """Return the exact counts over all lands wherever they can be gone through."""
        return counted_lands(self.known)

    @staticmethod
    def possible(exact: Lands) -> Planes:
        """Return by crop the cells that bear it in some land."""
        return [sum(1 << cell for cell, counts in enumerate(exact.crops) if counts[crop]) for crop in range(5)]

    def odds(self, cell: int) -> list[int]:
        """Mix the estimate from visible tiles with what whole lands say; exact counts stand as they are."""
        odds, samples = super().odds(cell), self.guessed.samples
        if max(odds) == SURE or not samples:
            return odds
        counts = self.guessed.crops[cell]
        return [(one + SURE * count // samples) // 2 for one, count in zip(odds, counts, strict=True)]

    def promise(self, cell: int, planes: Planes) -> int:
        """Return what the tile of an explorer promises under the given candidates."""
        crops = [crop for crop, plane in enumerate(planes, 1) if plane >> cell & 1]
        return sum(map(self.reward, crops)) * PROMISE[len(crops)] // (SURE * len(crops))

    def prospects(self, cell: int) -> int:
        """Return what an explorer on a tile promises."""
        return self.promise(cell, self.planes)

    def discovery(self, cell: int) -> int:
        """Return what discovering a cell is worth: its cube, and the promises after what it teaches."""
        if self.budget.is_spent():
            return super().discovery(cell)
        cubes = self.state.cubes[self.seat]
        weights = self.terrains(cell)
        value = 0
        for number, weight in enumerate(weights):
            if weight:
                cube = POINT + 20 * (not cubes[number]) if sum(cubes) < CUBE_LIMIT else POINT // 4
                value += weight * (cube + self.after(cell, number))
        return value // sum(weights)

    def terrains(self, cell: int) -> list[int]:
        """Return weights of the terrains of a hidden cell."""
        if self.exact is not None:
            return self.exact.terrains[cell]
        return self.guessed.terrains[cell] if self.guessed.samples else list(self.known.supply)

    def after(self, cell: int, number: int) -> int:
        """Return the promises of the seat's tiles, and of the new one, if a cell had a terrain, less those now."""
        key = cell * 4 + number
        if key not in self.gains:
            planes = self.taught(cell, number)
            self.gains[key] = 0
            if planes is not None:
                self.gains[key] = self.total(planes) - self.total(self.planes) + self.promise(cell, planes)
        return self.gains[key]

    def taught(self, cell: int, number: int) -> Planes | None:
        """Return the candidates that are left if a hidden cell has a terrain; None if it cannot have it."""
        terrain, supply = list(self.known.terrain), list(self.known.supply)
        terrain[cell] = number
        supply[number] -= 1
        known = self.known._replace(terrain=tuple(terrain), supply=tuple(supply))
        try:
            planes = [then & now for then, now in zip(candidates(known), self.planes, strict=True)]
        except Contradiction:
            return None
        return planes if counted(planes)[0] == self.state.board.every else None

    def total(self, planes: Planes) -> int:
        """Return the promises of all visible tiles without crop: own ones whole, those without explorer in part."""
        state, value = self.state, 0
        own = {c for c in state.explorers[self.seat] if c != RESERVE}
        taken = {c for seat, cells in enumerate(state.explorers) if seat != self.seat for c in cells}
        for cell in members(state.tiles & ~state.planted):
            if cell in own:
                value += self.promise(cell, planes)
            elif cell not in taken:
                value += self.promise(cell, planes) * OTHERS // SURE
        return value


def ponder(state: Tiwanaku, decision: Decision, listing: list[Choice], rng: Rng, budget: Budget) -> dict[Choice, int]:
    """Return what the seat thinks of each listed choice after looking ahead within the budget."""
    return judgement(LookingAhead(state, decision.seat, rng, budget), decision, listing)
