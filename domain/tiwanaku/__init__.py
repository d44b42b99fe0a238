"""Tiwanaku: a hidden land is explored, divided into regions, and its crops are deduced."""
