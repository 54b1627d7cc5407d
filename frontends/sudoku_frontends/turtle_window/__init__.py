"""A window in which turtles draw the scenes of the controllers of ``player``.

``frontend``: the front end `turtle`, which imports the rest when it opens a window; ``window``: the
window; ``tk_setup``: what it needs from Tk; ``picture_painter``: pictures painted by turtles;
``layered_screen``: what the turtles draw on.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudoku_engine import hookimpl

if TYPE_CHECKING:
    from sudoku_engine.api.protocols import FrontEnd


@hookimpl
def sudoku_frontends() -> Iterable[FrontEnd]:
    """Return the bundled front ends."""
    from sudoku_frontends.turtle_window.frontend import TurtleFrontEnd

    return [TurtleFrontEnd()]
