"""One module per resource; each has a `blueprint`."""

from service.http.routes import events, games, moves, players, rulesets, seats, system

BLUEPRINTS = [module.blueprint for module in (rulesets, players, games, seats, moves, events, system)]
"""All resources, in the order in which they are described."""
