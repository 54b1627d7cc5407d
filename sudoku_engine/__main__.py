"""``python -m sudoku_engine``, which is the command ``sudoku-engine``."""

from sudoku_engine.commands.program import main

if __name__ == "__main__":
    main()
