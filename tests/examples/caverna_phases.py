"""Worked examples of Caverna: what is no act of a seat: phases of the game, questions about rules and points."""

from collections.abc import Callable
from typing import Any

from domain.caverna.acts import receive, rounds_of, sharpen
from domain.caverna.board import CELL, MOUNTAIN
from domain.caverna.declare import LOOT, SPACES, Container
from domain.caverna.game import GAME
from domain.caverna.goods import FARM_ANIMALS, goods
from domain.caverna.housing import containers, most_kept
from domain.caverna.scoring import bonus_by_tile, parts, winners
from domain.caverna.setup import cards_for, printed_spaces
from domain.caverna.state import State, ready
from domain.caverna.steps.harvest import food_needed
from domain.caverna.steps.people import items
from domain.caverna.steps.rounds import event, replenish, reveal_card
from domain.core.agenda import SYSTEM, answer, decisions, options, settle
from tests.examples.caverna_example import WINDOWS, Example
from tests.examples.caverna_given import NAMES, Board, bare_forest, fill, put_into_play
from tests.examples.caverna_play import Refused, Want, exactly, want_breed
from tests.examples.loading import only

_CONTAINERS = {
    "small_pasture": ("small", 0), "small_pasture_with_stable": ("small", 1), "large_pasture": ("large", 0),
    "large_pasture_1_stable": ("large", 1), "large_pasture_2_stables": ("large", 2), "meadow": ("meadow", 0),
    "meadow_with_stable": ("meadow", 1), "forest_with_stable": ("forest", 1), "forest": ("forest", 0),
    "ore_mine": ("ore_mine", 0), "ruby_mine": ("ruby_mine", 0), "tunnel": ("tunnel", 0), "cavern": ("cavern", 0),
    "deep_tunnel": ("deep_tunnel", 0), "field": ("field", 0), "entry_level_dwelling": ("room", 0),
    "mixed_dwelling": ("room", 0), "breakfast_room": ("room", 0), "cuddle_room": ("room", 0),
}  # fmt: skip


def alone(state: State, seat: int, name: str) -> list[Container]:
    """Return the containers of a board with nothing but this one on it."""
    assert name in _CONTAINERS, f"unknown container: {name}"
    state = state.copy()
    bare_forest(state, seat)
    board, (kind, stables) = Board(state, seat), _CONTAINERS[name]
    cells = [CELL[3, 1], CELL[3, 2]] if kind == "large" else [CELL[3, 1]]
    if kind in ("small", "large"):
        board.pasture(cells)
    elif kind == "room":
        state.rooms[seat] = [[name, CELL[3, 3]]]
        state.land[seat][CELL[3, 3]] = "room"
    elif kind in ("meadow", "field"):
        state.land[seat][cells[0]] = kind
    elif kind != "forest":
        state.land[seat][MOUNTAIN[0]] = kind
    for where in cells[:stables]:
        board.stable(where)
    return containers(state, seat)


def _capacity(example: Example, when: dict[str, Any]) -> None:
    example.found["capacity"] = {
        name: max((place.capacity for place in alone(example.state, 0, name)), default=0) for name in _CONTAINERS
    }


def _hold(example: Example, places: list[Container], animals: dict[str, int], dogs: int) -> None:
    held = {**dict.fromkeys(FARM_ANIMALS, 0), "dog": dogs, **animals}
    if most_kept(places, held, example.state.reading) < sum(held[kind] for kind in FARM_ANIMALS):
        raise Refused("no_room")


def _place_animals(example: Example, when: dict[str, Any]) -> None:
    only(when, ("place",), "when")
    places = alone(example.state, 0, example.given["container"])
    _hold(example, places, when["place"], example.given.get("dogs_here", 0))


def _of_kind(key: str, name: str) -> Callable[[Example, dict[str, Any]], None]:
    def hold(example: Example, when: dict[str, Any]) -> None:
        only(when, (key,), "when")
        _hold(example, [place for place in containers(example.state, 0) if place.name == name], when[key], 0)

    return hold


def _gain(example: Example, when: dict[str, Any]) -> None:
    only(when, ("gain",), "when")
    state = example.state
    state.agenda = [("place_dwarf", 0), ("house", 0)]
    state.facts = []
    receive(state, 0, goods(**when["gain"]))
    told = [(fact[0], fact[1]) for fact in state.facts]
    example.playing().told += told
    example.found["left_over"] = _left_over(example)


def _left_over(example: Example) -> dict[str, int]:
    assert example.player is not None
    state = example.player.state
    kinds = [choice[1] for choice in example.player.listing() if choice[0] == "discard"]
    surplus = homeless(state, example.seat, {})
    assert bool(kinds) == bool(surplus)
    wanted = example.then.get("must_resolve", {}).get("convert_or_discard", {})
    if set(wanted) <= set(kinds) and sum(wanted.values()) == surplus and not homeless(state, example.seat, wanted):
        return dict(wanted)  # one of the ways, where the seat may choose what goes
    return {kinds[0]: surplus} if kinds else {}


def homeless(state: State, seat: int, gone: dict[str, int]) -> int:
    """Return how many farm animals find no place when some are gone."""
    animals = {good: n - gone.get(good, 0) for good, n in state.goods[seat].items()}
    total = sum(animals[kind] for kind in FARM_ANIMALS)
    return total - most_kept(containers(state, seat), animals, state.reading)


def _feeding(example: Example, when: dict[str, Any]) -> None:
    only(when, ("feeding", "pay", "conversions", "working_cave", *EXCHANGES), "when")
    assert when["feeding"] in ("normal", "special")
    special, seat = int(when["feeding"] == "special"), example.seat
    need = food_needed(example.state, seat, special, ())
    example.found["food_needed"] = need
    example.state.agenda = [("close_round", SYSTEM), ("feeding", seat, special, ())]
    player = example.playing()
    for want in exchanges(example, when):
        player.wish(want)
    if "working_cave" in when:
        meal = when["working_cave"]
        meal = {meal: 2 if meal == "ore" else 1} if isinstance(meal, str) else dict(meal)
        age = meal.pop("dwarf", "adult")
        for good, n in meal.items():
            before = player.state.goods[seat][good]
            player.wish(exactly("nourish", good, age))
            assert before - player.state.goods[seat][good] == n
    player.wish(_pay(when["pay"], need) if "pay" in when else PAY)


PAY = Want(lambda choice: choice[0] == "feed", lambda name, fields: name == "dwarfs_fed")


def _pay(food: int, need: int) -> Want:
    """Want so much food paid for what is needed, and markers taken for the rest."""
    choice = ("feed", food, need - food)
    return Want(
        lambda listed: listed == choice, lambda name, fields: name == "dwarfs_fed" and fields["food"] == food, choice
    )


EXCHANGES = ("convert", "convert_together", "convert_separately", "convert_with", "ruby_exchange", "ruby_tile",
             "times", "option", "at", "give_up_weapon")  # fmt: skip
"""What may be done besides in a phase."""


def exchanges(example: Example, when: dict[str, Any]) -> list[Want]:
    """Return the exchanges of a phase: named as acts, as goods given for food, or as what is paid and received."""
    acts = {key: when[key] for key in EXCHANGES if key in when}
    found = _exchange(example, acts) if acts else []
    told = when.get("conversions", "none")
    if told == "none":
        return found
    if isinstance(told, dict) and not {"paid", *EXCHANGES} & set(told):
        told = [{"convert": told}]
    for made in [told] if isinstance(told, dict) else told:
        if "paid" in made:
            (got,) = made["received"]
            (good, n), *_ = made["paid"].items()
            found.append(exactly("convert", good, n) if got == "food" else exactly("spend", got))
        else:
            found += _exchange(example, made if {*EXCHANGES} & set(made) else {"convert": made})
    return found


def _exchange(example: Example, act: dict[str, Any]) -> list[Want]:
    rest = dict(act)
    key = next(key for key in WINDOWS if key in rest)
    found = WINDOWS[key](example, rest)
    return found + _exchange(example, rest) if rest else found


def _breeding(example: Example, when: dict[str, Any]) -> None:
    only(when, ("breeding_phase", "kinds", "choose", "take", "conversions", *EXCHANGES), "when")
    example.state.agenda = [("close_round", SYSTEM), ("breeding", 0)]
    player = example.playing()
    for want in exchanges(example, when):
        player.wish(want)
    for key in ("kinds", "choose", "take"):
        chosen = when.get(key, [])
        for kind in [chosen] if isinstance(chosen, str) else chosen:
            player.wish(want_breed(kind))
    player.finish()
    born = [kind for name, fields in player.told if name == "animals_born" for kind in fields["animals"]]
    example.found["newborn"] = dict.fromkeys(born, 1)
    example.found["gain"] = {good: n for good, n in player.received().items() if good not in born}


def _field_phase(example: Example, when: dict[str, Any]) -> None:
    only(when, ("field_phase",), "when")
    state = example.state
    state.round, state.agenda = 3, [("place_dwarf", 0), ("harvest", SYSTEM)]
    example.playing()


def _third_marker(example: Example, when: dict[str, Any]) -> None:
    only(when, ("choices",), "when")
    assert example.given["event"] == "field_or_breeding"
    state = example.state
    for seat, name in enumerate("AB"):
        given = example.given[f"player_{name}"]
        fill(state, seat, example.given["player_A"] if given == "same_as_A" else given)
    state.round, state.revealed = 8, ["question"] * 3
    state.agenda = [("close_round", SYSTEM), ("harvest", SYSTEM)]
    before = [dict(mine) for mine in state.goods]
    for seat, phase in enumerate(when["choices"].values()):
        example.seat = seat
        player = example.playing()
        player.wish(exactly("choose", phase))
        player.wish(PAY)
        mine = player.state.goods[seat]
        example.found["AB"[seat]] = {
            **mine, **{f"{good}_gained": mine[good] - before[seat][good] for good in mine},
            "food_paid": player.paid().get("food", 0), "begging": player.state.begging[seat],
        }  # fmt: skip
        example.state = player.state


ROUND_OF_EVENT = {"none": 1, "normal": 3, "pay_one_food_per_dwarf": 4}
"""A round that ends with the event in every game."""


def _harvest(example: Example, when: dict[str, Any]) -> None:
    """Hold a whole harvest: fields, exchanges and feeding, newborn."""
    only(when, ("harvest", "kinds", "conversions", *EXCHANGES), "when")
    state = example.state
    state.round = ROUND_OF_EVENT[when["harvest"]]
    state.agenda = [("close_round", SYSTEM), ("harvest", SYSTEM)]
    player = example.playing()
    for want in exchanges(example, when):
        player.wish(want)
    if when["harvest"] != "none":
        player.wish(PAY)
    for kind in when.get("kinds", []):
        player.wish(want_breed(kind))
    player.finish()


def _start_of_round(example: Example, when: dict[str, Any]) -> None:
    only(when, ("start_of_round",), "when")
    example.state.agenda = [("begin_round", SYSTEM)]
    example.playing()


def _start_game(example: Example, when: dict[str, Any]) -> None:
    only(when, ("start_game",), "when")
    options_given = {"furnishings": "full", "reading": "rulebook", **example.given.get("options", {})}
    state = GAME.setup(example.state.seats, options_given, None)
    settle(GAME, state)
    if state.seats > 1:
        asked = decisions(GAME, state)[0]
        choice = options(GAME, state, asked)[-1]
        GAME.steps[asked.kind].take(state, asked.seat, choice=choice)
        state.agenda.clear()
    example.state = state


def _replenish(example: Example, when: dict[str, Any]) -> None:
    only(when, ("replenish_rounds",), "when")
    state, space = example.state, example.given.get("space") or example.given["card"]
    rounds = when["replenish_rounds"]
    numbers = list(range(1, rounds + 1)) if isinstance(rounds, int) else rounds
    if "revealed_in_round" in example.given:
        assert numbers[0] == example.given["revealed_in_round"]
    after = []
    for number in numbers:
        state.round = number
        replenish(state, space)
        after.append(dict(state.stock[space]))
        if number == example.given.get("emptied_after_round"):
            state.stock[space] = {}
    example.found["after_each"] = after


def _events(example: Example, when: dict[str, Any]) -> None:
    only(when, ("query_events",), "when")
    state, markers, found = example.state, example.given.get("markers", []), []
    marked = [number for number in rounds_of(state.seats) if number >= 6]
    for number in when["query_events"]:
        state.round = number
        state.revealed = markers[: marked.index(number) + 1] if markers and number in marked else []
        found.append(event(state))
    example.found["events"] = found


def _solo_round(example: Example, when: dict[str, Any]) -> None:
    only(when, ("start_next_round", "protect"), "when")
    state = example.state
    shown = [SPACES[name].solo_round for name in state.spaces]
    state.round = max([4, *shown])
    for name in list(state.deck):
        if 0 < SPACES[name].solo_round <= state.round:
            put_into_play(state, name)
    state.agenda = [("begin_round", SYSTEM)]
    player = example.playing()
    for space in when.get("protect", []):
        player.wish(exactly("protect", space))
    player.finish()


def _work_phase(example: Example, when: dict[str, Any]) -> None:
    only(when, ("work_phase",), "when")
    state, order = example.state, []
    state.agenda = [("turns", SYSTEM, state.first)]
    state.version, state.facts = 1, []
    settle(GAME, state)
    while (asked := decisions(GAME, state)[0]).kind != "close_round":
        if asked.kind == "place_dwarf":
            order.append(NAMES[asked.seat])
        answer(GAME, state, asked, options(GAME, state, asked)[0])
    example.found["placement_sequence"] = order


def _due(example: Example, when: dict[str, Any]) -> None:
    only(when, ("query_due_strength",), "when")
    if "all_weapons_plus_1" in str(example.given.get("event", "")):
        for dwarf in range(len(example.state.weapons[0])):
            sharpen(example.state, 0, dwarf, 1)
    example.found["next_due_strength"] = ready(example.state, 0)[0]


def _loot_list(example: Example, when: dict[str, Any]) -> None:
    only(when, ("query_loot",), "when")
    strength = example.given["dwarf_strength"]
    possible = [item for item in LOOT.values() if item.needs <= strength]
    offered = {choice[1] for choice in items(example.state, 0, (0, "", strength, 4), ())}
    assert offered <= {item.name for item in possible}
    example.found["items"] = len(possible)


def _reveal(example: Example, when: dict[str, Any]) -> None:
    only(when, ("reveal_card",), "when")
    reveal_card(example.state, when["reveal_card"])


def _imitation_costs(example: Example, when: dict[str, Any]) -> None:
    only(when, ("query_imitation_costs",), "when")
    example.found["costs"] = [
        sorted(SPACES[name].does[1] for name in printed_spaces(n) if SPACES[name].does[0] == "imitate")
        for n in when["query_imitation_costs"]
    ]


def _last_exchanges(example: Example, when: dict[str, Any]) -> None:
    only(when, ("before_scoring",), "when")
    example.state.round = 12
    example.state.agenda = [("score_game", SYSTEM), ("last_exchanges", SYSTEM)]
    player = example.playing()
    acts = when["before_scoring"]
    for act in acts if isinstance(acts, list) else [acts]:
        only(act, EXCHANGES, "before_scoring")
        for want in exchanges(example, act):
            player.wish(want)
    player.finish()


def _find(key: str, look: Callable[[Example, Any], Any]) -> Callable[[Example, dict[str, Any]], None]:
    def find(example: Example, when: dict[str, Any]) -> None:
        only(when, (key,), "when")
        example.found[key] = look(example, when[key])

    return find


def points_of(state: State, seat: int, category: str) -> int:
    """Return the points of a category or of a tile."""
    found = {**parts(state, seat), **bonus_by_tile(state, seat)}
    assert category in found, f"unknown category: {category}"
    return found[category]


def _points(example: Example, wanted: Any) -> Any:
    if isinstance(wanted, str):
        return points_of(example.state, 0, wanted)
    return {category: points_of(example.state, 0, category) for category in wanted}


def _losses(example: Example, wanted: Any) -> int:
    found = parts(example.state, 0)
    shield = bonus_by_tile(example.state, 0).get("writing_chamber", 0)
    return found["missing_kinds"] + found["unused_spaces"] + found["begging"] + shield


def _winners(example: Example, wanted: Any) -> list[str]:
    totals: dict[str, int] = example.given["totals"]
    return [list(totals)[seat] for seat in winners(list(totals.values()))]


PHASES: dict[str, Callable[[Example, dict[str, Any]], None]] = {
    "start_game": _start_game, "replenish_rounds": _replenish, "query_capacity": _capacity, "place": _place_animals,
    "place_in_cuddle_room": _of_kind("place_in_cuddle_room", "cuddle_room"),
    "place_on_fields": _of_kind("place_on_fields", "field"),
    **{
        f"place_in_{name}": _of_kind(f"place_in_{name}", name)
        for name in ("breakfast_room", "mixed_dwelling", "entry_level_dwelling")
    },
    "gain": _gain, "feeding": _feeding,
    "breeding_phase": _breeding, "harvest": _harvest, "field_phase": _field_phase, "choices": _third_marker,
    "start_of_round": _start_of_round, "query_events": _events, "start_next_round": _solo_round,
    "work_phase": _work_phase, "query_due_strength": _due, "query_loot": _loot_list, "reveal_card": _reveal,
    "query_imitation_costs": _imitation_costs, "before_scoring": _last_exchanges,
    "query_spaces": _find("query_spaces", lambda example, value: printed_spaces(example.state.seats)),
    "query_card_of_round": _find(
        "query_card_of_round",
        lambda example, value: [
            next(card for card in cards_for(1) if SPACES[card].solo_round == number) for number in value
        ],
    ),
    "score": _find("score", lambda example, value: None),
    "score_category": _find("score_category", _points), "score_categories": _find("score_categories", _points),
    "score_bonus": _find("score_bonus", _points), "score_loss_total": _find("score_loss_total", _losses),
    "decide_winner": _find("decide_winner", _winners),
}  # fmt: skip
"""What is no act of a seat."""
