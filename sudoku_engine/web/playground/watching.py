"""Solve a puzzle with the strategies of a pupil's file, as a film."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from sudoku_engine.api.event_text import fault_text
from sudoku_engine.api.events import Ended, Event, Faulted, Rejected, Started, Stepped
from sudoku_engine.board.grid import Marks
from sudoku_engine.errors import PluginError, SudokuError
from sudoku_engine.formats import parse
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from sudoku_engine.solving.settings import LoopSettings
from sudoku_engine.testing.isolation import with_mend
from sudoku_engine.web.document import film_document

OnProgress = Callable[[float, str], Any]
"""Takes how much is done, from 0 to 1, and what is being done, in words."""

USUAL_TITLE = "The puzzle"
"""The name of a puzzle that has none."""

SINGLES = ("full_house", "naked_single", "hidden_single")
"""The techniques that help a strategy which is watched almost alone."""

SEARCH = "bitboard"
"""The solver that fills the rest where no strategy goes on."""


def shown(puzzle: str, title: str = USUAL_TITLE, marks: Marks = "auto") -> dict[str, Any]:
    """Return a film of the board at the start alone."""
    grid = parse(puzzle, marks=marks)
    return {"film": film_document([(title, [Started(grid, ())])])}


def watched(
    file: str, puzzle: str, title: str, is_alone: bool, marks: Marks, progress: OnProgress
) -> dict[str, Any]:
    """Return how `puzzle` is solved with the strategies in `file`, for JSON.

    `is_alone`: only singles help them; they come first, and no search fills the rest. Else they
    have their places among all techniques. Raises SudokuError for a puzzle that cannot be read.
    """
    grid = parse(puzzle, marks=marks)
    registry = Registry()
    registry.load([file])
    own = [each for each in registry.of_kind("strategy") if each.origin.requested]
    problems: list[SudokuError] = [*map(with_mend, registry.requested_problems)]
    if not own:
        if not problems:
            what = "there is no strategy: write a function with @strategy(...) above it"
            problems.append(PluginError(what, file, file))
        return {"problems": problems}
    settings = LoopSettings(pencilmarks=marks)
    if is_alone:
        singles = [registry.find("strategy", name) for name in SINGLES]
        loop = Loop([*own, *(each for each in singles if each not in own)], settings)
    else:
        search = registry.find("solver", SEARCH)
        loop = Loop(registry.loop_strategies(marks), settings, search)
    events = []
    progress(0.0, "the first step")
    for event in loop.events(grid):
        events.append(event)
        if isinstance(event, Stepped):
            done = 1 - event.grid.n_open / max(grid.n_open, 1)
            progress(done, f"after step {event.number}, {event.strategy.name}")
    return {"problems": problems, **_record(events, title, own)}


def _record(events: Sequence[Event], title: str, own: Sequence[Component]) -> dict[str, Any]:
    """Return the run as data, with its film."""
    ended = events[-1]
    assert isinstance(ended, Ended)  # that is how runs end
    film = film_document([(title, events)])
    return {
        "film": film,
        "outcome": ended.outcome,
        "summary": film["puzzles"][0]["summary"],
        "own": [
            {"id": each.id, "name": each.name, "steps": ended.counts.get(each.id, 0)}
            for each in own
        ],
        "faults": [
            {
                "id": event.strategy.id,
                "name": event.strategy.name,
                "why": event.why,
                "line": event.line,
                "text": fault_text(event),
            }
            for event in events
            if isinstance(event, (Faulted, Rejected))
        ],
    }
