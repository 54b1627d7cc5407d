"""Faults of plugins as runs, so that whatever shows runs can show them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from sudoku_engine.api.events import Author, Ended, Event, Faulted, Rejected, Started
from sudoku_engine.api.run import Run
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import capitalized
from sudoku_engine.errors import shown_path
from sudoku_engine.testing.finding_text import not_enough
from sudoku_engine.testing.findings import Finding, PluginReport


def fault_runs(report: PluginReport, finding: Finding) -> Iterator[Run]:
    """Yield a fault as runs: its board, and a full board on which all that is named holds."""
    assert finding.board is not None
    yield Run(finding.board, fault_events(report, finding), source=report.id)
    if finding.counter is not None and finding.step is not None:
        named = _on_full_board(finding, finding.counter, finding.step)
        assert named.board is not None
        yield Run(named.board, fault_events(report, named), source=report.id)


def _on_full_board(finding: Finding, full: Grid, step: Step) -> Finding:
    """Return the `finding` on its `full` board; the cells of `step` are open, to be marked."""
    cells = {cell for cell, _ in (*step.grounds, *step.placements, *step.eliminations)}
    digits = [0 if cell in cells else digit for cell, digit in enumerate(full.digits)]
    masks = [0 if digit else 1 << full.digits[cell] - 1 for cell, digit in enumerate(digits)]

    def true(candidates: Iterable[Candidate]) -> list[Candidate]:
        return [each for each in candidates if full.digits[each.cell] == each.digit]

    return replace(
        finding,
        why=not_enough(step, full),
        advice="",
        board=Grid(full.layout, digits, masks=masks),
        step=step.replace(
            because={role: true(group) for role, group in step.because.items()},
            eliminations=true(step.eliminations),
            links=(),
            branches=(),
        ),
    )


def fault_events(report: PluginReport, finding: Finding) -> Iterator[Event]:
    """Yield a fault as the events of a run."""
    grid = finding.board
    assert grid is not None
    author = Author(report.id, report.name, shown_path(report.file))
    advice = finding.advice
    why = f"{finding.why}. {capitalized(advice)}" if advice else finding.why
    yield Started(grid, (author,))
    if finding.step is not None:
        yield Rejected(author, finding.step, why, finding.line, grid)
    else:
        yield Faulted(author, why, finding.line)
    yield Ended("stopped", "strategies", grid, 0, {report.id: 0}, 0.0, finding.why)
