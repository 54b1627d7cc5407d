"""One puzzle in the formats in which people write it."""

import io
from collections.abc import Iterable
from itertools import cycle

from sudoku_engine import FormatError, Grid, Layout
from sudoku_engine.formats import Entry, read

LINE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROWS = "\n".join(LINE[start : start + 9] for start in range(0, 81, 9))
FRAMED = """\
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+"""
HEAVY = """\
┏━━━┯━━━┯━━━┳━━━┯━━━┯━━━┳━━━┯━━━┯━━━┓
┃ 5 │ 3 │ . ┃ . │ 7 │ . ┃ . │ . │ . ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ 6 │ . │ . ┃ 1 │ 9 │ 5 ┃ . │ . │ . ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ . │ 9 │ 8 ┃ . │ . │ . ┃ . │ 6 │ . ┃
┣━━━┿━━━┿━━━╋━━━┿━━━┿━━━╋━━━┿━━━┿━━━┫
┃ 8 │ . │ . ┃ . │ 6 │ . ┃ . │ . │ 3 ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ 4 │ . │ . ┃ 8 │ . │ 3 ┃ . │ . │ 1 ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ 7 │ . │ . ┃ . │ 2 │ . ┃ . │ . │ 6 ┃
┣━━━┿━━━┿━━━╋━━━┿━━━┿━━━╋━━━┿━━━┿━━━┫
┃ . │ 6 │ . ┃ . │ . │ . ┃ 2 │ 8 │ . ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ . │ . │ . ┃ 4 │ 1 │ 9 ┃ . │ . │ 5 ┃
┠───┼───┼───╂───┼───┼───╂───┼───┼───┨
┃ . │ . │ . ┃ . │ 8 │ . ┃ . │ 7 │ 9 ┃
┗━━━┷━━━┷━━━┻━━━┷━━━┷━━━┻━━━┷━━━┷━━━┛"""
SIMPLE_SUDOKU = """\
53.|.7.|...
6..|195|...
.98|...|.6.
-----------
8..|.6.|..3
4..|8.3|..1
7..|.2.|..6
-----------
.6.|...|28.
...|419|..5
...|.8.|.79"""
EDGE = f" *{'-' * 11}*"
RULED = SIMPLE_SUDOKU.replace("-" * 11, "---+---+---")
CLIPBOARD = "\n".join([EDGE, *(f" |{line}|" for line in RULED.split("\n")), EDGE])
SADMAN = f"#AA teacher\n#DMade for the tests\n[Puzzle]\n{ROWS}"

# Two pairs placed on a board of ours: 1 and 2 in r1c1 and r1c2, so no others there.
CANDIDATES = """\
+-------------------+-------------------+-------------------+
| 12    12    3     | 4     5     6     | 7     8     9     |
| 456   {7}   +8    | 123   12    39    | 1     2456  3     |
| 4569  4     9     | 1378  2     13789 | 56    456   456   |
+-------------------+-------------------+-------------------+
| .     .     .     | .     .     .     | .     .     .     |
| .     .     .     | .     .     .     | .     .     .     |
| .     .     .     | .     .     .     | .     .     .     |
+-------------------+-------------------+-------------------+
| .     .     .     | .     .     .     | .     .     .     |
| .     .     .     | .     .     .     | .     .     .     |
| .     .     .     | .     .     .     | .     .     {}    |
+-------------------+-------------------+-------------------+"""
JIGSAW = """
    A A A B
    A B B B
    C D D D
    C C C D"""


def grids(text: str, layout: Layout | None = None) -> list[Grid]:
    """The boards in `text`, which must have no errors."""
    found = list(read(text.split("\n"), "p.txt", layout))
    assert not [str(error) for error in found if isinstance(error, FormatError)]
    return [entry.grid for entry in found if isinstance(entry, Entry)]


def told(text: str, layout: Layout | None = None) -> list[str]:
    """What is found in `text`: the error, or ``source: line`` of the board."""
    return [
        str(found) if isinstance(found, FormatError) else f"{found.source} {found.grid.line}"
        for found in read(text.split("\n"), "p.txt", layout)
    ]


class ReadAhead(Exception):
    """More was read than was needed."""


class Pieces(io.BytesIO):
    """A stream from which pieces of given lengths arrive, in turn."""

    def __init__(self, data: bytes, lengths: Iterable[int]) -> None:
        super().__init__(data)
        self.lengths = cycle(lengths)

    def read1(self, most: int | None = -1, /) -> bytes:
        """Return the next piece."""
        return super().read1(next(self.lengths))
