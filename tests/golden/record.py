"""Records golden games: `python -m tests.golden.record GAME [--games N]`.

Random games of every table are played, and of each those are kept that show something new: a verb, a
fact, a word in them, an option, a way to end (`marks`), until nothing is missing or N games were looked at.
Existing recordings of the game are counted first and never touched: they are the promise that old logs
replay.
"""

import argparse
import json
from pathlib import Path
from typing import Any

from domain import GAMES
from domain.core.plain import canonical
from events.commit import content
from tests.helpers.logs import record
from tests.helpers.walk import tables

FOLDER = Path(__file__).parent

ENTROPY = ("the first seat's", None, "Zoë mixes, too", "", None)
"""What the seats of a recorded game mix in."""


def recordings(name: str) -> list[Path]:
    """List the recorded games of a game."""
    return sorted(FOLDER.glob(f"{name}-*.jsonl"))


def read(path: Path) -> list[dict[str, Any]]:
    """Return the commits of a recorded game."""
    return [json.loads(line) for line in path.read_text().splitlines()]


def marks(commits: list[dict[str, Any]]) -> set[str]:
    """Return what occurs in a game: verbs, facts, words in choices and facts, options, and the way it ends."""
    found: set[str] = set()
    for commit in commits:
        for event in commit["events"]:
            if event["type"] in ("chose", "drawn"):
                verb, *values = content(event, "choice")
                found |= {f"verb {verb}"} | {f"word {word}" for word in _words(values)}
            elif event["type"] == "created":
                found |= {f"option {name} {value}" for name, value in event["options"].items()}
            elif event["type"] == "finished":
                found.add("end " + ("shared victory" if len(event["winners"]) > 1 else "single winner"))
        for fact in commit["facts"]:
            hidden = fact["sealed"]["secret"]["value"] if "sealed" in fact else {}
            found |= {f"fact {fact['fact']}"} | {f"word {word}" for word in _words([fact, hidden])}
    return found


def _words(value: Any) -> set[str]:
    if isinstance(value, str):
        return {value}
    inner = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return {word for item in inner for word in _words(item)} | (set(value) if isinstance(value, dict) else set())


def wanted(game: Any) -> set[str]:
    """Return what has to occur in the golden games of a game, besides the words its own test asks for."""
    return {f"verb {verb}" for verb in game.verbs} | {f"fact {fact}" for fact in game.facts}


def main() -> None:
    """Read the command line and record."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", choices=list(GAMES))
    parser.add_argument("--games", type=int, default=40)
    parser.add_argument("--most", type=int, default=6, help="how many games are kept")
    given = parser.parse_args()
    game = GAMES[given.game]
    kept = [marks(read(path)) for path in recordings(game.name)]
    seen: set[str] = set().union(*kept)
    number = len(kept)
    for n in range(given.games):
        for seats, chosen in tables(game):
            if number >= given.most:
                return
            commits, _ = record(game, seats, chosen, f"golden {n}", ENTROPY[:seats])
            if marks(commits) - seen:
                number += 1
                seen |= marks(commits)
                path = FOLDER / f"{game.name}-{number:02d}.jsonl"
                path.write_bytes(b"".join(canonical(commit) + b"\n" for commit in commits))
                print(f"{path.name}: {seats} seats, {chosen}, {len(commits)} commits; missing {wanted(game) - seen}")


if __name__ == "__main__":
    main()
