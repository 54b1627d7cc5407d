"""Facts about a board that several strategies need, computed once for each board.

Boards are immutable, so each function here remembers its latest results.
"""
