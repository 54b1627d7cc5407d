"""Only turns: knows copies that are turned by quarters."""

from collections import Counter

from sudoku_engine import Grid, hookimpl
from sudoku_engine.errors import LayoutError
from sudoku_engine import Verdict
from sudoku_engine import Transformation


class OnlyTurns:
    """Turns the board three times, and compares."""

    id = "only_turns"
    name = "Only turns"

    def find(self, source: Grid, target: Grid) -> Verdict:
        """Whether `target` is `source`, turned."""
        counts = [sorted(Counter(board.digits).values()) for board in (source, target)]
        if counts[0] != counts[1]:
            return Verdict(False, why="some digit occurs more often than any of the other board")
        for turns in range(4):
            try:
                turned = Transformation.of_lines(source.layout, turns)
            except LayoutError:  # oblong boxes do not stand a quarter turn
                continue
            if turned.grid(source).digits == target.digits:
                return Verdict(True, turned, f"turned by {turns} quarters")
        return Verdict(None, why="I only know turns")


@hookimpl
def sudoku_checkers():
    """Objects, not classes."""
    return [OnlyTurns()]
