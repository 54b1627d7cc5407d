"""The bundled reporters and front ends, offered through hooks as in any plugin."""

from __future__ import annotations

from collections.abc import Iterable

from sudoku_engine import hookimpl
from sudoku_engine.api.protocols import FrontEnd, Reporter


@hookimpl
def sudoku_reporters() -> Iterable[Reporter]:
    """Return the bundled reporters."""
    from sudoku_frontends.reporters.jsonl import JsonLinesReporter, JsonReporter
    from sudoku_frontends.reporters.line import LineReporter
    from sudoku_frontends.reporters.replay import ReplayReporter
    from sudoku_frontends.reporters.text import TextReporter

    return [TextReporter(), JsonReporter(), JsonLinesReporter(), LineReporter(), ReplayReporter()]


@hookimpl
def sudoku_frontends() -> Iterable[FrontEnd]:
    """Return the bundled front ends."""
    from sudoku_frontends.turtle_window.frontend import TurtleFrontEnd

    return [TurtleFrontEnd()]
