"""Records the golden games of Catan: `python -m tests.golden.catan_coffee_record`.

Random games that lean towards building, so that they end soon, each written to show some of the moments that have to
occur. Recordings that exist are never touched.
"""

from collections.abc import Iterator
from typing import Any

from domain.catan_coffee.game import GAME
from domain.catan_coffee.lines import is_anchor
from domain.catan_coffee.state import State
from domain.core.agenda import decisions
from domain.core.choices import Choice
from domain.core.command import open_game, replay
from domain.core.plain import canonical
from events.commit import Commit, content, moment
from events.write import Draft, Table, created
from tests.golden.record import FOLDER, marks, read, recordings, wanted
from tests.helpers.logs import HOUR
from tests.helpers.walk import SeededRng, answers, table_options

EAGER = {
    "build_city": 60, "build_settlement": 60, "buy_card": 12, "build_ship": 8, "build_road": 4, "knight": 20,
    "monopoly": 3, "year_of_plenty": 3, "road_building": 20, "trade": 1, "move_ship": 1, "offer": 1, "confirm": 25,
    "accept": 8, "reject": 2, "cancel": 1, "end_turn": 4, "roll": 20, "move_pirate": 2,
}  # fmt: skip
"""How much a random seat leans towards a verb; others count once."""

RING_CORNER, RING = "-2,-1,S", ("-2,0,NE", "-2,0,E", "-2,0,SE", "-3,1,NE", "-3,0,E", "-2,-1,SE")
"""A line of ships of seat 0 that comes back to where it started."""

SAILING = EAGER | {"build_ship": 90, "build_city": 8, "buy_card": 4}
"""A leaning towards ships, by which villages are emptied."""

TABLES: list[tuple[int, dict[str, Any], str]] = [
    (4, {"layout": "coffee_4p"}, "sailing"),
    (3, {"layout": "coffee_3p", "win": "own_turn", "pirate_blocks_harbours": True}, "ring"),
    (3, {"layout": "coffee_random"}, "sailing"),
    (4, {"layout": "base_beginner"}, "eager"),
    (2, {"layout": "base_random", "win": "at_once"}, "eager"),
]
"""Seats, options, and the style: `ring` has seat 0 build a ring of ships first."""

PATIENT = ("roll", "end_turn", "discard", "move_robber", "move_pirate", "place_settlement", "place_route", "reject")
"""What seat 0 does besides until the ring is closed."""


def positions(commits: list[Commit]) -> Iterator[tuple[State, Commit]]:
    """Give the position before each commit of a running game, with the commit."""
    first = commits[0]["events"][0]
    started = next(event for commit in commits for event in commit["events"] if event["type"] == "started")
    secret = started["sealed"]["secret"]["value"]
    state = GAME.setup(len(first["seats"]), first["options"], secret)
    opened = False
    for commit in commits:
        made = [event for event in commit["events"] if event["type"] in ("chose", "drawn")]
        if opened:
            yield state, commit
        if any(event["type"] == "started" for event in commit["events"]):
            open_game(GAME, state, commit["version"], lambda kind, weights: 0)
            opened = True
        replay(GAME, state, commit["version"], [(event.get("seat", -1), choice_of(event)) for event in made])


def choice_of(event: dict[str, Any]) -> Choice:
    """Return the choice of an event as a tuple."""
    return tuple(tuple(item) if isinstance(item, list) else item for item in content(event, "choice"))


def moments(commits: list[Commit]) -> set[str]:
    """Return which of the moments occur that a set of golden games has to show."""
    found: set[str] = set()
    for state, commit in positions(commits):
        for fact in commit["facts"]:
            found |= _of_fact(fact, state)
        for event in commit["events"]:
            if event["type"] == "chose" and event["choice"][0] == "move_ship":
                edge = state._board.edge_index[event["choice"][1]]
                if all(_is_held(state, event["seat"], edge, v) for v in state._board.ends[edge]):
                    found.add("a ship of a ring moves")
    return found


def _of_fact(fact: dict[str, Any], state: State) -> set[str]:
    name = fact["fact"]
    if name == "game_ended":
        return {f"ends by {fact['reason']}"}
    if name == "dev_card_played":
        return {f"card {fact['card']}"}
    if name == "dev_card_bought":
        return {f"bought {fact['sealed']['secret']['value']['card']}"}
    if name in ("road_built", "ship_built") and fact["free"]:
        return {f"free {name}"}
    if name == "coffee_produced" and fact["from_reserve"]:
        return {"the reserve helps out"}
    if name == "trade_executed":
        return {"a counter-offer is taken" if fact["seat"] != state.active else "an offer is confirmed"}
    return {name} if name in ("coffee_stolen", "nothing_to_move", "pirate_moved", "longest_road_changed") else set()


def _is_held(state: State, seat: int, edge: int, vertex: int) -> bool:
    """Say whether a ship is not loose at this end."""
    others = any(e != edge and vertex in state._board.ends[e] for e in state.ships[seat])
    return others or is_anchor(state, seat, vertex)


MOMENTS = {
    *("ends by target", "ends by villages", "card knight", "card monopoly", "card year_of_plenty"),
    *(
        "card road_building",
        "bought victory_point",
        "free road_built",
        "free ship_built",
        "a ship of a ring moves",
        "coffee_stolen",
    ),
    *("the reserve helps out", "a counter-offer is taken", "an offer is confirmed", "nothing_to_move", "pirate_moved"),
    "longest_road_changed",
}


def lean(state: State, seat: int, listing: list[Choice], style: str, rng: SeededRng) -> Choice:
    """Choose one of the listed choices, with a leaning."""
    if style == "ring" and seat == 0 and not state.ship_moved:
        complete = all(state._ship[state._board.edge_index[edge]] == 0 for edge in RING)
        wishes = [("place_settlement", RING_CORNER)] if not state.settlements[0] else []
        wishes += [("place_route", edge, "ship") for edge in RING] + [("build_ship", edge) for edge in RING]
        wishes += [("move_ship", edge) for edge in RING] if complete else []
        granted = [wish for wish in wishes if wish in listing]
        if granted:
            return granted[0]
        if not complete:
            useful = [c for c in listing if c[0] in PATIENT or (c[0] == "trade" and c[2] in ("lumber", "wool"))]
            listing = [c for c in useful if c[0] != "trade" or c[1] not in ("lumber", "wool")] or listing
    weights = [(SAILING if style == "sailing" else EAGER).get(choice[0], 1) for choice in listing]
    return listing[rng.pick("lean", weights)]


def play(seats: int, chosen: dict[str, Any], style: str, seed: str) -> list[Commit]:
    """Play a game through the write path; return its commits."""
    rng = SeededRng(f"{seed} {seats} {chosen}")
    commits: list[Commit] = []
    places = [{"player": f"pl_{seat}"} for seat in range(seats)]
    table = Table("gm_test", GAME.name, GAME.ruleset, places, table_options(GAME, chosen), "pl_0")

    def draft(position: Any, by: dict[str, Any]) -> Draft:
        return Draft({GAME.name: GAME}, position, by, moment(HOUR + 1000 * len(commits)))

    def keep(made: Draft) -> Any:
        written = made.done()
        commits.append(written.commit)
        return written.position

    first = draft(None, {"player": "pl_0"})
    first.add(created(table, bytes(rng.below(256) for _ in range(32))))
    second = draft(keep(first), {"player": "pl_0"})
    second.start()
    position = keep(second)
    while position.status == "running":
        state = position.state
        asked = decisions(GAME, state)
        extra = [decision for decision in asked if decision.optional and answers(GAME, state, decision)]
        decision = rng.one_of(extra) if extra and rng.chance(8) else asked[0]
        choice = lean(state, decision.seat, answers(GAME, state, decision), style, rng)
        move = draft(position, {"seat": decision.seat})
        move.choose(decision.seat, [choice], position.version)
        position = keep(move)
    return commits


def main() -> None:
    """Record, of many games of every table, the shortest that show something new."""
    kept = [read(path) for path in recordings(GAME.name)]
    seen = set().union(*(marks(commits) | moments(commits) for commits in kept))
    for number, (seats, chosen, style) in enumerate(TABLES, start=1):
        path = FOLDER / f"{GAME.name}-{number:02d}.jsonl"
        if path.exists():
            continue
        missing = (wanted(GAME) | MOMENTS) - seen
        games = [play(seats, chosen, style, f"golden {n}") for n in range(12)]
        best = max(games, key=lambda commits: (len(missing & (marks(commits) | moments(commits))), -len(commits)))
        seen |= marks(best) | moments(best)
        path.write_bytes(b"".join(canonical(commit) + b"\n" for commit in best))
        print(f"{path.name}: {len(best)} commits; missing {sorted((wanted(GAME) | MOMENTS) - seen)}")


if __name__ == "__main__":
    main()
