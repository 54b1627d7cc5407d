"""The engine's own search: the solutions of a board, one after another.

It finishes what strategies leave open, proves that a puzzle has one solution, and is the oracle
behind the guard; for generators it makes full boards and finds out which of their clues can go.
`classic` searches the plain 9x9 board, `general` all others, in the same way: what follows by
hidden and naked singles and locked candidates is done at once; then the smallest choice is guessed
both ways. Solutions always come in the same order.

A solution keeps to the digits and to the candidates of the board: what is eliminated stays
eliminated.
"""

from sudoku_engine.search.answers import (
    count,
    packed_solutions,
    settled,
    solutions,
    unpacked,
    visits,
)
from sudoku_engine.search.budget import Budget
from sudoku_engine.search.clues import Clues
from sudoku_engine.search.filling import full_board, random_solution
from sudoku_engine.search.repair import typing_error
from sudoku_engine.search.visit import Visit

__all__ = [
    "Budget",
    "Clues",
    "Visit",
    "count",
    "full_board",
    "packed_solutions",
    "random_solution",
    "settled",
    "solutions",
    "typing_error",
    "unpacked",
    "visits",
]
