"""``python -m sudoku_engine``, which is the command ``sudoku-engine``."""

import sys


def main() -> None:
    """Runs the program; Ctrl-C while it is being loaded ends it as later on."""
    try:
        from sudoku_engine.cli.program import main as run_program
    except KeyboardInterrupt:
        print("stopped", file=sys.stderr)
        sys.exit(130)
    run_program()


if __name__ == "__main__":
    main()
