"""The events of a run as records for JSON, and back; see `record`.

An event reads back equal, except that a `Faulted` loses its exception. The
board of an event is written as its line of digits, and with its candidates only if these do not
follow from the board of the event before.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast, get_args

from sudoku_engine.api.events import (
    Author,
    Ended,
    Event,
    Faulted,
    Found,
    Means,
    Moved,
    Outcome,
    Rejected,
    Started,
    Stepped,
    TakenBack,
    Tried,
)
from sudoku_engine.api.record import (
    RECORD,
    Given,
    Record,
    difference,
    digits_in,
    grid_of,
    grid_record,
    reads,
    step_of,
    step_record,
    with_difference,
)
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.notation import candidate_texts, candidates_in, cell_in, cell_text
from sudoku_engine.board.step import Step
from sudoku_engine.board.words import brief
from sudoku_engine.errors import RecordError, StepError

MEANS, OUTCOMES = get_args(Means), get_args(Outcome)


def event_record(event: Event, board: Grid) -> Record:
    """Return the record of `event`; `board` is the last board of an event of the run."""
    if isinstance(event, Stepped):
        return {**step_event_record(event), **_board(event.grid, _after(event.step, board))}
    word, fields = _WRITERS[type(event)]
    return {"event": word, **fields(event, board)}


def step_event_record(event: Stepped) -> Record:
    """Return the record of a step of the loop, without the board, which follows from the step."""
    return {
        "event": "step",
        "number": event.number,
        **_author_fields(event.strategy),
        **step_record(event.step, event.grid.layout),
    }


def _started_fields(event: Started, board: Grid) -> Record:
    strategies = [_author_fields(author) for author in event.strategies]
    return {"record": RECORD, **grid_record(event.grid), "strategies": strategies}


def _fault_fields(event: Faulted | Rejected, board: Grid) -> Record:
    return {**_author_fields(event.strategy), "line": event.line, "why": event.why}


def _rejected_fields(event: Rejected, board: Grid) -> Record:
    return {
        **_fault_fields(event, board),
        "step": step_record(event.step, board.layout),
        "refuted": candidate_texts(event.refuted, ":", board.layout),
        **_board(event.grid, board),
    }


def _ended_fields(event: Ended, board: Grid) -> Record:
    return {
        "outcome": event.outcome,
        "by": event.by,
        **_board(event.grid, board),
        "steps": event.steps,
        "counts": dict(event.counts),
        "seconds": event.seconds,
        "why": event.why,
        "notes": list(event.notes),
        "level": event.level,
        "score": event.score,
    }


_WRITERS: Mapping[type, tuple[str, Callable[[Any, Grid], Record]]] = {
    Started: ("start", _started_fields),
    Tried: (
        "try",
        lambda event, board: {"cell": cell_text(event.cell, board.layout), "digit": event.digit},
    ),
    TakenBack: ("take_back", lambda event, board: {"cell": cell_text(event.cell, board.layout)}),
    Found: ("solution", lambda event, board: _board(event.grid, board)),
    Moved: ("move", lambda event, board: {"text": event.text, **_board(event.grid, board)}),
    Faulted: ("fault", _fault_fields),
    Rejected: ("fault", _rejected_fields),
    Ended: ("end", _ended_fields),
}
"""By class of event, its word, and a function that returns the fields of its record."""


def _author_fields(author: Author) -> Record:
    return {
        "strategy": author.id,
        "name": author.name,
        "plugin": author.plugin,
        "by": author.means,
    }


def _author(record: Given) -> Author:
    by = cast("Means", _one_of(MEANS, record["by"]))
    return Author(record["strategy"], record["name"], record["plugin"], by)


def _one_of(known: Iterable[str], word: str) -> str:
    if word not in known:
        raise ValueError(f"{brief(word)} is not one of {', '.join(known)}")
    return word


def _board(grid: Grid, expected: Grid) -> Record:
    is_full_and_like_it = not grid.boards[0] and (grid.given, grid.marks) == (
        expected.given,
        expected.marks,
    )
    if is_full_and_like_it or grid == expected:
        return {"grid": grid.line}
    return {"grid": grid.line, **difference(grid, _with_line(grid.line, expected))}


def _board_of(record: Given, expected: Grid) -> Grid:
    return with_difference(record, _with_line(record["grid"], expected))


def _with_line(line: str, board: Grid) -> Grid:
    """Return `board` if it has the digits of `line`, or a board like it with these digits."""
    if line == board.line:
        return board
    return Grid(board.layout, digits_in(line, board.layout), given=board.given, marks=board.marks)


def _after(step: Step, board: Grid) -> Grid:
    """Return the board after `step`, or `board` itself if the step cannot be applied."""
    try:
        return board.apply(step)
    except StepError:
        return board


@reads("an event")
def event_of(record: Given, board: Grid | None = None) -> Event:
    """Return the event of a `record`; `board` is the last board of an event of the run."""
    kind = record["event"]
    if kind == "start":
        if record["record"] != RECORD:
            raise RecordError(f"record {record['record']}: this version reads record {RECORD}")
        return Started(grid_of(record), tuple(map(_author, record["strategies"])))
    if board is None:
        raise RecordError("a run begins with the record of the event 'start'")
    return _READERS[_one_of(_READERS, kind)](record, board)


def events_of(records: Iterable[Given]) -> Iterator[Event]:
    """Return the events of the `records` of one run after another."""
    board: Grid | None = None
    for record in records:
        event = event_of(record, board)
        board = getattr(event, "grid", board)
        yield event


def _stepped(record: Given, board: Grid) -> Event:
    step = step_of(record, board.layout)
    after = _after(step, board)
    grid = _board_of(record, after) if "grid" in record else after
    return Stepped(record["number"], _author(record), step, grid)


def _fault(record: Given, board: Grid) -> Event:
    author, why, line = _author(record), record["why"], record["line"]
    if "step" not in record:
        return Faulted(author, why, line)
    step, grid = step_of(record["step"], board.layout), _board_of(record, board)
    refuted = tuple(candidates_in(record["refuted"], ":", board.layout))
    return Rejected(author, step, why, line, grid, refuted)


def _ended(record: Given, board: Grid) -> Event:
    return Ended(
        cast("Outcome", _one_of(OUTCOMES, record["outcome"])),
        cast("Means", _one_of(MEANS, record["by"])),
        _board_of(record, board),
        record["steps"],
        dict(record["counts"]),
        record["seconds"],
        record["why"],
        tuple(record["notes"]),
        record.get("level", ""),
        record.get("score", 0),
    )


_READERS: Mapping[str, Callable[[Given, Grid], Event]] = {
    "step": _stepped,
    "try": lambda record, board: Tried(cell_in(record["cell"], board.layout), record["digit"]),
    "take_back": lambda record, board: TakenBack(cell_in(record["cell"], board.layout)),
    "solution": lambda record, board: Found(_board_of(record, board)),
    "move": lambda record, board: Moved(record["text"], _board_of(record, board)),
    "fault": _fault,
    "end": _ended,
}
