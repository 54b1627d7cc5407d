"""The usual notation of cells, effects and patterns: write it and read it.

=============  ====================================  =============================
cells          ``r4c4,r8c45``                        `compact`, `cells_in`
effects        ``r5c5=8``, ``r57c4<>1, r7c4<>8``     `effect_text`, `effects_in`
subsets        ``1,8 in r48c4``                      `subset_text`, `subset_in`
chains         ``r1c2 =4= r1c8 -4- r5c8 -7- r5c2``   `chain_text`, `chain_in`
=============  ====================================  =============================

On boards of more than 9 rows, cells and houses are written one by one. Functions that read a text
raise LayoutError if they cannot read it. The plugin of techniques writes their other patterns.

In a chain, ``=`` is a strong and ``-`` a weak link; between the signs is the digit of both ends. As
in HoDoKu, a link inside a cell is not written: r5c8 above, between two weak links, is 4 or 7;
between two strong links it would not be both. If a chain begins or ends with such a link, the digit
is before or after it: ``1- r1c1 -2- r1c5 -3``. All other links of two digits name both, such as
those of an almost locked set: ``r12c3 =4,7= r2c35; A=r12c3,r2c5 {147}``.
"""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from sudoku_engine.board.candidates import Candidate, Candidates, Link
from sudoku_engine.board.layout import ROW_LETTERS, Cell, Layout
from sudoku_engine.board.words import (
    ELIMINATES,
    digit_in,
    symbol,
    symbols,
)
from sudoku_engine.errors import LayoutError

_GROUP = r"(?:r\d+c\d+|[A-HJ]+[1-9]+)"
CELLS = rf"{_GROUP}(?:,\s*{_GROUP})*"
"""A pattern for cells in the short notation."""
ALS = rf"(\w+)=({CELLS}) {{(\w+)}}"
"""A pattern for an almost locked set."""

_BY_LETTERS = re.compile(r"\s*((?:([A-HJ])(?!.*\2))+)((?:([1-9])(?!.*\4))+)\s*", re.IGNORECASE)
_BY_NUMBERS = re.compile(r"(?<![A-Za-z0-9])r([1-9]+)c([1-9]+)(?![A-Za-z0-9])")


def compact(cells: Iterable[int], layout: Layout) -> str:
    """Return `cells` in the usual short notation: ``r48c4`` for r4c4 and r8c4.

    Cells that the board does not have are written as numbers.

    >>> compact([30, 66, 67], Layout.named("9x9"))
    'r4c4,r8c45'
    """
    numbers = sorted(set(cells))
    if len(numbers) == 1 and 0 <= numbers[0] < len(layout.cells):  # most frequent in a chain
        return layout.cells[numbers[0]].name
    known = [number for number in numbers if 0 <= number < len(layout.cells)]
    unknown = [f"cell {int(number)}" for number in numbers if number not in known]
    if layout.n > 9:
        return ",".join([*(layout.cells[number].name for number in known), *unknown])
    columns_of: dict[int, list[int]] = {}
    for number in known:
        row, column = divmod(number, layout.n)
        columns_of.setdefault(row + 1, []).append(column + 1)
    rows_with: dict[tuple[int, ...], list[int]] = {}
    for row, columns in columns_of.items():
        rows_with.setdefault(tuple(columns), []).append(row)
    groups = [
        f"r{''.join(map(str, rows))}c{''.join(map(str, columns))}"
        for columns, rows in rows_with.items()
    ]
    return ",".join([*groups, *unknown])


def cells_in(text: str, layout: Layout) -> list[Cell]:
    """Return the cells that `compact` writes as `text`, or that are called ``D4,H45``.

    >>> [str(cell) for cell in cells_in("r4c4,r8c45", Layout.named("9x9"))]
    ['r4c4', 'r8c4', 'r8c5']
    """
    found = []
    for group in text.split(","):
        if layout.n <= len(ROW_LETTERS) and (by_letters := _BY_LETTERS.fullmatch(group)):
            found += [layout.cell(f"{a}{b}") for a in by_letters[1] for b in by_letters[3]]
            continue
        match = re.fullmatch(r"\s*r(\d+)c(\d+)\s*", group, re.IGNORECASE)
        if not match:
            raise LayoutError(f"{text!r} names no cells: write r4c4 or r48c4")
        is_one = "0" in group or any(len({*part}) < len(part) for part in match.groups())
        if is_one and layout.n < 10:  # r10c1 and r1c99 mean one cell, so they are errors
            layout.cell(group)
        rows, columns = ([part] if layout.n > 9 else [*part] for part in match.groups())
        found += [layout.cell(f"r{row}c{column}") for row in rows for column in columns]
    return found


def lettered(text: str) -> str:
    """Return `text` with cells called ``A1`` to ``J9``, for boards of up to nine rows.

    >>> lettered("1,8 in r48c4 => r5c4<>1")
    '1,8 in DH4 => E4<>1'
    """
    return _BY_NUMBERS.sub(
        lambda found: "".join(ROW_LETTERS[int(row) - 1] for row in found[1]) + found[2], text
    )


def cell_text(cell: int, layout: Layout) -> str:
    """Return the name of `cell`, or its number if the board does not have it."""
    return layout.cells[cell].name if 0 <= cell < len(layout.cells) else str(int(cell))


def cell_in(text: str, layout: Layout) -> int:
    """Return the cell that `cell_text` writes; raises LayoutError, ValueError."""
    return layout.cell(text) if text.startswith("r") else int(text)


def effect_text(placements: Candidates, eliminations: Candidates, layout: Layout) -> str:
    """Return the effects of a step as text, with the cells of each digit together."""
    texts = [*_by_digit(placements, "=", layout), *_by_digit(eliminations, "<>", layout)]
    return ", ".join(texts)


def _by_digit(candidates: Candidates, sign: str, layout: Layout) -> list[str]:
    if len(candidates) < 2:  # nearly all steps place one candidate
        return [
            f"{compact([cell], layout)}{sign}{symbol(digit, layout.signs)}"
            for cell, digit in candidates
        ]
    return [
        f"{compact(cells, layout)}{sign}{symbol(digit, layout.signs)}"
        for digit, cells in cells_by_digit(candidates)
    ]


def cells_by_digit(candidates: Iterable[Candidate]) -> list[tuple[int, list[int]]]:
    """Return the digits of `candidates` in ascending order, each with its cells."""
    cells_of: dict[int, list[int]] = {}
    for cell, digit in candidates:
        cells_of.setdefault(digit, []).append(cell)
    return sorted(cells_of.items())


def effects_in(text: str, layout: Layout) -> tuple[list[Candidate], list[Candidate]]:
    """Return the placements and the eliminations of `text`; text before ``=>`` is ignored.

    ``-`` and ``!=`` stand for ``<>`` too, which a shell would interpret.

    >>> effects_in("1,8 in r48c4 => r5c4<>1", Layout.named("9x9"))[1]
    [r5c4=1]
    """
    effect = text.rpartition("=>")[2]
    parts = rf"({CELLS})\s*(=|{ELIMINATES})\s*(\w)"
    if not re.fullmatch(rf"\s*{parts}(?:[\s,;]+{parts})*\s*", effect, re.IGNORECASE):
        if re.fullmatch(rf"\s*{CELLS}\s*", effect, re.IGNORECASE):
            half = "the half of a step: write r5c5=8 or r5c5-8, or quote it, 'r5c5<>8'"
            raise LayoutError(f"{text.strip()!r} is {half}")
        raise LayoutError(f"{text.strip()!r} is not a step: write r5c5=8 or r57c4-1, r7c4-8")
    placed: list[Candidate] = []
    eliminated: list[Candidate] = []
    for cells, sign, digit in re.findall(parts, effect, re.IGNORECASE):
        number = digit_in(digit, layout)
        found = placed if sign == "=" else eliminated
        found += [Candidate(cell, number) for cell in cells_in(cells, layout)]
    return placed, eliminated


def candidate_texts(candidates: Iterable[Candidate], sign: str, layout: Layout) -> list[str]:
    """Return each of the `candidates` as cell, `sign` and digit: ``r1c2:5``."""
    return [_candidate_text(each, sign, layout) for each in candidates]


def candidates_in(texts: Iterable[str], sign: str, layout: Layout) -> list[Candidate]:
    """Return the candidates that `candidate_texts` writes; raises LayoutError, ValueError."""
    return [_candidate_in(text, sign, layout) for text in texts]


MOST_TEXTS = 1 << 14
"""The number of texts of candidates that are remembered, since records repeat them."""


@lru_cache(MOST_TEXTS)
def _candidate_text(candidate: Candidate, sign: str, layout: Layout) -> str:
    cell, digit = candidate
    return f"{cell_text(cell, layout)}{sign}{symbol(digit, layout.signs)}"


@lru_cache(MOST_TEXTS)
def _candidate_in(text: str, sign: str, layout: Layout) -> Candidate:
    cell, digit = text.split(sign)
    is_sign = len(digit) == 1 and digit in layout.signs
    number = layout.signs.index(digit) + 1 if is_sign else int(digit)  # or the board lacks it
    return Candidate(cell_in(cell, layout), number)


def subset_text(digits: Iterable[int], cells: Iterable[int], layout: Layout) -> str:
    """Return digits in cells, as in ``1,8 in r48c4``."""
    return f"{','.join(symbols({*digits}, layout.signs))} in {compact(cells, layout)}"


def subset_in(text: str, layout: Layout) -> tuple[list[int], list[Cell]]:
    """Return the digits and the cells that `subset_text` writes."""
    (digits, cells) = matched(rf"([\w,]+) in ({CELLS})", text, "digits in cells: 1,8 in r48c4")
    return [digit_in(digit, layout) for digit in digits.split(",")], cells_in(cells, layout)


def matched(pattern: str, text: str, what: str) -> tuple[str, ...]:
    """Return the groups of `pattern`, which `text` must match; `what` it should be, in words."""
    match = re.fullmatch(pattern, text.strip(), re.IGNORECASE)
    if not match:
        raise LayoutError(f"{text.strip()!r} is not {what}")
    return match.groups()


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
    return "; ".join(_joined_text(piece, layout) for piece in pieces)


def _joined_text(piece: Sequence[Link], layout: Layout) -> str:
    stated = [link for i, link in enumerate(piece) if not _goes_without_saying(piece, i)]
    cells = _cells_of(piece[0].start, layout)
    first, last = _digit_of(piece[0].start, layout), _digit_of(piece[-1].end, layout)
    outside = [_sign(not piece[i].strong) for i in (0, -1)]
    if not stated:
        return f"{first}{outside[0]} {cells} {outside[1]}{last}"
    text = cells if stated[0] is piece[0] else f"{first}{outside[0]} {cells}"
    for start, end, strong in stated:
        digit, to_digit, sign = _digit_of(start, layout), _digit_of(end, layout), _sign(strong)
        digits = digit if digit == to_digit else f"{digit},{to_digit}"
        text += f" {sign}{digits}{sign} {_cells_of(end, layout)}"
    return text if stated[-1] is piece[-1] else f"{text} {outside[1]}{last}"


def _goes_without_saying(piece: Sequence[Link], number: int) -> bool:
    """Return whether a link is inside a cell, between two links of the other kind that leave it."""
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


def _cells_of(candidates: Candidates, layout: Layout) -> str:
    return compact([cell for cell, _ in candidates], layout)


def _digit_of(candidates: Candidates, layout: Layout) -> str:
    digits = {digit for _, digit in candidates}
    if len(digits) != 1:
        raise LayoutError("the candidates at one end of a link must have the same digit")
    return symbols(digits, layout.signs)


def chain_in(text: str, layout: Layout) -> list[Link]:
    """Return the links of a chain that `chain_text` writes; almost locked sets are left out."""
    pieces = [piece.strip() for piece in text.split(";")]
    return [
        link
        for piece in pieces
        if len(pieces) == 1 or not re.fullmatch(ALS, piece)
        for link in _joined_in(piece, layout)
    ]


def _joined_in(text: str, layout: Layout) -> list[Link]:
    parts = re.fullmatch(r"(?:(\w)([=-])\s+)?(.*?)(?:\s+([=-])(\w))?", text)
    first, before, stated, after, last = parts.groups() if parts else (None, None, "", None, None)
    cells, *rest = re.split(r"\s+([=-])(\w)(?:,(\w))?\1\s+", stated.upper())
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
            start, end = _end_of(cells, came, layout), _end_of(cells, digit, layout)
            links.append(Link(start, end, sign == "-"))
        if to_cells:
            came, came_by = to_digit or digit, sign
            start, end = _end_of(cells, digit, layout), _end_of(to_cells, came, layout)
            links.append(Link(start, end, sign == "="))
            cells = to_cells
    return links


def _end_of(cells: str, digit: str, layout: Layout) -> Candidates:
    number = digit_in(digit, layout)
    return tuple(Candidate(cell, number) for cell in cells_in(cells, layout))
