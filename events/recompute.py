"""Playing a log again from its seed: what should stand in each commit, against what does.

Needs every secret and the rules. Nothing in the log is trusted: the entropy, the tape, the sealed set-up,
the draws, the legality of each choice, the facts, the digests and the result are all made anew.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from domain.core.command import Command, Fact, Made, Outcome, carry_out, open_game
from domain.core.errors import Refusal
from domain.core.game import Game
from events import dice
from events.chain import state_digest
from events.codec import hashable, plain
from events.commit import Commit, Event, content
from events.errors import CannotFold
from events.fold import Games, Holder, Position, advance
from events.write import finished

Count = Callable[[str, int], None]


class Trouble(Exception):
    """The first thing that is wrong with a log: a word for it and a sentence about it."""

    def __init__(self, word: str, detail: str) -> None:
        super().__init__(detail)
        self.word = word
        self.detail = detail


class Recomputation:
    """A log checked commit by commit; `count` is told what has been checked."""

    def __init__(self, games: Games, count: Count) -> None:
        self._games = games
        self._count = count
        self._position: Position | None = None

    def check(self, commit: Commit) -> None:
        """Check the next commit; raises `Trouble`."""
        try:
            facts = self._check_events(commit)
            self._check_facts(commit, facts)
            self._check_rest(commit)
        except Trouble:
            raise
        except CannotFold as trouble:
            raise Trouble("rules", trouble.message) from trouble
        except Exception as trouble:  # the log is a stranger's: whatever the rules choke on is its fault
            raise Trouble("rules", f"the rules fail on it ({type(trouble).__name__})") from trouble

    def _check_events(self, commit: Commit) -> list[Fact]:
        """Carry out the events of a commit as they should be, and return the facts that follow."""
        facts: list[Fact] = []
        events: Sequence[Event] = commit["events"]
        at = 0
        while at < len(events):
            event = events[at]
            if event["type"] == "started":
                outcome = self._start(commit["version"], event)
                at = self._compare(events, at + 1, outcome.made)
            elif event["type"] == "chose":
                outcome, at = self._choose(commit, at)
            elif event["type"] == "drawn":
                raise Trouble("draw", "nothing calls for this draw")
            else:
                self._check_table(event)
                self._position = advance(self._games, self._position, commit, event)
                at += 1
                continue
            facts += outcome.facts
            self._know.state = outcome.state
        return facts

    @property
    def _know(self) -> Position:
        if self._position is None:
            raise Trouble("order", "the first event has to create the game")
        return self._position

    @property
    def _game(self) -> Game:
        return self._games[self._know.ruleset]

    def _tape(self) -> bytes:
        position = self._know
        return dice.tape_of(position.seed, position.game_id, position.entropy)

    def _start(self, version: int, event: Event) -> Outcome:
        position = self._know
        if position.status != "open" or not position.is_full:
            raise Trouble("table", "only a full table starts, once")
        tape, seats = self._tape(), len(position.seats)
        secret = plain(self._game.seal(seats, position.options, dice.TapeRng(tape)))
        if content(event, "secret") != secret or event["sealed"]["to"] != []:
            raise Trouble("set_up", "the sealed set-up is not the one that the tape gives")
        position.status, position.secret = "running", secret
        state = self._game.setup(seats, position.options, secret)
        return open_game(self._game, state, version, dice.Dice(tape, position.draws))

    def _choose(self, commit: Commit, first: int) -> tuple[Outcome, int]:
        """Carry out the choices from `first` on, which are one command, and compare what follows."""
        position, events, last = self._know, commit["events"], first
        seat = events[first]["seat"]
        while last < len(events) and (events[last]["type"], events[last].get("seat")) == ("chose", seat):
            last += 1
        if position.status != "running":
            raise Trouble("choice", "the game does not run")
        self._check_author(commit["by"], seat)
        version = commit["version"]
        choices = [hashable(content(event, "choice")) for event in events[first:last]]
        pick = dice.Dice(self._tape(), position.draws)
        try:
            outcome = carry_out(self._game, position.state, version, Command(seat, choices, version), pick)
        except Refusal as refused:
            raise Trouble("choice", f"choice {refused.index} is refused: {refused.code}") from refused
        self._compare(events, first, outcome.made[: last - first])
        return outcome, self._compare(events, last, outcome.made[last - first :])

    def _check_author(self, by: Mapping[str, Any], seat: int) -> None:
        if by.get("seat", seat) != seat:
            raise Trouble("author", "the commit is another seat's than its choices")
        if "player" in by and (seat < 0 or self._know.seats[seat].player != by["player"]):
            raise Trouble("author", "the player does not hold this seat")
        if "bot" in by and (seat < 0 or self._know.seats[seat].bot != by["bot"]):
            raise Trouble("author", "the bot does not hold this seat")

    def _compare(self, events: Sequence[Event], at: int, made: Sequence[Made]) -> int:
        """Compare events from `at` on with the choices and draws that should stand there; return the next."""
        position = self._know
        for seat, choice, audience, kind in made:
            event = events[at] if at < len(events) else {"type": "nothing"}
            if kind is None:
                expected: tuple[Any, ...] = ("chose", seat)
                found = (event["type"], event.get("seat"))
            else:
                n = position.draws.get(kind, 0)
                position.draws[kind] = n + 1
                expected, found = ("drawn", [kind, n]), (event["type"], event.get("draw"))
            word = "choice" if kind is None else "draw"
            if found != expected:
                raise Trouble(word, f"{expected} has to stand at event {at}, not {found}")
            if content(event, "choice") != plain(choice):
                raise Trouble(word, f"event {at} is not what the tape and the rules give")
            self._check_audience(event, audience, word)
            self._count("choices" if kind is None else "draws", 1)
            at += 1
        return at

    def _check_audience(self, document: Event, audience: Sequence[int] | None, word: str) -> None:
        to = document["sealed"]["to"] if "sealed" in document else None
        if to != (None if audience is None else sorted(audience)):
            raise Trouble(word, "it is sealed for others than the rules say")

    def _check_facts(self, commit: Commit, facts: Sequence[Fact]) -> None:
        stored: list[Event] = commit["facts"]
        if len(stored) != len(facts):
            raise Trouble("facts", f"{len(facts)} facts should be told, not {len(stored)}")
        for fact, (name, public, to, secret) in zip(stored, facts, strict=True):
            shown = {key: value for key, value in fact.items() if key != "sealed"}
            if shown != {"fact": name, **plain(public)}:
                raise Trouble("facts", f"{name} is not what happened")
            self._check_audience(fact, None if secret is None else to, "facts")
            if secret is not None and fact["sealed"]["secret"]["value"] != plain(secret):
                raise Trouble("facts", f"{name} is not what happened")
            self._count("facts", 1)

    def _check_table(self, event: Event) -> None:
        """Check what concerns seats and players before it is carried out."""
        kind, position = event["type"], self._position
        if position is None:
            return
        holder = position.seats[event["seat"]] if "seat" in event else Holder()
        fits = {
            "created": False,
            "joined": position.status == "open" and holder.is_open,
            "left": holder.player is not None and holder.player == event.get("player"),
            "seated": (event.get("player") is None) != (event.get("bot") is None),
            "mixed": position.status == "open" and holder.player is not None,
            "expired": position.status == "open",
            "finished": position.state is not None and position.state.over,
        }
        if not fits[kind]:
            raise Trouble("table", f"{kind} cannot happen here")
        if kind == "finished" and event != finished(self._game, position):
            raise Trouble("result", "the result is not the one that the position gives")

    def _check_rest(self, commit: Commit) -> None:
        position = self._know
        position.version, position.at, position.hash = commit["version"], commit["at"], commit["hash"]
        if (position.status == "running") and position.state.over:
            raise Trouble("result", "the game is over, and the commit does not say so")
        if state_digest(position.seed, position.version, position.state) != commit["digest"]:
            raise Trouble("digest", "the position is not the one that the digest is of")
        self._count("digests", 1)
