"""Subsets, almost locked sets, colours, fish and nets.

A fish: digit, base, cover, fins (``f``) and endofins (``ef``).
In a colour a ``;`` separates digits, and a ``,`` one pair of colours from the next.
In a net the digits that follow from the first stand in order, with the house if it has no
other place for the digit; after ``->`` comes the end, and a ``;`` separates cases.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sudoku_engine.board.candidates import Candidate
from sudoku_engine.board.layout import Cell, House, Layout
from sudoku_engine.board.notation.candidates import cell_with_digit, cells_by_digit
from sudoku_engine.board.notation.cells import CELLS, cell_text, cells_in, compact, digit_in
from sudoku_engine.board.words import symbol, symbols
from sudoku_engine.errors import LayoutError

ALS = rf"(\w+)=({CELLS}) {{(\w+)}}"
"""A pattern for an almost locked set."""

_HOUSES = r"(?:[rcbd]\d+)+"
_LETTERS = {"row": "r", "column": "c", "box": "b", "diagonal": "d"}


class Fish(NamedTuple):
    """A digit whose places in the `base` houses are in the `cover` houses too, or are `fins`.

    `endofins`: cells in two houses of the base.
    """

    digit: int
    base: tuple[House, ...]
    cover: tuple[House, ...]
    fins: tuple[Cell, ...] = ()
    endofins: tuple[Cell, ...] = ()


class Net(NamedTuple):
    """The digits that follow from the first of them, and what they come to."""

    digits: tuple[tuple[Candidate, House | None], ...]
    """Each with the house that has no other place for it; None if its cell has no other digit."""
    end: str
    """``r5c9<>7``, or ``contradiction in row 3``."""


def subset_text(digits: Iterable[int], cells: Iterable[int], layout: Layout) -> str:
    """Return digits in cells, as in ``1,8 in r48c4``."""
    return f"{','.join(map(symbol, sorted({*digits})))} in {compact(cells, layout)}"


def subset_in(text: str, layout: Layout) -> tuple[list[int], list[Cell]]:
    """Return the digits and the cells that `subset_text` writes."""
    (digits, cells) = _matched(rf"([\w,]+) in ({CELLS})", text, "digits in cells: 1,8 in r48c4")
    return [digit_in(digit, layout) for digit in digits.split(",")], cells_in(cells, layout)


def als_text(name: str, cells: Iterable[int], digits: Iterable[int], layout: Layout) -> str:
    """Return an almost locked set called `name`: its cells and their digits."""
    return f"{name}={compact(cells, layout)} {{{symbols({*digits})}}}"


def als_in(text: str, layout: Layout) -> tuple[str, list[Cell], list[int]]:
    """Return the name, the cells and the digits that `als_text` writes."""
    name, cells, digits = _matched(ALS, text, "an almost locked set: A=r1c23 {149}")
    return name, cells_in(cells, layout), [digit_in(digit, layout) for digit in digits]


def linked_sets_text(
    sets: Iterable[tuple[str, Iterable[int], Iterable[int]]],
    commons: Iterable[int],
    loose: Iterable[int],
    layout: Layout,
) -> str:
    """Return almost locked sets, their restricted commons (X) and the digits they eliminate (Z).

    >>> sets = [("A", [1, 2], [1, 4, 9]), ("B", [5], [1, 4])]
    >>> linked_sets_text(sets, [4], [1], Layout.named())
    'A=r1c23 {149}, B=r1c6 {14}, X=4, Z=1'
    """
    parts = [als_text(*each, layout) for each in sets]
    for name, digits in ("X", commons), ("Z", loose):
        if text := ",".join(map(symbol, digits)):
            parts.append(f"{name}={text}")
    return ", ".join(parts)


def linked_sets_in(
    text: str, layout: Layout
) -> tuple[list[tuple[str, list[Cell], list[int]]], list[int], list[int]]:
    """Return the sets, the commons and the other digits that `linked_sets_text` writes."""
    sets, *rest = _matched(
        r"(.*})(?:, X=([\w,]+))?(?:, Z=([\w,]+))?",
        text,
        "linked sets: A=r1c23 {149}, B=r1c6 {14}, X=4, Z=1",
    )
    commons, loose = (
        [digit_in(digit, layout) for digit in part.split(",")] if part else [] for part in rest
    )
    return [als_in(each, layout) for each in sets.split(", ")], commons, loose


def colours_text(pairs: Iterable[Sequence[Iterable[Candidate]]], layout: Layout) -> str:
    """Return pairs of colours, each with its candidates.

    >>> colours_text([([Candidate(0, 4)], [Candidate(8, 4), Candidate(8, 5)])], Layout.named())
    '(4 in r1c1) / (4 in r1c9; 5 in r1c9)'
    """
    return ", ".join(" / ".join(_colour_text(each, layout) for each in pair) for pair in pairs)


def _colour_text(candidates: Iterable[Candidate], layout: Layout) -> str:
    texts = (subset_text([digit], cells, layout) for digit, cells in cells_by_digit(candidates))
    return f"({'; '.join(texts)})"


def colours_in(text: str, layout: Layout) -> list[tuple[list[Candidate], list[Candidate]]]:
    """Return the pairs of colours that `colours_text` writes."""
    pair = r"\(([^()]+)\) / \(([^()]+)\)"
    if not re.fullmatch(rf"{pair}(?:, {pair})*", text.strip()):
        raise LayoutError(f"{text.strip()!r} is not a coloring: write (4 in r1c1) / (4 in r1c9)")
    return [
        (_colour_in(first, layout), _colour_in(second, layout))
        for first, second in re.findall(pair, text)
    ]


def _colour_in(text: str, layout: Layout) -> list[Candidate]:
    return [
        Candidate(cell, digit)
        for digits, cells in (subset_in(part, layout) for part in text.split("; "))
        for digit in digits
        for cell in cells
    ]


def fish_text(fish: Fish, layout: Layout) -> str:
    """Return a fish as its digit, base, cover, fins and endofins."""
    parts = [symbol(fish.digit), _houses_text(fish.base), _houses_text(fish.cover)]
    parts += [f"f{compact(fish.fins, layout)}"] if fish.fins else []
    parts += [f"ef{compact(fish.endofins, layout)}"] if fish.endofins else []
    return " ".join(parts)


def fish_in(text: str, layout: Layout) -> Fish:
    """Return the fish that `fish_text` writes."""
    digit, base, cover, fins, endofins = _matched(
        rf"(\w) ({_HOUSES}) ({_HOUSES})(?: f({CELLS}))?(?: ef({CELLS}))?",
        text,
        "a fish: 4 r25 c37 fr1c3",
    )
    return Fish(
        digit_in(digit, layout),
        _houses_in(base, layout),
        _houses_in(cover, layout),
        tuple(cells_in(fins, layout)) if fins else (),
        tuple(cells_in(endofins, layout)) if endofins else (),
    )


def _houses_text(houses: Iterable[House]) -> str:
    """Return ``r25`` for rows 2 and 5, ``r2b3`` for a row and a box; ``r2r10`` on large boards."""
    text, last = "", ""
    for house in houses:
        letter, number = _LETTERS[house.kind], house.name.rpartition(" ")[2]
        text += number if letter == last and house.layout.n < 10 else letter + number
        last = letter
    return text


def _houses_in(text: str, layout: Layout) -> tuple[House, ...]:
    kinds = {
        "r": layout.rows,
        "c": layout.columns,
        "b": layout.boxes,
        "d": layout.diagonals,
    }
    found = []
    for letter, digits in re.findall(r"([rcbd])(\d+)", text.lower()):
        for number in [digits] if layout.n > 9 else digits:
            if not 1 <= int(number) <= len(kinds[letter]):
                raise LayoutError(f"no house {letter}{number} on a {layout} board")
            found.append(kinds[letter][int(number) - 1])
    return tuple(found)


def net_text(nets: Iterable[Net], layout: Layout) -> str:
    """Return `nets`, the cases of one step."""
    return "; ".join(
        f"{', '.join(_placed_text(*each, layout) for each in digits)} -> {end}"
        for digits, end in nets
    )


def _placed_text(candidate: Candidate, house: House | None, layout: Layout) -> str:
    text = f"{cell_text(candidate.cell, layout)}={symbol(candidate.digit)}"
    return f"{text} ({house})" if house else text


def net_in(text: str, layout: Layout) -> list[Net]:
    """Return the nets that `net_text` writes.

    >>> net_in("r1c2=4, r5c2=7 (row 5) -> r5c9<>7", Layout.named())[0].end
    'r5c9<>7'
    """
    nets = []
    for case in text.split(";"):
        digits, end = _matched(r"(.+?) -> (.+)", case, "a net: r1c2=4, r5c2=7 (row 5) -> r5c9<>7")
        placed = []
        for each in digits.split(","):
            cell, house = _matched(r"(r\d+c\d+=\w)(?: \((.+)\))?", each, "a digit of a net")
            candidate = Candidate(*cell_with_digit(cell, layout))
            placed.append((candidate, layout.house(house) if house else None))
        nets.append(Net(tuple(placed), end))
    return nets


def _matched(pattern: str, text: str, what: str) -> tuple[str, ...]:
    match = re.fullmatch(pattern, text.strip(), re.IGNORECASE)
    if not match:
        raise LayoutError(f"{text.strip()!r} is not {what}")
    return match.groups()
