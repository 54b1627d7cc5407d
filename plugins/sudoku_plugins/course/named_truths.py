"""Truths as people write them: ``r1c1 r2c3``, ``7 in row 5``, ``row 5 has a 7``, ``cage r1c2``."""

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial

from sudoku_engine import Grid, House, Layout, listed
from sudoku_engine.board.bounded_cache import per_layout
from sudoku_engine.board.clue import Clue
from sudoku_engine.board.notation import cells_in
from sudoku_engine.board.words import digit_in, symbol
from sudoku_engine.errors import LayoutError
from sudoku_plugins.reasons.smallest_reason import AnyTruth
from sudoku_plugins.strategies.analysis.truths import (
    ClueTruth,
    Truth,
    candidates,
    clue_truths,
    packed,
    truths_of,
)

CELLS = r"r\d+c\d+(?:,r\d+c\d+)*"
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

    Blanks, commas and `and` may separate them.
    Raises LayoutError for text that is not a truth, or a truth that a digit already meets.

    >>> board = Grid.parse("12.. .... .... ..1.")
    >>> [str(truth) for truth in truths_in("r2c12, 3 in row 1 and column 4 has a 1", board)]
    ['r2c1 has a digit', 'r2c2 has a digit', 'row 1 has a 3', 'column 4 has a 1']
    """
    found: list[AnyTruth] = []
    while text := re.sub(r"^(?:[\s,;.]+|and\b)+", "", text, flags=re.IGNORECASE):
        truths, text = _first_in(text, grid)
        found += truths
    return list(dict.fromkeys(found))


def _first_in(text: str, grid: Grid) -> tuple[Sequence[AnyTruth], str]:
    for pattern, read in _patterns(grid.layout):
        if match := pattern.match(text):
            truths = read(match)
            for truth in truths:
                require_open(truth, grid)
            return truths, text[match.end() :]
    raise LayoutError(_why_no_truth(text, grid.layout))


Read = Callable[[re.Match[str]], Sequence[AnyTruth]]

FREE = "that two candidates exclude each other need not be named"

_SHORT = {"col": "column", "r": "row", "c": "column", "b": "box"}  # short words for houses

_DIGITS = r"(\w+(?:\s*,\s*\w+)*)"


@per_layout
def _patterns(layout: Layout) -> Sequence[tuple[re.Pattern[str], Read]]:
    """Return the patterns of truths, each with the function that reads it."""
    every = truths_of(layout).every
    house = rf"({_house_words(layout)}\s*\d+)\b"

    def in_house(name: str, digits: str) -> Sequence[AnyTruth]:
        house = _house(name, layout)
        return [truth_in(house, digit_in(each, layout)) for each in re.findall(r"\w", digits)]

    patterns: list[tuple[str, Read]] = [
        (
            rf"({CELLS})(?:\s+has\s+a\s+digit)?(?![\w<>=-])",
            lambda match: [every[cell] for cell in cells_in(match[1], layout)],
        ),
        (rf"(?:an?\s+)?{_DIGITS}\s+in\s+{house}", lambda match: in_house(match[2], match[1])),
        (
            rf"{house}(?:\s+has\b|\s*:)(?:\s+an?\b)?\s*{_DIGITS}",
            lambda match: in_house(match[1], match[2]),
        ),
        *_clue_patterns(layout),
    ]
    return [(re.compile(pattern, re.IGNORECASE), read) for pattern, read in patterns]


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
    for words in sorted(by_words, key=len, reverse=True):
        pattern = rf"{re.escape(words)}\b(?:\s+(?!and\b|r\d)([\w-]+))?(?:\s+({CELLS}))?"
        yield pattern, partial(_clue_meant, by_words[words], layout)


def _clue_meant(
    truths: Sequence[ClueTruth], layout: Layout, match: re.Match[str]
) -> Sequence[AnyTruth]:
    """Return the clue that was written, of those with `truths`; raises LayoutError."""
    text, value, cells = match[0], match[1], set(cells_in(match[2], layout) if match[2] else ())
    meant = [
        truth
        for truth in truths
        if cells.issubset(truth.clue.cells) and value in (None, str(truth.clue.value))
    ]
    clues = [*dict.fromkeys(str(truth.clue) for truth in meant)]
    if len(clues) > 1:
        raise LayoutError(f"{text}: there are several: {listed(clues[:3], 'or')}?")
    if clues:
        return meant
    rule = truths[0].clue.rule
    is_free = any(clue.rule == rule and cells.issubset(clue.cells) for clue in layout.clues)
    raise LayoutError(f"{text}: {FREE}" if is_free else f"no {text} on this board")


def _why_no_truth(rest: str, layout: Layout) -> str:
    """Return what is wrong with `rest`, which does not begin with a truth."""
    if match := re.match(rf"{_house_words(layout)}\s*\d+\b", rest, re.IGNORECASE):
        house = _house(match[0], layout)
        return f"{house}: which digit of it? Write 3 in {house}"
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
