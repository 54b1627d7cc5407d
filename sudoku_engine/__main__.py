"""``python -m sudoku_engine``, which is the command ``sudoku-engine``."""

import gc
import os
import sys
from collections.abc import Sequence

OBJECTS = 100_000
"""The number of new objects that starts a garbage collection; Python's default is 700."""


def main() -> None:
    """Run the program; Ctrl-C ends it while it loads, too."""
    gc.set_threshold(OBJECTS)  # loading makes many objects, and little garbage
    try:
        from sudoku_engine.cli.program import main as run_program
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
    run_program()


def run(arguments: Sequence[str]) -> int:
    """Return the exit status of the program called with `arguments`, in this process."""
    from sudoku_engine.cli.program import run as run_program

    return run_program(arguments)


def leave_out_current_folder() -> None:
    """Keep files in the current folder, such as a pupil's random.py, from replacing Python's own.

    ``python -m`` searches that folder first. It stays if the engine is there itself.
    """
    folder = os.getcwd()
    if sys.path[:1] == [folder] and not os.path.exists(os.path.join(folder, "sudoku_engine")):
        del sys.path[0]


if __name__ == "__main__":
    leave_out_current_folder()
    main()
