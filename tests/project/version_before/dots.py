"""Dots: a dot for each step, and how it ended."""

import time

from sudoku_engine import Ended, Stepped, hookimpl


class Dots:
    """Prints a dot for each step."""

    id = "dots"
    name = "Dots"

    def present(self, runs, *, delay: float = 0.0):
        """Shows `runs`; each event happens when it is asked for."""
        for run in runs:
            for event in run:
                if isinstance(event, Stepped):
                    print(".", end="", file=run.out, flush=True)
                    time.sleep(delay)
                elif isinstance(event, Ended):
                    print(f" {event.outcome}", file=run.out)


@hookimpl
def sudoku_frontends():
    """Objects, not classes."""
    return [Dots()]
