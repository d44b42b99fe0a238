"""Answers of workers: to what SYSTEM or a bot is asked. They go the same way as the moves of people.

A decision is named by seat and `since`, the version that opened it. Whatever others do meanwhile, it is
either still open, and can be answered, or gone.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from domain.core.agenda import SYSTEM, Decision
from domain.core.choices import Choice
from domain.core.errors import StaleDecision
from events.fold import Position
from events.indexes import is_automatic, open_decisions
from events.store import due_member
from events.write import note as sealed_note
from service.usecases.errors import Frozen
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


def open_question(service: "Service", game_id: str, seat: int, since: int) -> Question | None:
    """Return the first decision of a bot's seat, or of SYSTEM, that this version opened; None if there is none.

    Several optional decisions may share a version: after an answer, ask again. Raises `NotFound`, `Unavailable`, and
    `Frozen` for a game that cannot be continued for now, of which nobody can say what is open.
    """
    loaded = load(service, game_id)
    if loaded.frozen:
        raise Frozen
    decision = _open(service, loaded.position, seat, since)
    if decision is None:
        return None
    bot = None if seat == SYSTEM else loaded.position.seats[seat].bot
    return Question(game_id, seat, since, loaded.position, decision, bot)


def _open(service: "Service", position: Position, seat: int, since: int) -> Decision | None:
    if not is_automatic(position, seat):
        return None
    asked = open_decisions(service.games, position)
    return next((decision for decision in asked if (decision.seat, decision.since) == (seat, since)), None)


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
        if loaded.frozen or not _same(_open(service, position, question.seat, question.since), question):
            return "gone"
        draft = draft_on(service, position, author)
        try:
            draft.choose(question.seat, [choice], question.since)
        except StaleDecision:
            return "gone"
        if append(service, position, draft.done(), None) == "appended":
            return "appended"
    return "gone"


def _same(decision: Decision | None, question: Question) -> bool:
    """Say whether the decision is the one of the question, held by the same bot."""
    asked = question.decision
    return decision is not None and (decision.kind, decision.args) == (asked.kind, asked.args)


def decline(service: "Service", question: Question) -> None:
    """Leave an optional question unanswered; it is not asked again.

    It is left to the seat's next look if another decision of the same version is still open.
    """
    assert question.decision.optional, "only an optional decision may be left unanswered"
    with guarded():
        service.store.drop_due(due_member(question.game_id, question.seat, question.since))
