"""Cells, digits and numbers of things in words."""

from __future__ import annotations

import re
import reprlib
from collections.abc import Iterable

from sudoku_engine.board.layout import SYMBOLS, Cell, Layout
from sudoku_engine.errors import LayoutError


def symbol(digit: int) -> str:
    """Return the symbol of `digit`: 1 to 9, then A for 10, B for 11, …

    >>> symbol(12)
    'C'
    """
    return SYMBOLS[digit - 1] if 1 <= digit <= len(SYMBOLS) else str(digit)


def symbols(digits: Iterable[int]) -> str:
    """Return the symbols of `digits`, in their order.

    >>> symbols({10, 3, 1})
    '13A'
    """
    return "".join(map(symbol, sorted(digits)))


def cell(name: str) -> int:
    """Return the cell called `name` on a 9x9 board; on others use ``grid.layout.cell(name)``.

    >>> int(cell("r3c7"))
    24
    """
    return Layout.named("9x9").cell(name)


def named(number: int) -> Cell:
    """Return the cell `number` with its own name, or with its name on a 9x9 board."""
    if isinstance(number, Cell):
        return number
    cells = Layout.named("9x9").cells
    if not 0 <= number < len(cells):
        raise LayoutError(f"no cell {number} on a 9x9 board: 0 to {len(cells) - 1}")
    return cells[number]


def names(cells: Iterable[int]) -> str:
    """Return the names of `cells` for a sentence.

    Cells that come from a layout or a grid know their names on every size of board; a plain
    number means a cell of the 9x9 board.

    >>> names([3, 4, 5])
    'r1c4, r1c5 and r1c6'
    """
    return listed(str(named(number)) for number in sorted(cells))


def listed(things: Iterable[object], last: str = "and") -> str:
    """Return `things` for a sentence; digits in their order, those over 9 as letters.

    `last`: the word before the last of them.

    >>> listed({8, 1}), listed(["A", "B", "C"], "or")
    ('1 and 8', 'A, B or C')
    """
    items = list(things)
    digits = [item for item in items if isinstance(item, int) and not isinstance(item, Cell)]
    if len(digits) == len(items):
        items = [*sorted(digits)]
    words = [symbol(item) if type(item) is int else str(item) for item in items]
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} {last} {words[-1]}"


def counted(number: int, thing: str, things: str = "", *, form: str = "") -> str:
    """Return `number` and the name of the things counted.

    `things`: the plural, by default that of `plural`. `form`: how the number is formatted.

    >>> counted(1, "step"), counted(3, "step"), counted(2, "symmetry", "symmetries")
    ('1 step', '3 steps', '2 symmetries')
    """
    return f"{number:{form}} {thing if number == 1 else things or plural(thing)}"


def plural(thing: str) -> str:
    """Return the plural of a regular noun.

    >>> plural("row"), plural("box")
    ('rows', 'boxes')
    """
    return f"{thing}es" if thing.endswith("x") else f"{thing}s"


def capitalized(words: str) -> str:
    """Return `words` with a capital first letter, unless they begin with a name such as a cell's.

    >>> capitalized("in row 4 only r4c2 is left"), capitalized("r4c2 holds 3")
    ('In row 4 only r4c2 is left', 'r4c2 holds 3')
    """
    first = words.split(maxsplit=1)[0] if words.strip() else ""
    return words[:1].upper() + words[1:] if _WORD.fullmatch(first) else words


_WORD = re.compile(r"[^\W\d_]+(['-][^\W\d_]+)*[,;]?")


def sentence(words: str) -> str:
    """Return `words` as a sentence: with a capital first letter and a full stop.

    >>> sentence("so it goes"), sentence("r1c1 holds 3!"), sentence("")
    ('So it goes.', 'r1c1 holds 3!', '')
    """
    ends = (".", "!", "?", "…")
    return capitalized(words) if not words or words.endswith(ends) else f"{capitalized(words)}."


def brief(thing: object) -> str:
    """Return `thing` as Python writes it, on one line and not too long, for an error message.

    >>> brief([1, 2, 3])
    '[1, 2, 3]'
    """
    return " ".join(_SHORT.repr(thing).split())


class _Short(reprlib.Repr):
    def repr_function(self, function: object, level: int) -> str:
        """Return its name: where it is in memory tells nobody anything."""
        return getattr(function, "__name__", "a function")

    def repr_instance(self, thing: object, level: int) -> str:
        """Return the name of its class, if it says nothing of itself."""
        if type(thing).__repr__ is object.__repr__:
            return f"<{type(thing).__name__} object>"
        return super().repr_instance(thing, level)


_SHORT = _Short()
_SHORT.maxstring = _SHORT.maxother = 60
