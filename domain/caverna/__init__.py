"""Caverna: The Cave Farmers, for one to seven seats, introductory and full set of furnishings."""
