"""Runs of the loop on small boards, with strategies from texts."""

from pathlib import Path
from typing import Any

from sudoku_engine import Ended, Event, Faulted, Grid, LoopSettings, Rejected, Stepped
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import Registry
from sudoku_engine.solving.loop import Loop
from tests.support.boards import SOLVED, opened
from tests.support.files import plugin_file

ONE_WAY = opened(SOLVED, "r1c1 r1c4 r2c1 r2c4")
"""r1c1 may be 1 or 4 and r2c4 4 or 7; r1c4 must be 4 and r2c1 too, so they are 1 and 7."""

TWO_WAYS = opened(SOLVED, "r1c1 r1c4 r1c7 r2c1 r2c4 r2c7")
"""Rows 1 and 2 lack 1, 4, 7 in columns 1, 4, 7; each column allows two of them either way round."""

FILLS_SINGLES = """
    @strategy("Honest", score=200, level="hard")
    def honest(grid):
        for cell in grid.open_cells:
            if len(grid.candidates(cell)) == 1:
                (digit,) = grid.candidates(cell)
                yield Step([Candidate(cell, digit)])
"""


def components(folder: Path, *texts: str, kind: str = "strategy") -> list[Component]:
    """What the files with these texts offer, in the order written."""
    files = [plugin_file(folder, text, f"my_file_{n}.py") for n, text in enumerate(texts)]
    registry = Registry()
    registry.load([str(file) for file in files])
    assert registry.problems == []
    found = [component for component in registry.of_kind(kind) if component.origin.requested]
    return sorted(found, key=lambda component: (component.file, component.line))


def bundled(*ids: str) -> list[Component]:
    registry = Registry()
    registry.load()
    return [registry.find("strategy", plugin_id) for plugin_id in ids]


def events(
    grid: Grid, strategies: list[Component], fallback: Component | None = None, **settings: Any
) -> list[Event]:
    return list(Loop(strategies, LoopSettings(**settings), fallback).events(grid))


def end(*args: Any, **settings: Any) -> Ended:
    *_, last = events(*args, **settings)
    assert isinstance(last, Ended)
    return last


def steps(happened: list[Event]) -> list[str]:
    """The steps that were applied, as ``STRATEGY: NOTATION``."""
    return [
        f"{event.strategy.id}: {event.step.notation(event.grid.layout)}"
        for event in happened
        if isinstance(event, Stepped)
    ]


def fault(happened: list[Event]) -> Faulted | Rejected:
    """The one fault among these events."""
    (found,) = [event for event in happened if isinstance(event, (Faulted, Rejected))]
    return found


def marked(component: Component, mark: str = "# here") -> int:
    """The line of the plugin's file that bears the `mark`."""
    lines = Path(component.file).read_text(encoding="utf-8").splitlines()
    (number,) = [number for number, line in enumerate(lines, 1) if mark in line]
    return number
