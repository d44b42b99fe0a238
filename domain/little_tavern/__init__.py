"""Little Tavern, complete: 2 to 5 seats, seven clans, house events, played until somebody has 25 coins.

Game by Maxime Rambourg and Théo Rivière (Repos Production, 2024), in the edition adapted for blind and
partially sighted players. `R..` and `D..` in this package number the rules and the decisions that the worked
examples in `tests/examples` cite.
"""
