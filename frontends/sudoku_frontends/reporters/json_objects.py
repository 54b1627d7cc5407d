"""One JSON object for each run, with its steps, for programs."""

from __future__ import annotations

from typing import Any, TextIO

from sudoku_engine import Ended, Event, Found, Started, Stepped
from sudoku_engine.api.run import Run
from sudoku_engine.errors import SudokuError


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
        from sudoku_engine.api.event_record import step_event_record

        if isinstance(event, Started):
            self._steps, self._solutions = [], []
        elif isinstance(event, Stepped):
            self._steps.append(step_event_record(event))
        elif isinstance(event, Found):
            self._solutions.append(event.grid.line)
        elif isinstance(event, Ended):
            _write({**self._record(run, event), **self._found(solutions)}, run.out)

    def error(self, error: SudokuError, out: TextIO) -> None:
        """Write that a puzzle could not be read."""
        _write({"source": error.where, "error": error.what}, out)

    def _record(self, run: Run, ended: Ended) -> dict[str, Any]:
        from sudoku_engine.api.event_record import event_record
        from sudoku_engine.api.record import puzzle_record

        faults = [event_record(fault, ended.grid) for fault in run.faults]
        counts = {"moves": run.tally.moves, "backtracks": run.tally.backtracks} if run.tally else {}
        return {
            **puzzle_record(run.source, run.grid),
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

    def _found(self, is_wanted: bool) -> dict[str, Any]:
        return {"solutions": self._solutions} if is_wanted else {}


def _write(record: dict[str, Any], out: TextIO) -> None:
    import json

    print(json.dumps(record, ensure_ascii=False), file=out, flush=True)
