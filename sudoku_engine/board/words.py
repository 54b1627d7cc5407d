"""Cells, digits and numbers of things in words; and words about wrong numbers.

Numbers that callers choose must not be nan or infinite. All comparisons with nan are false, so a
limit of nan would silently be no limit.
"""

import re
import reprlib
from collections.abc import Iterable
from math import isfinite
from typing import TypeGuard

from sudoku_engine.board.layout import SYMBOLS, Cell, Layout
from sudoku_engine.errors import LayoutError, UsageError

ELIMINATES = "<>|!=|≠|-"
"""A pattern for the signs between a cell and a digit that it loses."""


def symbol(digit: int, signs: str = SYMBOLS) -> str:
    """Return the symbol of `digit` among `signs`, usually 1 to 9, then A for 10, B for 11, …

    >>> symbol(12), symbol(1, "012345678")
    ('C', '0')
    """
    return signs[digit - 1] if 1 <= digit <= len(signs) else str(digit)


def symbols(digits: Iterable[int], signs: str = SYMBOLS) -> str:
    """Return the symbols of `digits` among `signs`, in their order.

    >>> symbols({10, 3, 1})
    '13A'
    """
    return "".join([symbol(digit, signs) for digit in sorted(digits)])


def cell(name: str) -> int:
    """Return the cell called `name` on a 9x9 board; on others use ``grid.layout.cell(name)``.

    >>> int(cell("r3c7"))
    24
    """
    return Layout.named("9x9").cell(name)


def digit_in(text: str, layout: Layout) -> int:
    """Return the digit with the symbol `text`."""
    if len(text) == 1 and text.upper() in layout.signs:
        return layout.signs.index(text.upper()) + 1
    raise LayoutError(f"no digit {text!r} on a {layout} board: {range_of(layout)}")


def range_of(layout: Layout) -> str:
    """Return the first and the last sign of the digits of `layout` in words.

    >>> range_of(Layout.named("16x16"))
    '1 to G'
    """
    return f"{layout.signs[0]} to {layout.signs[-1]}"


def cell_with_digit(text: str, layout: Layout) -> tuple[Cell, int]:
    """Return the cell and digit of ``r1c1=5``, ``r1c1-5`` or ``A1:5``; raises LayoutError."""
    one = r"(r\d+c\d+|[A-HJ][1-9])"
    match = re.fullmatch(rf"{one}(?:=|:|{ELIMINATES})(\w)", text.strip(), re.IGNORECASE)
    if match and match[2].upper() in layout.signs:
        return layout.cell(match[1]), digit_in(match[2], layout)
    raise LayoutError(f"{text!r} is not a cell with a digit: write r1c1=5")


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


def listed(things: Iterable[object], last: str = "and", signs: str = SYMBOLS) -> str:
    """Return `things` for a sentence; digits in their order, each by its sign among `signs`.

    `last`: the word before the last thing.

    >>> listed({8, 1}), listed(["A", "B", "C"], "or")
    ('1 and 8', 'A, B or C')
    """
    items = list(things)
    digits = [item for item in items if isinstance(item, int) and not isinstance(item, Cell)]
    if len(digits) == len(items):
        items = [*sorted(digits)]
    words = [symbol(item, signs) if type(item) is int else str(item) for item in items]
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
        """Return the function's name: its address in memory helps nobody."""
        return getattr(function, "__name__", "a function")

    def repr_instance(self, thing: object, level: int) -> str:
        """Return the name of the class if it has no repr of its own."""
        if type(thing).__repr__ is object.__repr__:
            return f"<{type(thing).__name__} object>"
        return super().repr_instance(thing, level)


_SHORT = _Short()
_SHORT.maxstring = _SHORT.maxother = 60


def no_formula(text: str) -> str:
    """Return `text` for a cell of a spreadsheet, which must not take it for a formula.

    >>> no_formula("=1+1.txt"), no_formula("p.txt")
    ("'=1+1.txt", 'p.txt')
    """
    return f"'{text}" if text.lstrip().startswith(("=", "+", "-", "@")) else text


def is_number(given: object) -> TypeGuard[float]:
    """Return whether `given` is a finite number that a float can hold.

    >>> [is_number(given) for given in (1, 0.5, float("nan"), float("inf"), True, "1", 10**999)]
    [True, True, False, False, False, False, False]
    """
    if isinstance(given, bool) or not isinstance(given, (int, float)):
        return False
    try:
        return isfinite(given)
    except OverflowError:
        return False


def require_number(given: object, name: str, least: float = 0, is_whole: bool = False) -> None:
    """Raise UsageError unless `given`, called `name`, is a finite number of at least `least`.

    >>> require_number(float("nan"), "limit")
    Traceback (most recent call last):
    ...
    sudoku_engine.errors.UsageError: limit must be a number from 0, not nan
    """
    if type(given) is int and given >= least:  # the usual case, and a search asks for each board
        return
    if is_number(given) and given >= least and not (is_whole and not isinstance(given, int)):
        return
    kind = "whole number" if is_whole else "number"
    raise UsageError(f"{name} must be a {kind} from {least:g}, not {brief(given)}")


def html_table(headings: Iterable[object], rows: Iterable[Iterable[object]]) -> str:
    """Return the texts of `rows` as a table of HTML.

    >>> html_table(["Step"], [["r1c1<>2"]])
    '<table><tr><th>Step</th></tr><tr><td>r1c1&lt;&gt;2</td></tr></table>'
    """
    from html import escape  # only here: only notebooks show tables

    def row(cells: Iterable[object], tag: str) -> str:
        return f"<tr>{''.join(f'<{tag}>{escape(str(each))}</{tag}>' for each in cells)}</tr>"

    body = "".join(row(cells, "td") for cells in rows)
    return f"<table>{row(headings, 'th')}{body}</table>"
