"""A position of Catan: plain lists of numbers, and tables derived from them for speed.

Hexes, corners and sides are the numbers of `board.py`. Resources are int[5] in the order of `goods.py`.
"""

from typing import Any, Self

from domain.catan_coffee.board import BOARDS, Board, board_of
from domain.catan_coffee.goods import LIMITS, ROAD, SETTLEMENT, SHIP
from domain.catan_coffee.maps import DRAWN, Ground
from domain.core.agenda import Entry

NOBODY = -1

Sites = tuple[int, ...]

Claims = tuple[tuple[int, int], ...]
"""Seats with buildings on a hex, and what one production brings them."""


class State:
    """Everything that a game needs to go on. Slots with an underscore follow from the others."""

    __slots__ = (
        "_board",
        "_claims",
        "_free",
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
        "dice",
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
    dice: list[int] | None
    """The throw of this turn, as it was drawn; None before it. Replaced, never altered."""
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
    _road_sites: list[Sites | None]
    _ship_sites: list[Sites | None]
    _town_sites: list[Sites | None]
    _free: list[Sites | None]
    _claims: list[Claims | None]
    """By hex, what each seat's buildings claim of one production; like the following, kept by `sites.py`."""
    _rates: list[Sites | None]
    """By seat, answers of `sites.py` and `lines.py`, kept until a piece changes them."""

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
        for seat in self.seats:
            for table, edges in ((self._road, self.roads[seat]), (self._ship, self.ships[seat])):
                for e in edges:
                    table[e] = seat
            for size, vertices in ((1, self.settlements[seat]), (2, self.cities[seat])):
                for v in vertices:
                    self._town[v], self._size[v] = seat, size
        self.forget()

    def forget(self) -> None:
        """Drop the kept answers of every seat."""
        n = len(self.hands)
        self._road_sites, self._ship_sites, self._town_sites = [None] * n, [None] * n, [None] * n
        self._free, self._rates = [None] * n, [None] * n
        self._claims = [None] * len(self._board.hexes)

    def copy(self) -> Self:
        """Return an independent state; the board and kept answers, which never change, are shared."""
        twin = self.__class__.__new__(self.__class__)
        self._copy_plain(twin)
        twin.bank = self.bank[:]
        twin.hands = [hand[:] for hand in self.hands]
        twin.deck, twin.played = self.deck.copy(), self.played.copy()
        twin.cards = [[card[:] for card in cards] for cards in self.cards]
        twin.knights, twin.stock, twin.coffee = self.knights[:], self.stock[:], self.coffee[:]
        twin.contacts = [reached[:] for reached in self.contacts]
        twin.roads = [edges[:] for edges in self.roads]
        twin.ships = [edges[:] for edges in self.ships]
        twin.settlements = [vertices[:] for vertices in self.settlements]
        twin.cities = [vertices[:] for vertices in self.cities]
        twin.closed = [edges[:] for edges in self.closed]
        twin.new_ships, twin.offered = self.new_ships[:], self.offered[:]
        twin.offers = [{key: _own(value) for key, value in offer.items()} for offer in self.offers]
        twin.winners = None if self.winners is None else self.winners[:]
        twin.ground = None if self.ground is None else {key: value[:] for key, value in self.ground.items()}
        twin.agenda, twin.side = self.agenda[:], self.side[:]
        twin.facts = None if self.facts is None else self.facts[:]
        twin._road, twin._ship = self._road[:], self._ship[:]
        twin._town, twin._size, twin._claims = self._town[:], self._size[:], self._claims[:]
        twin._road_sites, twin._ship_sites = self._road_sites[:], self._ship_sites[:]
        twin._town_sites, twin._free, twin._rates = self._town_sites[:], self._free[:], self._rates[:]
        return twin

    def _copy_plain(self, twin: Self) -> None:
        """Copy what is a number, a word or never changes."""
        twin._board = self._board
        twin.layout, twin.win, twin.target = self.layout, self.win, self.target
        twin.blocks_harbours = self.blocks_harbours
        twin.army, twin.longest, twin.longest_length = self.army, self.longest, self.longest_length
        twin.reserve = self.reserve
        twin.robber, twin.pirate, twin.lifted = self.robber, self.pirate, self.lifted
        twin.turn, twin.active = self.turn, self.active
        twin.dice, twin.card_played, twin.ship_moved = self.dice, self.card_played, self.ship_moved
        twin.offers_made, twin.reason = self.offers_made, self.reason
        twin.since, twin.version, twin.over = self.since, self.version, self.over


def _own(value: Any) -> Any:
    return value[:] if isinstance(value, list) else value


def board_for(layout: str, ground: dict[str, list[Any]] | None) -> Board:
    """Return the board of a fixed layout, or of a drawn one with its ground."""
    if layout in BOARDS:
        return BOARDS[layout]
    assert ground is not None, f"{layout} needs a drawn ground"
    terrains, numbers, ports = (tuple(ground[key]) for key in ("terrains", "numbers", "ports"))
    return board_of(Ground(DRAWN[layout], terrains, numbers, ports))
