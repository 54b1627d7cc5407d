"""Exercises done right, beside those of the course: they pass all checks against the technique."""

from __future__ import annotations

from pathlib import Path
from textwrap import dedent, indent
from typing import Any

import pytest

from sudoku_engine.plugins.registry import Registry
from sudoku_engine.testing import Examination, Kit, bundled_kit
from sudoku_plugins.kit.starter import curriculum, exercise
from tests.support.samples import thorough

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

ALS_XZ = """
    from itertools import combinations

    layout = grid.layout
    most = layout.n if layout.n < 10 else 3
    sets = {}  # by the mask of the cells: for each digit its places, and the cells that see them
    for house in layout.houses:
        parts = [(0, 0)]
        for cell in house.cells:
            if len(grid.candidates(cell)) > 1:
                parts += [
                    (cells | 1 << cell, digits | grid.masks[cell])
                    for cells, digits in parts
                    if cells.bit_count() < most
                ]
        for cells, digits in parts:
            if digits.bit_count() == cells.bit_count() + 1:
                sets[cells] = {}
                for digit in layout.digits:
                    places = cells & grid.boards[digit]
                    seen = grid.boards[digit]
                    for cell in layout.cells_in(places):
                        seen &= layout.peer_masks[cell]
                    if places:
                        sets[cells][digit] = places, seen
    found = set()
    for one, other in combinations(sets.values(), 2):
        both = one.keys() & other.keys()
        if len(both) < 2:
            continue
        xs = [digit for digit in both if other[digit][0] & ~one[digit][1] == 0]
        if len(xs) == 1:
            gone = {z: one[z][1] & other[z][1] for z in both if z not in xs}
        elif xs:
            gone = {z: one.get(z, (0, 0))[1] | other.get(z, (0, 0))[1] for z in {**one, **other}}
            gone.update({x: one[x][1] & other[x][1] for x in xs})
        else:
            continue
        eliminated = [
            Candidate(cell, z) for z in sorted(gone) for cell in layout.cells_in(gone[z])
        ]
        if eliminated and tuple(eliminated) not in found:
            found.add(tuple(eliminated))
            yield Step(eliminations=eliminated)
"""

DONE = {"unique_rectangle_1": UNIQUE_RECTANGLE_1, "als_xz": ALS_XZ}
"""The body of the function of each exercise, as a pupil may write it."""


SCREEN = 24
"""The lines of a terminal, and of a small editor."""


def test_the_function_to_write_is_in_the_first_screen_of_every_exercise() -> None:
    for technique in bundled_kit().ours:
        if technique.id in curriculum():
            lines = exercise(technique).files("mine")["mine.py"].splitlines()
            assert lines.index("    return []") < SCREEN, technique.id
            assert max(map(len, lines[:SCREEN])) <= 100, technique.id


@pytest.mark.parametrize("technique", ["unique_rectangle_1", thorough("als_xz")])
def test_an_exercise_that_is_done_is_the_technique_and_passes(technique: str, run: Any) -> None:
    assert run("plugins", "new", "--exercise", technique).status == 0
    file = Path(f"my_{technique}.py")
    body = indent(dedent(DONE[technique]).strip("\n"), "    ")
    file.write_text(file.read_text(encoding="utf-8").replace("    return []", body))
    registry = Registry()
    registry.load([str(file)])
    mine, ours = (registry.find("strategy", name) for name in (f"my_{technique}", technique))
    examination = Examination(mine, Kit(bundled_kit().ours, ours, puzzles=1))
    assert [finding.why for finding in list(examination.findings()) if finding.has_failed] == []
    assert examination.fired > 3
    assert (mine.family, mine.assumes_unique) == (ours.family, ours.assumes_unique)
