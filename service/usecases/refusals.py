"""What a refusal of the rules tells a client: its code, and a sentence that says what to do."""

from collections.abc import Sequence
from typing import Any

from domain.core.choices import Choice, to_named
from domain.core.errors import (
    CrossesDisclosure,
    GameOver,
    IllegalChoice,
    MalformedChoice,
    NotYourDecision,
    Refusal,
    SurplusChoice,
)
from domain.core.game import Game
from events.fold import Position
from service.usecases.errors import GameEnded, NotYourSeat, Refused

NO_PREVIEW = "A draw or a disclosure comes at `index`, so this cannot be previewed; send it as a move."


def malformed(refusal: MalformedChoice) -> Refused:
    """Make the problem of a choice that no position of the game knows."""
    detail = f"`choices.{refusal.index}` is no choice of this game ({refusal.message})."
    return Refused(refusal.code, detail, {"rule": refusal.rule, "index": refusal.index})


def refused(game: Game, refusal: Refusal, version: int, seat: int, choices: Sequence[Choice]) -> Refused:
    """Make the problem of a command that was refused at a version, the head.

    `options` are those of the asker's own decision.
    """
    extra: dict[str, Any] = {**refusal.details, "rule": refusal.rule, "index": refusal.index, "version": version}
    if isinstance(refusal, IllegalChoice):
        extra["kind"] = refusal.kind
        extra["options"] = [to_named(game.verbs, choice) for choice in refusal.options]
    if isinstance(refusal, SurplusChoice):
        verb = choices[refusal.index][0]
        detail = f"This is more of `{verb}` than is asked for (rule `{refusal.rule}`): end the command before `index`."
    elif isinstance(refusal, IllegalChoice):
        verb = choices[refusal.index][0]
        detail = f"`{verb}` is not possible like this (rule `{refusal.rule}`); `options` lists what is."
    elif isinstance(refusal, NotYourDecision) and refusal.index:
        detail = f"Nothing is asked of seat {seat} at `index`: send what comes before it as a command of its own."
    elif isinstance(refusal, NotYourDecision):
        detail = f"Nothing is asked of seat {seat} now: wait with GET .../events?after={version}&wait=25000."
    elif isinstance(refusal, GameOver):
        detail = GameEnded.sentence
    elif isinstance(refusal, CrossesDisclosure):
        detail = "A draw or a disclosure comes before `index`: send what follows as a command of its own."
    else:
        detail = f"The rules refuse this: {refusal.message}."
    return Refused(refusal.code, detail, extra)


def no_preview(refused: Refused) -> Refused:
    """Return the problem as a preview tells it, which shows nothing that is not known yet."""
    if refused.code == CrossesDisclosure.code:
        return Refused(refused.code, NO_PREVIEW, refused.extra)
    return refused


def not_your_seat(position: Position, caller: str, seat: int | None = None) -> NotYourSeat:
    """Make the problem of a seat that the caller does not hold; None: of holding none at all.

    Whoever handed it to a bot is told how to take it back.
    """
    given = [n for n, holder in enumerate(position.seats) if holder.bot is not None and holder.gave_up == caller]
    mine = given[0] if seat is None and given else seat
    if mine in given:
        place = f"/v1/games/{position.game_id}/seats/{mine}"
        return NotYourSeat(f'You handed seat {mine} to a bot: PUT {place} {{"player": "me"}} takes it back.')
    return NotYourSeat("You hold no seat at this table." if seat is None else None)
