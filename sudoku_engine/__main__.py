"""``python -m sudoku_engine``, which is the command ``sudoku-engine``."""

import gc
import os
import sys

OBJECTS = 100_000
"""How many new objects Python collects garbage after; by default it is 700."""


def main() -> None:
    """Run the program; Ctrl-C ends it as well while it is being loaded."""
    gc.set_threshold(OBJECTS)  # loading makes many objects, and little garbage
    try:
        from sudoku_engine.cli.program import main as run_program
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
    run_program()


def leave_out_current_folder() -> None:
    """Let no file in the current folder, such as a pupil's random.py, replace a part of Python.

    ``python -m`` searches that folder first. It stays if the engine is there itself.
    """
    folder = os.getcwd()
    if sys.path[:1] == [folder] and not os.path.exists(os.path.join(folder, "sudoku_engine")):
        del sys.path[0]


if __name__ == "__main__":
    leave_out_current_folder()
    main()
