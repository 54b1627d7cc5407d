"""The kit that checks plugins: each kind by its own checks, with advice where something is wrong.

`examination` runs the checks of ``checks`` on the boards of ``boards``, in a fresh process
(`fresh_run`), and puts what is wrong into words (``advice``). `assertions` are for pytest. The
names of `sudoku_engine.testing` are found here.
"""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command that checks plugins."""
    return commands_in(
        __name__,
        {"plugins check": "Check whether plugins are correct and keep the rules."},
        {"plugins check": "check_command"},
    )
