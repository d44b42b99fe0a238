"""The log: commits, their chain, dice and stores, and the way back from a log to a position."""
