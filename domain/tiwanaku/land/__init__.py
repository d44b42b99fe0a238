"""The hidden land: its text and laws, and the generator `tiwanaku-board-v1`."""
