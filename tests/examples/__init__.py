"""Worked examples of the rules, read from YAML by one harness for each game.

`little_tavern.yaml` and its like are the examples; `<game>_harness.py` says how those of a game are read and run;
`loading.py` brings the two together. `pytest tests/examples --examples DIR` runs the examples of another folder.
"""
