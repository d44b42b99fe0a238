"""Trade between seats: offers, answers, deals. Source: rules 7.4.

An offer is a record in the state. Nothing is reserved by it: hands are looked at when a deal is made, and
whether they still suffice is shown and listed to the active seat alone.
"""

from typing import Any

from domain.catan_coffee.board import MOST_SEATS
from domain.catan_coffee.goods import MOST_OFFERS, RESOURCES, counted, covers, named
from domain.catan_coffee.placing import hand_over
from domain.catan_coffee.state import State
from domain.core.agenda import allow, allow_each, tell, withdraw
from domain.core.choices import Choice
from domain.core.plain import Plain

Offer = dict[str, Any]

OTHERS = [[[s for s in range(seats) if s != seat] for seat in range(seats)] for seats in range(MOST_SEATS + 1)]
"""By number of seats and by seat, all the other seats."""


def open_market(state: State, active: int) -> None:
    """Let the other seats make offers to the active one until its turn ends."""
    allow_each(state, "propose", OTHERS[len(state.hands)][active])


def close_market(state: State) -> None:
    """Drop all offers, and with them every optional decision: at the end of a turn."""
    state.side = []
    if state.offers or any(state.offered):
        state.offers, state.offered = [], [0] * len(state.hands)


def offer_of(state: State, number: int) -> Offer | None:
    """Return an open offer by its number."""
    return next((offer for offer in state.offers if offer["offer"] == number), None)


def offers_by(state: State, seat: int) -> list[Offer]:
    """Return the open offers of a seat, oldest first."""
    return [offer for offer in state.offers if offer["seat"] == seat]


# Making offers.


def addressees(state: State, seat: int, to: tuple[int, ...] | None) -> list[int]:
    """Return whom an offer is for: as named, else everybody else (of another seat: the active one)."""
    if to is not None:
        return list(to)
    return [s for s in state.seats if s != seat] if seat == state.active else [state.active]


def offer_fault(state: State, seat: int, choice: Choice) -> str | None:
    """Say why an offer cannot be made, in the order of rules 12.2."""
    _, give, want, to = choice
    named_seats = addressees(state, seat, to)
    if not give or not want:
        return "EMPTY_SIDE"
    if set(give) & set(want):
        return "SAME_RESOURCE"
    if not covers(state.hands[seat], counted(give)):
        return "INSUFFICIENT_RESOURCES"
    if seat != state.active and named_seats != [state.active]:
        return "ACTIVE_PLAYER_ONLY"
    if not named_seats or seat in named_seats or len(set(named_seats)) < len(named_seats):
        return "BAD_ADDRESSEE"
    if any(s not in state.seats for s in named_seats):
        return "BAD_ADDRESSEE"
    return "TOO_MANY_OFFERS" if len(offers_by(state, seat)) >= MOST_OFFERS else None


def offer_templates(state: State, seat: int) -> list[dict[str, Plain]]:
    """Describe what the seat could offer now; nothing if its hand is empty or five offers are open."""
    if not any(state.hands[seat]) or len(offers_by(state, seat)) >= MOST_OFFERS:
        return []
    to: list[Plain] = list(addressees(state, seat, None))
    return [{"verb": "offer", "give": named(state.hands[seat]), "want": list(RESOURCES), "to": to}]


def offer_menu(state: State, seat: int) -> list[Choice]:
    """List one card for one other, to everybody that may be asked, while no offer of the seat is open.

    Bots choose from it; so none of them covers the table with offers.
    """
    if offers_by(state, seat) or not offer_templates(state, seat):
        return []
    held = [name for name, n in zip(RESOURCES, state.hands[seat], strict=True) if n]
    return [("offer", (give,), (want,), None) for give in held for want in RESOURCES if give != want]


def make_offer(state: State, seat: int, choice: Choice) -> None:
    """Enter an offer and ask those it is for, if they are not the active seat."""
    _, give, want, to = choice
    state.offers_made += 1
    state.offered[seat] += 1
    offer: Offer = {
        "offer": state.offers_made,
        "seat": seat,
        "give": counted(give),
        "want": counted(want),
        "to": addressees(state, seat, to),
        "accepted": [],
        "rejected": [],
    }
    state.offers.append(offer)
    give_told, want_told, to_told = named(offer["give"]), named(offer["want"]), list(offer["to"])
    tell(state, "trade_offered", seat=seat, offer=offer["offer"], give=give_told, want=want_told, addressees=to_told)
    for other in offer["to"]:
        if other != state.active:
            allow(state, "answer", other, offer["offer"])


# Answers.


def accept_fault(state: State, seat: int, number: int) -> str | None:
    """Say why a seat cannot accept an offer. Its own hand comes first, the maker's last."""
    offer = offer_of(state, number)
    if offer is None:
        return "OFFER_CLOSED"
    if seat not in offer["to"]:
        return "BAD_ADDRESSEE"
    if not covers(state.hands[seat], offer["want"]):
        return "INSUFFICIENT_RESOURCES"
    if seat == state.active and not covers(state.hands[offer["seat"]], offer["give"]):
        return "OFFER_NOT_COVERED"
    return None


def reject_fault(state: State, seat: int, number: int) -> str | None:
    """Say why a seat cannot reject an offer."""
    offer = offer_of(state, number)
    if offer is None:
        return "OFFER_CLOSED"
    return None if seat in offer["to"] else "BAD_ADDRESSEE"


def cancel_fault(state: State, seat: int, number: int) -> str | None:
    """Say why a seat cannot take an offer back."""
    offer = offer_of(state, number)
    if offer is None:
        return "OFFER_CLOSED"
    return None if offer["seat"] == seat else "NOT_YOUR_OFFER"


def confirm_fault(state: State, seat: int, number: int, partner: int) -> str | None:
    """Say why the active seat cannot close a deal with a partner."""
    offer = offer_of(state, number)
    if offer is None:
        return "OFFER_CLOSED"
    if offer["seat"] != seat:
        return "NOT_YOUR_OFFER"
    if partner not in offer["accepted"]:
        return "NOT_ACCEPTED"
    return None if partner in confirmable(state, offer) else "OFFER_NOT_COVERED"


def covered(state: State, offer: Offer) -> list[int]:
    """Return the other seats that hold their side of a deal with the active seat.

    For an offer of the active seat, of those that accepted; for a proposal to it, the maker.
    """
    maker = offer["seat"]
    if maker != state.active:
        return [maker] if covers(state.hands[maker], offer["give"]) else []
    return [partner for partner in offer["accepted"] if covers(state.hands[partner], offer["want"])]


def confirmable(state: State, offer: Offer) -> list[int]:
    """Return the seats with which the active seat could close a deal now: both hands suffice."""
    own = offer["give"] if offer["seat"] == state.active else offer["want"]
    return covered(state, offer) if covers(state.hands[state.active], own) else []


def accept(state: State, seat: int, number: int) -> None:
    """Record an acceptance; the active seat's own carries the deal out at once."""
    offer = offer_of(state, number)
    assert offer is not None
    if seat == state.active:
        trade(state, offer, seat)
        return
    _answer(offer, seat, "accepted")
    tell(state, "offer_accepted", seat=seat, offer=number)
    allow(state, "answer", seat, number)


def reject(state: State, seat: int, number: int) -> None:
    """Record a refusal; the offer closes when everybody it is for has refused."""
    offer = offer_of(state, number)
    assert offer is not None
    _answer(offer, seat, "rejected")
    tell(state, "offer_rejected", seat=seat, offer=number)
    if len(offer["rejected"]) == len(offer["to"]):
        close(state, offer)
    elif seat != state.active:
        allow(state, "answer", seat, number)


def _answer(offer: Offer, seat: int, answer: str) -> None:
    """Let an answer replace the earlier one."""
    for given in ("accepted", "rejected"):
        offer[given] = [s for s in offer[given] if s != seat]
    offer[answer] = sorted([*offer[answer], seat])


def close(state: State, offer: Offer) -> None:
    """Take an offer off the table and tell so."""
    _drop(state, offer)
    tell(state, "offer_closed", offer=offer["offer"])


def trade(state: State, offer: Offer, partner: int) -> None:
    """Exchange the cards of an offer between its maker and a partner; the offer closes."""
    maker = offer["seat"]
    _drop(state, offer)
    hand_over(state, maker, partner, offer["give"])
    hand_over(state, partner, maker, offer["want"])
    give, want = named(offer["give"]), named(offer["want"])
    tell(state, "trade_executed", offer=offer["offer"], seat=maker, partner=partner, give=give, want=want)


def _drop(state: State, offer: Offer) -> None:
    state.offers.remove(offer)
    number = offer["offer"]
    withdraw(state, lambda kind, seat, *args: kind == "answer" and args == (number,))


# What the active seat is listed about offers.


def offer_choices(state: State, seat: int) -> list[Choice]:
    """List what the active seat may do with open offers."""
    listing: list[Choice] = []
    for offer in state.offers:
        number = offer["offer"]
        if offer["seat"] == seat:
            listing += [("confirm", number, partner) for partner in confirmable(state, offer)]
            listing.append(("cancel", number))
        else:
            if confirmable(state, offer):
                listing.append(("accept", number))
            listing.append(("reject", number))
    return listing


def cancel_choices(state: State, seat: int) -> list[Choice]:
    """List the offers that a seat may take back: at any time while they are open."""
    return [("cancel", offer["offer"]) for offer in offers_by(state, seat)]


def cancel(state: State, seat: int, number: int) -> None:
    """Take an offer back."""
    offer = offer_of(state, number)
    assert offer is not None
    close(state, offer)
