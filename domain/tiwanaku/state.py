"""A position of Tiwanaku."""

from typing import Any, Protocol, Self

from domain.core.agenda import Entry
from domain.tiwanaku.board import BOARDS, Board, members
from domain.tiwanaku.land.text import Land, commitment
from domain.tiwanaku.material import CUBES_PER_TERRAIN, EXPLORERS, LETTERS, TERRAINS

RESERVE = -1
"""The cell of an explorer that is not on the board."""

MAIN, FINAL, FINISHED = "main", "final", "finished"

NOBODY = -1

CROPS_PART, DIVERSITY_PART, MISTAKES_PART, CUBES_PART = range(4)


class Source(Protocol):
    """Where the land of an imagined position comes from, once somebody looks beneath what is known."""

    def terrain_at(self, cell: int) -> int | None:
        """Return the number of the terrain of a cell if it is known."""
        ...

    def crop_at(self, cell: int) -> int | None:
        """Return the crop of a cell if it is known."""
        ...

    def land(self) -> Land:
        """Return the whole land, the same one every time."""
        ...


class Tiwanaku:
    """A position; sets of cells are integers (see `board`), seats and terrains are indices.

    Hidden: `terrain` and `crops` (a letter and a digit per cell), `seed` and `salt` (hex digits).
    Public: everything else; of `peeks` only the cells are kept, their crops are read from the land.
    In an imagined position `terrain` and `crops` are missing until something hidden is read.
    """

    __slots__ = (
        "_source",
        "actions",
        "agenda",
        "bank",
        "commitment",
        "cooperative",
        "crops",
        "cubes",
        "explorers",
        "facts",
        "grown",
        "is_open",
        "last_round",
        "last_tile_by",
        "levels",
        "out",
        "over",
        "parts",
        "peeks",
        "phase",
        "planted",
        "quiet",
        "salt",
        "seed",
        "side",
        "since",
        "size",
        "stall_guard",
        "start",
        "supply",
        "terrain",
        "tiles",
        "version",
    )

    agenda: list[Entry]
    side: list[Entry]
    since: int
    version: int
    over: bool
    facts: list[tuple[Any, ...]] | None

    size: str
    cooperative: bool
    last_round: str
    stall_guard: int
    """Turns of every seat in a row without a new tile or token that end the game; 0: never."""

    terrain: str
    crops: str
    seed: str
    salt: str
    commitment: str
    _source: Source | None
    """Of an imagined position: what its land will come from; None once the land is there."""

    start: int
    tiles: int
    """Cells with a terrain tile."""
    planted: int
    """Cells with a crop token; all of them have a tile."""
    supply: list[int]
    """Tiles left, by terrain."""
    bank: list[int]
    """Cubes that nobody owns, by terrain."""

    explorers: list[list[int]]
    """By seat and number of the explorer: its cell, or `RESERVE`."""
    cubes: list[list[int]]
    """By seat and terrain."""
    levels: list[list[int]]
    """By seat and crop (from 0): the level of the diversity stone, 0..8."""
    parts: list[list[int]]
    """By seat: points for crops, diversity, mistakes (negative), cubes."""
    peeks: list[list[int]]
    """By seat: the cells it has looked at, in order."""

    phase: str
    actions: int
    """Actions that the active seat still owes."""
    is_open: bool
    """Whether a next guess belongs to the divination under way."""
    grown: bool
    """Whether this turn brought a new tile or token."""
    quiet: int
    """Turns in a row that brought none."""
    last_tile_by: int
    """The seat that brought the end about, or `NOBODY`."""
    out: list[bool]
    """By seat: whether it has stopped in the last round, erred, or had its divination."""

    def __getattr__(self, name: str) -> Any:
        """Draw the land of an imagined position when it is read for the first time."""
        if name not in _LAND:
            raise AttributeError(name)
        assert self._source is not None, "a position has neither a land nor a source of one"
        self.hide(self._source.land(), "", "")
        return getattr(self, name)

    def derive(self) -> None:
        """Complete a position that was read from its plain form, in which its land is written."""
        self._source = None

    def copy(self) -> Self:
        """Return an independent position."""
        new = type(self).__new__(type(self))
        for name in _SHARED:
            setattr(new, name, getattr(self, name))
        if self._source is None:
            new.terrain, new.crops = self.terrain, self.crops
        new.agenda = self.agenda.copy()
        new.side = self.side.copy()
        new.facts = None if self.facts is None else self.facts.copy()
        new.supply = self.supply.copy()
        new.bank = self.bank.copy()
        new.out = self.out.copy()
        new.explorers = [cells.copy() for cells in self.explorers]
        new.cubes = [counts.copy() for counts in self.cubes]
        new.levels = [levels.copy() for levels in self.levels]
        new.parts = [parts.copy() for parts in self.parts]
        new.peeks = [cells.copy() for cells in self.peeks]
        return new

    @property
    def board(self) -> Board:
        """The geometry of this size."""
        return BOARDS[self.size]

    @property
    def seats(self) -> int:
        """The number of seats."""
        return len(self.explorers)

    def hide(self, land: Land, seed: str, salt: str) -> None:
        """Put a land under the board; what is public about it does not change."""
        self.terrain = "".join(LETTERS[number] for number in land.terrain)
        self.crops = "".join(map(str, land.crops))
        self.seed, self.salt = seed, salt
        self._source = None

    def imagine(self, source: Source) -> None:
        """Forget land, seed and salt; what is known stays, and the rest will come from the source."""
        if self._source is None:
            del self.terrain, self.crops
        self.seed = self.salt = ""
        self._source = source

    def land(self) -> Land:
        """Return the hidden land."""
        return Land(self.size, [LETTERS.index(letter) for letter in self.terrain], [int(crop) for crop in self.crops])

    def terrain_at(self, cell: int) -> int:
        """Return the number of the true terrain of a cell."""
        known = None if self._source is None else self._source.terrain_at(cell)
        return LETTERS.index(self.terrain[cell]) if known is None else known

    def crop_at(self, cell: int) -> int:
        """Return the true crop of a cell."""
        known = None if self._source is None else self._source.crop_at(cell)
        return int(self.crops[cell]) if known is None else known

    def active(self) -> int:
        """Return the seat whose turn it is, or `NOBODY`."""
        return self.agenda[-1][1] if self.agenda else NOBODY

    def standing(self, seat: int) -> int:
        """Return the cells with explorers of a seat."""
        found = 0
        for cell in self.explorers[seat]:
            if cell != RESERVE:
                found |= 1 << cell
        return found

    def eligible(self, seat: int) -> list[int]:
        """Return the numbers of a seat's explorers on discovered, uncultivated tiles."""
        planted = self.planted
        return [n for n, cell in enumerate(self.explorers[seat]) if cell != RESERVE and not planted >> cell & 1]

    def is_out(self, seat: int) -> bool:
        """Say whether the last round is over for a seat; without an eligible explorer it is from its beginning on."""
        return self.phase != MAIN and (self.out[seat] or not self.eligible(seat))

    def points(self, seat: int) -> int:
        """Return the score of a seat."""
        return sum(self.parts[seat])


_OWN = frozenset(
    ("agenda", "side", "facts", "supply", "bank", "out", "explorers", "cubes", "levels", "parts", "peeks"),
)
_LAND = frozenset(("terrain", "crops"))
_SHARED = tuple(name for name in Tiwanaku.__slots__ if name not in _OWN | _LAND)


def begin(seats: int, options: dict[str, Any], land: Land, start: list[int]) -> Tiwanaku:
    """Return the position before the first turn; seed and salt are still to be given by `hide`.

    Starting tiles and their crops lie open. Source: rules, section 4.
    """
    state = Tiwanaku.__new__(Tiwanaku)
    state.agenda, state.side, state.since, state.version = [], [], 0, 0
    state.over, state.facts = False, None
    state.size = land.size
    state.cooperative = options["cooperative"]
    state.last_round = options["last_round"]
    state.stall_guard = options["stall_guard"]
    state.start = state.tiles = state.planted = sum(1 << cell for cell in start)
    state.supply = [land.terrain.count(number) for number in range(len(TERRAINS))]
    for cell in members(state.start):
        state.supply[land.terrain[cell]] -= 1
    state.bank = [CUBES_PER_TERRAIN] * len(TERRAINS)
    state.explorers = [[RESERVE] * EXPLORERS[seats] for _ in range(seats)]
    state.cubes = [[0] * len(TERRAINS) for _ in range(seats)]
    state.levels = [[0] * 5 for _ in range(seats)]
    state.parts = [[0] * 4 for _ in range(seats)]
    state.peeks = [[] for _ in range(seats)]
    state.phase, state.actions, state.is_open = MAIN, 1, False
    state.grown, state.quiet, state.last_tile_by = False, 0, NOBODY
    state.out = [False] * seats
    state.commitment = ""
    state.hide(land, "", "")
    return state


def seal_land(state: Tiwanaku, land: Land, seed: str, salt: str) -> None:
    """Put the land of the game under the board and publish its commitment. Source: rules, H3."""
    state.hide(land, seed, salt)
    state.commitment = commitment(salt, land.text())
