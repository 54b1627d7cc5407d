"""A class on one laptop: the playground for pupils, a page for the teacher, all in one folder."""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command of a class."""
    return commands_in(
        __name__,
        {"classroom": "Let a class work in browsers, and see it on one page."},
        {"classroom": "classroom_command"},
    )
