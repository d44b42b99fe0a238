"""The conformance suite is held to account: it finds each flaw that is put into a good game."""

from typing import Any

import pytest

from domain.core import bag
from domain.core.agenda import Step, allow, tell
from domain.core.game import Rng, Viewer
from tests.conformance import test_games as suite
from tests.helpers import parlour
from tests.helpers.walk import SeededRng, walk

SEATS, CHOSEN = 3, {"rounds": 4}


class LeakingView(parlour.Game):
    """Shows how good the hidden cards of the deck are."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**super().view(state, viewer), "worth": sum(parlour.RANKS[c] * n for c, n in state.deck.items())}


class FloatingScore(parlour.Game):
    """Has a fraction in its view."""

    def view(self, state: Any, viewer: Viewer) -> dict[str, Any]:
        return {**super().view(state, viewer), "mean": sum(state.tokens) / 2}


class OtherWorld(parlour.Game):
    """Forgets in its determinization what the seat itself holds."""

    def determinize(self, state: Any, seat: int | None, rng: Rng) -> Any:
        return super().determinize(state, None, rng)


class PeekingWorld(parlour.Game):
    """Deals the others what they really hold, in half of the worlds."""

    def determinize(self, state: Any, seat: int | None, rng: Rng) -> Any:
        return state.copy() if rng.below(2) else super().determinize(state, seat, rng)


class RealWorld(parlour.Game):
    """Has nothing but the real position to offer."""

    def determinize(self, state: Any, seat: int | None, rng: Rng) -> Any:
        return state.copy()


def with_step(kind: str, step: Step[Any], **more: Any) -> parlour.Game:
    """Return the parlour with one step replaced."""
    flawed = parlour.Game()
    flawed.steps = {**flawed.steps, kind: step}
    for name, value in more.items():
        setattr(flawed, name, value)
    return flawed


class TellingBid(parlour.Bid):
    """Tells everybody the card."""

    discloses = ()

    def take(self, state: Any, seat: int, *, choice: Any) -> None:
        super().take(state, seat, choice=choice)
        tell(state, "bid_laid", seat=seat)
        if parlour.RANKS[max(bag.listing(state.hands[(seat + 1) % SEATS]))] > 3:
            tell(state, "bid_laid", seat=0)


class PryingBid(parlour.Bid):
    """Says that a bid tells something if the next seat holds good cards."""

    def tells(self, state: Any, seat: int, *, choice: Any) -> bool:
        return sum(parlour.RANKS[card] for card in bag.listing(state.hands[(seat + 1) % SEATS])) > 8


class SteeredTally(parlour.Tally):
    """Pays tokens out of nothing."""

    def take(self, state: Any, seat: int, *, choice: Any) -> None:
        state.tokens[0] += 1
        super().take(state, seat, choice=choice)


class DoubledAct(parlour.Act):
    """Lists a drawer twice."""

    def options(self, state: Any, seat: int) -> Any:
        listing = super().options(state, seat)
        return [*listing, listing[0]]


class VagueAct(parlour.Act):
    """Has no reason for a refusal."""

    def why_not(self, state: Any, seat: int, *, choice: Any) -> str | None:
        return None


class WrongWeights(parlour.Receive):
    """Weighs a card that is not there."""

    def weights(self, state: Any, seat: int, to: int) -> list[int]:
        return [*bag.counts(state.deck), 1]


class UndeclaredFact(parlour.Tally):
    """Tells something that nobody declared."""

    def take(self, state: Any, seat: int, *, choice: Any) -> None:
        tell(state, "rumour", seat=0)
        super().take(state, seat, choice=choice)


class SingleTally(parlour.Tally):
    """Asks with one option without saying so."""

    single = False


class TwinOffers(parlour.Act):
    """Opens two optional decisions that list the same choices."""

    def take(self, state: Any, seat: int, *, choice: Any) -> None:
        super().take(state, seat, choice=choice)
        if choice[0] == "offer":
            allow(state, "reply", choice[1], state.offers, seat, choice[2])


FLAWS = [
    (LeakingView(), "test_07_views_decisions_and_options_survive_determinization"),
    (OtherWorld(), "test_07_views_decisions_and_options_survive_determinization"),
    (FloatingScore(), "test_19_views_and_scores_are_plain_for_everybody"),
    (PeekingWorld(), "test_20_what_a_bot_sees_hangs_on_nothing_that_its_seat_cannot_know"),
    (RealWorld(), "test_21_other_worlds_differ_where_something_is_hidden"),
    (with_step("bid", TellingBid()), "test_09_others_read_the_same_of_a_choice_that_does_not_disclose"),
    (with_step("bid", PryingBid()), "test_22_whether_a_choice_may_tell_something_is_known_to_its_seat"),
    (with_step("tally", SteeredTally()), "test_11_pieces_are_conserved"),
    (with_step("act", DoubledAct()), "test_01_lists_are_full_unique_stable_and_narrow"),
    (with_step("act", VagueAct()), "test_18_why_not_is_none_exactly_for_what_is_listed"),
    (with_step("receive", WrongWeights()), "test_12_weights_are_positive_and_match_the_options"),
    (with_step("tally", UndeclaredFact()), "test_14_facts_have_their_declared_fields"),
    (with_step("tally", SingleTally()), "test_13_a_single_option_is_asked_only_where_declared"),
    (with_step("act", TwinOffers()), "test_16_no_choice_is_listed_in_two_decisions_of_a_seat"),
    (with_step("tally", parlour.Tally(), most_decisions=10), "test_10_ends_in_time_and_never_with_chance_open"),
]


def run_check(game: Any, check: str) -> None:
    """Run one check of the suite on one random game."""
    method = getattr(suite.TestEveryTable(), check)
    names = method.__code__.co_varnames[1 : method.__code__.co_argcount]
    turns = list(walk(game, SEATS, CHOSEN, SeededRng("flaws")))
    given = {"name": "parlour", "seats": SEATS, "chosen": CHOSEN, "turns": turns}
    method(**{name: given[name] for name in names})


@pytest.mark.parametrize(("flawed", "check"), FLAWS, ids=[type(f).__name__ + c[4:7] for f, c in FLAWS])
def test_a_flaw_is_found(monkeypatch, flawed, check):
    monkeypatch.setitem(suite.EVERY, "parlour", flawed)

    with pytest.raises((AssertionError, IndexError)):
        run_check(flawed, check)


def test_positions_that_share_a_list_are_found(monkeypatch):
    faithful = parlour.Parlour.copy

    def sharing(state: Any) -> Any:
        new = faithful(state)
        new.found = state.found
        return new

    monkeypatch.setattr(parlour.Parlour, "copy", sharing)

    with pytest.raises(AssertionError):
        run_check(parlour.GAME, "test_04_positions_share_nothing_that_changes")
