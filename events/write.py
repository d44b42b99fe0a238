"""Building commits: the only way in which something new gets into a log.

A `Draft` is the next commit in the making. Each event that is added is carried out at once on the
draft's own position, so that one commit can hold several: the join that fills the table, the start and
its draws; the last move and the end. `done` folds the finished commit once more from where it began:
nothing that could not be read back is ever handed to a store.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from domain.core.choices import Choice
from domain.core.command import Command, Fact, Made, carry_out, open_game
from domain.core.game import ALL, Game
from domain.core.plain import freeze
from events import dice
from events.chain import commit_hash, state_digest
from events.codec import plain
from events.commit import ZERO_HASH, Commit, Event, V, seal
from events.errors import DivergedLog
from events.fold import Games, Position, advance, copy_position, fold_one


@dataclass(frozen=True, slots=True)
class Table:
    """What a game is created with. `seats`: `{"player": id}`, `{"bot": name}` or `{"open": True}` each.

    `options` are complete; `invite` is the SHA-256 of the invite, in hex, or None; `start` is full or
    manual; `seeded` says that the seed was not drawn by the operating system.
    """

    game: str
    ruleset: str
    revision: int
    seats: Sequence[dict[str, Any]]
    options: dict[str, Any]
    host: str | None
    visibility: str = "public"
    start: str = "full"
    invite: str | None = None
    seeded: bool = False


@dataclass(frozen=True, slots=True)
class Written:
    """A commit that may be stored, and the position after it."""

    commit: Commit
    position: Position


def created(table: Table, seed: bytes) -> Event:
    """Return the event that creates a game; its commitment binds the seed of 32 bytes."""
    commitment = dice.commitment(seed)
    return {
        "type": "created",
        "game": table.game,
        "ruleset": table.ruleset,
        "revision": table.revision,
        "seats": [dict(place) for place in table.seats],
        "options": plain(table.options),
        "host": table.host,
        "visibility": table.visibility,
        "start": table.start,
        "invite": table.invite,
        "commitment": commitment,
        "seeded": table.seeded,
        "sealed": {"seal": commitment, "to": [], "secret": {"value": seed.hex()}},
    }


def joined(seat: int, player: str) -> Event:
    """A player sits down at an open seat."""
    return {"type": "joined", "seat": seat, "player": player}


def left(seat: int, player: str, bot: str | None) -> Event:
    """A player gets up for good: a bot takes over, or (before the start) the seat opens."""
    return {"type": "left", "seat": seat, "player": player, "bot": bot}


def left_by_host(seat: int, player: str, host: str | None) -> Event:
    """The host gets up before the start; `host` is the next one, None if nobody is left."""
    return {"type": "left", "seat": seat, "player": player, "bot": None, "host": host}


def seated(seat: int, player: str | None, bot: str | None) -> Event:
    """A seat changes hands: to a bot, or back to the player who gave it up."""
    return {"type": "seated", "seat": seat, "player": player, "bot": bot}


def mixed(seat: int, entropy: str) -> Event:
    """A seat mixes something into the dice; the last one before the start counts."""
    return {"type": "mixed", "seat": seat, "entropy": entropy}


def expired() -> Event:
    """The game ends before it has started."""
    return {"type": "expired"}


def finished(game: Game, position: Position) -> Event:
    """The game is over: points by seat, the winners, and the seed, which opens everything."""
    scores = sorted(game.scores(position.state, ALL), key=lambda score: score.seat)
    winners = [score.seat for score in scores if score.won]
    return {
        "type": "finished",
        "scores": [score.points for score in scores],
        "winners": winners,
        "seed": position.seed.hex(),
    }


def made_events(made: Iterable[Made], draws: dict[str, int]) -> list[Event]:
    """Return the events of choices and draws. `draws` counts the draws by kind and is carried on."""
    events: list[Event] = []
    for seat, choice, audience, kind in made:
        if kind is None:
            event: Event = {"type": "chose", "seat": seat}
        else:
            n = draws.get(kind, 0)
            draws[kind] = n + 1
            event = {"type": "drawn", "draw": [kind, n]}
        value = plain(choice)
        event |= {"choice": value} if audience is None else {"sealed": seal(value, audience)}
        events.append(event)
    return events


def told_facts(facts: Iterable[Fact]) -> list[Event]:
    """Return facts as they are stored: the secret fields sealed for the seats that may read them."""
    stored: list[Event] = []
    for name, public, to, secret in facts:
        fact = {"fact": name, **plain(public)}
        if secret is not None:
            assert to is not None, f"{name}: secret fields are for somebody, or for nobody: ()"
            fact["sealed"] = seal(plain(secret), to)
        stored.append(fact)
    return stored


def note(by: dict[str, Any], value: Any) -> dict[str, Any]:
    """Return the author of a bot's commit with a note that only its own seat may read before the end."""
    return {**by, "sealed": seal(plain(value), (by["seat"],))}


class Draft:
    """The next commit of a game, on top of `position` (None: the commit that creates it).

    `by` is `{"player": id}`, `{"seat": n}` or `{"seat": n, "bot": name, ...}`; `at` the time as
    `commit.moment` writes it (a commit is never dated before the one below it); `key` the hash of the
    idempotency key. `position` is not touched; `self.position` is the one with the events so far.
    """

    def __init__(
        self, games: Games, position: Position | None, by: dict[str, Any], at: str, key: str | None = None
    ) -> None:
        self.games = games
        self.by = by
        self.at = at if position is None else max(at, position.at)
        self.key = key
        self.events: list[Event] = []
        self.facts: list[Event] = []
        self._below = position
        self._position = None if position is None else copy_position(position)

    @property
    def version(self) -> int:
        """The version that this commit will be."""
        return 1 if self._below is None else self._below.version + 1

    @property
    def position(self) -> Position:
        """The position with the events so far; it belongs to the draft."""
        assert self._position is not None, "the first event creates the game"
        return self._position

    @property
    def game(self) -> Game:
        """The rules of the game."""
        return self.games[self.position.ruleset]

    def add(self, event: Event) -> None:
        """Add an event of the table (anything but choices, draws and the start)."""
        self._position = advance(self.games, self._position, {"version": self.version, "at": self.at}, event)
        self.events.append(event)

    def start(self) -> None:
        """Start the game: seal the set-up, settle, draw what the first position calls for."""
        position = self.position
        assert position.status == "open" and position.is_full, "only a full table starts"
        tape = dice.tape_of(position.seed, position.game_id, position.entropy)
        seats, options = len(position.seats), position.options
        secret = plain(self.game.seal(seats, options, dice.TapeRng(tape)))
        self.events.append(
            {"type": "started", "entropy": position.entropy[:], "sealed": seal(secret, ())},
        )
        position.secret, position.status = secret, "running"
        state = self.game.setup(seats, options, secret)
        outcome = open_game(self.game, state, self.version, dice.Dice(tape, position.draws))
        self._keep(outcome.state, outcome.made, outcome.facts)

    def choose(self, seat: int, choices: Sequence[Choice], known: int) -> None:
        """Carry out a command of a seat that has seen version `known`; raises its `Refusal`.

        If it is refused, the draft is as it was before.
        """
        position = self.position
        tape = dice.tape_of(position.seed, position.game_id, position.entropy)
        pick = dice.Dice(tape, position.draws)
        outcome = carry_out(self.game, position.state, self.version, Command(seat, choices, known), pick)
        self._keep(outcome.state, outcome.made, outcome.facts)

    def _keep(self, state: Any, made: Iterable[Made], facts: Iterable[Fact]) -> None:
        position = self.position
        position.state = state
        self.events += made_events(made, position.draws)
        self.facts += told_facts(facts)
        if state.over:
            self.add(finished(self.game, position))

    def done(self) -> Written:
        """Return the commit, and the position that folding it gives.

        Raises `DivergedLog` if that is another position than the draft came to. Whether every member has
        its right form is for the store to check, which takes nothing else in.
        """
        position, below = self.position, self._below
        commit: Commit = {
            "v": V,
            "version": self.version,
            "at": self.at,
            "by": self.by,
            "events": self.events,
            "facts": self.facts,
            "digest": state_digest(position.seed, self.version, position.state),
            "prev": ZERO_HASH if below is None else below.hash,
        }
        if self.key is not None:
            commit["key"] = self.key
        commit["hash"] = commit_hash(commit)
        after = fold_one(self.games, commit, below)
        if position.state is not None and freeze(after.state) != freeze(position.state):
            raise DivergedLog("the commit does not fold to the position it was made of", self.version)
        return Written(commit, after)
