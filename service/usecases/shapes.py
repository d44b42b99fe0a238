"""The documents that use cases answer with, and whose eyes they are made for."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from domain.core.agenda import Decision, decisions, options
from domain.core.choices import to_named
from domain.core.game import ALL, Game, Score, Viewer
from events.commit import Commit
from events.fold import Holder, Position
from events.redact import redact
from service.usecases.errors import NotYourSeat

FROZEN = "frozen"
"""The status of a game that this release cannot continue; not a status of the log."""

MOST_COMMITS = 50
"""Commits that an answer to a move, or a refusal, carries at most."""


@dataclass(frozen=True, slots=True)
class Result:
    """An answer: its HTTP status, its body of plain data, and what belongs into headers.

    `replayed` says that this repeats the answer to an earlier command with the same key; `etag` is
    without quotes.
    """

    status: int
    body: dict[str, Any]
    replayed: bool = False
    etag: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)


def own_seats(players: Sequence[str | None], caller: str) -> tuple[int, ...]:
    """Return the seats whose player is the caller; `players` is listed by seat."""
    return tuple(seat for seat, player in enumerate(players) if player == caller)


def eyes(players: Sequence[str | None], finished: bool, caller: str, narrow: int | None = None) -> Viewer:
    """Return the seats through whose eyes the caller sees: all held now, or `narrow`, one of them.

    After the end everybody sees everything, or what any one seat would. Raises `NotYourSeat`.
    """
    mine = own_seats(players, caller)
    if narrow is None:
        return ALL if finished else mine
    if narrow in mine or (finished and 0 <= narrow < len(players)):
        return (narrow,)
    raise NotYourSeat


def players_of(seats: Sequence[Holder]) -> list[str | None]:
    """Return the players by seat."""
    return [holder.player for holder in seats]


def redacted(commits: Sequence[Commit], viewer: Viewer, finished: bool) -> list[Commit]:
    """Return the commits as the viewer may read them."""
    return [redact(commit, viewer, finished) for commit in commits]


def to_act(game: Game, state: Any) -> list[int]:
    """Return the seats that owe a decision, in ascending order; nobody while SYSTEM is at work."""
    if state is None:
        return []
    owing = {decision.seat for decision in decisions(game, state) if not decision.optional}
    return sorted(seat for seat in owing if seat >= 0)


def decision_documents(game: Game, state: Any, seats: Sequence[int]) -> list[dict[str, Any]]:
    """Return the open decisions of these seats, each with its legal choices as documents."""
    if state is None:
        return []
    open_ones = [decision for decision in decisions(game, state) if decision.seat in seats]
    return [decision_document(game, state, decision) for decision in open_ones]


def decision_document(game: Game, state: Any, decision: Decision) -> dict[str, Any]:
    """Return one decision with its legal choices, and its templates where it is open-ended."""
    step = game.steps[decision.kind]
    return {
        "seat": decision.seat,
        "kind": decision.kind,
        "discloses": list(step.discloses),
        "since": decision.since,
        "optional": decision.optional,
        "choices": [to_named(game.verbs, choice) for choice in options(game, state, decision)],
        "templates": step.templates(state, decision.seat, *decision.args),
    }


def seat_documents(seats: Sequence[Holder], names: Mapping[str, str], caller: str) -> list[dict[str, Any]]:
    """Return who sits where. A player whose name was erased has none."""
    return [
        {
            "seat": seat,
            "player": holder.player,
            "name": names.get(holder.player) if holder.player else None,
            "bot": holder.bot,
            "open": holder.is_open,
            "mine": holder.player == caller,
            "yours_to_take_back": holder.bot is not None and holder.gave_up == caller,
        }
        for seat, holder in enumerate(seats)
    ]


def game_document(game: Game, position: Position, frozen: bool) -> dict[str, Any]:
    """Return what everybody who sees the game may know of it, without seats and view."""
    return {
        "id": position.game_id,
        "ruleset": position.ruleset,
        "revision": position.revision,
        "status": FROZEN if frozen else position.status,
        "version": position.version,
        "hash": position.hash,
        "host": position.host,
        "visibility": position.visibility,
        "start": position.start,
        "options": position.options,
        "commitment": position.commitment,
        "seeded": position.seeded,
        "entropy": position.entropy,
        "created_at": position.created_at,
        "updated_at": position.at,
        "to_act": to_act(game, position.state),
        "result": result_document(position),
    }


def result_document(position: Position) -> dict[str, Any] | None:
    """Return winners, points by seat and the opened seed of a finished game, else None."""
    if position.result is None:
        return None
    return {**position.result, "seed": position.seed.hex()}


def score_document(score: Score) -> dict[str, Any]:
    """Return the score of one seat, with its parts and rounds."""
    return {
        "seat": score.seat,
        "points": score.points,
        "parts": dict(score.parts),
        "rounds": [dict(row) for row in score.rounds],
        "won": score.won,
        "rating": score.rating,
    }
