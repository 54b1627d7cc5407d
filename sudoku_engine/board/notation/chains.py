"""Chains of links: ``r1c2 =4= r1c8 -4- r5c8 -7- r5c2``.

In a chain ``=`` is a strong and ``-`` a weak link; between them is the digit of both ends. As in
HoDoKu, a link inside a cell goes without saying: r5c8 above, between two weak links, is 4 or 7, and
between two strong links it would not be both. If a chain begins or ends with such a link, the digit
is before or behind it: ``1- r1c1 -2- r1c5 -3``. All other links of two digits say both, such as
those of an almost locked set: ``r12c3 =4,7= r2c35; A=r12c3,r2c5 {147}``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from sudoku_engine.board.candidates import Candidate, Candidates, Link
from sudoku_engine.board.layout import Layout
from sudoku_engine.board.notation.cells import cells_in, compact, digit_in
from sudoku_engine.board.notation.patterns import ALS
from sudoku_engine.board.words import symbol
from sudoku_engine.errors import LayoutError


def chain_text(links: Sequence[Link], layout: Layout) -> str:
    """Return `links` as a chain; a ``;`` separates links that are not joined.

    >>> ends = [(Candidate(cell, digit),) for cell, digit in ((0, 1), (0, 2), (4, 2), (4, 3))]
    >>> chain_text([*map(Link, ends, ends[1:], (True, False, True))], Layout.named("9x9"))
    '1- r1c1 -2- r1c5 -3'
    """
    pieces: list[list[Link]] = []
    for link in links:
        if pieces and pieces[-1][-1].end == link.start:
            pieces[-1].append(link)
        else:
            pieces.append([link])
    return "; ".join(_piece_text(piece, layout) for piece in pieces)


def _piece_text(piece: Sequence[Link], layout: Layout) -> str:
    """Return a chain of joined links, in which each says which digits the cells between have."""
    told = [link for i, link in enumerate(piece) if not _goes_without_saying(piece, i)]
    cells = _cells(piece[0].start, layout)
    first, last = _digit(piece[0].start), _digit(piece[-1].end)
    outside = [_sign(not piece[i].strong) for i in (0, -1)]
    if not told:
        return f"{first}{outside[0]} {cells} {outside[1]}{last}"
    text = cells if told[0] is piece[0] else f"{first}{outside[0]} {cells}"
    for start, end, strong in told:
        digit, to_digit, sign = _digit(start), _digit(end), _sign(strong)
        digits = digit if digit == to_digit else f"{digit},{to_digit}"
        text += f" {sign}{digits}{sign} {_cells(end, layout)}"
    return text if told[-1] is piece[-1] else f"{text} {outside[1]}{last}"


def _goes_without_saying(piece: Sequence[Link], number: int) -> bool:
    """Return whether a link is in a cell, between links of the other kind that leave the cell."""
    link = piece[number]
    if not _is_in_a_cell(link):
        return False
    near = [piece[i] for i in (number - 1, number + 1) if 0 <= i < len(piece)]
    return not any(_is_in_a_cell(other) or other.strong == link.strong for other in near)


def _is_in_a_cell(link: Link) -> bool:
    (start, end, _) = link
    return len(start) == len(end) == 1 and start[0][0] == end[0][0] and start != end


def _sign(strong: bool) -> str:
    return "=" if strong else "-"


def _cells(candidates: Candidates, layout: Layout) -> str:
    return compact([cell for cell, _ in candidates], layout)


def _digit(candidates: Candidates) -> str:
    digits = {digit for _, digit in candidates}
    if len(digits) != 1:
        raise LayoutError("the candidates at one end of a link must have the same digit")
    return symbol(*digits)


def chain_in(text: str, layout: Layout) -> list[Link]:
    """Return the links of a chain that `chain_text` writes; almost locked sets are left out."""
    pieces = [piece.strip() for piece in text.split(";")]
    return [
        link
        for piece in pieces
        if len(pieces) == 1 or not re.fullmatch(ALS, piece)
        for link in _piece_in(piece, layout)
    ]


def _piece_in(text: str, layout: Layout) -> list[Link]:
    parts = re.fullmatch(r"(?:(\w)([=-])\s+)?(.*?)(?:\s+([=-])(\w))?", text)
    first, before, told, after, last = parts.groups() if parts else (None, None, "", None, None)
    cells, *rest = re.split(r"\s+([=-])(\w)(?:,(\w))?\1\s+", told.upper())
    if not rest and not (first and last):
        raise LayoutError(f"{text!r} is not a chain: write r1c2 =4= r1c8 -4- r5c8")
    links: list[Link] = []
    came, came_by = first, before
    for i in range(0, len(rest) + 1, 4):
        sign, digit, to_digit, to_cells = rest[i : i + 4] or (after or "", last or "", "", "")
        if came and digit and came != digit:
            if sign != came_by:
                raise LayoutError(
                    f"{text!r}: {came} and {digit} in {cells.lower()} need two - or two ="
                )
            links.append(Link(_end(cells, came, layout), _end(cells, digit, layout), sign == "-"))
        if to_cells:
            came, came_by = to_digit or digit, sign
            start, end = _end(cells, digit, layout), _end(to_cells, came, layout)
            links.append(Link(start, end, sign == "="))
            cells = to_cells
    return links


def _end(cells: str, digit: str, layout: Layout) -> Candidates:
    number = digit_in(digit, layout)
    return tuple(Candidate(cell, number) for cell in cells_in(cells, layout))
