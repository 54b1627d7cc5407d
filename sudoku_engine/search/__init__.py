"""The engine's own search: the solutions of a board, one after another.

It finishes what strategies leave open, proves that a puzzle has one solution, is the oracle behind
the guard, and for generators makes full boards and tells which of their clues can go. `classic`
searches the plain 9x9 board, `general` all others, in the same way: what follows by hidden and
naked singles and locked candidates is done at once; where that comes to rest, the smallest choice
is guessed both ways. Solutions always come in the same order.

A solution keeps to the digits and to the candidates of the board: what is struck stays struck.
"""

from sudoku_engine.search.answers import count, packed_solutions, settled, solutions, unpacked
from sudoku_engine.search.budget import Budget
from sudoku_engine.search.clues import Clues
from sudoku_engine.search.filling import full_board, random_solution
from sudoku_engine.search.repair import typing_error

__all__ = [
    "Budget",
    "Clues",
    "count",
    "full_board",
    "packed_solutions",
    "random_solution",
    "settled",
    "solutions",
    "typing_error",
    "unpacked",
]
