"""The engine's own search: the solutions of a board, one after another.

It finishes boards where strategies get stuck, proves that a puzzle has one solution, and is the
oracle behind the guard. For generators, it makes full boards and finds clues that can be removed.
`classic` searches the plain 9x9 board, `general` all others, in the same way: first all hidden and
naked singles and locked candidates, then a guess at the smallest choice, both ways. Boards with
clues (`general.ClueSearch`) check these after the singles. Solutions always come in the same order.

A solution agrees with the digits and the candidates of the board: an eliminated candidate stays
eliminated.
"""

from sudoku_engine.search.answers import (
    Clues,
    affordable,
    count,
    full_board,
    packed_solutions,
    random_solution,
    settled,
    solutions,
    typing_errors,
    unpacked,
    visits,
)
from sudoku_engine.search.budget import Budget, Visit

__all__ = [
    "Budget",
    "Clues",
    "Visit",
    "affordable",
    "count",
    "full_board",
    "packed_solutions",
    "random_solution",
    "settled",
    "solutions",
    "typing_errors",
    "unpacked",
    "visits",
]
