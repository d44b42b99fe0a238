"""A position of Catan: plain lists of numbers, and tables derived from them for speed.

Hexes, corners and sides are the numbers of `board.py`. Resources are int[5] in the order of `goods.py`.
"""

from typing import Any, Self, TypeVar

from domain.catan_coffee.board import BOARDS, Board, board_of
from domain.catan_coffee.goods import LIMITS, ROAD, SETTLEMENT, SHIP
from domain.catan_coffee.maps import DRAWN, Ground
from domain.core.agenda import Entry

T = TypeVar("T")

NOBODY = -1

Sites = tuple[int, ...]

Claims = tuple[tuple[int, int], ...]
"""Seats with buildings on a hex, and what one production brings them."""


class State:
    """Everything that a game needs to go on. Slots with an underscore follow from the others.

    Copies share, for speed, the lists of each seat's cards, villages and pieces, and the tables of the board:
    these are replaced (`put`), never altered.
    """

    __slots__ = (
        "_board",
        "_claims",
        "_free",
        "_lengths",
        "_open",
        "_rates",
        "_road",
        "_road_sites",
        "_ship",
        "_ship_sites",
        "_size",
        "_town",
        "_town_sites",
        "active",
        "agenda",
        "army",
        "bank",
        "blocks_harbours",
        "card_played",
        "cards",
        "cities",
        "closed",
        "coffee",
        "contacts",
        "deck",
        "facts",
        "ground",
        "hands",
        "knights",
        "layout",
        "lifted",
        "longest",
        "longest_length",
        "new_ships",
        "offered",
        "offers",
        "offers_made",
        "over",
        "pirate",
        "played",
        "reason",
        "reserve",
        "roads",
        "robber",
        "settlements",
        "ship_moved",
        "ships",
        "side",
        "since",
        "stock",
        "target",
        "turn",
        "version",
        "win",
        "winners",
    )

    layout: str
    ground: dict[str, list[Any]] | None
    """Terrains, numbers and ports of a layout that was drawn; None for a fixed one."""
    win: str
    blocks_harbours: bool
    target: int

    bank: list[int]
    hands: list[list[int]]
    deck: dict[str, int]
    """Development cards that nobody has bought yet."""
    played: dict[str, int]
    cards: list[list[list[Any]]]
    """By seat, the cards in hand: `[name, turn of purchase]`."""
    knights: list[int]
    army: int | None
    longest: int | None
    """The seats that hold the largest army and the longest road."""
    longest_length: int
    """The length of the longest road, 0 while nobody holds the card."""

    stock: list[int]
    """Coffee on each village, in the order of the shape."""
    reserve: int
    contacts: list[list[int]]
    """By seat, villages in the order in which they were reached."""
    coffee: list[int]

    robber: int
    pirate: int | None
    roads: list[list[int]]
    ships: list[list[int]]
    settlements: list[list[int]]
    cities: list[list[int]]
    closed: list[list[int]]
    """By seat, the ships of closed lines; they never open again."""
    lifted: int | None
    """Where the ship comes from that is being moved."""

    turn: int
    active: int
    card_played: bool
    ship_moved: bool
    new_ships: list[int]
    """Ships built or moved in this turn."""

    offers: list[dict[str, Any]]
    """Open offers: offer (number), seat, give and want (int[5]), to, accepted, rejected (seats)."""
    offers_made: int
    offered: list[int]
    """By seat, offers made in this turn."""

    winners: list[int] | None
    reason: str | None

    agenda: list[Entry]
    side: list[Entry]
    since: int
    version: int
    over: bool
    facts: list[tuple[Any, ...]] | None

    _board: Board
    _road: list[int]
    _ship: list[int]
    """By side, whose road or ship lies there."""
    _town: list[int]
    _size: list[int]
    """By corner, whose building stands there, and its size: 0, 1 or 2."""
    _open: list[bool]
    """By corner, whether a settlement may stand there at all: on main land, and nothing built there or next to it."""
    _claims: list[Claims]
    """By hex, what each seat's buildings claim of one production. Source: rules 5.2."""
    _road_sites: list[Sites | None]
    _ship_sites: list[Sites | None]
    _town_sites: list[Sites | None]
    _rates: list[Sites | None]
    _free: list[Sites | None]
    _lengths: list[int | None]
    """By seat, answers of `sites.py` and `lines.py`, which a piece alters or drops; None: not asked since."""

    @property
    def seats(self) -> range:
        """The seats of the table."""
        return range(len(self.hands))

    def pieces_left(self, seat: int, piece: str) -> int:
        """Return how many pieces of a kind a seat could still place."""
        return LIMITS[piece] - len(self.placed(piece)[seat])

    def placed(self, piece: str) -> list[list[int]]:
        """Return, by seat, where the pieces of a kind stand."""
        if piece == ROAD:
            return self.roads
        if piece == SHIP:
            return self.ships
        return self.settlements if piece == SETTLEMENT else self.cities

    def derive(self) -> None:
        """Build the derived tables from the plain slots."""
        board = self._board = board_for(self.layout, self.ground)
        self._road, self._ship = [NOBODY] * len(board.edges), [NOBODY] * len(board.edges)
        self._town, self._size = [NOBODY] * len(board.vertices), [0] * len(board.vertices)
        self._open, self._claims = list(board.is_town), [()] * len(board.hexes)
        for seat in self.seats:
            for table, edges in ((self._road, self.roads[seat]), (self._ship, self.ships[seat])):
                for e in edges:
                    table[e] = seat
            for size, vertices in ((1, self.settlements[seat]), (2, self.cities[seat])):
                for v in vertices:
                    self.enter_town(seat, v, size)
        n = len(self.hands)
        self._road_sites, self._ship_sites, self._town_sites = [None] * n, [None] * n, [None] * n
        self._rates, self._free, self._lengths = [None] * n, [None] * n, [None] * n

    def enter_town(self, seat: int, vertex: int, size: int) -> None:
        """Enter a settlement (1) or city (2) into the tables of corners and hexes."""
        board = self._board
        town = self._town = put(self._town, vertex, seat)
        sizes = self._size = put(self._size, vertex, size)
        self._open, self._claims = self._open[:], self._claims[:]
        for v in (vertex, *board.neighbours[vertex]):
            self._open[v] = False
        for place in board.hexes_at[vertex]:
            shares = [0] * len(self.hands)
            for v in board.corners[place]:
                if sizes[v]:
                    shares[town[v]] += sizes[v]
            self._claims[place] = tuple((s, n) for s, n in enumerate(shares) if n)

    def copy(self) -> Self:
        """Return an independent state; what is replaced but never altered is shared."""
        twin = self.__class__.__new__(self.__class__)
        self._copy_plain(twin)
        twin.bank = self.bank[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.deck, twin.played, twin.cards = self.deck.copy(), self.played.copy(), self.cards[:]
        twin.knights, twin.stock, twin.coffee = self.knights[:], self.stock[:], self.coffee[:]
        twin.contacts, twin.closed = self.contacts[:], self.closed[:]
        twin.roads, twin.ships = self.roads[:], self.ships[:]
        twin.settlements, twin.cities = self.settlements[:], self.cities[:]
        twin.new_ships, twin.offered = self.new_ships[:], self.offered[:]
        twin.offers = [{key: _own(value) for key, value in offer.items()} for offer in self.offers]
        twin.winners = None if self.winners is None else self.winners[:]
        twin.agenda, twin.side = self.agenda[:], self.side[:]
        twin.facts = None if self.facts is None else self.facts[:]
        twin._road_sites, twin._ship_sites = self._road_sites[:], self._ship_sites[:]
        twin._town_sites, twin._rates = self._town_sites[:], self._rates[:]
        twin._free, twin._lengths = self._free[:], self._lengths[:]
        return twin

    def _copy_plain(self, twin: Self) -> None:
        """Copy what is a number, a word or never altered."""
        twin._board, twin.ground = self._board, self.ground
        twin._road, twin._ship, twin._town, twin._size = self._road, self._ship, self._town, self._size
        twin._open, twin._claims = self._open, self._claims
        twin.layout, twin.win, twin.target = self.layout, self.win, self.target
        twin.blocks_harbours = self.blocks_harbours
        twin.army, twin.longest, twin.longest_length = self.army, self.longest, self.longest_length
        twin.reserve = self.reserve
        twin.robber, twin.pirate, twin.lifted = self.robber, self.pirate, self.lifted
        twin.turn, twin.active = self.turn, self.active
        twin.card_played, twin.ship_moved = self.card_played, self.ship_moved
        twin.offers_made, twin.reason = self.offers_made, self.reason
        twin.since, twin.version, twin.over = self.since, self.version, self.over


def put(table: list[T], at: int, value: T) -> list[T]:
    """Return a table with one entry changed; the one given may be shared by copies of the position."""
    changed = table[:]
    changed[at] = value
    return changed


def _own(value: Any) -> Any:
    return value[:] if isinstance(value, list) else value


def board_for(layout: str, ground: dict[str, list[Any]] | None) -> Board:
    """Return the board of a fixed layout, or of a drawn one with its ground."""
    if layout in BOARDS:
        return BOARDS[layout]
    assert ground is not None, f"{layout} needs a drawn ground"
    terrains, numbers, ports = (tuple(ground[key]) for key in ("terrains", "numbers", "ports"))
    return board_of(Ground(DRAWN[layout], terrains, numbers, ports))
