"""The end of a round: harvest, feeding, breeding, and animals that find no place.

All seats are asked at once; nobody's answer touches another seat. Source: rule book p. 9-10, p. 20.
"""

from domain.caverna.acts import born, pay, receive, tiles_of
from domain.caverna.goods import FARM_ANIMALS, Goods, added, covers
from domain.caverna.housing import containers, fits, most_kept, surplus
from domain.caverna.state import State
from domain.caverna.steps.exchange import WINDOW_VERBS, exchange, why_no_exchange, windows
from domain.caverna.steps.rounds import event
from domain.core.agenda import Entry, Step, gather, tell
from domain.core.choices import Choice

ADULT, NEWBORN, ONE_FOOD = 2, 1, 1
"""Food for a dwarf in a feeding, and in the feeding of 1 food each."""


class Harvest(Step[State]):
    """Hold the event of the round."""

    def run(self, state: State, seat: int) -> None:
        """Harvest the fields, then ask all seats to feed and to breed."""
        what = event(state)
        tell(state, "harvest_begun", round=state.round, event=what)
        lanes: list[list[Entry]] = []
        for actor in range(state.seats):
            if what == "normal":
                harvest_fields(state, actor)
                lanes.append([("breeding", actor), ("house", actor), ("feeding", actor, 0, ())])
            elif what == "pay_one_food_per_dwarf":
                lanes.append([("house", actor), ("feeding", actor, 1, ())])
            elif what == "field_or_breeding":
                lanes.append([("choose_phase", actor)])
        gather(state, lanes)


def harvest_fields(state: State, seat: int) -> None:
    """Take one token from every sown field; an emptied field is an empty field again."""
    got = added((crop, 1) for _, crop, _ in state.sown[seat])
    state.sown[seat] = [[cell, crop, tokens - 1] for cell, crop, tokens in state.sown[seat] if tokens > 1]
    tell(state, "fields_harvested", seat=seat, goods=dict(got))
    receive(state, seat, got)


class ChoosePhase(Step[State]):
    """Third question mark: field or breeding phase; feeding in any case."""

    asks = True
    verbs = ("choose",)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List the two phases."""
        return [("choose", "field"), ("choose", "breeding")]

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Announce it; what follows concerns this seat alone."""
        tell(state, "phase_chosen", seat=seat, phase=choice[1])
        if choice[1] == "field":
            harvest_fields(state, seat)
        else:
            state.agenda.append(("breeding", seat))
        state.agenda += [("house", seat), ("feeding", seat, 0, ())]


# Feeding.

Fed = tuple[int, ...]
"""Food spared by dwarfs that were fed with something else, one item for each."""


def food_needed(state: State, seat: int, special: int, fed: Fed) -> int:
    """Return the food still to be paid, as things stand."""
    dwarfs, newborn = len(state.weapons[seat]), state.newborn[seat]
    need = dwarfs * ONE_FOOD if special else (dwarfs - newborn) * ADULT + newborn * NEWBORN
    need -= sum(made.spares(state, seat) for made in tiles_of(state, seat) if made.spares)
    return max(0, max(0, need) - sum(fed))


class Feeding(Step[State]):
    """Feed without asking if there is nothing to decide."""

    def run(self, state: State, seat: int, special: int, fed: Fed) -> None:
        """Ask if anything but paying is possible."""
        listing = FEED.options(state, seat, special, fed)
        if len(listing) == 1:
            FEED.take(state, seat, special, fed, choice=listing[0])
        else:
            state.agenda.append(("feed", seat, special, fed))


class Feed(Step[State]):
    """Pay what can be paid and beg for the rest; or feed a dwarf with something else, or exchange first.

    Food in the supply has to be used before a begging marker is taken; exchanges are voluntary.
    """

    asks = True
    verbs = ("feed", "nourish", *WINDOW_VERBS)

    def options(self, state: State, seat: int, special: int, fed: Fed) -> list[Choice]:
        """List the payment, substitutes, exchanges."""
        need = food_needed(state, seat, special, fed)
        paid = min(need, state.goods[seat]["food"])
        substitutes = self._substitutes(state, seat, special) if need and not fed else []
        return [("feed", paid, need - paid), *substitutes, *windows(state, seat)]

    def _substitutes(self, state: State, seat: int, special: int) -> list[Choice]:
        ages = ["adult"]
        if state.newborn[seat] and not special:
            ages.append("newborn")
        meals = (meal for made in tiles_of(state, seat) for meal in made.feeds)
        return [
            ("nourish", meal[0][0], age) for meal in meals if covers(state.goods[seat], meal) for age in ages
        ]

    def take(self, state: State, seat: int, special: int, fed: Fed, *, choice: Choice) -> None:
        """Pay; or prepare, and be asked again."""
        if choice[0] == "feed":
            _, paid, begging = choice
            pay(state, seat, (("food", paid),) if paid else ())
            state.begging[seat] += begging
            tell(state, "dwarfs_fed", seat=seat, food=paid, begging=begging)
        elif choice[0] == "nourish":
            pay(state, seat, _meal(state, seat, choice[1]))
            worth = ONE_FOOD if special else ADULT if choice[2] == "adult" else NEWBORN
            state.agenda.append(("feeding", seat, special, (*fed, worth)))
        else:
            state.agenda.append(("feeding", seat, special, fed))
            exchange(state, seat, choice)

    def why_not(self, state: State, seat: int, special: int, fed: Fed, *, choice: Choice) -> str | None:
        """Name the rule that bars it."""
        listing = self.options(state, seat, special, fed)
        if choice in listing:
            return None
        if choice[0] in WINDOW_VERBS:
            return why_no_exchange(state, seat, choice)
        if choice[0] == "nourish":
            return "one_dwarf_only" if fed else "no_such_meal"
        return "food_may_not_be_held_back" if choice[1] < listing[0][1] else "not_what_is_needed"


FEED = Feed()


def _meal(state: State, seat: int, good: str) -> Goods:
    """Return the whole substitute that begins with a good."""
    return next(meal for made in tiles_of(state, seat) for meal in made.feeds if meal[0][0] == good)


# Breeding.


class Breeding(Step[State]):
    """Begin the breeding phase of a seat: the kinds of which it has two."""

    def run(self, state: State, seat: int) -> None:
        """Ask for those that find room."""
        kinds = tuple(kind for kind in FARM_ANIMALS if state.goods[seat][kind] >= 2)
        if kinds:
            state.agenda.append(("offspring", seat, kinds, ()))


class Offspring(Step[State]):
    """Let the newborn come; ask only if they do not all find room."""

    def run(self, state: State, seat: int, kinds: tuple[str, ...], taken: tuple[str, ...]) -> None:
        """Take all, none, or ask."""
        left = tuple(kind for kind in kinds if kind not in taken)
        if fits(state, seat, (*taken, *left)):
            born(state, seat, (kind for kind in kinds if kind in (*taken, *left)))
        elif len(BREED.options(state, seat, kinds, taken)) > 1:
            state.agenda.append(("breed", seat, kinds, taken))
        else:
            born(state, seat, (kind for kind in kinds if kind in taken))


_BOUGHT_ANIMALS = tuple(("spend", kind) for kind in FARM_ANIMALS)
"""Not while newborn wait for room."""


class Breed(Step[State]):
    """Choose which newborn to take when room is short; make room with animals that do not breed."""

    asks = True
    verbs = ("breed", "stop", *WINDOW_VERBS)

    def options(self, state: State, seat: int, kinds: tuple[str, ...], taken: tuple[str, ...]) -> list[Choice]:
        """List the newborn that find room, the exchanges that may make room, and stopping.

        Parents and newborn cannot be converted; so exchanges that give animals away concern single ones.
        """
        listing: list[Choice] = [
            ("breed", kind) for kind in kinds if kind not in taken and fits(state, seat, (*taken, kind))
        ]
        if not listing and not self._may_make_room(state, seat, kinds, taken):
            return [("stop",)]
        useful = [choice for choice in windows(state, seat, kinds) if choice not in _BOUGHT_ANIMALS]
        return [*listing, *useful, ("stop",)]

    def _may_make_room(self, state: State, seat: int, kinds: tuple[str, ...], taken: tuple[str, ...]) -> bool:
        """Say whether a ruby, or giving away all that does not breed, might make room for a newborn."""
        mine = state.goods[seat]
        if mine["ruby"]:
            return True
        others = [kind for kind in FARM_ANIMALS if kind not in kinds and mine[kind]]
        if not others:
            return False
        fewer = {**mine, **dict.fromkeys(others, 0)}
        total = sum(fewer[kind] for kind in FARM_ANIMALS) + len(taken) + 1
        places = containers(state, seat)
        for kind in kinds:
            if kind not in taken:
                more = fewer.copy()
                for newborn in (*taken, kind):
                    more[newborn] += 1
                if most_kept(places, more, state.reading) == total:
                    return True
        return False

    def take(
        self, state: State, seat: int, kinds: tuple[str, ...], taken: tuple[str, ...], *, choice: Choice
    ) -> None:
        """Take one more newborn, make room, or end."""
        if choice[0] == "stop":
            born(state, seat, (kind for kind in kinds if kind in taken))
        elif choice[0] == "breed":
            state.agenda.append(("offspring", seat, kinds, (*taken, choice[1])))
        else:
            if choice[0] == "spend":
                state.agenda.append(("house", seat))  # a bought tile may bring a wild boar
            state.agenda.append(("offspring", seat, kinds, taken))
            exchange(state, seat, choice)

    def why_not(
        self, state: State, seat: int, kinds: tuple[str, ...], taken: tuple[str, ...], *, choice: Choice
    ) -> str | None:
        """Name the rule that bars it."""
        if choice in self.options(state, seat, kinds, taken):
            return None
        if choice[0] == "breed":
            return "no_room_for_newborn" if choice[1] in kinds else "needs_two_parents"
        if choice[0] == "convert" and choice[1] in kinds:
            return "parents_are_kept"
        return why_no_exchange(state, seat, choice)


BREED = Breed()


# Housing.


class House(Step[State]):
    """Go on if every animal has a place; else ask what is to go."""

    def run(self, state: State, seat: int) -> None:
        """Ask only if something has to go."""
        if not fits(state, seat):
            state.agenda.append(("release", seat))


class Release(Step[State]):
    """Convert or discard animals that find no place, or make room by an exchange."""

    asks = True
    verbs = ("discard", *WINDOW_VERBS)

    def options(self, state: State, seat: int) -> list[Choice]:
        """List the kinds of which one animal less helps, and all exchanges."""
        return [*[("discard", kind) for kind in surplus(state, seat)], *windows(state, seat)]

    def take(self, state: State, seat: int, *, choice: Choice) -> None:
        """Let one go, or exchange; then look again."""
        state.agenda.append(("house", seat))
        if choice[0] == "discard":
            pay(state, seat, ((choice[1], 1),))
            tell(state, "animal_discarded", seat=seat, animal=choice[1])
        else:
            exchange(state, seat, choice)

    def why_not(self, state: State, seat: int, *, choice: Choice) -> str | None:
        """Name the rule that bars it."""
        if choice in self.options(state, seat):
            return None
        return why_no_exchange(state, seat, choice) if choice[0] in WINDOW_VERBS else "animal_has_a_place"


# The end.


class LastExchanges(Step[State]):
    """Before scoring, ask every seat that could still exchange something."""

    def run(self, state: State, seat: int) -> None:
        """Ask them all at once."""
        gather(state, [[("house", actor), ("last_call", actor)] for actor in range(state.seats)])


class LastCall(Step[State]):
    """Ask a seat for its last exchanges, if it has any."""

    def run(self, state: State, seat: int) -> None:
        """Ask if anything can be exchanged."""
        if windows(state, seat):
            state.agenda.append(("settle_up", seat, "last_call"))


class AfterAction(Step[State]):
    """Ask a seat that has carried out its action whether it spends rubies.

    Without a ruby, every exchange can as well be made with the seat's next decision.
    """

    def run(self, state: State, seat: int) -> None:
        """Ask who holds a ruby."""
        if state.goods[seat]["ruby"]:
            state.agenda.append(("settle_up", seat, "after_action"))


class SettleUp(Step[State]):
    """Exchange, as often as wanted, after an action or before the points are counted."""

    asks = True
    verbs = ("stop", *WINDOW_VERBS)

    def options(self, state: State, seat: int, occasion: str) -> list[Choice]:
        """List the exchanges, and stopping."""
        return [*windows(state, seat), ("stop",)]

    def take(self, state: State, seat: int, occasion: str, *, choice: Choice) -> None:
        """Exchange and be asked again, or stop."""
        if choice[0] != "stop":
            state.agenda.append((occasion, seat))
            exchange(state, seat, choice)

    def why_not(self, state: State, seat: int, occasion: str, *, choice: Choice) -> str | None:
        """Name the rule that bars it."""
        return None if choice in self.options(state, seat, occasion) else why_no_exchange(state, seat, choice)
