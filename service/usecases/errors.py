"""What can go wrong in a use case: one tree of problems, each with a stable code and public details.

`detail` is one or two sentences for people that say what to do, `extra` plain data for programs. Neither ever holds
what the caller may not know.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar


def complaint(path: Sequence[str | int], message: str) -> str:
    """Say of a member of a request, or of its body, what it must be: `` `seats.1.bot` must be one of ... ``."""
    return f"`{'.'.join(map(str, path))}` {message}." if path else f"The body {message}."


class Problem(Exception):
    """A request that is not fulfilled, and has changed nothing."""

    code: ClassVar[str] = "problem"
    sentence: ClassVar[str] = "The request cannot be fulfilled."

    def __init__(self, detail: str | None = None, **extra: Any) -> None:
        self.detail = detail or self.sentence
        self.extra: dict[str, Any] = extra
        super().__init__(self.detail)


class Unauthenticated(Problem):
    """No token, or one that is not (or no longer) known."""

    code = "unauthenticated"
    sentence = "Send `Authorization: Bearer <token>` with a valid token; POST /v1/players gives one."


class NotYourSeat(Problem):
    """The seat is not held by the caller."""

    code = "not_your_seat"
    sentence = "This seat is not yours: act for a seat that is `mine` in the game."


class NotHost(Problem):
    """Only the host of the table may do this."""

    code = "not_host"
    sentence = "Only the host of the table may do this; `host` in the game says who that is."


class NotFound(Problem):
    """There is no such thing, or not for the caller."""

    code = "not_found"
    sentence = "There is nothing here that you may see: check path and id, or the `invite` to a private game."


class StaleVersion(Problem):
    """The game has moved on; `version` is its head, `missed` are the commits that the caller has not seen."""

    code = "stale_version"
    sentence = "The game has moved on: look at what you missed and choose again."


class HistoryChanged(Problem):
    """The caller knows another history than the store: a wrong hash, or a version beyond the head."""

    code = "history_changed"
    sentence = "Your version or hash is not part of this game's history: read the game again."


class NotStarted(Problem):
    """The game waits for its players."""

    code = "not_started"
    sentence = "The game has not started: wait until all seats are taken, or let the host start it."


class AlreadyStarted(Problem):
    """The game has started, so the table is set."""

    code = "already_started"
    sentence = "The game has started already: read it again."


class GameEnded(Problem):
    """The game has ended."""

    code = "game_over"
    sentence = "The game is over: read its result and scores."


class SeatTaken(Problem):
    """The seat is held by somebody."""

    code = "seat_taken"
    sentence = "This seat is taken: take another one."


class GameFull(Problem):
    """No seat is open any more."""

    code = "game_full"
    sentence = "All seats are taken: look for another game, or create one."


class SeatNotYoursToTake(Problem):
    """A bot holds the seat, and it was not the caller who handed it over: nobody inherits another's hand."""

    code = "seat_not_yours_to_take"
    sentence = "Only a seat that you handed over with PUT can be taken back; leaving with DELETE is for good."


class AlreadySeated(Problem):
    """The caller sits at the table already."""

    code = "already_seated"
    sentence = "You sit at this table already: go on with the seat that you hold."


class SeatRequired(Problem):
    """The caller holds several seats and must say for which one this is meant."""

    code = "seat_required"
    sentence = "You hold several seats: say with `seat` which one of `seats` this is for."


class IdempotencyMismatch(Problem):
    """The key was used before with another body."""

    code = "idempotency_mismatch"
    sentence = "This `Idempotency-Key` was used with another body: use a new key."


class InvalidRequest(Problem):
    """A member of the request says what cannot be; `errors` has a `path` (a list) and a `message` for each."""

    code = "invalid_request"
    sentence = "The request says what cannot be."

    @classmethod
    def at(cls, path: list[str | int], message: str) -> "InvalidRequest":
        """Make the problem of one member, such as `["seats", 1, "bot"]`."""
        return cls(complaint(path, message), errors=[{"path": path, "message": message}])


class SeedsNotAllowed(Problem):
    """Only an installation for tests lets a request name the seed."""

    code = "seeds_not_allowed"
    sentence = "Leave `seed` out; this installation takes no seeds."


class InvalidCursor(Problem):
    """The cursor was not made by this list with these filters."""

    code = "invalid_cursor"
    sentence = "This cursor does not belong to this list: begin again without one."


class UnknownRuleset(Problem):
    """There is no game of this name."""

    code = "unknown_ruleset"
    sentence = "There is no such ruleset; GET /v1/rulesets lists them."

    @classmethod
    def among(cls, known: Iterable[str]) -> "UnknownRuleset":
        """Make the problem that names the rulesets there are."""
        return cls("There is no such ruleset; there are: " + ", ".join(known) + ".")


class TooManyGames(Problem):
    """The caller has too many unfinished games; `policy` says the bound."""

    code = "too_many_games"
    sentence = "You have too many unfinished games: finish or leave some."


class SeatBudget(Problem):
    """The seat has spent its handovers and optional moves until the game goes on; `policy` says the bound."""

    code = "rate_limited"
    sentence = "Too many of these in a row: wait until the game goes on."


class Frozen(Problem):
    """This release cannot continue the game; its last good position can be read."""

    code = "frozen"
    sentence = "This game cannot be continued for now; its last good position can be read."


class LogIncomplete(Problem):
    """The log of the game does not reach its head."""

    code = "log_incomplete"
    sentence = "The log of this game is incomplete for now: try again later."


class StoreFull(Problem):
    """The store has too little memory left for anything new."""

    code = "store_full"
    sentence = "Nothing new can be stored for now; games that exist go on."


class Unavailable(Problem):
    """The store does not answer."""

    code = "store_unavailable"
    sentence = "The store does not answer for now: try again; a retry with the same key is safe."


class Refused(Problem):
    """A refusal of the rules, whose own code this problem bears.

    `extra` holds the `rule` of the rules document, the `index` of the choice, and, for an illegal choice,
    the `options` of the caller's own decision as documents.
    """

    def __init__(self, code: str, detail: str, extra: Mapping[str, Any]) -> None:
        super().__init__(detail, **extra)
        self.code = code  # type: ignore[misc]


RETRY_AFTER: Mapping[str, int] = {
    Frozen.code: 60,
    LogIncomplete.code: 5,
    StoreFull.code: 60,
    Unavailable.code: 1,
    TooManyGames.code: 60,
    SeatBudget.code: 10,
}
"""Seconds after which it makes sense to try again, for the problems that pass by themselves."""
