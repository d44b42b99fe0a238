"""The golden game of Caverna: a whole solo game, with the supply after every turn and harvest."""

from typing import Any

from domain.caverna.board import COORDINATES, unused_cells
from domain.caverna.declare import TILES
from domain.caverna.game import GAME
from domain.caverna.goods import GOODS
from domain.caverna.housing import arrangement, containers, fits
from domain.caverna.scoring import bonus_by_tile, parts
from domain.caverna.state import ready
from domain.core.agenda import decisions
from tests.examples.caverna_given import cell
from tests.examples.caverna_play import (
    Player,
    Want,
    exactly,
    nonzero,
    want_crop,
    want_goods,
    want_growth,
    want_loot,
    want_pasture,
    want_room,
    want_space,
    want_stable,
    want_travel,
    want_twin,
    want_weapon,
)  # fmt: skip
from tests.examples.loading import Case, only

GAME_KEYS = (
    "title", "players", "game", "provenance", "adaptation", "compatibility", "initial", "rounds", "final", "score",
)  # fmt: skip
ROUND_KEYS = ("round", "new_card", "on_spaces", "purged", "turns", "harvest", "dwarf_strengths_after")
TURN_KEYS = ("space", "dwarf_strength", "steps", "after")
HARVEST_KEYS = (
    "event", "after", "food_needed", "begging_taken", "eligible_to_breed", "newborn", "field_phase", "conversions",
    "breeding_cave_food",
)  # fmt: skip


def run(case: Case) -> None:
    """Play the game through."""
    only(case, GAME_KEYS, "the game")
    assert case["players"] == 1 and case["game"] == "full"
    state = GAME.setup(1, {"furnishings": "full", "reading": "rulebook"}, None)
    assert nonzero(state.goods[0]) == case["initial"]["supply"]
    assert state.weapons[0] == case["initial"]["dwarf_strengths"]
    player = Player(state, 0)
    for played in case["rounds"]:
        play_round(player, played)
    player.finish()
    player.close()
    assert player.state.over
    judge(player, case)


def play_round(player: Player, played: dict[str, Any]) -> None:
    """Play one round: what lies on the spaces, the turns, the harvest."""
    only(played, ROUND_KEYS, "the round")
    state = player.state
    assert played["round"] == state.round
    assert played["new_card"] in state.spaces[-1]
    assert played["on_spaces"] == {space: nonzero(lying) for space, lying in state.stock.items() if lying}
    purged = [fields for name, fields in player.told if name == "space_purged" and fields.setdefault("seen", 0) == 0]
    assert played.get("purged", []) == [{"space": fields["space"], "goods": fields["goods"]} for fields in purged]
    for fields in purged:
        fields["seen"] = 1
    for turn in played["turns"]:
        take_turn(player, turn)
    harvest(player, played["harvest"])
    assert played["dwarf_strengths_after"] == sorted(player.state.weapons[0])


def take_turn(player: Player, turn: dict[str, Any]) -> None:
    """Place a dwarf and carry out the steps; exchanges that come first are made with the placing."""
    only(turn, TURN_KEYS, "the turn")
    steps = list(turn["steps"])
    while steps[0]["op"] == "ruby_exchange":
        player.wish(want(player, steps.pop(0)))
    if turn["dwarf_strength"] != ready(player.state, 0)[0]:
        player.wish(exactly("overtake", turn["dwarf_strength"]))
    player.told.clear()
    player.wish(want_space(turn["space"]))
    for step in steps:
        if step["op"] == "expedition_end":
            player.end_trip()
            assert step["new_strength"] in player.state.weapons[0]
        elif step["op"] != "gain" or ("gain",) in player.listing():
            player.wish(want(player, step))
    player.finish()
    assert turn["after"] == nonzero(player.state.goods[0]), turn["space"]


def want(player: Player, step: dict[str, Any]) -> Want:
    """Return what a step of a turn is."""
    op = step["op"]
    if op == "ruby_exchange":
        (got,) = step["received"]
        return exactly("spend", got)
    if op == "place_twin_tile":
        return want_twin(step["tile"], [half["at"] for half in step["cells"]])
    if op == "furnish":
        player.cells = [cell(step["at"])]
        return want_room(step["tile"])
    if op == "sow":
        field = step["fields"].pop(0)
        if step["fields"]:
            player.wish(want_crop(field["crop"], field["at"]))
            return want(player, step)
        return want_crop(field["crop"], field["at"])
    simple = {
        "take_accumulated": lambda: want_goods("take"), "gain": lambda: want_goods("gain"),
        "family_growth": want_growth,
        "build_small_pasture": lambda: want_pasture([step["at"]], False),
        "build_large_pasture": lambda: want_pasture(step["at"], True), "build_stable": lambda: want_stable(step["at"]),
        "forge_weapon": lambda: want_weapon(step["strength"]), "expedition_start": want_travel,
        "loot": lambda: want_loot(step["item"]),
    }  # fmt: skip
    return simple[op]()


def harvest(player: Player, held: dict[str, Any]) -> None:
    """Hold the harvest of the round as written down."""
    only(held, HARVEST_KEYS, "the harvest")
    player.told.clear()
    player.state.version += 1
    close(player)
    if held["event"] != "none":
        for made in held.get("conversions", []):
            ((good, n),), (got,) = made["paid"].items(), made["received"]
            player.wish(exactly("convert", good, n) if got == "food" else exactly("spend", got))
        before = player.state.begging[0]
        player.wish(Want(lambda choice: choice[0] == "feed", lambda name, fields: name == "dwarfs_fed"))
        assert held["begging_taken"] == player.state.begging[0] - before
        fed = [fields for name, fields in player.told if name == "dwarfs_fed"]
        assert [held["food_needed"]] == [fields["food"] + fields["begging"] for fields in fed]
    born = [kind for name, fields in player.told if name == "animals_born" for kind in fields["animals"]]
    assert sorted(held.get("newborn", [])) == sorted(born)
    got = [fields["goods"] for name, fields in player.told if name == "fields_harvested"]
    assert held.get("field_phase", {}) == (got[0] if got else {})
    assert held["after"] == nonzero(player.state.goods[0]), "after the harvest"


def close(player: Player) -> None:
    """Let SYSTEM close the round and keep what it tells."""
    state = player.state.copy()
    state.facts = []
    player.state = state
    assert decisions(GAME, state)[0].kind == "close_round"
    player.close()
    player.told += [(fact[0], fact[1]) for fact in player.state.facts or []]
    player.state.facts = None


def judge(player: Player, case: Case) -> None:
    """Compare the end: supply, board, points."""
    state, final = player.state, case["final"]
    only(
        final,
        ("supply", "animals", "dwarf_strengths", "a_legal_arrangement", "fields", "furnishings", "unused_spaces"),
        "the end",
    )
    assert {**final["supply"], **final["animals"]} == nonzero({good: state.goods[0][good] for good in GOODS})
    assert final["dwarf_strengths"] == sorted(state.weapons[0])
    assert final["unused_spaces"] == [list(COORDINATES[where]) for where in unused_cells(state, 0)]
    rooms = {(name, where) for name, where in state.rooms[0] if not TILES[name].printed}
    assert rooms == {(tile["tile"], cell(tile["at"])) for tile in final["furnishings"]}
    sown = {where: (crop, n) for where, crop, n in state.sown[0]}
    fields = {cell(field["at"]): (field["crop"], field["tokens"]) for field in final["fields"] if "crop" in field}
    assert fields == sown
    assert fits(state, 0)
    standing = arrangement(containers(state, 0), state.goods[0], state.reading)
    written = sum(n for place in final["a_legal_arrangement"] for kind, n in place["animals"].items() if kind != "dog")
    assert written == sum(each.n for each in standing)
    assert case["score"]["parts"] == parts(state, 0)
    assert case["score"]["bonus_by_tile"] == nonzero(bonus_by_tile(state, 0))
    assert case["score"]["total"] == sum(parts(state, 0).values())
