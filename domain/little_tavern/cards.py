"""The seven clans and their 44 characters, each with its tip and its raised marks.

A tip is a tuple: a word of `scoring.TIPS` and its numbers. Source: rules R2.1, R2.6, R8.3; the values of the
adventurers are a decision (D-04), since no source gives them.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

Tip = tuple[Any, ...]
"""How a tip is worked out: `(word, number, ...)`."""

COUNT = 44
"""Characters in the box. Source: rules R2.1."""


@dataclass(frozen=True, slots=True)
class Clan:
    """Characters of one kind; `mark` is the raised sign at the top left of their cards, None if unknown."""

    name: str
    title: str
    title_fr: str
    count: int
    mark: str | None
    tip: Tip
    text: str
    text_fr: str
    cite: str


@dataclass(frozen=True, slots=True)
class Character:
    """One card. `value` is printed on adventurers; `extra_mark` is a second raised sign below the clan's."""

    name: str
    clan: str
    title: str
    title_fr: str
    tip: Tip
    value: int | None = None
    extra_mark: str | None = None


CLANS: Mapping[str, Clan] = {
    clan.name: clan
    for clan in (
        Clan(
            "elf", "Elves", "Elfes", 10, "drop", ("per_member", 1),
            "One coin for every elf at its table, itself included.",
            "Une pièce par elfe à sa table, elle comprise.", "rules R8.3",
        ),
        Clan(
            "dwarf", "Dwarves", "Nains", 7, "cross", ("per_clan", 1),
            "One coin for every different clan at its table, the dwarves included.",
            "Une pièce par clan différent à sa table, nains compris.", "rules R8.3",
        ),
        Clan(
            "romantic", "Romantics", "Romantiques", 4, "heart", ("in_company", 4),
            "Four coins if another romantic sits at its table, else none.",
            "Quatre pièces si une autre romantique est à sa table, sinon aucune.", "rules R8.3",
        ),
        Clan(
            "goblin", "Goblins", "Gobelins", 8, "clover", ("fixed", 0),
            "Nothing; Jean-Jean, who is one of them, has a tip of his own.",
            "Rien ; Jean-Jean, qui est l'un d'eux, a son propre pourboire.", "rules R8.3, R8.5",
        ),
        Clan(
            "witch", "Witches", "Sorcières", 4, "grapes", ("by_others", 2, 1),
            "Two coins, and one more for every other witch in the tavern.",
            "Deux pièces, plus une par autre sorcière dans la taverne.", "rules R8.3, R8.4",
        ),
        Clan(
            "noble", "Nobles", "Nobles", 5, "moon", ("by_others", 5, -1),
            "Five coins, less one for every other noble in the tavern.",
            "Cinq pièces, moins une par autre noble dans la taverne.", "rules R8.3, R8.4",
        ),
        Clan(
            "adventurer", "Adventurers", "Aventurières", 6, None, ("fixed", 0),
            "The value printed on the card.", "La valeur imprimée sur la carte.", "rules R8.3",
        ),
    )
}  # fmt: skip

UNCERTAIN_MARKS: tuple[dict[str, Any], ...] = (
    {
        "mark": "dots",
        "placed": "vertically at the top left of the card",
        "cards": None,
        "number": None,
        "meaning": None,
    },
)
"""Marks the adapted edition mentions without saying on which cards: told to clients, used for nothing.

Source: rules R2.6, D-26.
"""

WITCHES = (("fire", "feu"), ("water", "eau"), ("earth", "terre"), ("air", "air"))
ADVENTURERS = (1, 2, 3, 4, 5, 6)
"""The printed values. Source: decision D-04; change the numbers here only."""


def _numbered(clan: str, count: int, title: str, title_fr: str) -> Iterator[Character]:
    """Yield cards of a clan that differ in nothing but their number."""
    tip = CLANS[clan].tip
    for n in range(1, count + 1):
        yield Character(f"{clan}_{n:02}", clan, f"{title} {n}", f"{title_fr} {n}", tip)


def _characters() -> Iterator[Character]:
    """Yield all characters in the order in which they are listed everywhere."""
    yield from _numbered("elf", 10, "Elf", "Elfe")
    yield from _numbered("dwarf", 7, "Dwarf", "Nain")
    yield from _numbered("romantic", 4, "Romantic", "Romantique")
    yield Character("goblin_jean_jean", "goblin", "Jean-Jean", "Jean-Jean", ("per_member", 4), extra_mark="star")
    yield from _numbered("goblin", 7, "Goblin", "Gobelin")
    for n, (element, element_fr) in enumerate(WITCHES, 1):
        yield Character(f"witch_{n:02}", "witch", f"Witch ({element})", f"Sorcière ({element_fr})", CLANS["witch"].tip)
    yield from _numbered("noble", 5, "Noble", "Noble")
    for n, value in enumerate(ADVENTURERS, 1):
        title, title_fr = f"Adventurer worth {value}", f"Aventurière valeur {value}"
        yield Character(f"adventurer_{n:02}", "adventurer", title, title_fr, ("fixed", value), value)


CHARACTERS: Mapping[str, Character] = {card.name: card for card in _characters()}
"""Every character by its name, in the fixed order of all listings."""

CLAN_OF: Mapping[str, str] = {name: card.clan for name, card in CHARACTERS.items()}


def check_cards() -> None:
    """Fail if the declarations do not make up the box: a clan too large or small, a name twice."""
    assert len(CHARACTERS) == COUNT == sum(clan.count for clan in CLANS.values()), "characters missing or named twice"
    for clan in CLANS.values():
        seated = sum(1 for card in CHARACTERS.values() if card.clan == clan.name)
        assert seated == clan.count, f"{clan.name} has {seated} characters"
        assert clan.cite and clan.text and clan.text_fr, f"{clan.name} is not described"


check_cards()
