"""What people and workers can do with games: one function for each use case, without any web framework.

Every function takes the `Service` first, reads and writes through its ports, and answers plain data. What goes
wrong is a `Problem` of `errors.py`.
"""
