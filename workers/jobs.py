"""The functions that a worker runs, and the only ones.

A job is a hint that a decision may be open. It reads the position, does nothing if the decision is gone, and
writes through the same use case as everybody else; so a job that is lost, late, or run twice does no harm.
"""

import logging
import math
import time
from typing import Any, NamedTuple

from domain.core.agenda import SYSTEM, listed, options
from domain.core.choices import Choice
from domain.core.errors import Refusal
from domain.core.plain import Plain
from service.usecases.answer import Question, decline, open_question
from service.usecases.answer import answer as write
from service.usecases.bots import LEVELS
from service.usecases.positions import guarded
from workers import context
from workers.bots import BOTS
from workers.bots.base import Budget, SystemRng, Thought
from workers.limits import Late, time_limit

LAST_ATTEMPT = 3
"""From this attempt on, nobody thinks any more: a fallback answers."""

MOST_ANSWERS = 40
"""Answers that one job gives; what is still open then is found by the sweep."""

log = logging.getLogger("kancha.workers")


class Reply(NamedTuple):
    """What a bot's seat answers: a choice (None: nothing), what the commit says of it, the bot's note."""

    choice: Choice | None
    by: dict[str, Any]
    note: Plain = None


def answer(game: str, seat: int, since: int, attempt: int) -> str:
    """Answer what `since` has opened for a seat of a bot, or for SYSTEM (-2); return what came of it.

    `attempt` counts from 0; from 3 on the answer is a fallback. Several decisions of one version are
    answered one after the other. An optional one that the bot leaves alone is not asked again. Raises `Frozen` for a
    game that cannot be continued: its decisions stay due for a release that can, and the failed job keeps its id for
    a while, so that the sweeps do not ask all the time.
    """
    service, came_of_it, passed = context.service(), "gone", list[Question]()
    for _ in range(MOST_ANSWERS):
        question = open_question(service, game, seat, since, [left.decision for left in passed])
        if question is None:
            break
        reply = paced(question, attempt)
        if reply.choice is None:
            passed.append(question)
            continue
        try:
            came_of_it = write(service, question, reply.choice, reply.by, reply.note)
        except Refusal:
            continue  # others have moved while the bot thought: it looks again
        _tell(question, reply, came_of_it)
    if passed:
        decline(service, passed[-1])
        return "silent"
    return came_of_it


def upkeep(shard: int) -> int:
    """Compare the indexes of one of the 64 shards with its heads; return how many entries were repaired."""
    with guarded():
        wrong = context.service().store.upkeep(shard)
    if wrong:
        log.warning("indexes_repaired", extra={"fields": {"shard": shard, "entries": wrong}})
    return wrong


def paced(question: Question, attempt: int) -> Reply:
    """Find the answer; if the seat knows what others do not, hold it back to a multiple of the pace.

    How long a bot thinks hangs on how many choices its hand gives it.
    """
    began, service = time.monotonic(), context.service()
    reply = reply_to(question, attempt)
    game, state, pace = service.games[question.position.ruleset], question.position.state, service.settings.bot_pace
    if pace and question.seat != SYSTEM and game.view(state, (question.seat,)) != game.view(state, ()):
        spent = time.monotonic() - began
        time.sleep(math.ceil(spent / pace) * pace - spent)
    return reply


def reply_to(question: Question, attempt: int) -> Reply:
    """Find the answer to a question: SYSTEM's only one, the bot's own, or a fallback with its reason."""
    service = context.service()
    game = service.games[question.position.ruleset]
    if question.seat == SYSTEM:
        return Reply(options(game, question.position.state, question.decision)[0], {})
    assert question.bot is not None
    by: dict[str, Any] = {"bot": question.bot}
    if attempt >= LAST_ATTEMPT:
        return _fallback(question, by, "late")
    try:
        with time_limit(service.settings.bot_deadline):
            return _own(question, by)
    except Late:
        return _fallback(question, by, "late")
    except Exception as failure:  # whatever a bot does, the table goes on
        fields = {"game": question.game_id, "bot": question.bot, "error": type(failure).__name__}
        log.error("bot_failed", extra={"fields": fields})
        return _fallback(question, by, "raised")


def _own(question: Question, by: dict[str, Any]) -> Reply:
    """Let the bot answer; a choice that is not legal becomes a fallback.

    The commit tells everybody what the bot was allowed, and its seat alone what it did with that: what it used up
    hangs on how many choices its hand gave it. For the same reason every bot leaves a note, if only an empty one.
    """
    choice, values, playouts = think(question)
    if choice is None and question.decision.optional:
        return Reply(None, by)
    game = context.service().games[question.position.ruleset]
    if choice is None or not listed(game, question.position.state, question.decision, choice):
        return _fallback(question, by, "illegal")
    allowed = {"level": LEVELS[by["bot"]], "budget": context.service().settings.search_playouts}
    ranked = [[_plain(candidate), value] for candidate, value in values]
    return Reply(choice, {**by, **allowed}, {"values": ranked, "playouts": playouts})


def think(question: Question) -> Thought:
    """Ask the bot, on a position that its seat could not tell from the real one."""
    service = context.service()
    settings = service.settings
    game, rng = service.games[question.position.ruleset], SystemRng()
    world = game.determinize(question.position.state, question.seat, rng)
    budget = Budget(settings.search_playouts, time.monotonic() + settings.search_time)
    assert question.bot is not None
    return BOTS[question.bot].choose(game, world, question.decision, rng, budget)


def _fallback(question: Question, by: dict[str, Any], reason: str) -> Reply:
    """Answer an ordinary decision with its first option, an optional one not at all."""
    if question.decision.optional:
        return Reply(None, by)
    game = context.service().games[question.position.ruleset]
    listing = options(game, question.position.state, question.decision)
    return Reply(listing[0], {**by, "fallback": reason})


def _tell(question: Question, reply: Reply, came_of_it: str) -> None:
    fields = {"game": question.game_id, "seat": question.seat, "since": question.since, "outcome": came_of_it}
    if "fallback" in reply.by:
        fields["fallback"] = reply.by["fallback"]
    log.info("answered", extra={"fields": fields})


def _plain(choice: Choice | None) -> Plain:
    return None if choice is None else list(choice)
