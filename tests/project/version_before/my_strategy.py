"""My Strategy: say here what to look for, and why it is true.

`explain my_strategy` shows these lines. A cell with one candidate left holds it: that is a small
technique to begin with. Put your own in its place.
"""

from sudoku_engine import Candidate, Grid, Step, strategy

# A board on which the technique finds something; a dot is an open cell.
EXAMPLE = """
. . . | . . 3 | . 8 5
. 3 . | 5 . 8 | . . .
8 . 6 | 7 9 2 | 1 . 3
------+-------+------
. 1 3 | . 5 9 | . . .
. 9 5 | . . . | 2 . 4
. 8 2 | 4 3 6 | . 5 1
------+-------+------
. 6 7 | . 2 . | . 1 8
5 . . | . . . | 3 . 9
9 4 8 | . 7 . | . . 6
"""


# The name is for people. The score says how hard the technique is for a person: 1 is easy, 150
# is hard. The level is easy, medium, hard, unfair or extreme. sizes=None: for every size of board.
@strategy("My Strategy", score=4, level="easy", example=EXAMPLE, sizes=None)
def my_strategy(grid: Grid):
    """Place the only candidate of a cell."""
    for cell in grid.open_cells:
        digits = grid.candidates(cell)  # a set of digits, such as {1, 8}
        if len(digits) == 1:
            (digit,) = digits
            # placements=[...] puts digits into cells, eliminations=[...] strikes candidates.
            yield Step(
                placements=[Candidate(cell, digit)],
                reason=f"{cell} can only be {digit}",
            )


if __name__ == "__main__":  # running this file (F5 in IDLE) checks it
    from sudoku_engine.__main__ import run

    raise SystemExit(run(["plugins", "check", __file__]))
