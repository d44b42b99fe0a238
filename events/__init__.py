"""The log of a game: commits, their storage, and the positions folded from them."""
