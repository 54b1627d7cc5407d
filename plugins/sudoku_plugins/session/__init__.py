"""One board to watch or to work on.

``playback``: a cursor over the events of a run, and the keys of a film, in a window and in a
browser; ``workbench``: `Session`, which adds the user's own moves and strategies as helpers;
``hand_moves``, ``advice`` and ``board_file`` are its parts.
"""

from collections.abc import Mapping

from sudoku_engine.api.hookspecs import BroughtCommand, commands_in, hookimpl


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names for Python."""
    return dict.fromkeys(("hint", "session", "steps"), "sudoku_plugins.session.next_steps")


@hookimpl
def sudoku_commands() -> list[BroughtCommand]:
    """Return the commands that show steps on a board."""
    return commands_in(
        __name__,
        {
            "steps": "Show all steps on a board, of every technique.",
            "hint": "Show the next step of a puzzle.",
        },
        dict.fromkeys(("steps", "hint"), "steps_command"),
    )
