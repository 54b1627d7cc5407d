"""The block of clues above a puzzle, and what the reader asks the plugin of variants.

The block begins with ``clues:`` and continues in indented lines. Semicolons separate clues::

    clues: killer cage 15 r1c12; thermometer r3c3,r2c2
      anti-knight
    53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79

``signs 012345678`` in it says how the digits are written; all else is a rule on certain cells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from sudoku_engine.board.layout import Layout
from sudoku_engine.board.variants import brought
from sudoku_engine.errors import FormatError, LayoutError
from sudoku_engine.formats.cells import WrittenBoard

SIGNS = "signs "
"""The beginning of the signs of the digits, in a block of clues."""


class WrittenClue(NamedTuple):
    """A clue of our own block, and its place."""

    text: str
    line: int
    column: int
    """The column of its first character, from 1."""

    def error(self, what: str, source: str) -> FormatError:
        """Return the error `what` at the place of this clue."""
        return FormatError(what, source, self.line, self.column)


class ClueTexts(Protocol):
    """The texts of clues; a plugin reads them."""

    def add_clues(self, layout: Layout, clues: Sequence[WrittenClue], source: str) -> Layout:
        """Return `layout` with the `clues`; raise FormatError with the place of a wrong one."""
        ...

    def board_in(self, kind: str, text: str, layout: Layout | None) -> WrittenBoard:
        """Return the board in a `text` of another program, with clues; raises LayoutError.

        `kind`: ``constraints`` for Interactive Sudoku Solver, ``cages`` for a killer in one line.
        """
        ...


def clue_texts() -> ClueTexts:
    """Return what reads texts of clues; raises LayoutError without their plugin."""
    texts: ClueTexts = brought("sudoku_clue_texts")
    return texts


def clues_in(text: str, number: int) -> Iterator[WrittenClue]:
    """Yield the clues in line `number` of a block, without its first word."""
    text = re.sub(r"(^|\s)#.*", "", text)
    beginning = re.match(r"\s*clues\s*:", text, re.IGNORECASE)
    end = beginning.end() if beginning else 0
    for part in text[end:].split(";"):
        if part.strip():
            yield WrittenClue(part.strip(), number, end + len(part) - len(part.lstrip()) + 1)
        end += len(part) + 1


def with_clues(layout: Layout, clues: Sequence[WrittenClue], source: str) -> Layout:
    """Return `layout` with the `clues`; raise FormatError with the place of a wrong one."""
    others = []
    for clue in clues:
        try:
            if clue.text.lower().startswith(SIGNS):
                layout = layout.with_signs(clue.text[len(SIGNS) :].strip())
                continue
            others.append(clue)
            texts = clue_texts()
        except LayoutError as error:
            raise clue.error(error.what, source) from None
    return texts.add_clues(layout, others, source) if others else layout
