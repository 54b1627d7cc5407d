"""One board to watch or to work on.

``playback``: a cursor over the events of a run, and the keys of a film, in a window and in a
browser; ``workbench``: `Session`, which adds the user's own moves and strategies as helpers;
``hand_moves``, ``advice`` and ``board_file`` are its parts.
"""

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the command to solve by hand."""
    return commands_in(
        __name__,
        {
            "play": "Solve a board by hand, with strategies as helpers.",
        },
        {
            "play": "play_command",
        },
    )
