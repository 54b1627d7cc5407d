"""The site on which strategies are written, checked and watched in a browser."""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the commands of the site."""
    return commands_in(
        __name__,
        {
            "site": "Solve, learn, practise, make and write in a browser: a site.",
            "playground": "Write strategies in a browser: a site that needs no installation.",
        },
        {"site": "playground_command", "playground": "playground_command"},
    )
