"""Housing: the solver against trying everything, dogs under both readings, what has to go."""

from itertools import product

import pytest

from domain.caverna.declare import Container
from domain.caverna.goods import FARM_ANIMALS
from domain.caverna.housing import arrangement, containers, fits, most_kept, surplus
from tests.helpers.walk import SeededRng
from tests.unit.domain.caverna.scene import asked, farm, go, got, lay, listed, paid, start

READINGS = ("rulebook", "article")


def tried(places: list[Container], animals: dict[str, int], reading: str) -> int:
    """Return the most that can be kept, by trying every use of every container and every spread of the dogs."""
    dogs = animals["dog"]
    watched = [place for place in places if place.watched]
    spreads = [()] if reading == "article" else spread(dogs, len(watched))
    best = 0
    for many in spreads:
        at = iter(many)
        uses = []
        for place in places:
            n = next(at) if place.watched and reading != "article" else 0
            kinds = [place.only] if place.only else list(FARM_ANIMALS)
            uses.append([(kind, max(place.capacity, n + 1 if n and kind == "sheep" else 0)) for kind in kinds])
        for use in product(*uses):
            room = dict.fromkeys(FARM_ANIMALS, 0)
            for kind, capacity in use:
                room[kind] += capacity
            if reading == "article":
                room["sheep"] += dogs
            best = max(best, sum(min(room[kind], animals[kind]) for kind in FARM_ANIMALS))
    return best


def spread(dogs: int, places: int) -> list[tuple[int, ...]]:
    """Return every way to set up to so many dogs on places."""
    return [many for many in product(range(dogs + 1), repeat=places) if sum(many) <= dogs]


def random_places(rng: SeededRng) -> list[Container]:
    kinds = [
        Container("meadow", (0,), 0, watched=True), Container("meadow", (1,), 1, watched=True),
        Container("small_pasture", (2,), 2, watched=True), Container("small_pasture", (3,), 4, watched=True),
        Container("large_pasture", (4, 5), 4, watched=True), Container("large_pasture", (6, 7), 8, watched=True),
        Container("dwelling", (8,), 2), Container("field", (9,), 1), Container("mine", (10,), 1, only="donkey"),
        Container("forest_stable", (11,), 1, only="wild_boar"), Container("cuddle", (12,), 3, only="sheep"),
    ]  # fmt: skip
    return [rng.one_of(kinds) for _ in range(1 + rng.below(5))]


@pytest.mark.parametrize("reading", READINGS)
def test_the_solver_agrees_with_trying_everything(reading):
    rng = SeededRng(f"housing {reading}")
    for _ in range(250):
        places = random_places(rng)
        animals = {kind: rng.below(7) for kind in FARM_ANIMALS} | {"dog": rng.below(4)}

        most = tried(places, animals, reading)

        assert most == most_kept(places, animals, reading), (places, animals)


@pytest.mark.parametrize("reading", READINGS)
def test_the_arrangement_keeps_what_the_solver_promises(reading):
    rng = SeededRng(f"arranging {reading}")
    for _ in range(400):
        places = random_places(rng) + random_places(rng)
        animals = {kind: rng.below(9) for kind in FARM_ANIMALS} | {"dog": rng.below(6)}

        found = arrangement(places, animals, reading)

        assert most_kept(places, animals, reading) == sum(each.n for each in found)
        for kind in FARM_ANIMALS:
            assert sum(each.n for each in found if each.kind == kind) <= animals[kind]
        assert sum(each.dogs for each in found) <= animals["dog"]
        for each in found:
            room = max(each.container.capacity, each.dogs + 1 if each.dogs else 0)
            assert each.n <= room and each.container.only in ("", each.kind)
            assert not each.dogs or (each.kind == "sheep" and each.container.watched)
            assert each.container.name == "dogs" or found.count(each) <= places.count(each.container)


def test_capacities_of_a_board():
    state = farm(lands={(1, 3): "ore_mine", (1, 4): "ruby_mine", (0, 0): "forest+stable", (0, 1): "meadow+stable"})
    lay(state, "small_pasture+stable", (3, 0))
    lay(state, "meadow", (2, 0))
    lay(state, "large_pasture", (2, 1), (2, 2))

    found = {(place.name, place.capacity, place.only) for place in containers(state, 0)}

    assert {
        ("ore_mine", 1, "donkey"), ("ruby_mine", 1, "donkey"), ("forest_stable", 1, "wild_boar"), ("meadow", 1, ""),
        ("meadow", 0, ""), ("small_pasture", 4, ""), ("large_pasture", 4, ""), ("entry_level_dwelling", 2, ""),
    } == found  # fmt: skip


@pytest.mark.parametrize(("stables", "capacity"), [(0, 4), (1, 8), (2, 16)])
def test_a_large_pasture_doubles_with_every_stable(stables, capacity):
    state = farm()
    lay(state, f"large_pasture+{stables}" if stables else "large_pasture", (3, 0), (3, 1))

    assert capacity == max(place.capacity for place in containers(state, 0))


@pytest.mark.parametrize(
    ("reading", "dogs", "meadows", "sheep"),
    [("rulebook", 2, 1, 5), ("rulebook", 2, 2, 6), ("rulebook", 1, 2, 4), ("article", 2, 1, 4), ("article", 0, 2, 2)],
)
def test_dogs_on_plain_meadows_beside_the_entry_level_dwelling(reading, dogs, meadows, sheep):
    state = farm(reading=reading, supply={"dog": dogs, "sheep": sheep})
    for row in range(meadows):
        lay(state, "meadow", (row, 0))

    assert fits(state, 0) and not fits(state, 0, ("sheep",))


def test_only_what_helps_is_offered_for_discarding():
    state = start(farm(supply={"sheep": 3, "cattle": 1}), ("house", 0))

    assert ["sheep", "cattle"] == surplus(state, 0)
    assert [("discard", "sheep"), ("discard", "cattle")] == [c for c in listed(state) if c[0] == "discard"]
    assert ["sheep"] == surplus(farm(supply={"sheep": 3}), 0)


def test_animals_without_a_place_are_converted_or_discarded_one_by_one():
    state = start(farm(supply={"sheep": 4}), ("house", 0))

    after = go(state, ("convert", "sheep", 1), ("discard", "sheep"))

    assert {"food": 1} == got(after) and {"sheep": 2} == paid(after)
    assert (-2, "close_round") == asked(after)
