"""Words that move goods: take, gain, sell, buy, and the starting player token."""

from typing import Any

from domain.caverna.acts import pay, receive
from domain.caverna.declare import Effect
from domain.caverna.goods import GOODS, Goods, times
from domain.caverna.state import State
from domain.caverna.steps.effect import At, Word, word
from domain.core.agenda import tell
from domain.core.choices import Choice


class TakeAll(Word):
    """Take everything that lies on the space."""

    verb, automatic = "take", True

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Possible if something lies there."""
        return bool(state.stock.get(at[1]))

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Move the goods."""
        lying = state.stock[at[1]]
        got = tuple((good, lying[good]) for good in GOODS if good in lying)
        lying.clear()
        receive(state, seat, got)


class Gain(Word):
    """Take goods from the general supply."""

    verb, automatic = "gain", True

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Always possible."""
        return True

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Take them."""
        receive(state, seat, args[0])


class GainPer(Word):
    """Take goods for every cell of a kind."""

    verb, automatic = "gain", True

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Possible with at least one such cell."""
        return args[0] in state.land[seat]

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Take them."""
        receive(state, seat, times(args[1], state.land[seat].count(args[0])))


class GainIf(Word):
    """Take goods once if there are enough cells of a kind."""

    verb, automatic = "gain", True

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Possible with enough cells."""
        return state.land[seat].count(args[0]) >= int(args[1])

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Take them."""
        receive(state, seat, args[2])


class StartingPlayer(Word):
    """Take the starting player token: it counts from the next round on."""

    verb, automatic = "take", True

    def can(self, state: State, seat: int, at: At, *args: Any) -> bool:
        """Always possible, also for who holds it."""
        return True

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Move the token."""
        state.first = seat
        tell(state, "starting_player_changed", seat=seat)


class ExchangeUpTo(Word):
    """Give goods for others, several times."""

    verb, helped = "sell", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List the numbers of times."""
        most, give, _ = args
        mine = state.goods[seat]
        return [("sell", n) for n in range(1, most + 1) if all(mine[good] >= n * amount for good, amount in give)]

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Exchange them together."""
        _, give, get = args
        pay(state, seat, times(give, choice[1]))
        receive(state, seat, times(get, choice[1]))


Prices = tuple[tuple[str, int], ...]


class Market(Word):
    """Buy from a price list, each item at most once."""

    verb, helped = "buy", True

    def openings(self, state: State, seat: int, at: At, *args: Any) -> list[Choice]:
        """List what the gold suffices for."""
        prices: Prices = args[0]
        gold = state.goods[seat]["gold"]
        return [("buy", good) for good, price in prices if price <= gold]

    def begin(self, state: State, seat: int, at: At, choice: Choice, *args: Any) -> None:
        """Buy one."""
        price: Goods = (("gold", dict(args[0])[choice[1]]),)
        pay(state, seat, price)
        receive(state, seat, ((choice[1], 1),))

    def rest(self, choice: Choice, *args: Any) -> Effect | None:
        """Leave the other items."""
        left = tuple(item for item in args[0] if item[0] != choice[1])
        return ("market", left) if left else None


word("take_all", TakeAll())
word("gain", Gain())
word("gain_per", GainPer())
word("gain_if", GainIf())
word("starting_player", StartingPlayer())
word("exchange_up_to", ExchangeUpTo())
word("market", Market())
