"""A turn: sending an explorer, divining, offering, exchanging. Source: rules, sections 6 to 12.

A move is told in two choices, who is sent and what it does; one list of both could be longer than
any other in the game, since five explorers on well-grown roads reach almost every cell each.
"""

from domain.core.agenda import Step, tell
from domain.core.choices import Choice
from domain.tiwanaku.cubes import exchange, exchanges, gain_cube, why_no_exchange
from domain.tiwanaku.guesses import EXPLORER, IDS, guess, guesses, is_own, why_no_guess
from domain.tiwanaku.material import TERRAINS
from domain.tiwanaku.movement import destinations
from domain.tiwanaku.state import FINAL, NOBODY, RESERVE, Tiwanaku

END_TURN: Choice = ("end_turn",)
EXTRA_ACTION: Choice = ("offering", "extra_action", None)


class Begin(Step[Tiwanaku]):
    """Tells what is on the table before the first turn, and begins it."""

    def run(self, state: Tiwanaku, seat: int) -> None:
        """Begin the game."""
        tell(
            state,
            "game_created",
            size=state.size,
            explorers=len(state.explorers[0]),
            starting_tiles=state.board.listed(state.start),
            supply=dict(zip(TERRAINS, state.supply, strict=True)),
            commitment=state.commitment,
        )
        begin_turn(state, 0)


def begin_turn(state: Tiwanaku, seat: int) -> None:
    """Ask a seat for its turn: it owes one action."""
    state.actions, state.is_open, state.grown = 1, False, False
    state.agenda.append(("turn", seat))


class Turn(Step[Tiwanaku]):
    """What to do next in one's own turn."""

    asks = True
    verbs = ("send", "divine", "offering", "exchange", "end_turn")
    discloses = ("divine", "offering", "end_turn")  # the end of the game publishes the land
    single = True  # end_turn is a command of its own, also when nothing else is left to do

    def options(self, state: Tiwanaku, seat: int) -> list[Choice]:
        """List who can be sent, all guesses, offerings, exchanges, and the end of the turn."""
        listing: list[Choice] = []
        if state.actions:
            listing += [("send", IDS[number]) for number in range(len(state.explorers[seat]))]
        if can_guess(state):
            listing += guesses(state, seat, "divine")
        if can_offer(state, seat):
            listing.append(EXTRA_ACTION)
            uncultivated = state.board.every & ~state.planted
            listing += [("offering", "peek", name) for name in state.board.listed(uncultivated)]
        listing += [("exchange", *pair) for pair in exchanges(state.cubes[seat])]
        if not state.actions:
            listing.append(END_TURN)
        return listing

    def accepts(self, state: Tiwanaku, seat: int, *, choice: Choice) -> bool:
        """Accept an exchange whatever the order of the cubes given."""
        return choice[0] == "exchange" and why_no_exchange(state.cubes[seat], *choice[1:]) is None

    def why_not(self, state: Tiwanaku, seat: int, *, choice: Choice) -> str | None:
        """Return the rules' code, None for what may be chosen. Source: rules, section 13.1."""
        verb, *values = choice
        if verb == "send":
            return why_not_sent(state, seat, values[0])
        if verb == "divine":
            return why_no_guess(state, seat, values[0], values[1]) if can_guess(state) else "no_action_left"
        if verb == "offering":
            return why_no_offering(state, seat, values[0], values[1])
        if verb == "exchange":
            return why_no_exchange(state.cubes[seat], values[0], values[1])
        return "action_required" if state.actions else None

    def take(self, state: Tiwanaku, seat: int, *, choice: Choice) -> None:
        """Carry out one part of the turn; unless it ends, the seat is asked again."""
        verb, *values = choice
        if verb == "end_turn":
            state.agenda.append(("close_turn", seat, "ended"))
            return
        state.agenda.append(("turn", seat))
        if verb == "send":
            state.agenda.append(("act", seat, EXPLORER[values[0]]))
        elif verb == "divine":
            divine(state, seat, values[0], values[1])
        elif verb == "offering":
            offer(state, seat, values[0], values[1])
        else:
            exchange(state, seat, values[0], values[1])


def can_guess(state: Tiwanaku) -> bool:
    """Say whether a guess continues a divination, or an action is left to begin one."""
    return state.is_open or state.actions > 0


def can_offer(state: Tiwanaku, seat: int) -> bool:
    """Say whether a seat owns a cube of each terrain."""
    return all(state.cubes[seat])


def why_not_sent(state: Tiwanaku, seat: int, explorer: str) -> str | None:
    """Return the rules' code why an explorer cannot be sent, or None."""
    if not state.actions:
        return "no_action_left"
    return None if is_own(state, seat, explorer) else "not_your_explorer"


def why_no_offering(state: Tiwanaku, seat: int, effect: str, name: str | None) -> str | None:
    """Return the rules' code for an offering that is not possible, or None."""
    if not can_offer(state, seat):
        return "need_four_different_cubes"
    if effect == "extra_action":
        return None if name is None else "bad_cell"
    if effect != "peek":
        return "bad_effect"
    cell = state.board.index.get(name or "")
    if cell is None:
        return "bad_cell"
    return "already_cultivated" if state.planted >> cell & 1 else None


def divine(state: Tiwanaku, seat: int, explorer: str, crop: int) -> None:
    """Make a guess of the main phase; a wrong one ends the turn at once."""
    if not state.is_open:
        state.actions -= 1
        state.is_open = True
    if not guess(state, seat, explorer, crop):
        state.agenda.pop()
        state.agenda.append(("close_turn", seat, "wrong_guess"))


def offer(state: Tiwanaku, seat: int, effect: str, name: str | None) -> None:
    """Pay one cube of each terrain for an extra action or a look at a crop. Source: rules, section 12."""
    for terrain in range(len(TERRAINS)):
        state.cubes[seat][terrain] -= 1
        state.bank[terrain] += 1
    tell(state, "offering_made", seat=seat, effect=effect, cell=name)
    if effect == "extra_action":
        state.actions += 1
        state.is_open = False
        return
    assert name is not None
    cell = state.board.index[name]
    state.peeks[seat].append(cell)
    to = tuple(range(state.seats)) if state.cooperative else (seat,)
    tell(state, "peek_revealed", to=to, secret={"crop": state.crop_at(cell)}, seat=seat, cell=name)


class Act(Step[Tiwanaku]):
    """What the explorer that was sent does: explore, move, or leave the board."""

    asks = True
    verbs = ("explore", "move", "withdraw")
    discloses = ("explore",)
    single = True  # an explorer that is shut in can only leave the board, which is a command of its own

    def options(self, state: Tiwanaku, seat: int, explorer: int) -> list[Choice]:
        """List undiscovered destinations, discovered ones, and leaving the board."""
        board, reach = state.board, destinations(state, seat, explorer)
        listing: list[Choice] = [("explore", name) for name in board.listed(reach & ~state.tiles)]
        listing += [("move", name) for name in board.listed(reach & state.tiles)]
        if state.explorers[seat][explorer] != RESERVE:
            listing.append(("withdraw",))
        return listing

    def why_not(self, state: Tiwanaku, seat: int, explorer: int, *, choice: Choice) -> str | None:
        """Return the rules' code, None for what may be chosen."""
        verb, *values = choice
        if verb == "withdraw":
            return "not_on_board" if state.explorers[seat][explorer] == RESERVE else None
        cell = state.board.index.get(values[0])
        if cell is None:
            return "bad_cell"
        if (state.tiles >> cell & 1) != (verb == "move"):
            return "undiscovered_destination" if verb == "move" else "already_discovered"
        return None if destinations(state, seat, explorer) >> cell & 1 else "unreachable"

    def take(self, state: Tiwanaku, seat: int, explorer: int, *, choice: Choice) -> None:
        """Use up an action."""
        state.actions -= 1
        state.is_open = False
        board, source = state.board, state.explorers[seat][explorer]
        target = RESERVE if choice[0] == "withdraw" else board.index[choice[1]]
        state.explorers[seat][explorer] = target
        tell(
            state,
            "explorer_moved",
            seat=seat,
            explorer=IDS[explorer],
            origin=None if source == RESERVE else board.names[source],
            target=None if target == RESERVE else board.names[target],
        )
        if choice[0] == "explore":
            discover(state, seat, target)


def discover(state: Tiwanaku, seat: int, cell: int) -> None:
    """Lay the true terrain under an explorer and give its cube. Source: rules, section 8.1."""
    terrain = state.terrain_at(cell)
    state.tiles |= 1 << cell
    state.supply[terrain] -= 1
    state.grown = True
    tell(state, "terrain_discovered", seat=seat, cell=state.board.names[cell], terrain=TERRAINS[terrain])
    if state.tiles == state.board.every:
        trigger_end(state, seat, "last_tile")
    gain_cube(state, seat, terrain)


def trigger_end(state: Tiwanaku, seat: int, reason: str) -> None:
    """Note who brought the end about; the turn goes on. Source: rules, section 13."""
    state.last_tile_by = seat
    tell(state, "end_triggered", seat=seat, reason=reason)


class CloseTurn(Step[Tiwanaku]):
    """The end of a turn: the next seat, or the last round."""

    def run(self, state: Tiwanaku, seat: int, reason: str) -> None:
        """Pass on. Source of the guard against endless moving: rules, section 15.3."""
        tell(state, "turn_ended", seat=seat, reason=reason)
        state.quiet = 0 if state.grown else state.quiet + 1
        stalled = state.stall_guard and state.quiet >= state.stall_guard * state.seats
        if stalled and state.last_tile_by == NOBODY:
            trigger_end(state, seat, "stall_guard")
        if state.last_tile_by == NOBODY:
            begin_turn(state, (seat + 1) % state.seats)
            return
        state.phase, state.actions, state.is_open = FINAL, 0, False
        tell(state, "final_round_started", first=state.last_tile_by, last_round=state.last_round)
        state.agenda.append(("pass_guess", state.last_tile_by))


def sent(state: Tiwanaku) -> int | None:
    """Return the number of the explorer that was sent and has not acted yet, or None."""
    top = state.agenda[-1] if state.agenda else ("",)
    return top[2] if top[0] == "act" else None


def pending(state: Tiwanaku) -> int | None:
    """Return the terrain of a fifth cube that is to be settled, or None."""
    top = state.agenda[-1] if state.agenda else ("",)
    return top[2] if top[0] == "overflow" else None
