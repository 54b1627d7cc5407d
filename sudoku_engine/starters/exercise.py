"""Exercises: a bundled technique in words, with a board, and a function that is still empty."""

from __future__ import annotations

import inspect
import sys
from textwrap import indent

from sudoku_engine.formats import parse, written
from sudoku_engine.plugins.component import Component
from sudoku_engine.plugins.registry import VISIBLE_SINGLE
from sudoku_engine.starters.starter import Starter


def exercise(technique: Component) -> Starter:
    """The starter of a homework: to write the bundled strategy `technique` oneself."""
    thing = technique.object
    board = written(parse(thing.example), "grid").strip()
    told = {
        "technique": technique.id,
        "called": technique.name,
        "lesson": _lesson(technique),
        "task": inspect.cleandoc(technique.main_function.__doc__ or "").splitlines()[0],
        "score": f"{thing.score:g}",
        "level": thing.level,
        "board": board,
        "board in yaml": indent(board, "  "),
        "marks": "",
        "by hand": "",
    }
    if technique.id == VISIBLE_SINGLE:  # the one that has work only where marks are kept by hand
        told |= {"marks": _MARKS, "by hand": ', marks="manual"'}
    plugin, test, config = (_told(template, told) for template in (_PLUGIN, _TEST, _CONFIG))
    return Starter("strategy", plugin, test, config, against=technique.id)


def _lesson(technique: Component) -> str:
    """The docstring of the technique's module, as text for a docstring."""
    module = sys.modules[technique.main_function.__module__]
    text = inspect.cleandoc(module.__doc__ or "")
    return text.replace("\\", "\\\\").replace('"""', "'''")


def _told(template: str, told: dict[str, str]) -> str:
    for word, text in told.items():
        template = template.replace(f"<{word}>", text.replace("$", "$$"))
    return template


_MARKS = """
loop: {pencilmarks: manual}    # candidates are struck by techniques alone
"""

_PLUGIN = '''
"""$name: an exercise. Write the technique "<called>" yourself.

<lesson>
"""

from sudoku_engine import Candidate, Grid, Step, strategy

# The technique finds a step on this board; a dot is an open cell.
EXAMPLE = """
<board>
"""


@strategy("$name", score=<score>, level="<level>", example=EXAMPLE, sizes=None)
def $id(grid: Grid):
    """<task>"""
    # What you need:
    #   grid.layout.houses       all rows, columns and boxes; house.cells are the cells of one
    #   grid.open_cells          the cells without a digit
    #   grid.candidates(cell)    the digits that the cell can still hold, as a set
    #   grid.layout.peers(cell)  the cells that share a house with it
    # What you give, for each find:
    #   yield Step(placements=[Candidate(cell, digit)], reason="...")    to put digits
    #   yield Step(eliminations=[Candidate(cell, digit)], reason="...")  to strike candidates
    return []
'''

_TEST = '''
"""Tests of $id.py: they fail until the exercise is done."""

from $id import $id

from sudoku_engine import Grid
from sudoku_engine.testing import parametrize_with_checks

BOARD = """
<board>
"""


def test_finds_a_step_on_the_example():
    """One at least."""
    assert list($id(Grid.parse(BOARD<by hand>)))
'''

_CONFIG = """
# A run with $id.py: sudoku-engine solve -c $id.yaml
# A path is relative to this file.

$plugins

# What may be used, in the order in which it is tried: yours first, so that you see it at work.
strategies: [$id, full_house, naked_single, hidden_single]
<marks>
fallback: none    # no search: where the techniques end, the board stays open

puzzle: |
<board in yaml>
"""
