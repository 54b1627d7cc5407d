"""JSON lines: one object an event, for programs."""

from __future__ import annotations

import json
from collections.abc import Iterable
from functools import singledispatch
from typing import Any, TextIO

from sudoku_engine import (
    Candidate,
    Ended,
    Event,
    Faulted,
    Found,
    Layout,
    Moved,
    Rejected,
    Started,
    Step,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.api.run import Run
from sudoku_engine.api.search_counts import Tally
from sudoku_engine.board.masks import digits_of
from sudoku_engine.board.words import symbol
from sudoku_engine.errors import SudokuError


class JsonLinesReporter:
    """Writes each event as one JSON object on a line of its own."""

    id = "jsonl"
    name = "JSON lines"

    def event(self, run: Run, event: Event) -> None:
        """Writes `event` to ``run.out``."""
        _write(as_json(event, run), run.out)

    def error(self, error: SudokuError, out: TextIO) -> None:
        """Writes that a puzzle could not be read."""
        _write({"event": "error", "source": error.where, "why": error.what}, out)


def _write(record: dict[str, Any], out: TextIO) -> None:
    print(json.dumps(record, ensure_ascii=False, separators=(",", ":")), file=out, flush=True)


@singledispatch
def as_json(event: object, run: Run) -> dict[str, Any]:
    """`event` of `run` as it is written, ready for `json.dumps`."""
    raise TypeError(f"{event!r} is no event")


@as_json.register
def _(event: Started, run: Run) -> dict[str, Any]:
    grid = event.grid
    record = {
        "event": "start",
        "index": run.index,
        "source": run.source,
        "layout": grid.layout.name,
        "puzzle": grid.line,
    }
    if run.has_marks:
        record["candidates"] = ["".join(map(symbol, sorted(digits_of[m]))) for m in grid.masks]
    return record


@as_json.register
def _(event: Stepped, run: Run) -> dict[str, Any]:
    return {
        "event": "step",
        "number": event.number,
        "strategy": event.strategy.id,
        "name": event.strategy.name,
        "plugin": event.strategy.plugin,
        **step_as_json(event.step, event.grid.layout),
        "grid": event.grid.line,
    }


@as_json.register
def _(event: Tried, run: Run) -> dict[str, Any]:
    return {"event": "try", "cell": run.grid.layout.cells[event.cell].name, "digit": event.digit}


@as_json.register
def _(event: TakenBack, run: Run) -> dict[str, Any]:
    return {"event": "take_back", "cell": run.grid.layout.cells[event.cell].name}


@as_json.register
def _(event: Found, run: Run) -> dict[str, Any]:
    return {"event": "solution", "grid": event.grid.line}


@as_json.register
def _(event: Moved, run: Run) -> dict[str, Any]:
    return {"event": "move", "text": event.text, "grid": event.grid.line}


@as_json.register
def _(event: Faulted, run: Run) -> dict[str, Any]:
    return _fault(event)


@as_json.register
def _(event: Rejected, run: Run) -> dict[str, Any]:
    return {**_fault(event), "step": step_as_json(event.step, event.grid.layout)}


@as_json.register
def _(event: Ended, run: Run) -> dict[str, Any]:
    return {
        "event": "end",
        "outcome": event.outcome,
        "by": event.by,
        "grid": event.grid.line,
        "steps": event.steps,
        "counts": dict(event.counts),
        "seconds": round(event.seconds, 6),
        "why": event.why,
        "notes": list(event.notes),
        **(_tally(run.tally, event.grid.layout) if run.tally else {}),
    }


def _tally(tally: Tally, layout: Layout) -> dict[str, Any]:
    """What a search did, and by cell how often it was filled."""
    fills = {cell.name: fills for cell, fills in zip(layout.cells, tally.fills) if fills}
    return {"moves": tally.moves, "backtracks": tally.backtracks, "fills": fills}


def _fault(event: Faulted | Rejected) -> dict[str, Any]:
    return {
        "event": "fault",
        "strategy": event.strategy.id,
        "plugin": event.strategy.plugin,
        "line": event.line,
        "why": event.why,
    }


def step_as_json(step: Step, layout: Layout) -> dict[str, Any]:
    """What `step` says, with cells and digits as they are written.

    A step that was refused may name cells or digits that do not exist: these stand as numbers.
    """

    def written(candidates: Iterable[Candidate], sign: str) -> list[str]:
        return [f"{_cell(cell, layout)}{sign}{symbol(digit)}" for cell, digit in candidates]

    return {
        "placements": written(step.placements, "="),
        "eliminations": written(step.eliminations, "<>"),
        "because": {role: written(group, ":") for role, group in step.because.items()},
        "houses": [house.name for house in step.houses],
        "links": [
            {"from": written(link.start, ":"), "to": written(link.end, ":"), "strong": link.strong}
            for link in step.links
        ],
        "reason": step.reason,
    }


def _cell(cell: int, layout: Layout) -> str:
    return layout.cells[cell].name if 0 <= cell < len(layout.cells) else str(int(cell))
