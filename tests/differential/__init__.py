"""Comparisons with engines that others wrote."""
