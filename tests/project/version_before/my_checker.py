"""My Checker: say here how it tells whether one board is a copy of another.

This one knows copies whose digits have other names. Where a digit occurs more often than any of
the other board, it is sure that there is no copy. Else it says that it does not know.
"""

from collections import Counter

from sudoku_engine import Grid, hookimpl
from sudoku_engine import Verdict
from sudoku_engine import Transformation


class MyChecker:
    """Looks for other names of the digits."""

    id = "my_checker"  # its name on the command line and in configurations
    name = "My Checker"  # its name for people

    def find(self, source: Grid, target: Grid) -> Verdict:
        """True with the transformation that makes the copy, False, or None for: I don't know."""
        counts = [sorted(Counter(board.digits).values()) for board in (source, target)]
        if source.layout != target.layout or counts[0] != counts[1]:
            return Verdict(False, why="the boards differ in size, or in how often digits occur")
        new = {}  # by digit of the source, its name in the target
        for digit, name in zip(source.digits, target.digits):
            if (digit == 0) != (name == 0) or new.setdefault(digit, name) != name:
                return Verdict(None, why="other names for digits are not enough")
        new.pop(0, None)
        if len(set(new.values())) < len(new):
            return Verdict(None, why="two digits would get one name")
        layout = source.layout
        unused = [name for name in layout.digits if name not in new.values()]
        names = [new[digit] if digit in new else unused.pop() for digit in layout.digits]
        return Verdict(True, Transformation.of_lines(layout, digits=names), "digits have new names")


@hookimpl
def sudoku_checkers():
    """What this file offers: objects, not classes."""
    return [MyChecker()]


if __name__ == "__main__":  # running this file (F5 in IDLE) checks it
    from sudoku_engine.__main__ import run

    raise SystemExit(run(["plugins", "check", __file__]))
