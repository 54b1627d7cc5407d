"""One board that is watched, or that a person works on.

``playback``: a cursor over the events of a run; ``workbench``: `Session`, which adds a person's own
moves and strategies as helpers; ``history``, ``hand_moves``, ``helpers``, ``advice`` and
``board_file`` are its parts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sudoku_engine.session.workbench import Session as Session


def __getattr__(name: str) -> Any:
    """Import `Session` at its first use, since it brings the whole engine along."""
    if name == "Session":
        from sudoku_engine.session.workbench import Session

        return Session
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
