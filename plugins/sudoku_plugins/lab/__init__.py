"""The laboratory: races of solvers, charts of their work, and the game of levels."""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the commands that watch and compare solvers."""
    return commands_in(
        __name__,
        {
            "simulate": "Play the game of levels: watch a search fill a random board.",
            "race": "Compare solvers on the same puzzles, side by side.",
            "chart": "Measure solvers against difficulty or board size.",
        },
        {
            "simulate": "simulate_command",
            "race": "race_command",
            "chart": "chart_command",
        },
    )
