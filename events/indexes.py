"""What a commit changes outside its log: the head, and the indexes over all games.

Every writer asks here, so that the due set, the lobby and the lists by player are always the same
function of the position.
"""

from domain.core.agenda import CHANCE, SYSTEM, Decision, decisions
from events.commit import Commit, actor, millis
from events.fold import Games, Holder, Position
from events.store import Append, Changes, Head, due_member, players_of

PATIENCE_MS = 5000
"""How long a bot waits before it is asked again, if its own choice opened optional decisions of people."""


def open_decisions(games: Games, position: Position) -> tuple[Decision, ...]:
    """Return the decisions that are open in a running game; () otherwise."""
    if position.status != "running":
        return ()
    return decisions(games[position.ruleset], position.state)


def is_automatic(position: Position, seat: int) -> bool:
    """Say whether a worker answers for the seat: SYSTEM, or a seat held by a bot."""
    return seat == SYSTEM or (seat >= 0 and position.seats[seat].bot is not None)


def head_of(games: Games, position: Position) -> Head:
    """Return the head of a game whose last commit led to this position."""
    asked = open_decisions(games, position)
    owing = {decision.seat for decision in asked if decision.seat >= 0 and not decision.optional}
    return Head(
        game=position.game_id,
        version=position.version,
        hash=position.hash,
        status=position.status,
        ruleset=position.ruleset,
        revision=position.revision,
        host=position.host,
        visibility=position.visibility,
        seats=[_seat(holder) for holder in position.seats],
        to_act=sorted(owing),
        options=position.options,
        created_at=position.created_at,
        updated_at=position.at,
    )


def _seat(holder: Holder) -> dict[str, str | None]:
    seat = {"player": holder.player, "bot": holder.bot}
    return seat if holder.gave_up is None else {**seat, "gave_up": holder.gave_up}


def index_changes(games: Games, before: Position | None, after: Position, commit: Commit) -> Changes:
    """Return what the commit that led from `before` to `after` changes in the indexes."""
    old = set() if before is None else _due(games, before)
    new = _due(games, after)
    chosen = {actor(event) for event in commit["events"] if event["type"] == "chose"}
    now = millis(after.at)
    patient = _opens_for_people(games, after)
    due_add: dict[str, int] = {}
    for seat, since in sorted(new - old):
        waits = patient and seat in chosen and seat != SYSTEM
        due_add[due_member(after.game_id, seat, since)] = now + PATIENCE_MS if waits else now
    players, former = _players(after), set() if before is None else _players(before)
    return Changes(
        due_add=due_add,
        due_remove=tuple(due_member(after.game_id, seat, since) for seat, since in sorted(old - new)),
        listed=after.status if after.visibility == "public" else None,
        mine_add=tuple(sorted(players - former)),
        mine_remove=tuple(sorted(former - players)),
    )


def append_of(
    games: Games, before: Position | None, after: Position, commit: Commit, body: str | None = None
) -> Append:
    """Return what a store needs to append the commit that led from `before` to `after`.

    `body` is the hash of the client's body; the commit bears the hash of its idempotency key.
    """
    return Append(
        expected=after.version - 1,
        commit=commit,
        head=head_of(games, after),
        changes=index_changes(games, before, after, commit),
        key=commit.get("key"),
        body=body,
    )


def _due(games: Games, position: Position) -> set[tuple[int, int]]:
    """Return seat and since of every open decision that a worker has to answer, optional ones too."""
    asked = open_decisions(games, position)
    assert all(decision.seat != CHANCE for decision in asked), "no commit ends with a draw open"
    return {(decision.seat, decision.since) for decision in asked if is_automatic(position, decision.seat)}


def _opens_for_people(games: Games, position: Position) -> bool:
    """Say whether the last commit opened an optional decision of a person."""
    return any(
        decision.optional and decision.since == position.version and not is_automatic(position, decision.seat)
        for decision in open_decisions(games, position)
    )


def _players(position: Position) -> set[str]:
    return players_of([_seat(holder) for holder in position.seats], position.host)
