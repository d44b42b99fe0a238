"""What the other seats may do beside the active one: optional decisions that block nobody. Source: rules 7.4."""

from domain.catan_coffee.offers import (
    accept,
    accept_fault,
    cancel,
    cancel_choices,
    cancel_fault,
    make_offer,
    offer_fault,
    offer_menu,
    offer_templates,
    open_market,
    reject,
    reject_fault,
)
from domain.catan_coffee.state import State
from domain.core.agenda import Step, allow
from domain.core.choices import Choice
from domain.core.plain import Plain


class Market(Step[State]):
    """Open the market, once robber or pirate has moved."""

    def run(self, state: State, seat: int) -> None:
        """Let the others make offers."""
        open_market(state, seat)


class Propose(Step[State]):
    """Let a seat make offers to the active one, and take them back."""

    asks = True
    single = True
    verbs = ("offer", "cancel")

    def options(self, state: State, seat: int) -> list[Choice]:
        """List its open offers, to be taken back."""
        return cancel_choices(state, seat)

    def templates(self, state: State, seat: int) -> list[dict[str, Plain]]:
        """Describe what it could offer."""
        return offer_templates(state, seat)

    def accepts(self, state: State, seat: int, *, choice: Choice) -> bool:
        """Say whether an offer is legal."""
        return choice[0] == "offer" and offer_fault(state, seat, choice) is None

    def menu(self, state: State, seat: int) -> list[Choice]:
        """List simple offers for bots, once in a turn, whatever becomes of them: so none of them offers for ever."""
        return [] if state.offered[seat] else offer_menu(state, seat)

    def why_not(self, state: State, seat: int, *, choice: Choice) -> str | None:
        """Give the rules' code."""
        return offer_fault(state, seat, choice) if choice[0] == "offer" else cancel_fault(state, seat, choice[1])

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Make or cancel an offer; the seat may go on proposing."""
        allow(state, "propose", seat)
        if choice[0] == "offer":
            make_offer(state, seat, choice)
        else:
            cancel(state, seat, choice[1])


class Answer(Step[State]):
    """Let a seat answer an offer of the active one; its latest answer counts."""

    asks = True
    single = True
    verbs = ("accept", "reject")

    def options(self, state: State, seat: int, number: int) -> list[Choice]:
        """List the acceptance if the seat holds what is wanted, and the refusal."""
        refusal: Choice = ("reject", number)
        return [("accept", number), refusal] if accept_fault(state, seat, number) is None else [refusal]

    def why_not(self, state: State, seat: int, number: int, *, choice: Choice) -> str | None:
        """Give the rules' code."""
        fault = accept_fault if choice[0] == "accept" else reject_fault
        found = fault(state, seat, choice[1])
        if found is None and choice[1] != number:
            return "OFFER_CLOSED"
        return found

    def take(self, state: State, seat: int, number: int, *, choice: Choice) -> None:
        """Enter the answer."""
        act = accept if choice[0] == "accept" else reject
        act(state, seat, number)
