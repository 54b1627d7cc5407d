"""The bundled reporters and front ends, offered through hooks as in any plugin."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from sudoku_engine import hookimpl
from sudoku_engine.api.hookspecs import thing_at

if TYPE_CHECKING:
    from sudoku_engine.api.protocols import FrontEnd, Reporter

PLACES = {
    "reporter": {
        "text": "sudoku_frontends.reporters.text:TextReporter",
        "json": "sudoku_frontends.reporters.jsonl:JsonReporter",
        "jsonl": "sudoku_frontends.reporters.jsonl:JsonLinesReporter",
        "line": "sudoku_frontends.reporters.line:LineReporter",
        "html": "sudoku_frontends.reporters.replay:ReplayReporter",
    }
}
"""Where components are, by kind and id: one of them is imported without the others."""


@hookimpl
def sudoku_reporters() -> Iterable[Reporter]:
    """Return the bundled reporters."""
    return map(thing_at, PLACES["reporter"].values())


@hookimpl
def sudoku_frontends() -> Iterable[FrontEnd]:
    """Return the bundled front ends."""
    from sudoku_frontends.turtle_window.frontend import TurtleFrontEnd

    return [TurtleFrontEnd()]
