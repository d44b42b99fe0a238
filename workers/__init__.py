"""Processes that answer for bots and for SYSTEM: jobs, the sweep for lost jobs, opponents."""
