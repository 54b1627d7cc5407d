"""Coloring: candidates that are all true or all false together.

Their steps name the same things: the candidates of each colour, and what rules out what is lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import reduce
from itertools import chain, combinations, product
from operator import or_
from typing import NamedTuple

from sudoku_engine import Candidate, Cell, Grid, House, Layout, Link, Step
from sudoku_engine.board.masks import bits, mask_of
from sudoku_engine.board.notation import cells_by_digit
from sudoku_engine.board.say import Said, say
from sudoku_plugins.strategies.analysis import (
    bivalue_cells,
    candidates_in,
    first_of_each_effect,
    houses_holding,
    strong_links,
)
from sudoku_plugins.strategies.analysis.links import (
    Bond,
    Colouring,
    colourings,
    digit_colourings,
    part_with,
    seen_from,
    sight,
)
from sudoku_plugins.strategies.analysis.pattern_texts import colours_text
from sudoku_plugins.strategies.analysis.truths import candidates
from sudoku_plugins.strategies.families import coloring_strategy


def colouring_step(
    colourings: Sequence[Colouring],
    eliminations: Iterable[Candidate],
    reason: Said,
    layout: Layout,
    *,
    digit: int = 1,
    emptied: Sequence[Candidate] = (),
) -> Step:
    """Return a step that follows from one or more `colourings` of candidates.

    `digit`: as in `candidates`. `emptied`: candidates beside the coloured ones that prove it.
    """
    pairs = [
        tuple(candidates(colour, layout, digit) for colour in each.colours) for each in colourings
    ]
    colours = [colour for pair in pairs for colour in pair]
    because = {f"colour {number}": colour for number, colour in enumerate(colours, 1)}
    coloured = [layout.cells[cell] for colour in colours for cell, _ in colour]
    houses: list[House] = [house for each in colourings for house in each.houses]
    bonds = [bond for each in colourings for bond in each.bonds]
    ends = [[tuple(candidates(1 << node, layout, digit)) for node in bond[:2]] for bond in bonds]
    return Step(
        eliminations=eliminations,
        because={**because, "cause": emptied} if emptied else because,
        houses=[*dict.fromkeys(houses)],
        links=[Link(start, end, True) for start, end in ends],
        pattern=colours_text(pairs, layout),
        reason=say("{reason}", coloured=coloured, reason=reason),
    )


def sighting(
    cells: int, others: int, digit: int, layout: Layout, colours: tuple[int, int] | None = None
) -> Said:
    """Return in words which of the `cells` with `digit` sees which of the `others`; one does.

    `colours`: the numbers of their colours, to name them, too.
    """
    one = next(cell for cell in layout.cells_in(cells) if layout.peer_masks[cell] & others)
    other = layout.cells_in(layout.peer_masks[one] & others)[0]
    sees = sight(one, other, digit, layout)
    if colours is None:
        return say("{one} sees {other} {sees}", one=one, other=other, sees=sees)
    return say(
        "{one} (colour {colour:#}) sees {other} (colour {other_colour:#}) {sees}",
        one=one,
        colour=colours[0],
        other=other,
        other_colour=colours[1],
        sees=sees,
    )


MULTI_COLORS_EXAMPLE = (
    ":0000:x:.7.5841..8.4.9.57.5..73..484...5.78..5784..311.8.674.5762918354945623817381475...:"
    "619::"
)
"""6: one colouring in rows 4 and 5 and column 1, another in column 8."""


@coloring_strategy("Multi Colors", score=200, level="hard", example=MULTI_COLORS_EXAMPLE)
def multi_colors(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit that two colourings leave no room for.

    Colour the places of a digit as for simple colors. Often not all pairs of last places hang
    together: then there are two colourings or more, one with the colours 1 and 2, the next with 3
    and 4. Of each two colours one is true. If a place of colour 1 sees one of colour 3, then these
    colours are not both true. So colour 2 is true, or colour 4, or both, and what sees a place of
    each cannot hold the digit::

        1 . . | . . . | . 2 .   row 1 and column 8 have two places each: 1, 2, 1;
        . . . | 4 . . | - . -   column 4 has two places: 3, 4;
        . . . | . . . | . . .
        ------+-------+------   in row 5 colour 1 sees colour 3: not both are
        . . . | . . . | . . .   true, so colour 2 or colour 4 is,
        . . . | 3 . . | . 1 .   and each - sees both
        . . . | . . . | . . .

    Any two colours of different colourings may play these parts. If a colour sees places of *both*
    3 and 4, it is false at once, because one of those is true.

    All that two colourings prove together is one step. Two colourings of one pair each are a
    skyscraper, a kite or a turbot fish. Described at
    https://hodoku.sourceforge.net/en/tech_col.php (Multi Colors).
    """
    pairs = [
        (digit, pair)
        for digit in grid.open_digits
        for pair in combinations(digit_colourings(digit, grid), 2)
    ]
    pairs.sort(key=lambda each: sum(len(colouring.bonds) for colouring in each[1]))
    return first_of_each_effect(
        step for digit, pair in pairs for step in _multi_colors_steps(pair, digit, grid)
    )


def _multi_colors_steps(
    pair: tuple[Colouring, Colouring], digit: int, grid: Grid
) -> Iterator[Step]:
    layout = grid.layout
    colours = [colour for colouring in pair for colour in colouring.colours]
    seen = [seen_from(colour, layout) for colour in colours]
    eliminated = 0
    texts = []

    def seen_by(one: int, other: int) -> Said:
        return sighting(colours[one], colours[other], digit, layout, (one + 1, other + 1))

    for one in range(4):
        others = (2, 3) if one < 2 else (0, 1)
        if all(seen[one] & colours[other] for other in others):
            eliminated |= colours[one]
            both = [seen_by(one, other) for other in others]
            texts.append(say("{both},| so colour {one:#} is false", both=both, one=one + 1))
    free = grid.boards[digit] & ~(colours[0] | colours[1] | colours[2] | colours[3])
    for one in (0, 1):
        for other in (2, 3):
            first, second = 1 - one, 5 - other
            losing = free & seen[first] & seen[second]
            if losing and seen[one] & colours[other]:
                eliminated |= losing
                texts.append(
                    say(
                        "{sees},| so colour {first:#} or {second:#} is true,| and a cell that sees "
                        "both is not {digit}",
                        sees=seen_by(one, other),
                        first=first + 1,
                        second=second + 1,
                        digit=digit,
                    )
                )
    if eliminated:
        reason = say("colour 1 or 2 is true, and colour 3 or 4;| {texts:; |}", texts=texts)
        gone = candidates(eliminated, layout, digit)
        yield colouring_step(pair, gone, reason, layout, digit=digit)


MEDUSA_3D_EXAMPLE = (
    ":0000:9:1..8.4.5......9..175...3.4.865231...3..745826472..83155.73.216.9....6..2.....75.."
    ":222 623 728:::"
)
"""9 in r9c9 has one colour (3) in its cell and sees the other (9 in r3c9)."""


@coloring_strategy("3D Medusa", score=250, level="unfair", example=MEDUSA_3D_EXAMPLE)
def medusa_3d(grid: Grid) -> Iterator[Step]:
    """Eliminate what two colours of candidates of several digits contradict.

    Simple colors walks with one digit from house to house. Medusa walks through the cells, too: in
    a cell with just two candidates one is true and one is false, so they get two colours, and the
    walk goes on with the other digit::

        1 in r1c1 === 1 in r1c8      row 1 has only these places for 1
            |
        2 in r1c1                    r1c1 has only the candidates 1 and 2
            |
        2 in r5c1                    column 1 has only these places for 2

        colour 1: 1 in r1c1, 2 in r5c1          colour 2: 2 in r1c1, 1 in r1c8

    In the end all candidates of colour 1 are true, or all of colour 2. A **colour is false**, and
    all its candidates go, if

    * two of its candidates are in one cell,
    * two of one digit are in one house,
    * together they would leave some cell without a candidate.

    If both colours stand these tests, each candidate **without a colour** goes that

    * shares its cell with a candidate of each colour,
    * sees its digit in each colour,
    * shares its cell with one colour and sees its digit in the other.

    Each of these rules is a step of its own, which names as much of the coloring as it needs. A
    coloring of one digit only is no 3D Medusa but simple colors. Begin where many cells have two
    candidates. Described at https://www.sudokuwiki.org/3D_Medusa.
    """
    n_cells = len(grid.digits)
    return first_of_each_effect(
        step
        for colouring in sorted(colourings(_bonds(grid)), key=lambda each: len(each.bonds))
        if len(colouring.bonds) > 1
        if len({node // n_cells for bond in colouring.bonds for node in bond[:2]}) > 1
        for step in _Medusa.of(colouring, grid).steps()
    )


def _bonds(grid: Grid) -> Iterator[Bond]:
    """Yield the bonds of all candidates; nodes are numbered as `candidates` reads them."""
    n_cells = len(grid.digits)
    for digit in grid.open_digits:
        first_node = (digit - 1) * n_cells
        for link in strong_links(grid.boards[digit], grid.layout, houses_holding(digit, grid)):
            yield Bond(first_node + link.first, first_node + link.second, link.house)
    for cell in bits(bivalue_cells(grid.boards)):
        low, high = ((digit - 1) * n_cells + cell for digit in bits(grid.masks[cell] << 1))
        yield Bond(low, high)


class _Medusa(NamedTuple):
    """A colouring of candidates on a board; masks of cells are by colour, then by digit - 1."""

    colouring: Colouring
    grid: Grid
    places: tuple[list[int], list[int]]
    """The cells with the digit in the colour."""
    seen: tuple[list[int], list[int]]
    cells: tuple[int, int]
    """The cells with any digit in the colour."""

    @classmethod
    def of(cls, colouring: Colouring, grid: Grid) -> _Medusa:
        """Return the medusa of `colouring`."""
        layout = grid.layout
        places = [
            [colour >> index * len(layout.cells) & layout.all_cells for index in range(layout.n)]
            for colour in colouring.colours
        ]
        seen = [[seen_from(cells, layout) for cells in colour] for colour in places]
        cells = [reduce(or_, colour) for colour in places]
        return cls(
            colouring, grid, (places[0], places[1]), (seen[0], seen[1]), (cells[0], cells[1])
        )

    def steps(self) -> Iterator[Step]:
        """Yield the steps that refute a colour, or else the steps outside the colours."""
        refuted = [step for colour in (0, 1) if (step := self._refuted(colour)) is not None]
        yield from refuted or self._beside()

    def _refuted(self, colour: int) -> Step | None:
        text = self._twice_in_a_cell(colour) or self._twice_in_a_house(colour)
        emptied = [] if text else self._emptied(colour)
        if emptied:
            text = say(
                "colour {colour:#} would leave {cell} without a candidate",
                colour=colour + 1,
                cell=emptied[0],
            )
        if not text:
            return None
        text = say("{text},| so colour {colour:#} is false", text=text, colour=colour + 1)
        false = self.colouring.colours[colour]
        return self._colour_step(candidates(false, self.grid.layout), text, emptied)

    def _twice_in_a_cell(self, colour: int) -> Said | None:
        once = twice = 0
        for cells in self.places[colour]:
            twice |= once & cells
            once |= cells
        if not twice:
            return None
        cell = self.grid.layout.cells[next(bits(twice))]
        digits = {i + 1 for i, cells in enumerate(self.places[colour]) if cells >> cell & 1}
        return say("{digits} have the same colour and are both in {cell}", digits=digits, cell=cell)

    def _twice_in_a_house(self, colour: int) -> Said | None:
        for index, (cells, seen) in enumerate(zip(self.places[colour], self.seen[colour])):
            if cells & seen:
                where = sighting(cells, cells, index + 1, self.grid.layout)
                return say(
                    "for {digit}, {where} and has the same colour", digit=index + 1, where=where
                )
        return None

    def _emptied(self, colour: int) -> list[Cell]:
        boards = self.grid.boards[1:]
        some = reduce(or_, boards)
        left = reduce(or_, (board & ~seen for board, seen in zip(boards, self.seen[colour])))
        return self.grid.layout.cells_in(some & ~left & ~self.cells[colour])[:1]

    def _beside(self) -> Iterator[Step]:
        """Yield the steps that eliminate candidates without a colour, for each rule."""
        free = [board & ~a & ~b for board, a, b in zip(self.grid.boards[1:], *self.places)]
        in_both = self.cells[0] & self.cells[1]
        mixed = [self.cells[0] & b | self.cells[1] & a for a, b in zip(*self.seen)]
        for losing, in_cell, text in (
            ([in_both] * len(free), True, "each has a candidate in the same cell"),
            ([a & b for a, b in zip(*self.seen)], False, "each has the same digit in sight"),
            (mixed, False, "one has a candidate in the same cell, the other the digit in sight"),
        ):
            gone = [board & cells for board, cells in zip(free, losing)]
            free = [board & ~cells for board, cells in zip(free, losing)]
            eliminated = [
                Candidate(cell, index + 1)
                for index, cells in enumerate(gone)
                for cell in self.grid.layout.cells_in(cells)
            ]
            if eliminated:
                pairs = [self._witnesses(each, in_cell) for each in eliminated]
                part = part_with(self.colouring, mask_of(chain(*pairs)))
                told = _in_words(eliminated)
                if len(eliminated) == 1:
                    first, second = (candidates(1 << node, self.grid.layout) for node in pairs[0])
                    why = say(
                        "{first} (colour 1) or {second} (colour 2) is true,| and either rules out "
                        "{told}",
                        first=_in_words(first),
                        second=_in_words(second),
                        told=told,
                    )
                else:
                    why = say("either rules out {told}:| {why}", told=told, why=text)
                yield self._colour_step(eliminated, why, part=part)

    def _witnesses(self, candidate: Candidate, in_cell: bool) -> tuple[int, int]:
        """Return a node of each colour that rule the `candidate` out, as near as there are.

        `in_cell`: whether to look in its cell only; else there only if its digit is not seen.
        """
        (cell, digit), layout = candidate, self.grid.layout
        n_cells = len(layout.cells)
        found = []
        for places in self.places:
            seen = bits(places[digit - 1] & layout.peer_masks[cell])
            nodes = [] if in_cell else [(digit - 1) * n_cells + other for other in seen]
            found.append(
                nodes or [i * n_cells + cell for i, cells in enumerate(places) if cells >> cell & 1]
            )
        first, second = found
        return min(
            product(first, second),
            key=lambda pair: len(part_with(self.colouring, mask_of(pair)).bonds),
        )

    def _colour_step(
        self,
        eliminations: Sequence[Candidate],
        text: Said,
        emptied: Sequence[Cell] = (),
        part: Colouring | None = None,
    ) -> Step:
        return colouring_step(
            [part or self.colouring],
            eliminations,
            say(
                "the colours alternate along pairs of which one is true,| so all of colour 1 are "
                "true or all of colour 2;| {text}",
                text=text,
            ),
            self.grid.layout,
            emptied=candidates_in(self.grid, emptied),
        )


def _in_words(candidates: Sequence[Candidate]) -> Said:
    """Return ``4 in r1c1 and 5 in r2c3``, or ``4 in r1c1 and r1c2, and 5 in r2c3``."""
    texts = [
        say("{digit} in {place}", digit=digit, place=sorted(cells))
        for digit, cells in cells_by_digit(candidates)
    ]
    is_plain = len(texts) == len(candidates)
    return say("{texts}" if is_plain else "{texts:, and }", texts=texts)


SIMPLE_COLORS_EXAMPLE = (
    ":0500:9:7....584.25.....3..81....251954382678....6514...15.398.17...45.3..571.82528..417."
    ":314 915 925 934 935 937 979:::"
)
"""9: two places in columns 1 and 7, rows 3 and 8, boxes 7 and 9."""


@coloring_strategy("Simple Colors", score=150, level="hard", example=SIMPLE_COLORS_EXAMPLE)
def simple_colors(grid: Grid) -> Iterator[Step]:
    """Eliminate a digit from what sees both colours, or from a colour that sees itself.

    Look at one digit. Where a house has just two places left for it, one of them is true and one is
    false. Give them two colours. If one of them is also one of the two last places of another
    house, colour its partner there, and so on. In the end the digit is in all places of colour 1,
    or in all places of colour 2::

        1 . . | . . . | . 2 .   row 1, column 8 and row 5 have two places each:
        . - . | . . . | . . .   walk from one to the next: colours 1, 2, 1, 2
        . - . | . . . | . . .
        ------+-------+------
        - . . | . . . | . . .   each - sees a 1 and a 2, and one of them is true
        . 2 . | . . . | . 1 .
        - . . | . . . | . . .

    **Trap.** A place without colour that sees a place of each colour, as each - above: one of the
    two is true, so it is not.

    **Wrap.** Two places of the same colour that see each other: not both are true, so that colour
    is false, and all its places lose the digit.

    One pair alone is no coloring. Described at https://hodoku.sourceforge.net/en/tech_col.php and
    https://www.sudokuwiki.org/Singles_Chains.
    """
    return first_of_each_effect(
        step
        for digit in grid.open_digits
        for colouring in sorted(digit_colourings(digit, grid), key=lambda each: len(each.bonds))
        if len(colouring.bonds) > 1
        for step in _simple_colors(colouring, digit, grid)
    )


def _simple_colors(colouring: Colouring, digit: int, grid: Grid) -> Iterator[Step]:
    layout = grid.layout
    seen = [seen_from(colour, layout) for colour in colouring.colours]
    wraps = [number for number in (0, 1) if colouring.colours[number] & seen[number]]
    for number in wraps:
        false = colouring.colours[number]
        where = sighting(false, false, digit, layout)
        text = say(
            "{where} and has the same colour,| so colour {number:#} is false",
            where=where,
            number=number + 1,
        )
        yield _simple_color(colouring, false, digit, text, layout)
    coloured = colouring.colours[0] | colouring.colours[1]
    trapped = grid.boards[digit] & seen[0] & seen[1] & ~coloured
    if trapped and not wraps:
        cells = layout.cells_in(trapped)
        text = say(
            "{cells} sees both colours,| so it is not {digit}"
            if len(cells) == 1
            else "{cells} see both colours,| so they are not {digit}",
            cells=cells,
            digit=digit,
        )
        yield _simple_color(colouring, trapped, digit, text, layout)


def _simple_color(
    colouring: Colouring, eliminated: int, digit: int, text: Said, layout: Layout
) -> Step:
    return colouring_step(
        [colouring],
        candidates(eliminated, layout, digit),
        say(
            "the colours alternate along houses with only two places for {digit},| so all of "
            "colour 1 are {digit} or all of colour 2;| {text}",
            digit=digit,
            text=text,
        ),
        layout,
        digit=digit,
    )
