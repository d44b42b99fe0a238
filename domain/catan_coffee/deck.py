"""The register of development cards; `cards.py` declares them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from domain.catan_coffee.state import State
from domain.core.choices import Choice, Field

Lists = Callable[[State, int], list[Choice]]
Blames = Callable[[State, int, Choice], str | None]
Acts = Callable[[State, int, Choice], None]


@dataclass(frozen=True)
class Card:
    """One kind of development card. A card that is played has a verb of its own name.

    `lists` gives the choices open to a seat that may play it, `blames` the rules' code for one that is
    not among them (ownership and turn are looked at before), `acts` carries one out. A card without
    them is never played.
    """

    name: str
    count: int
    text: str
    cite: str
    points: int = 0
    form: Mapping[str, Field] = field(default_factory=dict)
    """The fields of its verb."""
    lists: Lists | None = None
    blames: Blames | None = None
    acts: Acts | None = None
    discloses: bool = False
    """Whether playing it tells the seat something it did not know."""


CARDS: dict[str, Card] = {}
"""Every kind of card by name, in the order of declaration."""


def card(declared: Card) -> Card:
    """Enter a declaration into the register; refuse an incomplete or a second one."""
    assert declared.name not in CARDS, f"{declared.name} is declared twice"
    assert declared.count > 0 and declared.text and declared.cite, f"{declared.name} is incomplete"
    playable = (declared.lists, declared.blames, declared.acts)
    assert all(playable) or not any(playable), f"{declared.name}: lists, blames and acts belong together"
    assert any(playable) or declared.points, f"{declared.name} does nothing"
    CARDS[declared.name] = declared
    return declared


def full_deck() -> dict[str, int]:
    """Return the deck at the start of a game. Source: rules 9.1."""
    return {declared.name: declared.count for declared in CARDS.values()}
