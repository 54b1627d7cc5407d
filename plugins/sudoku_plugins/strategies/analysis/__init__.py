"""What several strategies need of one board, found once a board.

Boards are immutable, so each function here remembers its latest results.
"""
