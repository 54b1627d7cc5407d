"""Paths as machine code."""
from sudoku_engine.search.compiled.machine_code import Program

PATHS = Program(
    "sudoku_plugins.strategies.compiled.entries",
    "the paths",
    {
        "walk": "numbers number numbers number number numbers",
        "walk_each": "number cells cells number numbers numbers numbers",
    },
)
