"""The land under an imagined position: it is only drawn when something looks beneath the known."""

from domain.tiwanaku.knowledge import UNKNOWN, Knowledge
from domain.tiwanaku.land.text import Land
from domain.tiwanaku.solver import drawn


class Ground:
    """A land that agrees with what a seat knows, drawn at the first look and the same from then on.

    All copies of a position share it. It holds nothing but what the seat knows and two numbers.
    """

    __slots__ = ("_land", "known", "part", "pick")

    def __init__(self, known: Knowledge, part: int, pick: int) -> None:
        self.known, self.part, self.pick = known, part, pick
        self._land: Land | None = None

    def terrain_at(self, cell: int) -> int | None:
        """Return the number of the terrain of a cell if it is known."""
        number = self.known.terrain[cell]
        return None if number == UNKNOWN else number

    def crop_at(self, cell: int) -> int | None:
        """Return the crop of a cell if it is known."""
        return self.known.crops[cell] or None

    def land(self) -> Land:
        """Return the whole land."""
        if self._land is None:
            self._land = drawn(self.known, self.part, self.pick)
        return self._land
