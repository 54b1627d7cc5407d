"""A strategy's own lines at work on a board: recorded in a guest, read and shown in the program.

`model` has a `Trace` with its moments, which all painters show. Where the strategy is loaded,
`recorder` runs it twice: a `survey` of its lines, then a film around the place that matters
(`focus`), on which `lookup` works out what conditions say. `reading` asks for that, and puts into
words which line let a step go, and where a wrong one came from. `asking` chooses the board and the
step. `painters` have the text for the terminal, and the board at each moment for all others.
"""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command that traces a strategy."""
    return commands_in(
        __name__,
        {"plugins trace": "Show a strategy's own lines at work on a board."},
        {"plugins trace": "trace_command"},
    )
