"""The files that `plugins new` writes: plugins of each kind, exercises, and a project."""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the commands that write starters."""
    return commands_in(
        __name__,
        {
            "plugins new": "Write a starter plugin, or an exercise.",
            "plugins progress": "Show what is done of a course, and what comes next.",
        },
        {"plugins new": "starter_commands", "plugins progress": "starter_commands"},
    )
