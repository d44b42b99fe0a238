"""The steps of the game: what every kind of agenda entry and every word of the vocabulary does."""
