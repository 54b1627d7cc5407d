"""One board to watch or to work on.

``playback``: a cursor over the events of a run, and the keys of a film, in a window and in a
browser; ``workbench``: `Session`, which adds the user's own moves and strategies as helpers;
``hand_moves``, ``advice`` and ``board_file`` are its parts.
"""

from collections.abc import Mapping

from sudoku_engine.api.hookspecs import hookimpl


@hookimpl
def sudoku_names() -> Mapping[str, str]:
    """Return the names for Python."""
    return {
        "session": "sudoku_plugins.session.open_board",
    }
