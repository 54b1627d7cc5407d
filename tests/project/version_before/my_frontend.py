"""My Frontend: say here how it shows a run.

This one prints the board after every step.
"""

import time

from sudoku_engine import Ended, Stepped, hookimpl


class MyFrontend:
    """Prints the board after every step."""

    id = "my_frontend"  # its name on the command line and in configurations
    name = "My Frontend"  # its name for people

    def present(self, runs, *, delay: float = 0.0):
        """Shows the runs. Asking a run for its next event makes it happen.

        What stands behind the * is an option: the seconds to wait after each step.
        """
        for run in runs:
            for event in run:
                if isinstance(event, Stepped):
                    print(f"{event.number}. {event.strategy.name}", file=run.out)
                    print(event.grid, file=run.out, flush=True)
                    time.sleep(delay)
                if isinstance(event, Ended):
                    print(event.outcome, file=run.out)


@hookimpl
def sudoku_frontends():
    """What this file offers: objects, not classes."""
    return [MyFrontend()]


if __name__ == "__main__":  # running this file (F5 in IDLE) checks it
    from sudoku_engine.__main__ import run

    raise SystemExit(run(["plugins", "check", __file__]))
