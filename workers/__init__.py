"""The processes that answer for bots and for the table's own bookkeeping."""
