"""A window in which turtles draw the scenes of the controllers of ``player``.

Here is the front end `turtle`, which imports the rest when it opens a window; ``window``: the
window; ``picture_painter``: pictures painted by turtles.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Literal

from sudoku_engine import hookimpl
from sudoku_engine.board.words import require_number

if TYPE_CHECKING:
    from sudoku_engine.api.protocols import FrontEnd
    from sudoku_engine.api.run import Run
    from sudoku_frontends.player.editor import Editor
    from sudoku_frontends.player.film import Film
    from sudoku_frontends.player.trace_film import TraceFilm
    from sudoku_frontends.turtle_window.window import Window
    from sudoku_plugins.session.workbench import Session


@hookimpl
def sudoku_frontends() -> Iterable[FrontEnd]:
    """Return the bundled front ends."""
    return [TurtleFrontEnd()]


SWITCH_INTERVAL = 0.0001
"""Seconds that a working strategy may hold up the window."""


class TurtleFrontEnd:
    """Shows each run as a film in one window, or opens a board to work on."""

    id = "turtle"
    name = "A film of the run in a window, drawn by turtles"

    def present(
        self,
        runs: Iterable[Run],
        *,
        delay: float = 0.8,
        size: str = "",
        theme: Literal["light", "dark", "projector"] = "light",
        candidates: bool = True,
        full_screen: bool = False,
        play: bool = False,
    ) -> None:
        """Show `runs` until the window is closed; a run that is never shown is never begun.

        `delay`: seconds from step to step while the film plays. `size`: of the window, as
        ``640x800``; empty for one that suits the screen. `candidates`: whether to show them.
        `play`: whether to play at once, or to wait on the first board. Raises NoWindow, before any
        run has begun, if no window can be opened.
        """
        require_number(delay, "the delay between steps")
        from sudoku_frontends.player.film import Film
        from sudoku_frontends.turtle_window.window import Window

        window = Window("Sudoku", size=size, full_screen=full_screen)
        film = Film(runs, delay=delay, theme=theme, has_candidates=candidates, is_playing=play)
        _run(window, film)

    def work(
        self,
        session: Session,
        *,
        size: str = "",
        theme: Literal["light", "dark", "projector"] = "light",
        candidates: bool = True,
        full_screen: bool = False,
    ) -> None:
        """Open the board of `session` to work on, until the window is closed.

        A trace is a film with the code next to the board. The options are those of `present`.
        Raises NoWindow if no window can be opened.
        """
        from sudoku_frontends.player.editor import Editor
        from sudoku_frontends.player.trace_film import TraceFilm
        from sudoku_frontends.turtle_window.window import Window
        from sudoku_plugins.trace.painters import TraceSession

        if isinstance(session, TraceSession):
            window = Window("Sudoku", size=size, full_screen=full_screen, is_wide=True)
            _run(window, TraceFilm(session, theme=theme, has_candidates=candidates))
            return
        window = Window("Sudoku", size=size, full_screen=full_screen, decides_closing=True)
        editor = Editor(session, theme=theme, has_candidates=candidates, has_pad=True)
        _run(window, editor)


def _run(window: Window, controller: Film | Editor | TraceFilm) -> None:
    """Let `controller` work in `window`; working strategies give way to the window often."""
    interval = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_INTERVAL)
    try:
        window.run(controller)
    finally:
        sys.setswitchinterval(interval)
        controller.stop()
