"""The usual notation of patterns that only techniques have: write it and read it.

===========  ====================================  ====================================
fish         ``4 r25 c37 fr1c3``                   `fish_text`, `fish_in`
locked sets  ``A=r1c23 {149}``                     `als_text`, `als_in`
linked sets  ``A=…, B=…, C=…, X=4,5, Z=1``         `linked_sets_text`, `linked_sets_in`
colours      ``(4 in r1c1) / (4 in r1c9,r5c1)``    `colours_text`
nets         ``r1c2=4, r5c2=7 (row 5) -> r5c9<>7`` `net_text`
===========  ====================================  ====================================

A fish: digit, base, cover, fins (``f``) and endofins (``ef``). In a colour, a ``;`` separates
digits; between pairs of colours stands a ``,``. A net lists the digits that follow from the first,
in order, each with the house if that has no other place for the digit. The end comes after ``->``,
and a ``;`` separates cases. `sudoku_engine.board.notation` has the rest of the notation.
"""

import re
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, House, Layout
from sudoku_engine.board.notation import (
    ALS,
    CELLS,
    cell_text,
    cells_by_digit,
    cells_in,
    compact,
    matched,
    subset_text,
)
from sudoku_engine.board.words import digit_in, symbol, symbols
from sudoku_engine.errors import LayoutError

_HOUSES = r"(?:[rcbdx]\d+)+"
_LETTERS = {"row": "r", "column": "c", "box": "b", "diagonal": "d", "extra": "x"}


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
    """The digits that follow from the first of them, and the conclusion."""

    digits: tuple[tuple[Candidate, House | None], ...]
    """Each digit with the house that has no other place for it; None if its cell has no other."""
    end: str
    """``r5c9<>7``, or ``contradiction in row 3``."""


def als_text(name: str, cells: Iterable[int], digits: Iterable[int], layout: Layout) -> str:
    """Return an almost locked set called `name`: its cells and their digits."""
    return f"{name}={compact(cells, layout)} {{{symbols({*digits}, layout.signs)}}}"


def als_in(text: str, layout: Layout) -> tuple[str, list[Cell], list[int]]:
    """Return the name, the cells and the digits that `als_text` writes."""
    name, cells, digits = matched(ALS, text, "an almost locked set: A=r1c23 {149}")
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
        if text := ",".join(symbol(digit, layout.signs) for digit in digits):
            parts.append(f"{name}={text}")
    return ", ".join(parts)


def linked_sets_in(
    text: str, layout: Layout
) -> tuple[list[tuple[str, list[Cell], list[int]]], list[int], list[int]]:
    """Return the sets, the commons and the other digits that `linked_sets_text` writes."""
    sets, *rest = matched(
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

    def text(colour: Iterable[Candidate]) -> str:
        texts = (subset_text([digit], cells, layout) for digit, cells in cells_by_digit(colour))
        return f"({'; '.join(texts)})"

    return ", ".join(" / ".join(map(text, pair)) for pair in pairs)


def fish_text(fish: Fish, layout: Layout) -> str:
    """Return a fish as its digit, base, cover, fins and endofins."""
    parts = [symbol(fish.digit, layout.signs), houses_text(fish.base), houses_text(fish.cover)]
    parts += [f"f{compact(fish.fins, layout)}"] if fish.fins else []
    parts += [f"ef{compact(fish.endofins, layout)}"] if fish.endofins else []
    return " ".join(parts)


def fish_in(text: str, layout: Layout) -> Fish:
    """Return the fish that `fish_text` writes."""
    digit, base, cover, fins, endofins = matched(
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


def houses_text(houses: Iterable[House]) -> str:
    """Return ``r25`` for rows 2 and 5, ``r2b3`` for a row and a box; ``r2r10`` on large boards."""
    text, last = "", ""
    for house in houses:
        letter, alike = _LETTERS[house.kind], house.layout.houses_of_kinds((house.kind,))
        number = str(alike.index(house) + 1)
        text += number if letter == last and house.layout.n < 10 else letter + number
        last = letter
    return text


def _houses_in(text: str, layout: Layout) -> tuple[House, ...]:
    kinds = {letter: layout.houses_of_kinds((kind,)) for kind, letter in _LETTERS.items()}
    found = []
    for letter, digits in re.findall(r"([rcbdx])(\d+)", text.lower()):
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
    text = f"{cell_text(candidate.cell, layout)}={symbol(candidate.digit, layout.signs)}"
    return f"{text} ({house})" if house else text
