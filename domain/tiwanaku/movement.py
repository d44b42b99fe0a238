"""Where an explorer can go. Source: rules, section 7."""

from domain.tiwanaku.state import RESERVE, Tiwanaku


def destinations(state: Tiwanaku, seat: int, explorer: int) -> int:
    """Return the cells on which an explorer may end a move, discovered or not.

    It steps orthogonally, goes on over crops and own explorers, never enters a cell with a foreign
    explorer, and from the reserve starts at any border cell.
    """
    board = state.board
    own = state.standing(seat)
    foreign = 0
    for other in range(state.seats):
        if other != seat:
            foreign |= state.standing(other)
    cell = state.explorers[seat][explorer]
    if cell == RESERVE:
        entered, here = board.border, 0
    else:
        entered, here = board.near[cell], 1 << cell
    passable = board.every & ~(foreign | here)
    roads = passable & (own | state.planted)
    reached = board.flood(entered & roads, roads)
    return (board.spread(reached) | reached | entered) & passable & ~own
