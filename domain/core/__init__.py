"""The rules kernel that every game shares: agenda, steps, choices, plain data, errors."""
