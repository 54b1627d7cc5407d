"""One board to watch or to work on.

``playback``: a cursor over the events of a run, and the keys of a film, in a window and in a
browser; ``workbench``: `Session`, which adds the user's own moves and strategies as helpers;
``hand_moves``, ``advice`` and ``board_file`` are its parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sudoku_engine.session.workbench import Session as Session


def __getattr__(name: str) -> Any:
    """Import `Session` at its first use, since it imports the whole engine."""
    if name == "Session":
        from sudoku_engine.session.workbench import Session

        return Session
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
