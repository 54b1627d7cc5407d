"""A pattern, the places for the clues of a puzzle, drawn in a file; and puzzles for it.

Rows of marks, a drawn board, or all cells in one line: any mark but a blank (``.``, ``0``, ``-``,
``_`` or ``*``) is a place for a clue. Rules between the boxes, spaces and empty lines do not count.

Hardly any digits in these places make a puzzle with one solution, so luck alone does not find
them. Instead a few of the clues are exchanged, again and again:

1. Begin with the digits that a random full board has in these places.
2. Open one or two of them and find a few random solutions of the rest. Each has other digits in
   the opened places, and so they always have a solution.
3. Keep the digits that leave the fewest candidates on the board after all singles: this measures
   fast how close they are to one solution.
4. When few are left, go through all solutions instead: if only one solution has certain digits
   in the opened places, these complete the puzzle.

After a while without success it begins again. If the pattern has more places than are needed, the
puzzle is not minimal, since all of them keep their clues.
"""

import random
import re
from collections.abc import Sequence
from itertools import islice
from pathlib import Path
from typing import NamedTuple

from sudoku_engine import FormatError, GaveUp, Grid, House, Layout, Puzzle
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.words import counted
from sudoku_engine.errors import shown_path
from sudoku_engine.formats import open_text
from sudoku_engine.randomness import below, shuffled
from sudoku_engine.search import full_board, packed_solutions, random_solution, settled, unpacked

BLANKS = ".0-_*"

FEWEST_ON_9X9 = 17
"""No puzzle with fewer clues has one solution: McGuire, Tugemann, Civario, arXiv:1201.0749."""

_RULE = re.compile(r"[-─=\s]*[+┌┬┐├┼┤└┴┘][-─=+┌┬┐├┼┤└┴┘\s]*")


class _Row(NamedTuple):
    marks: str
    line: int
    """Its number in the file."""


def read_pattern(path: Path, layout: Layout) -> int:
    """Return the mask of the places drawn in the file at `path`.

    Raises FormatError, with the line, if this is not a board of `layout`, or if no puzzle with
    one solution can have these places.
    """
    name = shown_path(str(path))
    rows = _rows(path, name, layout)
    marks = "".join(row.marks for row in rows)
    places = mask_of(cell for cell, mark in enumerate(marks) if mark not in BLANKS)
    count = places.bit_count()
    is_plain = layout.is_plain
    why = ""
    if layout is Layout.named("9x9") and count < FEWEST_ON_9X9:
        why = f"a puzzle with one solution has at least {FEWEST_ON_9X9} clues"
    elif count < layout.n - 1 and is_plain:
        why = "with two digits missing these could be exchanged in any solution"
    if why:
        raise FormatError(f"{count} places: {why}", name, rows[0].line)
    bands = _empty_pairs(places, layout.rows, layout.chute_height)
    stacks = _empty_pairs(places, layout.columns, layout.chute_width)
    for empty in bands + stacks if is_plain else ():
        lines = [row.line for row in rows]
        line = lines[empty[1].cells[0] // layout.n] if len(lines) > 1 else lines[0]
        raise FormatError(
            f"{empty[0]} and {empty[1]} have no clue, so they could be exchanged in any solution: "
            "give one of them a place",
            name,
            line,
        )
    return places


def _rows(path: Path, name: str, layout: Layout) -> list[_Row]:
    n = layout.n
    rows: list[_Row] = []
    for number, text in enumerate(open_text(path), 1):
        marks = re.sub(r"[\s|│]", "", text)
        is_rule = _RULE.fullmatch(text) or (set(marks) <= {"-"} and len(marks) != n)
        if is_rule and len(marks) != n * n:
            continue
        if len(marks) == n * n and not rows:
            return [_Row(marks, number)]
        if len(rows) == n:
            raise FormatError(f"a row too many: a pattern for {layout} has {n}", name, number)
        if len(marks) != n:
            raise FormatError(
                f"{counted(len(marks), 'mark')} in a row: "
                f"a pattern for {layout} has {n} rows of {n}",
                name,
                number,
            )
        rows.append(_Row(marks, number))
    if len(rows) != n:
        line = rows[-1].line if rows else 0
        raise FormatError(
            f"only {counted(len(rows), 'row')}: a pattern for {layout} has {n}", name, line
        )
    return rows


def _empty_pairs(places: int, lines: Sequence[House], size: int) -> list[tuple[House, House]]:
    """Return the first two empty `lines` of each group of `size` lines with two of them."""
    pairs = []
    for start in range(0, len(lines), size):
        empty = [house for house in lines[start : start + size] if not house.mask & places]
        pairs += [(empty[0], empty[1])] if len(empty) > 1 else []
    return pairs


_STARTS = 10
_EXCHANGES = 250
"""How often clues are exchanged before a new start, on boards of up to 9 rows."""

_FEW = 2.5
"""With at most this many candidates for each cell, all solutions are examined."""

_DRAWN = 4
"""How many random solutions are found for an exchange."""

_SOLUTIONS = 400
"""The most solutions to go through."""

_NODES = 2000
"""The most boards that one of the searches may visit."""


def filled(rng: random.Random, layout: Layout, places: int) -> Puzzle:
    """Return a puzzle with one solution and clues in `places` (a mask); raises GaveUp."""
    n_clues = places.bit_count()
    exchanges = max(20, min(_EXCHANGES, _EXCHANGES * 9**6 // layout.n**6))
    for _ in range(_STARTS):
        attempt = _Attempt(rng, full_board(rng, layout), places)
        for _ in range(exchanges):
            solved = attempt.exchange()
            if solved:
                solution = Grid(layout, unpacked(solved, layout))
                return Puzzle(
                    _within(solution, places), solution, f"{n_clues} clues as in the pattern"
                )
    raise GaveUp(
        f"no puzzle was found with this pattern of {n_clues} clues, in {_STARTS} times {exchanges} "
        "exchanges of digits: more places, or another seed, may do"
    )


class _Attempt:
    """Digits in the places of a pattern, changed until there is one solution."""

    def __init__(self, rng: random.Random, solution: Grid, places: int) -> None:
        self._rng = rng
        self._layout = solution.layout
        self._places = places
        self._clues = _within(solution, places)
        self._left = settled(self._clues).bit_count()

    def exchange(self) -> int:
        """Return the only solution of a puzzle, packed; 0 if the exchange found no such puzzle."""
        n_opened = 1 + below(self._rng, 2)
        opened = mask_of(shuffled(self._rng, bits(self._places))[:n_opened])
        rest = _within(self._clues, self._places & ~opened)
        if self._left <= _FEW * len(self._layout.cells):
            solved = _alone(rest, opened)
            if solved:
                return solved
        drawn = [self._draw(rest) for _ in range(_DRAWN)]
        changed = [clues for clues in drawn if clues and clues != self._clues]
        for clues in changed:
            left = settled(clues).bit_count()
            if left <= self._left:
                self._left, self._clues = left, clues
        return 0

    def _draw(self, rest: Grid) -> Grid | None:
        try:
            solved = random_solution(self._rng, rest, _NODES)
        except GaveUp:
            return None
        return _within(Grid(self._layout, unpacked(solved, self._layout)), self._places)


def _alone(rest: Grid, opened: int) -> int:
    """Return a packed solution of `rest` with digits in the `opened` cells that no other has.

    0 if no solution is like this, or if there are too many to examine.
    """
    n_cells = len(rest.digits)
    in_opened = sum(opened << n_cells * index for index in range(rest.layout.n))
    found: dict[int, list[int]] = {}
    try:
        for packed in islice(packed_solutions(rest, _NODES), _SOLUTIONS):
            found.setdefault(packed & in_opened, []).append(packed)
    except GaveUp:
        return 0
    if sum(map(len, found.values())) == _SOLUTIONS:
        return 0
    return next((alike[0] for alike in found.values() if len(alike) == 1), 0)


def _within(grid: Grid, cells: int) -> Grid:
    digits = [digit if cells >> cell & 1 else 0 for cell, digit in enumerate(grid.digits)]
    return Grid(grid.layout, digits)
