"""``python -m sudoku_engine``, which is the command ``sudoku-engine``."""

import gc
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


if __name__ == "__main__":
    main()
