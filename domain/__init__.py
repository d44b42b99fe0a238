"""The rules of the games, pure: no clock, no chance of their own, no input or output."""
