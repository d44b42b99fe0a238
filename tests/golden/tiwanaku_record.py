"""Records golden games of Tiwanaku: `python -m tests.golden.tiwanaku_record`.

Random games would hardly ever buy an action after the last tile, or stop after a right guess. So the seats, who see the
sealed land here, do what no game has shown yet as soon as one choice shows it, and otherwise prepare for the end:
they keep four different cubes for it, and leave explorers on their tiles or guess right at once; or they idle until the
guard against it ends the game. Recordings that exist are counted first and never touched.
"""

from collections.abc import Iterator
from typing import Any

from domain.core.agenda import answer, apply, decisions, options, play
from domain.core.choices import Choice
from domain.core.plain import canonical
from domain.tiwanaku.cubes import NUMBER, five
from domain.tiwanaku.game import GAME
from domain.tiwanaku.guesses import EXPLORER
from domain.tiwanaku.scoring import is_challenge, sheet
from domain.tiwanaku.state import FINAL, MAIN, NOBODY, Tiwanaku
from events.commit import Commit, content
from events.fold import Position, fold_one
from tests.golden.record import FOLDER, marks, read, recordings, wanted
from tests.helpers.logs import Answer, record_answers, table_of
from tests.helpers.walk import SeededRng, table_options

Step = tuple[Tiwanaku, int, Choice, Tiwanaku]
"""The position before a choice, whose it is, the choice, the position after it."""

SHORT, ROTATING = {"size": "short"}, {"last_round": "rotating"}

TABLES: list[tuple[int, dict[str, Any], str]] = [
    (2, SHORT, "waits"),
    (2, SHORT | ROTATING, "waits"),
    (1, SHORT, "guesses"),
    (1, SHORT | ROTATING, "guesses"),
    (3, SHORT | ROTATING, "waits"),
    (4, SHORT, "guesses"),
    (4, SHORT | ROTATING | {"cooperative": True}, "waits"),
    (2, SHORT | {"stall_guard": 1}, "idles"),
    (3, SHORT | ROTATING | {"stall_guard": 1}, "idles"),
    (1, SHORT | ROTATING | {"stall_guard": 2}, "idles"),
    (1, ROTATING, "waits"),
    (3, {"stall_guard": 2}, "guesses"),
    (4, ROTATING | {"stall_guard": 2}, "guesses"),
]
"""Seats, options, and what the seats do until the end; each is recorded once, and again while something is missing."""

SEEDS = 60
"""Games that are played of a table, of which the one that shows most is kept."""

LIKINGS = {"explore": 6000, "end_turn": 6000, "send": 4000, "final_pass": 1000, "move": 300, "withdraw": 300}
"""How much a seat likes a verb if nothing else speaks for it; others count once."""

ANY_READING = {
    "explore", "move", "withdraw", "divine", "exchange", "end_turn", "offering extra_action", "offering peek",
    "fifth cube decline", "fifth cube exchange", "wrong guess with an action owed", "last tile, then extra_action",
    "last tile, then peek", "last tile, then a wrong guess", "last tile, then a right guess",
    "last tile, fifth cube decline", "last tile, fifth cube exchange", "last tile: its seat opens the last round",
    "last tile: another seat opens the last round", "last tile: nobody opens the last round",
    "stall guard: its seat opens the last round", "stall guard: another seat opens the last round",
    "stall guard: nobody opens the last round", "a seat without explorer is passed over", "final guess right",
    "final guess wrong", "final pass before a guess", "final pass after a right guess",
    "one seat guesses twice running", "the last explorer passes on by itself", "ends with a victory",
    "ends with a shared victory", "ends with a rating, alone", "ends with a rating, together",
}  # fmt: skip

MOMENTS = {f"{reading}: {name}" for reading in GAME.options["last_round"].words for name in ANY_READING}
"""What golden games have to show in each reading of the last round."""


def steps(commits: list[Commit]) -> Iterator[Step]:
    """Give the choices of a log one by one, with the positions around them."""
    position = state = None
    for commit in commits:
        if state is None:
            position = fold_one({GAME.name: GAME}, commit, position)
            state = position.state
            continue
        for event in commit["events"]:
            if event["type"] == "chose":
                choice = tuple(tuple(v) if isinstance(v, list) else v for v in content(event, "choice"))
                before, state = state, state.copy()
                state.version = commit["version"]
                play(GAME, state, event["seat"], choice)
                yield before, event["seat"], choice, state


def moments(commits: list[Commit]) -> set[str]:
    """Return which of the moments occur in a log."""
    found: set[str] = set()
    lucky: set[int] = set()
    for step in steps(commits):
        shown = happenings(step, lucky)
        found |= {f"{step[0].last_round}: {name}" for name in shown}
        if "final guess right" in shown:
            lucky.add(step[1])
    return found


def happenings(step: Step, lucky: set[int]) -> set[str]:
    """Return what one choice shows; `lucky` are the seats that have guessed right in the last round."""
    before, seat, choice, after = step
    found = {choice[0]}
    if before.phase == MAIN:
        found |= _in_a_turn(before, seat, choice)
        if after.phase != MAIN:
            found |= _into_the_last_round(after)
    elif before.phase == FINAL:
        found |= _in_the_last_round(step, lucky)
    if after.over:
        if is_challenge(after):
            found.add("ends with a rating, " + ("alone" if after.seats == 1 else "together"))
        else:
            winners = [one.seat for one in sheet(after) if one.won]
            found.add("ends with a victory" if len(winners) == 1 else "ends with a shared victory")
    return found


def _in_a_turn(before: Tiwanaku, seat: int, choice: Choice) -> set[str]:
    """Return what a choice of the main phase shows."""
    names = []
    if choice[0] == "offering":
        names = [f"offering {choice[1]}", f"then {choice[1]}"]
    elif choice[0] == "resolve_overflow":
        names = [f"fifth cube {choice[1]}", f"fifth cube {choice[1]}"]
    elif choice[0] == "divine":
        right = is_right(before, seat, choice)
        owed = before.actions - (not before.is_open)
        names = ["wrong guess with an action owed" if owed and not right else "divine"]
        names.append(f"then a {'right' if right else 'wrong'} guess")
    if not names:
        return set()
    return {names[0]} | ({f"last tile, {names[1]}"} if before.last_tile_by != NOBODY else set())


def _into_the_last_round(after: Tiwanaku) -> set[str]:
    """Return by what the last round has begun, and who opens it."""
    way = "last tile" if after.tiles == after.board.every else "stall guard"
    opener = "nobody" if after.over else "its seat" if after.active() == after.last_tile_by else "another seat"
    found = {f"{way}: {opener} opens the last round"}
    if not after.over and not all(after.eligible(seat) for seat in range(after.seats)):
        found.add("a seat without explorer is passed over")
    return found


def _in_the_last_round(step: Step, lucky: set[int]) -> set[str]:
    """Return what a choice of the last round shows."""
    before, seat, choice, after = step
    if choice[0] == "final_pass":
        return {"final pass " + ("after a right guess" if seat in lucky else "before a guess")}
    if not is_right(before, seat, choice):
        return {"final guess wrong"}
    found = {"final guess right"}
    if not after.over:
        if after.active() == seat:
            found.add("one seat guesses twice running")
        elif not after.eligible(seat):
            found.add("the last explorer passes on by itself")
    return found


def is_right(state: Tiwanaku, seat: int, choice: Choice) -> bool:
    """Say whether a guess names what lies there."""
    return bool(choice[2] == state.crop_at(state.explorers[seat][EXPLORER[choice[1]]]))


class Directed:
    """Seats that show what no game has shown yet, and otherwise prepare for the end or idle."""

    def __init__(self, rng: SeededRng, missing: set[str], style: str) -> None:
        self.rng, self.missing, self.style = rng, missing, style
        self.lucky: set[int] = set()
        self.patience = rng.below(30) if style == "idles" else 1000

    def choose(self, state: Tiwanaku, seat: int, listing: list[Choice]) -> Choice:
        """Choose one of the listed choices, and remember what it shows."""
        shown = {choice: self._shown(state, seat, choice) for choice in listing}
        news = [choice for choice in listing if shown[choice] & self.missing]
        weights = [self._liking(state, seat, choice) for choice in listing]
        chosen = self.rng.one_of(news) if news else listing[self.rng.pick("liking", weights)]
        self.missing -= shown[chosen]
        self.patience -= 1
        if f"{state.last_round}: final guess right" in shown[chosen]:
            self.lucky.add(seat)
        return chosen

    def _shown(self, state: Tiwanaku, seat: int, choice: Choice) -> set[str]:
        after = state.copy()
        answer(GAME, after, decisions(GAME, after)[0], choice)
        return {f"{state.last_round}: {name}" for name in happenings((state, seat, choice, after), self.lucky)}

    def _liking(self, state: Tiwanaku, seat: int, choice: Choice) -> int:
        verb = choice[0]
        if verb == "final_divine" or (verb == "divine" and (state.is_open or state.last_tile_by != NOBODY)):
            return 2000 if is_right(state, seat, choice) else 400
        if verb == "divine":
            return 20_000 if self.style == "guesses" and is_right(state, seat, choice) else 40
        if verb == "resolve_overflow":
            return 50 ** kinds_after(state, seat, choice)
        if verb == "offering" and choice[1] == "extra_action":
            return 20_000 if state.last_tile_by != NOBODY or (state.actions and state.eligible(seat)) else 1
        if verb in ("explore", "move", "withdraw") and self.patience < 0:
            return 5 if verb == "explore" else 1000
        return LIKINGS.get(verb, 1)


def kinds_after(state: Tiwanaku, seat: int, choice: Choice) -> int:
    """Count the different cubes of a seat after it has settled a fifth one."""
    if choice[1] == "decline":
        return sum(map(bool, state.cubes[seat]))
    owned = five(state, seat, state.agenda[-1][2])
    for name in choice[2]:
        owned[NUMBER[name]] -= 1
    owned[NUMBER[choice[3]]] += 1
    return sum(map(bool, owned))


def record_one(seats: int, chosen: dict[str, Any], style: str, seed: str, missing: set[str]) -> list[Commit]:
    """Play a game through the write path; return its commits."""
    rng = SeededRng(f"{seed} {seats} {chosen}")
    directed = Directed(rng, set(missing), style)

    def decide(position: Position) -> Answer:
        state = position.state
        asked = decisions(GAME, state)[0]
        choices = [directed.choose(state, asked.seat, options(GAME, state, asked))]
        if choices[0][0] == "send":
            sent = apply(GAME, state, asked.seat, choices[0])
            choices.append(directed.choose(sent, asked.seat, options(GAME, sent, decisions(GAME, sent)[0])))
        return asked.seat, choices

    return record_answers(GAME, table_of(GAME, seats, table_options(GAME, chosen)), rng, decide)[0]


def played_at(commits: list[Commit]) -> tuple[int, dict[str, Any]]:
    """Return seats and options of a log."""
    first = commits[0]["events"][0]
    return len(first["seats"]), first["options"]


def shown(commits: list[Commit]) -> set[str]:
    """Return the verbs, facts and moments that occur in a log."""
    return (marks(commits) & wanted(GAME)) | moments(commits)


def main() -> None:
    """Record a game of every table that has none, and more of them while something is missing."""
    kept = [read(path) for path in recordings(GAME.name)]
    seen: set[str] = set().union(*map(shown, kept))
    played = [played_at(commits) for commits in kept]
    for again in range(3):
        for seats, chosen, style in TABLES:
            missing = (MOMENTS | wanted(GAME)) - seen
            is_known = (seats, table_options(GAME, chosen)) in played
            if is_known and not (again and missing):
                continue
            games = [record_one(seats, chosen, style, f"golden {again} {n}", missing) for n in range(SEEDS)]
            best = max(games, key=lambda commits: (len(missing & shown(commits)), -len(commits)))
            if is_known and not missing & shown(best):
                continue
            seen |= shown(best)
            played.append(played_at(best))
            path = FOLDER / f"{GAME.name}-{len(played):02d}.jsonl"
            path.write_bytes(b"".join(canonical(commit) + b"\n" for commit in best))
            print(f"{path.name}: {len(best)} commits; missing {sorted(missing - seen)}", flush=True)


if __name__ == "__main__":
    main()
