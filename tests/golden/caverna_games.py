"""Records golden games of Caverna: `python -m tests.golden.caverna_games`.

Random games would furnish little, forge little and never run out of spaces. So the seats play for large
families, or for strong weapons, and take whatever no game has shown yet. Of all games played, the fewest
that together show everything are kept. Recordings that exist are counted first and never touched.
"""

import argparse
from typing import Any

from domain import GAMES
from domain.caverna.acts import most_dwarfs, room_for_dwarfs
from domain.caverna.board import LANDS, ROOM
from domain.caverna.declare import LOOT, SPACES, TILES
from domain.caverna.game import GAME
from domain.caverna.state import State
from domain.caverna.steps.rounds import EVENTS_BEFORE, EVENTS_BY_QUESTION
from domain.core.agenda import decisions, options
from domain.core.choices import Choice
from domain.core.plain import canonical
from events.commit import Commit, moment
from events.fold import Position
from events.write import Draft, Table, created
from tests.golden.record import FOLDER, marks, read, recordings, wanted
from tests.helpers.logs import HOUR
from tests.helpers.walk import SeededRng, table_options

TABLES = ((1, False), (7, False), (3, True), (4, False), (5, False), (2, True), (1, True), (4, True), (4, False))
"""Numbers of seats, and whether they play for weapons."""
WORTH = {
    "wood": 12, "stone": 14, "food": 14, "ruby": 12, "cattle": 12, "wild_boar": 10, "sheep": 8, "vegetable": 8,
    "grain": 8,
}  # fmt: skip
GAMES_AT_MOST = 150


def shown(commits: list[Commit]) -> set[str]:
    """Return what happens in a game: spaces used, tiles furnished and laid, loot, events, verbs, facts."""
    found = {mark for mark in marks(commits) if not mark.startswith("word ")}
    for commit in commits:
        for fact in commit["facts"]:
            name = fact["fact"]
            if name == "dwarf_placed":
                found.add(f"space {fact['space']}")
            elif name == "cavern_furnished":
                found.add(f"tile {fact['tile']}")
            elif name == "loot_taken":
                found.add(f"loot {fact['item']}")
            elif name == "harvest_begun":
                found.add(f"event {fact['event']}")
            elif name == "tile_laid":
                found |= {f"land {kind}" for kind in fact["kinds"]}
    return found


def everything() -> set[str]:
    """Return what has to occur in the recorded games together."""
    lands = {f"land {kind}" for kind in LANDS if kind not in ("", ROOM)}
    events = {f"event {event}" for event in (*EVENTS_BEFORE.values(), *EVENTS_BY_QUESTION)}
    tiles = {f"tile {name}" for name, made in TILES.items() if not made.printed}
    spaces = {f"space {name}" for name in SPACES}
    return wanted(GAME) | lands | events | tiles | spaces | {f"loot {name}" for name in LOOT}


class Settlers:
    """Plays for large families or for weapons, and for what was not seen yet."""

    def __init__(self, rng: SeededRng, seen: set[str], armed: bool) -> None:
        self.rng, self.seen, self.likings = rng, seen, {**_LIKINGS, **(_WEAPONS if armed else {})}

    def choose(self, state: State, seat: int, listing: list[Choice]) -> Choice:
        """Take the choice it likes best."""
        return max(listing, key=lambda choice: self._likes(state, seat, choice))

    def _likes(self, state: State, seat: int, choice: Choice) -> int:
        if self._is_new(state, choice):
            return 2000 + self.rng.below(100)
        liking = self.likings.get(choice[0])
        return (liking(state, seat, choice) if liking else 0) + self.rng.below(10)

    def _is_new(self, state: State, choice: Choice) -> bool:
        verb = choice[0]
        word = {"place": "space", "furnish": "tile", "loot": "loot"}.get(verb)
        if word is None:
            return f"verb {verb}" not in self.seen
        return f"{word} {choice[1]}" not in self.seen and not (verb == "loot" and self.rng.chance(30))


def _wants_child(state: State, seat: int) -> bool:
    return len(state.weapons[seat]) < most_dwarfs(state, seat)


def _has_bed(state: State, seat: int) -> bool:
    return room_for_dwarfs(state, seat) > len(state.weapons[seat])


def _place(state: State, seat: int, choice: Choice) -> int:
    tree, mine = str(SPACES[choice[1]].does), state.goods[seat]
    if _wants_child(state, seat):
        if _has_bed(state, seat):
            if "'growth'" in tree:
                return 950
            if "'imitate'" in tree:
                return 300
        elif "'furnish'" in tree and mine["wood"] >= 3 and mine["stone"] >= 2:
            return 900
    lying = state.stock.get(choice[1], {})
    if state.seats == 1 and "ruby" in lying and not mine["ruby"]:
        return 200
    return sum(n * WORTH.get(good, 1) for good, n in lying.items())


def _imitate(state: State, seat: int, choice: Choice) -> int:
    return 900 if "'growth'" in str(SPACES[choice[1]].does) and _has_bed(state, seat) else 0


def _furnish(state: State, seat: int, choice: Choice) -> int:
    made = TILES[choice[1]]
    if _wants_child(state, seat) and not _has_bed(state, seat):
        return 800 - sum(n for _, n in made.cost) if made.sleeps else -50
    return 790 if made.permits == "sixth_dwarf" else 5


def _convert(state: State, seat: int, choice: Choice) -> int:
    hungry = state.goods[seat]["food"] < 2 * len(state.weapons[seat])
    return 50 if hungry and choice[1] not in ("gold", "ruby", "grain") else -100


def _spend(state: State, seat: int, choice: Choice) -> int:
    building = choice[1] in ("wood", "stone") and state.goods[seat][choice[1]] < 4
    return 60 if building and _wants_child(state, seat) else -100


_LIKINGS = {
    "place": _place, "imitate": _imitate, "furnish": _furnish, "convert": _convert, "spend": _spend,
    "grow": lambda state, seat, choice: 1000, "pass": lambda state, seat, choice: 400,
    "take": lambda state, seat, choice: 200, "gain": lambda state, seat, choice: 200,
    "feed": lambda state, seat, choice: -choice[2], "trade": lambda state, seat, choice: -100,
    "disarm": lambda state, seat, choice: -100, "overtake": lambda state, seat, choice: -100,
    "discard": lambda state, seat, choice: -200, "stop": lambda state, seat, choice: -1,
}  # fmt: skip


def _place_armed(state: State, seat: int, choice: Choice) -> int:
    tree, mine = str(SPACES[choice[1]].does), state.goods[seat]
    armed = min(w for w, at in zip(state.weapons[seat], state.placed[seat], strict=True) if not at) > 0
    if "'expedition'" in tree and armed:
        return 700
    if "'forge'" in tree and mine["ore"] >= 6:
        return 800
    return 20 * state.stock.get(choice[1], {}).get("ore", 0) + _place(state, seat, choice) // 8


_WEAPONS = {
    "place": _place_armed, "forge": lambda state, seat, choice: 100 * choice[1],
    "travel": lambda state, seat, choice: 300, "loot": lambda state, seat, choice: 20 * LOOT[choice[1]].needs,
    "overtake": lambda state, seat, choice: -100, "disarm": lambda state, seat, choice: -100,
}  # fmt: skip


def play(seats: int, seed: str, seen: set[str], armed: bool) -> list[Commit]:
    """Play a game through the write path; return its commits."""
    rng = SeededRng(seed)
    settlers = Settlers(rng, set(seen), armed)
    commits: list[Commit] = []

    def keep(draft: Draft) -> Position:
        written = draft.done()
        commits.append(written.commit)
        return written.position

    def draft(position: Position | None, by: dict[str, Any]) -> Draft:
        return Draft(GAMES, position, by, moment(HOUR + 1000 * len(commits)))

    places = [{"player": f"pl_{seat}"} for seat in range(seats)]
    chosen = table_options(GAME, {"reading": "article" if seats == 2 else "rulebook"})
    table = Table(f"gm_caverna_{seats}", GAME.name, GAME.ruleset, places, chosen, "pl_0")
    first = draft(None, {"player": "pl_0"})
    first.add(created(table, bytes(rng.below(256) for _ in range(32))))
    second = draft(keep(first), {"player": "pl_0"})
    second.start()
    position = keep(second)
    while position.status == "running":
        asked = decisions(GAME, position.state)[0]
        choice = settlers.choose(position.state, asked.seat, options(GAME, position.state, asked))
        move = draft(position, {"seat": asked.seat})
        move.choose(asked.seat, [choice], position.version)
        position = keep(move)
        settlers.seen |= shown(commits[-1:])
    return commits


Game = tuple[list[Commit], set[str]]
"""The commits of a game, and what they show."""


def fewest(games: list[Game], wanted: set[str]) -> list[list[Commit]]:
    """Return few games that together show what is wanted: always the one that adds most for its length."""
    kept: list[list[Commit]] = []
    left = set(wanted)
    while left and games:
        commits, found = max(games, key=lambda game: 1000 * len(game[1] & left) // (100 + len(game[0])))
        if not found & left:
            break
        kept.append(commits)
        left -= found
    return kept


def main() -> None:
    """Play games until nothing is missing, and record those that are needed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", default="settlers", help="a word: other words, other games")
    parser.add_argument("--seats", type=int, help="play with this number of seats only, for families")
    given = parser.parse_args()
    before: set[str] = set().union(*(shown(read(path)) for path in recordings(GAME.name)))
    seen, games = set(before), []
    for n in range(GAMES_AT_MOST):
        if not everything() - seen:
            break
        seats, armed = (given.seats, False) if given.seats else TABLES[n % len(TABLES)]
        commits = play(seats, f"{given.seed} {n}", seen, armed)
        games.append((commits, shown(commits)))
        seen |= games[-1][1]
        print(f"game {n}: {seats} seats, {len(commits)} commits; missing {sorted(everything() - seen)}", flush=True)
    for commits in fewest(games, everything() - before):
        path = FOLDER / f"{GAME.name}-{len(recordings(GAME.name)) + 1:02d}.jsonl"
        path.write_bytes(b"".join(canonical(commit) + b"\n" for commit in commits))


if __name__ == "__main__":
    main()
