"""JSON for programs: an object for each run, or for each event."""

from json import dumps
from typing import Any, TextIO

from sudoku_engine import Ended, Event, Found, Grid, Run, Started, Stepped, SudokuError
from sudoku_engine.api.record import (
    candidates_by_cell,
    event_record,
    puzzle_record,
    step_event_record,
)

DENSE = (",", ":")
"""What separates the items of a JSON line, and a name from its value."""


class JsonReporter:
    """Write each run as one JSON object on a line, when it is over.

    Steps, faults and boards have the same records as in ``jsonl``.
    """

    id = "json"
    name = "JSON, an object a puzzle"

    def __init__(self) -> None:
        self._steps: list[dict[str, Any]] = []
        self._solutions: list[str] = []

    def event(self, run: Run, event: Event, *, solutions: bool = False) -> None:
        """Write the run to ``run.out`` when it ends, with `solutions` all that were found."""
        if isinstance(event, Started):
            self._steps, self._solutions = [], []
        elif isinstance(event, Stepped):
            self._steps.append(step_event_record(event))
        elif isinstance(event, Found):
            self._solutions.append(event.grid.line)
        elif isinstance(event, Ended):
            found = {"solutions": self._solutions} if solutions else {}
            _write({**self._record(run, event), **found}, run.out)

    def error(self, error: SudokuError, out: TextIO) -> None:
        """Write that a puzzle could not be read."""
        _write({"source": error.where, "error": error.what}, out)

    def _record(self, run: Run, ended: Ended) -> dict[str, Any]:
        faults = [event_record(fault, ended.grid) for fault in run.faults]
        counts = {"moves": run.tally.moves, "backtracks": run.tally.backtracks} if run.tally else {}
        return {
            **puzzle_record(run.source, run.grid, run.name),
            "outcome": ended.outcome,
            "by": ended.by,
            "why": ended.why,
            "notes": list(ended.notes),
            "grid": ended.grid.line,
            "steps": self._steps,
            "counts": dict(ended.counts),
            "seconds": round(ended.seconds, 6),
            **counts,
            **({"faults": faults} if faults else {}),
        }


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
        record = event_record(event, self._board)
        self._board = getattr(event, "grid", self._board)
        _write({**record, **_besides(event, run)}, run.out, DENSE)

    def error(self, error: SudokuError, out: TextIO) -> None:
        """Write that a puzzle could not be read."""
        _write({"event": "error", "source": error.where, "why": error.what}, out, DENSE)


def _write(record: dict[str, Any], out: TextIO, separators: tuple[str, str] | None = None) -> None:
    print(dumps(record, ensure_ascii=False, separators=separators), file=out, flush=True)


def _besides(event: Event, run: Run) -> dict[str, Any]:
    if isinstance(event, Started):
        marks = {"candidates": candidates_by_cell(event.grid)} if run.has_marks else {}
        name = {"name": run.name} if run.name else {}
        return {"index": run.index, "source": run.source, **name, **marks}
    if isinstance(event, Ended):
        counts: dict[str, Any] = {}
        if tally := run.tally:
            fills = zip(event.grid.layout.cells, tally.fills)
            counts = {"moves": tally.moves, "backtracks": tally.backtracks}
            counts["fills"] = {cell.name: number for cell, number in fills if number}
        return {"seconds": round(event.seconds, 6), **counts}
    return {}
