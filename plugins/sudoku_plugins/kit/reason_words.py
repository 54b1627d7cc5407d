"""Judge the text of a step: does it say something false of cells, digits and houses?

A text is read kindly: only what is surely meant, and surely false, counts.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence, Set
from itertools import pairwise, product
from typing import NamedTuple

from sudoku_engine.board.grid import Grid
from sudoku_engine.board.layout import KINDS, House
from sudoku_engine.board.step import Candidate, Step
from sudoku_engine.board.words import listed, names

CELLS = re.compile(r"\br(\d+)c(\d+)\b", re.IGNORECASE)
"""Names of cells in a text: ``r4c4``, and the short ``r48c4`` for r4c4 and r8c4."""


class _Text(NamedTuple):
    """The text of a step on a board."""

    grid: Grid
    step: Step
    solution: Sequence[int]  # the digits by cell; empty if unknown

    @property
    def text(self) -> str:
        """The text itself."""
        return self.step.reason

    def cells_in(self, part: str) -> list[int]:
        """Return the cells that a part of the text names."""
        found = (_cell(place, self.grid) for place in _cells_in(part, self.grid))
        return [cell for cell in found if cell is not None]

    def left(self, cell: int) -> Set[int]:
        """Return what `cell` can be after the step, since a text may tell its end."""
        placed = {digit for at, digit in self.step.placements if at == cell}
        gone = {digit for at, digit in self.step.eliminations if at == cell}
        return placed or self.grid.candidates(cell) - gone

    def held(self, cell: int) -> str:
        """Return what `cell` can be, in words."""
        return f"{self.grid.layout.cells[cell]} has {listed(self.left(cell), 'and')}"


Words = tuple[str, str]
"""What is false in a text, and how to mend it."""


def strange_words(grid: Grid, step: Step, cells: Set[int], houses: Sequence[House]) -> Words | None:
    """Return what the text of a `step` speaks of that is no part of it, and how to mend it.

    `cells`: those that it names or changes; `houses`: those that it need not name.
    """
    return (
        _strange_cell(grid, step, cells)
        or _strange_house(grid, step, cells, houses)
        or _strange_digit(grid, step, cells)
    )


def untrue_words(grid: Grid, step: Step, solution: Sequence[int] = ()) -> Words | None:
    """Return what the text of a `step` says that is not so, and how to mend it.

    `solution`: the digits of the solution, if they are known.
    """
    text = _Text(grid, step, solution)
    if grid.layout.n > 9 or SUPPOSING.search(text.text):
        return None  # on a large board a digit may be written as a letter or with two figures
    false = next((false for claim in CLAIMS for false in claim(text)), None)
    return None if false is None else (false, TRUE)


def _strange_cell(grid: Grid, step: Step, cells: Set[int]) -> Words | None:
    """Return that the text speaks of cells which the step does not have."""
    known = {*cells}
    for house in (*step.houses, *_houses_in(step.reason, grid)):
        known.update(house.cells)
    for cell in cells:  # what is filled may be why a digit is gone
        known.update(peer for peer in grid.layout.peers(cell) if grid.digits[peer])
    said = list(dict.fromkeys(_cells_in(step.reason, grid)))
    strange = [place for place in said if _cell(place, grid) not in known]
    if not strange:
        return None
    shown = listed(f"r{row}c{column}" for row, column in strange)
    are = "is" if len(strange) == 1 else "are"
    detail = f"says something of {shown}, which {are} no part of the step"
    advice = "make the text from the cells of the step: names(cells) writes them"
    if all(_cell((row + 1, column + 1), grid) in cells for row, column in said):
        advice = "rows and columns count from 1: names(cells) writes them"
    return detail, advice


NO_HOUSE = re.compile(r"\b(row|column|box) (\d+)\b", re.IGNORECASE)
"""A house in a text, whether or not the board has it."""


def _strange_house(
    grid: Grid, step: Step, cells: Set[int], evident: Sequence[House]
) -> Words | None:
    """Return that the text speaks of a house that the step or the board does not have."""
    for kind, number in NO_HOUSE.findall(step.reason):
        if not 1 <= int(number) <= grid.layout.n:
            detail = f"says something of {kind.lower()} {number}, which the board does not have"
            return detail, f"houses count from 1: {FROM_HOUSES}"
    houses = [*step.houses, *evident]
    for house in _houses_in(step.reason, grid) if houses else ():
        # Where a digit is placed, houses that cross may be why it fits nowhere else.
        is_near = bool(step.placements) and any({*each.cells} & {*house.cells} for each in houses)
        if not is_near and house not in houses and not cells & {*house.cells}:
            detail = f"says something of {house}, where nothing of the step is"
            return detail, FROM_HOUSES
    return None


FROM_HOUSES = "make the text from the houses of the step: f'... in {house}'"

_DIGITS = r"(\d(?![\w.-]\w)(?:(?:, and |, or |, | and | or |,|/)\d\b(?!-))*)"
_NOT_COUNTED = (  # what follows where the number is no number of things
    r"(?= ?(?:$|[.,;:)!?]|(?:alone|and|as|at|but|can|cannot|could|elsewhere|fits?|for|from|go|goes|"
    r"because|has|here|if|in|is|must|only|or|since|so|then|there|too|were|while|would|also|auch|sein)\b))"
)
SAID_DIGITS = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        rf"\b(?:digit|candidate|number|value|ziffer|kandidat|chiffre)(?:s|n|en)? {_DIGITS}(?! of)",
        rf"\b(?:places?|room) for {_DIGITS} (?:are|in|is)\b",
        rf"frozenset\(\{{{_DIGITS}\}}",
        r"\b(?:r\d+c\d+ (?:is|are|were)(?: not)?|(?:can|cannot|must) be|holds?|contains?|lacks?|"
        r"needs?|eliminates?|removes?|strikes?|if|its|so|the|then|where) "
        rf"{_DIGITS}{_NOT_COUNTED}",
        rf"^{_DIGITS} (?:and|can|cannot|fits?|goes|has|have|is|must|needs?|only)\b",
    )
)
"""Texts such as "the digits 4 and 7", "r1c1 cannot be 7", but not "contains 2 cells"."""

OF_FILLED = re.compile(r"\b(?:already|placed|given|filled|sees?|seen|schon)\b", re.IGNORECASE)
"""Words of a text that may speak of digits which are on the board."""


def _strange_digit(grid: Grid, step: Step, cells: Set[int]) -> Words | None:
    """Return that the text speaks of a digit that no cell of the step can hold."""
    if grid.layout.n > 9 or OF_FILLED.search(step.reason):
        return None
    known = {digit for _, digit in (*step.placements, *step.eliminations, *step.grounds)}
    known |= {digit for link in step.all_links for _, digit in (*link.start, *link.end)}
    known = known.union(*(grid.candidates(cell) for cell in cells))
    if step.placements:  # digits that are placed around it may be why
        seen = (peer for cell in cells for peer in grid.layout.peers(cell))
        known |= {grid.digits[peer] for peer in seen}
    for said in (each for pattern in SAID_DIGITS for each in pattern.findall(step.reason)):
        digits = map(int, re.findall(r"\d", said))
        strange = [digit for digit in digits if digit not in known]
        if strange:
            detail = f"says something of {strange[0]}, which no cell of the step can hold"
            advice = "make the text from the digits of the step: listed(digits)"
            return detail, advice
    return None


_CELL = r"r\d+c\d+\b"
_AND = r"(?:, and |, or |, | and | or | und | oder | & |,|/)"
_CELLS = rf"({_CELL}(?:{_AND}{_CELL})*)"
_ENDS = r"(?! (?:both |all )?(?:sees?|is|are|ha(?:s|ve)|can|cannot|must|holds?|does)\b)"
"""What follows a list of cells unless the last of them begins a part of its own."""
_ONE = rf"(?:the |an? |die |eine |digit )?(?P<digit>\d)(?!{_AND}\d){_NOT_COUNTED}"
_SOME = (
    rf"(?:the |digits? |candidates? |numbers? |from )*(\{{?\d\b\}}?(?:{_AND}(?:the )?\d\b\}}?)*)"
)

_HOLD = r"(?:be|takes?|holds?|contains?|ha(?:s|ve))"

SUPPOSING = re.compile(
    r"\b(?:if|when\w*|whether|suppos\w+|assum\w+|whatever|whichever|otherwise|or else|unless|until|"
    r"would|could|might|may|wenn|falls|angenommen|sonst|egal|wäre|könnte)\b|->|→|=>|⇒",
    re.IGNORECASE,
)
"""Words of a text that says what would be, and not what is."""

CHOOSING = re.compile(
    r"\b(?:or|either|neither|nor|none|one of|cases?|oder|entweder|weder|eine[rs]? von)\b",
    re.IGNORECASE,
)
"""Words of a text that speaks of several cells or digits of which not each is meant."""

SAID_OF_ONE = (
    (
        rf"(?P<cell>{_CELL})(?: (?:must (?:be|hold|contain|have|take)|has to be|is|becomes|gets|"
        rf"takes|muss|ist) | ?= ?){_ONE}",
        True,
    ),
    (
        r"(?<![\w.])(?P<digit>\d) (?:(?:must|has to) (?:go|be)|goes|belongs|gehört|muss) "
        rf"(?:to|in|into|at|nach) (?P<cell>{_CELL})(?!{_AND}{_CELL})",
        True,
    ),
    (
        rf"(?P<cell>{_CELL}) ?(?:(?:can(?:no| no|')t|must not) be |is(?: no|n')t |kann nicht |<>|"
        rf"!=|≠) ?{_ONE}",
        False,
    ),
)
"""Texts such as "r1c1 must be 3" and "r1c1 cannot be 3", and whether the cell is the digit."""

HOLD_ONLY = re.compile(
    rf"{_CELLS} (?:both |together |all )?(?:can )?(?:{_HOLD} (?:only|just)|only {_HOLD}|"
    rf"(?:kann|können|hat|haben) nur) {_SOME}"
    r"(?! ?(?:candidate|digit|number|value|option|possib|choice|place|different|kandidat|ziffer))",
    re.IGNORECASE,
)
"""A text such as "r4c4 and r8c4 hold only 1 and 8", but not "hold only 2 candidates"."""

LAST_DIGIT = re.compile(
    r"(\d) is the only (?:candidate|digit|number|value)(?: \w+){0,3} "
    rf"(?:in|of|for|at|from) (?:({_CELL})|((?:row|column|box) \d+))",
    re.IGNORECASE,
)
"""A text such as "3 is the only candidate of r1c1" or "the only digit that is missing in row 1"."""

ALIKE = re.compile(
    rf"{_CELLS} (?:both |all )?(?:have|hold|contain|share) the same(?: \w+)? (?:candidates|digits)",
    re.IGNORECASE,
)

SEES = re.compile(
    rf"{_CELLS} (?:both |all |also )?(?:can )?(?:sees?|sieht|sehen) "
    rf"(?:both |all of |each of )?(?:{_CELLS}{_ENDS}|each other|einander)",
    re.IGNORECASE,
)

REMOVES = re.compile(
    rf"(?:(?:eliminat|remov|strik|delet|streich|entfern)\w* {_SOME}|"
    r"(\d) (?:is|can be|must be|gets) (?:eliminated|removed|struck|deleted))"
    rf" (?:from|in|at|aus) {_CELLS}{_ENDS}",
    re.IGNORECASE,
)

_GOES = r"can (?:only )?(?:be|go|hold|take)|fits?|goes"

ONLY_PLACE = re.compile(
    r"(?=.*\b(?:only|just|no other|nowhere else|nur)\b)"
    rf"(?=.*\b(?:{_GOES}|places?|cells?|spots?|room)\b)"
    r"(?!.*\b(?:only (?:digit|candidate|number|value|option)|pair|triple|candidates|except|fin)\b)",
    re.IGNORECASE,
)
"""A part of a text that says where alone some digit of a house can go."""


def _is_another(text: _Text) -> Iterator[str]:
    """Yield what the text says of the digit of a cell, if the solution has another there."""
    if not text.solution or CHOOSING.search(text.text):
        return
    for pattern, is_so in SAID_OF_ONE:
        for said in re.finditer(pattern, text.text, re.IGNORECASE):
            cells = text.cells_in(said["cell"])
            if len(cells) == 1 and (text.solution[cells[0]] == int(said["digit"])) is not is_so:
                yield f"says {said[0].strip()!r}, but {said['cell']} is {text.solution[cells[0]]}"


def _has_others(text: _Text) -> Iterator[str]:
    """Yield what the text says of the candidates of cells that have others."""
    for cells, some in HOLD_ONLY.findall(text.text):
        digits = {int(digit) for digit in re.findall(r"\d", some)}
        for cell in text.cells_in(cells):
            if text.left(cell) - digits:
                name = text.grid.layout.cells[cell]
                yield f"says that {name} holds only {listed(digits)}, but {text.held(cell)}"
    for said in LAST_DIGIT.finditer(text.text):
        for cell in text.cells_in(said[2] or ""):
            if text.left(cell) - {int(said[1])}:
                yield f"says {said[0]!r}, but {text.held(cell)}"
        for house in _houses_in(said[3] or "", text.grid):
            if len(missing := [cell for cell in house.cells if not text.grid.digits[cell]]) > 1:
                yield f"says {said[0]!r}, but {names(missing)} are open"
    for said in ALIKE.finditer(text.text):
        for one, other in pairwise(text.cells_in(said[1])):
            if text.grid.candidates(one) != text.grid.candidates(other):
                yield f"says {said[0]!r}, but {text.held(one)}, and {text.held(other)}"


def _has_other_places(text: _Text) -> Iterator[str]:
    """Yield what the text says of the only places of a digit in a house that has more."""
    reason = re.split(r",? (?:so|thus|hence|therefore) ", text.text)[0]
    for part in re.split(r"[.;]", reason):
        bare = NO_HOUSE.sub("", CELLS.sub("", part))
        digits = [*map(int, re.findall(rf"(?<![\w.])\d(?![\w.]){_NOT_COUNTED}", bare))]
        houses = [*_houses_in(part, text.grid)]
        is_told = ONLY_PLACE.match(part) and (len(digits) == 1 or re.search(_GOES, part))
        for digit in digits if is_told and len(houses) == 1 else ():
            named = (*text.step.placements, *text.step.grounds)
            cells = text.cells_in(part) or [cell for cell, other in named if other == digit]
            more = [
                each for each in houses[0].cells if each not in cells and digit in text.left(each)
            ]
            if cells and more:
                yield f"says {part.strip()!r}, but {digit} can also go to {names(more)}"


def _sees_nothing(text: _Text) -> Iterator[str]:
    """Yield what the text says of cells that see each other, where they do not."""
    for said in SEES.finditer(text.text):
        if CHOOSING.search(said[0]):
            continue
        ones, others = (text.cells_in(said[group] or said[1]) for group in (1, 2))
        for one, other in product(ones, others):
            if one != other and other not in text.grid.layout.peers(one):
                cells = text.grid.layout.cells
                yield f"says {said[0]!r}, but {cells[one]} does not see {cells[other]}"


def _leaves_it(text: _Text) -> Iterator[str]:
    """Yield what the text says of candidates that go, but the step leaves them."""
    step, grid = text.step, text.grid
    for said in REMOVES.finditer(text.text):
        digits = map(int, re.findall(r"\d", said[1] or said[2]))
        for cell, digit in product(text.cells_in(said[3]), digits):
            is_left = Candidate(cell, digit) not in step.eliminations and not step.placements
            if is_left and digit in grid.candidates(cell):
                yield f"says {said[0]!r}, but the step leaves {digit} in {grid.layout.cells[cell]}"


CLAIMS = _is_another, _has_others, _has_other_places, _sees_nothing, _leaves_it
"""What a text may claim; each yields what is false of it."""

TRUE = "say in `reason` what is true of the cells of the step"


def _cells_in(text: str, grid: Grid) -> Iterator[tuple[int, int]]:
    is_small = grid.layout.n < 10  # then each figure is a row or a column of its own
    for rows, columns in CELLS.findall(text):
        for row in rows if is_small else (rows,):
            for column in columns if is_small else (columns,):
                yield int(row), int(column)


def _cell(place: tuple[int, int], grid: Grid) -> int | None:
    row, column = place
    n = grid.layout.n
    return (row - 1) * n + column - 1 if 1 <= row <= n and 1 <= column <= n else None


def _houses_in(text: str, grid: Grid) -> Iterator[House]:
    lowered = text.lower()
    for house in grid.layout.houses:
        if house.kind in KINDS and re.search(rf"\b{house}\b", lowered):
            yield house
