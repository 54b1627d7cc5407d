"""The rows of a grid, line by line."""

from __future__ import annotations

from sudoku_engine.board.layout import Layout
from sudoku_engine.formats.lines import DIGITS, ROW_SIZES, Line, Token, pieces


class Rows:
    """The rows of a grid that were read so far."""

    def __init__(self, n: int) -> None:
        """Begin a board of size `n`, without rows."""
        self.n = n
        self.rows: list[list[Token]] = []
        self.held: list[Line] = []
        """Strokes that may be rows of blanks or rules: the next line decides."""
        self.blanks: set[str] = set()

    @property
    def cells(self) -> list[Token]:
        """The cells of all rows, in order."""
        return [cell for row in self.rows for cell in row]

    @property
    def start(self) -> int:
        """The line of the first row."""
        return self.rows[0][0].line if self.rows else self.held[0].number

    @property
    def count(self) -> int:
        """How many rows were read, if the strokes are rows too."""
        return len(self.rows) + len(self.held)

    def add(self, row: list[Token]) -> None:
        """Add a row of cells, and decide what the strokes before it were."""
        blanks = {cell.text for cell in row if DIGITS.get(cell.text) == 0}
        if self.held:
            stroke = self.held[0].stroke
            is_rule = blanks or self._is_at_border
            if stroke in blanks or len(self.held) > 1 or not is_rule:
                self.settle()
            else:
                self.held.clear()
        self.blanks |= blanks
        self.rows.append(row)

    def stroke(self, line: Line) -> None:
        """Add a line of n strokes, which is a rule or a row of blanks."""
        if line.stroke in self.blanks:
            self.add(pieces(line.tokens))
        elif not self.blanks:
            self.held.append(line)

    def settle(self) -> None:
        """Count the undecided strokes as rows of blanks."""
        for line in self.held:
            self.rows.append(pieces(line.tokens))
            self.blanks.add(line.stroke)
        self.held.clear()

    @property
    def _is_at_border(self) -> bool:
        """Whether a rule between boxes would follow the rows read so far."""
        if self.n not in ROW_SIZES:
            return not self.rows
        return len(self.rows) % Layout.of_size(self.n).box_height == 0
