"""Truths as people write them: ``r1c1 r2c3``, ``7 in row 5``, ``row 5 has a 7``, ``cage r1c2``."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import chain

from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.clue import Clue
from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import House, Layout
from sudoku_engine.board.notation import cells_in
from sudoku_engine.board.words import digit_in, listed, symbol
from sudoku_engine.errors import LayoutError
from sudoku_plugins.reasons.smallest_reason import AnyTruth
from sudoku_plugins.strategies.analysis.truths import (
    ClueTruth,
    Truth,
    candidates,
    clue_truths,
    left_on,
    packed,
    truths_of,
)

CELLS = r"r\d+c\d+(?:,\s*r\d+c\d+)*"
"""A pattern for cells; ``b3`` is a box here."""


def how_to_name(layout: Layout) -> str:
    """Return how people write truths on boards of `layout`."""
    last = layout.houses[-1]
    how = f"name cells, such as r1c1 or r12c3, and digits in houses: 3 in row 2, or {last} has a 3"
    clues = clue_truths(layout)
    if not clues:
        return how
    return f"{how}; and clues: {_words_of(clues[0].clue)} {clues[0].clue.cells[0]}"


def truths_in(text: str, grid: Grid) -> list[AnyTruth]:
    """Return the truths that a person wrote as `text`, each once.

    Blanks, commas and `and` may separate them; the candidates may follow a truth, as in hints.
    Raises LayoutError for text that is not a truth, or a truth that a digit already meets.

    >>> board = Grid.parse("12.. .... .... ..1.")
    >>> [str(truth) for truth in truths_in("r2c12, 3 in row 1 and column 4 has a 1", board)]
    ['r2c1 has a digit', 'r2c2 has a digit', 'row 1 has a 3', 'column 4 has a 1']
    """
    reader = _reader(grid.layout)
    found: list[AnyTruth] = []
    rest = re.sub(r"\b(r)\s*(\d+)\s*(c)\s*(\d+)", r"\1\2\3\4", text.strip(), flags=re.IGNORECASE)
    while rest := re.sub(r"^(?:[\s,;.&+]|and\b)+", "", rest, flags=re.IGNORECASE):
        for pattern, read in reader:
            if match := pattern.match(rest):
                truths = read(match)
                break
        else:
            raise LayoutError(_why_no_truth(rest, grid.layout))
        for truth in truths:
            require_open(truth, grid)
        found += truths
        rest = rest[match.end() :]
        if choice := _choice(grid.layout).match(rest):
            _require_choice(truths, choice[1], grid)
            rest = rest[choice.end() :]
    return list(dict.fromkeys(found))


Read = Callable[[re.Match[str]], Sequence[AnyTruth]]

FREE = "that two candidates exclude each other need not be named"

_SEPARATOR = r"(?:\s*[,/&]\s*|\s+and\s+|\s+)"

_SHORT = {"col": "column", "r": "row", "c": "column", "b": "box"}  # short words for houses


@per_layout
def _reader(layout: Layout) -> Sequence[tuple[re.Pattern[str], Read]]:
    """Return the patterns of truths, each with the function that reads it."""
    every = truths_of(layout).every
    digit = rf"[{layout.signs}]+\b"
    digits = rf"({digit}(?:{_SEPARATOR}{digit})*)"
    house = rf"({_house_words(layout)}\s*\d+)\b"
    article = r"(?:(?:an?|the|its)\s+)?"

    def in_house(name: str, digits: str) -> Sequence[AnyTruth]:
        house = _house(name, layout)
        return [truth_in(house, digit) for digit in _digits_in(digits, layout)]

    patterns: list[tuple[str, Read]] = [
        (
            rf"(?:cells?\s+)?({CELLS})(?:\s+(?:has|have)\s+(?:an?\s+)?(?:digit|candidate)s?)?"
            r"(?![\w<>!-])",
            lambda match: [every[cell] for cell in cells_in(match[1], layout)],
        ),
        (rf"{article}{digits}\s+(?:in|of)\s+{house}", lambda match: in_house(match[2], match[1])),
        (
            rf"{house}(?:\s+(?:has|needs|holds)\s|\s*[:=]|\s)\s*{article}{digits}"
            r"(?!\s+(?:in|of)\b)",
            lambda match: in_house(match[1], match[2]),
        ),
        *_clue_patterns(layout),
    ]
    return [(re.compile(pattern, re.IGNORECASE), read) for pattern, read in patterns]


@per_layout
def _choice(layout: Layout) -> re.Pattern[str]:
    """Return the pattern of the candidates that a person tells after a truth."""
    between = r"(?:\s*[,/]\s*(?:or\s+)?|\s+(?:or|and)\s+)"
    kinds = (r"r\d+c\d+", rf"[{layout.signs}]+\b")
    some = "|".join(f"{each}(?:{between}{each})*" for each in kinds)
    return re.compile(
        rf"\s*(?:[:=]|(?:is|are|has|have|only in|can be|can only be)\b)\s*(?:an?\s+)?({some})"
        r"(?!\s+(?:in|of)\b)",
        re.IGNORECASE,
    )


def _require_choice(truths: Sequence[AnyTruth], told: str, grid: Grid) -> None:
    """Raise LayoutError if these are not all candidates of the `truths`."""
    layout, left = grid.layout, left_on(grid)[0]
    for truth in truths:
        if isinstance(truth, Truth):
            choice = candidates(truth.mask & left, layout)
            is_told = (
                {*_digits_in(told, layout)} == {digit for _, digit in choice}
                if truth.house is None
                else {*cells_in(re.sub(r"\s+(?:or|and)\s+", ",", told), layout)}
                == {cell for cell, _ in choice}
            )
            if not is_told:
                raise LayoutError(f"{truth.choice(choice)}: name it alone, {truth.brief}")


def _digits_in(text: str, layout: Layout) -> list[int]:
    words = re.sub(r"\b(?:and|or)\b", "", text, flags=re.IGNORECASE)
    return [digit_in(each, layout) for each in re.findall(r"\w", words)]


def truth_in(house: House, digit: int) -> Truth:
    """Return the truth that `house` has a `digit`."""
    layout = house.layout
    place = layout.houses.index(house) * layout.n + digit - 1
    return truths_of(layout).every[len(layout.cells) + place]


def _house_words(layout: Layout) -> str:
    """Return a pattern for the words before the numbers of houses."""
    words = {house.name.rpartition(" ")[0] for house in layout.houses}.union(_SHORT, ["box"])
    return f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"


def _house(name: str, layout: Layout) -> House:
    """Return the house that a person calls `name`; raises LayoutError."""
    words, number = re.findall(r"[a-z ]*[a-z]|\d+", name.lower())
    kind = _SHORT.get(words, words)
    if kind == "box" and layout.is_jigsaw:
        kind = "region"
    return layout.house(f"{kind} {number}")


def _words_of(clue: Clue) -> str:
    return clue.rule.replace("_", " ")


def _clue_patterns(layout: Layout) -> Iterator[tuple[str, Read]]:
    """Yield a pattern for the clues of each rule: its name or the last word, value, some cells."""
    by_words: dict[str, list[ClueTruth]] = {}
    for truth in clue_truths(layout):
        words = _words_of(truth.clue)
        for each in {words, words.rpartition(" ")[2]}:
            by_words.setdefault(each, []).append(truth)
    place = r"\s+(?:in\s+|at\s+)?"
    value = rf"(?:\s+(?!r\d+c\d)([\w-]+)(?={place}r\d+c\d|\s*(?:[,;.]|and\b|$)))?"
    cells = rf"(?:{place}({CELLS})(?:\s+to\s+r\d+c\d+)?)?"
    for words, truths in sorted(by_words.items(), key=lambda each: -len(each[0])):
        pattern = rf"(?:the\s+)?{re.escape(words)}\b{value}{cells}(?:\s+holds)?"
        yield pattern, partial(_clue_meant, truths, layout)


def _clue_meant(
    truths: Sequence[ClueTruth], layout: Layout, match: re.Match[str]
) -> list[AnyTruth]:
    """Return the clue that was written, of those with `truths`; raises LayoutError.

    Cells after those of the clue are truths of their own.
    """
    text, value, cells = match[0], match[1], match[2]
    groups = [cells_in(group, layout) for group in cells.split(",")] if cells else []
    for number in range(len(groups), min(len(groups), 1) - 1, -1):
        inside = set(chain.from_iterable(groups[:number]))
        meant = [
            truth
            for truth in truths
            if inside.issubset(truth.clue.cells) and value in (None, str(truth.clue.value))
        ]
        clues = [*dict.fromkeys(str(truth.clue) for truth in meant)]
        if len(clues) > 1:
            raise LayoutError(f"{text}: there are several: {listed(clues[:3], 'or')}?")
        if clues:
            beside = chain.from_iterable(groups[number:])
            return [*meant, *(truths_of(layout).every[cell] for cell in beside)]
    inside = {*cells_in(cells, layout)} if cells else set()
    rule = truths[0].clue.rule
    if any(clue.rule == rule and inside.issubset(clue.cells) for clue in layout.clues):
        raise LayoutError(f"{text}: {FREE}")
    raise LayoutError(f"no {text} on this board")


def _why_no_truth(rest: str, layout: Layout) -> str:
    """Return what is wrong with `rest`, which does not begin with a truth; or raise LayoutError."""
    if match := re.match(rf"{_house_words(layout)}\s*\d+\b", rest, re.IGNORECASE):
        house = _house(match[0], layout)
        return f"{house}: which digit of it? Write 3 in {house}"
    if match := re.match(rf"(\w+)\s+(?:in|of)\s+{_house_words(layout)}\s*\d", rest, re.IGNORECASE):
        digit_in(match[1], layout)
    words = {_words_of(clue) for clue in layout.clues}
    if free := [each for each in words if rest.lower().startswith(each)]:
        return f"{free[0]}: {FREE}"
    return f"{rest!r} is not a truth: {how_to_name(layout)}"


def require_open(truth: AnyTruth, grid: Grid) -> None:
    """Raise LayoutError if a digit on the board meets `truth`."""
    if isinstance(truth, Truth) and (met := truth.mask & packed(grid)[1]):
        [(cell, digit)] = candidates(met, grid.layout)
        sign = symbol(digit, grid.layout.signs)
        has = f"has its {sign} in {cell}" if truth.house else f"holds {sign}"
        raise LayoutError(f"{truth.place} {has} already: name what is still open")
