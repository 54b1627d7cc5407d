"""The engine's own search: the solutions of a board, one after another.

It finishes what strategies leave open, proves that a puzzle has one solution, and is the oracle
behind the guard. `classic` searches the plain 9x9 board, `general` all others, in the same way:
what follows by hidden and naked singles and locked candidates is done at once; where that comes
to rest, the smallest choice is guessed both ways. Solutions always come in the same order.

A solution keeps to the digits and to the candidates of the board: what is struck stays struck.
"""

from sudoku_engine.search.answers import count, solutions
from sudoku_engine.search.budget import Budget
from sudoku_engine.search.repair import typing_error

__all__ = ["Budget", "count", "solutions", "typing_error"]
