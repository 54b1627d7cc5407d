"""The engine from Python: one function for each question that people ask about a puzzle.

::

    from sudoku_engine import rate, read

    for puzzle in read("puzzles.txt"):
        print(rate(puzzle))

`sudoku_engine` has their names. A puzzle is a `Grid`, a text in any format that the engine reads,
or a file. All use the bundled plugins, those that are installed, and `plugins`; an `Engine`
loads them once for many puzzles. Described in ``docs/python.md``.
"""
