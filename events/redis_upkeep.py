"""Indexes follow from heads: compare them shard after shard, and repair what differs.

Only a crash in mid air of a server without a complete append-only file, or a hand in the store, should
ever leave something to repair. Each repair is one script that looks at the head again.
"""

from collections import defaultdict
from collections.abc import Iterable
from typing import Any

from events.redis_keys import LISTS, entry_of, in_shard, lobby, mine, of_game, read_entry, read_head
from events.store import Head, players_of, read_member

_BATCH = 500


class Upkeep:
    """The upkeep of one shard, on a snapshot of its indexes that may already be old when it is used."""

    def __init__(self, client: Any, mend: Any, shard: int) -> None:
        self._client = client
        self._mend = mend
        self._shard = shard
        self._due: dict[str, set[str]] = defaultdict(set)
        self._lists: dict[str, dict[str, str]] = defaultdict(dict)

    def run(self) -> int:
        """Compare, repair, and return how many entries were changed."""
        names = self._names()
        prefix = in_shard(self._shard, "head:")
        games = {name[len(prefix) :] for name in names if name.startswith(prefix)}
        self._read_indexes(names)
        games |= self._due.keys() | self._lists.keys()
        ordered, changed = sorted(games), 0
        for first in range(0, len(ordered), _BATCH):
            batch = ordered[first : first + _BATCH]
            changed += sum(self._repair(game, head) for game, head in zip(batch, self._heads(batch), strict=True))
        return changed

    def _names(self) -> list[str]:
        """Return the shard's heads and lists by player; a cluster is asked at the shard's own node."""
        where: dict[str, Any] = {}
        if hasattr(self._client, "get_node_from_key"):
            where["target_nodes"] = self._client.get_node_from_key(in_shard(self._shard, "due"))
        heads_and_lists = in_shard(self._shard, "[hm]*")
        return list(self._client.scan_iter(match=heads_and_lists, count=_BATCH, **where))

    def _read_indexes(self, names: Iterable[str]) -> None:
        prefix = in_shard(self._shard, "mine:")
        lists = [lobby(self._shard, status) for status in LISTS]
        lists += [name for name in names if name.startswith(prefix)]
        for name in lists:
            for entry in self._client.zrange(name, 0, -1):
                self._lists[read_entry(entry).game][name] = entry
        for member in self._client.zrange(in_shard(self._shard, "due"), 0, -1):
            self._due[read_member(member)[0]].add(member)

    def _heads(self, games: Iterable[str]) -> list[Head | None]:
        pipe = self._client.pipeline(transaction=False)
        for game in games:
            pipe.hgetall(of_game("head", game))
        return [read_head(stored) for stored in pipe.execute()]

    def _repair(self, game: str, head: Head | None) -> int:
        has, due = self._lists.get(game, {}), self._due.get(game, set())
        wanted = set() if head is None else set(self._wanted(head))
        entry = next(iter(has.values()), "") if head is None else entry_of(head)
        missing, wrong = sorted(wanted - has.keys()), sorted(has.keys() - wanted)
        doubtful = sorted(due ^ (head.due.keys() if head else set()))
        if not (missing or wrong or doubtful):
            return 0
        keys = [of_game("head", game), in_shard(self._shard, "due"), *missing, *wrong]
        version = head.version if head else 0
        return int(self._mend(keys=keys, args=[version, entry, len(missing), *doubtful]))

    def _wanted(self, head: Head) -> list[str]:
        """Return the lists that have to hold a game."""
        wanted = [mine(self._shard, player) for player in players_of(head.seats, head.host)]
        if head.visibility == "public":
            wanted.append(lobby(self._shard, "frozen" if head.frozen else head.status))
        return wanted
