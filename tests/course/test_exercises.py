"""An exercise done right, beside those of the course: it passes all checks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing import Examination, Kit, bundled_kit
from sudoku_plugins.kit.starter import curriculum, exercise

pytestmark = pytest.mark.slow

UNIQUE_RECTANGLE_1 = """
    layout = grid.layout
    twos = [cell for cell in grid.open_cells if len(grid.candidates(cell)) == 2]
    for corner in twos:
        digits = grid.candidates(corner)
        for row_mate in twos:
            for column_mate in twos:
                if not (
                    grid.candidates(row_mate) == grid.candidates(column_mate) == digits
                    and layout.houses_of(corner)[0] == layout.houses_of(row_mate)[0]
                    and layout.houses_of(corner)[1] == layout.houses_of(column_mate)[1]
                    and len({corner, row_mate, column_mate}) == 3
                ):
                    continue
                column = layout.houses_of(row_mate)[1]
                row = layout.houses_of(column_mate)[0]
                (last,) = set(row.cells) & set(column.cells)
                cells = (corner, row_mate, column_mate, last)
                boxes = [box for box in layout.boxes if set(cells) & set(box.cells)]
                eliminated = [
                    Candidate(last, digit) for digit in sorted(digits & grid.candidates(last))
                ]
                if len(boxes) == 2 and eliminated:
                    yield Step(eliminations=eliminated)
"""
"""The body of the function, as a pupil may write it."""

SCREEN = 24
"""The lines of a terminal, and of a small editor."""


def test_the_function_to_write_is_in_the_first_screen_of_every_exercise() -> None:
    for technique in bundled_kit().ours:
        if technique.id in curriculum():
            lines = exercise(technique).files("mine")["mine.py"].splitlines()
            assert lines.index("    return []") < SCREEN, technique.id
            assert max(map(len, lines[:SCREEN])) <= 100, technique.id


def test_an_exercise_that_is_done_is_the_technique_and_passes(run: Any) -> None:
    technique = "unique_rectangle_1"
    assert run("plugins", "new", "--exercise", technique).status == 0
    file = Path(f"my_{technique}.py")
    body = UNIQUE_RECTANGLE_1.strip("\n")
    file.write_text(file.read_text(encoding="utf-8").replace("    return []", body))
    registry = Registry()
    registry.load([str(file)])
    mine, ours = (registry.find("strategy", name) for name in (f"my_{technique}", technique))
    examination = Examination(mine, Kit(bundled_kit().ours, ours, puzzles=1))
    assert [finding.why for finding in list(examination.findings()) if finding.has_failed] == []
    assert examination.fired > 3
    assert (mine.family, mine.assumes_unique) == (ours.family, ours.assumes_unique)
