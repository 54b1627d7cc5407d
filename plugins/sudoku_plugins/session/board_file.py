"""Write a board that the user works on to a file, and read it back unchanged."""

import os
import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress

from sudoku_engine import Candidate, FormatError, Grid, Layout, SudokuError
from sudoku_engine.atomic_file import whole_file
from sudoku_engine.board.grid import Marks
from sudoku_engine.board.notation import candidate_texts, candidates_in
from sudoku_engine.formats import Entry, open_text, read, write
from sudoku_engine.formats.given import one_of, path_and_line, puzzle_at
from sudoku_plugins.session.hand_moves import NO_MARKS, Notes, OwnMarks

COLOUR = "# colour "
"""The beginning of a line with the candidates of one colour; other readers see a comment."""


NOTES, CENTRES, CELLS = "# notes: ", "# centres: ", "# cells "
"""The beginnings of lines with the user's notes, with notes in the middle, with coloured cells."""


def save(grid: Grid, path: str, own: OwnMarks = NO_MARKS) -> None:
    """Write `grid` to the file `path`, whole or not at all.

    It is written as rows with ``.`` for open cells, below its clues. If digits were placed, the
    givens come before the present board (``.sdk``). Candidates that differ from the automatic ones
    are written too. The marks of the user are comments: ``# colour 1: r1c2:4, r3c2:4``, ``# cells
    3: r1c1, r5c2``. Raise UsageError if the file cannot be written.
    """
    with whole_file(path) as stream:
        for colour in sorted({*own.colours.values()}):
            marked = sorted(each for each in own.colours if own.colours[each] == colour)
            print(f"{COLOUR}{colour}: {_written(marked, grid.layout)}", file=stream)
        for head, notes in (NOTES, own.notes), (CENTRES, own.centres):
            if notes:
                print(f"{head}{_written(sorted(notes), grid.layout)}", file=stream)
        for shade in sorted({*own.shades.values()}):
            cells = [each for each in sorted(own.shades) if own.shades[each] == shade]
            names = ", ".join(str(grid.layout.cells[cell]) for cell in cells)
            print(f"{CELLS}{shade}: {names}", file=stream)
        text = write(grid, "candidates" if grid.has_own_marks else "sdk")
        if not grid.has_own_marks and "[State]" not in text:  # the puzzle alone
            text = text.replace("[Puzzle]\n", "", 1)
        print(text, file=stream)


def _written(candidates: Sequence[Candidate], layout: Layout) -> str:
    return ", ".join(candidate_texts(candidates, ":", layout))


Board = tuple[Grid, OwnMarks]
"""A board with the marks of its user."""


def load(path: str, layout: Layout, marks: Marks) -> Board:
    """Return the one puzzle in the file `path`, or the one that begins at ``FILE:LINE``."""
    file, line = path_and_line(path)
    if line is None or os.path.exists(path):
        return board_in(list(open_text(path)), path, layout, marks)
    at = line
    grid = _only_puzzle(lambda board: puzzle_at(file, at, board, marks), path, layout)
    return grid, NO_MARKS


def board_in(lines: list[str], source: str, layout: Layout, marks: Marks) -> Board:
    """Return the one puzzle in the `lines` of `source`, on `layout` if it has as many rows.

    The marks that a user has saved come with it. Raise FormatError if there is no puzzle,
    more than one, or one that cannot be read.
    """
    grid = _only_puzzle(lambda board: read(lines, source, board, marks), source, layout)
    return grid, _own_marks(lines, grid.layout)


def _own_marks(lines: Iterable[str], layout: Layout) -> OwnMarks:
    colours: dict[Candidate, int] = {}
    shades: dict[int, int] = {}
    places = {str(cell): int(cell) for cell in layout.cells}
    for line in map(str.strip, lines):
        if match := re.fullmatch(rf"{COLOUR}([12]): (.+)", line):
            colours.update(dict.fromkeys(_read(match[2], layout), int(match[1])))
        elif match := re.fullmatch(rf"{CELLS}([1-9]): (.+)", line):
            cells = [places[name] for name in match[2].split(", ") if name in places]
            shades.update(dict.fromkeys(cells, int(match[1])))
    notes, centres = (_notes(lines, head, layout) for head in (NOTES, CENTRES))
    return OwnMarks(colours, notes, centres, shades)


def _notes(lines: Iterable[str], head: str, layout: Layout) -> Notes:
    texts = (line.strip()[len(head) :] for line in lines if line.startswith(head))
    return frozenset(each for text in texts for each in _read(text, layout))


def _read(text: str, layout: Layout) -> Sequence[Candidate]:
    """Return the candidates of a comment; none if it only looks like our notation."""
    with suppress(SudokuError, ValueError):
        return [*candidates_in(text.split(", "), ":", layout)]
    return []


def _only_puzzle(
    puzzles_on: Callable[[Layout | None], Iterator[Entry | FormatError]],
    source: str,
    layout: Layout,
) -> Grid:
    grid = one_of(puzzles_on(None), source).board
    is_other = grid.layout.n == layout.n and grid.layout is not layout
    return one_of(puzzles_on(layout), source).board if is_other else grid
