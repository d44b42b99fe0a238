"""Where animals stand: the containers of a home board, and an exact answer to "does it fit".

Where animals stand is never stored; it is derived. Capacities of containers that take any one kind
are 1, 2, 4, 8 and 16: each divides the next. Then the largest container always serves the kind with
the most animals left: in any best arrangement the animals of that kind can be exchanged with those
of this container without losing a place. So one pass, largest first, is exact.

Dogs (reading `rulebook`): on a meadow or pasture n dogs keep n + 1 sheep instead of its capacity. A
dog more is a sheep more anywhere, so dogs go singly on plain meadows, two sheep for the first each;
without a plain meadow they all watch the one place that gains most. Reading `article`: a place for
one sheep per dog, wherever it stands.

Source: rule book p. 20; appendix for the furnishings that house animals.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from domain.caverna.board import MINES
from domain.caverna.declare import TILES, Container
from domain.caverna.goods import FARM_ANIMALS
from domain.caverna.state import State


class Standing(NamedTuple):
    """So many animals of one kind in a container, and the dogs that watch them."""

    container: Container
    kind: str
    n: int
    dogs: int = 0


def containers(state: State, seat: int) -> list[Container]:
    """Return every place of the home board that can hold farm animals, meadows for dogs included."""
    land, stables = state.land[seat], state.stables[seat]
    found: list[Container] = []
    for cells in state.pastures[seat]:
        on_it = sum(cell in stables for cell in cells)
        name = "small_pasture" if len(cells) == 1 else "large_pasture"
        found.append(Container(name, tuple(cells), 2 * len(cells) * 2**on_it, watched=True))
    for cell, kind in enumerate(land):
        if kind == "meadow":
            found.append(Container("meadow", (cell,), int(cell in stables), watched=True))
        elif kind in MINES:
            found.append(Container(kind, (cell,), 1, only="donkey"))
    found += [Container("forest_stable", (cell,), 1, only="wild_boar") for cell in stables if not land[cell]]
    for name, cell in state.rooms[seat]:
        houses = TILES[name].houses
        if houses is not None:
            found += houses(state, seat, cell)
    return found


def most_kept(places: Sequence[Container], animals: Mapping[str, int], reading: str) -> int:
    """Return how many farm animals of `animals` can be kept at most; its dogs help."""
    left = {kind: animals[kind] for kind in FARM_ANIMALS}
    before = sum(left.values())
    dogs = animals["dog"]
    open_places: list[int] = []
    watched: set[int] = set()
    meadows = 0
    for place in places:
        if place.only:
            left[place.only] -= min(place.capacity, left[place.only])
        elif place.capacity:
            open_places.append(place.capacity)
            if place.watched:
                watched.add(place.capacity)
        elif place.watched:
            meadows += 1
    if reading == "article":
        left["sheep"] -= min(dogs, left["sheep"])
    elif dogs and meadows:
        left["sheep"] -= min(dogs + min(dogs, meadows), left["sheep"])
    open_places.sort(reverse=True)
    needs = list(left.values())
    least = _left_over(needs, open_places)
    if least and dogs and not meadows and reading != "article":
        for capacity in sorted(watched):
            if dogs + 1 > capacity:
                rest = open_places.copy()
                rest.remove(capacity)
                needs = [max(0, left["sheep"] - dogs - 1), *list(left.values())[1:]]
                least = min(least, _left_over(needs, rest))
    return before - least


def _left_over(needs: list[int], places: list[int]) -> int:
    """Return how many animals find no place when the largest one serves the largest need."""
    needs = needs[:]
    for capacity in places:
        most = max(needs)
        if not most:
            return 0
        needs[needs.index(most)] = max(0, most - capacity)
    return sum(needs)


def fits(state: State, seat: int, more: Sequence[str] = ()) -> bool:
    """Say whether all farm animals of the seat, and `more` of these kinds, have a place."""
    animals = state.goods[seat]
    total = sum(animals[kind] for kind in FARM_ANIMALS) + len(more)
    if total <= 2 and not more and len({kind for kind in FARM_ANIMALS if animals[kind]}) <= 1:
        return True  # the entry-level dwelling
    if more:
        animals = animals.copy()
        for kind in more:
            animals[kind] += 1
    return most_kept(containers(state, seat), animals, state.reading) == total


def surplus(state: State, seat: int) -> list[str]:
    """Return the kinds of which one animal less would lessen the number that has no place."""
    places, animals = containers(state, seat), state.goods[seat]
    most = most_kept(places, animals, state.reading)
    if most == sum(animals[kind] for kind in FARM_ANIMALS):
        return []
    found = []
    for kind in FARM_ANIMALS:
        if animals[kind]:
            fewer = {**animals, kind: animals[kind] - 1}
            if most_kept(places, fewer, state.reading) == most:
                found.append(kind)
    return found


def arrangement(places: Sequence[Container], animals: Mapping[str, int], reading: str) -> list[Standing]:
    """Return an arrangement that keeps as many farm animals as `most_kept` says."""
    target = most_kept(places, animals, reading)
    watchable = [at for at, place in enumerate(places) if place.watched]
    if reading == "article" or not animals["dog"]:
        return _arranged(places, animals, {}, reading)
    for watching in _watches(places, watchable, animals["dog"]):
        found = _arranged(places, animals, watching, reading)
        if sum(standing.n for standing in found) == target:
            return found
    raise AssertionError("some arrangement keeps what the solver promises")


def _watches(places: Sequence[Container], watchable: list[int], dogs: int) -> list[dict[int, int]]:
    """Return the ways worth trying to set the dogs: container -> dogs."""
    plain = [at for at in watchable if not places[at].capacity]
    ways: list[dict[int, int]] = [{}]
    if plain:
        used = plain[:dogs]
        way = dict.fromkeys(used, 1)
        way[used[0]] += dogs - len(used)
        ways.append(way)
    else:
        ways += [{at: dogs} for at in watchable]
    return ways


def _arranged(
    places: Sequence[Container], animals: Mapping[str, int], watching: Mapping[int, int], reading: str
) -> list[Standing]:
    left = {kind: animals[kind] for kind in FARM_ANIMALS}
    found: list[Standing] = []

    def stand(place: Container, kind: str, room: int, dogs: int = 0) -> None:
        n = min(room, left[kind])
        if n:
            left[kind] -= n
            found.append(Standing(place, kind, n, dogs))

    for at, place in enumerate(places):
        if place.only:
            stand(place, place.only, place.capacity)
        elif at in watching:
            stand(place, "sheep", watching[at] + 1, watching[at])
    if reading == "article":
        stand(Container("dogs", (), animals["dog"], only="sheep"), "sheep", animals["dog"])
    rest = [place for at, place in enumerate(places) if not place.only and at not in watching]
    for place in sorted(rest, key=lambda place: -place.capacity):
        stand(place, max(FARM_ANIMALS, key=lambda kind: left[kind]), place.capacity)
    return found
