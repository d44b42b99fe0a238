"""A bot that searches: Monte Carlo tree search over what its seat cannot tell apart.

Single-observer information-set search: every iteration goes through a freshly determinized world, the
tree is shared by all worlds, and a choice is compared with the choices that were available together
with it. Source: P. Cowling, E. Powley, D. Whitehouse, "Information Set Monte Carlo Tree Search",
IEEE Transactions on Computational Intelligence and AI in Games 4 (2012), section V.
"""

import math
from dataclasses import dataclass, field

from domain.core.agenda import CHANCE, SYSTEM, Decision, answer, decisions, options
from domain.core.choices import Choice
from domain.core.game import Game, Rng
from domain.core.rollout import playout, weighted
from workers.bots.base import Budget, Position, Thought, best_first, best_of, candidates
from workers.bots.eval import POINT, evaluation, ponderer, worth_weighing

EXPLORATION = 0.7
DEPTH = 24
"""Choices of a random playout before the evaluation judges."""
SPREAD = 8 * POINT
"""A lead of this size counts as three quarters of a win."""


@dataclass(slots=True)
class Node:
    """What is known of a choice: visits, how often it was available, and the rewards of its seat."""

    seat: int = CHANCE
    visits: int = 0
    available: int = 0
    reward: float = 0.0
    children: dict[Choice | None, "Node"] = field(default_factory=dict)

    def bound(self) -> float:
        """Return the upper confidence bound."""
        spread = math.sqrt(math.log(self.available) / self.visits)
        return self.reward / self.visits + EXPLORATION * spread


class Search:
    """Information-set tree search with short playouts and the evaluation at their end."""

    name = "search"

    def choose(self, game: Game, state: Position, decision: Decision, rng: Rng, budget: Budget) -> Thought:
        """Take the choice that was visited most within the budget."""
        listing = worth_weighing(game, decision, candidates(game, state, decision))
        if len(listing) == 1:
            return Thought(listing[0], (), 0)
        ponder = ponderer(game)
        if ponder is not None:
            return best_of(ponder(state, decision, listing, rng, budget), rng)
        tree = Tree(game, rng, len(game.scores(state, ())))
        while tree.playouts < budget.playouts and not (tree.playouts and budget.is_spent()):
            tree.grow(game.determinize(state, decision.seat, rng), decision)
        tried = {choice: node for choice, node in tree.root.children.items() if node.visits}
        chosen = max(tried, key=lambda choice: (tried[choice].visits, tried[choice].reward))
        shares = {choice: int(1000 * node.reward / node.visits) for choice, node in tried.items()}
        return Thought(chosen, best_first(shares), tree.playouts)


class Tree:
    """The tree of one decision, shared by all worlds."""

    def __init__(self, game: Game, rng: Rng, seats: int) -> None:
        self.game, self.rng, self.seats = game, rng, seats
        self.evaluate = evaluation(game)
        self.root = Node()
        self.playouts = 0

    def grow(self, world: Position, first: Decision) -> None:
        """Run one iteration through a world, which is used up."""
        path: list[Node] = []
        node, asked = self.root, first
        while True:
            node, is_new = self._descend(world, asked, node)
            path.append(node)
            if is_new or world.over:
                break
            asked = decisions(self.game, world)[0]
        playout(self.game, world, self.rng, limit=DEPTH)
        rewards = self._rewards(world)
        for step in path:
            step.visits += 1
            if step.seat >= 0:
                step.reward += rewards[step.seat]
        self.playouts += 1

    def _descend(self, world: Position, asked: Decision, node: Node) -> tuple[Node, bool]:
        """Make one choice in the world; return its node and whether that was new to the tree."""
        choice: Choice | None
        if asked.seat == CHANCE:
            listing = options(self.game, world, asked)
            weights = self.game.steps[asked.kind].weights(world, CHANCE, *asked.args)
            choice = listing[weighted(self.rng, weights)]
        elif asked.seat == SYSTEM:
            choice = options(self.game, world, asked)[0]
        else:
            choice = self._select(candidates(self.game, world, asked), asked.seat, node)
        child = node.children.setdefault(choice, Node(asked.seat))
        is_new = child.visits == 0 and asked.seat >= 0
        if choice is not None:
            answer(self.game, world, asked, choice)
        return child, is_new

    def _select(self, listing: list[Choice | None], seat: int, node: Node) -> Choice | None:
        """Take a choice never tried here, or else the one with the best bound."""
        children = node.children
        for choice in listing:
            children.setdefault(choice, Node(seat)).available += 1
        untried = [choice for choice in listing if not children[choice].visits]
        if untried:
            return untried[self.rng.below(len(untried))]
        return max(listing, key=lambda choice: children[choice].bound())

    def _rewards(self, world: Position) -> list[float]:
        """Return for each seat how well it stands, from 0 to 1: its lead over the best other seat."""
        values = [self.evaluate(world, seat) for seat in range(self.seats)]
        rewards = []
        for seat, value in enumerate(values):
            rival = max((other for at, other in enumerate(values) if at != seat), default=0)
            lead = max(-20.0, min(20.0, (value - rival) / SPREAD))
            rewards.append(1 / (1 + math.exp(-lead)))
        return rewards
