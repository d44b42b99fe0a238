"""The position before the first round. Source: rule book p. 2-3, p. 24."""

from domain.caverna.board import BARE, CELLS, ENTRY_DWELLING, FIRST_CAVERN, ROOM
from domain.caverna.declare import SPACES, TILES
from domain.caverna.state import State, empty_supply
from domain.caverna.steps.rounds import STARTING_FOOD_SOLO
from domain.core.agenda import CHANCE, SYSTEM

DWARFS_AT_START = 2



def markers_for(seats: int) -> dict[str, int]:
    """Return the harvest markers by kind: one leaf less for two seats, none for one."""
    if seats == 1:
        return {"leaf": 0, "question": 0}
    return {"leaf": 3 if seats == 2 else 4, "question": 3}


def printed_spaces(seats: int) -> list[str]:
    """Return the spaces in play from the start; the solo game covers those that are not for one seat."""
    return [space.name for space in SPACES.values() if seats in space.seats and not is_card(space.name)]


def is_card(name: str) -> bool:
    """Say whether a space is a round card or the back of one."""
    return bool(SPACES[name].rounds or SPACES[name].back_of)


def cards_for(seats: int) -> list[str]:
    """Return the round cards of a game."""
    return [space.name for space in SPACES.values() if seats in space.seats and space.rounds]


def bare_board() -> list[str]:
    """Return the land of a home board: an empty cavern and the entry-level dwelling are printed on it."""
    land = [BARE] * CELLS
    land[FIRST_CAVERN] = "cavern"
    land[ENTRY_DWELLING] = ROOM
    return land


def offer_for(full: bool) -> list[str]:
    """Return the furnishing tiles on offer, in the full or the introductory game."""
    return [made.name for made in TILES.values() if not made.printed and (full or made.intro)]


def new_state(seats: int, full: bool, reading: str) -> State:
    """Return the position before the first round, not settled yet."""
    state = State()
    state.side, state.since, state.version, state.over, state.facts = [], 0, 0, False, None
    state.seats, state.reading, state.round, state.first = seats, reading, 0, 0
    state.spaces, state.deck = printed_spaces(seats), cards_for(seats)
    state.stock = {space: {} for space in state.spaces if SPACES[space].stock is not None}
    state.taken, state.markers, state.revealed = {}, markers_for(seats), []
    state.offer = offer_for(full)
    state.goods = [empty_supply() for _ in range(seats)]
    state.begging, state.newborn, state.both_used = [0] * seats, [0] * seats, [0] * seats
    state.land = [bare_board() for _ in range(seats)]
    entry = next(made.name for made in TILES.values() if made.printed)
    state.rooms = [[[entry, ENTRY_DWELLING]] for _ in range(seats)]
    state.stables, state.covered = [[] for _ in range(seats)], [[] for _ in range(seats)]
    state.pastures, state.sown = [[] for _ in range(seats)], [[] for _ in range(seats)]
    state.due = [[] for _ in range(seats)]
    state.weapons = [[0] * DWARFS_AT_START for _ in range(seats)]
    state.placed = [[""] * DWARFS_AT_START for _ in range(seats)]
    state.agenda = [("begin_round", SYSTEM)]
    if seats == 1:
        state.goods[0]["food"] = STARTING_FOOD_SOLO
    else:
        state.agenda.append(("choose_first", CHANCE))
    return state


