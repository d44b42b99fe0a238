"""Worked examples of Caverna: playing what a case wants, and telling what came of it.

A case names acts; the game asks in smaller steps and carries out by itself what leaves no choice. So an
act counts as done if the seat could choose it, or if the game has done it already; else it is refused.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from domain.caverna.board import BONUS
from domain.caverna.game import GAME
from domain.caverna.goods import Goods
from domain.caverna.state import State
from domain.core.agenda import SYSTEM, Decision, apply, decisions, options, settle
from domain.core.choices import Choice
from domain.core.errors import Refusal
from domain.core.plain import canonical, freeze
from tests.examples.caverna_given import cell

WINDOWS = ("convert", "spend", "trade", "disarm")
LOOT_TILES = ("cover", "erect", "fence")
"""What an item of loot may ask: where its tile, stable or fence is to go."""


class Refused(Exception):
    """What a case wants is not offered."""


@dataclass
class Want:
    """An act: the choices that are it, the fact that shows it done, and one choice to be refused with."""

    matches: Callable[[Choice], bool]
    fact: Callable[[str, dict[str, Any]], bool] = lambda name, fields: False
    sample: Choice | None = None
    window: bool = False
    only_if: Callable[[Decision | None], bool] | None = None
    """What is done if this is asked just now, and else left out."""


def exactly(*choice: Any) -> Want:
    """Want one choice."""
    return Want(lambda listed: listed == choice, sample=tuple(choice), window=choice[0] in WINDOWS)


class Player:
    """Plays for one seat."""

    def __init__(self, state: State, seat: int) -> None:
        state.facts, state.version = [], 1
        self.state, self.seat = state, seat
        settle(GAME, state)
        self.told: list[tuple[str, dict[str, Any]]] = [(fact[0], fact[1]) for fact in state.facts]
        self.state.facts = None
        self.rule: str | None = None
        self.cells: list[Any] = []
        self.rooms: list[tuple[str, int]] = []
        self.furnish: list[str] = []
        self.replaced: tuple[str, ...] | None = None

    def decision(self) -> Decision | None:
        """Return what the seat is asked."""
        return next((asked for asked in decisions(GAME, self.state) if asked.seat == self.seat), None)

    def listing(self) -> list[Choice]:
        """Return what the seat may choose."""
        asked = self.decision()
        return [] if asked is None else options(GAME, self.state, asked)

    def do(self, choice: Choice, want: Want | None = None) -> None:
        """Make a listed choice; the fact that belongs to it is used up."""
        before = self.state.copy()
        before.facts = []
        after = apply(GAME, before, self.seat, choice)
        facts, after.facts = after.facts, None
        self.state = after
        told = [(fact[0], fact[1]) for fact in facts]
        if want is not None:
            self._use_up(told, want)
        self.told += told

    def _use_up(self, told: list[tuple[str, dict[str, Any]]], want: Want) -> bool:
        for i, (name, fields) in enumerate(told):
            if "used" not in fields and want.fact(name, fields):
                told[i] = (name, {**fields, "used": True})
                return True
        return False

    def wish(self, want: Want) -> None:
        """Do what is wanted, or find it done; raises `Refused`."""
        if want.only_if is not None:
            if want.only_if(self.decision()):
                self.do(next(choice for choice in self.listing() if want.matches(choice)))
            return None
        for _ in range(30):
            listing = self.listing()
            fitting = [choice for choice in listing if want.matches(choice)]
            if fitting:
                return self.do(plainest(fitting), want)
            if self._use_up(self.told, want):
                return None
            if not self._bridge(listing, want):
                break
        self._refuse(want)
        return None

    def _bridge(self, listing: list[Choice], want: Want) -> bool:
        """Answer what is asked on the way: cell, payment, the tile of a loot item, departure, ending a trip."""
        asked = self.decision()
        if asked is None:
            return want.window and self._after_the_action()
        if asked.kind == "act" and self._from_loot() and {choice[0] for choice in listing} <= set(LOOT_TILES):
            self.do(plainest(listing))
        elif asked.kind == "site":
            self.do(self._site(listing))
        elif asked.kind == "payment":
            self.do(listing[0] if self.replaced is None else ("pay", self.replaced))
        elif self.furnish and ("furnish", self.furnish[0]) in listing:
            self.do(("furnish", self.furnish.pop(0)))
        elif ("travel",) in listing and want.sample and want.sample[0] == "loot":
            self.do(("travel",))
        elif ("stop",) in listing and (asked.kind == "loot" or _is(want, "discard")) and not want.window:
            self.do(("stop",))
        else:
            return False
        return True

    def _from_loot(self) -> bool:
        """Say whether what is asked belongs to an item of loot."""
        return any(entry[0] == "next_loot" for entry in self.state.agenda)

    def _after_the_action(self) -> bool:
        """Let the seat exchange once more: what it could as well do with its next decision, others' turns later."""
        if not any(name == "dwarf_placed" for name, _ in self.told):
            return False
        self.state.agenda.append(("settle_up", self.seat, "after_action"))
        return True

    def take_what_lies(self) -> None:
        """Take and gain what the space offers, before something else is done."""
        while (listing := self.listing()) and listing[0] in (("take",), ("gain",)):
            self.do(listing[0])

    def check_rooms(self) -> None:
        """Refuse what was furnished elsewhere than wanted: there was no choice of the cell."""
        for name, where in self.rooms:
            if [name, where] not in self.state.rooms[self.seat]:
                raise Refused("no_such_site")

    def _site(self, listing: list[Choice]) -> Choice:
        wanted = ("site", self.cells.pop(0)) if self.cells else listing[0]
        if wanted not in listing:
            self._refuse(exactly(*wanted))
        return wanted

    def _refuse(self, want: Want) -> None:
        """Check that the game refuses and changes nothing."""
        if want.sample is not None:
            before = canonical(freeze(self.state))
            try:
                apply(GAME, self.state, self.seat, want.sample)
            except Refusal as refusal:
                self.rule = refusal.rule
                assert before == canonical(freeze(self.state)), "a refusal changed the position"
                assert refusal.code in ("illegal_choice", "not_your_decision"), refusal.code
            else:
                raise AssertionError(f"{want.sample} is accepted")
        raise Refused(self.rule)

    def end_trip(self) -> None:
        """Answer cell and payment of the last item, and go home."""
        while (asked := self.decision()) is not None and asked.kind in ("site", "payment"):
            self._bridge(self.listing(), exactly("stop"))
        if asked is not None and asked.kind == "loot":
            self.do(("stop",))

    def finish(self) -> None:
        """Answer what is left open with the least: cells and payments given, then stopping."""
        for _ in range(40):
            listing, asked = self.listing(), self.decision()
            if asked is None or asked.kind in ("release", "place_dwarf"):
                return
            if self._bridge(listing, exactly("stop")):
                continue
            if ("stop",) in listing:
                self.do(("stop",))
            elif listing[0] in (("take",), ("gain",)):
                self.do(listing[0])
            else:
                return

    def received(self) -> dict[str, int]:
        """Add up what the seat received."""
        return self._sum("goods_received")

    def paid(self) -> dict[str, int]:
        """Add up what the seat paid."""
        return self._sum("goods_paid")

    def born(self) -> list[str]:
        """Return the kinds of the newborn animals."""
        return [kind for name, fields in self.told if name == "animals_born" for kind in fields["animals"]]

    def _sum(self, name: str) -> dict[str, int]:
        total: Counter[str] = Counter()
        for fact, fields in self.told:
            if fact == name and fields["seat"] == self.seat:
                total.update(fields["goods"])
        return dict(total)

    def close(self) -> None:
        """Let SYSTEM do what it is asked."""
        asked = decisions(GAME, self.state)[0]
        assert asked.seat == SYSTEM
        self.state = apply(GAME, self.state, SYSTEM, options(GAME, self.state, asked)[0])


def _is(want: Want, verb: str) -> bool:
    return want.sample is not None and want.sample[0] == verb


def plainest(listing: list[Choice]) -> Choice:
    """Return the first choice that lays nothing on a cell with a printed bonus, or the first one."""
    laying = (choice for choice in listing if choice[0] in ("lay", "cover"))
    return next((choice for choice in laying if not BONUS.keys() & set(choice[2:])), listing[0])


# Wants by what a case says.


def laid(kinds: tuple[str, ...], cells: list[int]) -> Callable[[str, dict[str, Any]], bool]:
    """Recognize a tile in the facts."""

    def seen(name: str, fields: dict[str, Any]) -> bool:
        if name != "tile_laid" or tuple(sorted(fields["kinds"])) != tuple(sorted(kinds)):
            return False
        return not cells or sorted(fields["cells"]) == sorted(cells)

    return seen


TWIN_HALVES = {
    "meadow_field": ("meadow", "field"), "cavern_tunnel": ("cavern", "tunnel"), "cavern_cavern": ("cavern", "cavern"),
    "ore_mine_deep_tunnel": ("ore_mine", "deep_tunnel"),
}  # fmt: skip


def want_twin(tile: str | None, cells: list[Any]) -> Want:
    """Want a twin tile, on given cells for its halves or anywhere."""
    at = [cell(each) for each in cells]
    kinds = TWIN_HALVES[tile] if tile else ()

    def matches(choice: Choice) -> bool:
        if choice[0] != "lay" or (tile and choice[1] != tile):
            return False
        return not at or list(choice[2:]) == at or (tile == "cavern_cavern" and sorted(choice[2:]) == sorted(at))

    def fact(name: str, fields: dict[str, Any]) -> bool:
        if not tile:
            return name == "tile_laid" and len(fields["cells"]) == 2
        return laid(kinds, at)(name, fields)

    return Want(matches, fact, ("lay", tile, *at) if tile and at else None)


def want_pasture(cells: list[Any] | None, large: bool) -> Want:
    """Want a pasture on cells, or anywhere."""
    at = sorted(cell(each) for each in cells or [])
    kind = ("large_pasture",) * 2 if large else ("small_pasture",)
    sample = ("fence", at[0], at[1] if large else None) if at else None

    def matches(choice: Choice) -> bool:
        return choice[0] == "fence" and (choice[2] is not None) == large and (not at or choice == sample)

    return Want(matches, laid(kind, at), sample)


def want_stable(at: Any = None) -> Want:
    """Want a stable."""
    where = None if at is None else cell(at)
    return Want(
        lambda choice: choice[0] == "erect" and where in (None, choice[1]),
        lambda name, fields: name == "stable_placed" and where in (None, fields["cell"]),
        None if where is None else ("erect", where),
    )


def want_mine(at: Any = None) -> Want:
    """Want a ruby mine."""
    if at is None:
        return Want(lambda choice: choice[0] == "mine", laid(("ruby_mine",), []), ("mine", 0))
    return Want(lambda choice: choice == ("mine", cell(at)), laid(("ruby_mine",), [cell(at)]), ("mine", cell(at)))


def want_single(tile: str, at: Any = None) -> Want:
    """Want a single tile on a cell, or anywhere."""
    if at is None:
        return Want(lambda choice: choice[:2] == ("cover", tile), laid((tile,), []), ("cover", tile, 0), window=True)
    where = cell(at)
    return Want(
        lambda choice: choice == ("cover", tile, where), laid((tile,), [where]), ("cover", tile, where), window=True
    )


def want_room(tile: str) -> Want:
    """Want a furnishing tile."""
    return Want(
        lambda choice: choice == ("furnish", tile),
        lambda name, fields: name == "cavern_furnished" and fields["tile"] == tile,
        ("furnish", tile),
    )


def want_crop(crop: str, at: Any = None) -> Want:
    """Want a field sown."""
    where = None if at is None else cell(at)
    return Want(
        lambda choice: choice[:2] == ("sow", crop) and where in (None, choice[2]),
        lambda name, fields: name == "field_sown" and fields["crop"] == crop and where in (None, fields["cell"]),
        ("sow", crop, where or 0),
    )


def want_what_comes_first() -> Want:
    """Want what lies on a space, or its goods, where these come before all other parts."""

    def comes_first(asked: Decision | None) -> bool:
        if asked is None or asked.kind != "act":
            return False
        tree = asked.args[1]
        return bool(tree[0] == "and_then_or" and tree[1][0][0] in ("take_all", "gain"))

    return Want(lambda choice: choice in (("take",), ("gain",)), only_if=comes_first)


def want_token() -> Want:
    """Want the starting player token."""
    return Want(lambda choice: choice == ("take",), lambda name, fields: name == "starting_player_changed", ("take",))


def want_loot(item: str) -> Want:
    """Want an item of loot."""
    return Want(lambda choice: choice == ("loot", item), sample=("loot", item))


def want_travel() -> Want:
    """Want to depart."""
    return Want(lambda choice: choice == ("travel",), lambda name, fields: name == "expedition_started", ("travel",))


def want_growth() -> Want:
    """Want a child."""
    return Want(lambda choice: choice == ("grow",), lambda name, fields: name == "dwarf_born", ("grow",))


def want_weapon(strength: int) -> Want:
    """Want a weapon forged."""
    return Want(
        lambda choice: choice == ("forge", strength),
        lambda name, fields: name == "weapon_forged" and fields["strength"] == strength,
        ("forge", strength),
    )


def want_goods(verb: str) -> Want:
    """Want to take what lies there, or to gain."""
    return Want(
        lambda choice: choice == (verb,), lambda name, fields: name == "goods_received", (verb,)
    )


def want_breed(kind: str) -> Want:
    """Want a newborn."""
    return Want(
        lambda choice: choice == ("breed", kind),
        lambda name, fields: name == "animals_born" and kind in fields["animals"],
        ("breed", kind),
    )


def want_space(space: str) -> Want:
    """Want a dwarf placed."""
    return Want(
        lambda choice: choice == ("place", space),
        lambda name, fields: name == "dwarf_placed" and fields["space"] == space,
        ("place", space),
    )


def want_target(space: str) -> Want:
    """Want a space imitated."""
    return Want(
        lambda choice: choice == ("imitate", space),
        lambda name, fields: name == "space_imitated" and fields["space"] == space,
        ("imitate", space),
    )


def nonzero(amounts: Goods | dict[str, int]) -> dict[str, int]:
    """Leave out what is nothing."""
    return {good: n for good, n in dict(amounts).items() if n}
