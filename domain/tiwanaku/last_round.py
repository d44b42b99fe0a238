"""The last round: a divination each, or single guesses in rotation. Source: rules, section 13."""

from domain.core.agenda import Step, tell
from domain.core.choices import Choice
from domain.tiwanaku.guesses import guess, guesses, why_no_guess
from domain.tiwanaku.scoring import finish
from domain.tiwanaku.state import Tiwanaku

ONE_DIVINATION, ROTATING = "one_divination", "rotating"

FINAL_PASS: Choice = ("final_pass",)


class PassGuess(Step[Tiwanaku]):
    """Finds who guesses next, from a seat on; with nobody left the game is scored."""

    def run(self, state: Tiwanaku, seat: int) -> None:
        """Ask the next seat that is not out; those without an eligible explorer are."""
        for ahead in range(state.seats):
            candidate = (seat + ahead) % state.seats
            if not state.is_out(candidate):
                state.agenda.append(("final_guess", candidate))
                return
        finish(state)


class FinalGuess(Step[Tiwanaku]):
    """A guess of the last round, or stopping."""

    asks = True
    verbs = ("final_divine", "final_pass")
    discloses = ("final_divine", "final_pass")  # the end of the game publishes the land

    def options(self, state: Tiwanaku, seat: int) -> list[Choice]:
        """List all guesses, and stopping."""
        return [*guesses(state, seat, "final_divine"), FINAL_PASS]

    def why_not(self, state: Tiwanaku, seat: int, *, choice: Choice) -> str | None:
        """Return the rules' code, None for what may be chosen."""
        return None if choice == FINAL_PASS else why_no_guess(state, seat, choice[1], choice[2])

    def take(self, state: Tiwanaku, seat: int, *, choice: Choice) -> None:
        """Guess or stop, and pass on as the table's reading of the last round says."""
        if choice == FINAL_PASS:
            tell(state, "final_passed", seat=seat)
            right = False
        else:
            right = guess(state, seat, choice[1], choice[2])
        is_one = state.last_round == ONE_DIVINATION
        goes_on = right and is_one and bool(state.eligible(seat))
        state.out[seat] = not right or (is_one and not goes_on)
        state.agenda.append(("pass_guess", seat if goes_on else (seat + 1) % state.seats))
