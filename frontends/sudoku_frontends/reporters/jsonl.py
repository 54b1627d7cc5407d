"""JSON lines: one object for each event, for programs.

The code that writes JSON is imported with the first event: most runs do not need it.
"""

from __future__ import annotations

from typing import Any, TextIO

from sudoku_engine import Ended, Event, Grid, Layout, Started
from sudoku_engine.api.run import Run
from sudoku_engine.api.search_counts import Tally
from sudoku_engine.errors import SudokuError


class JsonLinesReporter:
    """Write the record of each event as one JSON object on a line of its own."""

    id = "jsonl"
    name = "JSON lines"

    def __init__(self) -> None:
        self._board: Grid | None = None

    def event(self, run: Run, event: Event) -> None:
        """Write `event` to ``run.out``."""
        if isinstance(event, Started) or self._board is None:
            self._board = run.grid
        from sudoku_engine.api.event_record import event_record

        record = event_record(event, self._board)
        self._board = getattr(event, "grid", self._board)
        _write({**record, **_beside(event, run)}, run.out)

    def error(self, error: SudokuError, out: TextIO) -> None:
        """Write that a puzzle could not be read."""
        _write({"event": "error", "source": error.where, "why": error.what}, out)


def _write(record: dict[str, Any], out: TextIO) -> None:
    import json

    print(json.dumps(record, ensure_ascii=False, separators=(",", ":")), file=out, flush=True)


def _beside(event: Event, run: Run) -> dict[str, Any]:
    """Return the data of the run besides its `event`."""
    if isinstance(event, Started):
        from sudoku_engine.api.record import candidates_by_cell

        marks = {"candidates": candidates_by_cell(event.grid)} if run.has_marks else {}
        return {"index": run.index, "source": run.source, **marks}
    if isinstance(event, Ended):
        counts = _search_counts(run.tally, event.grid.layout) if run.tally else {}
        return {"seconds": round(event.seconds, 6), **counts}
    return {}


def _search_counts(tally: Tally, layout: Layout) -> dict[str, Any]:
    """Return the counts of a search, and how often it filled each cell."""
    fills = {cell.name: fills for cell, fills in zip(layout.cells, tally.fills) if fills}
    return {"moves": tally.moves, "backtracks": tally.backtracks, "fills": fills}
