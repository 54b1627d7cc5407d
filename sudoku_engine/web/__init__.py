"""Films for browsers: runs as a document of shapes and words, and the page that shows it.

``document``: the whole film, puzzle by puzzle and moment by moment; ``film_pictures``: its
pictures, in which every shape is written once; ``page``: the player, which is written in
JavaScript (``player/film.js``), and a page with both.
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
