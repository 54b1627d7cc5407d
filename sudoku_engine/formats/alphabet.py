"""The alphabet of a puzzle: the signs that its digits and its blanks are written with.

Most puzzles have the digits 1 to n and ``.`` or ``0`` for a blank. Others have the digits 0 to 8 or
0 to F and another blank, or letters: A to I, A to P, those of a word. The signs of one puzzle tell
which it is:

* ``0`` is a digit if another sign is the blank, the top digit (9 on a 9x9 board) is absent, and no
  row, column or box has two of them;
* ``x`` and ``?`` are blanks if no usual blank is there, or if figures are on a large board;
* letters without figures are the first n letters, or those of a word with n different ones, in the
  order of the alphabet. If one letter of a word is missing, the first unused one takes its place.

In a board without blanks, a ``0`` or ``x`` in every row is a digit.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from typing import NamedTuple

from sudoku_engine.board.layout import SYMBOLS, Layout
from sudoku_engine.board.words import listed

BLANKS = frozenset(".-_*")
"""The signs that are always blanks; ``0``, ``x`` and ``?`` may be."""

_MAYBE = {"X", "?", "0"}

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Alphabet(NamedTuple):
    """The signs of a puzzle, and how they become the usual ones."""

    signs: str = ""
    """The signs of the digits; empty if they are the usual ones."""
    table: Mapping[int, str] | None = None
    """The usual sign of each sign, as for `str.translate`; None if nothing changes."""
    doubt: str = ""
    """The reading that was taken, in words, if there is another one."""


USUAL = Alphabet()


def alphabet_of(texts: Sequence[str], layout: Layout) -> Alphabet:
    """Return the alphabet of the cells `texts` on a `layout`; `USUAL` also if none fits.

    >>> alphabet_of([*"01..1.3..3...2.0"], Layout.named("4x4")).signs
    '0123'
    """
    marks = {*"".join(texts).upper()} - {*"+{}"}
    if layout.own_signs:
        return _made(layout.own_signs, BLANKS | _MAYBE - {*layout.own_signs})
    n, known = layout.n, {*SYMBOLS[: layout.n]}
    if marks <= known | BLANKS:
        return USUAL
    blanks = marks & BLANKS
    if not blanks or (n > 9 and not marks.isdisjoint(SYMBOLS[:9])):
        blanks |= marks & {"X", "?"} - known
    if not blanks and "0" in marks and not _is_in_group(texts):
        blanks = {"0"}
    doubt = ""
    if len(blanks) == 1 and (sign := min(blanks)) in _MAYBE and _fills(texts, layout, sign):
        blanks = set()
        doubt = f"{sign} is read as a digit, since it is once in every row: write . for a blank"
    digits = marks - BLANKS - blanks
    if digits <= known:
        return _made("", blanks)
    if "0" in digits and digits <= {"0", *SYMBOLS[: n - 1]}:
        if house := _repeats(texts, layout, "0"):
            others = listed(sorted(blanks))
            what = f"0 is read as a blank, as {others}: as a digit it is twice in {house}"
            return Alphabet(doubt=what)
        return _made("0" + SYMBOLS[: n - 1], blanks, doubt)
    if all(sign.isalpha() and len(sign) == 1 for sign in digits):
        return _of_letters(digits, n, blanks, doubt)
    return USUAL


def _of_letters(digits: set[str], n: int, blanks: set[str], doubt: str) -> Alphabet:
    if 2 * len(digits) > n and digits <= {*LETTERS[:n]}:
        return _made(LETTERS[:n], blanks, doubt)
    if len(digits) == n - 1:
        spare = next(sign for sign in LETTERS if sign not in digits)
        doubt = f"one letter of {n} is not given: it is written {spare}"
        digits = {*digits, spare}
    return _made("".join(sorted(digits)), blanks, doubt) if len(digits) == n else USUAL


def _made(signs: str, blanks: AbstractSet[str], doubt: str = "") -> Alphabet:
    table = {ord(sign): usual for sign, usual in zip(signs, SYMBOLS)}
    table |= {ord(sign.lower()): usual for sign, usual in zip(signs, SYMBOLS)}
    table |= {ord(case): "." for sign in blanks for case in (sign, sign.lower())}
    return Alphabet(signs, table, doubt)


def _is_in_group(texts: Sequence[str]) -> bool:
    """Return whether ``0`` is among the candidates of a cell, or a digit that was placed."""
    return any(len(text) > 1 and "0" in text for text in texts)


def _fills(texts: Sequence[str], layout: Layout, sign: str) -> bool:
    """Return whether `sign`, the only one that could be a blank, is once in each row and box."""
    count = sum(text.upper() == sign for text in texts)
    return count == layout.n and not _repeats(texts, layout, sign)


def _repeats(texts: Sequence[str], layout: Layout, sign: str) -> str:
    """Return the first house with `sign` in two cells, ``""`` if there is none."""
    for house in layout.houses:
        if sum(texts[cell].upper().lstrip("+") == sign for cell in house.cells) > 1:
            return house.name
    return ""
