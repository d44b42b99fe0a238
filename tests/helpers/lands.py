"""What a seat of Tiwanaku may know at some stage of a game: so many cells discovered, cultivated, peeked at."""

from domain.tiwanaku.board import BOARDS, union
from domain.tiwanaku.knowledge import UNKNOWN, Knowledge
from domain.tiwanaku.land.generator import Generated, generate
from tests.helpers.walk import SeededRng


def shuffled(items, rng):
    """Return the items in a random order."""
    rest, order = list(items), []
    while rest:
        order.append(rest.pop(rng.below(len(rest))))
    return order


def known_of(made: Generated, discovered: int, planted: int = 0, peeked: int = 0) -> Knowledge:
    """Return what is known of a land if so many random cells beyond the starting tiles are discovered.

    Of these cells `planted` bear a crop; the crops of `peeked` other cells, visible or not, are known.
    """
    land, start = made.land, made.start
    cells = range(BOARDS[land.size].cells)
    rng = SeededRng(f"{land.text()} {discovered} {planted} {peeked}")
    order = shuffled([cell for cell in cells if cell not in start], rng)
    visible = {*start, *order[:discovered]}
    bearing = {*start, *order[:planted], *shuffled(order[planted:], rng)[:peeked]}
    return Knowledge(
        land.size,
        tuple(land.terrain[cell] if cell in visible else UNKNOWN for cell in cells),
        tuple(land.crops[cell] if cell in bearing else 0 for cell in cells),
        tuple(sum(land.terrain[c] == number for c in cells if c not in visible) for number in range(4)),
        union(start),
    )


def stage(size: str, seed: object, discovered: int, planted: int = 0, peeked: int = 0) -> tuple[Generated, Knowledge]:
    """Return a generated land and what is known of it at a stage."""
    made = generate(size, f"stage {seed}")
    return made, known_of(made, discovered, planted, peeked)
