"""Grade a class: try each strategy alone, count its points, and find similar programs."""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command that grades a class."""
    return commands_in(
        __name__,
        {"plugins grade": "Grade a class: check and compare its students' strategies."},
        {"plugins grade": "grade_command"},
    )
