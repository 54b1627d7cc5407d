"""Patterns: find a pattern for every line that no move changes, and match lines by patterns.

Swap two columns, and a row looks different. But *how many* digits it has in each of its boxes
stays the same, if you ignore the order of the boxes: a row with ``5 . 3 | . . . | . 1 .``
has the pattern 0 1 2. A copy of the board has a row with this pattern, too. So:

1. Write its pattern beside each row and each column. On ::

       5 . 3 | . . . | . 1 .     0 1 2
       . . . | . 2 . | . . .     0 0 1
       . 7 . | . . . | . . 4     0 1 1

   the three rows can be distinguished.
2. If several lines have the same pattern, *refine*: look at the lines that cross them. For
   each digit in the line, write down the pattern of the line that crosses there and the pattern of
   the digit (the lines that cross in its cells); write down also the patterns of the other lines in
   its band or stack. Equal lines often differ now. Go on until no pattern splits any more.
3. If the two boards have different patterns, or not equally often, they are not copies: that is
   a proof, since no move changes a pattern.
4. If lines still look alike, *try*: suppose that a line of the first board goes to one of
   the second, mark both with a new pattern, and refine on. If the patterns differ then, the line
   was wrong: try the next; if all are wrong, the boards are not copies. Lines of a chute with the
   same content need only one trial, as swapping them changes nothing.
5. When every line has a pattern of its own, you know where each line goes. Move the lines,
   see how the digits are renamed, and compare.

All of this is done for the board as it is, and then for the board turned by a quarter. The
other two turns need no trial: a half turn is made of swaps of rows and of columns.

The method comes from a German students' report on copied sudokus, which matched lines by
patterns for each of the four turns. Its pattern was the lengths of the runs of blanks and
digits along a line. These change when columns or stacks are swapped, and the last run was
left out: so it did not find any of the official pairs. Here no move changes the pattern; it
is refined, and lines are tried if it does not decide; and digits are renamed one to one without
the blanks, while the report also swapped digits with blanks.

*Cost.* A round of refinement uses every clue once. Most puzzles are decided without a trial.
Full grids need two trials in a row, at most 81 pairs of lines, unless they are very regular.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import NamedTuple

from sudoku_engine import Grid, Layout, Verdict
from sudoku_plugins.checkers.rows import Line, Way, chutes_of, verdict_by_lines

_PAIR = 1 << 32
"""Two patterns a and b in one number: ``a * _PAIR + b``."""


class Patterns:
    """Matches lines by patterns that moves do not change; decides every pair."""

    id = "patterns"
    name = "Patterns of lines"

    def find(self, source: Grid, target: Grid) -> Verdict:
        """Return the verdict on whether `source` can be turned into `target`."""
        return verdict_by_lines(source, target, self.id, _ways)


PATTERNS = Patterns()


def _ways(layout: Layout, source: Sequence[Line], target: Sequence[Line]) -> Iterator[Way]:
    return _Matching(_Board(layout, source), _Board(layout, target)).ways()


class _Board:
    """A board as its lines: the rows from 0 to n - 1, then the columns from n to 2n - 1."""

    def __init__(self, layout: Layout, rows: Sequence[Line]) -> None:
        n = layout.n
        self.n = n
        self.lines: list[Line] = [*rows, *zip(*rows)]
        columns = chutes_of(n, layout.chute_width)
        self.bands = chutes_of(n, layout.chute_height)
        self.stacks = [range(n + stack.start, n + stack.stop) for stack in columns]
        self.clues = [
            [[(n + column, row[column]) for column in stack if row[column]] for stack in columns]
            for row in rows
        ] + [
            [[(row, column[row]) for row in band if column[row]] for band in self.bands]
            for column in zip(*rows)
        ]
        """By line and box on it: the crossing lines with a digit, and the digit."""
        # Digits in only one line lose their names: when two such lines are swapped, these digits
        # can be renamed to each other.
        shown = [*_nameless(self.lines[:n]), *_nameless(self.lines[n:])]
        self.twins: list[Hashable] = []
        """By line what is equal for equal lines in one chute or in equal chutes."""
        for chute in (*self.bands, *self.stacks):
            content = tuple(sorted(shown[chute.start : chute.stop]))
            self.twins += [(shown[line], content) for line in chute]


def _nameless(lines: Sequence[Line]) -> list[Line]:
    """Return the `lines`; digits in only one of them become -1, -2, … in their order.

    >>> _nameless([(1, 2, 1, 4), (3, 0, 3, 4)])
    [(-1, -2, -1, 4), (-1, 0, -1, 4)]
    """
    counts = Counter(digit for line in lines for digit in set(line))
    shown = []
    for line in lines:
        own = [digit for digit in dict.fromkeys(line) if digit and counts[digit] == 1]
        names = {digit: -number for number, digit in enumerate(own, 1)}
        shown.append(tuple([names.get(digit, digit) for digit in line]))
    return shown


class _Known(NamedTuple):
    """The patterns of a board, as numbers."""

    lines: list[int]
    """By line, its pattern."""
    digits: list[int]
    """By digit, its pattern."""
    trace: list[list[int]]
    """All patterns after each round, sorted: the same for all copies of a board."""


class _Matching:
    """Two boards, to match their lines by patterns.

    Patterns are numbered when they first occur, equally on both boards.
    """

    def __init__(self, source: _Board, target: _Board) -> None:
        self._source = source
        self._target = target
        self._numbers: dict[Hashable, int] = {}

    def ways(self) -> Iterator[Way]:
        """Yield all matches of lines that the patterns allow: for each new line the old one."""
        source = self._first(self._source)
        if source and (target := self._first(self._target, source)):
            yield from self._ways(source, target)

    def _ways(self, source: _Known, target: _Known) -> Iterator[Way]:
        pattern, lines = max(_groups(source.lines).items(), key=lambda group: len(group[1]))
        if len(lines) == 1:  # every line has a pattern of its own
            n, old = self._source.n, [source.lines.index(pattern) for pattern in target.lines]
            yield old[:n], [line - n for line in old[n:]]
            return
        model = self._trying(self._source, source, lines[0])
        assert model is not None, "only a model can be missed"
        tried = set()
        for line in _groups(target.lines)[pattern]:
            twin = self._target.twins[line]
            if twin in tried:
                continue
            tried.add(twin)
            known = self._trying(self._target, target, line, model)
            if known:
                yield from self._ways(model, known)

    def _number(self, pattern: Hashable) -> int:
        return self._numbers.setdefault(pattern, len(self._numbers))

    def _first(self, board: _Board, model: _Known | None = None) -> _Known | None:
        lines = [
            self._number(("line", line < board.n, tuple(sorted(map(len, boxes)))))
            for line, boxes in enumerate(board.clues)
        ]
        return self._refined(board, lines, [0] * (board.n + 1), model)

    def _trying(
        self, board: _Board, known: _Known, line: int, model: _Known | None = None
    ) -> _Known | None:
        lines = known.lines.copy()
        lines[line] = self._number(("tried", lines[line]))
        return self._refined(board, lines, known.digits, model)

    def _refined(
        self, board: _Board, lines: list[int], digits: list[int], model: _Known | None
    ) -> _Known | None:
        """Return the patterns after all rounds that split some; None if not those of `model`."""
        trace: list[list[int]] = []
        told_apart = 0
        while True:
            now = sorted(lines) + sorted(digits)
            if model and now != model.trace[len(trace)]:
                return None
            trace.append(now)
            if model:
                if len(trace) == len(model.trace):
                    break
            elif len(set(now)) == told_apart:
                break
            told_apart = len(set(now))
            digits = self._sharper_digits(board, lines, digits)
            lines = self._sharper_lines(board, lines, digits)
        return _Known(lines, digits, trace)

    def _sharper_digits(self, board: _Board, lines: list[int], digits: list[int]) -> list[int]:
        """Return the digits' patterns after adding the lines that cross in their cells."""
        meetings: list[list[int]] = [[] for _ in digits]
        for row in range(board.n):
            pattern = lines[row] * _PAIR
            for box in board.clues[row]:
                for column, digit in box:
                    meetings[digit].append(pattern + lines[column])
        return [self._number(("digit", old, *sorted(met))) for old, met in zip(digits, meetings)]

    def _sharper_lines(self, board: _Board, lines: list[int], digits: list[int]) -> list[int]:
        """Return the lines' patterns after adding those of crossing lines, then of their chutes."""
        sharper = []
        for old, boxes in zip(lines, board.clues):
            crossed = [
                tuple(sorted([lines[line] * _PAIR + digits[digit] for line, digit in box]))
                for box in boxes
                if box
            ]
            sharper.append(self._number(("line", old, *sorted(crossed))))
        beside: list[int] = []
        for chute in (*board.bands, *board.stacks):
            alone = sharper[chute.start : chute.stop]
            chute_pattern = self._number(("chute", *sorted(alone)))
            beside += [self._number(("beside", line, chute_pattern)) for line in alone]
        return beside


def _groups(patterns: Iterable[int]) -> dict[int, list[int]]:
    groups: dict[int, list[int]] = {}
    for line, pattern in enumerate(patterns):
        groups.setdefault(pattern, []).append(line)
    return groups
