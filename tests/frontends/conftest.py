"""Editors for the tests of front ends."""

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from sudoku_engine import Grid, LoopSettings
from sudoku_engine.board.grid import Marks
from sudoku_engine.plugins.component import Component
from sudoku_plugins.session.workbench import Session
from tests.support.boards import PUZZLE
from tests.support.editors import Desk, Sit


@pytest.fixture
def sit(helpers: list[Component], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Sit]:
    """A function that opens a board in an editor, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    desks = []

    def sit_down(
        drawing: str | Grid = PUZZLE,
        strategies: Sequence[Component] = (),
        marks: Marks = "auto",
        source: str = "",
        has_notes: bool = True,
    ) -> Desk:
        grid = Grid.parse(drawing) if isinstance(drawing, str) else drawing
        settings = LoopSettings(pencilmarks=marks, mode="fixpoint")
        known = strategies or (helpers if marks == "manual" else helpers[1:])
        session = Session(
            grid, strategies=known, settings=settings, source=source, has_notes=has_notes
        )
        desks.append(Desk(session))
        return desks[-1]

    yield sit_down
    for desk in desks:
        desk.editor.stop()


@pytest.fixture
def desk(sit: Sit) -> Desk:
    """A person at the board of `PUZZLE`."""
    return sit()
