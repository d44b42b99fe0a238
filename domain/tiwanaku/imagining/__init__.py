"""Lands as a seat may imagine them: drawn from what it knows, never from the land itself."""
