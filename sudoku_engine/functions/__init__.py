"""The engine from Python: one function for each question that people ask about a puzzle.

::

    from sudoku_engine import hint, rate, read, solve

    for puzzle in read("puzzles.txt"):
        print(rate(puzzle))

`sudoku_engine` has these names, too. A puzzle is a `Grid`, a text in any format that the engine
reads, or a file. All functions use the bundled plugins, those that are installed, and `plugins`; an
`Engine` loads them once for many puzzles. Described in ``docs/python.md``.
"""

from sudoku_engine.functions.drawing import Picture, draw
from sudoku_engine.functions.engine import Engine
from sudoku_engine.functions.puzzles import read
from sudoku_engine.functions.questions import hint, rate, solve, steps, verify
from sudoku_engine.functions.results import BoardStep, SolveResult

__all__ = [
    "BoardStep",
    "Engine",
    "Picture",
    "SolveResult",
    "draw",
    "hint",
    "rate",
    "read",
    "solve",
    "steps",
    "verify",
]
