"""My Reporter: say here what it writes down.

This one writes a line a puzzle: what came of it, and how often each technique was used.
"""

from sudoku_engine import Ended, Stepped, hookimpl


class MyReporter:
    """Counts the steps of each technique."""

    id = "my_reporter"  # its name on the command line and in configurations
    name = "My Reporter"  # its name for people

    def event(self, run, event, *, steps: bool = False):
        """Writes to `run.out`. It is called for every event, as it happens.

        What stands behind the * is an option: with `steps` each step gets a line, too.
        """
        if isinstance(event, Stepped) and steps:
            told = event.step.notation(event.grid.layout)
            print(f"{event.number}. {event.strategy.name}: {told}", file=run.out)
        if isinstance(event, Ended):
            used = [f"{count} {word}" for word, count in event.counts.items() if count]
            print(f"{run.source}: {event.outcome} ({', '.join(used)})", file=run.out)


@hookimpl
def sudoku_reporters():
    """What this file offers: objects, not classes."""
    return [MyReporter()]


if __name__ == "__main__":  # running this file (F5 in IDLE) checks it
    from sudoku_engine.__main__ import run

    raise SystemExit(run(["plugins", "check", __file__]))
