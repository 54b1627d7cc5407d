"""Reporters that write runs: as text for people, as JSON lines and as puzzle lines for programs."""

from collections.abc import Iterable

from sudoku_engine import hookimpl
from sudoku_engine.api.hookspecs import thing_at
from sudoku_engine.api.protocols import Reporter

PLACES = {
    "text": "sudoku_frontends.reporters.text:TextReporter",
    "json": "sudoku_frontends.reporters.json_lines:JsonReporter",
    "jsonl": "sudoku_frontends.reporters.json_lines:JsonLinesReporter",
    "line": "sudoku_frontends.reporters.text:LineReporter",
}
"""By id, where the reporters are: those for people are imported without those for programs."""


@hookimpl
def sudoku_reporters() -> Iterable[Reporter]:
    """Return the bundled reporters."""
    return map(thing_at, PLACES.values())
