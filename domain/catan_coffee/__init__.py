"""Catan with ships and the coffee villages of the natives, and the base game on the same engine."""
