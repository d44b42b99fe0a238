"""Answers of workers: to what SYSTEM or a bot is asked. They go the same way as the moves of people.

A decision is named by seat and `since`, the version that opened it. Whatever others do meanwhile, it is
either still open, and can be answered, or gone.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from domain.core.agenda import SYSTEM, Decision
from domain.core.choices import Choice
from domain.core.errors import StaleDecision
from events.fold import Position
from events.indexes import is_automatic, open_decisions
from events.store import due_member
from events.write import note as sealed_note
from service.usecases.errors import Frozen, NotFound
from service.usecases.positions import guarded, load
from service.usecases.writing import TRIES, append, draft_on

if TYPE_CHECKING:
    from service.bootstrap import Service

Answered = Literal["appended", "gone"]


@dataclass(frozen=True, slots=True)
class Question:
    """A decision that a worker has to answer, and the position in which it is asked.

    `bot` is the name of the bot that holds the seat, None for SYSTEM. The position must not be altered.
    """

    game_id: str
    seat: int
    since: int
    position: Position
    decision: Decision
    bot: str | None


def open_question(
    service: "Service", game_id: str, seat: int, since: int, passed: Collection[Decision] = ()
) -> Question | None:
    """Return the first decision of a bot's seat, or of SYSTEM, that this version opened.

    If there is none, nor such a game, it is no longer due, and the answer is None. Several optional decisions may share
    a version: after an answer, ask again; those that the bot leaves alone are `passed`. Raises `Unavailable`, and
    `Frozen` for a game that cannot be continued for now, of which nobody can say what is open.
    """
    member = due_member(game_id, seat, since)
    try:
        loaded = load(service, game_id)
    except NotFound:
        _drop(service, member, 0)
        return None
    if loaded.frozen:
        raise Frozen
    asked = _open(service, loaded.position, seat, since)
    if not asked:
        _drop(service, member, loaded.version)
    decision = next((decision for decision in asked if _named(decision) not in map(_named, passed)), None)
    if decision is None:
        return None
    bot = None if seat == SYSTEM else loaded.position.seats[seat].bot
    return Question(game_id, seat, since, loaded.position, decision, bot)


def _drop(service: "Service", member: str, version: int) -> bool:
    with guarded():
        return service.store.drop_due(member, version)


def _open(service: "Service", position: Position, seat: int, since: int) -> list[Decision]:
    if not is_automatic(position, seat):
        return []
    asked = open_decisions(service.games, position)
    return [decision for decision in asked if (decision.seat, decision.since) == (seat, since)]


def _named(decision: Decision) -> tuple[Any, ...]:
    """Return by what a decision is known again while others are answered."""
    return decision.kind, decision.args, decision.optional


def answer(
    service: "Service",
    question: Question,
    choice: Choice,
    by: Mapping[str, Any],
    note: Any = None,
) -> Answered:
    """Append the answer to a question; `gone` if somebody answered it, or took the seat back, meanwhile.

    `by` says what the commit tells of its author besides the seat: `bot`, `level`, `budget`, `fallback`.
    `note` is plain data that only the seat may read before the end. Raises a `Refusal` of the rules if the
    choice is not legal.
    """
    author: dict[str, Any] = {"seat": question.seat, **by}
    if note is not None:
        author = sealed_note(author, note)
    for _ in range(TRIES):
        loaded = load(service, question.game_id)
        position = loaded.position
        if loaded.frozen or not _is_same(service, position, question):
            return "gone"
        draft = draft_on(service, position, author)
        try:
            draft.choose(question.seat, [choice], question.since)
        except StaleDecision:
            return "gone"
        if append(service, position, draft.done(), None) == "appended":
            return "appended"
    return "gone"


def _is_same(service: "Service", position: Position, question: Question) -> bool:
    """Say whether the decision of the question is open, and the same bot holds its seat."""
    asked = _open(service, position, question.seat, question.since)
    if _named(question.decision) not in map(_named, asked):
        return False
    return question.seat == SYSTEM or position.seats[question.seat].bot == question.bot


def decline(service: "Service", question: Question) -> None:
    """Leave an optional question unanswered, the last one of its version: it is not asked again."""
    assert question.decision.optional, "only an optional decision may be left unanswered"
    member = due_member(question.game_id, question.seat, question.since)
    for _ in range(TRIES):
        loaded = load(service, question.game_id)
        if not _is_same(service, loaded.position, question) or _drop(service, member, loaded.version):
            return
