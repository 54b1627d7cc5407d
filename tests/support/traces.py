"""A small trace that is made by hand, with code that must not be taken for HTML."""

from sudoku_engine import Candidate, Grid, Step
from sudoku_plugins.trace.model import Block, Moment, Remark, Trace, Value

BOARD = Grid.parse("1..4 4.1. .... ..3.")
"""In r1c3 only the 2 is left."""

LINES = (
    *("def mine(grid):", "    for cell in grid.open_cells:", "        if <b>grid</b>:"),
    "            1",
)

TRACE = Trace(
    "mine",
    "Mine",
    "mine.py",
    BOARD,
    about="it finds nothing",
    witness=Step([Candidate(2, 2)]),
    blocks=(Block("mine", "mine.py", 4, LINES),),
    moments=(
        Moment(1, 0, 0, 0, 5, (Value("cell", "r1c2", (1,)),)),
        Moment(2, 0, 0, 0, 6, truth=False, why="1 == 2", looks=(1,)),
        Moment(3, 0, 0, 0, 5, (Value("cell", "r1c3", (2,)),)),
    ),
    remarks=(Remark("line 6: `<b>grid</b>` is False", 6, 1),),
)
